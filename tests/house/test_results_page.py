"""docs/results.md says what results/ holds, and results/ what a recipe's folder held."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "results.md"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


docs, results, scale = script("refresh_docs"), script("results"), script("scale")


def test_the_page_says_what_the_files_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    page = PAGE.read_text(encoding="utf-8")
    assert docs.RESULTS.sub(docs.resulted, page) == page, "Type: python scripts/refresh_docs.py docs/results.md"


def test_every_result_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    kept = {folder.name for folder in results.RESULTS.iterdir() if folder != scale.SCALE}
    assert {m[2] for m in docs.RESULTS.finditer(page)} == kept


def test_the_page_of_a_million_says_what_its_files_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    page = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    assert docs.SCALE.sub(docs.scaled, page) == page, "Type: python scripts/refresh_docs.py docs/scale.md"


def test_of_what_was_measured_nothing_is_wrong() -> None:
    for path in scale.SCALE.glob("*.json"):
        for name, one in json.loads(path.read_text(encoding="utf-8"))["families"].items():
            assert one["steps"]["verify"]["said"]["disagreements"] == 0, f"{path.name}: {name}"


@pytest.mark.parametrize("folder", sorted(results.RESULTS.iterdir()), ids=lambda folder: folder.name)
def test_results_are_small(folder: Path) -> None:
    assert sum(path.stat().st_size for path in folder.rglob("*")) < 80_000


def test_what_is_kept_can_be_printed(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="networks need the train extra: pip install 'eyechart[train]'")
    import eyechart

    made = tmp_path / "work" / "toy"
    eyechart.generate("figures", made / "train", count=12, seed=1)
    sizes = {"steps": 4, "every": 2, "validation": 8, "batch": 8, "together": 0}
    eyechart.train("text-only", made / "train", made / "models" / "text-only", changes=sizes)
    (made / "tables").mkdir()
    cells = [{"Model": "m", "right": {"mean": 50.0, "low": 48.26, "high": 51.0}}, {"Model": "paper: m", "right": None}]
    table = {"tables": [{"title": "T", "about": "Below.", "rows": cells}], "notes": []}
    (made / "tables" / "t.json").write_text(json.dumps(table))
    kept = results.keep(made, "sh recipes/toy.sh", tmp_path / "results")
    assert kept == tmp_path / "results" / "toy"
    said = results.printed("toy", tmp_path / "results")
    assert "`sh recipes/toy.sh`, seed 0; eyechart " in said
    assert "**T**\n\n| Model | right |\n| --- | --- |\n| m | 50.0 (48.3–51.0) |\n| paper: m | – |\n\nBelow." in said
    assert "| text-only | " in said


def test_a_row_that_is_kept_is_a_line() -> None:
    table = {
        "tables": [{"title": "T", "rows": [{"Model": "m", "τ": {"mean": 1.5}}, {"Model": "n", "τ": None}]}],
        "notes": [],
    }
    said = results._lines(table, results.ROW)
    assert json.loads(said) == table
    assert '\n{"Model":"m","τ":{"mean":1.5}},\n{"Model":"n","τ":null}\n' in said
