"""The official EST-VQA layout, read in both variants that exist and written from our datasets.

Training files list pictures with their annotations: `[{image, annotation: [{question, answer, evidence}]}]`; test and
evaluation files list questions: `[{question_id, question, answer, evidence}]`, sometimes with the picture's name. Evidence is
x1, y1 … x4, y4, as numbers or strings. Pictures are looked for beside the file and in `images/`.

<root>/<split>.json, <root>/images/<image>
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec import Struct

from eyechart.core import Evidence, Graph, Page, Picture, Question, Region, Release, Shape, Thing, own_name
from eyechart.errors import EyechartError
from eyechart.limits import bounded
from eyechart.store.foreign import decoded, inside, picture_at
from eyechart.text.segment import has_chinese, length_of

if TYPE_CHECKING:
    from eyechart.store.folder import Dataset

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

    image: str | None
    annotation: list[_Annotation]


class _Asked(_Annotation, frozen=True):
    """A row of a test or evaluation file."""

    image: str | None = None


def read(root: Path, split: str) -> Iterator[Page]:
    """The pages of a split: one for each picture, or for each question where the file names no picture."""
    path = inside(root, f"{split}.json")
    if not path.exists():
        found = sorted(p.stem for p in root.glob("*.json"))
        raise EyechartError(f"No EST-VQA split '{split}' in {root}. Found: {', '.join(found) or 'none'}.")
    for index, row in enumerate(_rows(path)):
        shown = _picture(root, row.image) if row.image else None
        questions = tuple(
            _question(path, split, index, k, note, shown) for k, note in enumerate(row.annotation)
        )  # fmt: skip
        yield Page(
            family="signs",
            split=split,
            seed=0,
            index=index,
            pictures=(shown,) if shown else (),
            scene=Graph((Thing("place", "unknown"),)),
            where={},
            questions=questions,
        )


def _rows(path: Path) -> list[_Pictured]:
    """Either variant as pictures with annotations; questions about one picture that follow each other belong together."""
    first: list[dict[str, Any]] = decoded(path, list[dict[str, Any]])[:1]
    if first and "annotation" in first[0]:
        return cast("list[_Pictured]", decoded(path, list[_Pictured]))
    asked: list[_Asked] = decoded(path, list[_Asked])
    rows: list[_Pictured] = []
    for one in asked:
        if one.image and rows and rows[-1].image == one.image:
            rows[-1].annotation.append(one)
        else:
            rows.append(_Pictured(one.image, [one]))
    return rows


def _question(path: Path, split: str, index: int, k: int, note: _Annotation, shown: Picture | None) -> Question:
    language = "zh" if has_chinese(note.question) else "en"  # the official rule; its files do not say
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
        pictures=(shown,) if shown else (),
    )


def _quad(path: Path, index: int, numbers: list[float | str]) -> Shape:
    try:
        shape = tuple(float(n) for n in numbers)
    except ValueError as error:
        raise EyechartError(f"{path}, row {index}: evidence {numbers} is not made of numbers.") from error
    if len(shape) != 8:
        raise EyechartError(f"{path}, row {index}: evidence has {len(shape)} numbers, not x1, y1 to x4, y4.")
    bounded(shape, f"{path}, row {index}, evidence")
    return shape


def _picture(root: Path, name: str) -> Picture:
    path = next((p for p in (inside(root, name), inside(root, "images", name)) if p.exists()), None)
    if path is None:
        raise EyechartError(f"Picture {name} is neither in {root} nor in {root / 'images'}.")
    return picture_at(path)


# ---- writing


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None] = lambda done: None) -> None:
    """The training variant, <split>.json, and the evaluation variant, <split>_questions.json, with the pictures.

    Where a release names no pictures, <split>.json is the evaluation variant, as it was.
    """
    (folder / "images").mkdir(parents=True, exist_ok=True)
    split = dataset.manifest.split
    pictured, asked = list[dict[str, Any]](), list[dict[str, Any]]()
    for done, page in enumerate(dataset, 1):
        image = dict[str, Any]()
        for picture in page.pictures[:1]:
            image["image"] = f"{split}_{page.index}.{'jpg' if picture.format == 'jpeg' else 'png'}"
            (folder / "images" / image["image"]).write_bytes(picture.data)
        notes = [_note(q) for q in page.questions]
        pictured.append({**image, "annotation": notes})
        asked += [{"question_id": q.id, **image, **note} for q, note in zip(page.questions, notes, strict=True)]
        progress(done)
    names = [own_name(row["question_id"]) for row in asked]
    if len({*names} - {None}) == len(asked):  # the release's own, as its predictions name them
        asked = [
            {**row, "question_id": int(n) if n and n.isdigit() else n} for row, n in zip(asked, names, strict=True)
        ]
    if all("image" in row for row in pictured):
        (folder / f"{split}.json").write_bytes(msgspec.json.encode(pictured))
        (folder / f"{split}_questions.json").write_bytes(msgspec.json.encode(asked))
    else:
        (folder / f"{split}.json").write_bytes(msgspec.json.encode(asked))


def _note(q: Question) -> dict[str, Any]:
    """A test set may hide answer and evidence."""
    note: dict[str, Any] = {"question": q.text}
    note |= {"answer": q.answers[0]} if q.answers else {}
    return note | ({"evidence": list(q.evidence.regions[0].shape)} if q.evidence and q.evidence.regions else {})


release = Release("estvqa", "signs", ("train", "test"), read, "other")
