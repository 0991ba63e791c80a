"""The house as it stands: its layers, its modules with what each is for, and which imports which.

tests/house/test_architecture.py holds the code to it; scripts/refresh_docs.py writes ARCHITECTURE.md's table from it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "eyechart"
DOOR = "eyechart"  # the package itself: it gives out verbs, so it is above all that lies in it
# Each layer imports from itself and from those before it.
LAYERS: Mapping[str, tuple[str, ...]] = {
    "nouns": ("core", "errors", "limits", "seeding", "phrasing", "program", "registry", "settings", "page"),
    "tools": ("drawing", "text", "store", "engines", "talk", "knowledge"),
    "units": ("families", "models", "metrics"),
    "verbs": (
        *(
            "dataset",
            "generate",
            "convert",
            "mine",
            "assets",
            "verify",
            "audit",
            "probing",
            "describe",
            "check",
            "train",
        ),
        *(
            "show",
            "status",
            "export",
            "predict",
            "calibrate",
            "score",
            "compare",
            "report",
            "exam",
            "reward",
            "reporting",
            "exports",
        ),
    ),
    "site": ("web",),
    "command line": ("cli", "__main__"),
}


def modules(source: Path = SOURCE) -> dict[str, Path]:
    """Every module by its dotted name below the package."""
    paths = sorted(source.rglob("*.py"))
    names = [path.relative_to(source).with_suffix("").as_posix().replace("/", ".") for path in paths]
    return {name.removesuffix(".__init__"): path for name, path in zip(names, paths, strict=True) if name != "__init__"}


@cache
def imported(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """What a file imports, at its top or in a function, but not for type checkers only."""
    found: list[ast.Import | ast.ImportFrom] = []
    todo: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.append(node)
        elif not (
            isinstance(node, ast.If)
            and "TYPE_CHECKING" in {n.id for n in ast.walk(node.test) if isinstance(n, ast.Name)}
        ):
            todo.extend(ast.iter_child_nodes(node))
    return tuple(found)


def imports(name: str, known: Mapping[str, Path]) -> Iterator[str]:
    """Modules of ours that one imports, however it says so."""
    inside = (DOOR, *name.split(".")) if known[name].name == "__init__.py" else (DOOR, *name.split(".")[:-1])
    for node in imported(known[name]):
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        else:
            above = inside[: len(inside) + 1 - node.level] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            named = [f"{module}.{alias.name}" for alias in node.names]
        for one in named:
            top, _, rest = one.partition(".")
            if top == DOOR:
                yield rest if rest in known else rest.rpartition(".")[0] or DOOR


@cache
def graph(source: Path = SOURCE) -> dict[str, set[str]]:
    """Module -> the modules that it imports."""
    known = modules(source)
    return {name: set(imports(name, known)) - {name} for name in known}


def layer(module: str) -> int:
    if module == DOOR:
        return len(LAYERS)
    top = module.partition(".")[0]
    return next(number for number, names in enumerate(LAYERS.values()) if top in names)


@cache
def purpose(path: Path) -> str:
    """The first sentence of a module's docstring, or its first line if that is shorter."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].strip()


def tree() -> str:
    """ARCHITECTURE.md's table: every module with its purpose, layer by layer; a package's own line stands first."""
    known = modules()
    rows = ["| module | what it is for |", "|---|---|"]
    for title, tops in LAYERS.items():
        rows.append(f"| **{title}** | |")
        for top in tops:
            inside = [name for name in known if name == top or name.startswith(f"{top}.")]
            for name in inside:
                path = known[name]
                shown = path.relative_to(SOURCE).as_posix().removesuffix("__init__.py")
                rows.append(f"| `{shown}` | {purpose(path).replace('|', '∣')} |")
    return "\n".join(rows) + "\n"
