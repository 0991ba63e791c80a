"""A bank of surfaces: brick, plaster, stone, wood, metal, cork, paving, sky. Each is made once per process from a fixed seed.

Fresh noise for each picture would cost more than all the rest of it; a tile that repeats, seen at an angle and under another
light, does not show. Tiles are 512 × 512 and seamless; a variant changes colours and the pattern's chance.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import skia
from numpy.typing import NDArray

from eyechart.seeding import rng_for

SIZE = 512
Grid = NDArray[np.float64]
# Tiles are sampled at the nearest pixel, a third of the cost of mixing four. On mere speckle that does not show; joints and
# grain would show steps, so the tiles that have them are softened once, when they are made.
SPECKLED = ("plaster", "cork", "asphalt", "grass", "leaves")
NEAREST = skia.SamplingOptions(skia.FilterMode.kNearest)


def _smooth(draw: np.random.Generator, cells: int, rows: int = 0) -> Grid:
    """Seamless noise between -1 and 1: random values on a grid of cells, joined by smooth steps."""
    rows = rows or cells
    grid = draw.uniform(-1, 1, (rows, cells))
    down, across = _steps(rows), _steps(cells)
    mixed = grid[down[0]] * (1 - down[2][:, None]) + grid[down[1]] * down[2][:, None]
    joined: Grid = mixed[:, across[0]] * (1 - across[2]) + mixed[:, across[1]] * across[2]
    return joined


def _steps(cells: int) -> tuple[NDArray[np.intp], NDArray[np.intp], Grid]:
    at = np.arange(SIZE) * (cells / SIZE)
    low = at.astype(np.intp)
    part = at - low
    return low % cells, (low + 1) % cells, part * part * (3 - 2 * part)


def _cloudy(draw: np.random.Generator, *cells: int) -> Grid:
    """Noise at several scales, the coarse ones stronger."""
    total = sum(_smooth(draw, c) / 2**i for i, c in enumerate(cells))
    return np.asarray(total / sum(0.5**i for i in range(len(cells))))


def _grain(draw: np.random.Generator) -> Grid:
    return draw.uniform(-1, 1, (SIZE, SIZE))


def _softened(tile: Grid) -> Grid:
    """Averaged 1-2-1 both ways, round the edges: still seamless."""
    for axis in (0, 1):
        tile = 0.5 * tile + 0.25 * (np.roll(tile, 1, axis) + np.roll(tile, -1, axis))
    return tile


def _toned(colour: tuple[int, int, int], shade: Grid) -> Grid:
    return np.array(colour, float)[None, None, :] * (1 + shade[:, :, None])


def _brick(draw: np.random.Generator, variant: int) -> Grid:
    """Running bond: bricks of 64 × 32 with their own tones, and pale mortar."""
    colour, mortar = (
        ((150, 78, 60), (188, 178, 165)),
        ((172, 108, 78), (200, 190, 172)),
        ((118, 70, 62), (160, 152, 145)),
        ((190, 160, 125), (214, 206, 190)),
        ((206, 202, 194), (226, 222, 216)),
    )[variant % 5]
    y, x = np.mgrid[0:SIZE, 0:SIZE]
    row = y // 32
    shifted = (x + 32 * (row % 2)) % SIZE
    tones = draw.uniform(-0.16, 0.14, (SIZE // 32, SIZE // 64))
    shade = tones[row, shifted // 64] + 0.10 * _cloudy(draw, 64, 128) + 0.05 * _grain(draw)
    edge = np.minimum(np.minimum(shifted % 64, 63 - shifted % 64), np.minimum(y % 32, 31 - y % 32)).astype(float)
    edge += 0.6 * _smooth(draw, 128)
    shade = np.where(edge < 3, shade - 0.10, shade)  # a shadow along each brick
    joint = np.clip(2.2 - edge, 0, 1)[:, :, None]
    bricks, between = _toned(colour, shade), _toned(mortar, 0.06 * _grain(draw))
    return np.asarray(bricks * (1 - joint) + between * joint)


def _plaster(draw: np.random.Generator, variant: int) -> Grid:
    colour = ((214, 202, 178), (196, 190, 184), (222, 188, 150), (176, 196, 200), (204, 170, 156), (188, 200, 172))[
        variant % 6
    ]
    stain = np.clip(_cloudy(draw, 3, 6, 12) - 0.25, 0, 1)
    return _toned(colour, 0.06 * _cloudy(draw, 8, 32, 128) + 0.025 * _grain(draw) - 0.28 * stain)


def _stone(draw: np.random.Generator, variant: int) -> Grid:
    """Slabs of 128 × 128, or 256 × 128, veined."""
    colour = ((186, 182, 174), (150, 146, 142), (208, 198, 182), (112, 116, 120))[variant % 4]
    vein = 1 - np.abs(_cloudy(draw, 4, 8, 16, 32)) * 6
    y, x = np.mgrid[0:SIZE, 0:SIZE]
    wide = 256 if variant % 2 else 128
    row = y // 128
    shifted = (x + (wide // 2) * (row % 2)) % SIZE
    tones = draw.uniform(-0.05, 0.05, (4, SIZE // wide))
    joint = (shifted % wide < 2) | (y % 128 < 2)
    shade = (
        tones[row, shifted // wide] - 0.10 * np.clip(vein, 0, 1) + 0.05 * _cloudy(draw, 16, 64) + 0.02 * _grain(draw)
    )
    return _toned(colour, np.where(joint, -0.32, shade))


def _wood(draw: np.random.Generator, variant: int) -> Grid:
    """Boards of 64 px across, their grain along them."""
    colour = ((150, 104, 66), (112, 74, 48), (186, 142, 96), (92, 66, 52), (170, 158, 140))[variant % 5]
    y = np.arange(SIZE)[:, None] * np.ones((1, SIZE))
    board = (y // 64).astype(np.intp)
    long = np.stack([_smooth(draw, 4, 64) for _ in range(2)])
    rings = np.sin((y * 0.55 + 9 * long[0]) + 5 * _smooth(draw, 3, 16))
    tones = draw.uniform(-0.14, 0.14, SIZE // 64)[board]
    shade = tones + 0.07 * rings + 0.07 * _smooth(draw, 6, 256) + 0.03 * _grain(draw)
    return _toned(colour, np.where(y % 64 < 2, -0.5, shade))


def _metal(draw: np.random.Generator, variant: int) -> Grid:
    colour = ((176, 180, 184), (142, 148, 156), (196, 186, 166), (96, 104, 114))[variant % 4]
    streak = _smooth(draw, 2, 512) * 0.06 + _smooth(draw, 4, 128) * 0.04
    return _toned(colour, streak + 0.06 * _cloudy(draw, 2, 4) + 0.012 * _grain(draw))


def _cork(draw: np.random.Generator, variant: int) -> Grid:
    colour = ((188, 142, 92), (172, 124, 80))[variant % 2]
    flecks = _smooth(draw, 128)
    return _toned(
        colour, 0.10 * _cloudy(draw, 64, 128) + 0.08 * _grain(draw) - 0.30 * (flecks > 0.62) + 0.14 * (flecks < -0.7)
    )


def _asphalt(draw: np.random.Generator, variant: int) -> Grid:
    colour = ((96, 98, 102), (120, 120, 122))[variant % 2]
    return _toned(colour, 0.16 * _grain(draw) + 0.10 * _cloudy(draw, 4, 16, 64))


def _grass(draw: np.random.Generator, variant: int) -> Grid:
    colour = ((92, 128, 64), (120, 138, 72))[variant % 2]
    return _toned(colour, 0.22 * _smooth(draw, 256) + 0.16 * _grain(draw) + 0.16 * _cloudy(draw, 4, 16))


def _sky(draw: np.random.Generator, variant: int) -> Grid:
    """Clouds on a blue that pales downwards; not seamless from top to bottom, so show one tile of it."""
    top, low = (
        ((92, 146, 206), (198, 222, 240)),
        ((150, 170, 190), (216, 222, 226)),
        ((120, 150, 200), (246, 214, 178)),
    )[variant % 3]
    down = np.linspace(0, 1, SIZE)[:, None, None]
    blue = np.array(top, float) * (1 - down) + np.array(low, float) * down
    cloud = _cloudy(draw, 4, 8, 16, 32, 64) + 0.25 * _smooth(draw, 3, 6)
    cover = np.clip((cloud - 0.02) * 3.2, 0, 0.92)[:, :, None]
    return blue * (1 - cover) + np.array((246, 247, 249), float) * cover


def _leaves(draw: np.random.Generator, variant: int) -> Grid:
    colour = ((70, 104, 58), (92, 112, 52))[variant % 2]
    return _toned(colour, 0.45 * _smooth(draw, 64) + 0.30 * _smooth(draw, 128) + 0.2 * _cloudy(draw, 8, 16))


MAKERS: dict[str, Callable[[np.random.Generator, int], Grid]] = {
    "brick": _brick,
    "plaster": _plaster,
    "stone": _stone,
    "wood": _wood,
    "metal": _metal,
    "cork": _cork,
    "asphalt": _asphalt,
    "grass": _grass,
    "sky": _sky,
    "leaves": _leaves,
}


@cache
def texture(name: str, variant: int) -> skia.Image:
    """A seamless opaque tile."""
    draw = np.random.Generator(np.random.PCG64(rng_for("textures", name, variant).bits()))
    made = MAKERS[name](draw, variant)
    colours = np.clip(made if name in SPECKLED else _softened(made), 0, 255).astype(np.uint8)
    pixels = np.dstack([colours, np.full((SIZE, SIZE, 1), 255, np.uint8)])
    return skia.Image.fromarray(
        np.ascontiguousarray(pixels), colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType
    )


@cache
def textured(name: str, variant: int, scale: float = 1.0, smooth: bool = False) -> skia.Paint:
    """A paint that tiles the surface; scale is pixels of the plane per pixel of the tile; smooth edges."""
    matrix = skia.Matrix.Scale(scale, scale)
    repeat = skia.TileMode.kRepeat
    return skia.Paint(AntiAlias=smooth, Shader=texture(name, variant).makeShader(repeat, repeat, NEAREST, matrix))
