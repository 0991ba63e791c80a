"""A question as people see it: its pictures, what can be chosen, a word of guidance; and in training what is right."""

from __future__ import annotations

from msgspec import Struct

from eyechart.core import Question
from eyechart.web.explorer import views
from eyechart.web.study.plan import Item
from eyechart.web.study.sitting import Sitting


class Shown(Struct, frozen=True):
    """What the template needs; without a question it is the planted one."""

    q: Question | None
    pictures: list[views.Shown]
    columns: int
    choices: list[views.Shown]
    hint: str = ""
    told: bool = False  # the right answer is shown
    said: str = ""
    right: bool = False

    @property
    def pictured(self) -> bool:
        return self.q is not None and self.q.form == "choose-picture"

    @property
    def options(self) -> tuple[str, ...]:
        """What is chosen from; empty: an answer is written."""
        return () if self.q is None or self.q.form == "fill-in" else self.q.choices


def question_shown(sitting: Sitting) -> Shown:
    item = sitting.item
    if item is None:
        return Shown(None, [], 1, [])
    page, q = sitting.study.page(item)
    base = f"/sit/{sitting.token}/asked"
    pictures, columns = views.pictures(base, page, q, ())
    return Shown(q, pictures, columns, views.choices(base, page, q), sitting.study.plan.guide.hint(q.template))


def lesson_shown(sitting: Sitting, item: Item, told: bool = False, said: str = "", right: bool = False) -> Shown:
    """Of the training pages; with what is right, and where that is seen, once it is told."""
    page, q = sitting.study.page(item, training=True)
    base = f"/sit/{sitting.token}/training"
    pictures, columns = views.pictures(base, page, q, views.truth(q, 0) if told else ())
    hint = sitting.study.plan.guide.hint(q.template)
    return Shown(q, pictures, columns, views.choices(base, page, q), hint, told, said, right)
