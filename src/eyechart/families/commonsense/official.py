"""The official CRIC layout, read as it was released, or with the few further keys of our own export.

<root>/{train_questions, val_questions, test_v1_questions, scene_graphs, knowledge_graph}.json, pictures in images/ or VG_100K*/.
A program is a list of functions with their words and the objects that each found; which step takes which is the order of a
stack, where our `inputs` do not say. A program that cannot be run to the recorded objects is left out; the target stays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from eyechart.core import (
    Evidence,
    Form,
    Graph,
    Page,
    Picture,
    Program,
    Question,
    Region,
    Relation,
    Release,
    Shape,
    Step,
    Thing,
)
from eyechart.errors import EyechartError
from eyechart.families.commonsense.photographs.pictures import picture_path
from eyechart.families.commonsense.photographs.triplets import Triplets, read_triplets
from eyechart.families.commonsense.question.query import TYPES
from eyechart.families.commonsense.world import ARITY, ENDINGS, FUNCTIONS, World
from eyechart.knowledge.stream import pieces, placed
from eyechart.phrasing import YES_NO
from eyechart.program import run
from eyechart.store.foreign import TRIPS, inside, picture_at, reading, told

T = TypeVar("T")
FILES = {
    "train": "train_questions",
    "val": "val_questions",
    "test_seen": "test_seen_questions",  # ours only
    "test": "test_v1_questions",
}
NAMES = {name.lower(): name for name in FUNCTIONS}  # as the release may spell them: find_kg, Find KG, …


class Call(Struct, frozen=True):
    function: str
    text_input: list[Any] = []
    output: list[int] | str | bool | None = None
    inputs: list[int] | None = None  # ours


class KnowledgeItem(Struct, frozen=True):
    triplet: list[str]


class SubGraph(Struct, frozen=True):
    relations: list[Any] = []
    attributes: list[Any] = []
    knowledge_items: list[KnowledgeItem] = []


class Record(Struct, frozen=True, omit_defaults=True):
    image_id: int
    question: str
    question_id: str | int
    question_type: str = ""
    answer: str | bool | None = None
    target: list[int] | None = None
    program: list[Call] = []
    sub_graph: SubGraph = SubGraph()
    wrong_part: Any = None
    language: str = "en"  # ours, from here on
    answers: list[str] = []
    facets: dict[str, str] = {}
    difficulty: float | None = None


class Object(Struct, frozen=True, omit_defaults=True):
    object_id: int
    x: float
    y: float
    w: float
    h: float
    names: list[str] = []
    name: str = ""
    attributes: list[str] | None = None
    thing: str = ""  # ours: its id, facets and data, and its outline where it is no box
    facets: dict[str, str] = {}
    data: dict[str, Any] = {}
    shapes: list[Shape] | None = None

    @property
    def box(self) -> Shape:
        return (self.x, self.y, self.x + self.w, self.y + self.h)

    @property
    def id(self) -> str:
        return self.thing or str(self.object_id)


class Relationship(Struct, frozen=True, omit_defaults=True):
    predicate: str
    subject_id: int
    object_id: int
    relationship_id: int = 0


class SceneGraph(Struct, frozen=True, omit_defaults=True):
    image_id: int
    objects: list[Object] = []
    relationships: list[Relationship] = []
    about: list[Thing] = []  # ours: what the graph says of the scene as a whole
    where: dict[str, list[Shape]] = {}


# ---- reading


def read(root: Path, split: str) -> Iterator[Page]:
    """The pages of a split, one for each picture, in the order of their ids."""
    path = inside(root, f"{FILES.get(split, split)}.json")
    if not path.exists():
        found = [name for name, file in FILES.items() if (root / f"{file}.json").exists()]
        raise EyechartError(
            f"No CRIC split '{split}' in {root}: {path.name} is missing. Found: {', '.join(found) or 'none'}."
        )
    asked = _by_image(path)
    scenes = root / "scene_graphs.json"
    graphs = _by_image(scenes, asked) if scenes.exists() else {}
    known = read_triplets(root / "knowledge_graph.json")
    for image in sorted(asked):
        records = [_record(path, *raw, Record) for raw in asked.pop(image)]
        scene = [_record(scenes, *raw, SceneGraph) for raw in graphs.pop(image, ())]
        with reading(f"{path}, image_id {image}"):
            page = page_of(root, split, image, records, scene[-1] if scene else SceneGraph(image), known)
        yield page


class _Image(Struct, frozen=True):
    image_id: int


def _by_image(path: Path, wanted: Container[int] | None = None) -> dict[int, list[tuple[int, bytes]]]:
    """What a file says of each image, with its place there, not yet decoded: half a million questions are large."""
    found: dict[int, list[tuple[int, bytes]]] = defaultdict(list)
    for number, raw in enumerate(pieces(path)):
        image = _record(path, number, raw, _Image).image_id
        if wanted is None or image in wanted:
            found[image].append((number, raw))
    return found


def _record(path: Path, number: int, raw: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(raw, type=kind)
    except TRIPS as error:
        raise EyechartError(f"{path}: {placed(told(error), number)}.") from error


def page_of(
    root: Path, split: str, image: int, records: Sequence[Record], found: SceneGraph, known: Triplets | None = None
) -> Page:
    path = picture_path(root, image)
    pictures = (picture_at(path),) if path else ()
    scene, where = graph_of(found)
    if known is not None and not found.about:  # our own export is about our own facts
        scene = _told(scene, records, known)
    world = World(scene)
    ids = {o.object_id: o.id for o in found.objects}
    questions = tuple([
        question_of(f"cric/{split}/official/{image}/{record.question_id}", record, world, where, ids, pictures)
        for record in records
    ])  # fmt: skip
    return Page(
        family="commonsense",
        split=split,
        seed=0,
        index=image,
        pictures=pictures,
        scene=scene,
        where=where,
        questions=questions,
    )


def _told(scene: Graph, records: Sequence[Record], known: Triplets) -> Graph:
    """The scene with what the release's knowledge graph says to the programs about it."""
    steps = [step for record in records for step in steps_of(record)]
    queries = [s.arguments for s in steps if s.function in ("Find KG", "Find KG Reverse") and len(s.arguments) == 3]
    nouns = [str(s.arguments[0]) for s in steps if s.function == "Find Hypernym" and s.arguments]
    names = list(dict.fromkeys(thing.name for thing in scene.things))
    triples = [(str(head), str(relation), str(tail)) for head, relation, tail in queries]
    told = msgspec.to_builtins(known.about(names, triples, nouns))
    return Graph((*scene.things, Thing("knowledge", "knowledge", data=told)), scene.relations)


def graph_of(found: SceneGraph) -> tuple[Graph, dict[str, tuple[Shape, ...]]]:
    """A scene graph as ours, and where its objects are."""
    things = list(found.about)
    where = {id: tuple(map(tuple, shapes)) for id, shapes in found.where.items()}
    ids = {o.object_id: o.id for o in found.objects}
    for o in found.objects:
        name = (o.names[0] if o.names else o.name).strip().lower() if not o.thing else o.names[0]
        looks = o.facets or {f"attribute {k}": value for k, value in enumerate(o.attributes or [])}
        things.append(Thing(o.id, name, looks, {"box": list(o.box), **o.data}))
        where[o.id] = tuple(tuple(shape) for shape in o.shapes) if o.shapes is not None else (o.box,)
    relations = [
        Relation(ids[r.subject_id], r.predicate.strip(), ids[r.object_id])
        for r in found.relationships
        if r.subject_id in ids and r.object_id in ids
    ]
    return Graph(tuple(things), tuple(relations)), where


def question_of(
    id: str,
    record: Record,
    world: World,
    where: Mapping[str, tuple[Shape, ...]],
    ids: Mapping[int, str],
    pictures: tuple[Picture, ...],
) -> Question:
    verify = record.question_type.startswith("Verify") or record.answer in ("yes", "no", True, False)
    form: Form = "yes/no" if verify else "fill-in"
    answers = tuple(record.answers) or _answers(record)
    target = [ids[o] for o in record.target or () if o in ids]
    shapes = [Region(shape, (thing,)) for thing in target for shape in where.get(thing, ())]
    return Question(
        id=id,
        text=record.question,
        form=form,
        answers=answers,
        choices=YES_NO[record.language] if verify else (),
        language=record.language,
        template=record.question_type if record.question_type in TYPES else "",
        facets=record.facets or ({"group": "Verify" if verify else "Recognize"}),
        difficulty=record.difficulty,
        evidence=None if record.target is None else Evidence(tuple(shapes)),
        program=program_of(record, world, ids, target),
        scene=world.graph,
        pictures=pictures,
    )


def _answers(record: Record) -> tuple[str, ...]:
    if record.answer is None:
        return ()
    if isinstance(record.answer, bool):
        return (YES_NO["en"][not record.answer],)
    return (record.answer,)


def program_of(record: Record, world: World, ids: Mapping[int, str], target: Sequence[str]) -> Program | None:
    """The program, if running it gives what is recorded."""
    steps = steps_of(record)
    if not steps or steps[-1].function not in ENDINGS:
        return None
    try:
        done = run(Program(steps, steps[-1].inputs), world, FUNCTIONS)
    except (EyechartError, TypeError, IndexError, KeyError):
        return None
    for call, step in zip(record.program, done.steps, strict=True):
        recorded = {ids.get(o) for o in call.output} if isinstance(call.output, list) else None
        if recorded is not None and isinstance(step.output, list) and recorded != {*step.output}:
            return None
    return done if done.steps[steps[-1].inputs[0]].output == list(target) else None


def steps_of(record: Record) -> tuple[Step, ...]:
    """The calls as steps. Where it is not said what a call takes, it takes what was found last and not yet used."""
    steps: list[Step] = []
    free: list[int] = []
    for call in record.program:
        name = NAMES.get(call.function.replace("_", " ").strip().lower())
        if name is None:
            known = ", ".join(FUNCTIONS)
            raise EyechartError(f"Question {record.question_id}: no function '{call.function}'. There are {known}.")
        arity = ARITY.get(name, 1)
        if call.inputs is not None:
            inputs = tuple(call.inputs)
        elif len(free) >= arity:
            inputs = tuple(free[len(free) - arity :])
        else:
            return ()
        free = [*free[: max(len(free) - arity, 0)], len(steps)]
        steps.append(Step(name, inputs, tuple(_words(call.text_input))))
    return tuple(steps)


def _words(given: Sequence[Any]) -> list[str]:
    """The words of a call. A commonsense query is three of them, or one text: "<BLANK, Can, climb the VISION>"."""
    flat = [str(word) for part in given for word in (part if isinstance(part, list) else [part])]
    if len(flat) == 1 and flat[0].count(",") == 2:
        return [word.strip() for word in flat[0].strip("<>⟨⟩ ").split(",")]
    return flat


release = Release("cric", "commonsense", tuple(FILES), read, "CC-BY-4.0")
