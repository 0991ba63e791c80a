"""Every reader with what it reads: a strategy for spoilt files, and the verb that people point at them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import assume
from hypothesis import strategies as st

import eyechart
from campaigns.rig.spoiling import Kept, as_lines, as_table, damaged, file_of, lines_of, spoilt, table_of, written
from eyechart.convert import convert
from eyechart.core import Prediction, Question, Region
from eyechart.export import export
from eyechart.models.oracle import Oracle
from eyechart.score import score
from eyechart.store.folder import Dataset, load
from eyechart.store.predictions import SCHEMA
from eyechart.store.predictions import table_of as columns_of
from eyechart.store.shards import schema
from eyechart.verify import verify

# Each family with its paper's release: the split that we make, and what the release calls it.
RELEASES: Mapping[str, tuple[str, str, str]] = {
    "figures": ("figureqa", "val1", "validation1"),
    "icons": ("iconqa", "val", "val"),
    "commonsense": ("cric", "val", "val"),
    "matrices": ("vprom", "val", "all"),
    "signs": ("estvqa", "val", "val"),
}
COUNT = 2  # pages


@dataclass(frozen=True)
class Reader:
    """`read` gets what `files` gave, in an empty folder of its own. `whole` is such an input, unspoilt."""

    name: str
    files: st.SearchStrategy[Any]
    read: Callable[[Any, Path], None]
    whole: Any


def readers(home: Path) -> Iterator[Reader]:
    """All of them, over small datasets that are made in `home`."""
    from campaigns.rig import talking

    for family, (release, split, own) in RELEASES.items():
        made = _made(home, family, split)
        official = home / f"{family}-{release}"
        if not official.exists():
            export(made, release, official)
        yield from _release(release, own, official)
        yield from _predictions(release, made)
        yield from _dataset(made)
    yield _genome(home)
    yield from talking.readers(load(home / "figures"))


def _made(home: Path, family: str, split: str) -> Dataset:
    from eyechart import registry

    found = registry.get("families", family)
    part = next((name for name in found.splits if name.startswith(split)), next(iter(found.splits)))
    preset = {"preset": "paper"} if family == "matrices" else {}
    return eyechart.generate(family, home / family, split=part, count=COUNT, seed=8, jobs=1, **preset)


# ---- releases


def _release(name: str, split: str, root: Path) -> Iterator[Reader]:
    """Any one of its JSON files spoilt; V-PROM's labels are pickles, and damaged."""
    whole = (path.relative_to(root) for path in root.rglob("*.json") if path.stat().st_size < 2_000_000)
    texts = sorted(
        path for path in whole if not path.parts[0].startswith(".")
    )  # our record of an export is nobody's release
    packed = sorted(path.relative_to(root) for path in root.rglob("*.npy"))
    pictures = sorted(path.relative_to(root) for path in root.rglob("*") if path.suffix in (".png", ".jpg"))[:3]
    if name == "estvqa":
        split = next(path.stem for path in texts if not path.stem.endswith("_questions"))
    if name == "cric":
        split = next(path.stem.removesuffix("_questions") for path in texts if path.stem.endswith("_questions"))
        split = "test" if split.startswith("test") else split
    if name == "figureqa":
        split = texts[0].parts[0]
    if name == "iconqa":
        split = next(path.parts[1] for path in texts if path.parts[0] == "iconqa")
    options = [_one(path, file_of(Kept(json.loads((root / path).read_bytes())))) for path in texts]
    options += [_one(path, damaged(Kept((root / path).read_bytes()))) for path in (*packed, *pictures)]

    def read(one: tuple[Path, bytes], folder: Path) -> None:
        path, data = one
        copy = folder / "release"
        shutil.copytree(root, copy, copy_function=_linked)
        (copy / path).unlink()
        (copy / path).write_bytes(data)
        convert(name, copy, split, folder / "out")

    one = (*texts, *packed)[0]
    yield Reader(f"release {name}", st.one_of(options), read, (one, (root / one).read_bytes()))


def _one(path: Path, content: st.SearchStrategy[bytes]) -> st.SearchStrategy[tuple[Path, bytes]]:
    return content.map(lambda data: (path, data))


def _linked(source: str, target: str) -> str:
    Path(target).hardlink_to(source)
    return target


def _genome(home: Path) -> Reader:
    def thing(id: int, name: str, x: int) -> dict[str, Any]:
        return {
            "object_id": id,
            "names": [name],
            "synsets": [],
            "x": x,
            "y": 40,
            "w": 60,
            "h": 50,
            "attributes": ["red"],
        }

    link = {"relationship_id": 1, "predicate": "on", "subject_id": 2, "object_id": 1}
    objects = [thing(1, "table", 100), thing(2, "apple", 120), thing(3, "dog", 500)]
    files: dict[str, Any] = {
        "scene_graphs.json": [{"image_id": i, "objects": objects, "relationships": [link]} for i in range(1, 9)],
        "image_data.json": [{"image_id": i, "width": 800, "height": 500} for i in range(1, 9)],
    }
    options = [st.tuples(st.just(name), file_of(Kept(content))) for name, content in files.items()]

    def read(one: tuple[str, bytes], folder: Path) -> None:
        root = folder / "release"
        root.mkdir()
        for name, content in files.items():
            (root / name).write_bytes(one[1] if name == one[0] else json.dumps(content).encode())
        convert("visual-genome", root, "train", folder / "out", changes={"pictures": False, "balance": False})

    whole = "image_data.json", json.dumps(files["image_data.json"]).encode()
    return Reader("release visual-genome", st.one_of(options), read, whole)


# ---- predictions


def _predictions(release: str, data: Dataset) -> Iterator[Reader]:
    """In every form: ours as lines, array, CSV and Parquet, and the paper's own file."""
    questions = list(data.questions())
    said = Oracle().answer(questions)
    ours = [msgspec.to_builtins(p) for p in said]
    paper = _paper(release, questions, said)
    plain = [{"question": p.question, "answer": p.answer, "confidence": 0.5, "evidence": ""} for p in said]
    columns = columns_of(said)
    own = (as_table, table_of) if release == "figureqa" else (written, file_of)
    forms: dict[str, tuple[st.SearchStrategy[bytes], bytes]] = {
        "lines": (lines_of(Kept(ours)), as_lines(ours)),
        "array": (file_of(Kept(ours)), written(ours)),
        "table": (table_of(Kept(plain)), as_table(plain)),
        "columns": (_parquet(Kept(columns.to_pylist()), Kept(SCHEMA)), _file_of(columns)),
        release: (own[1](Kept(paper)), own[0](paper)),
    }

    def read(form: str, one: tuple[bytes, bool], folder: Path) -> None:
        path = folder / ("p.parquet" if form == "columns" else "p.json")
        path.write_bytes(one[0])
        score(data, path, partial=one[1])

    for form, (files, whole) in forms.items():
        name = f"predictions {data.manifest.family} {form}"
        yield Reader(name, st.tuples(files, st.booleans()), partial(read, form), (whole, False))


def _paper(release: str, questions: list[Question], said: list[Prediction]) -> Any:
    """The result file that the paper's own code writes, with the right answers."""
    pairs = list(zip(questions, said, strict=True))
    if release == "figureqa":
        return [
            {
                "question_index": k,
                "image_index": q.id.split("/")[3],
                "question_id": 1,
                "question_string": q.text,
                "answer": 1,
            }
            for k, (q, _) in enumerate(pairs)
        ]
    if release == "iconqa":
        return {"accuracy": 1.0, "results": {q.id.split("/")[3]: p.answer for q, p in pairs}}
    if release == "vprom":
        return {q.id.split("/")[3]: 9 for q, _ in pairs}
    regions = [q.evidence.regions[0] if q.evidence and q.evidence.regions else Region((1, 1, 9, 9)) for q, _ in pairs]
    where = [{"target": list(r.things)} if release == "cric" else {"evidence": list(r.shape)} for r in regions]
    return [{"question_id": q.id, "answer": p.answer, **more} for (q, p), more in zip(pairs, where, strict=True)]


@st.composite
def _parquet(draw: st.DrawFn, rows: Kept[list[dict[str, Any]]], kind: Kept[pa.Schema]) -> bytes:
    """Columns tampered with: a value, a gap, a type, a name; some of the files damaged besides."""
    made = draw(spoilt(rows))
    assume(isinstance(made, list) and all(isinstance(row, dict) for row in made))
    try:
        table = pa.Table.from_pylist(made, kind.value if draw(st.booleans()) else None)
    except (pa.ArrowException, ValueError, TypeError, OverflowError, AttributeError):
        try:
            table = pa.Table.from_pylist(made)
        except (pa.ArrowException, ValueError, TypeError, OverflowError, AttributeError):
            assume(False)
    try:
        data = _file_of(table)
    except (pa.ArrowException, UnicodeError):
        assume(False)
    return draw(damaged(Kept(data))) if draw(st.integers(0, 9)) == 0 else data


def _file_of(table: pa.Table) -> bytes:
    file = BytesIO()
    pq.write_table(table, file)
    return file.getvalue()


# ---- folders


def _dataset(data: Dataset) -> Iterator[Reader]:
    """The manifest, or a shard whose sum in the manifest is right."""
    manifest = json.loads((data.folder / "dataset.json").read_bytes())
    shard = data.folder / data.manifest.shards[0].file
    rows = pq.read_table(shard).to_pylist()

    def read(manifest: bytes, content: bytes, folder: Path) -> None:
        (folder / "data").mkdir()
        (folder / "dataset.json").write_bytes(manifest)
        (folder / "data" / shard.name).write_bytes(content)
        found = load(folder)
        verify(folder)
        for _ in found:
            pass
        said = folder / "p.jsonl"
        said.write_text("".join(json.dumps({"question": id, "answer": "yes"}) + "\n" for id in ids))
        score(found, said, partial=True)

    ids = [q.id for q in data.questions()]
    whole = shard.read_bytes()

    def with_shard(content: bytes, folder: Path) -> None:
        entry = {**manifest["shards"][0], "sha256": sha256(content).hexdigest()}
        read(json.dumps({**manifest, "shards": [entry]}).encode(), content, folder)

    family = data.manifest.family
    said = file_of(Kept(manifest))
    yield Reader(f"manifest {family}", said, lambda said, folder: read(said, whole, folder), written(manifest))
    yield Reader(f"shard {family}", _parquet(Kept(rows), Kept(schema(data.family.facets))), with_shard, whole)
