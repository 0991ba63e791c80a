"""Which relations between things can be seen, which cannot, and which are too close to call.

A relation is stated when it is plain: an apple drawn on a plate is on it, a cup whose box ends before the bowl's begins is
left of it. What is neither plain nor plainly wrong is listed as unclear, so that no question depends on it.
"""

from __future__ import annotations

from eyechart.families.commonsense.building.node import Node
from eyechart.families.commonsense.building.occlusion import Occlusion
from eyechart.families.commonsense.catalogue import SPOTS
from eyechart.families.commonsense.scene import Box, Triplet

NEXT_TO = 26  # pixels: not farther than this is next to
NOT_NEXT_TO = 54  # and farther than this is plainly not
APART = 0.12  # of the narrower: so much may two boxes overlap, and one still be left of the other
CENTRED = 0.15  # of the narrower: middles nearer than this are plainly neither left nor right
DEEPER = 20  # pixels between the feet of what is in front and what is behind
COVER = 0.05  # of the smaller thing must be covered for "behind" to be plain


class Relations:
    """Collects the triplets of a scene."""

    def __init__(self, occlusion: Occlusion) -> None:
        self.nodes = occlusion.nodes
        self.boxes = [occlusion.box(number) for number in range(1, len(self.nodes) + 1)]
        self.totals = occlusion.totals
        self.hides = _hides(occlusion)
        self.stated: list[Triplet] = []
        self.unclear: list[Triplet] = []
        for node in self.nodes:
            self._structure(node)
        roots = [node.root for node in self.nodes]
        for i, (one, root) in enumerate(zip(self.nodes, roots, strict=True)):
            for j in range(i + 1, len(self.nodes)):
                other = self.nodes[j]
                if root is roots[j] and (_above(one, other) or _above(other, one) or _same_body(one, other)):
                    self._entangled(one, other)
                else:
                    self._pair(i, j)

    def _say(self, plain: bool, *triplets: Triplet) -> None:
        (self.stated if plain else self.unclear).extend(triplets)

    def _structure(self, node: Node) -> None:
        """What the layout knows: on, in, under, holding, wearing, sitting on; and what might be said instead."""
        host = node.host
        if host is None:
            return
        name = SPOTS[node.spot][0]
        if name in ("holding", "wearing"):
            self.stated.append((host.id, name, node.id))
            self.unclear.append((node.id, "on", host.id))
        else:
            self.stated.append((node.id, name, host.id))
            self.unclear += [
                (node.id, other, host.id) for other in ("on", "in", "sitting on") if other != name and name != "under"
            ]
            if name != "under":
                self.unclear.append((host.id, "under", node.id))
            else:
                self.unclear.append((host.id, "on", node.id))
        above = host.host
        while above is not None:  # the apple in the bowl on the table
            self.unclear += [(node.id, other, above.id) for other in ("on", "in", "under", "sitting on")]
            self.unclear.append((above.id, "under", node.id))
            if above.entry.person:
                self.unclear += [(above.id, "holding", node.id), (above.id, "wearing", node.id)]
            above = above.host

    def _entangled(self, one: Node, other: Node) -> None:
        """Of a thing and what it is at, nobody would say where one is beside the other."""
        for x, y in ((one.id, other.id), (other.id, one.id)):
            self.unclear += [(x, name, y) for name in ("left of", "right of", "next to", "behind", "in front of")]

    def _pair(self, i: int, j: int) -> None:
        one, other, a, b = self.nodes[i], self.nodes[j], self.boxes[i], self.boxes[j]
        self._sideways(one, other, a, b)
        gap = max(b[0] - a[2], a[0] - b[2])
        if gap <= NOT_NEXT_TO:
            self._beside(one, other, a, b, gap)
        if gap < 0 or (i, j) in self.hides or (j, i) in self.hides:
            self._depth(i, j)
            self._depth(j, i)
            self._height(one, other, a, b)
            self._height(other, one, b, a)

    def _sideways(self, one: Node, other: Node, a: Box, b: Box) -> None:
        apart = (b[0] + b[2]) - (a[0] + a[2])  # twice the distance of the middles
        if apart < 0:
            one, other, a, b, apart = other, one, b, a, -apart
        narrow = min(a[2] - a[0], b[2] - b[0])
        if a[2] - b[0] <= APART * narrow and apart >= 40:
            self.stated += [(one.id, "left of", other.id), (other.id, "right of", one.id)]
        elif apart > 2 * CENTRED * narrow:
            self.unclear += [(one.id, "left of", other.id), (other.id, "right of", one.id)]

    def _beside(self, one: Node, other: Node, a: Box, b: Box, gap: int) -> None:
        if max(b[1] - a[3], a[1] - b[3]) > NOT_NEXT_TO:
            return
        level = one.host is other.host and one.spot == other.spot and one.level == other.level
        if one.host is None and other.host is None:
            level = (one.row is None) == (other.row is None) and abs(one.base - other.base) <= 16
        tall = min(a[3] - a[1], b[3] - b[1])
        sides = min(a[3], b[3]) - max(a[1], b[1]) >= 0.5 * tall
        plain = (
            level
            and sides
            and -4 <= gap <= NEXT_TO
            and not (one.entry.worn or other.entry.worn or "rug" in (one.concept, other.concept))
        )
        self._say(plain, (one.id, "next to", other.id), (other.id, "next to", one.id))

    def _depth(self, i: int, j: int) -> None:
        """Is the first in front of the second?"""
        one, other = self.nodes[i], self.nodes[j]
        cells = self.hides.get((i, j), 0)
        grounded = one.host is None and one.row is not None
        nearer = other.row is None or one.base - other.base >= DEEPER
        holds = one.entry.hollow
        if cells > 0 and holds:
            self.unclear.append((other.id, "in", one.id))
        plain = cells >= max(20, COVER * min(self.totals[i], self.totals[j]))
        if grounded and other.host is None and nearer and plain and not holds:
            self.stated += [(one.id, "in front of", other.id), (other.id, "behind", one.id)]
            return
        a, b = self.boxes[i], self.boxes[j]
        lined = min(a[2], b[2]) - max(a[0], b[0]) >= 0.15 * min(a[2] - a[0], b[2] - b[0])
        if cells > 0 or (lined and one.root is not other.root and one.root.row is not None and one.base > other.base):
            self.unclear += [(one.id, "in front of", other.id), (other.id, "behind", one.id)]

    def _height(self, one: Node, other: Node, a: Box, b: Box) -> None:
        """Might the first be called on the second, or the second under the first?"""
        if min(a[2], b[2]) - max(a[0], b[0]) < 0.2 * min(a[2] - a[0], b[2] - b[0]):
            return
        if b[1] - 10 <= a[3] <= b[3] + 2 and a[1] < b[3]:
            self.unclear.append((one.id, "on", other.id))
        beneath = "under" in one.entry.offers and a[1] + a[3] < b[1] + b[3]
        if (a[1] < b[1] and a[3] < b[3]) or beneath:
            self.unclear.append((other.id, "under", one.id))


def _hides(occlusion: Occlusion) -> dict[tuple[int, int], int]:
    """How many cells of the second each first covers; a person covers with what they wear, too."""
    owners: list[list[int]] = [[] for _ in range(len(occlusion.nodes) + 1)]
    for index, parts in enumerate(occlusion.parts):
        for part in parts:
            owners[part].append(index)
    found: dict[tuple[int, int], int] = {}
    for j in range(len(occlusion.nodes)):
        for number, cells in enumerate(occlusion.covered(j + 1)):
            for i in owners[number] if cells and number else ():
                found[i, j] = found.get((i, j), 0) + cells
    return found


def _above(one: Node, other: Node) -> bool:
    """Is the first the host of the second, or its host's host?"""
    host = other.host
    while host is not None:
        if host is one:
            return True
        host = host.host
    return False


def _same_body(one: Node, other: Node) -> bool:
    """Two things worn or held by one person."""
    return one.host is not None and one.host is other.host and one.host.entry.person
