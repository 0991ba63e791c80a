"""One icon: which class, which drawing of it, and how it is varied. Its size, turn and tint are its own; nothing else is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, radians, sin
from typing import Annotated, Any

import numpy as np
import skia
from msgspec import Meta, Struct

from eyechart.core import Ask, Drawing, Graph, Picture, Settings, Step, Template, Thing
from eyechart.drawing.canvas import canvas
from eyechart.drawing.icons import icon_image
from eyechart.drawing.packs import PACKS
from eyechart.drawing.png import png
from eyechart.errors import EyechartError, unknown
from eyechart.families.icon_corpus.catalogue import Catalogue, catalogue, clusters
from eyechart.phrasing import wordings
from eyechart.program import One, Text, program
from eyechart.seeding import Rng

Share = Annotated[float, Meta(ge=0, le=1)]
THING = "icon"
GREY = (0.2126, 0.7152, 0.0722)  # how bright red, green and blue are: a turned hue keeps its brightness


class CorpusSettings(Settings, frozen=True, kw_only=True):
    """Sizes are Icon645's (Table 10). How long the tail is, is that of LDAM's long-tailed sets."""

    packs: tuple[str, ...] = ("twemoji",)  # others are fetched by `eyechart assets`
    imbalance: Annotated[float, Meta(ge=1, le=1000)] = 100.0  # icons of the commonest class for one of the rarest
    smallest: Annotated[int, Meta(ge=16, le=256)] = 64  # pixels, of the longer side
    largest: Annotated[int, Meta(ge=16, le=256)] = 256
    turn: Annotated[float, Meta(ge=0, le=180)] = 20.0  # degrees at most, either way
    hue: Annotated[float, Meta(ge=0, le=180)] = 60.0  # degrees at most, either way, where it is turned
    hued: Share = 0.3  # of the icons, whose hue is turned
    tinted: Share = 0.25  # of the icons, on a pale background instead of a white one

    def check(self) -> None:
        if self.smallest > self.largest:
            raise EyechartError(f"Setting smallest={self.smallest} is above largest={self.largest}.")
        if not self.packs:
            raise EyechartError("Setting packs needs at least one value.")
        for pack in self.packs:
            if pack not in PACKS:
                raise unknown("icon pack", pack, PACKS)


class Icon(Struct, frozen=True):
    name: str  # its class
    cluster: str  # head, medium or tail
    drawing: str
    size: int
    turn: float
    hue: float
    background: str


def weights(count: int, imbalance: float) -> list[float]:
    """Of classes by rank: each as much rarer than the one before as makes the last `imbalance` times rarer than the first."""
    return [imbalance ** (-rank / max(1, count - 1)) for rank in range(count)]


class Part(Struct, frozen=True):
    """The classes that a split has, how likely each is, and in which part of the tail it is."""

    names: Sequence[str]
    weights: Sequence[float]
    clusters: dict[str, str]
    found: Catalogue


@cache
def part(packs: tuple[str, ...], imbalance: float, split: str) -> Part:
    """Training has a long tail; validated and examined is each class alike, as Table 8's totals are means over classes."""
    found = catalogue(packs)
    ranked = list(found.drawings)
    names = [name for name in ranked if found.of(name, split)]
    tail = dict(zip(ranked, weights(len(ranked), imbalance), strict=True))
    return Part(names, [tail[name] if split == "train" else 1.0 for name in names], clusters(ranked), found)


def sample(rng: Rng, settings: CorpusSettings, split: str, index: int) -> Icon:
    here = part(settings.packs, settings.imbalance, split)
    name = rng.weighted(here.names, here.weights)
    return Icon(
        name=name,
        cluster=here.clusters[name],
        drawing=rng.choice(here.found.of(name, split)),
        size=rng.integer(settings.smallest, settings.largest),
        turn=round(rng.uniform(-settings.turn, settings.turn), 2),
        hue=round(rng.uniform(-settings.hue, settings.hue), 2) if rng.coin(settings.hued) else 0.0,
        background=_pale(rng) if rng.coin(settings.tinted) else "#FFFFFF",
    )


def _pale(rng: Rng) -> str:
    return "#" + "".join(f"{rng.integer(215, 255):02X}" for _ in range(3))


def draw(scene: Icon, rng: Rng, settings: CorpusSettings) -> Drawing:
    """Turned, then cropped to its ink: as large as its size says, with nothing around it."""
    pixels = _turned(scene)
    height, width = pixels.shape[:2]
    pen, page = canvas(width, height)
    pen.clear(int(skia.Color(*(int(scene.background[n : n + 2], 16) for n in (1, 3, 5)))))
    pen.drawImage(skia.Image.fromarray(pixels, colorType=skia.kRGBA_8888_ColorType), 0, 0)
    return Drawing((Picture(png(page), width, height),), {THING: ((0.0, 0.0, float(width), float(height)),)})


def _turned(scene: Icon) -> Any:
    """Red, green, blue and alpha, cropped; its longer side is `size`."""
    image = icon_image(scene.drawing, scene.size)
    side = 2 * max(image.width(), image.height())
    surface = skia.Surface(side, side)
    pen = surface.getCanvas()
    pen.translate(side / 2, side / 2)
    pen.rotate(scene.turn)
    paint = skia.Paint(AntiAlias=True)
    if scene.hue:
        paint.setColorFilter(skia.ColorFilters.Matrix(_hue(scene.hue)))
    smooth = skia.SamplingOptions(skia.FilterMode.kLinear)
    pen.drawImage(image, -image.width() / 2, -image.height() / 2, smooth, paint)
    pixels = surface.makeImageSnapshot().toarray(colorType=skia.kRGBA_8888_ColorType)
    ink = pixels[:, :, 3] > 8
    rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
    cropped = pixels[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = scene.size / max(cropped.shape[:2])  # turned it may have grown, or shrunk
    wide, high = (max(1, round(length * scale)) for length in (cropped.shape[1], cropped.shape[0]))
    made = skia.Image.fromarray(np.ascontiguousarray(cropped), colorType=skia.kRGBA_8888_ColorType)
    return made.resize(wide, high, smooth).toarray(colorType=skia.kRGBA_8888_ColorType)


def _hue(degrees: float) -> list[float]:
    """Turns colours around grey and keeps how bright they are."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    grey = np.tile(np.array(GREY), (3, 1))
    # The plane across grey in which hues turn, as in SVG's hueRotate.
    turn = np.array([[-GREY[0], -GREY[1], 1 - GREY[2]], [0.143, 0.14, -0.283], [-(1 - GREY[0]), GREY[1], GREY[2]]])
    matrix = grey + c * (np.eye(3) - grey) + s * turn
    return [value for row in matrix for value in (*row, 0.0, 0.0)] + [0.0, 0.0, 0.0, 1.0, 0.0]


def graph(scene: Icon) -> Graph:
    data = {"size": scene.size, "turn": scene.turn, "hue": scene.hue, "background": scene.background}
    return Graph((Thing(THING, scene.name, {"drawing": scene.drawing}, data),))


# ---- what is asked


def the_icon(world: Graph) -> One:
    return [world.things[0].id]


def name(world: Graph, one: One) -> Text:
    return next(thing.name for thing in world.things if thing.id == one[0])


TEXT = "What does this icon show?"
WHAT = Template("what is it", wordings(en=(TEXT,)), needs=("picture",), form="fill-in")


def ask(scene: Icon, world: Graph, drawing: Drawing, rng: Rng, settings: CorpusSettings) -> Iterator[Ask]:
    yield Ask(
        template=WHAT,
        program=program(Step("the_icon"), Step("name", (0,)), evidence=(0,)),
        facets={"cluster": scene.cluster},
    )
