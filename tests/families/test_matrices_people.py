"""People in matrices: what a rule may be about can be seen, whatever else they wear and do."""

from __future__ import annotations

import numpy as np
import pytest
import skia

from eyechart.drawing.colour import distance
from eyechart.families.matrices.draw import panel
from eyechart.families.matrices.elements import AGES, COLOURS
from eyechart.families.matrices.panels import people
from eyechart.families.matrices.panels.heads import freckle
from eyechart.families.matrices.panels.pens import APART
from eyechart.seeding import rng_for

SKIN = "#00FF80"  # nobody else is of this colour
PLAIN = {
    "age": "adult", "hair style": "short", "clothing style": "T-shirt", "gender": "female",
    "human action": "standing", "clothing colour": "purple",
}  # fmt: skip


def bare(monkeypatch: pytest.MonkeyPatch, **changes: str) -> int:
    """How many pixels of skin are seen."""
    monkeypatch.setattr(people, "SKINS", (SKIN,))
    shown = PLAIN | {name.replace("_", " "): value for name, value in changes.items()}
    picture = panel("person", shown, rng_for("same"), 128)
    pixels = skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(picture.data)).toarray()
    rgb = [int(SKIN[i : i + 2], 16) for i in (1, 3, 5)]
    return int((np.abs(pixels[..., 2::-1].astype(int) - rgb).max(axis=2) < 8).sum())


@pytest.mark.parametrize("age", AGES)
@pytest.mark.parametrize("hair", ["ponytail", "pigtails"])
@pytest.mark.parametrize("action", ["waving", "cheering", "pointing", "running", "jumping"])
def test_tails_of_hair_hide_no_raised_arm(monkeypatch: pytest.MonkeyPatch, age: str, hair: str, action: str) -> None:
    short = bare(monkeypatch, age=age, human_action=action)
    assert bare(monkeypatch, age=age, human_action=action, hair_style=hair) >= short


@pytest.mark.parametrize("age", AGES)
def test_a_book_does_not_hide_whether_sleeves_are_short(monkeypatch: pytest.MonkeyPatch, age: str) -> None:
    seen = [bare(monkeypatch, age=age, human_action="reading", clothing_style=s) for s in ("T-shirt", "hoodie")]
    assert seen[0] - seen[1] >= 80


@pytest.mark.parametrize("skin", people.SKINS)
def test_freckles_show_on_every_skin(skin: str) -> None:
    assert distance(freckle(skin), skin) >= 2 * APART


@pytest.mark.parametrize("colour", COLOURS)
def test_no_skin_looks_like_the_clothes(colour: str) -> None:
    drawn = {people.skin_beside(COLOURS[colour], rng_for("skin", k)) for k in range(60)}
    assert len(drawn) >= 3
    assert all(distance(skin, COLOURS[colour]) >= APART for skin in drawn)
