"""What must not be in a picture: a text cut off, a text over another, a character that its font cannot draw."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from eyechart.core import Shape, boxed, outline
from eyechart.drawing.fonts import missing
from eyechart.families.signs.draw import painting
from eyechart.families.signs.scene import Place
from eyechart.families.signs.stage import heading_id, text_id


def faults(place: Place) -> Iterator[str]:
    painted = painting(place)
    words = {text_id(i, t.role): t.words for i, entry in enumerate(place.entries) for t in entry.texts}
    words |= {heading_id(t.role): t.words for t in place.heading}
    for id in words.keys() ^ painted.texts.keys():
        yield f"{id}: in the scene or in the picture, not in both"
    quads = {id: painted.where[id] for id in painted.texts}
    for id, quad in quads.items():
        left, top, right, bottom = boxed(quad)
        if left < 0 or top < 0 or right > place.width or bottom > place.height:
            yield f"{id}: '{words[id]}' is cut off at {quad}"
        face = painted.texts[id].face
        if face is not None and (lost := missing(words[id], face)):
            yield f"{id}: {face} cannot draw '{lost}'"
    for one, other in combinations(quads, 2):
        if not apart(quads[one], quads[other]):
            yield f"'{words[one]}' lies over '{words[other]}'"


def apart(one: Shape, other: Shape) -> bool:
    """Convex shapes share no area if one of their edges has all of the other on its far side."""
    a, b = outline(one), outline(other)
    for mine, others in ((a, b), (b, a)):
        turn = sum((x2 - x1) * (y2 + y1) for (x1, y1), (x2, y2) in zip(mine, [*mine[1:], mine[0]], strict=True))
        for (x1, y1), (x2, y2) in zip(mine, [*mine[1:], mine[0]], strict=True):
            beyond = [((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) * turn for x, y in others]
            if min(beyond) >= 0:
                return True
    return False
