"""The eye test for vision-language models.

>>> import eyechart
>>> page = eyechart.dataset("figures", split="train", seed=7)[123456]
>>> page.questions[0].text, page.questions[0].answers
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eyechart.check import check_family, check_metric, check_model, check_release
    from eyechart.dataset import dataset, load
    from eyechart.errors import EyechartError
    from eyechart.generate import generate
    from eyechart.reward import reward
    from eyechart.verify import verify

# Imported on first use: `import eyechart` costs milliseconds.
_HOMES = {
    "EyechartError": "errors",
    "check_family": "check",
    "check_metric": "check",
    "check_model": "check",
    "check_release": "check",
    "dataset": "dataset",
    "generate": "generate",
    "load": "dataset",
    "reward": "reward",
    "verify": "verify",
}
__all__ = [
    "EyechartError",
    "check_family",
    "check_metric",
    "check_model",
    "check_release",
    "dataset",
    "generate",
    "load",
    "reward",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'eyechart' has no attribute '{name}'")
    found = globals()[name] = getattr(import_module(f"eyechart.{_HOMES[name]}"), name)
    return found


class _Package(ModuleType):
    """`eyechart.generate` is the verb, not the module of that name, also after somebody imported the module."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
