"""Scenes for the tests of `commonsense`: small ones told in a few words, and crowded ones by lot without a picture."""

from __future__ import annotations

from eyechart.core import Graph, Relation, Thing
from eyechart.families.commonsense.catalogue import COLOURS, can_be, catalogue, found_in
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
            relations += [Relation(f"t{i}", "next to", f"t{row[k + 1]}"), Relation(f"t{row[k + 1]}", "next to", f"t{i}")]
    return Graph(tuple(things), tuple(relations))
