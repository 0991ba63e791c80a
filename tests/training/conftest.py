"""What tests of training share: networks at a tiny size, and pages of each family to learn from."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import eyechart
from eyechart import registry
from eyechart.core import Page
from eyechart.store.folder import Dataset


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> None:
    torch = pytest.importorskip("torch", reason="networks need the train extra: pip install 'eyechart[train]'")
    pytest.importorskip("safetensors", reason="networks need the train extra: pip install 'eyechart[train]'")
    torch.set_num_threads(1)


@pytest.fixture(autouse=True, scope="package")
def tiles() -> Iterator[None]:
    """An extractor with several cells that costs nothing, as long as these tests run."""
    registry.BUILT_IN["extractors"]["tiles"] = "tiny_networks:tiles"
    registry._places.cache_clear()
    yield
    del registry.BUILT_IN["extractors"]["tiles"]
    registry._places.cache_clear()


@pytest.fixture(scope="session")
def learnt_from(pages_of_family: Callable[[str, int], list[Page]]) -> Callable[[str], list[Page]]:
    """Some pages, the same for all who ask: 32 questions or more of those that networks learn by heart. Signs are there twice,
    since a small vocabulary has answers that occur more than once."""
    many = {"figures": 16, "matrices": 32, "commonsense": 12, "icons": 40, "icon-corpus": 32, "signs": 12}
    made: dict[str, list[Page]] = {}

    def give(family: str) -> list[Page]:
        if family not in made:
            made[family] = pages_of_family(family, many.get(family, 6)) * (2 if family == "signs" else 1)
        return made[family]

    return give


@pytest.fixture(scope="session")
def charts(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("figures", tmp_path_factory.mktemp("charts") / "figures", count=30, seed=2)


@pytest.fixture(scope="session")
def matrices(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("matrices", tmp_path_factory.mktemp("matrices") / "matrices", count=30, seed=2, shard=15)
