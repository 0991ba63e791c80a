"""Verbs that make datasets, and write them for others: generate, convert, mine, export, assets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from eyechart import registry
from eyechart.cli.words import HERE, Changes, Elsewhere, Family, Out, Source, Where, app, named
from eyechart.core import SHARD
from eyechart.errors import EyechartError, unknown
from eyechart.reporting.terminal import bar, out


@app.command
def generate(
    family: Family,
    *,
    split: str = "train",
    count: int | None = None,
    seed: int = 0,
    out_: Elsewhere,
    preset: str | None = None,
    set_: Changes = None,
    paper_size: bool = False,
    shard: int = SHARD,
    where: Where = HERE,
) -> None:
    """Write a dataset: COUNT images with their questions, proved and boxed. Killed, it goes on when called again.

    Args:
        count: images to make
        out_: folder to write to; here, or elsewhere: s3://bucket/name (docs/cluster.md)
        set_: key=value, any setting of the family (`eyechart list settings FAMILY`)
        paper_size: as many images as the paper has in this split, instead of --count
        shard: images in a file
    """
    from eyechart.generate import generate as run
    from eyechart.settings import parse_changes

    if (count is None) == (not paper_size):
        raise EyechartError("Say how many images: either --count N or --paper-size.")
    found = registry.get("families", family)
    if split not in found.splits:
        raise unknown(f"split of {family}", split, found.splits)
    images = found.splits[split].images if count is None else count
    changes, engine = parse_changes(set_ or []), where.made()
    with bar(images, f"drawing {family}") as tell:
        made = run(
            family,
            out_,
            split=split,
            count=images,
            seed=seed,
            preset=preset,
            changes=changes,
            shard=shard,
            jobs=engine,
            progress=tell,
        )
    out.print(f"{made.manifest.images:,} images with {made.manifest.questions:,} questions in {out_}")


@app.command
def convert(
    release: Annotated[str, Parameter(help=named("releases"))],
    root: Path,
    *,
    split: str,
    out_: Elsewhere,
    set_: Changes = None,
    shard: int = SHARD,
) -> None:
    """Read a split of an official release and write it as a dataset, so that every verb works on it. Killed, it goes on.

    Args:
        root: the folder that holds it
        shard: images in a file
        set_: key=value, any setting of a release that has some (visual-genome)
    """
    from eyechart.convert import convert as run
    from eyechart.convert import told
    from eyechart.settings import parse_changes

    out.print(told(run(release, root, split, out_, changes=parse_changes(set_ or []), shard=shard)))


@app.command
def mine(root: Path, *, out_: Out, set_: Changes = None) -> None:
    """Read Visual Genome for others: crops for matrices, and with ConceptNet the facts about what is shown. Counts both.

    Args:
        root: a folder with objects.json or scene_graphs.json, image_data.json, region_descriptions.json
        out_: a new folder
        set_: key=value, any of its settings (docs/mine.md)
    """
    from eyechart.mine import MineSettings
    from eyechart.mine import mine as run
    from eyechart.settings import parse_changes, settings_from

    for section in run(root, out_, settings_from(MineSettings, "mine", parse_changes(set_ or []))):
        out.print(section.title, style="bold")
        for what, count in section.rows:
            out.print(f"  {count:>12,}  {what}", highlight=False)


@app.command
def export(
    *datasets: Source, format: Annotated[str, Parameter(help=named("exports", "or the family's own"))], out_: Out
) -> None:
    """Write datasets in another layout: a tool's, or their paper's. Several become one: a folder for each, and a card for all."""
    from eyechart.export import export as run
    from eyechart.store.folder import load

    if not datasets:
        raise EyechartError("Name at least one dataset folder to export.")
    data = [load(folder) for folder in datasets]
    total = sum(map(len, data))
    with bar(total, f"writing {format}") as tell:
        run(data, format, out_, tell)
    out.print(f"{total:,} images in {out_}")


@app.command
def assets(*packs: str, share_alike: bool = False) -> None:
    """Fetch icon packs, or the weights of an extractor, through npm, pinned, into a cache. Nothing needs them."""
    from eyechart.assets import assets as fetch

    for line in fetch(packs, share_alike):
        out.print(line)
