"""Datasets in other people's layouts: those of tools, for every family, and each family's own paper's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from eyechart import registry
from eyechart.core import Family, Page, Question, Settings
from eyechart.dataset import Endless, Kind
from eyechart.errors import EyechartError, unknown
from eyechart.settings import settings_for
from eyechart.store import shards
from eyechart.store.card import joint_card
from eyechart.store.folder import CARD, Dataset, Manifest, load, versions
from eyechart.store.job import job
from eyechart.store.place import here

Source = str | Path | Dataset | Endless
"""A dataset on disk, or pages that are made when looked at, with a count."""
Write = Callable[[Any, Path, Callable[[int], None]], None]


class Drawn(Struct, frozen=True):
    """The pages of one family that were made for the purpose, as exporters read them."""

    manifest: Manifest
    family: Family[Any]
    pages: tuple[Page, ...]

    def __len__(self) -> int:
        return len(self.pages)

    def __iter__(self) -> Iterator[Page]:
        return iter(self.pages)

    def questions(self) -> Iterator[Question]:
        return chain.from_iterable(page.questions for page in self.pages)

    @property
    def settings(self) -> Settings:
        return settings_for(self.family, None, self.manifest.settings)


def export(
    dataset: Source | Sequence[Source],
    format: str,
    out: str | Path,
    progress: Callable[[int], None] = lambda done: None,
) -> Path:
    """Write the dataset in another format to a new folder: all of it, or nothing.

    Of several, or of a mixture, each family and split has a folder of its own, and one card binds them: Hugging Face's
    `load_dataset(folder, "figures")` opens a family.

    >>> made = eyechart.generate("figures", "data/figures", split="val1", count=3, seed=7)
    >>> folder = eyechart.export("data/figures", "llava", "out/llava")
    >>> sorted(path.name for path in folder.glob("[!.]*"))
    ['conversations.json', 'images']
    """
    sources = [dataset] if isinstance(dataset, Source) else dataset
    every = [part for one in sources for part in _parts(one)]
    parts = {_name(part): part for part in every}
    if len(parts) < len(every):
        raise EyechartError("Two of the datasets are of the same family and split: name one of each.")
    writers = {name: _writer(part, format) for name, part in parts.items()}
    folder = here(out, "export")

    def fill(hidden: Path) -> None:
        if len(parts) == 1:
            [(name, part)] = parts.items()
            writers[name](part, hidden, progress)
        else:
            _together(parts, writers, hidden, progress)

    with job(folder, "export") as work:
        work.begin({"dataset": ", ".join(map(_told, parts.values())), "format": format})
        work.put_together(fill)
    return folder


def _together(
    parts: Mapping[str, Dataset | Drawn], writers: Mapping[str, Write], hidden: Path, progress: Callable[[int], None]
) -> None:
    """Each in a folder of its own, and a card for all."""
    done = 0
    for name, part in parts.items():
        (hidden / name).mkdir()
        writers[name](part, hidden / name, partial(_further, progress, done))
        (hidden / name / CARD).unlink(missing_ok=True)
        done += len(part)
    card = joint_card(hidden, {name: part.manifest for name, part in parts.items()})
    (hidden / CARD).write_text(card, encoding="utf-8")


def _further(progress: Callable[[int], None], before: int, done: int) -> None:
    progress(before + done)


def _parts(source: Source) -> list[Dataset | Drawn]:
    if not isinstance(source, Endless):
        return [load(source)]
    if source.count is None:
        raise EyechartError(f"{source!r} has no end: say how many pages with count=… to export them.")
    pages: dict[str, list[Page]] = {kind.family.name: [] for kind in source.kinds}
    for page in source:
        pages[page.family].append(page)
    return [_drawn(kind, pages[kind.family.name]) for kind in source.kinds if pages[kind.family.name]]


def _drawn(kind: Kind, pages: Sequence[Page]) -> Drawn:
    manifest = Manifest(
        family=kind.family.name,
        family_version=kind.family.version,
        split=kind.split,
        seed=kind.seed,
        preset="",
        settings=msgspec.to_builtins(kind.settings),
        images=len(pages),
        questions=sum(len(page.questions) for page in pages),
        licence=kind.family.licence,
        versions=versions(),
    )
    return Drawn(manifest, kind.family, tuple(pages))


def _told(part: Dataset | Drawn) -> str:
    return str(part.folder.resolve()) if isinstance(part, Dataset) else part.manifest.told()


def _name(part: Dataset | Drawn) -> str:
    return f"{part.manifest.family}-{part.manifest.split}"


def _writer(part: Dataset | Drawn, format: str) -> Write:
    """What writes this format: the family's own, or a tool's."""
    own = part.family.exporters
    if format not in own and format not in registry.names("exports"):
        raise unknown(f"export format of {part.family.name}", format, [*own, *registry.names("exports")])
    if format in own:
        if isinstance(part, Drawn):
            raise EyechartError(
                f"{format} takes a dataset on disk: make one with `eyechart generate {part.family.name}`."
            )
        return own[format]
    if isinstance(part, Dataset) and (bare := _bare(part)):
        raise EyechartError(
            f"{format} needs pictures, and {bare:,} of {len(part):,} pages of {part.folder} have none: "
            "convert the release again with its pictures in place."
        )
    return registry.get("exports", format)


def _bare(dataset: Dataset) -> int:
    """How many pages have no picture: some releases are questions alone."""
    sizes = (rows.column("sizes") for shard in dataset.manifest.shards
             for rows in shards.read_shard(dataset.folder / shard.file, columns=("sizes",)))  # fmt: skip
    return sum(int((column.value_lengths().to_numpy() == 0).sum()) for column in sizes)
