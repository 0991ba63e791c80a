"""A scene around a wish: what is wanted, what it needs to stand on, and company."""

from __future__ import annotations

from eyechart.core import Settings
from eyechart.errors import unknown
from eyechart.families.commonsense.catalogue import entry
from eyechart.families.commonsense.company import Company
from eyechart.families.commonsense.guests import fill, furnish, populate
from eyechart.families.commonsense.layout import ANYWHERE, Layout, Where
from eyechart.families.commonsense.node import Node
from eyechart.families.commonsense.places.backdrops import VARIANTS
from eyechart.families.commonsense.relations import DEEPER, Relations
from eyechart.families.commonsense.scene import PLACES, RELATIONS, WIDTH, Placed, Scene, Wish
from eyechart.families.commonsense.sight import LEAST_CELLS, Sight, painting
from eyechart.seeding import Rng

ATTEMPTS = 8
VISIBLE = 0.6  # of every thing is in sight, at the least
LEAST, MOST = 6, 25  # things in a scene
DEPTH = 28  # pixels between the feet of two things of which one is asked to stand behind the other
PLAIN_SIZES = 1.35  # a large thing is so many times as large as a small one of its concept, in the picture


def build(rng: Rng, settings: Settings, wish: Wish) -> Scene | None:
    """A scene that meets the wish, or None if a few attempts found none."""
    check(wish)
    places = [place for place in PLACES if all(place in entry(wanted.concept).places for wanted in wish.things)]
    if wish.place is not None:
        places = [place for place in places if place == wish.place]
    for _ in range(ATTEMPTS if places else 0):
        company = Company(rng, rng.choice(places), wish)
        if not company.gather():
            continue
        furnish(company)
        populate(company)
        scene = _arrange(rng, company)
        if scene is not None:
            return scene
    return None


def check(wish: Wish) -> None:
    if wish.place is not None and wish.place not in PLACES:
        raise unknown("place", wish.place, PLACES)
    for _, name, _ in wish.relations:
        if name not in RELATIONS:
            raise unknown("relation", name, RELATIONS)


def _arrange(rng: Rng, company: Company) -> Scene | None:
    layout = Layout(company.place, rng)
    if not _place_roots(layout, company) or not _place_hosted(layout, company):
        return None
    fill(company, lambda node: _place(node, layout, _beside(node, layout)) or _place(node, layout, ANYWHERE))
    sight = _in_sight(company)
    if sight is None or not LEAST <= len(sight.nodes) <= MOST or not _sizes_are_plain(sight):
        return None
    for number, node in enumerate(sight.nodes, 1):
        node.id = f"t{number}"
    relations = Relations(sight)
    stated = set(relations.stated)
    wanted = company.wanted
    missed = any((wanted[i].id, name, wanted[j].id) not in stated for i, name, j in company.wish.relations)
    if missed and not company.wish.loose:
        return None
    placed = tuple(_placed(node, sight, number, relations) for number, node in enumerate(sight.nodes, 1))
    paint = tuple([(node.id, layer) for node, layer in sight.layers])
    unclear = tuple(dict.fromkeys(triplet for triplet in relations.unclear if triplet not in stated))
    ids = tuple(node.id for node in wanted)
    return Scene(company.place, rng.integer(0, VARIANTS - 1), placed, paint, tuple(relations.stated), unclear, ids)


def _place_roots(layout: Layout, company: Company) -> bool:
    """What was asked for first, the widest before the others; then from the wall to the front, rugs first."""
    late: list[Node] = []  # asked for, and nowhere to stand: on something, perhaps
    order = {id(node): k for k, node in enumerate(company.roots)}

    def key(node: Node) -> tuple[bool, bool, bool, bool, float, int]:
        wide = node.entry.width if node.needed else 0.0
        hung = node.needed and node.spot in ("wall", "sky", "water")
        return not node.needed, not hung, node.spot != "back", node.concept != "rug", -wide, order[id(node)]

    for node in sorted(company.roots, key=key):
        if _place(node, layout, _where(node, company)):
            continue
        if not node.needed:
            company.drop(node)
        else:
            late.append(node)
    return all(
        company.move_house(node, lambda n: _place(n, layout, _where(n, company))) or company.spare(node)
        for node in late
    )


def _place(node: Node, layout: Layout, where: Where) -> bool:
    if node.host is not None:
        return layout.lay(node, where)
    return layout.hang(node, where) if node.spot in ("wall", "sky", "water") else layout.stand(node, where)


def _place_hosted(layout: Layout, company: Company) -> bool:
    pending = [child for root in company.roots for child in root.children]
    pending.sort(key=lambda node: (not node.needed, node.spot != "sit"))
    while pending:
        node = pending.pop(0)
        # Clothes and what is held came with the person.
        if node.put or _place(node, layout, _where(node, company)):
            pending += sorted(node.children, key=lambda child: not child.needed)
        elif not node.needed:
            company.drop(node)
        elif company.move_house(node, lambda n: _place(n, layout, _where(n, company))):
            pending += sorted(node.children, key=lambda child: not child.needed)
        elif not company.spare(node):
            return False
    return True


def _beside(node: Node, layout: Layout) -> Where:
    """Company likes company: often next to something on the same level, now and then before or behind it."""
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
    if node.host is None and other.row >= 0 and other.concept != "rug" and rng.coin(0.3):
        edges, deep = _overlapping(node, other, rng.coin(0.7))
        return Where((other.row,), edges=edges, deep=deep)
    return Where((other.row,) if other.row >= 0 else (), edges=((left - 12, -1), (right + 12, 1)))


def _overlapping(node: Node, other: Node, nearer: bool) -> tuple[tuple[tuple[float, int], ...], tuple[int, int]]:
    """Edges and depth at which one hides a plain part of the other, and not too much."""
    left, right = other.solid()
    front, behind = (node, other) if nearer else (other, node)
    share = 0.6 if behind.entry.person else 0.32  # a person's legs are in the middle
    reach = share * min(right - left, node.entry.width * other.scale)
    deep = round(min(DEPTH, max(DEEPER + 1, 0.5 * front.entry.height * front.factor)))
    return ((left + reach, -1), (right - reach, 1)), (id(other), other.base + (deep if nearer else -deep))


def _where(node: Node, company: Company) -> Where:
    """What the wish says about where it stands to what stands already."""
    rows: tuple[int, ...] = ()
    low, high = 0.0, float(WIDTH)
    edges: tuple[tuple[float, int], ...] = ()
    deep: tuple[int, int] | None = None
    for subject, name, object in company.relations_of(node):
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
            rows, edges = (other.row,), ((left - 12, -1), (right + 12, 1))
        elif name in ("behind", "in front of") and other.row >= 0 and other.host is None:
            rows, edges, deep = (other.row,), *_overlapping(node, other, nearer)
    return Where(rows, low, high, edges, deep)


def _in_sight(company: Company) -> Sight | None:
    """Leave out what too little is seen of; None if that was asked for."""
    for _ in range(9):
        sight = Sight(painting(company.roots))
        poor = [
            node
            for number, node in enumerate(sight.nodes, 1)
            if sight.share(number) < VISIBLE or sight.seen(number) < LEAST_CELLS
        ]
        if not poor:
            return sight
        if not company.spare(_in_the_way(poor[0])):
            return None
    return None


def _in_the_way(node: Node) -> Node:
    """What to leave out so that too little of a thing is seen no more: what is on it; with a garment, its wearer."""
    if node.entry.worn and node.host is not None:
        return node.host
    on_it = [child for child in node.children if child.spot in ("seat", "sit", "top") and not child.needed]
    return on_it[-1] if on_it else node


def _sizes_are_plain(sight: Sight) -> bool:
    sized = [node for node in sight.nodes if "size" in node.attributes]
    for node in sized:
        others = [
            other
            for other in sized
            if other.concept == node.concept and other.attributes["size"] != node.attributes["size"]
        ]
        if not others or any(max(node.h / other.h, other.h / node.h) < PLAIN_SIZES for other in others):
            return False
        if any(other.concept == node.concept and "size" not in other.attributes for other in sight.nodes):
            return False
    return True


def _placed(node: Node, sight: Sight, number: int, relations: Relations) -> Placed:
    floats = (
        node.row < 0 or node.spot in ("in", "vase", "hand", "plate", "sit") or node.entry.worn or node.concept == "rug"
    )
    return Placed(
        id=node.id,
        concept=node.concept,
        attributes=node.attributes,
        box=node.box,
        seen=relations.boxes[number - 1],
        visible=min(1.0, sight.share(number)),
        scale=node.scale,
        pose=node.pose,
        flip=node.turned,
        look=sight.looks[number - 1],
        shadow=not floats,
    )
