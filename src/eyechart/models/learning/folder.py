"""A trained network on disk: weights, what it is and was trained on, and its learning curve.

FOLDER/model.json            the network's name, settings, facts, data and versions
FOLDER/weights.safetensors   of the best moment of its training
FOLDER/curve.parquet         a row for each look at the validation set
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from eyechart import registry
from eyechart.errors import EyechartError
from eyechart.models.learning.network import Facts, Network
from eyechart.store.atomic import atomic, write_atomic
from eyechart.store.foreign import decoded, inside, reading

FORMAT = 1
FLAGS = {  # in a network's name: the setting
    "aux": "auxiliary",
    "shuffled": "shuffled",
    "l_att": "attention",
    "words": "own_words",
    "conceptnet": "knowledge",
    "found": "boxes",
}
ABOUT, WEIGHTS, CURVE = "model.json", "weights.safetensors", "curve.parquet"


class Data(Struct, frozen=True):
    """Which data these were."""

    told: str
    fingerprint: str


class Lesson(Struct, frozen=True, kw_only=True):
    """All that the weights depend on, but for versions and machine."""

    network: str
    preset: str
    settings: dict[str, Any]
    seed: int
    data: Data
    validated: Data


class Trained(Struct, frozen=True, kw_only=True):
    """What model.json says."""

    lesson: Lesson
    facts: Facts
    steps: int  # updates that were made
    best: int  # the one whose weights these are
    accuracy: float  # on the validation set, as the training saw it then
    parameters: int
    finished: bool  # False: it was stopped, and the same command goes on
    versions: dict[str, str] = {}
    format: int = FORMAT

    @property
    def network(self) -> Network:
        found: Network = registry.get("networks", self.lesson.network)
        return found

    @property
    def settings(self) -> Any:
        return self.network.settings_of(self.lesson.preset, self.lesson.settings)

    @property
    def name(self) -> str:
        """Of the network, with what of its settings tables tell apart: `panel-gru@resnet50+aux`."""
        settings = self.settings
        seen = f"@{settings.extractor.partition(':')[0]}" if hasattr(settings, "extractor") else ""
        flags = [word for word, field in FLAGS.items() if getattr(settings, field, False)]
        flags += [str(value) for field in self.network.tells if (value := getattr(settings, field))]
        return f"{self.lesson.network}{seen}" + "".join(f"+{flag}" for flag in flags)


def write(folder: Path, about: Trained, weights: Mapping[str, Any], curve: Any) -> None:
    """Each file is whole; model.json, which makes the folder a model, comes last."""
    import pyarrow.parquet as pq
    from safetensors.torch import save_file

    with atomic(folder / WEIGHTS) as part:
        save_file({name: value.contiguous() for name, value in weights.items()}, part)
    with atomic(folder / CURVE) as part:
        pq.write_table(curve, part)
    write_atomic(folder / ABOUT, msgspec.json.format(msgspec.json.encode(about)) + b"\n")


def read(folder: Path) -> Trained:
    if not (folder / ABOUT).is_file():
        raise EyechartError(
            f"{folder} is no trained network: it has no {ABOUT}. Make one with `eyechart train NETWORK DATASET --out {folder}`."
        )
    found: Trained = decoded(folder / ABOUT, Trained)
    if found.format > FORMAT:
        raise EyechartError(f"{folder} has format {found.format}; this eyechart reads up to {FORMAT}.")
    return found


def module_of(folder: Path, about: Trained) -> Any:
    """The network with its weights, to be asked."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    module = about.network.build(about.settings, about.facts)
    path = inside(folder, WEIGHTS)
    with reading(path):
        try:
            module.load_state_dict(load_file(path))
        except (RuntimeError, SafetensorError) as error:
            raise EyechartError(f"{path} does not hold the weights of {about.name}, or is damaged.") from error
    return module.eval()
