"""The questions of a study that people find sound, as a dataset whose card says by which rule."""

from __future__ import annotations

from pathlib import Path

from eyechart.errors import EyechartError
from eyechart.store.folder import Dataset
from eyechart.web.study.outcome.answers import Answers
from eyechart.web.study.outcome.results import RULE, validated
from eyechart.web.study.subset import write_subset

CARD = """# {name}, validated by people

{kept:,} of {all:,} questions that people were asked in the study {name}, of {data}.

{rule} {drawn}
"""


def write_validated(answers: Answers, out: Path) -> Dataset:
    plan, ids = answers.study.plan, validated(answers)
    if out.exists() and any(out.iterdir()):
        raise EyechartError(f"{out} is not empty. Choose another folder for --validated.")
    if not ids:
        raise EyechartError(f"No question of '{plan.name}' is validated yet. {RULE}")
    card = CARD.format(
        name=plan.name, kept=len(ids), all=len(answers.questions), data=plan.data, rule=RULE, drawn=plan.rule
    )
    return write_subset(answers.study.asked, ids, out, f"{plan.name}-validated", card)
