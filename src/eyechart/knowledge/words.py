"""Words by language code: a folder holds one CODE.txt for each language, with lines `id: word`.

    mouse: mouse/mice           names/en.txt: only what English cannot tell from the id, which is English itself
    mouse: 老鼠 只               names/zh.txt

Words are written as `text.inflection` reads them. A new file is a new language.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from pathlib import Path

from eyechart.errors import EyechartError, unknown
from eyechart.phrasing import YES_NO, Noun
from eyechart.text.inflection import noun

OF_IDS = "en"  # the language that ids are written in


def words_in(folder: Path, ids: Container[str]) -> dict[str, dict[str, str]]:
    """Language code -> id -> word. There may be no file at all: then there is nothing but the ids."""
    return {file.stem: _words(file, ids) for file in sorted(folder.glob("*.txt"))}


def _words(file: Path, ids: Container[str]) -> dict[str, str]:
    if file.stem not in YES_NO:
        raise unknown("language", file.stem, YES_NO)
    found: dict[str, str] = {}
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            id, colon, word = line.partition(": ")
            place = f"{file.parent.name}/{file.name}, line {number}"
            if not colon or not word.strip():
                raise EyechartError(f"{place}: expected 'id: word', found '{line}'.")
            if id not in ids:
                raise EyechartError(f"{place}: nothing is called '{id}'.")
            if id in found:
                raise EyechartError(f"{place}: '{id}' stands above already, as '{found[id]}'.")
            found[id] = word.strip()
    return found


def nouns_in(folder: Path, ids: Mapping[str, object]) -> dict[str, Noun]:
    """Each id as a noun: in the language of ids itself, unless a line says more; in others as far as there are lines."""
    words = words_in(folder, ids)
    return {
        id: noun(**{OF_IDS: id, **{language: said[id] for language, said in words.items() if id in said}}) for id in ids
    }


def check_said(folder: Path, language: str, said: Mapping[str, Container[str]]) -> None:
    """Whether everything can be said in a language; `said`: id -> the languages it has words in."""
    lacking = [id for id, languages in said.items() if language not in languages]
    if lacking:
        raise EyechartError(
            f"{folder.name}/{language}.txt: no word for '{lacking[0]}', as for {len(lacking)} of {len(said)}."
            f" Add a line '{lacking[0]}: …'."
        )
