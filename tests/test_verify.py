"""Planted faults are found by the proof."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import eyechart
from eyechart.core import Evidence, Family, Page, Program, Question, Region, Step
from eyechart.dataset import Dataset
from eyechart.verify import proof

replace = msgspec.structs.replace


def spoil(page: Page, change: Callable[[Question], Question]) -> Page:
    first, *rest = page.questions
    return replace(page, questions=(change(first), *rest))


def other(q: Question) -> tuple[str]:
    return ("no",) if q.answers == ("yes",) else ("yes",)


def retold(q: Question) -> Program:
    assert q.program is not None
    *steps, last = q.program.steps
    return Program((*steps, Step(last.function, last.inputs, last.arguments, not last.output)), q.program.evidence)


def test_a_sound_page_has_no_problems(pages: list[Page], figures: Family) -> None:
    assert not [problem for page in pages for problem in proof(page, figures)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda q: replace(q, answers=other(q)), "program gives"),
        (lambda q: replace(q, program=retold(q)), "step .* recorded"),
        (lambda q: replace(q, evidence=Evidence()), "evidence recorded"),
        (lambda q: replace(q, evidence=Evidence((Region((0, 0, 9, 9), ("bar:0",)),))), "evidence recorded"),
        (lambda q: replace(q, choices=("maybe", "perhaps")), "not among the choices"),
        (lambda q: replace(q, program=Program((Step("find", (), ("Octarine",)),))), "its program fails"),
    ],
)
def test_a_planted_fault_is_found(pages: list[Page], figures: Family, change: Any, message: str) -> None:
    import re

    problems = proof(spoil(pages[0], change), figures)
    assert any(re.search(message, problem) for problem in problems)


def test_a_changed_scene_is_found(pages: list[Page], figures: Family) -> None:
    page = pages[0]
    *things, last = page.scene.things
    grown = replace(last, data={"value": 1e6})
    assert proof(replace(page, scene=replace(page.scene, things=(*things, grown))), figures)


def test_verify_counts_what_it_read(dataset: Dataset) -> None:
    verdict = eyechart.verify(dataset.folder)
    assert (verdict.images, verdict.questions, verdict.disagreements) == (250, dataset.manifest.questions, 0)


def test_redraw_compares_pixels(dataset: Dataset) -> None:
    assert eyechart.verify(dataset.folder, redraw=True).holds


def test_redraw_finds_a_dataset_made_with_another_seed(copied: Path) -> None:
    about = copied / "dataset.json"
    about.write_text(about.read_text().replace('"seed": 3', '"seed": 8'))
    verdict = eyechart.verify(copied, redraw=True)
    assert verdict.disagreements == 500  # pixels and questions of each
