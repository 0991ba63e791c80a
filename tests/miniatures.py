"""Official releases in miniature, as their files are, for the tests to lay out on disk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

# ---- FigureQA

BOX = {"x": 10, "y": 20, "w": 30, "h": 40.5}


def axis() -> dict[str, Any]:
    some = {"bboxes": [BOX, {**BOX, "x": 50}], "values": [1, 2]}
    return {
        "major_ticks": some,
        "minor_ticks": {"bboxes": [], "values": []},
        "major_labels": {**some, "values": ["a", "b"]},
        "rule": {"bbox": BOX},
        "label": {"bbox": BOX, "text": "xaxis_label"},
    }


def general(**more: Any) -> dict[str, Any]:
    figure = {"x": 0, "y": 0, "w": 400, "h": 300}
    title = {"bbox": BOX, "text": "title"}
    return {"figure_info": {"bbox": figure}, "plot_info": {"bbox": BOX}, "title": title, **more}


def figureqa() -> list[Any]:
    def pair(image: int, id: int, text: str, answer: int, one: str, other: str = "--None--") -> dict[str, Any]:
        return {
            "image_index": image, "question_id": id, "question_string": text, "answer": answer, "color1_name": one,
            "color2_name": other, "color1_id": 1, "color1_rgb": [0, 0, 0], "color2_id": -1, "color2_rgb": [-1, -1, -1],
        }  # fmt: skip

    pairs = {
        "qa_pairs": [
            pair(0, 1, "Is Teal the maximum?", 1, "Teal"),
            pair(0, 2, "Is Teal less than Tan?", 0, "Teal", "Tan"),
            pair(1, 14, "Does Red intersect Blue?", 1, "Red", "Blue"),
            pair(2, 0, "Is Gold the minimum?", 1, "Gold"),
        ]
    }
    bars = {
        "name": "bars", "labels": ["Teal", "Tan"], "colors": ["#008080", "#D2B48C"], "x": ["Teal", "Tan"], "y": [9.5, 3],
        "width": 0.5, "bboxes": [BOX, {**BOX, "x": 60}],
    }  # fmt: skip
    series = [
        {"name": n, "label": n, "color": "#FF0000", "x": [0, 1, 2], "y": y, "bboxes": [BOX, {**BOX, "x": 40}]}
        for n, y in (("Red", [1, 2, 3]), ("Blue", [3, 2.5, 1]))
    ]
    slices = [
        {"name": n, "label": n, "start": a, "end": a + s, "span": s, "bbox": {**BOX, "x": 10 + a}}
        for n, a, s in (("Gold", 0.0, 1.0), ("Peru", 1.0, 5.283185307179586))
    ]
    legend = {"bbox": BOX, "items": [{"model": "Red", "label": {"bbox": BOX, "text": "Red"}, "preview": {"bbox": BOX}}]}
    notes = [
        {"type": "vbar_categorical", "image_index": 0, "models": [bars], "general_figure_info": general(x_axis=axis())},
        {
            "type": "line",
            "image_index": 1,
            "models": series,
            "general_figure_info": general(x_axis=axis(), legend=legend),
        },
        {"type": "pie", "image_index": 2, "models": slices, "general_figure_info": general(legend=legend)},
        {"type": "pie", "image_index": 3, "models": slices, "general_figure_info": general()},  # no question at all
    ]
    return json.loads(json.dumps([pairs, notes]))  # nothing shared: tests change what they get


def lay_out_figureqa(root: Path, split: str, pairs: Any, notes: Any, picture: bytes) -> Path:
    (root / split / "png").mkdir(parents=True)
    (root / split / "qa_pairs.json").write_text(json.dumps(pairs))
    if notes is not None:
        (root / split / "annotations.json").write_text(json.dumps(notes))
    for index in range(4):
        (root / split / "png" / f"{index}.png").write_bytes(picture)
    return root


# ---- CRIC

FORK, PLATE, APPLE = 11, 12, 13
GRAPHS = [
    {
        "image_id": 7,
        "objects": [
            {"object_id": FORK, "x": 10, "y": 10, "w": 20, "h": 60, "names": ["fork"], "attributes": ["silver"]},
            {"object_id": PLATE, "x": 50, "y": 50, "w": 90, "h": 40, "names": ["plate"], "attributes": ["white"]},
            {"object_id": APPLE, "x": 70, "y": 40, "w": 30, "h": 30, "names": ["apple"]},
        ],
        "relationships": [{"relationship_id": 1, "predicate": "on", "subject_id": APPLE, "object_id": PLATE}],
    },
    {"image_id": 8, "objects": [], "relationships": []},
]
KNOWN = [
    {"head": "fork", "relation": "UsedFor", "tail": "moving food to mouth"},
    {"head": "fork", "relation": "Can", "tail": "lift the apple"},
    {"head": "apple", "relation": "IsA", "tail": "food"},
]
EVERY = [FORK, PLATE, APPLE]


def call(function: str, *words: Any, output: Any = None) -> dict[str, Any]:
    return {"function": function, "text_input": list(words), "output": output}


def record(id: str, program: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"image_id": 7, "question": f"Question {id}?", "question_id": id, "program": program,
            "sub_graph": {"relations": [], "attributes": [], "knowledge_items": []}, "wrong_part": None, **more}  # fmt: skip


QUESTIONS = [
    record(
        "1",
        [
            call("Initial", output=EVERY),
            call("Find_KG", "BLANK", "UsedFor", "moving food to mouth", output=[FORK]),
            call("Recognition", "object", output="fork"),
        ],
        question_type="QueryObjKG",
        answer="fork",
        target=[FORK],
    ),
    record(
        "2",
        [
            call("initial", output=EVERY),
            call("find", "plate", output=[PLATE]),
            call("relate reverse", "on", output=[APPLE]),
            call("find kg", ["BLANK", "Can", "lift the VISION"], output=[FORK]),
            call("recognition", "object", output="fork"),
        ],
        question_type="QueryObjKG",
        answer="fork",
        target=[FORK],
    ),
    record(
        "3",
        [
            call("Initial", output=EVERY),
            call("Find Hypernym", "food", output=[APPLE]),
            call("Find", "green", output=[]),
            call("Verify", output="no"),
        ],
        question_type="VerifyAtt",
        answer="no",
        target=[],
    ),
    record(
        "4",  # what it records is not what its knowledge graph gives
        [
            call("Initial", output=EVERY),
            call("Find KG", "<BLANK, UsedFor, eating soup>", output=[PLATE]),
            call("Recognition", "object", output="plate"),
        ],
        question_type="QueryObjKG",
        answer="plate",
        target=[PLATE],
    ),
]


def lay_out_cric(root: Path) -> Path:
    for name, content in (("val_questions", QUESTIONS), ("scene_graphs", GRAPHS), ("knowledge_graph", KNOWN)):
        (root / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return root


# ---- Visual Genome


def box(object_id: int, name: str, x: int, y: int, w: int, h: int, *attributes: str) -> dict[str, Any]:
    return {"object_id": object_id, "names": [name], "synsets": [], "x": x, "y": y, "w": w, "h": h,
            "attributes": list(attributes)}  # fmt: skip


def lay_out_genome(root: Path, images: range = range(1, 13)) -> Path:
    """Kitchens: a table with an apple and a knife on it, a chair and a dog apart."""
    objects = [
        box(1, "table", 100, 200, 300, 150, "brown"),
        box(2, "apple", 150, 180, 30, 30, "green"),
        box(3, "knife", 300, 190, 60, 15),
        box(4, "chair", 560, 250, 90, 140, "blue"),
        box(5, "dog", 700, 380, 90, 90, "black"),
    ]
    links = [
        {"relationship_id": 1, "predicate": "ON", "synsets": [], "subject_id": 2, "object_id": 1},
        {"relationship_id": 2, "predicate": "on top of", "synsets": [], "subject_id": 3, "object_id": 1},
    ]
    root.mkdir(exist_ok=True)
    shots = [{"image_id": i, "objects": objects, "relationships": links} for i in images]
    sizes = [{"image_id": i, "width": 800, "height": 500} for i in images]
    (root / "scene_graphs.json").write_text(json.dumps(shots))
    (root / "image_data.json").write_text(json.dumps(sizes))
    return root


# ---- ConceptNet


def conceptnet_row(
    relation: str, start: str, end: str, weight: float = 1.0, surface: str = "", language: str = "en"
) -> str:
    uri = f"/a/[/r/{relation}/,/c/{language}/{start}/,/c/{language}/{end}/]"
    about = {"dataset": "/d/ours", "license": "cc:by/4.0", "sources": [], "weight": weight}
    if surface:
        about["surfaceText"] = surface
    return "\t".join((uri, f"/r/{relation}", f"/c/{language}/{start}", f"/c/{language}/{end}", json.dumps(about)))
