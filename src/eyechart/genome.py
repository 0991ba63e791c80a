"""Visual Genome's photographs with questions, asked by the commonsense family's own code: a release for `convert`.

All questions are asked first and put aside on disk; then those that keep answers and knowledge items in balance are chosen.
Photographs belong to a split by their ids, and an index counts those that have questions left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from sys import intern
from typing import Literal

import msgspec

from eyechart import registry
from eyechart.core import Drawing, Family, Graph, Page, Question, Release, Step
from eyechart.errors import EyechartError, unknown
from eyechart.families.commonsense.ask import asked
from eyechart.families.commonsense.assemble import Assembled
from eyechart.families.commonsense.balance import Candidate, balanced
from eyechart.families.commonsense.describe import Scenery
from eyechart.families.commonsense.goal import Goal, goals_in, reached
from eyechart.families.commonsense.official import picture_of, picture_path
from eyechart.families.commonsense.photographs import known_only, scene_of, told, where_of
from eyechart.families.commonsense.tree import TYPES
from eyechart.families.commonsense.world import World
from eyechart.knowledge.conceptnet import Sifted, Sifting, assertions, check_there
from eyechart.knowledge.facts import Knowledge
from eyechart.knowledge.genome import Photo
from eyechart.knowledge.genome.cleaning import Cleaning, Tally, cleaned
from eyechart.knowledge.genome.reading import photos
from eyechart.knowledge.likening import likened
from eyechart.knowledge.refining import Layered, by_wordnet, refine
from eyechart.knowledge.stream import Spool
from eyechart.knowledge.wordnet import find, wordnet
from eyechart.page import question
from eyechart.seeding import Rng, rng_for

SPLITS = {"train": range(7), "val": range(7, 8), "test": range(8, 10), "all": range(10)}  # tenths of the photographs
# Colours that annotators call by either name.
NEAR = {
    "red": ("orange", "pink", "brown", "purple"),
    "orange": ("red", "yellow", "brown"),
    "yellow": ("orange", "brown", "green", "white"),
    "green": ("yellow", "blue", "grey"),
    "blue": ("green", "purple", "grey", "black"),
    "purple": ("blue", "pink", "red", "black"),
    "pink": ("red", "purple", "white", "orange"),
    "brown": ("red", "orange", "yellow", "black", "grey"),
    "black": ("grey", "blue", "brown", "purple"),
    "white": ("grey", "yellow", "pink"),
    "grey": ("white", "black", "blue", "green", "brown"),
}
GOALS, PATIENCE = 3, 5  # of each type in a round, and rounds in vain


class GenomeSettings(Cleaning, frozen=True, kw_only=True):
    """How photographs are cleaned, what is known of them, and what is asked."""

    conceptnet: str = ""  # a conceptnet-assertions-5.x.csv or .csv.gz; empty: our facts alone
    weight: float = 1.0  # of a ConceptNet row, at least
    ours: bool = True  # our facts say what ConceptNet does not
    wordnet: str = ""  # its folder; empty: where Debian or npm put it, if they did
    unknown: Literal["doubt", "drop"] = "doubt"  # of what nothing is known: ask no fact beside it, or drop it
    questions: int = 12  # of a photograph, at most, before balancing
    balance: bool = True
    pictures: bool = True  # needed; false: read graphs alone


def load(root: Path, split: str, settings: GenomeSettings) -> Iterator[Page]:
    """The pages of a split."""
    if split not in SPLITS:
        raise unknown("split of Visual Genome", split, SPLITS)
    if settings.conceptnet:
        check_there(Path(settings.conceptnet))
    tally, kept = cleaned(photos(root), settings, lambda photo: _tenth(photo.image) in SPLITS[split])
    knowledge = knowledge_for(tally, settings)
    family: Family = registry.get("families", "commonsense")
    spool, candidates = Spool(Page), list[Candidate]()
    for photo in kept:
        page = page_of(photo, split, knowledge, family, settings, tally.dropped)
        if page is not None:
            if settings.pictures:
                _photograph(root, photo.image)  # rather now than when all has been asked
            spool.add(page)
            candidates += [_candidate(q) for q in page.questions]
    chosen = balanced(candidates) if settings.balance else {c.id for c in candidates}
    index = 0
    for page in spool:
        questions = tuple(q for q in page.questions if q.id in chosen)
        if questions:
            yield _with_picture(page, questions, index, root, settings)
            index += 1


def _candidate(q: Question) -> Candidate:
    """A million of them share few words."""
    return Candidate(q.id, intern(q.template), intern(q.facets["knowledge"]), intern(q.answers[0]))


def _tenth(image: int) -> int:
    """Which tenth a photograph belongs to: by its id, whatever else there is."""
    return blake2b(str(image).encode(), digest_size=8).digest()[0] * 10 // 256


def knowledge_for(tally: Tally, settings: GenomeSettings) -> Knowledge:
    """Our facts, or ConceptNet's with WordNet's categories, and ours behind them."""
    if not settings.conceptnet:
        return likened()
    names = list(tally.objects)
    rows = assertions(Path(settings.conceptnet), set(names), Sifting(weight=settings.weight), Sifted())
    layers: list[Knowledge] = [refine(rows, set(names)).made]
    if (folder := find(Path(settings.wordnet) if settings.wordnet else None)) is not None:
        layers.append(by_wordnet(wordnet(folder), dict.fromkeys(names, ())))
    return Layered(*layers, likened()) if settings.ours else Layered(*layers)


def page_of(
    photo: Photo, split: str, knowledge: Knowledge, family: Family, settings: GenomeSettings, dropped: Counter[str]
) -> Page | None:
    """A photograph with all that was asked of it, its picture left for later; None if nothing was."""
    scene = scene_of(photo, dropped)
    if settings.unknown == "drop":
        scene, gone = known_only(scene, knowledge)
        dropped["object that the knowledge graph does not know"] += gone
    rng = rng_for("visual-genome", photo.image)
    world = World(scene, knowledge)
    if not world.objects:
        return None
    found = _assembled(Scenery(world, built=False), rng, settings.questions)
    if not found:
        return None
    asks = [msgspec.structs.replace(asked(world, done, rng, "en"), pictures=()) for done in found.values()]
    graph = told(world, [ask.program for ask in asks])
    again, drawing = World(graph), Drawing((), where_of(graph))
    place = f"visual-genome/{split}/official/{photo.image}/"
    made = [question(f"{place}{k}", ask, family, again, graph, drawing, rng) for k, ask in enumerate(asks)]
    return _page(photo.image, split, graph, tuple(_with_other_names(q, graph) for q in made))


def _assembled(scenery: Scenery, rng: Rng, most: int) -> dict[tuple[Step, ...], Assembled]:
    """Questions by their programs; when nothing new comes for some rounds, there is little more to ask."""
    found: dict[tuple[Step, ...], Assembled] = {}
    vain = 0
    while vain < PATIENCE:
        before = len(found)
        for goal in _goals(scenery, rng):
            for done in reached(scenery, goal, rng):
                if not _nearly_so(scenery.world, done):
                    found.setdefault(done.made.steps, done)
                if len(found) == most:
                    return found
        vain = 0 if len(found) > before else vain + 1
    return found


def _nearly_so(world: World, done: Assembled) -> bool:
    """Whether a colour is denied that somebody else might have called the thing's own."""
    asked_for = done.query.last
    if not isinstance(asked_for, tuple) or asked_for[0] != "colour":
        return False
    described = world.numbers(done.found[done.made.described])
    return any(asked_for[1] in NEAR.get(world.objects[i].attributes.get("colour", ""), ()) for i in described)


def _goals(scenery: Scenery, rng: Rng) -> Iterator[Goal]:
    """Some of each type, and facts to verify of any two things, alike or not: photographs have few that are."""
    yield from islice(goals_in(scenery, rng), GOALS * len(TYPES))
    world = scenery.world
    facts = [fact for fact in scenery.known if fact.holds != world.all]
    for fact in rng.sample(facts, min(GOALS, len(facts))):
        ends = (rng.choice(world.ids_of(fact.holds)), rng.choice(world.ids_of(world.all & ~fact.holds)))
        yield Goal("VerifyKG", fact.query, ends)


def _with_other_names(q: Question, graph: Graph) -> Question:
    """What else annotators called the thing asked for is accepted; the scene is that of the page."""
    names: list[str] = []
    if q.template.startswith("QueryObj") and q.evidence is not None:
        meant = {id for region in q.evidence.regions for id in region.things}
        names = [name for thing in graph.things if thing.id in meant for name in thing.data.get("also", ())]
    return msgspec.structs.replace(q, answers=tuple(dict.fromkeys((*q.answers, *names))), scene=None)


def _page(image: int, split: str, graph: Graph, questions: tuple[Question, ...]) -> Page:
    return Page(
        family="commonsense",
        split=split,
        seed=0,
        index=image,
        pictures=(),
        scene=graph,
        where=where_of(graph),
        questions=questions,
    )


def _photograph(root: Path, image: int) -> Path:
    path = picture_path(root, image) or picture_path(root.parent, image)
    if path is None:
        raise EyechartError(
            f"No photograph {image}.jpg in {root}/VG_100K or VG_100K_2. Put it there, or ask of the graphs alone:"
            " --set pictures=false."
        )
    return path


def _with_picture(
    page: Page, questions: tuple[Question, ...], index: int, root: Path, settings: GenomeSettings
) -> Page:
    pictures = (picture_of(_photograph(root, page.index)),) if settings.pictures else ()
    made = tuple(msgspec.structs.replace(q, scene=page.scene, pictures=pictures) for q in questions)
    return msgspec.structs.replace(page, index=index, pictures=pictures, questions=made)


release = Release("visual-genome", "commonsense", tuple(SPLITS), load, "CC-BY-4.0", GenomeSettings)
