"""VLMEvalKit's TSV: index, image in base64, question, answer, choices under A, B, C …, category.

Yes/no and blanks carry the accepted answer in `answer`; choices carry the letter of the right one. Several pictures are a
list in the `image` cell, as its multi-image sets have them. A text that a spreadsheet would take for a formula has a space
before it: harnesses strip it, and nothing is run when somebody opens the sheet.
"""

from __future__ import annotations

import base64
import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from eyechart.core import Question
from eyechart.exports.questions import letter, pictures
from eyechart.store.folder import Dataset
from eyechart.talk.prompts import LETTERS


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    most = max((len(_choices(q)) for q in dataset.questions()), default=0)
    columns = ["index", "image", "question", "answer", *LETTERS[:most], "category", "l2-category", "id"]
    with (folder / f"eyechart_{dataset.manifest.family}.tsv").open("w", encoding="utf-8", newline="") as file:
        sheet = csv.DictWriter(file, columns, delimiter="\t", lineterminator="\n")
        sheet.writeheader()
        index = 0
        for done, page in enumerate(dataset, 1):
            for q in page.questions:
                sheet.writerow({name: _plain(cell) for name, cell in _row(q, index).items()})
                index += 1
            progress(done)


def _choices(q: Question) -> tuple[str, ...]:
    return () if q.form == "yes/no" else q.choices


def _plain(cell: Any) -> Any:
    """-3 is a number in any spreadsheet; =3, @x and -x() are formulas, also behind a tab."""
    formula = isinstance(cell, str) and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell)
    return f" {cell}" if formula else cell


_FORMULA, _NUMBER = re.compile(r"[=+\-@\t\r]"), re.compile(r"[+-]?\d[\d.,]*")


def _row(q: Question, index: int) -> dict[str, Any]:
    images = [base64.b64encode(p.data).decode() for p in pictures(q)]
    choices = _choices(q)
    row: dict[str, Any] = dict(zip(LETTERS, choices, strict=False))
    answer = letter(q) if choices else next(iter(q.answers), None)
    return row | {
        "index": index,
        "image": images[0] if len(images) == 1 else str(images),
        "question": q.text,
        "answer": answer,
        "category": q.template,
        "l2-category": q.form,
        "id": q.id,
    }
