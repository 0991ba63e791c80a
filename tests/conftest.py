"""What many tests look at: a family, some of its pages, a small dataset on disk."""

from __future__ import annotations

import itertools
import os
import shutil
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import eyechart
import eyechart.predict
from eyechart import registry
from eyechart.core import Family, Page
from eyechart.page import page
from eyechart.settings import settings_for
from eyechart.store.folder import Dataset

# Trees of a probe are learnt by one thread: the suite itself runs in as many processes as there are cores, and threads that
# wait for each other wait busily. It counts for whoever loads OpenMP after this line, and for processes that are started.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# How long a machine takes over an example says nothing of the code.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@pytest.fixture(scope="session", autouse=True)
def caches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Nobody's own cache: servers of tests listen at ports that were others' before."""
    folder = tmp_path_factory.mktemp("caches")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EYECHART_CACHE", str(folder / "of this session"))
        yield folder


_number = itertools.count()


@pytest.fixture(autouse=True)
def cache(caches: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache for each test. By number: `mktemp` looks through all folders of the session for one that is free."""
    folder = caches / str(next(_number))
    folder.mkdir()
    monkeypatch.setenv("EYECHART_CACHE", str(folder))
    return folder


@pytest.fixture(scope="module")
def few_lessons() -> Iterator[None]:
    """Who learns before an exam is shown 20 training pages instead of 500."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["eyechart.predict"], "TRAINING_PAGES", 20)
        yield


@pytest.fixture(scope="session")
def figures() -> Family:
    return registry.get("families", "figures")


@pytest.fixture(scope="session")
def pages_of_family() -> Callable[[str, int], list[Page]]:
    """The first pages of a family's first split, seed 5; each drawn once, whoever asks for it."""
    made = defaultdict[str, list[Page]](list)

    def make(name: str, count: int) -> list[Page]:
        family: Family = registry.get("families", name)
        split = next(iter(family.splits))
        more = range(len(made[name]), count)
        made[name] += [page(family, settings_for(family), split, 5, index) for index in more]
        return made[name][:count]

    return make


@pytest.fixture(scope="session")
def pages(pages_of_family: Callable[[str, int], list[Page]]) -> list[Page]:
    return pages_of_family("figures", 60)


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """250 figures: three row groups, the last one short."""
    folder = tmp_path_factory.mktemp("data") / "figures"
    return eyechart.generate("figures", folder, split="test2", count=250, seed=3)


@pytest.fixture(scope="session")
def few(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """40 figures, for what is slow."""
    return eyechart.generate(
        "figures", tmp_path_factory.mktemp("few") / "figures", split="test2", count=40, seed=3, jobs=1
    )


@pytest.fixture
def copied(dataset: Dataset, tmp_path: Path) -> Path:
    """A copy of the dataset that a test may damage."""
    return Path(shutil.copytree(dataset.folder, tmp_path / "copy"))


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Debian's chromium, without a window; one for all tests of a process."""
    from selenium import webdriver

    if shutil.which("chromium") is None or shutil.which("chromedriver") is None:
        pytest.skip("no chromium here: sh scripts/browser")
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in (
        "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", f"--user-data-dir={tmp_path_factory.mktemp('chromium')}",
    ):  # fmt: skip
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    kept = tmp_path_factory.mktemp("kept")  # what it downloads
    options.add_experimental_option("prefs", {"download.default_directory": str(kept)})
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    driver.kept = kept
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def browser(chromium: Any) -> Any:
    """The same, as if it had just been opened: no other module's screen, colours or finger is left."""
    chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    chromium.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    chromium.delete_all_cookies()
    return chromium
