"""Register a benchmark: hide its answers, pack what participants download, and open its leaderboard.

SITE/hidden/NAME/dataset     with answers, for the worker
SITE/hidden/NAME/halves.json which pages are public
SITE/secrets/NAME.json       what it was made from: the seed
SITE/public/NAME.zip         what participants download
"""

from __future__ import annotations

import os
import re
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count as count_from
from itertools import islice
from pathlib import Path
from secrets import randbits
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from eyechart import registry
from eyechart.core import SHARD, Family, Page
from eyechart.errors import EyechartError, unknown
from eyechart.page import page
from eyechart.settings import settings_for
from eyechart.store import shards
from eyechart.store.atomic import write_atomic
from eyechart.store.folder import Manifest, Shard, finish, load
from eyechart.web.board.halves import DATASET, HALVES, Halves
from eyechart.web.board.hiding import chance, halved, renamed, stripped
from eyechart.web.board.official import official_of, step_for
from eyechart.web.board.tables import benchmarks
from eyechart.web.database import Database, now
from eyechart.web.site import Site

NAME = re.compile(r"[a-z0-9][a-z0-9-]{1,58}")
BITS = 128  # of a seed: nobody tries them all
GUESSABLE = 100  # bits; a seed of fewer may be found by trying
MOST = 20_000  # images that are shuffled in memory
DAILY = 2  # submissions, unless said otherwise


@dataclass(frozen=True)
class Making:
    """What a benchmark is made of: a family with a secret seed, or datasets that are there."""

    source: Sequence[str]  # one family, or folders of datasets of one family
    count: int = 1000  # images, of a family
    split: str | None = None  # of a family; its last unless said
    preset: str | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Rules:
    """How it is run."""

    title: str = ""
    closes: datetime | None = None
    daily: int = DAILY


RULES = Rules()


class Secret(Struct, frozen=True):
    """What would make the pages again. The seed is written in hexadecimals."""

    source: list[str]
    split: str
    seed: str | None = None
    preset: str | None = None
    settings: dict[str, Any] = {}


def hidden_in(site: Site, name: str) -> Path:
    return site.home / "hidden" / name


def public_of(site: Site, name: str) -> Path:
    return site.home / "public" / f"{name}.zip"


def register(
    site: Site,
    database: Database,
    name: str,
    making: Making,
    rules: Rules = RULES,
    progress: Callable[[int], None] = lambda done: None,
) -> Path:
    """Make it, and say where what participants download is."""
    if not NAME.fullmatch(name):
        raise EyechartError(
            f"'{name}' is no name for a benchmark: small letters, digits and hyphens, such as figures-2027."
        )
    if rules.daily < 1:
        raise EyechartError(f"--daily {rules.daily}: at least one submission a day.")
    with database.reading() as connection:
        if connection.execute(select(benchmarks.c.id).where(benchmarks.c.name == name)).first():
            raise EyechartError(f"There is a benchmark '{name}' already. Choose another name.")
    family, split, count, pages, secret = _source(making)
    shuffled = (renamed(one, name, split, index) for index, one in enumerate(pages))
    home = hidden_in(site, name)
    shutil.rmtree(home, ignore_errors=True)  # what a kill left of an earlier try
    for folder in (home.parent, site.home / "secrets", home):
        _closed(folder)
    public = public_of(site, name)
    public.parent.mkdir(parents=True, exist_ok=True)
    manifest = _written(family, split, name, shuffled, (home / DATASET, home / "download"), progress)
    write_atomic(home / HALVES, msgspec.json.encode(Halves(list(halved(count)))))
    write_atomic(site.home / "secrets" / f"{name}.json", msgspec.json.format(msgspec.json.encode(secret)))
    (site.home / "secrets" / f"{name}.json").chmod(0o600)
    _packed(home / "download", public, name)
    shutil.rmtree(home / "download")
    _entered(database, name, manifest, rules)
    return public


def _closed(folder: Path) -> None:
    """A folder that nobody else on this machine looks into."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)


def _entered(database: Database, name: str, manifest: Manifest, rules: Rules) -> None:
    row = {
        "name": name,
        "title": rules.title or f"{manifest.family.capitalize()}: {name}",
        "family": manifest.family,
        "metric": official_of(manifest.family).metric,
        "images": manifest.images,
        "questions": manifest.questions,
        "daily": rules.daily,
        "step": step_for((manifest.questions + 1) // 2),
        "closes": rules.closes,
        "created": now(),
    }
    with suppress(IntegrityError), database.writing() as connection:
        connection.execute(insert(benchmarks).values(**row))
        return
    raise EyechartError(f"There is a benchmark '{name}' already. Choose another name.")


# ---- pages, in random order


def _source(making: Making) -> tuple[Family[Any], str, int, Iterator[Page], Secret]:
    if len(making.source) == 1 and making.source[0] in registry.names("families"):
        return _generated(making)
    return _read(making)


def _generated(making: Making) -> tuple[Family[Any], str, int, Iterator[Page], Secret]:
    family = registry.get("families", making.source[0])
    split = making.split or list(family.splits)[-1]
    if split not in family.splits:
        raise unknown(f"split of {family.name}", split, family.splits)
    if making.count < 2:
        raise EyechartError(f"--count {making.count}: a benchmark has two images at least, one for each half.")
    settings, seed = settings_for(family, making.preset, making.changes), randbits(BITS)
    order = chance.sample(range(making.count), making.count)
    secret = Secret(list(making.source), split, f"{seed:032x}", making.preset, msgspec.to_builtins(settings))
    return family, split, making.count, (page(family, settings, split, seed, index) for index in order), secret


def _read(making: Making) -> tuple[Family[Any], str, int, Iterator[Page], Secret]:
    if making.split or making.preset or making.changes:
        raise EyechartError(
            "--split, --preset and --set say how a family generates; datasets that are there have theirs."
        )
    found = [load(folder) for folder in making.source]
    if not found:
        raise EyechartError("Name a family, or datasets' folders: eyechart register NAME figures")
    families = dict.fromkeys(one.manifest.family for one in found)
    if len(families) > 1:
        raise EyechartError(f"A benchmark is of one family, and these are of {', '.join(families)}.")
    for one in found:
        m = one.manifest
        if m.release is None and abs(m.seed).bit_length() < GUESSABLE:
            raise EyechartError(
                f"{one.folder} was generated with seed {m.seed}, which anybody finds by trying. Let the seed be drawn here: "
                f"eyechart register NAME {m.family} --split {m.split} --count {m.images}"
            )
    images = sum(map(len, found))
    if not 2 <= images <= MOST:
        raise EyechartError(f"{images:,} images: a benchmark has 2 to {MOST:,}.")
    pages = [one for dataset in found for one in dataset]
    split = " + ".join(dict.fromkeys(one.manifest.split for one in found))
    secret = Secret([str(one.folder.resolve()) for one in found], split)
    return found[0].family, split, images, iter(chance.sample(pages, len(pages))), secret


# ---- files


def _written(
    family: Family[Any],
    split: str,
    name: str,
    pages: Iterable[Page],
    folders: tuple[Path, Path],
    progress: Callable[[int], None],
) -> Manifest:
    """The same pages to two folders: whole, and as participants get them."""
    made: tuple[list[Shard], list[Shard]] = ([], [])
    done = 0
    for folder in folders:
        (folder / "data").mkdir(parents=True)
    stream = iter(pages)
    for number in count_from():
        if not (some := list(islice(stream, SHARD))):
            break
        for folder, shown, own in zip(folders, (some, map(stripped, some)), made, strict=True):
            file = f"data/{number:05d}.parquet"
            own.append(Shard(file, *shards.write_shard(folder / file, shown, family.facets)))
        done += len(some)
        progress(done)
    manifests = [
        Manifest(
            family=family.name,
            family_version=family.version,
            split=split,
            seed=0,
            preset="",
            settings={},
            images=sum(one.images for one in own),
            questions=sum(one.questions for one in own),
            licence=family.licence,
            release=name,
            shards=tuple(own),
        )
        for own in made
    ]
    for folder, manifest in zip(folders, manifests, strict=True):
        finish(folder, manifest, {"README.md": CARD.format(name=name, family=family.name, m=manifest)})
    return manifests[0]


CARD = """# {name}

{m.images:,} images with {m.questions:,} questions of the family {family}. Answers stay with who runs the benchmark.

    eyechart predict MODEL THIS-FOLDER --out run
    eyechart submit run/predictions.jsonl --to ADDRESS/boards/{name} --method "My model"

`eyechart.load("THIS-FOLDER")` gives its pages. In Python or elsewhere: one line for each question,
`{{"question": ID, "answer": "…"}}`, or any other form that `eyechart score` reads.
"""


def _packed(folder: Path, zipped: Path, name: str) -> None:
    """Files alone, in their order, none with a date: nothing in it tells of when or by whom."""
    part = zipped.with_name(f".{zipped.name}.part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(f"{name}/{path.relative_to(folder).as_posix()}", (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as target:
                shutil.copyfileobj(source, target, 1 << 20)
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(zipped)
