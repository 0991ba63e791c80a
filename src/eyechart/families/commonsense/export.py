"""Our datasets in CRIC's layout: questions with programs, scene graphs, the knowledge graph, pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from eyechart.core import Page, Program, Question, Step, boxed, own_name
from eyechart.families.commonsense.lookup import BLANK, VISION, triplet
from eyechart.families.commonsense.official import (
    FILES,
    Call,
    KnowledgeItem,
    Object,
    Record,
    Relationship,
    SceneGraph,
    SubGraph,
)
from eyechart.families.commonsense.vocabulary import FACETS
from eyechart.families.commonsense.world import NOT_OBJECTS, World
from eyechart.phrasing import YES_NO

if TYPE_CHECKING:
    from eyechart.store.folder import Dataset

ROOM = 1000  # object ids of one image


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    """<split>_questions.json, scene_graphs.json, knowledge_graph.json, images/."""
    split = dataset.manifest.split
    (folder / "images").mkdir(parents=True, exist_ok=True)
    questions: list[Record] = []
    graphs: list[SceneGraph] = []
    items: dict[tuple[str, ...], None] = {}
    for done, page in enumerate(dataset, 1):
        known = World(page.scene)
        items.update(dict.fromkeys(_plain_items(known)))
        for picture in page.pictures[:1]:  # a release of graphs alone has none
            ending = "jpg" if picture.format == "jpeg" else picture.format
            (folder / "images" / f"{page.index}.{ending}").write_bytes(picture.data)
        numbers = {id: page.index * ROOM + i for i, id in enumerate(known.ids)}
        graphs.append(scene_graph(page, known, numbers))
        for q in page.questions:
            made = record(page, q, known, numbers)
            name = own_name(q.id) if dataset.manifest.release == "cric" else None
            questions.append(msgspec.structs.replace(made, question_id=name) if name else made)
        for made in questions[len(questions) - len(page.questions) :]:
            items.update(dict.fromkeys(tuple(item.triplet) for item in made.sub_graph.knowledge_items))
        progress(done)
    (folder / f"{FILES.get(split, split)}.json").write_bytes(msgspec.json.encode(questions))
    (folder / "scene_graphs.json").write_bytes(msgspec.json.encode(graphs))
    triplets = [dict(zip(("head", "relation", "tail"), item, strict=True)) for item in items]
    (folder / "knowledge_graph.json").write_bytes(msgspec.json.encode(triplets))


def _plain_items(world: World) -> Iterator[tuple[str, str, str]]:
    """What holds of the things shown, without a second one; what takes two is written where a question took it."""
    table, predicates = world.table, world.knowledge.predicates
    for name in dict.fromkeys(thing.name for thing in world.objects):
        facts, _, categories, _ = table.row(name)
        yield from ((name, "IsA", category) for k, category in enumerate(table.categories) if categories >> k & 1)
        for k, id in enumerate(table.predicates):
            if facts >> k & 1:
                head, relation, tail = triplet(predicates[id], "plain")
                yield head.replace(BLANK, name), relation, tail.replace(BLANK, name)


def scene_graph(page: Page, world: World, numbers: dict[str, int]) -> SceneGraph:
    objects = []
    for thing in world.objects:
        shapes = page.where[thing.id]
        left, top, right, bottom = boxed(shapes[0])
        data = {key: value for key, value in thing.data.items() if key != "box"}
        if list(thing.data.get("box", ())) != [left, top, right, bottom]:
            data["box"] = thing.data.get("box")
        objects.append(
            Object(
                numbers[thing.id],
                left,
                top,
                right - left,
                bottom - top,
                names=[thing.name],
                attributes=list(thing.attributes.values()),
                thing=thing.id,
                facets=thing.attributes,
                data=data,
                shapes=list(shapes) if len(shapes) != 1 or len(shapes[0]) != 4 else None,
            )
        )
    relations = [
        Relationship(r.name, numbers[r.subject], numbers[r.object], page.index * ROOM + k)
        for k, r in enumerate(page.scene.relations)
    ]
    about = [thing for thing in page.scene.things if thing.id in NOT_OBJECTS]
    others = {id: list(shapes) for id, shapes in page.where.items() if id not in numbers}
    return SceneGraph(page.index, objects, relations, about, others)


def record(page: Page, q: Question, world: World, numbers: dict[str, int]) -> Record:
    """A release may hide answers and targets, and some of its programs cannot be run: then they are not there."""
    regions = () if q.evidence is None else q.evidence.regions
    target = [numbers[id] for region in regions for id in region.things]
    answer = q.answers[0] if q.answers else None
    return Record(
        image_id=page.index,
        question=q.text,
        question_id=q.id,
        question_type=q.template,
        answer=YES_NO["en"][YES_NO[q.language].index(answer)] if answer and q.form == "yes/no" else answer,
        target=None if q.evidence is None else list(dict.fromkeys(target)),
        program=[_call(q.program, step, numbers) for step in q.program.steps] if q.program else [],
        sub_graph=sub_graph(q.program, world, numbers) if q.program else SubGraph(),
        wrong_part=wrong_part(q),
        language=q.language,
        answers=list(q.answers),
        facets=q.facets,
        difficulty=q.difficulty,
    )


def wrong_part(q: Question) -> str | None:
    """Of a no that we know how to prove: what is asked of the thing, an attribute or something that one knows."""
    if q.form != "yes/no" or q.program is None or q.program.steps[-1].output is not False:
        return None
    asked = q.program.steps[q.program.steps[-1].inputs[0]]
    return "attribute" if asked.function == "Find" and len(asked.arguments) == 2 else "knowledge"


def _call(program: Program, step: Step, numbers: dict[str, int]) -> Call:
    """An ending's output is what it was given, as everything in the release is objects."""
    found = step.output if isinstance(step.output, list) else program.steps[step.inputs[0]].output
    return Call(step.function, [str(word) for word in step.arguments], [numbers[id] for id in found], list(step.inputs))


def sub_graph(program: Program, world: World, numbers: dict[str, int]) -> SubGraph:
    """The relations, attributes and knowledge items by which the steps found what they found."""
    relations: list[Any] = []
    attributes: list[Any] = []
    items: list[KnowledgeItem] = []
    for step in program.steps:
        found = step.output if isinstance(step.output, list) else program.steps[step.inputs[0]].output
        names = [world.objects[world.number[id]] for id in found]
        if step.function in ("Relate", "Relate Reverse"):
            given = program.steps[step.inputs[0]].output
            pairs = [(one, other) for one in given for other in found]
            ordered = pairs if step.function == "Relate" else [(other, one) for one, other in pairs]
            relations += [[numbers[a], step.arguments[0], numbers[b]] for a, b in ordered]
        elif step.function == "Find" and len(step.arguments) == 2:
            attributes += [[numbers[t.id], step.arguments[0]] for t in names]
        elif step.function == "Recognition" and step.arguments[0] in FACETS:
            attributes += [[numbers[t.id], t.attributes[step.arguments[0]]] for t in names]
        elif step.function == "Find Hypernym":
            items += [KnowledgeItem([t.name, "IsA", step.arguments[0]]) for t in names]
        elif step.function in ("Find KG", "Find KG Reverse"):
            items += _items(program, step, world)
    return SubGraph(relations, attributes, list({tuple(i.triplet): i for i in items}.values()))


def _items(program: Program, step: Step, world: World) -> Iterator[KnowledgeItem]:
    """The query with its blank, and its place for a region, filled."""
    names = {id: world.objects[world.number[id]].name for id in world.ids}
    regions = [names[id] for id in program.steps[step.inputs[0]].output] if VISION in " ".join(step.arguments) else [""]
    for id in step.output:
        for region in regions:
            yield KnowledgeItem([str(w).replace(BLANK, names[id]).replace(VISION, region) for w in step.arguments])
