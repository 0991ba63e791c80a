"""What is registered, as tables."""

from __future__ import annotations

import sys
from typing import Any

import msgspec
from rich.table import Table

from eyechart import registry
from eyechart.core import Family, Release
from eyechart.errors import EyechartError

KINDS = ("families", "models", "metrics", "releases", "exports", "settings")


def listing(what: str, family: str | None = None) -> Table:
    if what == "settings":
        return _settings(family)
    table = Table()
    table.add_column("name")
    table.add_column("what it is")
    for name, found in registry.each(what):
        table.add_row(name, _about(found))
    return table


def _about(found: object) -> str:
    """What a family holds; of anything else the first sentence of the module that it comes from."""
    if isinstance(found, Family):
        templates, presets = len(found.templates), ", ".join(found.presets)
        return f"{found.title}; {templates} templates; presets {presets}; splits {', '.join(found.splits)}"
    function: Any = getattr(found, "score", None) or getattr(found, "load", found)
    module = sys.modules[function.__module__].__doc__ or ""
    text: str = module if isinstance(found, Release) else function.__doc__ or module
    return " ".join(text.split()).split(". ")[0].rstrip(".")


def _settings(name: str | None) -> Table:
    if name is None:
        raise EyechartError(f"Say of which family: eyechart list settings {registry.names('families')[0]}")
    family: Family = registry.get("families", name)
    table = Table()
    table.add_column("setting")
    for preset in family.presets:
        table.add_column(f"preset {preset}")
    from eyechart.settings import settings_for

    made = {preset: msgspec.to_builtins(settings_for(family, preset)) for preset in family.presets}
    for field in msgspec.structs.fields(family.settings):
        table.add_row(field.name, *(str(values[field.name]) for values in made.values()))
    return table
