"""A release in a layout of its own: <root>/<split>/questions.csv (image, template, question, answer) beside the PNGs."""

import csv
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from eyechart.core import Graph, Page, Picture, Question, Release, Thing
from eyechart.errors import EyechartError

COLUMNS = ["image", "template", "question", "answer"]


def load(root: Path, split: str) -> Iterator[Page]:
    """Charts with questions in a CSV file."""
    table = root / split / "questions.csv"
    if not table.exists():
        found = sorted(p.parent.name for p in root.glob("*/questions.csv"))
        raise EyechartError(f"No split '{split}' in {root}. Found: {', '.join(found) or 'none'}.")
    with table.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        if rows.fieldnames != COLUMNS:
            raise EyechartError(f"{table} has columns {rows.fieldnames}. Expected {COLUMNS}.")
        for index, (name, asked) in enumerate(groupby(rows, key=lambda row: row["image"])):
            yield _page(table.parent / name, split, index, list(asked))


def _page(path: Path, split: str, index: int, rows: list[dict[str, str]]) -> Page:
    data = path.read_bytes()
    picture = Picture(data, int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))
    scene = Graph((Thing("figure", "figure", {"kind": "unknown"}),))  # what the release says of the picture: nothing
    questions = tuple(
        Question(
            id=f"charts-csv/{split}/official/{index}/{k}",
            text=row["question"],
            form="yes/no",
            answers=(row["answer"],),
            choices=("yes", "no"),
            template=row["template"],
            scene=scene,
            pictures=(picture,),
        )
        for k, row in enumerate(rows)
    )
    return Page(
        family="figures",
        split=split,
        seed=0,
        index=index,
        pictures=(picture,),
        scene=scene,
        where={},
        questions=questions,
    )


release = Release("charts-csv", "figures", ("test",), load, "CC-BY-4.0")
