"""Verbs that teach: train."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from eyechart.cli.words import ALONE, Changes, Where, app, named
from eyechart.reporting.terminal import bar, out


@app.command
def train(
    network: Annotated[str, Parameter(help=named("networks"))],
    dataset: str,
    *,
    out_: Annotated[Path | None, Parameter(name="--out")] = None,
    validate: Path | None = None,
    preset: str = "mini",
    set_: Changes = None,
    seed: int = 0,
    minutes: float | None = None,
    where: Where = ALONE,
) -> None:
    """Train a network. Killed, it goes on when called again; Ctrl-C keeps the best so far.

    Args:
        dataset: the folder to learn from, or a family's name: its pages are then made while the network trains
        out_: the trained network's folder; models/NETWORK unless given
        validate: a dataset to choose the best moment by; without it a tenth of the pages is held out
        preset: mini (for two cores) or paper (as printed)
        set_: settings of the network, such as steps=5000
        minutes: stop then; the same command goes on
    """
    from eyechart import registry
    from eyechart.models.learning.folder import read
    from eyechart.settings import parse_changes
    from eyechart.train import train as run

    changes, engine = parse_changes(set_ or []), where.made()
    steps = registry.get("networks", network).settings_of(preset, changes).steps
    with bar(steps, f"{network} learns") as tell:
        folder = run(
            network,
            dataset,
            out_ or Path("models") / network,
            validate=validate,
            preset=preset,
            changes=changes,
            seed=seed,
            minutes=minutes,
            engine=engine,
            progress=tell,
        )
    about = read(folder)
    out.print(
        f"{about.name} with {about.parameters:,} parameters in {folder}: {about.accuracy:.1%} right on validation, "
        f"update {about.best:,} of {about.steps:,}" + ("" if about.finished else "; type the same command to go on"),
        soft_wrap=True,
    )
