"""Scenes for the tests of `commonsense`: small ones told in a few words, and crowded ones by lot without a picture."""

from __future__ import annotations

from eyechart.core import Graph, Relation, Thing
from eyechart.families.commonsense.catalogue import COLOURS, can_be, catalogue, found_in
from eyechart.families.commonsense.plan import Plan
from eyechart.seeding import Rng


def told(*lines: str) -> Graph:
    """`told("a red cup", "b table", "a on b")`: a thing by id, attributes and name; or a relation."""
    things, relations = list[Thing](), list[Relation]()
    for line in lines:
        first, *middle, last = line.split()
        if last in {t.id for t in things} and first in {t.id for t in things}:
            relations.append(Relation(first, " ".join(middle), last))
            continue
        words = [*middle, last]
        looks = {"colour": words[0]} if words[0] in COLOURS and len(words) > 1 else {}
        things.append(Thing(first, " ".join(words[len(looks) :]), looks))
    return Graph(tuple(things), tuple(relations))


def by_lot(rng: Rng, place: str, count: int = 16) -> Graph:
    """Things of a place in a row, some on others; neighbours are next to each other."""
    names = rng.sample(found_in(place), min(count, len(found_in(place))))
    things, relations = list[Thing](), list[Relation]()
    for i, name in enumerate(names):
        seen = catalogue()[name].seen
        things.append(Thing(f"t{i}", name, {facet: rng.choice(values) for facet, values in seen.items()}))
    row = list[int]()
    for i, name in enumerate(names):
        hosts = [j for j in range(len(names)) if j != i and can_be(name, "on", names[j]) and j in row]
        if hosts and rng.coin(0.6):
            relations.append(Relation(f"t{i}", "on", f"t{rng.choice(hosts)}"))
        else:
            row.append(i)
    for k, i in enumerate(row):
        relations += [Relation(f"t{i}", "left of", f"t{j}") for j in row[k + 1 :]]
        relations += [Relation(f"t{j}", "right of", f"t{i}") for j in row[k + 1 :]]
        if k + 1 < len(row):
            relations += [
                Relation(f"t{i}", "next to", f"t{row[k + 1]}"),
                Relation(f"t{row[k + 1]}", "next to", f"t{i}"),
            ]
    return Graph(tuple(things), tuple(relations))


def laid_out(rng: Rng, plan: Plan, count: int = 16) -> tuple[Graph, list[str]]:
    """The things of a plan and some company, without a picture: what is wanted first."""
    names = [w.concept for w in plan.wanted]
    more = [name for name in found_in(plan.place) if name in plan.company and name not in names]
    company = rng.sample(more, min(len(more), max(count - len(names), 0)))
    things = [Thing(f"t{i}", w.concept, dict(w.attributes)) for i, w in enumerate(plan.wanted)]
    deck = rng.shuffled(COLOURS)
    for i, name in enumerate(company, len(things)):
        looks = {"colour": deck[i % 11]} if catalogue()[name].seen.get("colour") == COLOURS else {}
        things.append(Thing(f"t{i}", name, looks))
    relations = [Relation(f"t{i}", name, f"t{j}") for i, name, j in plan.relations]
    relations += [Relation(f"t{j}", name, f"t{i}") for i, name, j in plan.relations if name == "next to"]
    hosted = {r.subject for r in relations if r.name != "next to"}
    row = list[Thing]()
    for thing in things:
        hosts = [h for h in things if h is not thing and can_be(thing.name, "on", h.name)]
        if thing.id not in hosted and hosts and rng.coin(0.6):
            relations.append(Relation(thing.id, "on", rng.choice(hosts).id))
        elif thing.id not in hosted:
            row.append(thing)
    row = rng.shuffled(row)
    for k, thing in enumerate(row):
        relations += [Relation(thing.id, "left of", later.id) for later in row[k + 1 :]]
        relations += [Relation(later.id, "right of", thing.id) for later in row[k + 1 :]]
        if k + 1 < len(row):
            relations += [Relation(thing.id, "next to", row[k + 1].id), Relation(row[k + 1].id, "next to", thing.id)]
    return Graph(tuple(things), tuple(relations)), [t.id for t in things[: len(plan.wanted)]]
