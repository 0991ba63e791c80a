"""A claim: what was measured, the bar that it must pass, and whether it does."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from msgspec import Struct
from rich.console import Console
from rich.table import Table

console = Console(width=118, highlight=False)


class Claim(Struct, frozen=True):
    what: str
    measured: str
    bar: str
    met: bool


def at_least(what: str, measured: float, bar: float, unit: str = "×") -> Claim:
    return Claim(what, f"{measured:,.2f} {unit}", f"at least {bar:.3g} {unit}", measured >= bar)


def at_most(what: str, measured: float, bar: float, unit: str) -> Claim:
    return Claim(what, f"{measured:,.2f} {unit}", f"at most {bar:.3g} {unit}", measured <= bar)


def print_claims(claims: Iterable[Claim]) -> None:
    for claim in claims:
        verdict = "[green]met[/]    " if claim.met else "[red]not met[/]"
        console.print(f"{verdict} {claim.what}: {claim.measured} ({claim.bar})")


def print_rows(title: str, head: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """A table: the first column in words, the others in numbers."""
    table = Table(title=title, title_justify="left")
    for i, name in enumerate(head):
        table.add_column(name, justify="right" if i else "left")
    for row in rows:
        table.add_row(*row)
    console.print(table)


def middle(values: Iterable[float]) -> str:
    """The median, with the least and the largest: 3.91 (3.80 – 4.20)."""
    some = sorted(values)
    return f"{median(some):,.2f} ({some[0]:,.2f} – {some[-1]:,.2f})"
