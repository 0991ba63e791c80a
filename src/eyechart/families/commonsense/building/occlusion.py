"""What hides what: the order of painting, whose each cell of the picture is, how much of a thing is seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from eyechart.families.commonsense.art.sprites import STEP, Sprite, around, has_front, sprite
from eyechart.families.commonsense.building.node import Node
from eyechart.families.commonsense.building.surfaces import LEGGED
from eyechart.families.commonsense.scene import HEIGHT, WIDTH, Box

DRESSING = {"legs": 0, "body": 1, "torso": 2, "neck": 3, "face": 4, "head": 5, "hand": 6}
Layer = tuple[Node, bool]  # the thing, or only its front
Mask = NDArray[np.bool_]
LEAST_CELLS = 24  # of a thing must be in sight


def painting_order(roots: Sequence[Node]) -> list[Layer]:
    """Walls and water first, then rugs, then what stands, the farthest first; each with what is at it."""
    layers: list[Layer] = []
    for root in sorted(roots, key=lambda node: (node.row is not None, node.concept != "rug", node.base, node.x)):
        _paint(root, layers)
    return layers


def _paint(node: Node, layers: list[Layer]) -> None:
    children = [child for child in node.children if child.put]
    under = sorted((child for child in children if child.spot == "under"), key=lambda child: child.x)
    if node.concept in LEGGED:
        for child in under:
            _paint(child, layers)
    layers.append((node, False))
    others = [child for child in children if child.spot != "under"]
    for child in sorted(others, key=lambda c: (DRESSING.get(c.spot, 0), c.spot == "sit", c.y + c.h, c.x)):
        _paint(child, layers)
    if has_front(node.concept, node.pose):
        layers.append((node, True))
    if node.concept not in LEGGED:
        for child in under:
            _paint(child, layers)


class Occlusion:
    """The picture in cells of a step each, and the number of the thing in front in each (0: the backdrop)."""

    def __init__(self, layers: Sequence[Layer]) -> None:
        self.layers = layers
        self.nodes: list[Node] = []
        numbers: dict[int, int] = {}
        self.cells = np.zeros((HEIGHT // STEP, WIDTH // STEP), np.uint8)
        self.masks: list[Mask] = []
        self.looks: list[tuple[tuple[str, str], ...]] = []
        sprites: list[Sprite | None] = []  # None: of several layers
        for node, front in layers:
            number = numbers.setdefault(id(node), len(self.nodes) + 1)
            new = number > len(self.nodes)
            if new:
                self.nodes.append(node)
                self.looks.append(node.look)
            painted = sprite(node.concept, self.looks[number - 1], node.scale, node.turned, front)
            if new:
                self.masks.append(painted.mask)
                sprites.append(painted)
            else:
                self.masks[number - 1] = self.masks[number - 1] | painted.mask
                sprites[number - 1] = None
            left, top, right, bottom = painted.within
            x, y = node.x // STEP, node.y // STEP
            np.putmask(self.cells[y + top : y + bottom, x + left : x + right], painted.inner, number)
        self.numbers = numbers
        self.counts = [
            int(
                np.count_nonzero(self.window(node, mask) == number)
            )  # a third of the time of counting the whole picture
            for number, (node, mask) in enumerate(zip(self.nodes, self.masks, strict=True), 1)
        ]
        self.open = [s if s and s.cells == seen else None for s, seen in zip(sprites, self.counts, strict=True)]
        self.parts: list[list[int]] = [self._parts(node) for node in self.nodes]
        self.totals = [self._total(node) for node in self.nodes]

    def window(self, node: Node, mask: Mask) -> NDArray[np.uint8]:
        top, left = node.y // STEP, node.x // STEP
        return self.cells[top : top + mask.shape[0], left : left + mask.shape[1]]

    def _parts(self, node: Node) -> list[int]:
        """The numbers of what counts as this thing: a person's clothes are part of the person."""
        worn = (
            [self.numbers[id(child)] for child in node.children if child.put and child.entry.worn]
            if node.entry.person
            else []
        )
        return [self.numbers[id(node)], *worn]

    def _total(self, node: Node) -> int:
        """Cells of its drawing. What its wearer's other clothes cover is not part of a garment's shape."""
        mask, all_of_it = self.masks[self.numbers[id(node)] - 1], self.open[self.numbers[id(node)] - 1]
        if all_of_it and not node.entry.person and not node.entry.worn:
            return all_of_it.cells
        if node.entry.person:
            for number in self.parts[self.numbers[id(node)] - 1][1:]:
                mask = mask | self.masks[number - 1]
        elif node.entry.worn and node.host is not None:
            for other in node.host.children:
                if other.put and other.entry.worn and DRESSING[other.spot] > DRESSING[node.spot]:
                    mask = mask & ~self.masks[self.numbers[id(other)] - 1]
        return int(np.count_nonzero(mask))

    def seen(self, number: int) -> int:
        return sum(self.counts[part - 1] for part in self.parts[number - 1])

    def share(self, number: int) -> float:
        """How much of the thing is in sight."""
        return round(self.seen(number) / max(1, self.totals[number - 1]), 3)

    def box(self, number: int) -> Box:
        """Around what is in sight of it, in pixels."""
        node, parts, all_of_it = self.nodes[number - 1], self.parts[number - 1], self.open[number - 1]
        if len(parts) == 1 and all_of_it:
            within = all_of_it.within
        else:
            window = self.window(node, self.masks[number - 1])
            own = np.zeros(len(self.nodes) + 1, np.bool_)
            own[parts] = True
            within = around(own[window])
        top, left = node.y // STEP, node.x // STEP
        return (
            (left + within[0]) * STEP, (top + within[1]) * STEP,
            min(WIDTH, (left + within[2]) * STEP), min(HEIGHT, (top + within[3]) * STEP),
        )  # fmt: skip

    def covered(self, number: int) -> list[int]:
        """How many cells of the thing's drawing each other thing covers; none of what nothing hides."""
        if self.open[number - 1]:
            return []
        window, mask = self.window(self.nodes[number - 1], self.masks[number - 1]), self.masks[number - 1]
        counts: list[int] = np.bincount(window[mask], minlength=len(self.nodes) + 1).tolist()
        return counts
