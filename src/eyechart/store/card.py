"""The README.md of a dataset: a Hugging Face card with what it is, how it was made, and how to read it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from eyechart.core import Family
from eyechart.store.folder import Manifest

CARD = Path(__file__).with_name("card.md.jinja")


def card(family: Family[Any], manifest: Manifest) -> str:
    """Front matter that the hub reads, then the family's own CARD.md, then the facts of this dataset."""
    markdown = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, autoescape=False
    )
    template = markdown.from_string(CARD.read_text(encoding="utf-8"))
    return template.render(m=manifest, about=family.card.read_text(encoding="utf-8").rstrip())
