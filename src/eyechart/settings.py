"""A family's settings from a preset and from `key=value` words, with errors that say what was expected."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from eyechart.core import Family, Settings
from eyechart.errors import EyechartError, unknown

S = TypeVar("S", bound=Settings)


def settings_for(family: Family[Any], preset: str | None = None, changes: Mapping[str, Any] | None = None) -> Settings:
    """The preset (the family's first by default) with some fields changed."""
    name = preset or next(iter(family.presets))
    if name not in family.presets:
        raise unknown(f"preset of {family.name}", name, family.presets)
    kind: type[Settings] = family.settings
    made = settings_from(kind, family.name, {**family.presets[name], **(changes or {})})
    for language in getattr(made, "languages", ()):
        if language not in family.languages:
            raise unknown(f"language of {family.name}", language, family.languages)
    return made


def settings_from(kind: type[S], owner: str, values: Mapping[str, Any]) -> S:
    """Settings of a kind, with errors that name whose they are."""
    defaults = msgspec.structs.asdict(kind())
    for key in values:
        if key not in defaults:
            raise unknown(f"setting of {owner}", key, defaults)
    given = {key: _list(value) if isinstance(defaults[key], tuple) else value for key, value in values.items()}
    try:
        made = msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        problem, _, at = str(error).partition(" - at `$.")
        field = at.rstrip("`").partition("[")[0]
        raise EyechartError(
            f"Setting {field} of {owner} is not possible: {problem}. Its default is {_written(defaults.get(field))}."
        ) from error
    made.check()
    return made


def _list(value: Any) -> Any:
    """`kinds=pie` means a list of one."""
    return value if isinstance(value, (list, tuple)) else [value]


def _written(value: Any) -> str:
    """As one would type it after `--set key=`."""
    return ",".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)


def parse_changes(words: Iterable[str]) -> dict[str, Any]:
    """`bars=2,5`, `kinds=pie,line`, `gridlines=0.3`: a comma makes a list; JSON is understood too."""
    changes: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise EyechartError(f"Setting '{word}' is not of the form key=value.")
        try:
            changes[key] = json.loads(value)
        except json.JSONDecodeError:
            changes[key] = value.split(",") if "," in value else value
    return changes
