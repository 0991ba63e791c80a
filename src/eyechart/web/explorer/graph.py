"""The scene as a graph: things where the picture has them, moved apart until each can be read, and what holds between them.

Where a family says of no two things how they stand to each other, things are joined by the attributes that they share.
"""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import boxed
from eyechart.web.explorer.views import Scene

WIDTH, HEIGHT, MARGIN = 900.0, 520.0, 16.0
NODES, EDGES = 60, 40  # as many as can be told apart
LETTER, PADDING, TALL = 7.2, 18.0, 28.0  # pixels
LABEL = 18  # characters of a name
ROUNDS = 120  # of moving apart


class Node(Struct, frozen=True):
    name: str
    about: str
    x: float
    y: float
    width: float
    lights: str = ""  # the mark in the picture
    chosen: bool = False
    shared: bool = False  # an attribute, and no thing


class Edge(Struct, frozen=True):
    x1: float
    y1: float
    x2: float
    y2: float
    there: str  # what holds from the first to the second
    back: str  # and the other way round
    about: str


class Drawn(Struct, frozen=True):
    nodes: list[Node]
    edges: list[Edge]
    names: list[tuple[str, int]]  # the relations that there are, with how often
    shown: int
    total: int
    alone: list[str]  # names of things that nothing joins
    width: float
    height: float


Link = tuple[str, str, str]  # subject, name, object


def drawn(scene: Scene, thing: int | None = None, relation: str = "") -> Drawn:
    """All relations, if these are few; else the rare ones, or those of a thing, or of one name."""
    graph = scene.page.scene
    links: list[Link] = [(r.subject, r.name, r.object) for r in graph.relations]
    things = [one.id for one in graph.things][:NODES]
    shared: list[str] = []
    if not links:
        links, shared = _sharing(scene, things)
    names = Counter(name for _, name, _ in links)
    chosen = scene.ids[thing] if thing is not None and thing < len(scene.ids) else None
    there = {*things, *shared}
    some = [link for link in _some(links, names, chosen, relation) if link[0] in there and link[2] in there]
    joined = {end for subject, _, object in some for end in (subject, object)} | {chosen}
    ids = [id for id in (*things, *shared) if id in joined]
    labels = [_label(scene.chip(id).name if id in scene.numbers else id) for id in ids]
    wide = np.array([LETTER * len(label) + PADDING for label in labels])
    places = _cropped(_apart(_places(scene, ids, links), wide), wide)
    nodes = [
        Node(label, id, round(float(x), 1), round(float(y), 1), round(float(w), 1),
             f"t{scene.numbers[id]}" if id in scene.numbers else "", id == chosen, id not in scene.numbers)
        for id, label, (x, y), w in zip(ids, labels, places, wide, strict=True)
    ]  # fmt: skip
    return Drawn(
        nodes=nodes,
        edges=_edges(some, dict(zip(ids, nodes, strict=True))),
        names=sorted(names.items()),
        shown=len(some),
        total=len(links),
        alone=[scene.chip(one.id).name for one in graph.things if one.id not in joined],
        width=max([MARGIN, *(node.x + node.width / 2 + MARGIN for node in nodes)]),
        height=max([MARGIN, *(node.y + TALL / 2 + MARGIN for node in nodes)]),
    )


def _sharing(scene: Scene, things: list[str]) -> tuple[list[Link], list[str]]:
    """Things joined to the values of attributes that several of them have."""
    having: dict[tuple[str, str], list[str]] = defaultdict(list)
    for id in things:
        for name, value in scene.things[id].attributes.items():
            having[name, value].append(id)
    common = {key: ids for key, ids in having.items() if len(ids) >= 2}
    most = sorted(common, key=lambda key: len(common[key]))[: NODES // 2]
    return [(id, key[0], key[1]) for key in most for id in common[key]], list(dict.fromkeys(key[1] for key in most))


def _some(links: list[Link], names: Counter[str], chosen: str | None, relation: str) -> list[Link]:
    if chosen is not None:
        links = [link for link in links if chosen in (link[0], link[2])]
    if relation:
        return [link for link in links if link[1] == relation]
    if len(links) <= EDGES:
        return links
    if chosen is not None:
        return links  # of one thing: its edges go to as many others at most, each once
    kept: set[str] = set()
    for name, count in sorted(names.items(), key=lambda item: item[1]):
        if sum(names[one] for one in kept) + count > EDGES:
            break
        kept.add(name)
    return [link for link in links if link[1] in kept]


def _places(scene: Scene, ids: list[str], links: list[Link]) -> NDArray[np.float64]:
    """Where the picture has them, or on a grid; a shared value in the middle of those that have it."""
    page = scene.page
    size = page.pictures[0] if page.pictures else None
    columns = max(1, round((len(ids) * WIDTH / HEIGHT / 3) ** 0.5))
    found: dict[str, tuple[float, float]] = {}
    for n, id in enumerate(ids):
        if size is not None and page.where.get(id):
            left, top, right, bottom = boxed(page.where[id][0])
            found[id] = ((left + right) / 2 / size.width * WIDTH, (top + bottom) / 2 / size.height * HEIGHT)
        elif id in scene.numbers:
            found[id] = ((n % columns + 0.5) * WIDTH / columns, (n // columns + 0.5) * 70)
    for id in ids:
        ends = [found[s] for s, _, o in links if o == id and s in found]
        if id not in found:
            found[id] = tuple(np.mean(ends, axis=0)) if ends else (WIDTH / 2, HEIGHT / 2)
    return np.array([found[id] for id in ids], float).reshape(-1, 2)


def _apart(at: NDArray[np.float64], wide: NDArray[np.float64]) -> NDArray[np.float64]:
    """Boxes that lie on each other are pushed apart, by the shorter way."""
    count = len(at)
    if not count:
        return at
    at = at + np.stack([np.arange(count) * 0.01, np.arange(count) * 0.013], 1)  # two in one place go different ways
    need_x, need_y = (wide[:, None] + wide[None, :]) / 2 + 46, np.full((count, count), TALL + 26)
    for _ in range(ROUNDS):
        dx, dy = at[:, None, 0] - at[None, :, 0], at[:, None, 1] - at[None, :, 1]
        over_x, over_y = need_x - np.abs(dx), need_y - np.abs(dy)
        hit = (over_x > 0) & (over_y > 0) & ~np.eye(count, dtype=bool)
        if not hit.any():
            break
        by_x = hit & (over_x < over_y)
        push_x = np.where(by_x, np.sign(dx) * over_x, 0).sum(1) / 2
        push_y = np.where(hit & ~by_x, np.sign(dy) * over_y, 0).sum(1) / 2
        at = at + np.clip(np.stack([push_x, push_y], 1), -30, 30)
        at[:, 0] = np.clip(at[:, 0], wide / 2 + MARGIN, WIDTH - wide / 2 - MARGIN)
        at[:, 1] = np.maximum(at[:, 1], TALL / 2 + MARGIN)
    return at


def _cropped(at: NDArray[np.float64], wide: NDArray[np.float64]) -> NDArray[np.float64]:
    """Moved into the corner: what is empty around them is not drawn."""
    if not len(at):
        return at
    corner = np.array([(at[:, 0] - wide / 2).min() - MARGIN, at[:, 1].min() - TALL / 2 - MARGIN])
    return np.asarray(at - corner)


def _edges(links: list[Link], nodes: dict[str, Node]) -> list[Edge]:
    """A line for two things, however much holds between them."""
    between: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    for subject, name, object in links:
        there, back = between.get((subject, object)), between.get((object, subject))
        if there is None and back is None:
            there = between[subject, object] = ([], [])
        (there[0] if there is not None else (back or ([], []))[1]).append(name)
    made = []
    for (subject, object), names in between.items():
        a, b = nodes[subject], nodes[object]
        if (a.x, a.y) != (b.x, b.y):
            told, other = (", ".join(dict.fromkeys(some)) for some in names)
            about = f"{a.name} {told} {b.name}" + (f"; {b.name} {other} {a.name}" if other else "")
            made.append(Edge(*_rim(a, b), *_rim(b, a), "" if b.shared else told, other, about))
    return made


def _rim(a: Node, b: Node) -> tuple[float, float]:
    """Where the line from a node to another leaves its box."""
    dx, dy = b.x - a.x, b.y - a.y
    scale = min((a.width / 2 + 2) / abs(dx) if dx else 1e9, (TALL / 2 + 2) / abs(dy) if dy else 1e9, 1.0)
    return round(a.x + dx * scale, 1), round(a.y + dy * scale, 1)


def _label(name: str) -> str:
    return name if len(name) <= LABEL else f"{name[: LABEL - 1]}…"
