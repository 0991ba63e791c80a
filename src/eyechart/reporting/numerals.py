"""Numbers as they are written everywhere: shares as per cent, differences in points, marks with their intervals."""

from __future__ import annotations

NOTHING = "–"  # does not apply


def percent(share: float, digits: int = 1) -> str:
    """0.734 -> 73.4"""
    return f"{100 * share:.{digits}f}"


def points(difference: float) -> str:
    """-0.021 -> -2.1"""
    return f"{100 * difference:+.1f}"


def chance(p: float) -> str:
    """0.0312 -> 0.031; what is less than the last digit shows is said so."""
    return f"{p:.3f}" if p >= 0.001 else "<0.001"


def thousands(count: int) -> str:
    return f"{count:,}"


def interval(low: float, high: float) -> str:
    """12.3–45.6; a hundred is said without its digit, to be as short as the rest."""
    return f"{percent(low)}–{percent(high) if 100 * high < 99.95 else 100}"
