"""Who else is there: the furniture of the place, people, and small company until there are enough."""

from __future__ import annotations

from collections.abc import Callable, Container

from eyechart.families.commonsense.catalogue import at_home, company_in, entry, found_in, painted
from eyechart.families.commonsense.company import STANDING, Company
from eyechart.families.commonsense.look import complete
from eyechart.families.commonsense.node import Node
from eyechart.families.commonsense.places.ground import GROUNDS
from eyechart.families.commonsense.room import takes

PEOPLE = ("man", "woman", "boy", "girl")
PATIENCE = 15  # guests in a row that find no place: then it is full
SEVERAL = ("chair", "tree", "pine tree", "palm tree", "car", "cow", "sheep", "pig", "horse", "street lamp")


def furnish(company: Company) -> None:
    for likely, names in GROUNDS[company.place].furnished:
        name = company.rng.choice(names)
        if (
            not company.rng.coin(likely)
            or len(company.everything()) >= max(7, company.target - 6)
            or name in company.concepts
            or not company.welcome(name)
        ):
            continue
        node = company.make(name)
        if node is not None and not company.home(node, False, 0):
            company.forget(node)


def populate(company: Company) -> None:
    """Somebody, sometimes two, sitting or with something in hand; those who are there anyway count."""
    likely = GROUNDS[company.place].people
    for chance in (likely, likely * 0.35)[len(company.people()) :]:
        if not company.rng.coin(chance) or len(company.everything()) + 4 > company.target:
            return
        options = [name for name in PEOPLE if company.wish.allow(name)]
        node = company.make(company.rng.choice(options)) if options else None
        if node is None:
            return
        seats = [n for n in company.roots if takes(n, node, "sit") and not any(c.spot == "sit" for c in n.children)]
        if seats and company.rng.coin(0.85):
            node.at(company.rng.choice(seats), "sit")
        else:
            node.spot = "floor"
            company.roots.append(node)
        if not company.dress(node):
            company.drop(node)
            return
        if node.spot != "sit" and company.rng.coin(0.6):
            _hand(company, node)


def _hand(company: Company, person: Node) -> None:
    names = [name for name in found_in(company.place) if "hand" in entry(name).spots and company.welcome(name)]
    held = company.make(company.rng.choice(names)) if names else None
    if held is None:
        return
    if takes(person, held, "hand"):
        held.at(person, "hand")
    else:
        company.forget(held)


def fill(company: Company, put: Callable[[Node], bool]) -> None:
    """Small company, most of it on, in and under what is there; now and then another of the same in another colour."""
    names = dict.fromkeys(name for name in company_in(company.place) if company.wish.allow(name))
    alone = [name for name in names if any(company.place in STANDING.get(spot, ()) for spot in entry(name).spots)]
    there = company.everything()
    hosted, again = _options(company, names, there)
    misses = 0
    while misses < PATIENCE and len(there) < company.target and alone:
        at = bool(hosted) and company.rng.coin(0.85 if misses < 4 else 0.35)
        misses += 1
        options = hosted if at else alone
        if again and company.rng.coin(0.2):
            options = again
        elif company.rng.coin(0.35):
            options = [name for name in options if name in painted()] or options
        node = _welcomed(company, company.rng.choice(options), there)
        if node is None:
            continue
        if not company.home(node, False, 0, 0.15 if at else 0.85):
            company.forget(node)
            continue
        _contrast(company, node)
        if not put(node):
            company.drop(node)
            continue
        misses = 0
        there.append(node)
        hosted, again = _options(company, names, there)


def _contrast(company: Company, node: Node) -> None:
    """Not in the colour of what it is on or in, where that is left to chance."""
    colour = node.attributes.get("colour")
    if (
        node.host is not None
        and colour
        and colour == node.host.attributes.get("colour")
        and len(node.entry.seen["colour"]) > 1
    ):
        asked = {name: value for name, value in node.attributes.items() if name in ("state", "size", "pattern")}
        company.dealt.remove(colour)
        node.attributes = complete(company.rng, node.entry, asked, (*company.dealt, *[colour] * 99)) or node.attributes
        company.dealt.append(node.attributes["colour"])


def _welcomed(company: Company, name: str, there: list[Node]) -> Node | None:
    """Another thing, if it may come and can be told from what is there."""
    if company.concepts.count(name) >= (1 if _single(name) else 2) or not company.welcome(name):
        return None
    if name in company.concepts and not _tells_apart(company, name, there):
        return None
    return company.make(name)


def _options(company: Company, names: Container[str], there: list[Node]) -> tuple[list[str], list[str]]:
    """What could be at something that is there, and what there could be another of."""
    offers = {offer for node in there for offer in node.entry.offers if offer != "person"}
    hosted = [name for name in at_home(company.place, tuple(sorted(offers))) if name in names]
    again = [n.concept for n in there if "colour" in n.entry.seen and n.concept in names and not _single(n.concept)]
    return hosted, again


def _tells_apart(company: Company, name: str, there: list[Node]) -> bool:
    """Can another of a concept be told from the one that is there, and not spoil its size?"""
    same = [node for node in there if node.concept == name]
    return len(entry(name).seen.get("colour", ())) > 1 and not any("size" in node.attributes for node in same)


def _single(name: str) -> bool:
    """Is one of it enough for a place?"""
    one = entry(name)
    return (max(one.width, one.height) > 96 and name not in SEVERAL) or one.spots[0] in ("wall", "sky")
