"""Builds a scene around a wish: gathers the cast, places it, adds extras, and sees what can be seen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from eyechart.errors import unknown
from eyechart.families.commonsense.building.cast import Cast
from eyechart.families.commonsense.building.extras import fill, flank, furnish, populate
from eyechart.families.commonsense.building.layout import ANYWHERE, Layout, Where
from eyechart.families.commonsense.building.node import Node
from eyechart.families.commonsense.building.occlusion import LEAST_CELLS, Occlusion, painting_order
from eyechart.families.commonsense.building.relations import DEEPER, Relations
from eyechart.families.commonsense.catalogue import entry
from eyechart.families.commonsense.places import PLACES
from eyechart.families.commonsense.places.place import VARIANTS
from eyechart.families.commonsense.scene import RELATIONS, WIDTH, Part, Placed, Scene, Wish
from eyechart.seeding import Rng

ATTEMPTS = 8
LOOSE_ATTEMPTS = 2  # who does not insist soon makes another wish
VISIBLE = 0.6  # of every thing is in sight, at the least
FEWEST_THINGS, MOST_THINGS = 6, 25  # things in a scene
DEPTH = 28  # pixels between the feet of two things of which one is asked to stand behind the other
ROOM = 44  # pixels between two things, so that something can be between them
FLANK = 64.0  # pixels at either edge where extras stand, so that what is asked for has something on either side
PARTS: Mapping[Part, tuple[float, float]] = {
    "left": (FLANK, 0.46 * WIDTH),
    "middle": (0.36 * WIDTH, 0.64 * WIDTH),
    "right": (0.54 * WIDTH, WIDTH - FLANK),
}
PLAIN_SIZES = 1.35  # a large thing is so many times as large as a small one of its concept, in the picture


def build(rng: Rng, wish: Wish) -> Scene | None:
    """A scene that meets the wish, or None if a few attempts found none."""
    check(wish)
    places = [place for place in PLACES if all(place in entry(wanted.concept).places for wanted in wish.things)]
    if wish.place is not None:
        places = [place for place in places if place == wish.place]
    attempts = LOOSE_ATTEMPTS if wish.loose else ATTEMPTS
    for _ in range(attempts if places else 0):
        cast = Cast(rng, rng.choice(places), wish)
        if not cast.gather():
            continue
        furnish(cast)
        populate(cast)
        scene = _arrange(rng, cast)
        if scene is not None:
            return scene
    return None


def check(wish: Wish) -> None:
    if wish.place is not None and wish.place not in PLACES:
        raise unknown("place", wish.place, PLACES)
    for _, name, _ in wish.relations:
        if name not in RELATIONS:
            raise unknown("relation", name, RELATIONS)


def _arrange(rng: Rng, cast: Cast) -> Scene | None:
    layout = Layout(cast.place, rng)
    if not _place_roots(layout, cast) or not _place_hosted(layout, cast) or not _some_apart(cast):
        return None
    for edge in rng.shuffled([Where(right=FLANK), Where(left=WIDTH - FLANK)]):
        flank(cast, partial(_place, layout=layout, where=edge))
    fill(cast, lambda node: _place(node, layout, _beside(node, layout)) or _place(node, layout, ANYWHERE))
    occlusion = _in_sight(cast)
    if occlusion is None or not FEWEST_THINGS <= len(occlusion.nodes) <= MOST_THINGS or not _sizes_are_plain(occlusion):
        return None
    for number, node in enumerate(occlusion.nodes, 1):
        node.id = f"t{number}"
    relations = Relations(occlusion)
    stated = set(relations.stated)
    wanted = cast.wanted
    missed = any((wanted[i].id, name, wanted[j].id) not in stated for i, name, j in cast.wish.relations)
    if missed and not cast.wish.loose:
        return None
    placed = tuple(_placed(node, occlusion, number, relations) for number, node in enumerate(occlusion.nodes, 1))
    paint = tuple([(node.id, front) for node, front in occlusion.layers])
    unclear = tuple(dict.fromkeys(triplet for triplet in relations.unclear if triplet not in stated))
    ids = tuple(node.id or None for node in wanted)
    return Scene(cast.place, rng.integer(0, VARIANTS - 1), placed, paint, tuple(relations.stated), unclear, ids)


def _place_roots(layout: Layout, cast: Cast) -> bool:
    """What was asked for first, the widest before the others; then from the wall to the front, rugs first."""
    late: list[Node] = []  # asked for, and nowhere to stand: on something, perhaps
    order = {id(node): k for k, node in enumerate(cast.roots)}

    def key(node: Node) -> tuple[bool, bool, bool, bool, float, int]:
        wide = node.entry.width if node.needed else 0.0
        hung = node.needed and node.spot in ("wall", "sky", "water")
        return not node.needed, not hung, node.spot != "back", node.concept != "rug", -wide, order[id(node)]

    for node in sorted(cast.roots, key=key):
        if _put(node, layout, cast):
            continue
        if not node.needed:
            cast.drop(node)
        else:
            late.append(node)
    return all(cast.move_elsewhere(node, lambda n: _put(n, layout, cast)) or cast.spare(node) for node in late)


def _some_apart(cast: Cast) -> bool:
    """Has one of the pairs that shall have it room for something between its two?"""
    pairs = [(cast.wanted[i], cast.wanted[j]) for i, j in cast.wish.apart]
    there = {id(node) for node in cast.everything() if node.put}
    spans = [(one.solid(), other.solid()) for one, other in pairs if {id(one), id(other)} <= there]
    return not pairs or any(max(a[0] - b[1], b[0] - a[1]) >= ROOM for a, b in spans)


def _put(node: Node, layout: Layout, cast: Cast) -> bool:
    """Where the wish says; in its part of the picture, if there is room."""
    where, parts = _where(node, cast), node.parts()
    if len(parts) == 1:
        left, right = PARTS[parts.pop()]
        inner = msgspec.structs.replace(where, left=max(left, where.left), right=min(right, where.right))
        if _place(node, layout, inner):
            return True
    return _place(node, layout, where)


def _place(node: Node, layout: Layout, where: Where) -> bool:
    if node.host is not None:
        return layout.lay(node, where)
    return layout.hang(node, where) if node.spot in ("wall", "sky", "water") else layout.stand(node, where)


def _place_hosted(layout: Layout, cast: Cast) -> bool:
    pending = [child for root in cast.roots for child in root.children]
    pending.sort(key=lambda node: (not node.needed, node.spot != "sit"))
    while pending:
        node = pending.pop(0)
        # Clothes and what is held came with the person.
        if node.put or _put(node, layout, cast):
            pending += sorted(node.children, key=lambda child: not child.needed)
        elif not node.needed:
            cast.drop(node)
        elif cast.move_elsewhere(node, lambda n: _put(n, layout, cast)):
            pending += sorted(node.children, key=lambda child: not child.needed)
        elif not cast.spare(node):
            return False
    return True


def _beside(node: Node, layout: Layout) -> Where:
    """Extras like company: often next to something on the same level, now and then before or behind it."""
    rng = layout.rng
    others = (
        [child for child in node.host.children if child.put and child.spot == node.spot]
        if node.host
        else layout.grounded
    )
    if node.spot in ("wall", "sky", "water"):
        others = layout.hung
    if not others or rng.coin(0.3):
        return ANYWHERE
    other = rng.choice(others)
    left, right = other.solid()
    if node.host is None and other.row is not None and other.concept != "rug" and rng.coin(0.3):
        edges, deep = _overlapping(node, other, rng.coin(0.7))
        return Where((other.row,), edges=edges, deep=deep)
    return Where(None if other.row is None else (other.row,), edges=((left - 12, -1), (right + 12, 1)))


def _overlapping(node: Node, other: Node, nearer: bool) -> tuple[tuple[tuple[float, int], ...], tuple[int, int]]:
    """Edges and depth at which one hides a plain part of the other, and not too much."""
    left, right = other.solid()
    front, behind = (node, other) if nearer else (other, node)
    share = 0.6 if behind.entry.person else 0.32  # a person's legs are in the middle
    reach = share * min(right - left, node.entry.width * other.scale)
    deep = round(min(DEPTH, max(DEEPER + 1, 0.5 * front.entry.height * front.factor)))
    return ((left + reach, -1), (right - reach, 1)), (id(other), other.base + (deep if nearer else -deep))


def _where(node: Node, cast: Cast) -> Where:
    """What the wish says about where it stands to what stands already."""
    rows: tuple[int, ...] | None = None
    low, high = 0.0, float(WIDTH)
    edges: tuple[tuple[float, int], ...] = ()
    deep: tuple[int, int] | None = None
    for subject, name, object in cast.relations_of(node):
        other = object if subject is node else subject
        nearer = (name == "in front of") == (subject is node)
        if not other.put:
            if name in ("behind", "in front of"):
                rows = (1, 2) if nearer else (0, 1)
            continue
        left, right = other.solid()
        if name in ("left of", "right of"):
            if (name == "left of") == (subject is node):
                high = min(high, left - 4)
            else:
                low = max(low, right + 4)
        elif name == "next to":
            rows = () if other.row is None else (other.row,)  # nothing stands beside what hangs
            edges = ((left - 12, -1), (right + 12, 1))
        elif name in ("behind", "in front of") and other.row is not None and other.host is None:
            rows, edges, deep = (other.row,), *_overlapping(node, other, nearer)
    return Where(rows, low, high, edges, deep)


def _in_sight(cast: Cast) -> Occlusion | None:
    """Leave out what too little is seen of; None if that was asked for."""
    for _ in range(9):
        occlusion = Occlusion(painting_order(cast.roots))
        poor = [
            node
            for number, node in enumerate(occlusion.nodes, 1)
            if occlusion.share(number) < VISIBLE or occlusion.seen(number) < LEAST_CELLS
        ]
        if not poor:
            return occlusion
        if not cast.spare(_in_the_way(poor[0])):
            return None
    return None


def _in_the_way(node: Node) -> Node:
    """What to leave out so that too little of a thing is seen no more: what is on it; with a garment, its wearer."""
    if node.entry.worn and node.host is not None:
        return node.host
    on_it = [child for child in node.children if child.spot in ("seat", "sit", "top") and not child.needed]
    return on_it[-1] if on_it else node


def _sizes_are_plain(occlusion: Occlusion) -> bool:
    sized = [node for node in occlusion.nodes if "size" in node.attributes]
    for node in sized:
        others = [
            other
            for other in sized
            if other.concept == node.concept and other.attributes["size"] != node.attributes["size"]
        ]
        if not others or any(max(node.h / other.h, other.h / node.h) < PLAIN_SIZES for other in others):
            return False
        if any(other.concept == node.concept and "size" not in other.attributes for other in occlusion.nodes):
            return False
    return True


def _placed(node: Node, occlusion: Occlusion, number: int, relations: Relations) -> Placed:
    floats = (
        node.row is None
        or node.spot in ("in", "vase", "hand", "plate", "sit")
        or node.entry.worn
        or node.concept == "rug"
    )
    return Placed(
        id=node.id,
        concept=node.concept,
        attributes=node.attributes,
        box=node.box,
        seen=relations.boxes[number - 1],
        visible=min(1.0, occlusion.share(number)),
        scale=node.scale,
        pose=node.pose,
        flip=node.turned,
        look=occlusion.looks[number - 1],
        shadow=not floats,
    )
