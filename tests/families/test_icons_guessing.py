"""An attack that shares no code with `audit` reaches no more than guessing does, where it reached 70 to 100 % before."""

from __future__ import annotations

from pathlib import Path

import pytest

import eyechart
from eyechart import registry
from independent.icons_guessing import attack

GUESSED = (
    "one more", "morning or evening", "greater fraction", "clock hours later", "time hours later", "tool for the job",
    "more likely time", "holds more", "which is alive", "open or closed", "certain or impossible", "above and shaped",
    "curved part", "heavier on the balance", "which tool", "tallest", "what is this shape", "growing pattern",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("template", GUESSED)
def test_nothing_is_guessed_without_diagram_or_question(template: str, tmp_path: Path) -> None:
    needs = registry.get("families", "icons").templates[template].needs
    eyechart.generate("icons", tmp_path / "d", split="test", count=600, seed=9152, changes={"templates": [template]})
    for _, view, reached, fair, count in attack(tmp_path / "d"):
        if view == "without diagram" or "question" in needs:
            assert reached <= fair + 4 * (fair * (1 - fair) / count) ** 0.5, view
