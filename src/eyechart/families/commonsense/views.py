"""Parts of a page that must not suffice: names without relations, sides without facts, what other questions say without the
picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eyechart.core import Features, Graph, Question, Sight, Thing, View
from eyechart.families.commonsense.catalogue import catalogue
from eyechart.families.commonsense.lookup import table_of
from eyechart.families.commonsense.question.descriptions import ANYTHING_GOES, SIDEWAYS, Scenery
from eyechart.families.commonsense.question.fairness import OURS
from eyechart.families.commonsense.question.query import OPPOSITE
from eyechart.families.commonsense.question.rivals import FEWEST_LEFT, sets_left
from eyechart.families.commonsense.question.siblings import Mention, Telling, mentions, of_the_same, said
from eyechart.families.commonsense.question.soundness import sets_of
from eyechart.families.commonsense.vocabulary import FACETS, VALUES
from eyechart.families.commonsense.world import World
from eyechart.knowledge.facts import facts
from eyechart.phrasing import YES_NO

GUESSED = "colour"  # who is asked for a look, and does not hear which, guesses a colour


def scenery_of(scene: Graph) -> Scenery:
    world = World(scene)
    ours = all(thing.name in catalogue() for thing in world.objects)
    return Scenery(world, fair=OURS if ours else ANYTHING_GOES)


def names_only(question: Question) -> Sight | None:
    """Which names fit the question as far as names and knowledge tell, and how many of them there are."""
    if question.scene is None or question.program is None or question.template.startswith("QueryAtt"):
        return None
    scenery = scenery_of(question.scene)
    world, sets = scenery.world, sets_left(scenery, question.program.steps)
    names = [world.objects[i].name for i in world.numbers(sets[-1])]
    if question.template.startswith("QueryObj"):
        left: dict[str, Features] = {
            name: {"name": name, "as many": float(names.count(name)), "fits": 1.0} for name in dict.fromkeys(names)
        }
        return Sight(question.text, {}, left, prior=1 / max(len(left), FEWEST_LEFT)) if left else None
    counts = {f"after step {i}": float(some.bit_count()) for i, some in enumerate(sets[-3:])}
    fits = {"fitting": float(len(names)), "names": float(len(set(names))), "things": float(len(world.objects))}
    return Sight(question.text, {**counts, **fits})


def looks_only(question: Question) -> Sight | None:
    """Of a question for a look, nothing but the colours that could be asked for in its picture, and whose they are.

    No picture shows all colours, so who sees it rules some out: a fair guess is one of those that are there.
    """
    if question.scene is None or question.program is None or question.template != "QueryAtt":
        return None
    whose: dict[str, list[Thing]] = {}
    for _, thing, facet in scenery_of(question.scene).plain_looks:
        if facet == GUESSED:
            whose.setdefault(thing.attributes[facet], []).append(thing)
    if not whose:
        return None
    objects = {relation.object for relation in question.scene.relations if relation.name not in SIDEWAYS}
    left: dict[str, Features] = {
        value: {
            "look": value,
            "thing": max(things, key=_area).name,
            "things": float(len(things)),
            "area": sum(map(_area, things)),
            "had": float(sum(thing.id in objects for thing in things)),
        }
        for value, things in whose.items()
    }
    asked = question.program.steps[-1].arguments[0]
    return Sight("", {}, left, prior=1 / len(left) if asked == GUESSED else 0.0)


def _area(thing: Thing) -> float:
    left, top, right, bottom = thing.data["box"]
    return float((right - left) * (bottom - top) * thing.data["visible"])


def sides_only(question: Question) -> Sight | None:
    """Where a fact is verified left or right of something: how many things stand on that side and on the other, and how near
    the edges of the picture the landmark is. Neither the fact nor any name is told."""
    if question.scene is None or question.program is None or question.template != "VerifyKG":
        return None
    steps = question.program.steps
    beside = [s for s in steps if s.function == "Relate Reverse" and s.arguments[0] in SIDEWAYS]
    if len(beside) != 1:
        return None
    world, side = World(question.scene), beside[0].arguments[0]
    mark = sets_of(world, steps)[beside[0].inputs[0]]
    box = world.objects[mark.bit_length() - 1].data.get("box")
    if box is None or not question.pictures:
        return None
    here, there = (float(world.related(mark, one, True).bit_count()) for one in (side, OPPOSITE[side]))
    room = (float(box[0]), float(question.pictures[0].width - box[2]))
    to_edge, across = room if side == SIDEWAYS[0] else room[::-1]
    shown: Features = {
        "side": side,
        "functions": " ".join(step.function for step in steps),
        "here": here,
        "across": there,
        "share": here / max(here + there, 1.0),
        "neither": len(world.objects) - here - there,
        "to the edge": to_edge,
        "across to the edge": across,
        "wider": to_edge - across,
    }
    return Sight("", shown)


def verified_by_siblings(questions: Sequence[Question]) -> dict[str, str]:
    """A yes or no by what the other questions of the page say of the thing, of its rivals, or of anything."""
    found: dict[str, str] = {}
    facts_seen: dict[Telling, bool] = {}  # one of two things of which a fact is verified is a yes, perhaps
    for q in questions:
        if q.program is None or q.form != "yes/no":
            continue
        steps, others = q.program.steps, _granted([other for other in questions if other is not q])
        target = steps[steps[-1].inputs[0]]
        asked = (target.function, *target.arguments)
        about = said(steps)[steps[-1].inputs[0]] - {asked}
        known = {telling for mention in of_the_same(about, others) for telling in mention}
        yes = _follows(asked, known)
        if yes is None and asked in facts_seen:
            yes = not facts_seen[asked]
        if yes is None:
            yes = any(asked in mention for mention in others)
        facts_seen[asked] = yes
        found[q.id] = YES_NO[q.language][not yes]
    return found


def _granted(questions: Iterable[Question]) -> list[Mention]:
    """All that some questions take for granted."""
    found: list[Mention] = []
    for q in questions:
        if q.program is not None:
            steps = q.program.steps
            end = steps[-1].inputs[0]
            about = said(steps)[end if q.form != "yes/no" else steps[end].inputs[0]]
            found += mentions(steps, about)
    return found


def _verified(questions: Iterable[Question]) -> list[Mention]:
    """All that some questions ask whether it is so."""
    programs = [q.program.steps for q in questions if q.program is not None and q.form == "yes/no"]
    return [said(steps)[steps[-1].inputs[0]] for steps in programs]


def _follows(asked: Telling, known: set[Telling]) -> bool | None:
    """Does it follow from what is known of a thing, or its contrary? None: neither."""
    if asked in known:
        return True
    if asked[0] == "Find":
        same = [telling for telling in known if telling[0] == "Find" and telling[2:] == asked[2:]]
        return False if same else None
    names = [str(telling[1]) for telling in known if telling[0] == "Find" and len(telling) == 2]
    query = table_of(facts()).queries.get((str(asked[1]), str(asked[2]), str(asked[3]))) if len(asked) == 4 else None
    return next((facts().value(name, query.predicate) for name in names), None) if query is not None else None


def named_by_siblings(questions: Sequence[Question]) -> dict[str, str]:
    """A thing or a look asked for, by what the other questions of the page call it, or ask whether it is, or by any that they
    say."""
    found: dict[str, str] = {}
    for q in questions:
        if q.program is None or q.form == "yes/no":
            continue
        rest = [other for other in questions if other is not q]
        steps, others = q.program.steps, [*_granted(rest), *_verified(rest)]
        kind, about = steps[-1].arguments[0], said(steps)[steps[-1].inputs[0]]
        of_it = [telling for mention in of_the_same(about, others) for telling in mention]
        fitting = [telling for mention in others if mention & about for telling in mention]
        anything = [telling for mention in others for telling in mention]
        facet = (kind,) if kind in FACETS else ()
        said_so = [t[1] for t in (*of_it, *fitting, *anything) if t[0] == "Find" and t[2:] == facet]
        if said_so:
            found[q.id] = str(said_so[0])
    return found


VIEWS = {
    "names without relations": View(
        about="the question, the names of what is there, and what is known of them", see=names_only
    ),
    "looks without question": View(
        about="the colours that could be asked for, whose they are and how large", see=looks_only, impossible=False
    ),
    "sides without fact": View(
        about="the side that is asked, how many things stand on both sides of the landmark, and how near the edges it is",
        see=sides_only,
    ),
    "verified by siblings": View(
        about="the words of the page's questions, for a yes or no", solve=verified_by_siblings
    ),
    "named by siblings": View(
        about="the words of the page's questions, for a thing or a look",
        solve=named_by_siblings,
        prior=1 / len(VALUES["colour"]),
    ),
}
