"""VLMEvalKit: choices in words as a sheet that it marks by itself, all else as one for a dataset class of ours, which is beside.

eyechart_FAMILY_MCQ.tsv    yes/no as A and B, and other choices in words, under one picture: read as Custom MCQ
eyechart_FAMILY_VQA.tsv    what it has no marks for: blanks, pictures to choose from, several pictures
eyechart_vlmevalkit.py     the class: both sheets as `eyechart_FAMILY`, asked and marked as in the exam

VLMEvalKit reads sheets with pandas, which takes a choice of `3` for a number, shown as 3.0 where some row has no such choice,
and `None` for no choice at all: questions with such choices are in the second sheet. A text that a spreadsheet would take for a
formula has a space before it: harnesses strip it, and nothing is run when somebody opens the sheet.
"""

from __future__ import annotations

import base64
import csv
import json
import re
import shutil
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from eyechart.core import Question
from eyechart.exports.questions import letter, parts_of, pictures, question_json
from eyechart.predict import vocabulary_of
from eyechart.store.folder import Dataset
from eyechart.talk.prompts import LETTERS, Vocabulary, lettered

CLASS = Path(__file__).parent / "tasks" / "vlmevalkit_dataset.py.txt"
ABOUT = ("index", "image", "question", "answer")
OURS = ("category", "l2-category", "id", "parts", "question_json")
# What pandas reads as nothing.
MISSING = {"", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA",
           "NULL", "NaN", "None", "n/a", "nan", "null"}  # fmt: skip


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    vocabulary = vocabulary_of(dataset)
    columns = _columns(dataset)
    with ExitStack() as files:
        sheets = {}
        for kind, names in columns.items():
            path = folder / f"eyechart_{dataset.manifest.family}_{kind}.tsv"
            file = files.enter_context(path.open("w", encoding="utf-8", newline=""))
            sheets[kind] = csv.DictWriter(file, names, delimiter="\t", lineterminator="\n")
            sheets[kind].writeheader()
        index = 0
        for done, page in enumerate(dataset, 1):
            shown: dict[tuple[str, tuple[int, ...]], int] = {}  # pictures that a row of this page holds already
            for q in page.questions:
                kind = kind_of(q)
                first = shown.setdefault((kind, tuple(map(id, pictures(q)))), index)
                row = _row(q, index, vocabulary) | _choices(q, kind) | {"image": _image(q) if first == index else first}
                sheets[kind].writerow({name: _plain(cell) for name, cell in row.items()})
                index += 1
            progress(done)
    shutil.copyfile(CLASS, folder / "eyechart_vlmevalkit.py")


def kind_of(q: Question) -> str:
    """Which sheet a question stands in: MCQ, if VLMEvalKit can ask and mark it by itself, or VQA."""
    in_words = len(pictures(q)) == 1 and len(q.choices) > 1 and lettered(q.choices) and all(map(_is_word, q.choices))
    return "MCQ" if in_words else "VQA"


def _is_word(choice: str) -> bool:
    """Does pandas give it back as it is?"""
    try:
        float(choice)
    except ValueError:
        return choice not in MISSING
    return False


def _columns(dataset: Dataset) -> Mapping[str, list[str]]:
    """Of the sheets that are needed."""
    most: dict[str, int] = {}
    for q in dataset.questions():
        kind = kind_of(q)
        most[kind] = max(most.get(kind, 0), len(_choices(q, kind)) - 1)
    return {kind: [*ABOUT, *LETTERS[:count], *OURS] for kind, count in sorted(most.items())}


def _choices(q: Question, kind: str) -> dict[str, str | None]:
    """Choices under their letters, and the letter of the right one; without choices the answer itself."""
    if kind == "MCQ":
        return {**dict(zip(LETTERS, q.choices, strict=False)), "answer": letter(q)}
    return {"answer": next(iter(q.answers), None)}


def _image(q: Question) -> str:
    images = [base64.b64encode(p.data).decode() for p in pictures(q)]
    return images[0] if len(images) == 1 else str(images)


def _row(q: Question, index: int, vocabulary: Vocabulary) -> dict[str, Any]:
    parts = [part if isinstance(part, str) else None for part in parts_of(q, vocabulary)]
    return {
        "index": index,
        "question": q.text,
        "category": q.template or q.form,
        "l2-category": q.form,
        "id": q.id,
        "parts": json.dumps(parts, ensure_ascii=False),
        "question_json": question_json(q),
    }


def _plain(cell: Any) -> Any:
    """-3 is a number in any spreadsheet; =3, @x and -x() are formulas, also behind a tab."""
    formula = isinstance(cell, str) and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell)
    return f" {cell}" if formula else cell


_FORMULA, _NUMBER = re.compile(r"[=+\-@\t\r]"), re.compile(r"[+-]?\d[\d.,]*")
