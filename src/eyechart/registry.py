"""Name -> "module:object", imported on first use. Third parties add theirs by entry points of the same group names.

[project.entry-points."eyechart.families"]
mazes = "mazes.family:family"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, overload

from eyechart.errors import EyechartError, unknown

if TYPE_CHECKING:
    from pathlib import Path

    from eyechart.core import Family, Metric, Model, Release
    from eyechart.engines.engine import Engine, Wanted
    from eyechart.reporting.layouts.layout import Layout, Official
    from eyechart.store.folder import Dataset

BUILT_IN: dict[str, dict[str, str]] = {
    "families": {
        "figures": "eyechart.families.figures:family",
        "icons": "eyechart.families.icons:family",
        "commonsense": "eyechart.families.commonsense:family",
        "matrices": "eyechart.families.matrices:family",
        "signs": "eyechart.families.signs:family",
    },
    # Made, proved and read as families are, to teach rather than to examine: in no exam, and not among the families.
    "corpora": {"icon-corpus": "eyechart.families.icon_corpus:family"},
    "releases": {
        "figureqa": "eyechart.families.figures.official:release",
        "iconqa": "eyechart.families.icons.official:release",
        "icon645": "eyechart.families.icon_corpus.official:release",
        "vprom": "eyechart.families.matrices.official:release",
        "estvqa": "eyechart.families.signs.official:release",
        "cric": "eyechart.families.commonsense.official:release",
        "visual-genome": "eyechart.families.commonsense.photographs.release:release",
    },
    "models": {
        "chance": "eyechart.models.chance:Chance",
        "prior": "eyechart.models.prior:Prior",
        "words": "eyechart.models.words:Words",
        "oracle": "eyechart.models.oracle:Oracle",
        "recorded": "eyechart.models.recorded:Recorded",
        "symbolic": "eyechart.families.matrices.models.symbolic:Symbolic",
        "reasoner": "eyechart.families.commonsense.models.reasoner:Reasoner",
        "without": "eyechart.families.commonsense.models.half_oracle:HalfOracle",
        "openai": "eyechart.models.endpoint:openai",
        "anthropic": "eyechart.models.endpoint:anthropic",
        "google": "eyechart.models.endpoint:google",
        "mock": "eyechart.models.mock:Mock",
        "hf": "eyechart.models.local:Local",
        "vocabulary": "eyechart.models.vocabulary:Vocabulary",
        "ocr-bound": "eyechart.models.ocr:Bound",
        "ocr-random": "eyechart.models.ocr:RandomToken",
        "trained": "eyechart.models.trained:Trained",
    },
    "networks": {
        "text-only": "eyechart.models.figureqa.text_only:network",
        "cnn-lstm": "eyechart.models.figureqa.cnn_lstm:network",
        "cnn-lstm-frozen": "eyechart.models.figureqa.frozen_cnn_lstm:network",
        "relation-network": "eyechart.models.figureqa.relation_network:network",
        "prefil": "eyechart.models.figureqa.prefil:network",
        "panel-mlp-cat-2": "eyechart.models.vprom.mlp:cat2",
        "panel-mlp-cat-4": "eyechart.models.vprom.mlp:cat4",
        "panel-mlp-cat-6": "eyechart.models.vprom.mlp:cat6",
        "panel-mlp-sum-2": "eyechart.models.vprom.mlp:sum2",
        "panel-mlp-sum-4": "eyechart.models.vprom.mlp:sum4",
        "panel-mlp-sum-6": "eyechart.models.vprom.mlp:sum6",
        "panel-gru": "eyechart.models.vprom.gru:gru",
        "panel-gru-shared": "eyechart.models.vprom.gru:shared",
        "panel-vqa-like": "eyechart.models.vprom.vqa_like:network",
        "panel-relation-network": "eyechart.models.vprom.relation_network:network",
        "panel-relation-network-without-ids": "eyechart.models.vprom.relation_network:without_ids",
        "panel-transformer": "eyechart.models.vprom.transformer:network",
        "panel-resnet": "eyechart.models.vprom.panel_resnet:network",
        "q-only": "eyechart.models.cric.blind:q_only",
        "i-only": "eyechart.models.cric.blind:i_only",
        "san": "eyechart.models.cric.san:network",
        "bottom-up": "eyechart.models.cric.bottom_up:network",
        "mac": "eyechart.models.cric.mac:network",
        "nmn-cs": "eyechart.models.cric.nmn_cs:nmn_cs",
        "nmn-cs-gt": "eyechart.models.cric.nmn_cs:nmn_cs_gt",
        "memory-vqa": "eyechart.models.cric.memory_vqa:network",
        "vilbert": "eyechart.models.cric.vilbert:network",
        "region-resnet": "eyechart.models.cric.region_resnet:network",
        "region-finder": "eyechart.models.cric.region_finder:network",
        "icon-resnet": "eyechart.models.iconqa.icon_resnet:network",
        "patch-trm": "eyechart.models.iconqa.patch_trm:network",
        "diagram-q-only": "eyechart.models.iconqa.top_down:q_only",
        "diagram-i-only": "eyechart.models.iconqa.top_down:i_only",
        "diagram-top-down": "eyechart.models.iconqa.top_down:network",
        "diagram-ban": "eyechart.models.iconqa.ban:network",
        "diagram-dfaf": "eyechart.models.iconqa.dfaf:network",
        "diagram-mcan": "eyechart.models.iconqa.mcan:network",
        "diagram-uniter": "eyechart.models.iconqa.transformers_of_regions:uniter",
        "diagram-vilbert": "eyechart.models.iconqa.transformers_of_regions:vilbert",
        "diagram-vit": "eyechart.models.iconqa.transformers_of_pixels:vit",
        "diagram-vilt": "eyechart.models.iconqa.transformers_of_pixels:vilt",
        "pythia-sv": "eyechart.models.estvqa.pythia:small",
        "pythia-lv": "eyechart.models.estvqa.pythia:large",
        "lorra-sv": "eyechart.models.estvqa.lorra:small",
        "lorra-lv": "eyechart.models.estvqa.lorra:large",
        "qa-rcnn": "eyechart.models.estvqa.qa_rcnn:network",
        "qa-rcnn-tricks": "eyechart.models.estvqa.qa_rcnn:with_tricks",
        "m4c": "eyechart.models.estvqa.m4c:network",
    },
    "extractors": {
        "thumbnail": "eyechart.models.extractors.thumbnail:extractor",
        "ours": "eyechart.models.extractors.ours:extractor",
        "efficientnet-lite0": "eyechart.models.extractors.efficientnet:extractor",
        "resnet50": "eyechart.models.extractors.resnet50:extractor",
        "checkpoint": "eyechart.models.extractors.checkpoint:extractor",
    },
    "engines": {
        "local": "eyechart.engines.engine:local",
        "ray": "eyechart.engines.ray:ray",
    },
    "exports": {
        "huggingface": "eyechart.exports.huggingface:write",
        "llava": "eyechart.exports.llava:write",
        "webdataset": "eyechart.exports.webdataset:write",
        "vlmevalkit": "eyechart.exports.vlmevalkit:write",
        "lmms-eval": "eyechart.exports.lmms_eval:write",
        "inspect_ai": "eyechart.exports.inspect_ai:write",
        "verl": "eyechart.exports.verl:write",
    },
    "layouts": {
        "figureqa-table3": "eyechart.reporting.layouts.figureqa:table3",
        "figureqa-table4": "eyechart.reporting.layouts.figureqa:table4",
        "figureqa-table5": "eyechart.reporting.layouts.figureqa:table5",
        "figureqa-table6": "eyechart.reporting.layouts.figureqa:table6",
        "figureqa-table7": "eyechart.reporting.layouts.figureqa:table7",
        "iconqa-table6": "eyechart.reporting.layouts.iconqa:table6",
        "iconqa-table7": "eyechart.reporting.layouts.iconqa:table7",
        "iconqa-table8": "eyechart.reporting.layouts.iconqa:table8",
        "iconqa-table11": "eyechart.reporting.layouts.iconqa:table11",
        "vprom-table2": "eyechart.reporting.layouts.vprom:table2",
        "vprom-regimes": "eyechart.reporting.layouts.vprom:regimes",
        "vprom-types": "eyechart.reporting.layouts.vprom:types",
        "estvqa-table3": "eyechart.reporting.layouts.estvqa:table3",
        "estvqa-figure9": "eyechart.reporting.layouts.estvqa:figure9",
        "estvqa-overlap": "eyechart.reporting.layouts.estvqa:overlap",
        "estvqa-reading": "eyechart.reporting.layouts.estvqa:reading",
        "cric-table2": "eyechart.reporting.layouts.cric:table2",
        "cric-table3": "eyechart.reporting.layouts.cric:table3",
        "cric-steps": "eyechart.reporting.layouts.cric:steps",
        "cric-held-out": "eyechart.reporting.layouts.cric:held_out",
        "cric-types": "eyechart.reporting.layouts.cric:types",
        "cric-sizes": "eyechart.reporting.layouts.cric:sizes",
    },
    "leaderboards": {
        "figures": "eyechart.reporting.layouts.figureqa:official",
        "icons": "eyechart.reporting.layouts.iconqa:official",
        "signs": "eyechart.reporting.layouts.estvqa:official",
        "commonsense": "eyechart.reporting.layouts.cric:official",
        "matrices": "eyechart.reporting.layouts.vprom:official",
    },
    "metrics": {
        "answer": "eyechart.metrics.answer:metric",
        "evidence": "eyechart.metrics.evidence:overlap",
        "pointing": "eyechart.metrics.evidence:pointing",
        "joint": "eyechart.metrics.joint:metric",
        "pair": "eyechart.metrics.pair:metric",
        "vqa": "eyechart.metrics.estvqa:agreed",
        "levenshtein": "eyechart.metrics.estvqa:similar",
        "iou": "eyechart.metrics.estvqa:located",
        "eve": "eyechart.metrics.estvqa:evidence_based",
        "estvqa-tc": "eyechart.metrics.estvqa:official_tc",
        "estvqa-lc": "eyechart.metrics.estvqa:official_lc",
        "estvqa-clc": "eyechart.metrics.estvqa:official_clc",
        "cric-grd": "eyechart.metrics.cric:grd",
        "cric-final": "eyechart.metrics.cric:final",
        "top-5": "eyechart.metrics.top_five:metric",
    },
}
TRAIN_EXTRA = ("torch", "safetensors", "transformers")  # packages that only networks and their extractors need


@cache
def _places(kind: str) -> dict[str, str]:
    third_parties = {e.name: e.value for e in entry_points(group=f"eyechart.{kind}")}
    return BUILT_IN[kind] | {n: p for n, p in third_parties.items() if n not in BUILT_IN[kind]}  # ours stay ours


def names(kind: str) -> list[str]:
    """All registered names of a kind: families, releases, models, metrics, engines and so on."""
    return list(_places(kind))


@overload
def get(kind: Literal["families"], name: str) -> Family[Any]: ...
@overload
def get(kind: Literal["releases"], name: str) -> Release: ...
@overload
def get(kind: Literal["models"], name: str) -> Callable[..., Model]: ...
@overload
def get(kind: Literal["metrics"], name: str) -> Metric: ...
@overload
def get(kind: Literal["exports"], name: str) -> Callable[[Dataset, Path, Callable[[int], None]], None]: ...
@overload
def get(kind: Literal["layouts"], name: str) -> Layout: ...
@overload
def get(kind: Literal["leaderboards"], name: str) -> Official: ...
@overload
def get(kind: Literal["engines"], name: str) -> Callable[[Wanted], Engine]: ...
@overload
def get(kind: str, name: str) -> Any: ...
def get(kind: str, name: str) -> Any:
    """The object registered under a name."""
    return _loaded(kind, name)


@cache
def _loaded(kind: str, name: str) -> Any:
    places = _places(kind) | (_places("corpora") if kind == "families" else {})
    if name not in places:
        raise unknown({"families": "family"}.get(kind, kind[:-1]), name, _places(kind))
    module, _, attribute = places[name].partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        if getattr(error, "name", None) in TRAIN_EXTRA:
            raise EyechartError(
                f"{kind[:-1].capitalize()} '{name}' needs the train extra ({error}). Type: pip install 'eyechart[train]'"
            ) from error
        raise EyechartError(
            f"{kind} '{name}' is registered as {places[name]}, which cannot be loaded: {error}"
        ) from error


def modules(package: str, path: Iterable[str]) -> Iterator[tuple[str, ModuleType]]:
    """Each file of a folder whose files are its list, by name; a newcomer's that cannot be imported is told with what is wrong."""
    for found in iter_modules(path):
        try:
            module = import_module(f"{package}.{found.name}")
        except (EyechartError, ImportError):
            raise
        except Exception as error:
            file = f"{package.rpartition('.')[2]}/{found.name}.py"
            raise EyechartError(f"{file} cannot be imported: {type(error).__name__}: {error}.") from error
        yield found.name, module


@overload
def each(kind: Literal["families"]) -> Iterator[tuple[str, Family[Any]]]: ...
@overload
def each(kind: Literal["metrics"]) -> Iterator[tuple[str, Metric]]: ...
@overload
def each(kind: str) -> Iterator[tuple[str, Any]]: ...
def each(kind: str) -> Iterator[tuple[str, Any]]:
    return ((name, get(kind, name)) for name in names(kind))
