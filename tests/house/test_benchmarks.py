"""The benchmarks need rivals that the tests do without; what they take from us must at least be there."""

from __future__ import annotations

import ast
import json
from importlib import import_module
from pathlib import Path

import pytest

import eyechart
from eyechart import registry

HERE = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.parametrize("file", sorted(HERE.glob("*.py")), ids=lambda file: file.stem)
def test_what_a_benchmark_imports_from_eyechart_exists(file: Path) -> None:
    imports = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    for node in imports:
        if node.module and node.module.split(".")[0] == "eyechart":
            module = import_module(node.module)
            missing = [name.name for name in node.names if not hasattr(module, name.name) and not _module(node, name)]
            assert not missing, f"{file.name}: {node.module} has no {missing}"


@pytest.mark.slow
def test_a_million_goes_on_with_what_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import million

    monkeypatch.setattr(million, "SHARD", 8)
    monkeypatch.setattr(million, "SAMPLE", 4)
    monkeypatch.setattr(million, "SPARE", 0)  # a disk that is nearly full is another matter
    assert million.main(tmp_path, 8, ["icons"]) == 0
    record = json.loads((tmp_path / million.RECORD).read_text())
    before = record["families"]["icons"]["steps"]
    assert [step["done"] for step in before.values()] == [True] * 3
    assert all(step["cpu"] > 0 and step["peak"] > 0 for step in before.values())
    before["verify"]["done"] = False  # as a kill in the middle of it leaves it
    (tmp_path / million.RECORD).write_text(json.dumps(record))
    assert million.main(tmp_path, 8, ["icons"]) == 0
    after = json.loads((tmp_path / million.RECORD).read_text())["families"]["icons"]["steps"]
    assert {name: step["calls"] for name, step in after.items()} == {"generate": 1, "verify": 2, "audit": 1}
    assert after["verify"]["cpu"] > before["verify"]["cpu"]  # what was spent before counts
    with pytest.raises(SystemExit, match="is of 8 questions a family: give --questions 8"):
        million.main(tmp_path, 9, ["icons"])


@pytest.mark.parametrize("family", registry.names("families"))
def test_a_dataset_many_times_over_can_be_scored_by_every_metric(family: str, tmp_path: Path) -> None:
    from benchmarks import scoring

    real = eyechart.generate(family, tmp_path / "real", count=3, jobs=1)
    wanted = 2 * real.manifest.questions
    assert scoring.write(real, tmp_path, wanted) == wanted
    scores = eyechart.score(tmp_path / "data", tmp_path / "said.parquet")
    assert scores.questions == wanted


def _module(node: ast.ImportFrom, name: ast.alias) -> bool:
    return bool(import_module(f"{node.module}.{name.name}"))
