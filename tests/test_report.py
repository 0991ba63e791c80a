"""The report in a real browser: it stands alone, shows its pictures, and fits a phone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from eyechart.exam import exam
from eyechart.reporting.lettering import chinese_letters

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not (shutil.which("chromium") and shutil.which("chromedriver")), reason="no chromium; see scripts/browser"
    ),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    outcome = exam(["chance", "oracle"], tmp_path_factory.mktemp("exam"), count=8)
    return outcome.report.as_uri()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in (
        "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", f"--user-data-dir={tmp_path_factory.mktemp('chromium')}",
    ):  # fmt: skip
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    yield driver
    driver.quit()


def test_the_table_and_the_pictures_are_there(browser: Any, page: str) -> None:
    browser.set_window_size(1200, 900)
    browser.get(page)
    assert browser.find_element("tag name", "h1").text == "eyechart report"
    rows = browser.execute_script("return document.querySelectorAll('section:first-of-type tbody tr').length")
    assert rows >= 2
    loaded = "return [...document.images].every(i => { i.loading = 'eager'; return i.complete && i.naturalWidth > 0 })"
    browser.execute_script("document.querySelectorAll('img').forEach(i => i.loading = 'eager')")
    assert browser.execute_async_script(f"setTimeout(() => arguments[0]((() => {{{loaded}}})()), 800)")


def test_it_asks_for_nothing_outside_itself(browser: Any, page: str) -> None:
    text = Path(page.removeprefix("file://")).read_text()
    assert "http://" not in text
    assert "https://" not in text
    browser.get(page)
    assert browser.get_log("browser") == []


def test_nothing_sticks_out_on_a_phone(browser: Any, page: str) -> None:
    browser.set_window_size(500, 900)  # as narrow as headless chromium gets
    browser.get(page)
    assert browser.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("width", [1200, 760, 390])
def test_the_summary_is_seen_without_scrolling(browser: Any, page: str, width: int) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get(page)
    over = "const w = document.querySelector('.wide'); return w.scrollWidth - w.clientWidth"
    assert browser.execute_script(over) == 0
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.fixture(params=[1200, 390])
def open_page(browser: Any, page: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    size = {"width": request.param, "height": 900, "deviceScaleFactor": 1, "mobile": request.param < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get(page)
    yield browser
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_no_row_breaks_a_word(open_page: Any) -> None:
    broken = """
        const found = [], range = document.createRange();
        for (const cell of document.querySelectorAll('tbody th')) {
            const text = cell.firstChild;
            for (const word of text.data.matchAll(/[^\\s-]+/g)) {
                range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
                if (range.getClientRects().length > 1) found.push(word[0]);
            }
        }
        return found"""
    assert open_page.execute_script(broken) == []


def test_numbers_stand_below_their_titles(open_page: Any) -> None:
    apart = """
        return [...document.querySelectorAll('tbody tr:first-child td.n')].filter(cell => {
            const title = cell.closest('table').querySelector('thead tr').children[cell.cellIndex];
            return getComputedStyle(title).textAlign !== 'right';
        }).length"""
    assert open_page.execute_script(apart) == 0


def test_intervals_of_neighbours_do_not_run_together(open_page: Any) -> None:
    gaps = """
        const range = document.createRange(), edges = small => {
            range.selectNodeContents(small); return range.getBoundingClientRect(); };
        return [...document.querySelectorAll('.summary tbody tr')].flatMap(row => {
            const boxes = [...row.querySelectorAll('.mark small')].map(edges);
            return boxes.slice(1).map((box, i) => box.left - boxes[i].right);
        })"""
    assert min(open_page.execute_script(gaps)) >= 4


def test_two_models_fit_a_desktop(browser: Any, page: str) -> None:
    browser.set_window_size(1200, 900)
    browser.get(page)
    over = "return Math.max(...[...document.querySelectorAll('.wide')].map(w => w.scrollWidth - w.clientWidth))"
    assert browser.execute_script(over) == 0


def test_chinese_is_drawn_with_the_font_inside_the_page(browser: Any, page: str) -> None:
    letters = chinese_letters(Path(page.removeprefix("file://")).read_text())
    assert len(letters) > 20
    browser.get(page)
    browser.execute_script("document.body.innerHTML = `<p id='zh'>${arguments[0]}</p>`", letters)
    browser.execute_async_script("document.fonts.ready.then(() => setTimeout(arguments[0], 200))")
    for verb in ("DOM.enable", "CSS.enable"):
        browser.execute_cdp_cmd(verb, {})
    root = browser.execute_cdp_cmd("DOM.getDocument", {"depth": -1})["root"]["nodeId"]
    node = browser.execute_cdp_cmd("DOM.querySelector", {"nodeId": root, "selector": "#zh"})
    used = browser.execute_cdp_cmd("CSS.getPlatformFontsForNode", node)["fonts"]
    assert {font["isCustomFont"] for font in used} == {True}
    assert sum(font["glyphCount"] for font in used) == len(letters)


def test_the_browser_of_failures_turns_its_pages(browser: Any, page: str) -> None:
    browser.get(page)
    first = browser.find_element("css selector", ".browser .question").text
    browser.find_element("css selector", ".turn button:last-child").click()
    assert browser.find_element("css selector", ".browser .count").text.startswith("2 of ")
    second = browser.find_element("css selector", ".browser .question").text
    assert (first, second) != ("", "")
    assert browser.execute_script("return document.querySelectorAll('.browser .card polygon.truth').length") >= 1


def test_a_filter_leaves_only_what_it_names(browser: Any, page: str) -> None:
    from selenium.webdriver.support.ui import Select

    browser.get(page)
    Select(browser.find_element("css selector", ".browser select")).select_by_visible_text("wrong answer")
    said = [e.text for e in browser.find_elements("css selector", ".browser .card .said small")]
    assert any("wrong answer" in text for text in said)
