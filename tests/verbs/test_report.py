"""The report in a real browser: it stands alone, finds and shows every question, sorts, hands out, prints, fits a phone."""

from __future__ import annotations

import csv
import re
from base64 import b64decode
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
import pytest
from test_pages import HOSTILE, hostile_runs, inside_of

from eyechart.core import Page
from eyechart.exam import exam
from eyechart.report import report
from eyechart.reporting.lettering import chinese_letters
from eyechart.score import score
from eyechart.store.run import open_run
from eyechart.talk.asking import Asking
from waiting import until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def page(few_lessons: None, tmp_path_factory: pytest.TempPathFactory) -> str:
    asking = Asking(frame="pixels", price=(0.5, 2.0))
    outcome = exam(["oracle", "mock:chance"], tmp_path_factory.mktemp("exam"), count=8, asking=asking)
    return outcome.report.as_uri()


def visit(browser: Any, address: str) -> None:
    """Go there, with nothing left of where one was; and wait until the questions are unpacked."""
    browser.get("about:blank")
    browser.get_log("browser")
    browser.get(address)
    until(lambda: browser.find_elements("css selector", ".card .question"), "the first question")


def shown(browser: Any) -> str:
    return str(browser.find_element("css selector", ".card .self").text)


def counted(browser: Any) -> int:
    """How many questions fit what is looked for."""
    return int(browser.find_element("css selector", ".count").text.rpartition(" ")[2].replace(",", ""))


def chosen(browser: Any, name: str, value: str) -> None:
    field = browser.find_element("css selector", f"select[aria-label={name}]")
    choose = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))"
    browser.execute_script(choose, field, value)


def asked(page: str, family: str) -> list[dict[str, Any]]:
    """The questions inside a page."""
    [found] = [s for s in inside_of(Path(page.removeprefix("file://")).read_text())["sittings"] if s["name"] == family]
    return list(found["questions"])


def test_the_table_and_the_pictures_are_there(browser: Any, page: str) -> None:
    browser.set_window_size(1200, 900)
    visit(browser, page)
    assert browser.find_element("tag name", "h1").text == "eyechart report"
    rows = browser.execute_script("return document.querySelectorAll('section:first-of-type tbody tr').length")
    assert rows >= 2
    loaded = "return [...document.images].every(i => { i.loading = 'eager'; return i.complete && i.naturalWidth > 0 })"
    browser.execute_script("document.querySelectorAll('img').forEach(i => i.loading = 'eager')")
    until(lambda: browser.execute_script(loaded), "every picture")


def test_it_asks_for_nothing_outside_itself(browser: Any, page: str) -> None:
    text = Path(page.removeprefix("file://")).read_text()
    assert "http://" not in text
    assert "https://" not in text
    visit(browser, page)
    assert browser.get_log("browser") == []


def test_a_script_that_is_not_ours_does_not_run(browser: Any, page: str, tmp_path: Path) -> None:
    text = Path(page.removeprefix("file://")).read_text()
    planted = tmp_path / "planted.html"
    planted.write_text(
        text.replace("<h1>", "<img src=x onerror='window.hacked = 1'><script>window.hacked = 1</script><h1>")
    )
    visit(browser, planted.as_uri())
    assert browser.execute_script("return window.hacked === undefined && document.querySelector('.card img') !== null")
    assert browser.get_log("browser")  # it says what it refused


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
        for (const cell of document.querySelectorAll('table.sortable tbody th')) {
            const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
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
    letters = chinese_letters(msgspec.json.encode(inside_of(Path(page.removeprefix("file://")).read_text())).decode())
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


def test_every_question_is_there(browser: Any, page: str) -> None:
    visit(browser, page)
    rows = browser.find_elements("css selector", ".summary tr.group small")
    assert counted(browser) == sum(int(row.text.split()[0].replace(",", "")) for row in rows)


def test_the_pages_turn_by_button_and_by_key(browser: Any, page: str) -> None:
    from selenium.webdriver.common.keys import Keys

    visit(browser, page)
    first = shown(browser)
    browser.find_element("css selector", ".turn button:last-child").click()
    assert browser.find_element("css selector", ".count").text.startswith("2 of ")
    assert shown(browser) != first
    browser.find_element("css selector", ".turn button:last-child").send_keys(Keys.ARROW_LEFT)
    assert shown(browser) == first


def test_a_search_finds_a_question_by_its_words(browser: Any, page: str) -> None:
    visit(browser, f"{page}#family=commonsense")
    browser.find_element("css selector", ".turn button:last-child").click()
    wanted = shown(browser)
    visit(browser, page)
    browser.find_element("css selector", "input[type=search]").send_keys(wanted.upper())
    until(lambda: counted(browser) == 1, "a single question")
    assert shown(browser) == wanted
    assert browser.get_log("browser") == []


def test_what_is_nowhere_is_not_found(browser: Any, page: str) -> None:
    visit(browser, page)
    browser.find_element("css selector", "input[type=search]").send_keys("nobody said this")
    until(lambda: browser.find_element("css selector", ".count").text == "none", "nothing")
    assert browser.find_element("css selector", ".card").text == "No question fits."


def test_filters_narrow_one_after_the_other(browser: Any, page: str) -> None:
    visit(browser, page)
    counts = [counted(browser)]
    for name, value in (("family", "figures"), ("model", "mock-chance"), ("outcome", "wrong answer")):
        chosen(browser, name, value)
        counts.append(counted(browser))
    assert counts[0] > counts[1] == counts[2] > counts[3] > 0
    verdicts = browser.find_elements("css selector", ".hits tbody td:last-child span")
    assert {verdict.get_attribute("title") for verdict in verdicts} == {"wrong answer"}


def test_a_facet_in_a_table_leads_to_its_questions(browser: Any, page: str) -> None:
    visit(browser, page)
    row = browser.find_elements("css selector", "#data-2 details:last-of-type table tbody tr")[0]
    said = int(row.find_element("css selector", "td.n").text)
    browser.execute_script("arguments[0].click()", row.find_element("css selector", "th a"))
    until(lambda: counted(browser) == said, f"{said} questions")


def test_a_link_opens_its_question(browser: Any, page: str) -> None:
    visit(browser, page)
    browser.find_elements("css selector", ".hits tbody a")[5].click()
    wanted = until(lambda: shown(browser) if browser.current_url.endswith(shown(browser)) else "", "the address")
    visit(browser, f"{page}#question={wanted}")
    assert shown(browser) == wanted
    top = "return document.querySelector('.browser').getBoundingClientRect().top"
    assert -10 <= browser.execute_script(top) < 400
    assert browser.get_log("browser") == []


def test_a_click_on_a_title_sorts_and_another_turns_it_round(browser: Any, page: str) -> None:
    visit(browser, page)
    table = browser.find_element(
        "xpath", "//section[h2='commonsense (after CRIC)']//details[summary='by template']//table"
    )
    read = "return [...arguments[0].tBodies[0].rows].map(row => +row.lastElementChild.dataset.value)"
    before = browser.execute_script(read, table)
    assert before not in (sorted(before), sorted(before, reverse=True))
    button = table.find_elements("css selector", "thead button")[-1]
    for down in (True, False):
        browser.execute_script("arguments[0].click()", button)
        assert browser.execute_script(read, table) == sorted(before, reverse=down)
    assert button.find_element("xpath", "..").get_attribute("aria-sort") == "ascending"


def test_sorting_the_summary_keeps_models_with_their_family(browser: Any, page: str) -> None:
    visit(browser, page)
    read = """return [...document.querySelectorAll('.summary tbody')].map(
        body => [...body.rows].map(row => [row.className, row.cells[0].innerText]))"""
    before = browser.execute_script(read)
    for first in ("oracle", "mock-chance"):  # from the best, then from the worst
        browser.find_elements("css selector", ".summary thead button")[1].click()
        after = browser.execute_script(read)
        assert [sorted(body) for body in before] == [sorted(body) for body in after]
        assert all(body[0] == old[0] for body, old in zip(after, before, strict=True))  # the title of the group
        assert {body[1][1] for body in after} == {first}


def test_the_list_is_sorted_over_all_its_pages(browser: Any, page: str) -> None:
    visit(browser, f"{page}#family=commonsense")
    answers = [q["answers"][0] for q in asked(page, "commonsense")]
    assert len(answers) > 20  # more than a page of the list
    for first in (min(answers), max(answers)):
        [title] = [b for b in browser.find_elements("css selector", ".hits thead button") if b.text.startswith("truth")]
        browser.execute_script("arguments[0].click()", title)
        assert browser.find_element("css selector", ".hits tbody td:nth-child(4)").text == first


def test_scores_are_kept_as_csv(browser: Any, page: str) -> None:
    visit(browser, page)
    browser.find_element("id", "scores-csv").click()
    path = browser.kept / "scores.csv"
    until(path.exists, "scores.csv")
    with path.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["metric"], row["facet"]) == ("answer", "all")]
    assert {(row["model"], row["family"]) for row in rows} >= {("oracle", "figures"), ("mock-chance", "signs")}
    assert {row["mean"] for row in rows if row["model"] == "oracle"} == {"1"}
    assert browser.get_log("browser") == []


def test_predictions_are_kept_as_lines_that_score_as_before(browser: Any, page: str) -> None:
    visit(browser, f"{page}#family=figures&model=mock-chance")
    browser.find_element("id", "predictions-jsonl").click()
    path = browser.kept / "predictions.jsonl"
    until(path.exists, "predictions.jsonl")
    folder = Path(page.removeprefix("file://")).parent
    run = open_run(folder / "runs" / "mock-chance" / "figures")
    before, after = score(run.open_dataset(), run.predictions), score(run.open_dataset(), path)
    assert [s.mean for s in before.scores] == pytest.approx([s.mean for s in after.scores], abs=0.01)


def test_provenance_tells_when_where_and_for_how_much(browser: Any, page: str) -> None:
    visit(browser, page)
    row = browser.find_element("xpath", "//section[@id='provenance']//tr[th='mock-chance'][td='figures']").text
    assert re.search(
        rf"figures 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\s+eyechart {version('eyechart')} this machine pixels", row
    )
    prompts = [e.get_attribute("textContent") for e in browser.find_elements("css selector", "#provenance pre")]
    assert any(q["prompt"] in prompts for q in asked(page, "figures"))


def test_print_shows_tables_and_hides_what_is_clicked(browser: Any, page: str) -> None:
    visit(browser, page)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    seen = "return [...document.querySelectorAll(arguments[0])].filter(e => e.offsetParent !== null).length"
    assert browser.execute_script(seen, "nav, .controls, .download") == 0
    assert browser.execute_script(seen, "table.sortable") > 10
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    pdf = b64decode(browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})["data"])
    assert pdf.startswith(b"%PDF")


def test_what_looks_like_a_script_is_shown_and_not_run(browser: Any, pages: list[Page], tmp_path: Path) -> None:
    visit(browser, report(hostile_runs(pages, tmp_path), tmp_path / "r.html").as_uri())
    assert browser.find_element("css selector", ".card .question").text == HOSTILE
    assert browser.find_element("css selector", ".card pre").text == HOSTILE
    chosen(browser, "model", f"{HOSTILE}1")
    chosen(browser, "template", HOSTILE)
    assert counted(browser) > 0
    assert browser.execute_script("return window.hacked") is None
    assert browser.get_log("browser") == []
