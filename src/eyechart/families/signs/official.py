"""The official EST-VQA layout, read in both variants that exist and written from our datasets.

Training files list pictures with their annotations: `[{image, annotation: [{question, answer, evidence}]}]`; test and
evaluation files list questions: `[{question_id, question, answer, evidence}]`, sometimes with the picture's name. Evidence is
x1, y1 … x4, y4, as numbers or strings. Pictures are looked for beside the file and in `images/`.

<root>/<split>.json, <root>/images/<image>
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

from eyechart.core import Evidence, Graph, Page, Picture, Question, Region, Release, Shape, Thing
from eyechart.errors import EyechartError
from eyechart.segment import has_chinese, length_of

if TYPE_CHECKING:
    from eyechart.dataset import Dataset

# ---- reading


class _Annotation(Struct, frozen=True):
    question: str
    answer: str | list[str] | None = None  # test sets hide it
    evidence: list[float | str] | None = None
    question_id: int | str | None = None

    @property
    def answers(self) -> tuple[str, ...]:
        if self.answer is None:
            return ()
        return (self.answer,) if isinstance(self.answer, str) else tuple(self.answer)


class _Pictured(Struct, frozen=True):
    """A row of a training file."""

    image: str
    annotation: list[_Annotation]


class _Asked(_Annotation, frozen=True):
    """A row of a test or evaluation file."""

    image: str | None = None


def read(root: Path, split: str) -> Iterator[Page]:
    """The pages of a split: one for each picture, or for each question where the file names no picture."""
    path = root / f"{split}.json"
    if not path.exists():
        found = sorted(p.stem for p in root.glob("*.json"))
        raise EyechartError(f"No EST-VQA split '{split}' in {root}. Found: {', '.join(found) or 'none'}.")
    for index, row in enumerate(_rows(path)):
        picture = _picture(root, row.image) if row.image else None
        questions = tuple(
            _question(path, split, index, k, note, picture) for k, note in enumerate(row.annotation)
        )  # fmt: skip
        yield Page(
            family="signs",
            split=split,
            seed=0,
            index=index,
            pictures=(picture,) if picture else (),
            scene=Graph((Thing("place", "unknown"),)),
            where={},
            questions=questions,
        )


def _rows(path: Path) -> list[_Pictured]:
    """Either variant as pictures with annotations; questions about one picture that follow each other belong together."""
    try:
        data = path.read_bytes()
        first = msgspec.json.decode(data, type=list[dict[str, Any]])[:1]
        if first and "annotation" in first[0]:
            return msgspec.json.decode(data, type=list[_Pictured])
        asked = msgspec.json.decode(data, type=list[_Asked])
    except msgspec.MsgspecError as error:
        raise EyechartError(f"{path}: {error}.") from error
    rows: list[_Pictured] = []
    for one in asked:
        if one.image and rows and rows[-1].image == one.image:
            rows[-1].annotation.append(one)
        else:
            rows.append(_Pictured(one.image or "", [one]))
    return rows


def _question(path: Path, split: str, index: int, k: int, note: _Annotation, picture: Picture | None) -> Question:
    language = "zh" if has_chinese(note.question) else "en"
    facets = {"length": length_of(note.answers[0])} if note.answers else {}
    name = k if note.question_id is None else note.question_id
    return Question(
        id=f"estvqa/{split}/official/{index}/{name}",
        text=note.question,
        form="fill-in",
        answers=note.answers,
        language=language,
        facets=facets,
        evidence=None if note.evidence is None else Evidence((Region(_quad(path, index, note.evidence)),)),
        scene=Graph((Thing("place", "unknown"),)),
        pictures=(picture,) if picture else (),
    )


def _quad(path: Path, index: int, numbers: list[float | str]) -> Shape:
    try:
        shape = tuple(float(n) for n in numbers)
    except ValueError as error:
        raise EyechartError(f"{path}, row {index}: evidence {numbers} is not made of numbers.") from error
    if len(shape) != 8:
        raise EyechartError(f"{path}, row {index}: evidence has {len(shape)} numbers, not x1, y1 to x4, y4.")
    return shape


def _picture(root: Path, name: str) -> Picture:
    path = next((p for p in (root / name, root / "images" / name) if p.exists()), None)
    if path is None:
        raise EyechartError(f"Picture {name} is neither in {root} nor in {root / 'images'}.")
    data = path.read_bytes()
    format, width, height = _size(path, data)
    return Picture(data, width, height, format)


def _size(path: Path, data: bytes) -> tuple[Literal["png", "jpeg"], int, int]:
    """From the header alone."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return ("png", *struct.unpack(">II", data[16:24]))
    at = 2
    while data[:2] == b"\xff\xd8" and at + 9 < len(data):
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):  # a frame's header
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return "jpeg", width, height
        at += 2 + length
    raise EyechartError(f"{path} is neither a PNG nor a JPEG.")


# ---- writing


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None] = lambda done: None) -> None:
    """The training variant, <split>.json, and the evaluation variant, <split>_questions.json, with the pictures."""
    (folder / "images").mkdir(parents=True, exist_ok=True)
    split = dataset.manifest.split
    pictured, asked = list[dict[str, Any]](), list[dict[str, Any]]()
    for done, page in enumerate(dataset, 1):
        picture = page.pictures[0]
        name = f"{split}_{page.index}.{'jpg' if picture.format == 'jpeg' else 'png'}"
        (folder / "images" / name).write_bytes(picture.data)
        notes = [
            {"question": q.text, "answer": q.answers[0], "evidence": list(q.evidence.regions[0].shape)}
            for q in page.questions
            if q.evidence is not None
        ]
        pictured.append({"image": name, "annotation": notes})
        asked += [{"question_id": q.id, "image": name, **note} for q, note in zip(page.questions, notes, strict=True)]
        progress(done)
    (folder / f"{split}.json").write_bytes(msgspec.json.encode(pictured))
    (folder / f"{split}_questions.json").write_bytes(msgspec.json.encode(asked))


release = Release("estvqa", "signs", ("train", "test"), read, "other")
