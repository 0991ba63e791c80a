"""What the recipes' runs gave, small enough to be kept: from a recipe's folder to `results/`, and from there to docs/results.md.

    python scripts/results.py keep figureqa-mini "sh recipes/figureqa-table3.sh mini"

takes the tables (tables/*.json, as `eyechart report --json` printed them), the learning curves and what model.json says of each
network, and writes results/figureqa-mini/. Then `python scripts/refresh_docs.py docs/results.md` prints the page.
"""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results"
CURVES, ABOUT = "curves.csv", "about.json"
TRIED = "tried.txt"  # what was tried before, as it was printed; written by hand, since no recipe runs it
LOOKS = 10  # of a curve that the page shows
NETWORK, ROW = 2, 4  # how deep in about.json a network lies, and in a table's file a row: one on a line


def keep(folder: Path, command: str, results: Path = RESULTS) -> Path:
    """Copy what is small of a recipe's folder."""
    from eyechart.models.learning.folder import ABOUT as MODEL
    from eyechart.models.learning.folder import read

    out = results / folder.name
    out.mkdir(parents=True, exist_ok=True)
    models = {path.parent.name: read(path.parent) for path in sorted(folder.glob(f"models/*/{MODEL}"))}
    told = {
        name: {
            "network": one.name,
            "settings": one.lesson.settings,
            "data": one.lesson.data.told,
            "parameters": one.parameters,
            "steps": one.steps,
            "best": one.best,
            "accuracy": round(one.accuracy, 4),
        }
        for name, one in models.items()
    }
    some = next(iter(models.values()))
    about = {"command": command, "seed": some.lesson.seed, "versions": some.versions, "networks": told}
    _write(out / ABOUT, _lines(about, NETWORK))
    for path in sorted(folder.glob("tables/*.json")):
        _write(out / path.name, _lines(json.loads(path.read_text(encoding="utf-8")), ROW))
    with (out / CURVES).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(_curves(folder, models))
    return out


def _curves(folder: Path, names: Iterable[str]) -> Iterable[Sequence[Any]]:
    import pyarrow.parquet as pq

    yield "folder", "step", "loss", "training", "validation"
    for name in names:
        rows = pq.read_table(folder / "models" / name / "curve.parquet").to_pylist()
        for row in rows:
            yield name, row["step"], *(f"{row[key]:.4f}" for key in ("loss", "training", "validation"))


def _lines(value: Any, depth: int) -> str:
    """JSON whose parts at this depth have a line each: less than half as long as with one for each number."""
    if not depth or not value or not isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if isinstance(value, dict):
        parts = [f"{json.dumps(key, ensure_ascii=False)}: {_lines(one, depth - 1)}" for key, one in value.items()]
        return "{\n" + ",\n".join(parts) + "\n}"
    return "[\n" + ",\n".join(_lines(one, depth - 1) for one in value) + "\n]"


def _write(path: Path, text: str) -> None:
    path.write_text(text + "\n", encoding="utf-8")


# ---- the page


def printed(name: str, results: Path = RESULTS) -> str:
    """What results/NAME holds, in Markdown."""
    folder = results / name
    about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    versions = ", ".join(f"{package} {version}" for package, version in about["versions"].items())
    parts = [f"`{about['command']}`, seed {about['seed']}; {versions}.\n"]
    for path in sorted(set(folder.glob("*.json")) - {folder / ABOUT}):
        parts += [_table(one) for one in json.loads(path.read_text(encoding="utf-8"))["tables"]]
    parts.append(_networks(about["networks"], _looks(folder / CURVES)))
    if (folder / TRIED).exists():
        parts.append(f"What was tried before:\n\n```text\n{(folder / TRIED).read_text(encoding='utf-8')}```\n")
    return "\n".join(parts)


def _table(table: dict[str, Any]) -> str:
    heads = list(table["rows"][0])
    rows = [[_cell(row[head]) for head in heads] for row in table["rows"]]
    return f"**{table['title']}**\n\n{_markdown([' '.join(head.split()) for head in heads], rows)}\n{table['about']}\n"


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        span = (
            f"{value['low']:.1f}–{value['high']:.1f}"
            if value["low"] >= 0
            else f"{value['low']:.1f} to {value['high']:.1f}"
        )
        return f"{value['mean']:.1f} ({span})" if "mean" in value else span
    if isinstance(value, float):
        return f"{round(value, 4):g}"
    return "–" if value is None else str(value)


def _networks(networks: dict[str, Any], looks: dict[str, list[str]]) -> str:
    heads = [
        "network",
        "parameters",
        "updates",
        "best at",
        "validation",
        f"validation along the way, at {LOOKS} moments",
    ]
    often = Counter(one["network"] for one in networks.values())
    rows = []
    for name, one in networks.items():
        called, *numbers = _told(one)
        called += f" ({name})" if often[one["network"]] > 1 else ""  # trained several times, on other data
        rows.append((called, *numbers, " ".join(looks[name])))
    return _markdown(heads, rows)


def _told(one: dict[str, Any]) -> tuple[str, ...]:
    numbers = (f"{one[key]:,}" for key in ("parameters", "steps", "best"))
    return one["network"], *numbers, f"{100 * one['accuracy']:.1f}"


def _looks(path: Path) -> dict[str, list[str]]:
    """Of each curve some moments, the last among them."""
    found: dict[str, list[str]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["folder"], []).append(f"{100 * float(row['validation']):.0f}")
    return {name: _some(values) for name, values in found.items()}


def _some(values: list[str]) -> list[str]:
    many = min(LOOKS, len(values))
    return [values[round((n + 1) * len(values) / many) - 1] for n in range(many)]


def _markdown(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "src"))
    if len(sys.argv) != 4 or sys.argv[1] != "keep":
        raise SystemExit("usage: python scripts/results.py keep FOLDER COMMAND")
    print(keep(Path(sys.argv[2]), sys.argv[3]))
