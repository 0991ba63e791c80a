"""Pages <-> Parquet. One row per page with its list of questions; pictures embedded as Hugging Face `datasets` reads them.

Texts, answers, facets and evidence are plain columns, so that scoring never builds an object; scenes, places and
programs are JSON strings. Columns are filled flat, leaf by leaf: Arrow's own conversion of nested dictionaries takes
five times as long.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import Any, get_args

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from eyechart.core import Evidence, Form, Graph, Page, Picture, Program, Question, Region, Shape
from eyechart.errors import EyechartError
from eyechart.store.atomic import atomic
from eyechart.store.columns import sound_regions
from eyechart.store.foreign import TRIPS, each, reading, told
from eyechart.store.parquet import writing
from eyechart.store.place import Place, Remote

Written = tuple[int, int, str]  # images, questions, sha256 of a file
ROW_GROUP = 100  # pages; boundaries come from the index, never from who wrote what

encode = msgspec.json.Encoder().encode
_graph = msgspec.json.Decoder(Graph).decode
_program = msgspec.json.Decoder(Program).decode
_labels = msgspec.json.Decoder(dict[str, str]).decode
_where = msgspec.json.Decoder(dict[str, tuple[Shape, ...]]).decode

IMAGE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
SIZE = pa.struct([("width", pa.int32()), ("height", pa.int32())])
FORMS = pa.array(get_args(Form))
REGION = pa.struct([("shape", pa.list_(pa.float64())), ("things", pa.list_(pa.string())), ("picture", pa.int32())])


@lru_cache(64)  # it is asked for by every batch and every shard that is read
def schema(facets: tuple[str, ...]) -> pa.Schema:
    """With the metadata by which `datasets` knows that `images` are pictures."""
    question = pa.struct([
        ("id", pa.string()),
        ("text", pa.string()),
        ("form", pa.string()),
        ("answers", pa.list_(pa.string())),
        ("choices", pa.list_(pa.string())),
        ("language", pa.string()),
        ("template", pa.string()),
        ("facets", pa.struct([(name, pa.string()) for name in facets])),
        ("difficulty", pa.float64()),
        ("evidence", pa.list_(REGION)),
        ("labels", pa.string()),
        ("program", pa.string()),
        ("pictures", pa.list_(pa.int32())),
        ("choice_pictures", pa.list_(pa.int32())),
    ])  # fmt: skip
    made = pa.schema([
        ("index", pa.int64()),
        ("images", pa.list_(IMAGE)),
        ("sizes", pa.list_(SIZE)),
        ("scene", pa.string()),
        ("where", pa.string()),
        ("questions", pa.list_(question)),
    ])  # fmt: skip
    features = {field.name: _feature(field.type) for field in made}
    return made.with_metadata({"huggingface": json.dumps({"info": {"features": features}})})


def _feature(kind: pa.DataType) -> Any:
    """The `datasets` name of an Arrow type."""
    if kind == IMAGE:
        return {"_type": "Image"}
    if pa.types.is_list(kind):
        return {"feature": _feature(kind.value_type), "_type": "List"}
    if pa.types.is_struct(kind):
        return {field.name: _feature(field.type) for field in kind}
    return {"dtype": {"double": "float64"}.get(str(kind), str(kind)), "_type": "Value"}


# ---- writing


class _Lists:
    """A list column in the making: values, and the offsets that cut them up. None adds a null list."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.offsets: list[int | None] = [0]

    def add(self, values: Iterable[Any] | None) -> None:
        if values is None:  # a null at the list's start marks it
            self.offsets[-1] = None
        else:
            self.values.extend(values)
        self.offsets.append(len(self.values))

    def array(self, values: pa.Array) -> pa.Array:
        return pa.ListArray.from_arrays(pa.array(self.offsets, pa.int32()), values)

    def plain(self, kind: pa.DataType) -> pa.Array:
        return self.array(pa.array(self.values, kind))


def batch(pages: Sequence[Page], facets: Sequence[str]) -> pa.RecordBatch:
    """Pages as one Arrow batch."""
    made = schema(tuple(facets))
    questions = [q for page in pages for q in page.questions]
    rows, images, sizes = _Lists(), _Lists(), _Lists()
    places: list[dict[int, int]] = []  # of each question's page: id() of a picture -> its place; others may have it too
    for page in pages:
        rows.add(page.questions)
        images.add([(p.data, f"{page.index}-{i}.{p.format}") for i, p in enumerate(page.pictures)])
        sizes.add([(p.width, p.height) for p in page.pictures])
        places += [{id(p): i for i, p in enumerate(page.pictures)}] * len(page.questions)
    image_bytes, image_paths = zip(*images.values, strict=True) if images.values else ((), ())
    widths, heights = zip(*sizes.values, strict=True) if sizes.values else ((), ())
    struct = pa.StructArray.from_arrays
    columns = [
        pa.array([page.index for page in pages], pa.int64()),
        images.array(
            struct([pa.array(image_bytes, pa.binary()), pa.array(image_paths, pa.string())], fields=list(IMAGE))
        ),
        sizes.array(struct([pa.array(widths, pa.int32()), pa.array(heights, pa.int32())], fields=list(SIZE))),
        pa.array([encode(page.scene) for page in pages], pa.string()),
        pa.array([encode(page.where) for page in pages], pa.string()),
        rows.array(_question_column(questions, made.field("questions").type.value_type, facets, places)),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=made)


def _question_column(
    questions: Sequence[Question], kind: pa.StructType, facets: Sequence[str], places: Sequence[dict[int, int]]
) -> pa.Array:
    answers, choices, pictures, choice_pictures = _Lists(), _Lists(), _Lists(), _Lists()
    for q, place in zip(questions, places, strict=True):
        answers.add(q.answers)
        choices.add(q.choices)
        pictures.add([place[id(p)] for p in q.pictures])
        choice_pictures.add([place[id(p)] for p in q.choice_pictures])
    evidence = region_column([None if q.evidence is None else q.evidence.regions for q in questions])
    sound_regions(evidence, lambda row: questions[row].id)
    text = pa.string()
    leaves = {
        "id": pa.array([q.id for q in questions], text),
        "text": pa.array([q.text for q in questions], text),
        "form": pa.array([q.form for q in questions], text),
        "answers": answers.plain(text),
        "choices": choices.plain(text),
        "language": pa.array([q.language for q in questions], text),
        "template": pa.array([q.template for q in questions], text),
        "facets": pa.StructArray.from_arrays(
            [pa.array([q.facets.get(name) for q in questions], text) for name in facets],
            fields=list(kind.field("facets").type),
        ),
        "difficulty": pa.array([q.difficulty for q in questions], pa.float64()),
        "evidence": evidence,
        "labels": pa.array(
            [encode(q.evidence.labels) if q.evidence and q.evidence.labels else None for q in questions], text
        ),
        "program": pa.array([encode(q.program) if q.program else None for q in questions], text),
        "pictures": pictures.plain(pa.int32()),
        "choice_pictures": choice_pictures.plain(pa.int32()),
    }
    return pa.StructArray.from_arrays([leaves[field.name] for field in kind], fields=list(kind))


def region_column(evidence: Iterable[Sequence[Region] | None]) -> pa.Array:
    """Lists of regions as Arrow; predictions use it too."""
    regions, shapes, things = _Lists(), _Lists(), _Lists()
    for some in evidence:
        regions.add(some)
    for region in regions.values:
        shapes.add(region.shape)
        things.add(region.things)
    pictures = pa.array([region.picture for region in regions.values], pa.int32())
    leaves = [shapes.plain(pa.float64()), things.plain(pa.string()), pictures]
    return regions.array(pa.StructArray.from_arrays(leaves, fields=list(REGION)))


def write_shard(
    path: Place, pages: Iterable[Page], facets: Sequence[str], record: Callable[[Written], None] = lambda written: None
) -> Written:
    """Stream pages into a file that gets its name only when it is whole, and recorded."""
    images = questions = 0
    stream = iter(pages)
    with atomic(path) as part:
        with writing(part, schema(tuple(facets))) as writer:
            while group := list(islice(stream, ROW_GROUP)):
                with reading(f"{path}, page {group[0].index} or one after it"):
                    made = batch(group, facets)
                writer.write_batch(made, row_group_size=ROW_GROUP)
                images += len(group)
                questions += sum(len(page.questions) for page in group)
        written = images, questions, file_digest(part)
        record(written)
    return written


def file_digest(path: Place) -> str:
    with path.open("rb") as file:
        digest = sha256()
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


# ---- reading


def read_shard(path: Place, group: int | None = None, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
    """The row groups of a shard, or one of them; all columns, or some."""
    with opened(path) as file:
        for i in range(file.num_row_groups) if group is None else (group,):
            yield from file.read_row_group(i, columns=columns).combine_chunks().to_batches()


@contextmanager
def opened(path: Place, **how: Any) -> Iterator[pq.ParquetFile]:
    """A shard whose columns are ours, each page of it checked as it is read."""
    try:
        source = path.open() if isinstance(path, Remote) else path
        with pq.ParquetFile(source, page_checksum_verification=True, **how) as file:
            conforms(path, file.schema_arrow)
            yield file
    except (*TRIPS, pa.ArrowException) as error:
        raise broken(path, error) from error


def conforms(path: Place, found: pa.Schema) -> None:
    """Raise for a column that is not as we write it. Which facets there are is the family's business."""
    facets: list[str] = []
    if "questions" in found.names and pa.types.is_list(kind := found.field("questions").type):
        inner = kind.value_type
        if pa.types.is_struct(inner) and inner.get_field_index("facets") >= 0:
            held = inner.field("facets").type
            facets = [field.name for field in held] if pa.types.is_struct(held) else []
    for field in schema(tuple(facets)):
        if found.names.count(field.name) != 1:
            raise EyechartError(
                f"{path}: column '{field.name}' is there {found.names.count(field.name)} times, not once."
            )
        if found.field(field.name).type != field.type:
            raise EyechartError(
                f"{path}: column '{field.name}' is of type {str(found.field(field.name).type)[:200]}, "
                f"expected {str(field.type)[:200]}."
            )


def whole(column: pa.ChunkedArray) -> pa.Array:
    """A column in one piece; `combine_chunks` copies even what is in one already."""
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def broken(path: Place, error: Exception) -> EyechartError:
    return EyechartError(
        f"Shard {path} cannot be read; it is damaged or cut off ({told(error)}). "
        "Delete it and run the same `eyechart generate` again: only this shard is made anew."
    )


def pages_of(rows: pa.RecordBatch, family: str, split: str, seed: int, place: object = "batch") -> Iterator[Page]:
    """The pages of a batch; `place` says where it comes from."""
    with reading(place):
        _check(rows.column("questions"), place)
    yield from each(_pages(rows, family, split, seed), place)


NEEDED = (
    "id", "text", "form", "answers", "choices", "language", "template", "facets", "pictures", "choice_pictures",
)  # fmt: skip


def _check(column: pa.ListArray, place: object) -> None:
    """Raise for a question that lacks what every question has; Arrow knows types, not what may be left out."""
    questions = column.flatten()
    if column.null_count or questions.null_count:
        raise EyechartError(f"{place}: a page without its questions, or a question without anything.")
    for name in NEEDED:
        leaf = questions.field(name)
        if leaf.null_count or (pa.types.is_list(leaf.type) and leaf.flatten().null_count):
            raise EyechartError(f"{place}: a question without its '{name}', or with a gap in it.")
    strange = pc.index(pc.is_in(questions.field("form"), value_set=FORMS), False).as_py()
    if strange >= 0:
        form = questions.field("form")[strange]
        raise EyechartError(f"{place}, question {questions.field('id')[strange]}: no form '{form}' of answer.")
    sound_regions(questions.field("evidence"), lambda row: f"{place}, question {questions.field('id')[row]}")


def check_labels(column: pa.Array) -> None:
    """Raise for labels that are no object of texts."""
    for labels in pc.unique(column.drop_null()).to_pylist():
        _labels(labels)


def _pages(rows: pa.RecordBatch, family: str, split: str, seed: int) -> Iterator[Page]:
    indices = rows.column("index").to_pylist()
    sizes = rows.column("sizes").to_pylist()
    if "images" in rows.schema.names:
        images = rows.column("images").to_pylist()
    else:
        images = [[{"bytes": b"", "path": ".png"}] * len(some) for some in sizes]  # not read: the pictures are empty
    scenes, places = rows.column("scene").to_pylist(), rows.column("where").to_pylist()
    column = rows.column("questions")
    offsets = column.offsets.to_pylist()
    leaves = _leaves(column.values)
    for row, index in enumerate(indices):
        pictures = tuple([
            _picture(image, size) for image, size in zip(images[row], sizes[row], strict=True)
        ])  # fmt: skip
        scene = _graph(scenes[row])
        questions = [_question(leaves, i, scene, pictures) for i in range(offsets[row], offsets[row + 1])]
        yield Page(
            family=family,
            split=split,
            seed=seed,
            index=index,
            pictures=pictures,
            scene=scene,
            where=_where(places[row]),
            questions=tuple(questions),
        )


def _picture(image: dict[str, Any], size: dict[str, Any]) -> Picture:
    format, width, height = image["path"].rpartition(".")[2], size["width"], size["height"]
    if image["bytes"] is None or format not in ("png", "jpeg") or width < 1 or height < 1:
        raise EyechartError(f"picture {image['path']!r} of {width} × {height} pixels is none.")
    return Picture(image["bytes"], width, height, format)


def _leaves(column: pa.StructArray) -> dict[str, list[Any]]:
    """Every leaf of the question column as a Python list. Evidence comes as lists of regions."""
    leaves = {field.name: column.field(field.name) for field in column.type if field.name != "evidence"}
    found = {name: leaf.to_pylist() for name, leaf in leaves.items()}
    found["evidence"] = regions_of(column.field("evidence"))
    return found


def regions_of(column: pa.ListArray) -> list[tuple[Region, ...] | None]:
    """A column of evidence as regions; null where nothing is said."""
    offsets, valid = column.offsets.to_pylist(), column.is_valid().to_pylist()
    inner = column.values
    shapes, things, pictures = (inner.field(i).to_pylist() for i in range(3))
    regions = [
        Region(tuple(shape), tuple(thing or ()), picture or 0)
        for shape, thing, picture in zip(shapes, things, pictures, strict=True)
    ]
    return [tuple(regions[offsets[i] : offsets[i + 1]]) if ok else None for i, ok in enumerate(valid)]


def _question(leaves: dict[str, list[Any]], i: int, scene: Graph, pictures: tuple[Picture, ...]) -> Question:
    regions, labels, program = leaves["evidence"][i], leaves["labels"][i], leaves["program"][i]
    facets = {name: value for name, value in leaves["facets"][i].items() if value is not None}
    return Question(
        id=leaves["id"][i],
        text=leaves["text"][i],
        form=leaves["form"][i],
        answers=tuple(leaves["answers"][i]),
        choices=tuple(leaves["choices"][i]),
        language=leaves["language"][i],
        template=leaves["template"][i],
        facets=facets,
        difficulty=leaves["difficulty"][i],
        evidence=None if regions is None else Evidence(regions, _labels(labels) if labels else {}),
        program=_program(program) if program else None,
        scene=scene,
        pictures=tuple([pictures[n] for n in leaves["pictures"][i]]),
        choice_pictures=tuple([pictures[n] for n in leaves["choice_pictures"][i]]),
    )
