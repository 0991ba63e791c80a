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
    from eyechart.assets import assets
    from eyechart.audit import audit
    from eyechart.calibrate import calibrate
    from eyechart.check import check_family, check_metric, check_model, check_release
    from eyechart.compare import compare
    from eyechart.convert import convert
    from eyechart.dataset import dataset
    from eyechart.describe import describe
    from eyechart.errors import EyechartError
    from eyechart.exam import exam
    from eyechart.export import export
    from eyechart.generate import generate
    from eyechart.mine import mine
    from eyechart.predict import predict
    from eyechart.report import report
    from eyechart.reward import reward
    from eyechart.score import score
    from eyechart.show import show
    from eyechart.status import status
    from eyechart.store.folder import load
    from eyechart.store.results.judgements import judgements
    from eyechart.talk.asking import Asking
    from eyechart.train import train
    from eyechart.verify import verify

    __version__: str

# Imported on first use: `import eyechart` costs milliseconds. What is not named lives in the module of its own name.
_HOMES = {
    "Asking": "talk.asking",
    "EyechartError": "errors",
    "check_family": "check",
    "check_metric": "check",
    "check_model": "check",
    "check_release": "check",
    "judgements": "store.results.judgements",
    "load": "store.folder",
}
__all__ = [
    "Asking",
    "EyechartError",
    "assets",
    "audit",
    "calibrate",
    "check_family",
    "check_metric",
    "check_model",
    "check_release",
    "compare",
    "convert",
    "dataset",
    "describe",
    "exam",
    "export",
    "generate",
    "judgements",
    "load",
    "mine",
    "predict",
    "report",
    "reward",
    "score",
    "show",
    "status",
    "train",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        found = import_module("importlib.metadata").version("eyechart")
    elif name in __all__:
        found = getattr(import_module(f"eyechart.{_HOMES.get(name, name)}"), name)
    else:
        raise AttributeError(f"module 'eyechart' has no attribute '{name}'")
    globals()[name] = found
    return found


class _Package(ModuleType):
    """`eyechart.generate` is the verb, not the module of that name, also after somebody imported the module."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
