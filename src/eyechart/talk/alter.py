"""Does it look? The same questions painted over where it matters, or elsewhere, or with harmless edits.

`erased` paints over the evidence and all picture choices. Where nothing is evidence (the no to "is there …?") it paints over one of
the things among which it was looked for, so that a painted spot tells nothing. `elsewhere` is the control: as many boxes of as many
pixels, on what does not decide. `perturbed` makes the picture a little smaller, moves it a little aside and recompresses it. Who
looks changes the answer in the first case only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import skia
from msgspec import structs
from numpy.typing import NDArray

from eyechart.core import Evidence, Picture, Prediction, Question, Region, Shape, outline
from eyechart.drawing.decoding import decode
from eyechart.errors import unknown
from eyechart.seeding import Rng, rng_for

Mask = NDArray[np.bool_]
Where = Mapping[str, tuple[Shape, ...]]
"""Where things landed on the first picture, as a page says."""

KINDS = ("erased", "elsewhere", "perturbed")
GREY = 128
GROWN = 3.0  # pixels painted around the evidence
TYPICAL = 0.15  # of the picture's sides: the evidence of commonsense covers 2.4 % of a picture in the median
NARROWER = (1.0, 0.5, 2.0, 0.25, 4.0, 0.1, 10.0)  # forms that a box elsewhere may take, against that of the evidence
SMALLEST = 0.94  # of its size, when perturbed


def altered(q: Question, kind: str | None, where: Where) -> Question:
    """The question with its pictures altered. Evidence that is no region cannot be painted over: the question stays as it is."""
    if not kind:
        return q
    if kind not in KINDS:
        raise unknown("alteration", kind, KINDS)
    if kind == "perturbed":
        return _perturbed(q)
    if q.evidence is None or q.evidence.labels:
        return q
    pictures = tuple(
        _painted(picture, mask) if mask.any() else picture
        for picture, mask in zip(q.pictures, masks(q, kind, where), strict=True)
    )
    return structs.replace(q, pictures=pictures, choice_pictures=_choices(q, kind))


def in_original(p: Prediction, q: Question, kind: str | None) -> Prediction:
    """A prediction about the altered question, its regions moved back to where they are on the original `q`."""
    if kind != "perturbed" or not p.evidence.regions:
        return p
    regions = []
    for region in p.evidence.regions:
        if region.picture < len(q.pictures):
            scale, dx, dy = _move(q, q.pictures[region.picture])
            shape = tuple(round((v - (dy if i % 2 else dx)) / scale, 2) for i, v in enumerate(region.shape))
            regions.append(Region(shape, region.things, region.picture))
    return structs.replace(p, evidence=Evidence(tuple(regions), p.evidence.labels))


# ---- painting over


def masks(q: Question, kind: str, where: Where) -> list[Mask]:
    """Which pixels of each of the question's pictures are painted over."""
    regions = (q.evidence.regions if q.evidence else ()) or _decoy(q, where)
    spots = [[_spot(r.shape, p) for r in regions if r.picture == n] for n, p in enumerate(q.pictures)]
    covered = [
        np.logical_or.reduce([np.zeros((p.height, p.width), bool), *some])
        for p, some in zip(q.pictures, spots, strict=True)
    ]
    if kind == "erased":
        return covered
    return [_elsewhere(q, n, some, mask) for n, (some, mask) in enumerate(zip(spots, covered, strict=True))]


def _choices(q: Question, kind: str) -> tuple[Picture, ...]:
    """All of a choice decides, so all of it goes, of every choice alike; the control finds nothing in it to paint over."""
    if kind == "elsewhere":
        return q.choice_pictures
    return tuple(_painted(p, np.ones((p.height, p.width), bool)) for p in q.choice_pictures)


def _decoy(q: Question, where: Where) -> tuple[Region, ...]:
    """One of the things among which the evidence was looked for; a box of typical size where no program tells them."""
    rng = rng_for("decoy", q.id)
    for things in _looked_among(q):
        shapes = [where[thing] for thing in things if thing in where]
        if shapes:
            return tuple(Region(shape) for shape in rng.choice(shapes))
    if not q.pictures:
        return ()
    width, height = q.pictures[0].width, q.pictures[0].height
    left, top = rng.uniform(0, (1 - TYPICAL) * width), rng.uniform(0, (1 - TYPICAL) * height)
    return (Region((left, top, left + TYPICAL * width, top + TYPICAL * height)),)


def _looked_among(q: Question) -> Iterator[Sequence[str]]:
    """What the steps before the evidence gave, the nearest first."""
    if q.program is None:
        return
    waiting = list(q.program.evidence)
    while waiting:
        step = q.program.steps[waiting.pop(0)]
        waiting += step.inputs
        if isinstance(step.output, list | tuple):
            yield step.output


def _spot(shape: Shape, picture: Picture) -> Mask:
    """The pixels of a shape and of a little around it."""
    pixels = np.zeros((picture.height, picture.width), np.uint8)
    pen = skia.Canvas(pixels, colorType=skia.kAlpha_8_ColorType, alphaType=skia.kPremul_AlphaType)
    path = skia.Path()
    path.addPoly([skia.Point(x, y) for x, y in outline(shape)], True)
    pen.drawPath(path, skia.Paint(Style=skia.Paint.kStrokeAndFill_Style, StrokeWidth=2 * GROWN))
    found: Mask = pixels > 0
    return found


def _elsewhere(q: Question, number: int, spots: Sequence[Mask], covered: Mask) -> Mask:
    """For each spot a box of as many pixels, away from all of them and from the other boxes, or where it takes least of them."""
    rng = rng_for("elsewhere", q.id, number)
    taken, boxes, seen = covered.copy(), np.zeros_like(covered), np.zeros_like(covered)
    for spot in spots:
        fresh = int((spot & ~seen).sum())  # what an earlier one has painted is painted once
        seen |= spot
        if fresh:
            top, left, width, height = _place(taken, spot, fresh, rng)
            boxes[top : top + height, left : left + width] = True
            taken |= boxes
    return boxes


def _place(taken: Mask, spot: Mask, pixels: int, rng: Rng) -> tuple[int, int, int, int]:
    """Top, left, width and height of a box that takes nothing which is taken; if there is none, of one that takes least."""
    tried = []
    for width, height in _forms(spot, pixels):
        least, places = _least(taken, width, height)
        tried.append((least, width, height, places))
        if not least:
            break
    _, width, height, places = min(tried, key=lambda one: one[0])
    top, left = places[rng.integer(0, len(places) - 1)]
    return int(top), int(left), width, height


def _forms(spot: Mask, pixels: int) -> Iterator[tuple[int, int]]:
    """Widths and heights of boxes of so many pixels that fit on the picture, the most like the spot first."""
    rows, columns = np.nonzero(spot)
    like = (np.ptp(columns) + 1) / (np.ptp(rows) + 1)
    high, wide = spot.shape
    for narrower in NARROWER:
        width = min(max(round((pixels * like * narrower) ** 0.5), -(-pixels // high), 1), wide)
        yield width, min(max(round(pixels / width), 1), high)


def _least(taken: Mask, width: int, height: int) -> tuple[int, NDArray[np.int64]]:
    """How many taken pixels a box of this size covers at best, and all places (top, left) where it does."""
    total = np.pad(taken.cumsum(0, np.int64).cumsum(1), ((1, 0), (1, 0)))
    under = total[height:, width:] - total[:-height, width:] - total[height:, :-width] + total[:-height, :-width]
    least = int(under.min())
    return least, np.argwhere(under == least)


def _painted(picture: Picture, mask: Mask) -> Picture:
    from eyechart.drawing.png import png

    pixels = decode(picture).toarray(colorType=skia.kRGBA_8888_ColorType)
    pixels[mask] = (GREY, GREY, GREY, 255)
    if picture.format == "jpeg":
        image = skia.Image.fromarray(pixels, colorType=skia.kRGBA_8888_ColorType)
        return Picture(bytes(image.encodeToData(skia.kJPEG, 92)), picture.width, picture.height, "jpeg")
    return Picture(png(pixels), picture.width, picture.height)


# ---- harmless edits


def _move(q: Question, picture: Picture) -> tuple[float, float, float]:
    """Scale and shift, the same for all questions of one page. Nothing leaves the picture."""
    page = q.id.rpartition("/")[0]
    rng = rng_for("perturb", page, picture.width, picture.height)
    scale = rng.uniform(SMALLEST, 0.99)
    room = 1 - scale
    return scale, rng.uniform(0, room * picture.width), rng.uniform(0, room * picture.height)


def _perturbed(q: Question) -> Question:
    evidence = q.evidence
    if evidence is not None:
        moved = []
        for region in evidence.regions:
            scale, dx, dy = _move(q, q.pictures[region.picture])
            shape = tuple(v * scale + (dy if i % 2 else dx) for i, v in enumerate(region.shape))
            moved.append(Region(shape, region.things, region.picture))
        evidence = Evidence(tuple(moved), evidence.labels)
    return structs.replace(
        q,
        pictures=tuple(_moved(q, p) for p in q.pictures),
        choice_pictures=tuple(_moved(q, p) for p in q.choice_pictures),
        evidence=evidence,
    )


def _moved(q: Question, picture: Picture) -> Picture:
    scale, dx, dy = _move(q, picture)
    image = decode(picture)
    surface = skia.Surface(picture.width, picture.height)
    pen = surface.getCanvas()
    pen.clear(int(skia.Color(*_corner(image))))
    pen.translate(dx, dy)
    pen.scale(scale, scale)
    pen.drawImage(image, 0, 0, skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear))
    data = bytes(surface.makeImageSnapshot().encodeToData(skia.kJPEG, 90))
    return Picture(data, picture.width, picture.height, "jpeg")


def _corner(image: skia.Image) -> tuple[int, int, int]:
    """The colour in the top left corner: the ground that the margin gets."""
    pixel = image.toarray(colorType=skia.kRGBA_8888_ColorType)[0, 0]
    return int(pixel[0]), int(pixel[1]), int(pixel[2])
