"""The house: which way imports run, how many rooms there are, and that ARCHITECTURE.md tells the truth about them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

import pytest

from house import LAYERS, ROOT, SOURCE, graph, imported, layer, modules, purpose, tree

MOST_AT_THE_TOP, MOST_IN_A_FOLDER, MOST_LINES = 30, 20, 400


def against_the_layers(found: Mapping[str, set[str]]) -> list[str]:
    return [f"{one} imports {other}" for one in found for other in found[one] if layer(other) > layer(one)]


def cycles(found: Mapping[str, set[str]]) -> list[list[str]]:
    """Modules that import each other, by whatever way round."""

    def reached(start: str) -> set[str]:
        seen, todo = set[str](), list(found[start])
        while todo:
            one = todo.pop()
            if one not in seen:
                seen.add(one)
                todo += found.get(one, ())
        return seen

    return [[one] for one in found if one in reached(one)]


def by_package(found: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """The same for what stands at the top: packages and single modules."""
    tops: dict[str, set[str]] = {}
    for one, others in found.items():
        top = one.partition(".")[0]
        tops.setdefault(top, set()).update({o.partition(".")[0] for o in others} - {top})
    return tops


def test_every_module_has_a_layer() -> None:
    named = [name for names in LAYERS.values() for name in names]
    assert sorted({name.partition(".")[0] for name in modules()}) == sorted(named)


def test_imports_run_one_way() -> None:
    assert against_the_layers(graph()) == []


def test_no_module_imports_itself_by_a_way_round() -> None:
    assert cycles(graph()) == []


def test_no_package_imports_itself_by_a_way_round() -> None:
    assert cycles(by_package(graph())) == []


@pytest.mark.parametrize("apart", ["families", "models", "metrics"])
def test_families_models_and_metrics_do_not_import_each_other(apart: str) -> None:
    for one, others in graph().items():
        if one.partition(".")[0] == apart:
            own = ".".join(one.split(".")[: 2 if apart == "families" else 1])
            for other in others:
                assert other.partition(".")[0] not in LAYERS["units"] or other.startswith(own), f"{one} imports {other}"


def importers_of(package: str, source: Path = SOURCE) -> set[str]:
    """Modules that import it, at their top or in a function, but not for type checkers only."""
    found = set()
    for name, path in modules(source).items():
        for node in imported(path):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            if any(one.partition(".")[0] == package for one in names):
                found.add(name)
    return found


def test_torch_is_imported_by_models_and_train_only() -> None:
    assert {name.partition(".")[0] for name in importers_of("torch")} == {"models", "train"}


@pytest.mark.parametrize("package", ["fastapi", "starlette", "uvicorn", "sqlalchemy", "alembic"])
def test_what_the_site_needs_is_imported_by_the_site_only(package: str) -> None:
    assert {name.partition(".")[0] for name in importers_of(package)} == {"web"}


def test_torch_imported_elsewhere_is_seen(tmp_path: Path) -> None:
    (tmp_path / "score.py").write_text("def f():\n    import torch.nn\n")
    (tmp_path / "core.py").write_text("if TYPE_CHECKING:\n    from torch import nn\n")
    assert importers_of("torch", tmp_path) == {"score"}


def test_the_house_has_few_rooms_at_the_top() -> None:
    assert len(list(SOURCE.glob("*.py"))) <= MOST_AT_THE_TOP


def test_no_folder_holds_too_many_modules() -> None:
    folders = [folder for folder in (SOURCE, *SOURCE.rglob("*")) if folder.is_dir() and folder != SOURCE]
    assert [f.name for f in folders if len(list(f.glob("*.py"))) > MOST_IN_A_FOLDER] == []


def test_no_module_is_too_long() -> None:
    lines = {name: path.read_text(encoding="utf-8").count("\n") for name, path in modules().items()}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_every_module_says_in_one_line_what_it_is_for() -> None:
    lines = {name: purpose(path) for name, path in modules().items()}
    assert {name: line for name, line in lines.items() if not 10 <= len(line) <= 132} == {}


def test_the_table_of_the_architecture_is_made_from_the_docstrings() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert tree() in text, "Type: python scripts/refresh_docs.py"


# ---- a planted fault is seen


def planted(tmp_path: Path, **files: str) -> dict[str, set[str]]:
    for name, text in files.items():
        path = tmp_path / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return graph(tmp_path)


def test_a_noun_that_imports_a_verb_is_seen(tmp_path: Path) -> None:
    found = planted(tmp_path, core="def f():\n    from eyechart.score import score\n", score="")
    assert against_the_layers(found) == ["core imports score"]


@pytest.mark.parametrize(
    ("statement", "seen"),
    [
        ("import eyechart.score", "score"),
        ("import eyechart.web.app as app", "web.app"),
        ("from eyechart import score", "score"),
        ("from .. import score", "score"),
        ("from ..score import score", "score"),
        ("from ..web.app import create_app", "web.app"),
        ("import eyechart", "eyechart"),
        ("from eyechart import load", "eyechart"),
    ],
)
def test_an_import_is_seen_however_it_is_written(tmp_path: Path, statement: str, seen: str) -> None:
    found = planted(tmp_path, talk__one=f"{statement}\n", score="", web__app="")
    assert against_the_layers(found) == [f"talk.one imports {seen}"]


@pytest.mark.parametrize("statement", ["import eyechart.talk.one", "from . import one", "from .one import x"])
def test_a_cycle_is_seen_however_it_is_written(tmp_path: Path, statement: str) -> None:
    found = planted(tmp_path, talk__one="from eyechart.talk.other import y\n", talk__other=f"{statement}\n")
    assert cycles(found) == [["talk.one"], ["talk.other"]]


def test_a_package_counts_its_dots_from_itself(tmp_path: Path) -> None:
    (tmp_path / "talk").mkdir()
    (tmp_path / "talk" / "__init__.py").write_text("from .one import x\n")
    assert planted(tmp_path, talk__one="") == {"talk": {"talk.one"}, "talk.one": set()}


def test_an_import_for_type_checkers_only_is_free(tmp_path: Path) -> None:
    found = planted(tmp_path, core="if TYPE_CHECKING:\n    from eyechart.score import score\n", score="")
    assert against_the_layers(found) == []


def test_a_cycle_within_a_layer_is_seen(tmp_path: Path) -> None:
    found = planted(
        tmp_path, talk__one="from eyechart.talk import other\n", talk__other="from eyechart.talk.one import x\n"
    )
    assert cycles(found) == [["talk.one"], ["talk.other"]]


def test_a_cycle_between_packages_is_seen(tmp_path: Path) -> None:
    found = planted(
        tmp_path,
        talk__a="from eyechart.store.b import x\n",
        store__b="",
        store__c="from eyechart.talk import d\n",
        talk__d="",
    )
    assert cycles(found) == []
    assert cycles(by_package(found)) == [["store"], ["talk"]]
