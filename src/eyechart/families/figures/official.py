"""The official FigureQA release, read in every variant: v1.0.0 and v1.0.1, with annotations and without."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from eyechart.core import Graph, Page, Picture, Question, Release, Shape, Thing
from eyechart.errors import EyechartError
from eyechart.families.figures.ask import BY_ID, program_for
from eyechart.families.figures.colours import BY_NAME as COLOURS
from eyechart.families.figures.world import FUNCTIONS, World
from eyechart.phrasing import YES_NO
from eyechart.program import evidence_of, run

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
