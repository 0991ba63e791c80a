"""`python -m eyechart.knowledge.facts` prints the counts; `… sample 200 7` prints 200 triplets, by lot, to be read."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from statistics import median

from eyechart.knowledge.concepts import concepts
from eyechart.knowledge.facts import RELATIONS, Facts, Item, facts
from eyechart.knowledge.facts.reading import EVERYTHING
from eyechart.seeding import rng_for


def counts(known: Facts) -> str:
    """Triplets by relation and value: as written (a name under a head), and per concept or pair of concepts."""
    written: Counter[tuple[str, bool | None]] = Counter()
    for id, entry in known.written.items():
        for block in entry.blocks:
            for rule in block.rules:
                written[id.split()[0], rule.value] += max(1, len(block.others))
    single: Counter[tuple[str, bool]] = Counter()
    pairs: Counter[tuple[str, bool]] = Counter()
    for slot, item in _items(known):
        (pairs if slot else single)[item.relation, item.value] += 1
    asked = Counter(p.relation for p in known.predicates.values())
    slots = Counter(p.relation for p in known.predicates.values() if p.slot)
    rows = ["relation         predicates (slot)  written yes/no/unsure   per concept yes/no      per pair yes/no"]
    for relation in RELATIONS:
        asks = len(known.nouns) if relation == "IsA" else asked[relation]
        said = "/".join(str(written[relation, value]) for value in (True, False, None))
        one = f"{single[relation, True]}/{single[relation, False]}"
        two = f"{pairs[relation, True]}/{pairs[relation, False]}"
        rows.append(f"{relation:<16} {asks:>6} ({slots[relation]:>2})         {said:<23} {one:<23} {two}")
    total = f"{sum(single.values())} per concept, {sum(pairs.values())} per pair, {sum(written.values())} as written"
    return "\n".join([*rows, f"triplets: {total}", _unsure(known)])


def sample(known: Facts, number: int, seed: int) -> list[Item]:
    """Triplets by lot: relations alike often, yes and no alike often, one in four with a second object."""
    pools: dict[tuple[str, bool, bool], list[Item]] = {}
    for slot, item in _items(known):
        pools.setdefault((item.relation, item.value, slot), []).append(item)
    rng = rng_for("facts", "sample", seed)
    found: list[Item] = []
    while len(found) < number:
        pool = pools.get((rng.choice(RELATIONS), rng.coin(), rng.coin(0.25)))
        if pool:
            found.append(rng.choice(pool))
    return found


def _items(known: Facts) -> Iterator[tuple[bool, Item]]:
    plain = {p.en for p in known.predicates.values() if not p.slot} | set(known.nouns)
    for item in known.items():
        yield item.tail not in plain and item.head not in plain, item


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
