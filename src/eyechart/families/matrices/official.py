"""The official V-PROM release: Raven_release/<pid // 5000>/<pid>/{1..16}.jpg and three files of labels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from eyechart.core import Evidence, Graph, Page, Question, Release, Thing
from eyechart.errors import EyechartError, unknown
from eyechart.families.matrices import pickles
from eyechart.families.matrices.ask import MATRIX
from eyechart.families.matrices.rules import RELATIONS, Relation
from eyechart.families.matrices.scene import LETTERS
from eyechart.families.matrices.words import BOOKS
from eyechart.store.foreign import inside, picture_at, reading

FOLDER, PER_FOLDER = "Raven_release", 5000
# Where a kind's labels stand: the file, and the key below the relation.
LABELS: dict[str, tuple[str, str | None]] = {
    "object category": ("obj_gt_labels.npy", None),
    "object count": ("counting_gt_labels.npy", None),
    "object attribute": ("attr_gt_labels.npy", "obj"),
    "human attribute": ("attr_gt_labels.npy", "people"),
}
TEXT = MATRIX.wordings.options("en", "")[0].format(how=BOOKS["en"].how)


class Label(Struct, frozen=True):
    pid: int
    relation: Relation
    kind: str
    answer: int  # 0 to 7; the files count panels, 9 to 16
    paths: tuple[str, ...]  # where the release took its photographs from


def labels(root: Path) -> list[Label]:
    """All labels of a release, by pid."""
    read = {file: pickles.read(_found(root, file)) for file, _ in LABELS.values()}
    made = []
    for kind, (file, below) in LABELS.items():
        for relation in RELATIONS:
            with reading(f"{root / file}, {relation} {kind}"):
                entries = read[file].get(relation, {})
                for pid, entry in _items(entries.get(below, {}) if below else entries):  # a small file lacks some
                    made.append(_label(_pid(pid), relation, kind, entry, file))
    return sorted(made, key=lambda label: label.pid)


def _pid(said: Any) -> int:
    pid = int(said)
    if not 0 <= pid < 10**12:
        raise ValueError(f"{str(said)[:40]} is no pid")
    return pid


def _found(root: Path, file: str) -> Path:
    for place in (inside(root, file), inside(root, FOLDER, file)):
        if place.exists():
            return place
    raise EyechartError(f"No {file} in {root}: expected beside the folder {FOLDER}.")


def _items(entries: Any) -> Iterator[tuple[Any, Any]]:
    yield from entries.items() if isinstance(entries, dict) else enumerate(entries)


def _label(pid: int, relation: Relation, kind: str, entry: Any, file: str) -> Label:
    if not isinstance(entry, dict) or not isinstance(entry.get("label"), int) or not 9 <= entry["label"] <= 16:
        raise EyechartError(f"{file}: label of {relation} {pid} is {str(entry)[:80]}, expected a panel from 9 to 16.")
    paths = entry.get("im_path", [])
    return Label(
        pid, relation, kind, entry["label"] - 9, tuple(map(str, paths if isinstance(paths, list) else [paths]))
    )


def load(root: Path, split: str) -> Iterator[Page]:
    """One page for each label whose pictures are there; `split` is `all` or a kind of element."""
    if split not in release.splits:
        raise unknown("split of V-PROM", split, release.splits)
    for label in labels(root):
        folder = inside(root, FOLDER, str(label.pid // PER_FOLDER), str(label.pid))
        if split in ("all", label.kind) and folder.is_dir():
            yield _page(label, folder, split)


def _page(label: Label, folder: Path, split: str) -> Page:
    missing = [i for i in range(1, 17) if not (folder / f"{i}.jpg").exists()]
    if missing:
        raise EyechartError(f"{folder} has no {missing[0]}.jpg; a matrix has 1.jpg to 16.jpg.")
    pictures = tuple(picture_at(inside(folder, f"{i}.jpg")) for i in range(1, 17))
    ids = [*(f"panel:{i}" for i in range(1, 9)), *(f"candidate:{letter}" for letter in LETTERS)]
    sources = label.paths if len(label.paths) == 16 else (None,) * 16
    things = [Thing(id, "", {}, {"path": path} if path else {}) for id, path in zip(ids, sources, strict=True)]
    scene = Graph((Thing("matrix", "matrix"), *things))
    question = Question(
        id=f"matrices/vprom/0/{label.pid}/0",
        text=TEXT,
        form="choose-picture",
        answers=(LETTERS[label.answer],),
        choices=tuple(LETTERS),
        template=MATRIX.name,
        facets={"relation": label.relation, "kind": label.kind},
        evidence=Evidence((), {"relation": label.relation, "kind": label.kind}),
        scene=scene,
        pictures=pictures[:8],
        choice_pictures=pictures[8:],
    )
    return Page(
        family="matrices",
        split=split,
        seed=0,
        index=label.pid,
        pictures=pictures,
        scene=scene,
        where={},
        questions=(question,),
    )


release = Release(
    "vprom", "matrices", ("all", *LABELS), load, "as the V-PROM authors state; its photographs are Visual Genome's"
)
