"""The explorer in a real browser: what lights up when it is pointed at or focused, keys, forms, and how it looks everywhere."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

pytest.importorskip("fastapi")

import eyechart
from eyechart.models import make
from eyechart.predict import predict
from eyechart.reporting.lettering import chinese_letters
from eyechart.store.folder import Dataset
from eyechart.store.run import start_run
from eyechart.web.explorer import index
from eyechart.web.explorer.room import room
from eyechart.web.site import Site
from waiting import until

pytestmark = [pytest.mark.browser, pytest.mark.slow]
DATA = "/explore/data/exam-datasets-figures"


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory, few: Dataset) -> Path:
    folder = tmp_path_factory.mktemp("exam") / "exam"
    shutil.copytree(few.folder, folder / "datasets" / "figures")
    data = eyechart.load(folder / "datasets" / "figures")
    for model in ("chance", "oracle"):
        run = start_run(folder / "runs" / model / "figures", model, data)
        predict(make(model), data, run.predictions)
    return folder


@pytest.fixture(scope="module")
def site(exam: Path, open_site: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with open_site(
        Site(home=tmp_path_factory.mktemp("home"), folders=(str(exam),), rate=1e6, burst=10**6), [room]
    ) as address:
        yield address


def visit(browser: Any, address: str, width: int = 1200, dark: bool = False) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    still = {"name": "prefers-reduced-motion", "value": "reduce"}  # where one clicks, a page does not glide away
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme, still]})
    browser.get("about:blank")  # a page that follows a site which has closed would go on complaining
    browser.get_log("browser")
    browser.get(address)


def at(browser: Any) -> str:
    return str(browser.current_url).partition("/explore")[2]


def seen(browser: Any) -> set[str]:
    """The names of the marks that can be seen."""
    marks = "[...document.querySelectorAll('.mark')].filter(m => getComputedStyle(m).opacity === '1')"
    return set(browser.execute_script(f"return {marks}.map(m => m.dataset.mark)"))


def point(browser: Any, selector: str) -> Any:
    from selenium.webdriver import ActionChains

    there = browser.find_element("css selector", selector)
    ActionChains(browser).move_to_element(there).perform()
    return there


# ---- what lights up


def test_evidence_is_drawn_when_the_picture_is_pointed_at(browser: Any, site: str) -> None:
    visit(browser, f"{site}{DATA}/3/0")
    point(browser, "h1")
    assert seen(browser) == set()
    point(browser, ".frame img")
    assert seen(browser) == {"q0"}


def test_evidence_is_drawn_when_the_picture_has_the_focus(browser: Any, site: str) -> None:
    visit(browser, f"{site}{DATA}/3/0")
    point(browser, "h1")
    browser.execute_script("document.querySelector('.frame').focus()")
    assert seen(browser) == {"q0"}


def test_a_step_lights_its_things_while_it_is_pointed_at(browser: Any, site: str) -> None:
    from selenium.webdriver import ActionChains

    visit(browser, f"{site}{DATA}/3/0")
    for link in browser.find_elements("css selector", ".steps li > a"):
        point(browser, "h1")
        assert seen(browser) == set()
        wanted = set(link.get_attribute("data-lights").split())
        ActionChains(browser).move_to_element(link).perform()
        assert seen(browser) == wanted


def test_a_step_lights_its_things_while_it_has_the_focus(browser: Any, site: str) -> None:
    visit(browser, f"{site}{DATA}/3/0")
    point(browser, "h1")
    browser.execute_script("document.querySelector('.steps li > a').focus()")
    wanted = browser.find_element("css selector", ".steps li > a").get_attribute("data-lights")
    assert seen(browser) == set(wanted.split())
    assert wanted


def test_what_an_address_chose_stays_lit(browser: Any, site: str) -> None:
    visit(browser, f"{site}{DATA}/3/0?step=1")
    point(browser, "h1")
    chosen = seen(browser)
    assert chosen
    point(browser, ".models li:nth-child(2) .name")
    assert seen(browser) == {"m1"}
    point(browser, "h1")
    assert seen(browser) == chosen


def test_a_question_of_a_list_lights_its_evidence_and_no_other(browser: Any, site: str) -> None:
    visit(browser, f"{site}{DATA}")
    until(lambda: browser.find_elements("css selector", ".card .asked a"), "list")
    point(browser, "h1")
    assert seen(browser) == set()
    point(browser, ".card .asked a")
    assert seen(browser) == {"q0"}
    assert len(browser.find_elements("css selector", ".mark.lit")) == 1


# ---- keys and forms


def test_keys_go_from_question_to_question(browser: Any, site: str) -> None:
    from selenium.webdriver.common.keys import Keys

    visit(browser, f"{site}{DATA}/3/0?has.figure=dot_line")
    start = at(browser)
    browser.find_element("css selector", "body").send_keys(Keys.ARROW_RIGHT)
    until(lambda: at(browser) != start, "next question")
    assert at(browser).endswith("?has.figure=dot_line")
    browser.find_element("css selector", "body").send_keys(Keys.ARROW_LEFT)
    until(lambda: at(browser) == start, "question before")


def test_keys_stay_where_one_writes(browser: Any, site: str) -> None:
    from selenium.webdriver.common.keys import Keys

    visit(browser, f"{site}{DATA}/3/0")
    start = at(browser)
    browser.find_element("css selector", "textarea").send_keys("ab", Keys.ARROW_LEFT, Keys.ARROW_RIGHT)
    time.sleep(0.2)
    assert at(browser) == start


def test_a_question_is_found_by_a_form_and_the_address_says_so(browser: Any, site: str, few: Dataset) -> None:
    from selenium.webdriver.support.select import Select

    visit(browser, f"{site}{DATA}")
    until(lambda: browser.find_elements("css selector", "form[role=search]"), "form")
    if not browser.find_element("css selector", "form[role=search]").is_displayed():
        browser.find_element("xpath", "//summary[text()='Search and filter']").click()
    Select(browser.find_element("name", "has.figure")).select_by_value("pie")
    browser.find_element("name", "text").send_keys("is")
    browser.find_element("css selector", "form[role=search] button").click()
    until(lambda: "has.figure=pie" in at(browser), "address")
    wanted = sum(q.facets["figure"] == "pie" and "is" in q.text.lower() for q in few.questions())
    assert f"of {wanted}" in browser.find_element("css selector", ".turn").text
    browser.refresh()
    assert f"of {wanted}" in browser.find_element("css selector", ".turn").text


def test_a_question_is_flagged_and_the_flag_removed(browser: Any, site: str) -> None:
    visit(browser, f"{site}{DATA}/5/0")
    browser.find_element("css selector", "textarea").send_keys("the legend hides a bar")
    browser.find_element("css selector", "#flags button").click()
    until(lambda: "the legend hides a bar" in browser.find_element("css selector", "#flags").text, "flag")
    visit(browser, f"{site}/explore/flags")
    browser.find_element("css selector", "td button").click()
    until(lambda: "None." in browser.find_element("css selector", "main").text, "empty list")


def test_what_is_made_in_the_background_appears_by_itself(
    browser: Any, exam: Path, open_site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, made = Event(), index.make

    def slow(dataset: Dataset, folder: Path, tell: Callable[[float], None]) -> None:
        tell(0.5)
        go.wait(60)
        made(dataset, folder, tell)

    monkeypatch.setattr(index, "make", slow)
    with open_site(Site(home=tmp_path / "home", folders=(str(exam),), rate=1e6, burst=10**6), [room]) as address:
        visit(browser, f"{address}{DATA}?has.figure=pie")
        until(lambda: "50%" in browser.find_element("css selector", "main").text, "progress")
        assert not browser.find_elements("css selector", ".card")
        go.set()
        until(lambda: browser.find_elements("css selector", ".card"), "list")
        until(lambda: browser.find_elements("css selector", "form[role=search]"), "form")


# ---- how it looks everywhere

PAGES = [
    "/explore",
    "/explore/work",
    "/explore/flags",
    DATA,
    f"{DATA}?has.figure=pie&said.exam-runs-chance-figures=wrong+answer",
    f"{DATA}/3/0?step=1&evidence=1&model=1",
    "/explore/live/commonsense/exam/train/7/3/0?thing=2",
    "/explore/live/matrices/exam/train/7/3/0",
    "/explore/live/icons/exam/train/7",
    "/explore/live/signs/default/train/7/0/0?step=1",
]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1200, 400])
def test_every_page_is_fit_for_everybody(browser: Any, site: str, axe: str, width: int, dark: bool) -> None:
    for page in PAGES:
        visit(browser, f"{site}{page}", width, dark)
        until(lambda: not browser.find_elements("css selector", "progress"), "finished page")
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth"), (
            f"{page} is too wide"
        )
        assert browser.get_log("browser") == [], page
        elsewhere = browser.execute_script(
            "return performance.getEntriesByType('resource').map(r => r.name).filter(n => !n.startsWith(location.origin))"
        )
        assert elsewhere == [], page
        browser.execute_script(axe)
        faults = browser.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run().then(r => done(r.violations.map(v => [v.impact, v.id, v.nodes[0].html.slice(0, 200)])))"
        )
        assert [fault for fault in faults if fault[0] in ("serious", "critical")] == [], page


def test_chinese_letters_are_drawn_wherever_they_stand(browser: Any, site: str) -> None:
    """In the truth, in chips and in code: with the font that was cut for the page."""
    pages = eyechart.dataset("signs", split="train", seed=0)
    index, k = next(
        (i, k) for i in range(50) for k, q in enumerate(pages[i].questions) if chinese_letters(q.answers[0])
    )
    visit(browser, f"{site}/explore/live/signs/default/train/0/{index}/{k}")
    root = browser.execute_cdp_cmd("DOM.getDocument", {})["root"]["nodeId"]
    browser.execute_cdp_cmd("CSS.enable", {})

    def fonts(selector: str) -> set[str]:
        found = browser.execute_cdp_cmd("DOM.querySelectorAll", {"nodeId": root, "selector": selector})["nodeIds"]
        used = [browser.execute_cdp_cmd("CSS.getPlatformFontsForNode", {"nodeId": one})["fonts"] for one in found]
        return {"ours" if font["isCustomFont"] else font["familyName"] for some in used for font in some}

    until(lambda: browser.execute_script("return document.fonts.status") == "loaded", "font")
    assert "ours" in fonts(".truth")
    assert "ours" in fonts(".steps .chip")
    assert "ours" in fonts(".steps code")
