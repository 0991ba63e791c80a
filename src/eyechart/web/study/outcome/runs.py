"""What people said as runs of the model `human`, which `score`, `report` and `compare` read like any other's.

OUT/human/1 … OUT/human/K             the first, second … answer to each question, whoever gave it
OUT/human-3-8/1 …, OUT/human-9-18/…   the same of each age
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from eyechart.core import Prediction
from eyechart.errors import EyechartError
from eyechart.store.results.judgements import HUMAN, write_runs
from eyechart.store.run import Run
from eyechart.web.study.checks import AGES
from eyechart.web.study.outcome.answers import Answers


def human_runs(answers: Answers, out: Path) -> list[Run]:
    """Of all who count, and of each age that is among them."""
    said: dict[str, list[Prediction]] = defaultdict(list)
    for one in answers.given:
        if (prediction := one.prediction()) is not None:
            said[HUMAN].append(prediction)
            said[f"{HUMAN} ({one.age})"].append(prediction)
    if not said:
        raise EyechartError(f"Nobody has answered '{answers.study.plan.name}' yet whose sitting counts.")
    order = [HUMAN, *(f"{HUMAN} ({age})" for age in AGES)]
    return write_runs(answers.study.asked, {name: said[name] for name in order if name in said}, out)
