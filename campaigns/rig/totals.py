"""How often what was tried, and what got through."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Totals:
    """Counts by attack, and a line for each that got through."""

    tries: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str]] = field(default_factory=list)

    def tried(self, attack: str, *problems: str) -> None:
        self.tries[attack] += 1
        self.failures += [(attack, problem) for problem in problems]

    @property
    def holds(self) -> bool:
        return bool(self.tries) and not self.failures

    def __str__(self) -> str:
        failed = Counter(attack for attack, _ in self.failures)
        wide = max((len(attack) for attack in self.tries), default=0)
        rows = [
            f"{attack:{wide}}  {count:>9,} tries  {failed[attack]:>5,} failures"
            for attack, count in sorted(self.tries.items())
        ]
        total = f"{sum(self.tries.values()):,} tries, {len(self.failures):,} failures"
        return "\n".join([*rows, *(f"  {attack}: {problem}" for attack, problem in self.failures[:20]), total])
