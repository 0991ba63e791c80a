"""Our datasets in the official FigureQA layout: <root>/<split>/{qa_pairs.json, annotations.json, png/<image_index>.png}.

Pies carry one key of our own, `polygon`, since a bounding box does not tell a slice's shape; other readers ignore it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from eyechart.core import Page, Question, Shape, Thing, boxed
from eyechart.families.figures.ask import BY_NAME, KINDS
from eyechart.families.figures.colours import BY_NAME as COLOURS
from eyechart.families.figures.official import NO_ID, NO_NAME, NO_RGB, OFFICIAL_KIND
from eyechart.families.figures.world import PREFIX

if TYPE_CHECKING:
    from eyechart.dataset import Dataset

FOLDERS = {"train": "train1", "val1": "validation1", "val2": "validation2", "test1": "test1", "test2": "test2"}


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    """Our dataset in the official layout. Both JSON files are streamed: a training set does not fit in memory twice."""
    root = folder / FOLDERS[dataset.manifest.split]
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


def _box(shape: Shape) -> dict[str, float]:
    left, top, right, bottom = boxed(shape)
    return {"x": left, "y": top, "w": round(right - left, 2), "h": round(bottom - top, 2)}


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
