"""The official FigureQA layout: written from our datasets, and read in every variant that was released.

<root>/<split>/{qa_pairs.json, annotations.json, png/<image_index>.png}. Pies carry one key of our own, `polygon`, since a
bounding box does not tell a slice's shape; other readers ignore it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, field

from eyechart.core import Graph, Page, Picture, Question, Release, Shape, Thing, boxed
from eyechart.errors import EyechartError
from eyechart.families.figures.ask import BY_ID, BY_NAME, KINDS, program_for
from eyechart.families.figures.colours import BY_NAME as COLOURS
from eyechart.families.figures.world import FUNCTIONS, PREFIX, World
from eyechart.phrasing import YES_NO
from eyechart.program import evidence_of, run

if TYPE_CHECKING:
    from eyechart.dataset import Dataset

OUR_SPLITS = {"train": "train1", "val1": "validation1", "val2": "validation2", "test1": "test1", "test2": "test2"}
OFFICIAL_KIND = {
    "vbar": "vbar_categorical",
    "hbar": "hbar_categorical",
    "pie": "pie",
    "line": "line",
    "dot_line": "dot_line",
}
OUR_KIND = {official: ours for ours, official in OFFICIAL_KIND.items()}
NO_NAME, NO_ID, NO_RGB = "--None--", -1, (-1, -1, -1)  # how the release says that there is no second colour


class Box(Struct, frozen=True):
    x: float
    y: float
    w: float
    h: float

    @property
    def shape(self) -> Shape:
        return (self.x, self.y, round(self.x + self.w, 2), round(self.y + self.h, 2))


def _box(shape: Shape) -> dict[str, float]:
    left, top, right, bottom = boxed(shape)
    return {"x": left, "y": top, "w": round(right - left, 2), "h": round(bottom - top, 2)}


# ---- writing


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    """Our dataset in the official layout. Both JSON files are streamed: a training set does not fit in memory twice."""
    root = folder / OUR_SPLITS[dataset.manifest.split]
    (root / "png").mkdir(parents=True)
    with (root / "qa_pairs.json").open("wb") as pairs, (root / "annotations.json").open("wb") as notes:
        pairs.write(b'{"qa_pairs": [')
        notes.write(b"[")
        first = True
        for page in dataset:
            (root / "png" / f"{page.index}.png").write_bytes(page.pictures[0].data)
            notes.write((b"\n" if page.index == 0 else b",\n") + msgspec.json.encode(annotation(page)))
            for q in page.questions:
                pairs.write((b"\n" if first else b",\n") + msgspec.json.encode(_pair(page, q)))
                first = False
            progress(page.index + 1)
        notes.write(b"\n]\n")
        totals = b'"total_distinct_questions": %d, "total_distinct_colors": %d' % (len(KINDS), len(COLOURS))
        pairs.write(b"\n], " + totals + b"}\n")


def _pair(page: Page, q: Question) -> dict[str, Any]:
    assert q.program is not None
    names = [str(step.arguments[0]) for step in q.program.steps if step.function == "find"]
    pair: dict[str, Any] = {
        "image_index": page.index,
        "question_string": q.text,
        "question_id": BY_NAME[q.template].id,
        "answer": int(q.answers[0] == "yes"),
    }
    for number, name in enumerate((*names, NO_NAME)[:2], 1):
        colour = COLOURS.get(name)
        pair[f"color{number}_name"] = name
        pair[f"color{number}_id"] = colour.id if colour else NO_ID
        pair[f"color{number}_rgb"] = colour.rgb if colour else NO_RGB
    return pair


def annotation(page: Page) -> dict[str, Any]:
    """One record of annotations.json."""
    things = {thing.id: thing for thing in page.scene.things}
    kind = things["figure"].attributes["kind"]
    return {
        "type": OFFICIAL_KIND[kind],
        "image_index": page.index,
        "models": _models(page, kind),
        "general_figure_info": _general(page, things),
    }


def _general(page: Page, things: dict[str, Thing]) -> dict[str, Any]:
    where = page.where

    def boxes(name: str) -> list[dict[str, float]]:
        return [_box(shape) for shape in where[name]]

    info: dict[str, Any] = {
        "figure_info": {"bbox": _box(where["figure"][0])},
        "plot_info": {"bbox": _box(where["plot"][0])},
        "title": {"bbox": _box(where["title"][0]), "text": things["title"].name},
    }
    for axis in ("x_axis", "y_axis"):
        if axis in things:
            data = things[axis].data
            info[axis] = {
                "major_ticks": {"bboxes": boxes(f"{axis}/ticks"), "values": data["ticks"]},
                "minor_ticks": {"bboxes": boxes(f"{axis}/minor_ticks"), "values": data["minor_ticks"]},
                "major_labels": {"bboxes": boxes(f"{axis}/labels"), "values": data["labels"]},
                "rule": {"bbox": _box(where[f"{axis}/rule"][0])},
                "label": {"bbox": _box(where[f"{axis}/title"][0]), "text": things[axis].name},
            }
            grid = f"{axis[0]}_gridlines"
            if grid in where:
                info[grid] = {"bboxes": boxes(grid), "values": data["ticks"]}
    if "legend" in things:
        names = [thing.name for thing in things.values() if thing.id.startswith(("series:", "slice:"))]
        rows = zip(names, boxes("legend/labels"), boxes("legend/previews"), strict=True)
        items = [{"model": n, "label": {"bbox": b, "text": n}, "preview": {"bbox": p}} for n, b, p in rows]
        info["legend"] = {"bbox": _box(where["legend"][0]), "items": items}
    return info


def _models(page: Page, kind: str) -> list[dict[str, Any]]:
    elements = [thing for thing in page.scene.things if thing.id.startswith(PREFIX[kind] + ":")]
    where = page.where
    if kind in ("vbar", "hbar"):
        names, values = [t.name for t in elements], [t.data["value"] for t in elements]
        x, y = (names, values) if kind == "vbar" else (values, names)
        boxes = [_box(where[t.id][0]) for t in elements]
        colours = [t.attributes["colour"] for t in elements]
        bars = {"name": "bars", "labels": names, "colors": colours, "x": x, "y": y, "width": 0.5, "bboxes": boxes}
        return [bars]
    if kind == "pie":
        return _slices(page, elements)
    part = "segments" if kind == "line" else "points"
    return [
        {
            "name": t.name,
            "label": t.name,
            "color": t.attributes["colour"],
            "x": t.data["x"],
            "y": t.data["y"],
            "bboxes": [_box(shape) for shape in where[f"{t.id}/{part}"]],
        }
        for t in elements
    ]


def _slices(page: Page, elements: list[Thing]) -> list[dict[str, Any]]:
    """Angles in radians, from the values: the first slice begins where the drawing put it."""
    models = []
    for t in elements:
        start, span = t.data["start"], t.data["span"]
        shape = page.where[t.id][0]
        models.append({
            "name": t.name, "label": t.name, "color": t.attributes["colour"], "start": start, "end": start + span, "span": span,
            "bbox": _box(shape), "polygon": shape,
        })  # fmt: skip
    return models


# ---- reading


class _Pair(Struct, frozen=True):
    image_index: int
    question_string: str
    question_id: int
    color1_name: str
    color2_name: str = NO_NAME
    answer: int | None = None  # test sets hide it


class _Pairs(Struct, frozen=True):
    qa_pairs: list[_Pair]


class _FigureBox(Struct, frozen=True):
    """v1.0.0 has the figure's box inside another `bbox`."""

    x: float = 0
    y: float = 0
    w: float = 0
    h: float = 0
    bbox: Box | None = None

    @property
    def shape(self) -> Shape:
        return self.bbox.shape if self.bbox else Box(self.x, self.y, self.w, self.h).shape


class _Boxed(Struct, frozen=True):
    bbox: Box
    text: str = ""


class _FigureInfo(Struct, frozen=True):
    bbox: _FigureBox


class _Boxes(Struct, frozen=True):
    bboxes: list[Box] = []
    values: list[float | str] = []

    def once(self) -> _Boxes:
        """v1.0.0 repeats the lists of major ticks and labels twice over."""
        half = len(self.bboxes) // 2
        if half and self.bboxes[:half] == self.bboxes[half:]:
            return _Boxes(self.bboxes[:half], self.values[: len(self.values) // 2])
        return self

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return tuple(box.shape for box in self.bboxes)


class _Axis(Struct, frozen=True):
    major_ticks: _Boxes = _Boxes()
    minor_ticks: _Boxes = _Boxes()
    major_labels: _Boxes = _Boxes()
    rule: _Boxed | None = None
    label: _Boxed | None = None


class _LegendItem(Struct, frozen=True):
    model: str
    label: _Boxed
    preview: _Boxed


class _Legend(Struct, frozen=True):
    bbox: Box
    items: list[_LegendItem] = []


class _General(Struct, frozen=True):
    figure_info: _FigureInfo
    plot_info: _Boxed
    title: _Boxed | None = None
    x_axis: _Axis | None = None
    y_axis: _Axis | None = None
    x_gridlines: _Boxes | None = None
    y_gridlines: _Boxes | None = None
    legend: _Legend | None = None


class _Model(Struct, frozen=True):
    """A series, a slice, or all bars of a figure."""

    name: str
    label: str | None = None
    color: str | None = None
    labels: list[str] = []
    colors: list[str] = []
    x: list[float | str] = []
    y: list[float | str] = []
    bboxes: list[Box] = []
    bbox: Box | None = None
    polygon: tuple[float, ...] | None = None
    start: float | None = None
    span: float | None = None


class _Annotation(Struct, frozen=True):
    type: str
    image_index: int
    models: list[_Model]
    general: _General = field(name="general_figure_info")


def read(root: Path, split: str) -> Iterator[Page]:
    """The pages of a split, in the order of their image_index."""
    folder = root / split
    if not (folder / "qa_pairs.json").exists():
        found = sorted(p.parent.name for p in root.glob("*/qa_pairs.json"))
        raise EyechartError(f"No FigureQA split '{split}' in {root}. Found: {', '.join(found) or 'none'}.")
    asked: dict[int, list[_Pair]] = defaultdict(list)
    for number, pair in enumerate(_decode(folder / "qa_pairs.json", _Pairs).qa_pairs):
        if pair.question_id not in BY_ID:
            raise EyechartError(
                f"{folder / 'qa_pairs.json'}: $.qa_pairs[{number}].question_id is {pair.question_id}, not 0 to 14."
            )
        asked[pair.image_index].append(pair)
    notes_file = folder / "annotations.json"
    notes: dict[int, _Annotation] = {}
    if notes_file.exists():
        notes = {note.image_index: note for note in _decode(notes_file, list[_Annotation])}
    for index in sorted(asked.keys() | notes.keys()):
        picture = _picture(folder / "png" / f"{index}.png")
        yield _page(split, index, picture, asked.get(index, []), notes.get(index))


def _decode(path: Path, kind: Any) -> Any:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except msgspec.MsgspecError as error:
        raise EyechartError(f"{path}: {error}.") from error


def _picture(path: Path) -> Picture:
    if not path.exists():
        raise EyechartError(f"{path} is missing; qa_pairs.json or annotations.json names it.")
    data = path.read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n" or len(data) < 24:
        raise EyechartError(f"{path} is not a PNG.")
    return Picture(data, int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))


def _page(split: str, index: int, picture: Picture, pairs: list[_Pair], note: _Annotation | None) -> Page:
    scene, where = _scene(note, index) if note else (Graph((Thing("figure", "figure", {"kind": "unknown"}),)), {})
    world = World(scene)
    questions = tuple(
        _question(f"figureqa/{split}/official/{index}/{k}", pair, world, where, picture, note is not None)
        for k, pair in enumerate(pairs)
    )
    return Page(
        family="figures",
        split=split,
        seed=0,
        index=index,
        pictures=(picture,),
        scene=scene,
        where=where,
        questions=questions,
    )


def _question(
    id: str, pair: _Pair, world: World, where: dict[str, tuple[Shape, ...]], picture: Picture, annotated: bool
) -> Question:
    kind = BY_ID[pair.question_id]
    names = [name for name in (pair.color1_name, pair.color2_name) if name != NO_NAME]
    done = run(program_for(kind, *names), world, FUNCTIONS) if annotated else None
    yes, no = YES_NO["en"]
    facets = {"figure": world.kind} | ({"elements": str(len(world.elements))} if annotated else {})
    return Question(
        id=id,
        text=pair.question_string,
        form="yes/no",
        answers=() if pair.answer is None else (yes if pair.answer else no,),
        choices=(yes, no),
        template=kind.template.name,
        facets=facets,
        evidence=evidence_of(done, where) if done else None,
        program=done,
        scene=world.graph,
        pictures=(picture,),
    )


def _scene(note: _Annotation, index: int) -> tuple[Graph, dict[str, tuple[Shape, ...]]]:
    if note.type not in OUR_KIND:
        raise EyechartError(
            f"annotations.json, image_index {index}: type is '{note.type}', not one of {', '.join(OUR_KIND)}."
        )
    kind, general = OUR_KIND[note.type], note.general
    figure = general.figure_info.bbox.shape
    grid = "yes" if general.x_gridlines else "no"
    things = [Thing("figure", kind, {"kind": kind, "gridlines": grid}, {"width": figure[2], "height": figure[3]})]
    where: dict[str, tuple[Shape, ...]] = {"figure": (figure,), "plot": (general.plot_info.bbox.shape,)}
    if general.title:
        things.append(Thing("title", general.title.text))
        where["title"] = (general.title.bbox.shape,)
    for name, axis, lines in (
        ("x_axis", general.x_axis, general.x_gridlines),
        ("y_axis", general.y_axis, general.y_gridlines),
    ):
        if axis is not None:
            things.append(_read_axis(name, axis, where))
        if lines is not None:
            where[f"{name[0]}_gridlines"] = lines.shapes
    if general.legend is not None:
        things.append(Thing("legend", "legend"))
        where["legend"] = (general.legend.bbox.shape,)
        where["legend/labels"] = tuple(item.label.bbox.shape for item in general.legend.items)
        where["legend/previews"] = tuple(item.preview.bbox.shape for item in general.legend.items)
    things += _read_models(kind, note.models, where, index)
    return Graph(tuple(things)), where


def _read_axis(name: str, axis: _Axis, where: dict[str, tuple[Shape, ...]]) -> Thing:
    ticks, labels = axis.major_ticks.once(), axis.major_labels.once()
    where[f"{name}/ticks"], where[f"{name}/minor_ticks"] = ticks.shapes, axis.minor_ticks.shapes
    where[f"{name}/labels"] = labels.shapes
    if axis.rule:
        where[f"{name}/rule"] = (axis.rule.bbox.shape,)
    if axis.label:
        where[f"{name}/title"] = (axis.label.bbox.shape,)
    data = {"ticks": ticks.values, "minor_ticks": axis.minor_ticks.values, "labels": labels.values}
    return Thing(name, axis.label.text if axis.label else "", {}, data)


def _read_models(kind: str, models: list[_Model], where: dict[str, tuple[Shape, ...]], index: int) -> Iterator[Thing]:
    if kind in ("vbar", "hbar"):
        bars = models[0]
        values = bars.y if kind == "vbar" else bars.x
        colours = bars.colors or [""] * len(bars.labels)
        for i, (name, value, box, colour) in enumerate(zip(bars.labels, values, bars.bboxes, colours, strict=True)):
            where[f"bar:{i}"] = (box.shape,)
            yield Thing(f"bar:{i}", name, {"colour": colour}, {"value": value})
        return
    for i, model in enumerate(models):
        look = {"colour": model.color or (COLOURS[model.name].hex if model.name in COLOURS else "")}
        if kind == "pie":
            if model.bbox is None or model.span is None:
                raise EyechartError(
                    f"annotations.json, image_index {index}, model {i}: a slice needs `bbox` and `span`."
                )
            where[f"slice:{i}"] = (model.polygon or model.bbox.shape,)
            data = {"value": model.span, "start": model.start, "span": model.span}
            yield Thing(f"slice:{i}", model.name, look, data)
        else:
            shapes = tuple(box.shape for box in model.bboxes)
            where[f"series:{i}/{'segments' if kind == 'line' else 'points'}"] = shapes
            where[f"series:{i}"] = (_around(shapes),)
            yield Thing(f"series:{i}", model.name, look, {"x": model.x, "y": model.y})


def _around(shapes: tuple[Shape, ...]) -> Shape:
    columns = list(zip(*shapes, strict=True))
    return (min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3]))


release = Release("figureqa", "figures", ("train1", "validation1", "validation2", "no_annot_test1", "no_annot_test2"), read,
                  "CDLA-Permissive-1.0")  # fmt: skip
