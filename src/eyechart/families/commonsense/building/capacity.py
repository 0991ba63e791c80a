"""Is there room for a thing on, in or under another, in a hand or on a body, beside what is there already?"""

from __future__ import annotations

from math import inf

from eyechart.families.commonsense.art.sprites import size_of
from eyechart.families.commonsense.building.node import Node
from eyechart.families.commonsense.building.surfaces import SURFACES
from eyechart.families.commonsense.catalogue import FOR_WOMEN, SPOTS, WOMEN, suits

CAPACITY = {
    "plate": 1,
    "bowl": 2,
    "basket": 2,
    "box": 2,
    "vase": 1,
    "chair": 1,
    "stool": 1,
    "armchair": 1,
    "rug": 2,
    "bench": 2,
}


def takes(host: Node, thing: Node, spot: str) -> bool:
    """Can this host have this thing at that spot, beside what is there already?"""
    if host is thing or SPOTS[spot][1] not in host.entry.offers:
        return False
    if host.entry.person:
        return _person_takes(host, thing, spot)
    if not suits(thing.concept, host.concept) or host.spot == "hand":
        return False
    if spot == "sit" and any(child.spot == "hand" for child in thing.children):
        return False  # who holds something stands
    here = [child for child in host.children if child.spot == spot]
    if spot == "top" and not _room_for(host, thing, here):
        return False
    widest = max(s.right - s.left for s in SURFACES[host.concept][spot]) if host.entry.drawn else inf
    if spot in ("top", "plate") and thing.entry.width > widest * (1.0 if spot == "top" else 1.4):
        return False
    return len(here) < CAPACITY.get(host.concept, 9)


def _person_takes(host: Node, thing: Node, spot: str) -> bool:
    if spot == "hand":
        return host.spot != "sit" and not any(child.spot == "hand" for child in host.children)
    if thing.concept in FOR_WOMEN and host.concept not in WOMEN:
        return False
    worn = {child.spot: child.concept for child in host.children}
    full = {"body": ("body", "torso", "legs"), "torso": ("body", "torso"), "legs": ("body", "legs")}.get(spot, (spot,))
    if "coat" in (thing.concept, worn.get("torso")) and {thing.concept, worn.get("legs")} & {
        "skirt",
        "pair of shorts",
    }:
        return False  # a coat would hide them
    return not any(other in worn for other in full)


def _room_for(host: Node, thing: Node, here: list[Node]) -> bool:
    return fits(host.concept, (*(child.concept for child in here), thing.concept))


def fits(host: str, things: tuple[str, ...]) -> bool:
    """Is there room for all these on its tops, as far as widths tell? One always fits."""
    wide = sum(surface.right - surface.left for surface in SURFACES[host]["top"])
    return len(things) < 2 or sum(size_of(thing, 1.0)[0] + 6 for thing in things) <= wide
