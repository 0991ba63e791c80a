"""`python -m eyechart.knowledge.facts` prints counts of the facts; `… sample 200 7` prints triplets by lot."""

from __future__ import annotations

import sys
from collections import Counter
from statistics import median

from eyechart.knowledge.concepts import concepts
from eyechart.knowledge.facts import RELATIONS, Facts, Item, facts, stated
from eyechart.knowledge.facts.reading import EVERYTHING
from eyechart.seeding import rng_for


def counts(known: Facts) -> str:
    """Triplets by relation and value: as written (a name under a head), and per concept or pair of concepts."""
    written: Counter[tuple[str, bool | None]] = Counter()
    single: Counter[tuple[str, bool | None]] = Counter()
    pairs: Counter[tuple[str, bool | None]] = Counter()
    heads: Counter[tuple[str, bool]] = Counter()
    for id, entry in known.written.items():
        relation = id.split()[0]
        heads[relation, "_" in id] += 1
        for block in entry.blocks:
            for rule in block.rules:
                written[relation, rule.value] += max(1, len(block.others))
        for other, values in known.tables(id):
            for value, number in Counter(values.values()).items():
                (pairs if other else single)[relation, value] += number
    rows = ["relation         heads (slot)  written yes/no/unsure  per concept yes/no  per pair yes/no"]
    for relation in RELATIONS:
        said = "/".join(str(written[relation, value]) for value in (True, False, None))
        one = f"{single[relation, True]}/{single[relation, False]}"
        two = f"{pairs[relation, True]}/{pairs[relation, False]}"
        shown = f"{heads[relation, False] + heads[relation, True]:>5} ({heads[relation, True]:>2})"
        rows.append(f"{relation:<16} {shown:<13} {said:<22} {one:<19} {two}")
    totals = [sum(table[r, v] for r in RELATIONS for v in (True, False)) for table in (written, single, pairs)]
    asked = f"{len(known.predicates)} predicates, {len(known.nouns)} categories"
    total = "{} triplets of yes and no as written, {} per concept, {} per pair".format(*totals)
    return "\n".join([*rows, asked, total, _unsure(known)])


def sample(known: Facts, number: int, seed: int) -> list[Item]:
    """Triplets by lot: a relation, a value, a head, a second object, a concept, each alike likely."""
    rng = rng_for("facts", "sample", seed)
    ids = {relation: [id for id in known.written if id.split()[0] == relation] for relation in RELATIONS}
    found: list[Item] = []
    while len(found) < number:
        id = rng.choice(ids[rng.choice(RELATIONS)])
        wanted = rng.coin()
        other, values = rng.choice(list(known.tables(id)))
        names = [name for name, value in stated(values) if value is wanted]
        if names:
            found.append(known.item(id, other, rng.choice(names), wanted))
    return found


def _unsure(known: Facts) -> str:
    names = [name for name in concepts() if name in known.groups.members[EVERYTHING]]
    shares = [
        sum(known.value(name, p.id) is None for name in names) / len(names)
        for p in known.predicates.values()
        if not p.slot
    ]
    mean = sum(shares) / len(shares)
    return f"unsure share over {len(names)} concepts: median {median(shares):.0%} of a predicate, mean {mean:.0%}"


def main(words: list[str]) -> None:
    match words:
        case []:
            print(counts(facts()))
        case ["sample", number, seed] if number.isdigit() and seed.isdigit():
            for item in sample(facts(), int(number), int(seed)):
                print(f"{'yes' if item.value else 'no ':<3}  <{item.head}, {item.relation}, {item.tail}>")
        case _:
            sys.exit(
                "Expected nothing, or 'sample', a number of triplets and a seed: python -m eyechart.knowledge.facts sample 200 7"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
