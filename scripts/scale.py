"""What `python -m benchmarks.million` measured, small enough to be kept, and as docs/scale.md prints it.

    python scripts/scale.py keep FOLDER        FOLDER/million.json -> results/scale/QUESTIONS.json
    python scripts/refresh_docs.py docs/scale.md

Families that are not done are left out; of an audit, only what it found is kept.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SCALE = ROOT / "results" / "scale"
STEPS = ("generate", "verify", "audit")
HOUR = 3600.0
SIZES = {"a million": 1e6, "a billion": 1e9}  # questions, a fifth of each family


def keep(folder: Path, out: Path = SCALE) -> Path:
    record = json.loads((folder / "million.json").read_text(encoding="utf-8"))
    whole = {name: one for name, one in record["families"].items() if _is_done(one)}
    for share in whole.values():
        for step in share["steps"].values():
            step["command"] = step["command"].replace(f"{folder}/", "")
            step["cpu"], step["wall"], step["load"] = (round(step[name], 1) for name in ("cpu", "wall", "load"))
        share["steps"]["verify"]["said"] = share["steps"]["verify"]["said"]["tables"][0]["rows"][0]
        share["steps"]["audit"]["said"] = _found(share["steps"]["audit"]["said"], folder)
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{record['questions']}.json"
    path.write_text(json.dumps(record | {"families": whole}, indent=1) + "\n", encoding="utf-8")
    return path


def _is_done(share: dict[str, Any]) -> bool:
    return all(name in share["steps"] and share["steps"][name]["done"] for name in STEPS)


def _found(said: dict[str, Any], folder: Path) -> dict[str, Any]:
    rows = said["tables"][0]["rows"]
    verdicts = [row["verdict"] for row in rows]
    return {
        "probes": len(rows),
        "verdicts": {one: verdicts.count(one) for one in dict.fromkeys(verdicts)},
        "notes": [note.replace(f"{folder}/", "") for note in said["notes"] if "almost equal" in note],
    }


# ---- the page


def printed(folder: Path = SCALE) -> str:
    """All records, the largest first; then what a million and a billion would take, by the largest record of each family."""
    records = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")]
    records.sort(key=lambda record: -record["questions"])
    parts = [_record(record) for record in records]
    best: dict[str, dict[str, Any]] = {}
    for record in reversed(records):
        best |= record["families"]
    order = [name for name in records[-1]["families"] if name in best]
    return "\n".join([*parts, _extrapolated({name: best[name] for name in order})])


def _record(record: dict[str, Any]) -> str:
    heads = [
        "family",
        "pages",
        "questions",
        "step",
        "s of one core",
        "s on the wall",
        "others at work",
        "peak MB",
        "said",
    ]
    rows = [
        (name, f"{one['pages']:,}", f"{one['questions']:,}", verb, *_measured(one["steps"][verb]))
        for name, one in record["families"].items()
        for verb in STEPS
    ]
    disk = [
        (
            name,
            f"{one['bytes'] / 1e6:,.0f}",
            f"{one['bytes'] / one['questions']:,.0f}",
            f"{one['bytes'] / one['pages']:,.0f}",
        )
        for name, one in record["families"].items()
    ]
    which = f"split {record['split']}, seed {record['seed']}; {record['machine']}"
    title = f"At least {record['questions']:,} questions of each family named, {which}"
    return (
        f"**{title}**\n\n{_markdown(heads, rows)}\n"
        f"{_markdown(['on disk', 'MB', 'bytes a question', 'bytes a page'], disk)}"
    )


def _measured(step: dict[str, Any]) -> tuple[str, ...]:
    said = step["said"]
    told = f"{said['disagreements']:,} wrong" if "disagreements" in said else ""
    if "probes" in said:
        verdicts = ", ".join(f"{count:,} {verdict}" for verdict, count in said["verdicts"].items())
        told = f"{said['probes']:,} probes: {verdicts}"
    return (
        f"{step['cpu']:,.0f}",
        f"{step['wall']:,.0f}",
        f"{max(step['load'] - 1, 0):.1f}",
        f"{step['peak'] / 1e6:,.0f}",
        told,
    )


def _extrapolated(families: dict[str, dict[str, Any]]) -> str:
    parts = []
    for name, questions in SIZES.items():
        rows, total = [], [0.0, 0.0, 0.0]
        for family, one in families.items():
            times = questions / len(families) / one["questions"]
            took = [one["steps"][verb]["cpu"] * times / HOUR for verb in ("generate", "verify")] + [
                one["bytes"] * times / 1e9
            ]
            total = [a + b for a, b in zip(total, took, strict=True)]
            rows.append((family, f"{one['questions']:,}", *map(_amount, took)))
        rows.append(("all", "", *map(_amount, total)))
        heads = [name, "measured on, questions", "core-hours to make", "core-hours to verify", "GB"]
        parts.append(
            f"**{name.capitalize()} questions, {questions / len(families):,.0f} of each family**\n\n{_markdown(heads, rows)}"
        )
    return "\n".join(parts)


def _amount(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.3g}"


def _markdown(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] != "keep":
        raise SystemExit("usage: python scripts/scale.py keep FOLDER")
    print(keep(Path(sys.argv[2])))
