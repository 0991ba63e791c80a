"""The official FigureQA release, read in every variant: v1.0.0 and v1.0.1, with annotations and without."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from eyechart.core import Graph, Page, Picture, Question, Release, Thing
from eyechart.errors import EyechartError
from eyechart.families.figures.annotations import Annotation, Axis
from eyechart.families.figures.charts import PUBLISHED
from eyechart.families.figures.layout import Where
from eyechart.families.figures.templates import BY_ID, program_for
from eyechart.families.figures.world import FUNCTIONS, World
from eyechart.phrasing import YES_NO
from eyechart.program import evidence_of, run
from eyechart.store.foreign import decoded, inside, picture_at, reading

UNKNOWN = "unknown"  # the kind of a figure without annotations
NO_NAME, NO_ID, NO_RGB = "--None--", -1, (-1, -1, -1)  # how the release says that there is no second colour


class _Pair(Struct, frozen=True):
    image_index: int
    question_string: str
    question_id: int
    color1_name: str
    color2_name: str = NO_NAME
    answer: int | None = None  # test sets hide it


class _Pairs(Struct, frozen=True):
    qa_pairs: list[_Pair]


def read(root: Path, split: str) -> Iterator[Page]:
    """The pages of a split, in the order of their image_index."""
    folder = root / split
    if not (folder / "qa_pairs.json").exists():
        found = sorted(p.parent.name for p in root.glob("*/qa_pairs.json"))
        raise EyechartError(f"No FigureQA split '{split}' in {root}. Found: {', '.join(found) or 'none'}.")
    asked: dict[int, list[_Pair]] = defaultdict(list)
    for number, pair in enumerate(decoded(folder / "qa_pairs.json", _Pairs).qa_pairs):
        if pair.question_id not in BY_ID:
            raise EyechartError(
                f"{folder / 'qa_pairs.json'}: $.qa_pairs[{number}].question_id is {pair.question_id}, not 0 to 14."
            )
        asked[pair.image_index].append(pair)
    notes_file = folder / "annotations.json"
    notes: dict[int, Annotation] = {}
    if notes_file.exists():
        notes = {note.image_index: note for note in decoded(notes_file, list[Annotation])}
    files = {int(path.stem) for path in (folder / "png").glob("*.png") if path.stem.isdigit()}
    for index in sorted(asked.keys() | notes.keys() | files):
        drawn = _drawn(inside(root, split, "png", f"{index}.png"))
        with reading(f"{folder}, image_index {index}"):
            page = _page(split, index, drawn, asked.get(index, []), notes.get(index))
        yield page


def _drawn(path: Path) -> Picture:
    if not path.exists():
        raise EyechartError(f"{path} is missing; qa_pairs.json or annotations.json names it.")
    return picture_at(path)


def _page(split: str, index: int, picture: Picture, pairs: list[_Pair], note: Annotation | None) -> Page:
    scene, where = _scene(note, index) if note else (Graph((Thing("figure", "figure", {"kind": UNKNOWN}),)), {})
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


def _question(id: str, pair: _Pair, world: World, where: Where, picture: Picture, annotated: bool) -> Question:
    row = BY_ID[pair.question_id]
    names = [name for name in (pair.color1_name, pair.color2_name) if name != NO_NAME]
    done = run(program_for(row, *names, ending="among"), world, FUNCTIONS) if annotated else None
    yes, no = YES_NO["en"]
    facets = {"figure": world.kind} | ({"elements": str(len(world.elements))} if annotated else {})
    return Question(
        id=id,
        text=pair.question_string,
        form="yes/no",
        answers=() if pair.answer is None else (yes if pair.answer else no,),
        choices=(yes, no),
        template=row.template.name,
        facets=facets,
        evidence=evidence_of(done, where) if done else None,
        program=done,
        scene=world.graph,
        pictures=(picture,),
    )


def _scene(note: Annotation, index: int) -> tuple[Graph, Where]:
    kind = next((name for name, theirs in PUBLISHED.items() if theirs.type == note.type), None)
    if kind is None:
        types = ", ".join(theirs.type for theirs in PUBLISHED.values())
        raise EyechartError(f"annotations.json, image_index {index}: type is '{note.type}', not one of {types}.")
    general = note.general
    figure = general.figure_info.bbox.shape
    grid = "yes" if general.x_gridlines else "no"
    things = [Thing("figure", kind, {"kind": kind, "gridlines": grid}, {"width": figure[2], "height": figure[3]})]
    where: Where = {"figure": (figure,), "plot": (general.plot_info.bbox.shape,)}
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
        things.append(Thing("legend", "legend", {}, {"items": [item.model for item in general.legend.items]}))
        where["legend"] = (general.legend.bbox.shape,)
        where["legend/labels"] = tuple(item.label.bbox.shape for item in general.legend.items)
        where["legend/previews"] = tuple(item.preview.bbox.shape for item in general.legend.items)
    try:
        for thing, shapes in PUBLISHED[kind].read(note.models):
            things.append(thing)
            where |= shapes
    except EyechartError as error:
        raise EyechartError(f"annotations.json, image_index {index}, {error}") from error
    return Graph(tuple(things)), where


def _read_axis(name: str, axis: Axis, where: Where) -> Thing:
    ticks, labels = axis.major_ticks.once(), axis.major_labels.once()
    where[f"{name}/ticks"], where[f"{name}/minor_ticks"] = ticks.shapes, axis.minor_ticks.shapes
    where[f"{name}/labels"] = labels.shapes
    if axis.rule:
        where[f"{name}/rule"] = (axis.rule.bbox.shape,)
    if axis.label:
        where[f"{name}/title"] = (axis.label.bbox.shape,)
    data = {"ticks": ticks.values, "minor_ticks": axis.minor_ticks.values, "labels": labels.values}
    return Thing(name, axis.label.text if axis.label else "", {}, data)


release = Release("figureqa", "figures", ("train1", "validation1", "validation2", "no_annot_test1", "no_annot_test2"), read,
                  "CDLA-Permissive-1.0")  # fmt: skip
