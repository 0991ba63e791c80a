"""The README.md of a dataset: a Hugging Face card with what it is, how it was made, and how to read it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from eyechart.core import Family
from eyechart.store.folder import Manifest

CARD = Path(__file__).with_name("card.md.jinja")


def card(family: Family[Any], manifest: Manifest) -> str:
    """Front matter that the hub reads, then the family's own CARD.md, then the facts of this dataset."""
    template = _markdown().from_string(CARD.read_text(encoding="utf-8"))
    return template.render(m=manifest, about=family.card.read_text(encoding="utf-8").rstrip())


def _markdown() -> Environment:
    return Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, autoescape=False
    )


JOINT = Path(__file__).with_name("joint_card.md.jinja")


def joint_card(folder: Path, parts: Mapping[str, Manifest]) -> str:
    """Of several datasets in one folder: a configuration for each family, with the Parquet files of each of its splits."""
    configs: dict[str, list[tuple[str, str]]] = {}
    for name, manifest in parts.items():
        if any((folder / name / "data").glob("*.parquet")):
            configs.setdefault(manifest.family, []).append((manifest.split, f"{name}/data/*.parquet"))
    licences = sorted({manifest.licence.lower() for manifest in parts.values()})
    template = _markdown().from_string(JOINT.read_text(encoding="utf-8"))
    return template.render(configs=configs, parts=parts, licences=licences)
