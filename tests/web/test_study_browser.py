"""Studies in a real browser: sittings of every family by mouse, touch and keys, interrupted and gone on with; and how it looks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from study_desk import Clock, begin, planned, sit
from test_board_browser import fit
from test_explorer_browser import until, visit

import eyechart
from eyechart import registry
from eyechart.core import Question, boxed
from eyechart.reporting.marked import all_marked
from eyechart.store.folder import Dataset
from eyechart.web.app import ROOMS
from eyechart.web.board.people import admit
from eyechart.web.database import Database
from eyechart.web.site import Site
from eyechart.web.study import sitting as steps
from eyechart.web.study.desk import Desk
from eyechart.web.study.identity import Arrival
from eyechart.web.study.making import Wanted, make
from eyechart.web.study.outcome.answers import answers_of
from eyechart.web.study.outcome.runs import human_runs
from eyechart.web.study.sitting import Sitting, sitting_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]
FAMILIES = tuple(registry.BUILT_IN["families"])
PAGES = {"icons": 60}  # of each of its three forms some are needed for training
DESKTOP, PHONE = 1200, 400


class Open(Struct, frozen=True):
    address: str
    site: Site


@pytest.fixture(scope="module")
def there(few: Dataset, open_site: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """A study of each family: one batch of three for two people."""
    folder = tmp_path_factory.mktemp("studies")
    site = planned(folder / "site", few, "demo", least=0.0)
    with closing(Database(site.database_url)) as database:
        for family in FAMILIES:
            data = eyechart.generate(family, folder / family, count=PAGES.get(family, 14), seed=11, jobs=1)
            make(site, database, family, data, Wanted(questions=3, batch=3, people=2))
    with open_site(site, ROOMS) as address:
        yield Open(address, site)


@pytest.fixture(scope="module")
def desk(there: Open) -> Iterator[Desk]:
    with closing(Database(there.site.database_url)) as database:
        yield Desk(there.site, database)


# ---- hands


def press(browser: Any, selector: str) -> None:
    """A button, and wait for the page that comes."""
    leave(browser)
    button = browser.find_element("css selector", selector)
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
    button.click()
    until(lambda: come(browser), "next page")


def leave(browser: Any) -> None:
    """Mark this page, so that the one that comes after it is known by the lack of it."""
    browser.execute_script("window.old = true")


def come(browser: Any) -> bool:
    from selenium.common.exceptions import WebDriverException

    try:
        return bool(browser.execute_script("return !window.old && document.readyState === 'complete'"))
    except WebDriverException:  # between two pages there is none to ask
        return False


def choose(browser: Any, name: str, value: str) -> None:
    field = browser.find_element("css selector", f"[name={name}]")
    if field.get_attribute("type") not in ("radio", "checkbox"):
        field.send_keys(value)
        return
    [one] = [e for e in browser.find_elements("css selector", f"[name={name}]") if e.get_attribute("value") == value]
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", one)
    one.click()


def on_screen(browser: Any, box: tuple[float, ...]) -> list[float]:
    """Where a box of the first picture is on the screen."""
    return list(
        browser.execute_script(
            "const c = document.querySelector('.canvas'); c.scrollIntoView({block: 'center'});"
            "const r = c.querySelector('svg').getBoundingClientRect(), b = arguments[0], w = c.dataset.width, h = c.dataset.height;"
            "return [0, 1, 2, 3].map(n => n % 2 ? r.top + b[n] / h * r.height : r.left + b[n] / w * r.width)",
            list(box),
        )
    )


def draw(browser: Any, box: tuple[float, ...], touch: bool) -> None:
    browser.find_element("css selector", "[data-mark]").click()
    left, top, right, bottom = on_screen(browser, box)
    corners = [(left, top), ((left + right) / 2, (top + bottom) / 2), (right, bottom)]
    for n, (x, y) in enumerate(corners):
        if touch:
            kind = "touchMove" if n else "touchStart"
            browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        else:
            kind = "mouseMoved" if n else "mousePressed"
            more = {"button": "left", "buttons": 1, "clickCount": 1}
            browser.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more})
    if touch:
        browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        browser.execute_cdp_cmd(
            "Input.dispatchMouseEvent",
            {"type": "mouseReleased", "x": right, "y": bottom, "button": "left", "clickCount": 1},
        )
    until(
        lambda: json.loads(browser.find_element("css selector", "[name=boxes]").get_attribute("value") or "[]"), "box"
    )


def wrong(q: Question) -> str:
    return next((one for one in q.choices if one not in q.answers), "nothing of the kind")


def answer(browser: Any, now: Sitting, right: bool, touch: bool) -> None:
    if now.item is None:
        choose(browser, "answer", "4")
    else:
        q = now.study.page(now.item)[1]
        choose(browser, "answer", q.answers[0] if right else wrong(q))
        regions = q.evidence.regions if q.evidence is not None else ()
        for name, value in (q.evidence.labels if q.evidence is not None and now.study.plan.labels else {}).items():
            browser.find_element("css selector", f"option[value='{name}={value}']").click()
        if now.study.plan.evidence == "box" and regions:
            draw(browser, boxed(regions[0].shape), touch)
    press(browser, "[value=answer][type=submit]")


def whole(browser: Any, there: Open, desk: Desk, family: str, right: bool, width: int) -> None:
    """From the invitation to the code, with a break after the first question."""
    link = f"{there.address}/studies/{family}?invitation={desk.keys.invitation(family)}"
    touch = width == PHONE
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch})
    visit(browser, link, width)
    choose(browser, "age", "19+" if right else "9-18")
    choose(browser, "agree", "yes")
    press(browser, "form.sit button.main")
    token = browser.current_url.rpartition("/")[2]
    for n, test in enumerate(steps.tests(sitting_of(desk, token))):
        choose(browser, f"test{n}", str(test.right))
    press(browser, "form.sit button.main")
    while (now := sitting_of(desk, token)).step == "training":
        q = now.study.page(now.lessons[now.trained], training=True)[1]
        choose(browser, "answer", q.answers[0])
        press(browser, "form.sit button.main")
        assert "That is right." in browser.find_element("css selector", "main").text
        press(browser, "form.sit button.main")
    while now.step == "question":
        if now.place == 1:
            browser.get("about:blank")
            visit(browser, link, width)
            assert browser.current_url.endswith(f"/sit/{token}")
        assert f"Question {now.place + 1} of {now.length}" in browser.find_element("css selector", "main").text
        answer(browser, now, right, touch)
        now = sitting_of(desk, token)
    choose(browser, "age", "19+" if right else "9-18")
    press(browser, "form.sit button.main")
    assert browser.find_element("css selector", ".code").text == desk.keys.code(now.name)


@pytest.mark.parametrize("family", FAMILIES)
def test_whole_studies_by_mouse_and_by_touch_score_as_answered(
    browser: Any, there: Open, desk: Desk, family: str, tmp_path: Path
) -> None:
    whole(browser, there, desk, family, right=True, width=DESKTOP)
    whole(browser, there, desk, family, right=False, width=PHONE)
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    quick = answers_of(desk, family)
    assert [[r.partition(":")[0] for r in one.reasons] for one in quick.sat] in (
        [[], []],
        [["too quick"], []],
        [[], ["too quick"]],
        [["too quick"]] * 2,
    )
    counted(desk)
    found = answers_of(desk, family)
    marks = {m.name: m.scores.overall("answer") for m in all_marked(human_runs(found, tmp_path / "runs"))}
    assert {name: one.mean for name, one in marks.items() if one} == {
        "human": 0.5, "human (9-18)": 0.0, "human (19+)": 1.0,
    }  # fmt: skip
    if found.study.plan.evidence == "labels":
        keys = [found.questions[one.question].evidence for one in found.given]
        assert [one.evidence.labels for one in found.given] == [key.labels for key in keys if key is not None]
    if found.study.plan.evidence == "box":
        pointed = [one for one in found.given if one.evidence.regions]
        assert {one.age for one in pointed} == {"9-18", "19+"}
        assert all(near(one.evidence.regions[0].shape, found.questions[one.question]) for one in pointed)


def counted(desk: Desk) -> None:
    """A browser that is driven is quick; here it counts all the same."""
    from sqlalchemy import update

    from eyechart.web.study.tables import sittings

    with desk.database.writing() as connection:
        connection.execute(update(sittings).where(sittings.c.finished.is_not(None)).values(reasons="[]"))


def near(drawn: tuple[float, ...], q: Question) -> bool:
    """As drawn, but for a pixel of the screen or two."""
    assert q.evidence is not None
    wanted = boxed(q.evidence.regions[0].shape)
    return all(abs(a - b) <= 4 for a, b in zip(drawn, wanted, strict=True))


def test_a_sitting_by_keys_alone(browser: Any, there: Open, desk: Desk) -> None:
    """Tab, space, digits, arrows and enter: no mouse from the first page to the last."""
    from selenium.webdriver import ActionChains, Keys

    def keys(*some: str) -> None:
        ActionChains(browser).send_keys(*some).perform()

    def reach(selector: str) -> None:
        """Tab until it has the focus."""
        for _ in range(60):
            if browser.execute_script("return document.activeElement.matches(arguments[0])", selector):
                return
            keys(Keys.TAB)
        raise AssertionError(f"Tab does not come to {selector}")

    def on() -> None:
        leave(browser)
        keys(Keys.ENTER)
        until(lambda: come(browser), "next page")

    token = begin(desk, "keys")
    visit(browser, f"{there.address}/sit/{token}")
    reach("[name=age]")
    keys(Keys.SPACE, Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    reach("[name=agree]")
    keys(Keys.SPACE)
    on()
    for n, test in enumerate(steps.tests(sitting_of(desk, token))):
        reach(f"[name=test{n}]")
        keys(Keys.SPACE, *[Keys.ARROW_DOWN] * test.right)
    on()
    while (now := sitting_of(desk, token)).step == "training":
        keys("1")
        reach("[name=answer]")
        on()
        reach("form.sit button.main")
        on()
    while now.step == "question":
        if now.item is None:
            keys("4")
        else:
            q = now.study.page(now.item)[1]
            keys(str(q.choices.index(q.answers[0]) + 1))
            reach("[data-add]")
            keys(Keys.ENTER, Keys.ARROW_LEFT)
            ActionChains(browser).key_down(Keys.SHIFT).send_keys(Keys.ARROW_RIGHT).key_up(Keys.SHIFT).perform()
        reach("[name=kind][value=answer]")
        on()
        now = sitting_of(desk, token)
    reach("[name=age]")
    keys(Keys.SPACE, Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    on()
    [sat] = [one for one in answers_of(desk, "demo").sat if one.state == "counts"]
    given = [one for one in answers_of(desk, "demo").given if one.sitting == sat.id]
    assert {one.right for one in given} == {1.0}
    widths = {(r.shape[2] - r.shape[0]) / 0.2 for one in given for r in one.evidence.regions}
    assert all(len(one.evidence.regions) == 1 for one in given)
    assert all(width > 40 for width in widths)


# ---- how it looks


@pytest.fixture(scope="module")
def states(desk: Desk) -> dict[str, str]:
    """A sitting at each step, in a study of its own; that of a child among them."""
    found = {"consent": begin(desk, "v-consent", "figures", pilot=True)}

    def at(name: str, family: str, step: str, child: bool = False, place: int = 0) -> None:
        token = desk.enter(family, Arrival("prolific", f"v-{name}", "s"), True)
        steps.consent(desk, sitting_of(desk, token), "3-8" if child else "19+", child)
        if step != "instructions":
            steps.instruct(desk, sitting_of(desk, token), (1, 3, 1))
        while step not in ("instructions", "training") and (now := sitting_of(desk, token)).step == "training":
            steps.train(desk, now, now.trained)
        while step in ("question", "age") and (now := sitting_of(desk, token)).step == "question":
            if step == "question" and now.place == place:
                break
            steps.opened(desk, now)
            q = None if now.item is None else now.study.page(now.item)[1]
            steps.reply(desk, now, now.place, steps.Said("answer", "4" if q is None else q.answers[0]))
        found[name] = token

    at("instructions", "signs", "instructions")
    at("training", "icons", "training")
    at("figures", "demo", "question")
    at("planted", "demo", "question", place=2)
    at("icons", "icons", "question", child=True, place=1)
    at("matrices", "matrices", "question")
    at("signs", "signs", "question")
    at("commonsense", "commonsense", "question")
    at("age", "figures", "age")
    done = begin(desk, "v-done", "commonsense", pilot=True)
    sit(Desk(desk.site, desk.database, Clock()), Clock(), done)
    returned = begin(desk, "v-returned", "matrices", pilot=True)
    steps.give_back(desk, sitting_of(desk, returned))
    return found | {"done": done, "returned": returned}


@pytest.mark.parametrize(("width", "dark"), [(1200, False), (1200, True), (400, False), (400, True)])
def test_every_page_is_fit_for_everybody(
    browser: Any, there: Open, desk: Desk, states: dict[str, str], axe: str, tmp_path: Path, width: int, dark: bool
) -> None:
    turk = f"key={desk.keys.door('demo', 'mturk')}&assignmentId=A1&hitId=H1&workerId=W1&turkSubmitTo=https://workersandbox.mturk.com"
    for page in ("/studies", "/studies/demo", f"/studies/demo?{turk}", f"/sit/{states['done']}/delete"):
        fit(browser, there, axe, page, (width, dark), tmp_path)  # type: ignore[arg-type]
    for name, token in states.items():
        fit(browser, there, axe, f"/sit/{token}", (width, dark), tmp_path, name)  # type: ignore[arg-type]
    visit(browser, f"{there.address}/sign-in")
    browser.find_element("css selector", "[name=token]").send_keys(admit(desk.database, "Boss", organiser=True))
    press(browser, "main button")
    for page in ("/studies", "/studies/figures/results", "/studies/figures/results?pilot=true"):
        fit(browser, there, axe, page, (width, dark), tmp_path, "organiser")  # type: ignore[arg-type]
    browser.delete_all_cookies()


def test_a_training_answer_is_told_right_or_wrong_with_its_evidence(
    browser: Any, there: Open, states: dict[str, str], tmp_path: Path
) -> None:
    visit(browser, f"{there.address}/sit/{states['training']}")
    field = browser.find_elements("css selector", "[name=answer]")[-1]
    if field.get_attribute("type") == "radio":
        field.click()
    else:
        field.send_keys("something")
    press(browser, "form.sit button.main")
    browser.save_screenshot(str(tmp_path / "feedback.png"))
    assert "The answer is" in browser.find_element("css selector", "main").text
