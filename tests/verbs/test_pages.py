"""The pages as HTML: whatever comes from outside stays text, and numbers are written as they should be."""

from __future__ import annotations

import gzip
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jinja2 import UndefinedError

import eyechart
from eyechart.core import Page, Prediction, Question
from eyechart.describe import Description, Shares, page
from eyechart.models import make
from eyechart.predict import predict
from eyechart.report import report
from eyechart.reporting.breakdowns import ROWS, breakdown
from eyechart.reporting.pages import environment, interval, percent, points, thousands
from eyechart.score import Score, Scores
from eyechart.store.folder import Manifest, Shard, finish, load
from eyechart.store.run import Run, start_run
from eyechart.store.shards import write_shard

replace = msgspec.structs.replace
HOSTILE = """</script><script>window.hacked = 1</script>'"><img src=x onerror="window.hacked = 1"> {{ 7 * 7 }} {% x %} &amp;"""


class Parts(HTMLParser):
    """Elements that begin (p) or end (/p), each with the text that follows it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = [("", "")]
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.append((tag, ""))

    def handle_endtag(self, tag: str) -> None:
        self.found.append((f"/{tag}", ""))

    def handle_data(self, data: str) -> None:
        tag, text = self.found[-1]
        self.found[-1] = (tag, text + data)

    @property
    def tags(self) -> list[str]:
        return [tag for tag, _ in self.found]

    @property
    def texts(self) -> list[str]:
        return [text.strip() for _, text in self.found]


def hostile_runs(pages: list[Page], folder: Path) -> list[Run]:
    """Two runs of models with such a name on a dataset with such questions, answered with such replies."""

    def spoilt(q: Question, number: int) -> Question:
        facets = dict.fromkeys(q.facets, HOSTILE if number % 2 else "plain")
        return replace(q, text=HOSTILE, template=facets["figure"], answers=(HOSTILE,), facets=facets)

    some = [replace(p, questions=tuple(spoilt(q, i) for i, q in enumerate(p.questions))) for p in pages[:4]]
    data = folder / "data"
    (data / "data").mkdir(parents=True)
    images, questions, digest = write_shard(data / "data" / "00000.parquet", some, ("figure", "elements"))
    manifest = Manifest(
        family="figures", family_version=1, split="train", seed=0, preset="exam", settings={}, images=images,
        questions=questions, licence="", shards=(Shard("data/00000.parquet", images, questions, digest),),
    )  # fmt: skip
    finish(data, manifest, {})
    runs = [start_run(folder / str(n), f"{HOSTILE}{n}", load(data)) for n in range(2)]
    for run in runs:
        said = [Prediction(question=q.id, answer=HOSTILE[::-1], raw=HOSTILE) for p in some for q in p.questions]
        run.predictions.write_bytes(b"".join(msgspec.json.encode(p) + b"\n" for p in said))
    return runs


def inside_of(text: str) -> dict[str, Any]:
    """What the script of a report works on."""
    [packed] = re.findall(r'<script type="text/plain" id="inside">([^<]*)</script>', text)
    found: dict[str, Any] = msgspec.json.decode(gzip.decompress(b64decode(packed)))
    return found


@pytest.fixture
def hostile(pages: list[Page], tmp_path: Path) -> Parts:
    return Parts(report(hostile_runs(pages, tmp_path), tmp_path / "r.html").read_text(encoding="utf-8"))


def test_no_name_question_facet_or_reply_becomes_an_element(hostile: Parts) -> None:
    assert hostile.tags.count("script") == 3  # pictures, words, and our own
    assert "img" not in hostile.tags


def test_names_and_facets_are_shown_as_they_are(hostile: Parts) -> None:
    assert f"{HOSTILE}0" in hostile.texts  # a row of the summary
    assert f"{HOSTILE}0 − {HOSTILE}1" in hostile.texts  # a pair of models
    assert HOSTILE in hostile.texts  # a row of a breakdown


def test_the_words_come_back_as_they_were(pages: list[Page], tmp_path: Path) -> None:
    page = report(hostile_runs(pages, tmp_path), tmp_path / "r.html").read_text(encoding="utf-8")
    [sitting] = inside_of(page)["sittings"]
    item = sitting["questions"][0]
    assert (item["text"], sitting["models"][0], item["said"][0]["raw"]) == (HOSTILE, f"{HOSTILE}0", HOSTILE)


def test_a_description_shows_names_as_they_are(tmp_path: Path) -> None:
    shares = Shares(HOSTILE, 3, ((HOSTILE, 2), ("b", 1)))
    found = Description("figures", HOSTILE, 1, 3, 4.25, (shares,))
    parts = Parts(page([found], tmp_path / "d.html").read_text(encoding="utf-8"))
    assert not {"script", "img"} & set(parts.tags)
    assert parts.texts.count(HOSTILE) == 2


def held_to_its_policy(text: str) -> None:
    """The hashes of what is inline, and no style in an attribute, which no hash allows."""
    [found] = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', text)
    said = dict(rule.split(" ", 1) for rule in unescape(found).split("; "))
    assert said["default-src"] == "'none'"
    for what, tag in (("style-src", "style"), ("script-src", "script")):
        blocks = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        hashes = [f"'sha256-{b64encode(sha256(block.encode()).digest()).decode()}'" for block in blocks]
        assert said[what].split() == (hashes or ["'none'"])
    assert not re.search(r"<[^>]* (style|on[a-z]+)=", re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL))


def test_a_report_allows_its_own_script_and_styles_alone(tmp_path: Path) -> None:
    data = eyechart.generate("figures", tmp_path / "data", split="test2", count=3)
    run = start_run(tmp_path / "run", "chance", data)
    predict(make("chance"), data, run.predictions)
    held_to_its_policy(report([run], tmp_path / "r.html").read_text(encoding="utf-8"))


def test_a_description_allows_its_own_styles_alone(tmp_path: Path) -> None:
    found = Description("figures", "train", 1, 3, 4.25, (Shares("form", 3, (("a", 2), ("b", 1))),))
    held_to_its_policy(page([found], tmp_path / "d.html").read_text(encoding="utf-8"))


def test_a_name_that_a_template_misspells_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="misspelt"):
        environment().from_string("{{ misspelt }}").render()


def test_numbers_are_written_short() -> None:
    assert (percent(0.7344), percent(1.0), percent(0.12345, 2)) == ("73.4", "100.0", "12.35")
    assert (points(0.0213), points(-0.5), points(0.0)) == ("+2.1", "-50.0", "+0.0")
    assert thousands(1234567) == "1,234,567"
    assert (interval(0.1, 0.9), interval(0.61, 1.0), interval(0.5, 0.9994)) == ("10.0–90.0", "61.0–100", "50.0–99.9")


# ---- breakdowns


def scores(values: int) -> Scores:
    asked = [Score("answer", "fact", f"f{i}", 0.5, 0.4, 0.6, 2 if i < 3 else 9, 1) for i in range(values)]
    return Scores(
        model="m", dataset="d", family="figures", split="test", questions=9, images=9, unparsed=0, scores=tuple(asked)
    )


@pytest.mark.parametrize(("values", "folded"), [(ROWS, []), (ROWS + 3, ["f0", "f1", "f2"])])
def test_values_that_are_asked_least_are_folded_away_if_there_are_many(values: int, folded: list[str]) -> None:
    found = breakdown("fact", [scores(values)])
    assert found is not None
    assert [row.value for row in found.folded] == folded
    assert len(found.shown) == ROWS
    shown = Parts(environment().get_template("breakdown.html").render(breakdown=found, of="figures"))
    assert shown.tags.count("tr") == values + (2 if folded else 1)
    assert ("3 more, asked 2 times at most" in shown.texts) is bool(folded)


def test_a_facet_with_one_value_says_nothing() -> None:
    assert breakdown("fact", [scores(1)]) is None
