"""The templates of icons, by groups of skills."""

from eyechart.errors import EyechartError
from eyechart.families.icons.make import declared
from eyechart.families.icons.templates import (
    amounts,
    area,
    chance,
    commonsense,
    comparing,
    counting,
    fractions,
    geometry,
    measuring,
    numbers,
    pattern,
    solids,
    spatial,
    symmetry,
    time,
)  # fmt: skip
from eyechart.families.icons.words import BOOKS

MODULES = (
    geometry, symmetry, area, solids, counting, amounts, comparing, spatial, pattern, time, fractions, measuring,
    numbers, commonsense, chance,
)  # fmt: skip
KINDS = tuple(kind for module in MODULES for kind in declared(vars(module)))
BY_NAME = {kind.template.name: kind for kind in KINDS}
if nobody := sorted(set(BOOKS["en"].templates) - set(BY_NAME)):
    raise EyechartError(f"icons/languages words the template '{nobody[0]}', which no module declares.")
