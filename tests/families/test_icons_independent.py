"""A script that shares no code with the family finds the same counts and comparisons in the pixels."""

from __future__ import annotations

from pathlib import Path

import pytest

import eyechart
from independent.icons import DERIVE, derive


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "icons"
    eyechart.generate("icons", folder, split="test", count=120, seed=9, changes={"templates": list(DERIVE)})
    return folder


def test_answers_derived_from_pixels_and_regions_are_the_recorded_ones(counted: Path) -> None:
    found = derive(counted)
    assert found.wrong == []
    assert set(found.derived) == set(DERIVE)
    assert sum(found.derived.values()) == 120
