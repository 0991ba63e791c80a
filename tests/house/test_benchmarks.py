"""The benchmarks need rivals that the tests do without; what they take from us must at least be there."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.parametrize("file", sorted(HERE.glob("*.py")), ids=lambda file: file.stem)
def test_what_a_benchmark_imports_from_eyechart_exists(file: Path) -> None:
    imports = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    for node in imports:
        if node.module and node.module.split(".")[0] == "eyechart":
            module = import_module(node.module)
            missing = [name.name for name in node.names if not hasattr(module, name.name) and not _module(node, name)]
            assert not missing, f"{file.name}: {node.module} has no {missing}"


def _module(node: ast.ImportFrom, name: ast.alias) -> bool:
    return bool(import_module(f"{node.module}.{name.name}"))
