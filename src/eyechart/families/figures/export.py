"""Our datasets in the official FigureQA layout.

<root>/<split>/{qa_pairs.json, annotations.json, png/<image_index>.png}.

Pies carry one key of our own, `polygon`, since a bounding box does not tell a slice's shape; other readers ignore it. What was
read from a release keeps the release's split; without annotations there, or answers, there are none here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from eyechart.core import Page, Question
from eyechart.errors import EyechartError
from eyechart.families.figures.annotations import box_of
from eyechart.families.figures.charts import PUBLISHED
from eyechart.families.figures.colours import BY_NAME as COLOURS
from eyechart.families.figures.official import NO_ID, NO_NAME, NO_RGB, UNKNOWN
from eyechart.families.figures.templates import BY_NAME, ROWS
from eyechart.families.figures.world import World
from eyechart.phrasing import YES_NO

if TYPE_CHECKING:
    from eyechart.store.folder import Dataset

COLOUR_NAMES = re.compile("|".join(sorted(COLOURS, key=len, reverse=True)))  # Dark Red before Red
FOLDERS = {"train": "train1", "val1": "validation1", "val2": "validation2", "test1": "test1", "test2": "test2"}


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    """Our dataset in the official layout. Both JSON files are streamed: a training set does not fit in memory twice."""
    split = dataset.manifest.split
    root = folder / FOLDERS.get(split, split)
    (root / "png").mkdir(parents=True)
    with (root / "qa_pairs.json").open("wb") as pairs, (root / "annotations.json").open("wb") as notes:
        pairs.write(b'{"qa_pairs": [')
        notes.write(b"[")
        annotated = asked = 0
        for done, page in enumerate(dataset, 1):
            (root / "png" / f"{page.index}.png").write_bytes(page.pictures[0].data)
            if World(page.scene).kind != UNKNOWN:
                notes.write((b",\n" if annotated else b"\n") + msgspec.json.encode(annotation(page)))
                annotated += 1
            for q in page.questions:
                pairs.write((b",\n" if asked else b"\n") + msgspec.json.encode(_pair(page, q)))
                asked += 1
            progress(done)
        notes.write(b"\n]\n")
        totals = b'"total_distinct_questions": %d, "total_distinct_colors": %d' % (len(ROWS), len(COLOURS))
        pairs.write(b"\n], " + totals + b"}\n")
    if not annotated:
        (root / "annotations.json").unlink()


def _pair(page: Page, q: Question) -> dict[str, Any]:
    pair: dict[str, Any] = {
        "image_index": page.index,
        "question_string": q.text,
        "question_id": BY_NAME[q.template].id,
    }
    if q.answers:
        pair["answer"] = int(q.answers[0] == YES_NO[q.language][0])
    for number, name in enumerate((*_named(q), NO_NAME)[:2], 1):
        colour = COLOURS.get(name)
        pair[f"color{number}_name"] = name
        pair[f"color{number}_id"] = colour.id if colour else NO_ID
        pair[f"color{number}_rgb"] = colour.rgb if colour else NO_RGB
    return pair


def _named(q: Question) -> list[str]:
    """The elements that a question is about: those its program finds, or in a test set the colours in its words."""
    if q.program is not None:
        return [str(step.arguments[0]) for step in q.program.steps if step.function == "find"]
    names = COLOUR_NAMES.findall(q.text)
    if not names:
        raise EyechartError(f"{q.id} names no colour of FigureQA's list, so its layout has no place for it: {q.text}")
    return names


def annotation(page: Page) -> dict[str, Any]:
    """One record of annotations.json."""
    world = World(page.scene)
    if world.kind not in PUBLISHED:
        raise EyechartError(
            f"FigureQA's files have no figures of kind {world.kind}. Generate with --set kinds={','.join(PUBLISHED)}."
        )
    theirs = PUBLISHED[world.kind]
    return {
        "type": theirs.type,
        "image_index": page.index,
        "models": theirs.write(list(world.elements.values()), page.where),
        "general_figure_info": _general(page, world),
    }


def _general(page: Page, world: World) -> dict[str, Any]:
    """A release may leave out a title, a rule or a label."""
    where, things = page.where, world.parts

    def boxes(name: str) -> list[dict[str, float]]:
        return [box_of(shape) for shape in where[name]]

    info: dict[str, Any] = {
        "figure_info": {"bbox": box_of(where["figure"][0])},
        "plot_info": {"bbox": box_of(where["plot"][0])},
    }
    if "title" in things:
        info["title"] = {"bbox": box_of(where["title"][0]), "text": things["title"].name}
    for axis in ("x_axis", "y_axis"):
        if axis in things:
            data = things[axis].data
            info[axis] = {
                "major_ticks": {"bboxes": boxes(f"{axis}/ticks"), "values": data["ticks"]},
                "minor_ticks": {"bboxes": boxes(f"{axis}/minor_ticks"), "values": data["minor_ticks"]},
                "major_labels": {"bboxes": boxes(f"{axis}/labels"), "values": data["labels"]},
            }
            if f"{axis}/rule" in where:
                info[axis]["rule"] = {"bbox": box_of(where[f"{axis}/rule"][0])}
            if f"{axis}/title" in where:
                info[axis]["label"] = {"bbox": box_of(where[f"{axis}/title"][0]), "text": things[axis].name}
            grid = f"{axis[0]}_gridlines"
            if grid in where:
                info[grid] = {"bboxes": boxes(grid), "values": data["ticks"]}
    if "legend" in things:
        named = things["legend"].data.get("items", world.by_name)  # in a release in the legend's own order
        rows = zip(named, boxes("legend/labels"), boxes("legend/previews"), strict=True)
        items = [{"model": n, "label": {"bbox": b, "text": n}, "preview": {"bbox": p}} for n, b, p in rows]
        info["legend"] = {"bbox": box_of(where["legend"][0]), "items": items}
    return info
