"""The templates, by groups of skills."""

from eyechart.families.icons.make import declared
from eyechart.families.icons.templates import (
    chance, commonsense, comparing, counting, fractions, geometry, measuring, numbers, pattern, solids, spatial, time,
)  # fmt: skip

MODULES = (
    geometry, solids, counting, comparing, spatial, pattern, time, fractions, measuring, numbers, commonsense, chance,
)  # fmt: skip
KINDS = tuple(kind for module in MODULES for kind in declared(vars(module)))
BY_NAME = {kind.template.name: kind for kind in KINDS}
