"""Parts of a sign that must not tell which text is asked for: its role and where it stands; how it is told; siblings."""

from __future__ import annotations

from collections.abc import Sequence

from eyechart.core import Features, Graph, Question, Sight, Step, Thing, View, boxed
from eyechart.families.signs.words import plain

COLUMNS = ("script", "reasoning", "second thing")  # facets that are the same for all texts of the role


def places(question: Question) -> Sight | None:
    """The texts of the role that is asked for, with centre and size, and not what identifies one of them."""
    texts = _rivals(question)
    if len(texts) < 2 or question.scene is None:
        return None
    return Sight(candidates={thing.name: _stands(thing, i, texts, question.scene) for i, thing in enumerate(texts)})


def told(question: Question) -> Sight | None:
    """The same with the question's words, less what it quotes, and with what is published beside the answer.

    Its words may leave fewer: what is directly to the right of something is not the first. Entries that are counted are
    not shown, since number and row alone tell which is meant.
    """
    sight, steps = places(question), _steps(question)
    functions = {step.function for step in steps}
    if sight is None or "nth" in functions:
        return None
    words, count = question.text, len(sight.candidates)
    for step in steps:
        if step.function == "reading":
            words = words.replace(str(step.arguments[1]), "…")
    columns: dict[str, str | float] = {name: question.facets[name] for name in COLUMNS}
    columns["difficulty"] = question.difficulty or 0.0
    left = 2 if "opposite" in functions else count - 1 if "neighbour" in functions else count
    return Sight(words, columns, sight.candidates, prior=1 / left)


def given_away(questions: Sequence[Question]) -> dict[str, str]:
    """A text of the role asked for that another question names, or the only one that none names; else nothing."""
    said: dict[str, str] = {}
    for q in questions:
        texts = [thing for thing in _rivals(q) if not _names(q, thing)]
        named = [thing for thing in texts if any(_names(other, thing) for other in questions if other is not q)]
        left = [thing for thing in texts if thing not in named]
        guesses = named or (left if len(left) == 1 < len(_rivals(q)) else [])
        said[q.id] = guesses[0].name if guesses else ""
    return said


def _rivals(question: Question) -> list[Thing]:
    """The texts of the role that is asked for, in the order of their entries."""
    things = question.scene.things if question.scene else ()
    return [t for t in things if t.attributes.get("role") == question.facets.get("role") and "quad" in t.data]


def _stands(text: Thing, at: int, texts: Sequence[Thing], scene: Graph) -> Features:
    frame = scene.things[0].data
    left, top, right, bottom = boxed(tuple(text.data["quad"]))
    return {
        "x": (left + right) / 2 / frame["width"],
        "y": (top + bottom) / 2 / frame["height"],
        "from the middle": abs((left + right) / frame["width"] - 1),
        "width": right - left,
        "height": bottom - top,
        "letters": float(len(text.name)),
        "in the row": "first" if at == 0 else "last" if at == len(texts) - 1 else "inside",
    }


def _names(question: Question, text: Thing) -> bool:
    """As it is written, or by what it means."""
    meant = (text.attributes["role"], text.attributes.get("concept"))
    about = [step.arguments for step in _steps(question) if step.function == "about"]
    return meant in about or plain(text.name) in plain(question.text)


def _steps(question: Question) -> tuple[Step, ...]:
    return question.program.steps if question.program else ()


VIEWS = {
    "role, centre and size": View(about="the texts of the role asked for, where they stand and how large", see=places),
    "how it is told": View(about="these, the words of the question without what it quotes, and its columns", see=told),
    "siblings": View(about="what other questions of the page name or leave", solve=given_away, prior=0.0),
}
