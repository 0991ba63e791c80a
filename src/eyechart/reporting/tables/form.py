"""In which form numbers are printed: what --json, --csv and --latex say."""

from __future__ import annotations

from dataclasses import dataclass, fields

from eyechart.errors import EyechartError


@dataclass(frozen=True)
class Form:
    """For people, if nothing is said."""

    json: bool = False
    """Print the tables as JSON."""

    csv: bool = False
    """Print the tables as CSV; several have an empty line between them."""

    latex: bool = False
    """Print the tables as LaTeX (booktabs)."""

    def __post_init__(self) -> None:
        if self.json + self.csv + self.latex > 1:
            raise EyechartError("Numbers are printed in one form: choose one of --json, --csv and --latex.")

    @property
    def name(self) -> str | None:
        """None: for people."""
        return next((field.name for field in fields(self) if getattr(self, field.name)), None)
