"""What an installation takes on disk, package by package: what pyproject.toml asks for and all that it brings, as installed here.

Nothing is fetched: an extra of which something is not installed is left out, and the run says so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from benchmarks.claim import Claim, at_most, console, print_rows

ROOT = Path(__file__).parents[1]
MOST = 600.0  # MB
SHOWN = 5.0  # MB; what is smaller is told together
MB = 1e6


def claims(quick: bool) -> list[Claim]:
    base = come_with(asked_for())
    sizes = {name: taken(distribution(name)) / MB for name in base}
    ours = sum(_disk(path) for path in (ROOT / "src").rglob("*") if "__pycache__" not in path.parts) / MB
    sizes["eyechart"] = ours
    large = sorted((name for name in sizes if sizes[name] >= SHOWN), key=lambda name: -sizes[name])
    rest = [name for name in sizes if name not in large]
    rows = [(name, f"{sizes[name]:,.0f}") for name in large]
    rows += [(f"{len(rest)} smaller ones", f"{sum(sizes[name] for name in rest):,.0f}")]
    total = sum(sizes.values())
    print_rows("MB on disk", ("package", "MB"), [*rows, ("all", f"{total:,.0f}")])
    for extra in ("audit", "ocr", "train"):
        more = come_with(asked_for(extra)) - base
        lacking = [name for name in more if _found(name) is None]
        taking = sum(taken(distribution(name)) for name in more if name not in lacking) / MB
        said = f"not all installed here: {', '.join(sorted(lacking))}" if lacking else f"{taking:,.0f} MB more"
        console.print(f"with the {extra} extra: {said}")
    return [at_most("an installation without extras", total, MOST, "MB")]


def asked_for(extra: str | None = None) -> list[str]:
    """The requirements of pyproject.toml."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return list(project["dependencies"] if extra is None else project["optional-dependencies"][extra])


def come_with(requirements: Iterable[str]) -> set[str]:
    """Names of all packages that these bring along, with themselves."""
    found: set[str] = set()
    todo = list(_wanted(requirements, frozenset()))
    while todo:
        name, extras = todo.pop()
        if name in found:
            continue
        found.add(name)
        there = _found(name)
        todo += _wanted((there.requires or []) if there else [], extras)
    return found


def _wanted(requirements: Iterable[str], extras: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    for written in requirements:
        one = Requirement(written)
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield canonicalize_name(one.name), frozenset(one.extras)


def _found(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def taken(package: Distribution) -> int:
    """Bytes of disk of the files that came with a package."""
    return sum(_disk(Path(str(package.locate_file(file)))) for file in package.files or ())


def _disk(path: Path) -> int:
    return path.stat().st_blocks * 512 if path.is_file() else 0
