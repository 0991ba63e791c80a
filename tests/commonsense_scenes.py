"""For the tests of `commonsense`: a small knowledge graph, small scenes told in a few words, crowded ones by lot."""

from __future__ import annotations

from pathlib import Path

from eyechart.core import Graph, Relation, Thing
from eyechart.families.commonsense.catalogue import COLOURS, can_be, catalogue, found_in
from eyechart.knowledge.facts import Facts
from eyechart.seeding import Rng

FILES = {
    "groups.txt": "eaten: apple, banana, orange\ntools: knife, pair of scissors\nrest: table, chair, cup, dog, cat",
    "categories.txt": (
        "fruit\n  yes: eaten\n  no: tools, rest\nanimal\n  yes: dog, cat\n  no: eaten, tools, table, chair, cup\n"
    ),
    "used_for.txt": (
        "UsedFor cutting food\n  yes: knife\n  no: everything\n"
        "UsedFor sitting on\n  yes: chair\n  no: everything\n  unsure: table\n"
        "UsedFor cutting _\n  of: eaten\n  yes: knife\n  no: everything\n"
    ),
    "has_property.txt": "HasProperty sweet\n  yes: eaten\n  no: everything\n",
    "has_prerequisite.txt": "HasPrerequisite slicing bread\n  yes: knife\n  no: everything\n",
    "phrases/zh.txt": "UsedFor cutting _: 切_\nHasProperty sweet: 甜\n",
}


def small_facts(folder: Path) -> Facts:
    """A small knowledge graph, so that truths can be counted by hand."""
    (folder / "phrases").mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return Facts(folder)


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
