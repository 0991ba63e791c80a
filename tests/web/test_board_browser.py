"""The evaluation server in a real browser: signing in, submitting, faults, marks, the leaderboard; and how it looks everywhere."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from sqlalchemy import update
from test_explorer_browser import until, visit

from conftest import answers, entered, person_of, scored
from eyechart.web.app import ROOMS
from eyechart.web.board.people import admit
from eyechart.web.board.submissions import Card
from eyechart.web.board.tables import benchmarks
from eyechart.web.database import Database, now
from eyechart.web.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow]


class Open(Struct, frozen=True):
    """An open site: where it is, and what somebody needs there."""

    address: str
    site: Site
    team: str  # a token
    organiser: str
    entry: str  # an id


@pytest.fixture(scope="module")
def there(prepared: Site, open_site: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """Three entries, a failure, one that waits for ever."""
    home = tmp_path_factory.mktemp("open") / "site"
    shutil.copytree(prepared.home, home)
    site = Site(home=home, rate=1e6, burst=10**6)
    with closing(Database(site.database_url)) as database:
        names = (
            ("Lens grinders", "Spectacles-7B", 0.7),
            ("Deep squint", "SquintNet", 0.4),
            ("Random, Inc.", "Coin", 0.2),
        )
        ids = []
        for team, method, share in names:
            card = Card("Looks twice.\nAnswers once.", "https://example.org/paper", "7 B", "figures, train")
            ids.append(entered(site, database, person_of(database, team), answers(site, share), method, card=card))
        spoilt = answers(site).splitlines()
        spoilt[2], spoilt[5] = b'{"question": "nothing", "answer": "yes"}', b"not JSON"
        entered(site, database, person_of(database, "Hasty"), b"\n".join(spoilt), "First try")
        scored(site, database)
        tokens = admit(database, "Lens grinders"), admit(database, "Boss", organiser=True)
    with open_site(site, ROOMS) as address:
        yield Open(address, site, *tokens, ids[0])


def text_of(browser: Any) -> str:
    return str(browser.find_element("css selector", "main").text)


def press(browser: Any, how: str, what: str) -> None:
    """Click at what may still have to come."""
    until(lambda: [one.click() for one in browser.find_elements(how, what)[:1]], what, lambda: browser.current_url)


def sign_in(browser: Any, there: Open, token: str) -> None:
    visit(browser, f"{there.address}/sign-in")
    browser.find_element("css selector", "[name=token]").send_keys(token)
    browser.find_element("css selector", "main button").click()
    until(lambda: "/sign-in" not in browser.current_url, "page after signing in")


def send(browser: Any, there: Open, path: Path, method: str) -> None:
    visit(browser, f"{there.address}/boards/demo/submit")
    browser.find_element("css selector", "[name=file]").send_keys(str(path))
    browser.find_element("css selector", "[name=method]").send_keys(method)
    browser.find_element("css selector", "main button").click()
    until(lambda: "/submissions/" in browser.current_url, "page of the submission")


def test_a_file_goes_in_and_its_marks_come_without_a_reload(browser: Any, there: Open, tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_bytes(answers(there.site))
    sign_in(browser, there, there.team)
    send(browser, there, tmp_path / "p.jsonl", "Spectacles-8B")
    until(lambda: "Public half" in text_of(browser), "mark", lambda: text_of(browser))
    until(lambda: "100.0" in text_of(browser), "full mark", lambda: text_of(browser))
    visit(browser, f"{there.address}/boards/demo")
    assert browser.find_element("css selector", "tbody th").text == "Spectacles-8B"
    press(browser, "link text", "My submissions")
    until(lambda: browser.current_url.endswith("/submissions"), "list of submissions")  # the board has such links too
    press(browser, "link text", "Spectacles-8B")
    press(browser, "xpath", "//button[text()='Withdraw it']")
    until(lambda: "Withdrawn on" in text_of(browser), "withdrawal", lambda: text_of(browser))
    press(browser, "xpath", "//button[text()='Sign out']")
    until(lambda: browser.find_elements("link text", "Sign in"), "link to sign in")


def test_faults_are_listed_row_by_row(browser: Any, there: Open, tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_text('{"question": "x", "answer": "yes"}\nnonsense\n')
    sign_in(browser, there, there.team)
    send(browser, there, tmp_path / "p.jsonl", "Typo")
    until(lambda: browser.find_elements("css selector", ".faults li"), "fault")
    told = [one.text for one in browser.find_elements("css selector", ".faults li")]
    assert "p.jsonl, line 2" in told[0]
    assert "line 1: there is no question 'x'." in told[1]


def test_the_switch_of_colours_is_remembered(browser: Any, there: Open) -> None:
    def paper() -> str:
        return str(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))

    visit(browser, f"{there.address}/boards")
    light = paper()
    browser.find_element("id", "theme").click()
    dark = paper()
    visit(browser, f"{there.address}/boards/demo")
    assert (dark != light, paper()) == (True, dark)
    browser.find_element("id", "theme").click()
    assert paper() == light
    browser.execute_script("localStorage.clear()")


def test_keys_alone_reach_the_content_and_sign_in(browser: Any, there: Open) -> None:
    from selenium.webdriver import ActionChains, Keys

    browser.delete_all_cookies()
    visit(browser, f"{there.address}/sign-in")
    ActionChains(browser).send_keys(Keys.TAB).perform()
    assert browser.switch_to.active_element.text == "Skip to the content"
    ActionChains(browser).send_keys(Keys.ENTER).perform()
    until(lambda: browser.switch_to.active_element.get_attribute("id") == "main", "focus on the content")
    ActionChains(browser).send_keys(Keys.TAB).send_keys(there.team).send_keys(Keys.ENTER).perform()
    until(lambda: browser.current_url.endswith("/submissions"), "page after signing in")


@pytest.mark.parametrize(("width", "dark"), [(1200, False), (1200, True), (400, False), (400, True)])
def test_every_page_is_fit_for_everybody(
    browser: Any, there: Open, axe: str, tmp_path: Path, width: int, dark: bool
) -> None:
    sign_in(browser, there, there.organiser)
    own = ("/boards/demo/submit", "/organiser", "/submissions", f"/submissions/{there.entry}")
    for page in ("/", "/boards", "/boards/demo", f"/boards/demo/entries/{there.entry}", *own, "/nowhere", "/sign-in"):
        fit(browser, there, axe, page, (width, dark), tmp_path)
    with closing(Database(there.site.database_url)) as database:
        with database.writing() as connection:
            connection.execute(update(benchmarks).values(closes=now()))
        scored(there.site, database)
        for page in ("/boards/demo", f"/submissions/{there.entry}"):
            fit(browser, there, axe, page, (width, dark), tmp_path, "closed")
        with database.writing() as connection:
            connection.execute(update(benchmarks).values(closes=None))


def fit(
    browser: Any, there: Open, axe: str, page: str, look: tuple[int, bool], shots: Path, when: str = "open"
) -> None:
    visit(browser, f"{there.address}{page}", *look)
    browser.save_screenshot(str(shots / f"{page.strip('/').replace('/', '-')[:30] or 'home'}-{when}.png"))
    wide = browser.execute_script(
        "return Math.max(document.documentElement.scrollWidth, innerWidth)"
    )  # a phone zooms out
    assert wide <= look[0], f"{page} is too wide"
    said = [line for line in browser.get_log("browser") if "404" not in line["message"]]
    assert said == [], page
    fetched = browser.execute_script("return performance.getEntriesByType('resource').map(r => r.name)")
    assert all(one.startswith(there.address) for one in fetched), page
    browser.execute_script(axe)
    faults = browser.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run().then(r => done(r.violations.map(v => [v.impact, v.id, v.nodes[0].html.slice(0, 200)])))"
    )
    assert [fault for fault in faults if fault[0] in ("serious", "critical")] == [], page
