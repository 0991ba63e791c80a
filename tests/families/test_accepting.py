"""What is accepted and what is refused, over hand-made tables in tests/accepting: a line for an answer, + and - below it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from eyechart.core import Graph, Prediction, Question, Step, Thing
from eyechart.families.commonsense import answers as commonsense
from eyechart.families.commonsense.world import World
from eyechart.families.icons import answers as icons
from eyechart.families.icons.words import WORDS
from eyechart.families.signs.ask import accepted as accepted_on_signs
from eyechart.families.signs.world import World as Signs
from eyechart.metrics.answer import score

TABLES = Path(__file__).parent.parent / "accepting"


def rows(name: str) -> Iterator[tuple[str, str, bool]]:
    """What was asked, what was said, whether it is right."""
    asked = ""
    for line in (TABLES / f"{name}.txt").read_text("utf-8").splitlines():
        if line.startswith(("+ ", "- ")):
            yield from ((asked, said, line[0] == "+") for said in re.split(r", (?=\S)", line[2:]))
        elif line and not line.startswith("#"):
            asked = line


def faults(name: str, accepted: Callable[[str], tuple[str, ...]]) -> list[str]:
    """The rows that are judged otherwise than the table says."""
    found = []
    for asked, said, right in rows(name):
        answers = accepted(asked)
        q = Question(id="q", text="?", form="fill-in", answers=answers)
        if bool(score(q, Prediction(question="q", answer=said))) != right:
            found.append(f"{asked}  '{said}' should be {'accepted' if right else 'refused'}: {answers}")
        if len(answers) > 16:
            found.append(f"{asked}  has {len(answers)} answers")
    return found


def in_a_scene(asked: str) -> tuple[str, ...]:
    """`en [bird]: duck; swan, dog`"""
    head, _, things = asked.partition(": ")
    language, _, kind = head.rstrip("]").partition(" [")
    answer, _, others = things.partition("; ")
    names = [answer, *others.split(", ")]
    world = World(Graph(tuple(Thing(str(i), name) for i, name in enumerate(names))))
    steps = (Step("Initial"), *([Step("Find Hypernym", (0,), (kind,))] if kind else []))
    return commonsense.accepted(answer, "object", language, world, steps)


def in_a_blank(asked: str) -> tuple[str, ...]:
    """`clock time en: 4:55`"""
    head, _, answer = asked.partition(": ")
    kind, _, language = head.rpartition(" ")
    if kind in icons.SIGNS:
        return icons.measured(answer, language, WORDS[language][kind])
    return icons.ACCEPT[kind](answer, language)


def on_a_sign(asked: str) -> tuple[str, ...]:
    """`370号; 12号`"""
    answer, _, others = asked.partition("; ")
    texts = [Thing("place", "street", {"kind": "street", "script": "both"})]
    texts += [Thing(f"text:{i}", name) for i, name in enumerate([answer, *others.split(", ")])]
    return accepted_on_signs(answer, Signs(Graph(tuple(texts))))


def test_names_of_things_in_scenes() -> None:
    assert faults("commonsense", in_a_scene) == []


def test_numbers_times_fractions_and_units_in_blanks() -> None:
    assert faults("icons", in_a_blank) == []


def test_numbers_prices_times_and_phones_on_signs() -> None:
    assert faults("signs", on_a_sign) == []


def test_the_tables_have_three_hundred_of_each() -> None:
    verdicts = [right for name in ("commonsense", "icons", "signs") for _, _, right in rows(name)]
    assert verdicts.count(True) >= 300
    assert verdicts.count(False) >= 300
