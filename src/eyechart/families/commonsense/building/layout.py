"""Places things where they belong: on the ground in rows, on walls, on, in and under others, into hands.

A row's things stand side by side; what stands nearer may hide a little of what is farther. Every place is tried a few
times by lot; what finds none is left out, unless it was asked for: then the whole layout has failed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from msgspec import Struct

from eyechart.families.commonsense.body import body_of
from eyechart.families.commonsense.building.node import LOW_GRIP, STEM_GRIP, Node, overlap
from eyechart.families.commonsense.building.surfaces import SURFACES, Surface
from eyechart.families.commonsense.catalogue import drives
from eyechart.families.commonsense.places import PLACES
from eyechart.families.commonsense.scene import HEIGHT, WIDTH
from eyechart.seeding import Rng

EDGE = 6  # pixels that stay free at the picture's edges
HIDDEN = 0.3  # of a box may be behind others
TRIES, MORE_TRIES = 8, 20  # for extras, and for what was asked for
GAP = 10  # pixels between things of one row
SHRINK = (0.9, 0.8, 0.72)  # a thing may be made so much smaller to fit beneath or between others


class Where(Struct, frozen=True):
    """What a wish says about where a thing stands."""

    rows: tuple[int, ...] | None = None  # only these; None: any
    left: float = 0.0  # nothing of it is left of this
    right: float = float(WIDTH)  # nor right of this
    edges: tuple[tuple[float, int], ...] = ()  # x and a side: its right (-1) or left (+1) edge goes there
    deep: tuple[int, int] | None = (
        None  # the id() of another that it stands before or behind, and how far down its foot is
    )


ANYWHERE = Where()


class Layout:
    """Where everything stands so far."""

    def __init__(self, place: str, rng: Rng) -> None:
        self.place, self.rng = PLACES[place], rng
        self.grounded: list[Node] = []  # on the ground
        self.hung: list[Node] = []  # on the wall, in the sky, on the water
        self.hidden: dict[int, float] = {}  # id of a node -> pixels of its box behind others

    def stand(self, node: Node, where: Where = ANYWHERE) -> bool:
        """On the ground."""
        driving = drives(node.concept)
        possible = self.place.rows_for(drives=driving, back=node.spot == "back", person=node.entry.person)
        options = possible if where.rows is None else [r for r in where.rows if r in possible or where.deep]
        for row_number in self.rng.shuffled(options):
            row = self.place.rows[row_number]
            node.row, node.base = row_number, row.base + self.rng.integer(0, row.jitter)
            if where.deep:
                node.base = where.deep[1]
                if not self.place.carries(node.base, drives=driving):
                    return False
            node.resize(row.scale * node.factor)
            if node.entry.person:
                self.dress(node)
            gaps = self._gaps_in_row(node, where)
            for attempt in range(tries(node) if gaps.spans or where.edges else 0):
                middle = self._middle(node, where, attempt, gaps)
                node.carry(middle - node.w / 2, node.base - node.h)
                if self._free(node, where):
                    self._settle(node)
                    return True
        node.put = False
        return False

    def _middle(self, node: Node, where: Where, attempt: int, gaps: Gaps) -> float:
        """Where to try it: at the edges that are wished for, or somewhere in a gap, by lot."""
        left, right = node.span or node.solid()
        width = right - left
        if where.edges:
            x, side = where.edges[attempt % len(where.edges)]
            return x + side * width / 2 + self.rng.uniform(-3, 3)
        low, high = self.rng.weighted(gaps.spans, gaps.weights)
        return self.rng.uniform(low + width / 2, high - width / 2) - ((left + right) / 2 - node.x - node.w / 2)

    def _gaps_in_row(self, node: Node, where: Where) -> Gaps:
        beside = [other.solid() for other in self.grounded if other.row == node.row is not None]
        return _gaps(node, max(EDGE, where.left), min(WIDTH - EDGE, where.right), beside, GAP)

    def _free(self, node: Node, where: Where) -> bool:
        left, right = node.solid()
        if left < EDGE or left < where.left or right > WIDTH - EDGE or right > where.right or not _inside(node):
            return False
        if node.children and any(child.y < EDGE for child in node.children if child.put):
            return False
        flat = node.concept == "rug"
        for other in self.grounded:
            a, b = other.span or other.solid()
            if left >= b + GAP or right <= a - GAP:
                continue
            if flat or other.concept == "rug":
                rug, mate = (node, other) if flat else (other, node)
                if mate.base < rug.y - 2:
                    continue
                return False
            linked = where.deep is not None and where.deep[0] == id(other)
            if not linked and (other.row == node.row or abs(other.base - node.base) < 24):
                return False
            front, behind = (node, other) if node.base > other.base else (other, node)
            shared = self._shared(front, behind)
            if self.hidden.get(id(behind), 0) + shared > (0.42 if linked else _hidable(behind)) * self._area(behind):
                return False
        most = 0.03 if node.row == 0 else 0.2
        return all(self.hidden.get(id(o), 0) + self._shared(node, o) <= most * self._area(o) for o in self.hung)

    def _shared(self, front: Node, behind: Node) -> float:
        (a, b), (c, d) = front.span or front.solid(), behind.span or behind.solid()
        if b <= c or d <= a:
            return 0.0
        wide = min(b, d) - max(a, c)
        high = min(front.y + front.h, behind.y + behind.h) - max(front.y, behind.y)
        return wide * high if wide > 0 and high > 0 else 0.0

    def _area(self, node: Node) -> float:
        left, right = node.solid()
        return (right - left) * node.h

    def _settle(self, node: Node) -> None:
        for other in (*self.grounded, *self.hung):
            front, behind = (node, other) if other.row is None or node.base > other.base else (other, node)
            if front is not behind:
                self.hidden[id(behind)] = self.hidden.get(id(behind), 0) + self._shared(front, behind)
        self.grounded.append(node)

    def hang(self, node: Node, where: Where = ANYWHERE) -> bool:
        """On the wall, in the sky or on the water."""
        water = self.place.water
        low, high = self.place.above
        scale = self.place.rows[0].scale
        if node.spot == "water":
            assert water is not None
            scale, low, high = water.scale, water.base, water.base + water.jitter
        node.resize(scale * node.factor)
        gaps = self._gaps_in_row(node, where)
        for attempt in range(tries(node) if gaps.spans or where.edges else 0):
            middle = self._middle(node, where, attempt, gaps)
            foot = (
                self.rng.uniform(low, high)
                if node.spot == "water"
                else self.rng.uniform(low, max(low, high - node.h)) + node.h
            )
            node.move(middle - node.w / 2, foot - node.h)
            if node.x < max(EDGE, where.left) or node.x + node.w > min(WIDTH - EDGE, where.right):
                continue
            wide = (node.x - 12, node.y - 8, node.x + node.w + 12, node.y + node.h + 8)
            if any(overlap(wide, other.box) for other in self.hung):
                continue
            behind = sum(self._shared(other, node) for other in self.grounded)
            if behind > 0.05 * node.w * node.h:
                continue
            node.base = node.y + node.h
            self.hidden[id(node)] = behind
            self.hung.append(node)
            return True
        node.put = False
        return False

    def lay(self, node: Node, where: Where = ANYWHERE) -> bool:
        """On, in or under its host."""
        host = node.host
        assert host is not None
        if node.spot == "sit":
            return self._sit(node, host)
        surfaces = SURFACES[host.concept][node.spot]
        for level in self.rng.shuffled(range(len(surfaces))):
            surface = _pixels(surfaces[level], host)
            if not self._fit(node, host, surface):
                continue
            left, right = surface.left, surface.right
            if node.spot in ("in", "vase", "plate", "under", "rug", "seat"):  # its middle must be there, not all of it
                inset = min(node.w * (0.5 if node.spot in ("vase", "under", "rug") else 0.36), (right - left) / 2)
                left, right = left + inset - node.w / 2, right - inset + node.w / 2
            if right - left < node.w:
                continue
            siblings = [c for c in host.children if c is not node and c.put and (c.spot, c.level) == (node.spot, level)]
            taken = [sibling.solid() for sibling in siblings] if node.spot != "in" else []
            gaps = _gaps(node, left, right, taken, 5)
            for attempt in range(tries(node) if gaps.spans or where.edges else 0):
                middle = self._middle(node, where, attempt, gaps)
                x = middle - node.w / 2
                if not left - 1 <= x <= right - node.w + 1:
                    continue
                rise = self.rng.uniform(0, 5 * host.scale) if node.spot == "top" and surface.room == inf else 0
                node.move(x, surface.level - rise - node.h)
                node.level, node.row, node.base = level, host.row, host.root.base
                if self._clear(node, host, where):
                    return True
        node.put = False
        return False

    def _fit(self, node: Node, host: Node, surface: Surface) -> bool:
        scale = host.scale / host.factor * node.factor
        node.resize(scale)
        if node.h > surface.room:
            shrunk = next((share for share in SHRINK if node.h * share <= surface.room), None)
            if shrunk is None or "size" in node.attributes:
                return False
            node.resize(scale * shrunk)
        return True

    def _clear(self, node: Node, host: Node, where: Where) -> bool:
        if (
            node.y < EDGE
            or node.x < max(EDGE, where.left)
            or node.x + node.w > min(WIDTH - EDGE, where.right)
            or node.y + node.h > HEIGHT - 2
        ):
            return False
        slack = 0.3 * node.w if node.spot == "in" else -4
        for other in host.children:
            if other is node or not other.put or (other.spot, other.level) != (node.spot, node.level):
                if other is not node and other.put and other.spot == "sit":
                    left, right = other.solid()
                    if node.x < right and left < node.x + node.w:
                        return False
                continue
            if node.x + slack < other.x + other.w and other.x < node.x + node.w - slack:
                return False
        root = host.root
        left, right = node.x, node.x + node.w
        hidden = sum(
            self._shared(other, node)
            for other in self.grounded
            if other.base > root.base and other.solid()[0] < right and left < other.solid()[1]
        )
        return hidden <= 0.2 * node.w * node.h

    def _sit(self, node: Node, host: Node) -> bool:
        """Hips on the seat, feet before it."""
        node.resize(host.scale)
        body = body_of(node.concept, "sit")
        for level, surface in enumerate(SURFACES[host.concept]["sit"]):
            seat = _pixels(surface, host)
            for _ in range(tries(node)):
                middle = self.rng.uniform(seat.left, seat.right)
                node.move(middle - node.w / 2, seat.level - (body.hip + 2) * node.scale)
                node.level, node.row, node.base = level, host.row, host.root.base
                left, right = node.solid()
                others = [other.solid() for other in host.children if other is not node and other.put]
                if all(left >= b - 2 or right <= a + 2 for a, b in others):
                    root = host.root
                    hidden = sum(self._shared(o, node) for o in self.grounded if o.base > root.base)
                    if hidden <= 0.2 * self._area(node) and _inside(node):
                        self.dress(node)
                        return True
        node.put = False
        return False

    def dress(self, node: Node) -> None:
        """Put what a person wears and holds where it belongs on them."""
        node.span = None
        for child in node.children:
            child.row, child.base, child.flip = node.row, node.base, node.flip and child.entry.worn
            if child.entry.worn:
                child.resize(node.scale)
                child.move(node.x, node.y)
            elif child.spot == "hand":
                child.resize(node.scale * child.factor)
                _grip(child, node)
                node.span = None


class Gaps(Struct, frozen=True):
    spans: list[tuple[float, float]]
    weights: list[float]  # the more room there is, the likelier


def _gaps(node: Node, low: float, high: float, taken: Sequence[tuple[float, float]], gap: float) -> Gaps:
    """All that is wide enough for it between what is taken."""
    left, right = node.solid()
    width = right - left
    free, at = list[tuple[float, float]](), low
    for start, end in sorted(taken):
        free.append((at, start - gap))
        at = max(at, end + gap)
    free.append((at, high))
    spans = [(start, end) for start, end in free if end - start >= width]
    return Gaps(spans, [end - start - width + 8 for start, end in spans])


def tries(node: Node) -> int:
    return MORE_TRIES if node.needed else TRIES


def _inside(node: Node) -> bool:
    return node.x >= 0 and node.x + node.w <= WIDTH and node.y >= EDGE and node.y + node.h <= HEIGHT - 2


def _hidable(node: Node) -> float:
    """How much of it others may hide: little, if something was asked for that must be seen on it."""
    return 0.1 if any(child.needed for child in node.children) else HIDDEN


def _grip(held: Node, holder: Node) -> None:
    """Into the hand: hanging from it, standing on it, or beside it."""
    x, y = holder.body.arm(True)[2]
    side = -1 if holder.flip else 1
    hand_x = holder.x + (holder.w - x * holder.scale if holder.flip else x * holder.scale)
    hand_y = holder.y + y * holder.scale
    if held.concept in LOW_GRIP:
        held.move(hand_x - held.w / 2, hand_y - 6 * holder.scale)
    elif held.concept in STEM_GRIP:
        held.move(hand_x + side * held.w * 0.06 - held.w / 2, hand_y - held.h + 7 * holder.scale)
    else:
        outward = hand_x - 6 * holder.scale if side > 0 else hand_x + 6 * holder.scale - held.w
        held.move(outward, hand_y - held.h * 0.6)


def _pixels(surface: Surface, host: Node) -> Surface:
    """A surface in the picture: units times scale, or shares of an icon's size."""
    wide, high = (host.scale, host.scale) if host.entry.drawn else (host.w, host.h)
    left, right = host.x + surface.left * wide, host.x + surface.right * wide
    return Surface(left, right, host.y + surface.level * high, surface.room * high)
