"""What is registered, with a line on each from its docstring: `eyechart list KIND`, and tables of the docs."""

from __future__ import annotations

import re
import sys
from typing import Any

import msgspec
from rich.table import Table

from eyechart import registry
from eyechart.core import Family, Metric, Release
from eyechart.errors import EyechartError, unknown
from eyechart.models.extractors.extractor import Extractor
from eyechart.models.learning.network import Network
from eyechart.reporting.layouts.layout import Layout, Official
from eyechart.settings import settings_for

SETTINGS = "settings"  # not registered by name: each family has its own
KINDS = (*registry.BUILT_IN, SETTINGS)


def listing(what: str, family: str | None = None) -> Table:
    """A row for each name of a kind, or for each setting of a family."""
    if what not in KINDS:
        raise unknown("list", what, KINDS)
    if what == SETTINGS:
        return _settings(family)
    table = Table()
    table.add_column("name")
    table.add_column("what it is")
    for name, found in registry.each(what):
        table.add_row(name, about(found))
    return table


def about(found: object) -> str:
    """What a family holds, what a layout shows; of anything else the first sentence of its docstring, or of its module."""
    if isinstance(found, Family):
        return f"{found.title}; presets {', '.join(found.presets)}; splits {', '.join(found.splits)}"
    if isinstance(found, Release):
        return _of_module(found.load)
    if isinstance(found, Layout):
        return f"{found.title}; for runs on {found.family}"
    if isinstance(found, Official):
        return f"{found.title}; ranked by {found.metric}"
    if isinstance(found, Network):
        return f"{found.title} ({found.paper}); takes {', '.join(found.inputs)}"
    if isinstance(found, Extractor):
        return f"{found.title}: `{found.name}:{found.argument.upper()}`" if found.argument else found.title
    if isinstance(found, Metric):  # those of one paper are told together, at the top of their module
        own = found.score.__doc__
        return first_sentence(own) if own else f"{found.title}, one of {_of_module(found.score)}"
    return first_sentence(found.__doc__) if found.__doc__ else _of_module(found)


def _of_module(found: Any) -> str:
    return first_sentence(sys.modules[found.__module__].__doc__ or "")


def first_sentence(text: str) -> str:
    """Up to a full stop that no number follows: Fig. 12 and Eq. 3 end nothing."""
    return re.split(r"\.(?=\s+\D)", " ".join(text.split()))[0].rstrip(".")


def _settings(name: str | None) -> Table:
    if name is None:
        raise EyechartError(f"Say of which family: eyechart list {SETTINGS} {registry.names('families')[0]}")
    family = registry.get("families", name)
    table = Table()
    table.add_column("setting")
    for preset in family.presets:
        table.add_column(f"preset {preset}")
    made = {preset: msgspec.to_builtins(settings_for(family, preset)) for preset in family.presets}
    for field in msgspec.structs.fields(family.settings):
        table.add_row(field.name, *(str(values[field.name]) for values in made.values()))
    return table
