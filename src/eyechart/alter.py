"""Does it look? The same questions with the evidence painted over (`erased`), or with edits that matter to nobody
(`perturbed`: a little smaller, a little aside, recompressed). Who looks changes the answer in the first case only.
"""

from __future__ import annotations

import skia
from msgspec import structs

from eyechart.core import Evidence, Picture, Prediction, Question, Region, outline
from eyechart.drawing.compose import decode
from eyechart.errors import unknown
from eyechart.seeding import rng_for

KINDS = ("erased", "perturbed")
PAINT = skia.Color(128, 128, 128)
GROWN = 3.0  # pixels painted around the evidence
SMALLEST = 0.94  # of its size, when perturbed


def altered(q: Question, kind: str) -> Question:
    """The question with its pictures altered. Evidence that is no region cannot be erased: the question stays as it is."""
    if not kind:
        return q
    if kind not in KINDS:
        raise unknown("alteration", kind, KINDS)
    return _erased(q) if kind == "erased" else _perturbed(q)


def in_original(p: Prediction, q: Question, kind: str) -> Prediction:
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


def _erased(q: Question) -> Question:
    regions = q.evidence.regions if q.evidence else ()
    if not regions:
        return q
    pictures = []
    for number, picture in enumerate(q.pictures):
        mine = [r for r in regions if r.picture == number]
        pictures.append(_painted(picture, mine) if mine else picture)
    return structs.replace(q, pictures=tuple(pictures))


def _painted(picture: Picture, regions: list[Region]) -> Picture:
    surface = skia.Surface(picture.width, picture.height)
    pen = surface.getCanvas()
    pen.drawImage(decode(picture), 0, 0)
    for region in regions:
        path = skia.Path()
        path.addPoly([skia.Point(x, y) for x, y in outline(region.shape)], True)
        pen.drawPath(path, skia.Paint(Color=PAINT))
        edge = skia.Paint(Color=PAINT, Style=skia.Paint.kStroke_Style, StrokeWidth=2 * GROWN)
        pen.drawPath(path, edge)
    return _encoded(surface, picture)


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


def _encoded(surface: skia.Surface, like: Picture) -> Picture:
    if like.format == "jpeg":
        data = bytes(surface.makeImageSnapshot().encodeToData(skia.kJPEG, 92))
        return Picture(data, like.width, like.height, "jpeg")
    from eyechart.drawing.png import png

    return Picture(png(surface.toarray(colorType=skia.kRGBA_8888_ColorType)), like.width, like.height)
