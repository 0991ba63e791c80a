"""A program of icons that does not fit its functions fails when the problem is made, with its template and its step."""

from __future__ import annotations

import pytest

from eyechart.core import Step
from eyechart.errors import EyechartError
from eyechart.families.icons.functions import FUNCTIONS
from eyechart.families.icons.make import Make
from eyechart.families.icons.scene import IconSettings
from eyechart.families.icons.templates import BY_NAME
from eyechart.seeding import rng_for

ALL = Step("all_of", (), ("icon",))


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        ((ALL, Step("plus", (0, 0))), "Step 1 of the program, plus: input 0 is things from step 0; number is wanted."),
        (
            (ALL, Step("continues", (0,), ("name",)), Step("later", (1, 1))),
            "later: input 0 is text from step 1; number",
        ),
        ((ALL, Step("count")), "Step 1 of the program, count: takes things, not 0 things."),
        ((ALL, Step("count", (0, 0))), "Step 1 of the program, count: takes things, not 2 things."),
        ((ALL, Step("named", (0,), (3,))), "named: the argument of type int is not text."),
        ((ALL, Step("all_or_none", (0,), ("red", 1))), "all_or_none: the argument of type int is not bool."),
        ((ALL, Step("conut", (0,))), "No program function 'conut'. Did you mean 'count'"),
        ((Step("count", (1,)), ALL), "Step 0 of the program, count: step 1 does not come before it."),
    ],
)
def test_a_misfit_fails_when_the_problem_is_made(steps: tuple[Step, ...], problem: str) -> None:
    kind = BY_NAME["count scattered"]
    make = Make(rng_for("misfit"), IconSettings(), "en", kind)
    icons = make.icons(make.concept("animal"), 3)
    with pytest.raises(EyechartError) as error:
        make.fill_in(make.scatter(icons), steps, (0,))
    assert "Template 'count scattered': " in str(error.value)
    assert problem in str(error.value)


def test_few_functions_take_or_give_anything() -> None:
    """A fact may be a number, a text or a list: what it is compared with, and said as, cannot be told beforehand."""
    loose = {name for name, function in FUNCTIONS.items() if "anything" in (*function.takes, function.gives)}
    assert loose == {"having", "matching", "fact", "said"}
