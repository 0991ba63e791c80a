"""The one place where tables are printed: for people, or as JSON, CSV or LaTeX for what comes next."""

from __future__ import annotations

import csv
import io
import itertools
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
import rich.table
from msgspec.structs import replace
from rich.measure import Measurement
from rich.text import Text

from eyechart.errors import shown
from eyechart.reporting.tables.form import Form
from eyechart.reporting.tables.table import Cell, Column, Plain, Table
from eyechart.reporting.terminal import notes, out

LOUD = "bold red"
WIDEST = 10_000  # columns of a page on which any table fits
Told = Table | str | Text
"""What a verb has to tell: tables, and lines between them."""


def say(form: Form, *all_told: Told, aside: Sequence[str] = ()) -> None:
    """Print tables and lines in their order. What is said aside goes to standard error where a program reads the numbers."""
    if form.name is None:
        for one in all_told:
            if isinstance(one, Table):
                for part in in_parts(one, out.width):
                    out.print(as_rich(part))
            else:
                out.print(one, highlight=False, soft_wrap=True)
        for line in aside:
            out.print(line, soft_wrap=True)
        return
    tables = [one for one in all_told if isinstance(one, Table)]
    lines = [str(one) for one in all_told if not isinstance(one, Table)]
    sys.stdout.write(shown(FORMS[form.name](tables, lines)))
    for line in (*(lines if form.csv else ()), *aside):
        notes.print(line, highlight=False, soft_wrap=True)


# ---- for people


def in_parts(table: Table, width: int) -> Iterator[Table]:
    """A dense table whose columns do not fit beside each other comes in parts, each with the columns of words that begin it."""
    if not table.dense:
        yield table
        return
    words = list(itertools.takewhile(lambda n: not table.columns[n].numbers, range(len(table.columns))))
    parts: list[list[int]] = [[]]
    for n in range(len(words), len(table.columns)):
        if parts[-1] and _least_width(_with(table, [*words, *parts[-1], n])) > width:
            parts.append([])
        parts[-1].append(n)
    for number, part in enumerate(parts):
        first, last = number == 0, number == len(parts) - 1
        yield replace(
            _with(table, [*words, *part]), title=table.title if first else "", about=table.about if last else ""
        )


def _with(table: Table, columns: Sequence[int]) -> Table:
    rows = tuple(tuple(row[n] for n in columns) for row in table.rows)
    return replace(table, columns=tuple(table.columns[n] for n in columns), rows=rows)


def _least_width(table: Table) -> int:
    return Measurement.get(out, out.options.update(width=WIDEST), as_rich(table)).minimum


def as_rich(table: Table) -> rich.table.Table:
    made = rich.table.Table(
        title=table.title or None,
        title_justify="left",
        caption=table.about or None,
        caption_justify="left",
        padding=(0, 0) if table.dense else (0, 1),
    )
    for column in table.columns:
        made.add_column(
            column.name,
            justify="right" if column.numbers else "left",
            no_wrap=not column.wraps,
            overflow="fold" if table.dense and column.wraps else "ellipsis",
            min_width=11 if table.dense and not column.numbers else None,
        )
    for number, row in enumerate(table.rows[: table.shown]):
        if number == table.rule:
            made.add_section()
        made.add_row(*(words(one, table.stacked) for one in row))
    return made


def words(one: Cell, stacked: bool) -> str | Text:
    """73.4 (71.3–75.5); or a mark above its interval, where there are too many columns for both side by side."""
    text = one.text
    if one.interval:
        text += f"\n{one.interval}" if stacked else f" ({one.interval})"
    return Text(text, LOUD) if one.loud else text


# ---- for programs


def _name(column: Column) -> str:
    return " ".join(column.name.split())


def as_json(tables: Sequence[Table], lines: Sequence[str]) -> str:
    """Each row an object by the names of its columns; a number with an interval is an object too."""
    told = [
        {
            "title": table.title,
            "about": table.about,
            "rows": [
                dict(zip(map(_name, table.columns), (one.value for one in row), strict=True)) for row in table.rows
            ],
        }
        for table in tables
    ]
    found = {"tables": told, "notes": list(lines)}
    return msgspec.json.format(msgspec.json.encode(found)).decode() + "\n"


def as_csv(tables: Sequence[Table], lines: Sequence[str]) -> str:
    """A number with an interval takes a column for each end beside its own."""
    return "\n".join(map(_csv, tables))


def _csv(table: Table) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    columns = list(zip(*table.rows, strict=True)) or [()] * len(table.columns)
    parts = [_parts(column) for column in columns]
    names = map(_name, table.columns)
    writer.writerow(f"{name} {part}".strip() for name, some in zip(names, parts, strict=True) for part in some)
    for row in table.rows:
        writer.writerow(_numbers(one, part) for one, some in zip(row, parts, strict=True) for part in some)
    return file.getvalue()


def _parts(column: Sequence[Cell]) -> list[str]:
    """Which numbers the cells of a column have: the mean goes by the column's own name."""
    named = [key for one in column if isinstance(one.value, Mapping) for key in one.value]
    return ["" if key == "mean" else key for key in dict.fromkeys(named)] or [""]


def _numbers(one: Cell, part: str) -> Plain:
    if isinstance(one.value, Mapping):
        return one.value.get(part or "mean")
    return None if part else one.value


# ---- for papers

ESCAPED = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$", "|": "$|$", "–": "--", "−": "$-$",
    "“": "``", "”": "''", "×": r"$\times$", "±": r"$\pm$", "τ": r"$\tau$", "θ": r"$\theta$", "Δ": r"$\Delta$",
}  # fmt: skip


def as_latex(tables: Sequence[Table], lines: Sequence[str]) -> str:
    told = "".join(f"% {' '.join(line.split())}\n" for line in lines)
    return "\n".join(map(_latex, tables)) + told


def _latex(table: Table) -> str:
    heads = [_tex(_name(column)) for column in table.columns]
    above = [f"% {line}" for line in (*table.title.splitlines(), *table.about.splitlines())]
    body = []
    for number, row in enumerate(table.rows):
        if number == table.rule:
            body.append(r"\midrule")
        body.append(" & ".join(map(_cell, row)) + r" \\")
    sides = "".join("r" if column.numbers else "l" for column in table.columns)
    return "\n".join((
        *above,
        r"\begin{tabular}{" + sides + "}",
        r"\toprule",
        " & ".join(heads) + r" \\",
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        "",
    ))  # fmt: skip


def _cell(one: Cell) -> str:
    text = _tex(" ".join(one.text.split()))
    if not isinstance(one.value, str):  # a hyphen before a number is a minus
        text = re.sub(r"(?<!\S)[+-][\d.]+", r"$\g<0>$", text)
    return f"{text} ({_tex(one.interval)})" if one.interval else text


def _tex(text: str) -> str:
    return "".join(ESCAPED.get(letter, letter) for letter in text)


FORMS: Mapping[str, Callable[[Sequence[Table], Sequence[str]], str]] = {
    "json": as_json,
    "csv": as_csv,
    "latex": as_latex,
}
