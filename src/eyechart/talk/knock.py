"""The first word to a model: one picture and one question, before anything else is done or paid for.

A wrong address, key or name, or a model that takes no pictures, is one sentence within seconds. The reply counts: it is paid
for, filed with the run, and is the first of the calibration's.
"""

from __future__ import annotations

import re

from eyechart.errors import EyechartError
from eyechart.talk.asking import Reply, Speaker
from eyechart.talk.prompts import Prompt, prompt, words
from eyechart.talk.rectangles import questions

# An error that says no to this request; whether it says so to the picture, the same words without it will tell.
REFUSED = re.compile(r"HTTP (?:4|5.*(?:image|picture|vision|modal))", re.IGNORECASE)


def knock(model: Speaker) -> None:
    """Ask one thing, unless it has been; raise if there is no reply."""
    if model.purse.beforehand:
        return
    one = prompt(next(questions()), words(model.asking.prompts), {})
    said = _said(model, one)
    if said.text is not None:
        model.purse.pay_beforehand(said)
        return
    problem = said.problem or "no reply"
    if REFUSED.match(problem) and _said(model, _without_pictures(one)).text is not None:
        raise EyechartError(
            f"{model.name} takes words but no pictures; with one it says {problem}. "
            "Name a model that sees, or start the server with its vision part."
        )
    raise EyechartError(
        f"{model.name} gave no reply to a first picture and question: {problem}. Nothing was begun. When that is mended, run "
        "the same command again."
    )


def _said(model: Speaker, one: Prompt) -> Reply:
    kept: list[Reply] = []
    model.converse(iter([one]), kept.append)
    return kept[0]


def _without_pictures(one: Prompt) -> Prompt:
    return Prompt(one.question, tuple(part for part in one.parts if isinstance(part, str)))
