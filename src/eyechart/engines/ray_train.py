"""Processes of a Ray cluster that train one network together: Ray Train starts them and joins them to a group of torch's."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from eyechart.engines.engine import Wanted
from eyechart.errors import EyechartError, shown


def together(wanted: Wanted, room: int, work: Callable[[], object]) -> None:
    """Do the same work in as many processes as are wanted, at once. Each knows by its environment which of them it is."""
    count = wanted.jobs or room
    if count > room:
        raise EyechartError(f"The Ray cluster has room for {room} processes, not for {count}. Lower --jobs or --cores.")
    try:
        from ray.train import RunConfig, ScalingConfig, TrainingFailedError
        from ray.train.torch import TorchTrainer
    except ImportError as error:
        raise EyechartError(
            f"Training with --engine ray needs Ray Train ({error}). Type: pip install 'eyechart[train,ray]'"
        ) from error
    each: dict[str, float] = {"CPU": wanted.cores, **({"GPU": wanted.gpus} if wanted.gpus else {})}
    folder = str(Path.cwd())

    def one(_: Any = None) -> None:
        with suppress(OSError):  # names of files may say no more than where the command was typed
            os.chdir(folder)
        work()

    with (
        tempfile.TemporaryDirectory() as notes
    ):  # Ray Train's own, of which nothing is needed: training keeps its checkpoints
        trainer = TorchTrainer(
            one,
            scaling_config=ScalingConfig(num_workers=count, use_gpu=bool(wanted.gpus), resources_per_worker=each),
            run_config=RunConfig(storage_path=notes),
        )
        try:
            trainer.fit()
        except TrainingFailedError as error:
            raise _told(error) from error


def _told(error: Any) -> Exception:
    """What the first of them said that knew what was wrong."""
    causes = [getattr(one, "cause", None) or one for one in getattr(error, "worker_failures", {}).values()]
    for cause in causes:
        if isinstance(cause, EyechartError):
            return cause
    last = shown(str(causes[0])).strip().splitlines() if causes else []
    return EyechartError(
        f"A process that trained on the Ray cluster failed: {last[-1] if last else shown(str(error))}. The same command goes on "
        "from the last checkpoint."
    )
