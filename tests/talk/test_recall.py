"""Replies across runs: what was answered to the very same request is not asked again, and the accounts say so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import eyechart
from command_line import typed
from endpoint_server import Told, documented
from eyechart.errors import EyechartError
from eyechart.models import make
from eyechart.predict import predict
from eyechart.reporting.marked import marked
from eyechart.reporting.provenance import Traffic, origins
from eyechart.store.folder import Dataset
from eyechart.store.run import open_run
from eyechart.talk.asking import Asking, Reply
from eyechart.talk.converse import BEFOREHAND, REPLIES, read_replies
from eyechart.talk.mock.server import Faults, Server, by_lot, running
from eyechart.talk.prompts import Prompt, prompt, words
from eyechart.talk.protocols import PROTOCOLS
from eyechart.talk.recall import Recall
from eyechart.talk.rectangles import questions

SECRET = "sk-very-secret-of-nobody"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("figures", tmp_path_factory.mktemp("recall") / "d", split="val1", count=4, seed=4)


def sit(server: Server, data: Dataset, run: Path, **how: Any) -> Path:
    plain = {"base_url": server.url(how.pop("protocol", "openai")), "frame": "pixels", "back_off": 0.01}
    spec = how.pop("spec", "openai:toy")
    return eyechart.predict(spec, data, run, asking=Asking(**(plain | how)))


def asked(server: Server) -> int:
    return sum(server.sent.values())


def test_a_second_run_asks_nothing_but_the_knock_and_says_the_same(data: Dataset, tmp_path: Path) -> None:
    with running(Server()) as server:
        first = sit(server, data, tmp_path / "a")
        before = asked(server)
        second = sit(server, data, tmp_path / "b")
        assert (before, asked(server)) == (data.manifest.questions + 1, data.manifest.questions + 2)
    said = [(run / "predictions.jsonl").read_bytes() for run in (first, second)]
    assert said[0] == said[1]
    assert {r.cached for r in read_replies(first / REPLIES)} == {False}
    assert {(r.cached, r.attempts, r.tokens_in) for r in read_replies(second / REPLIES)} == {(True, 0, 1000)}


def test_without_the_cache_everything_is_asked(data: Dataset, tmp_path: Path, cache: Path) -> None:
    with running(Server()) as server:
        sit(server, data, tmp_path / "a", cache=False)
        assert not list(cache.iterdir())
        sit(server, data, tmp_path / "b")
        sit(server, data, tmp_path / "c", cache=False)
        assert asked(server) == 3 * (data.manifest.questions + 1)


CHANGES: dict[str, dict[str, Any]] = {
    "another model": {"spec": "openai:other"},
    "another temperature": {"send": ("temperature=0.5",)},
    "other words": {},
    "another protocol": {"spec": "anthropic:toy", "protocol": "anthropic"},
}


@pytest.mark.parametrize("change", CHANGES)
def test_another_request_is_asked(data: Dataset, tmp_path: Path, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", SECRET)
    how = dict(CHANGES[change])
    if change == "other words":
        (tmp_path / "mine.toml").write_text('[en]\n"yes/no" = "Say yes or no."\n')
        how["prompts"] = tmp_path / "mine.toml"
    with running(Server()) as server:
        sit(server, data, tmp_path / "a")
        run = sit(server, data, tmp_path / "b", **how)
    assert not any(r.cached for r in read_replies(run / REPLIES))


def test_another_address_is_asked(data: Dataset, tmp_path: Path) -> None:
    with running(Server()) as one, running(Server()) as other:
        sit(one, data, tmp_path / "a")
        run = sit(other, data, tmp_path / "b")
    assert not any(r.cached for r in read_replies(run / REPLIES))


# ---- one prompt at a time

ONE = prompt(next(questions()), words(), {})


def recalled(url: str, one: Prompt = ONE, **how: Any) -> Reply:
    kept: list[Reply] = []
    model = make("openai:toy", Asking(base_url=url, attempts=1, back_off=0.001, **how))
    recall = Recall(model, kept.append)  # type: ignore[arg-type]
    model.converse(recall.fresh(iter([one])), recall.keep)  # type: ignore[attr-defined]
    return kept[0]


def said(**choice: Any) -> Told:
    return Told(json.dumps({"choices": [{"message": {"content": "red"}, "finish_reason": "stop"} | choice]}))


def test_each_sample_has_a_reply_of_its_own() -> None:
    with documented(said(message={"content": "red"}), said(message={"content": "blue"})) as server:
        samples = [Prompt(ONE.question, ONE.parts, sample) for sample in (0, 1)]
        first = [recalled(server.url, one).text for one in samples]
        again = [recalled(server.url, one).text for one in samples]
    assert first == again == ["red", "blue"]


@pytest.mark.parametrize(
    "told",
    [
        said(message={"content": None, "refusal": "I will not"}),
        said(finish_reason="content_filter"),
        said(message={"content": ""}),
        Told("oh no", status=500),
        Told('{"error": {"message": "no"}}', status=400),
    ],
    ids=["refusal", "filter", "nothing", "error", "refused"],
)
def test_failures_and_refusals_are_not_kept(told: Told, cache: Path) -> None:
    with documented(told) as server:
        recalled(server.url)
        assert not recalled(server.url).cached
    assert not list(cache.rglob("*"))


def test_a_reply_that_was_cut_off_by_max_tokens_is_kept_as_such() -> None:
    with documented(said(finish_reason="length")) as server:
        recalled(server.url)
        again = recalled(server.url)
    assert (again.cached, again.finish) == (True, "length")


def test_a_damaged_entry_is_asked_again(cache: Path) -> None:
    with documented(said()) as server:
        recalled(server.url)
        [entry] = [path for path in cache.rglob("*") if path.is_file()]
        entry.write_bytes(b"\0" * 99)
        assert not recalled(server.url).cached
        assert recalled(server.url).cached


def test_no_key_is_in_the_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    with documented(said(message={"content": f"red {SECRET}"})) as server:
        url = server.url.replace("http://", "http://me:hunter2-of-nobody@") + "/v1?token=hunter3"
        recalled(url)
        assert recalled(url).text == "red [key]"
    [entry] = [path for path in cache.rglob("*") if path.is_file()]
    assert b"secret" not in entry.read_bytes()
    assert b"hunter" not in entry.read_bytes()


def test_a_rehearsal_is_not_kept(data: Dataset, tmp_path: Path, cache: Path) -> None:
    predict("mock:oracle", data, tmp_path / "run", asking=Asking(frame="pixels"))
    assert not list(cache.rglob("*"))


# ---- the accounts


def traffic(run: Path) -> Traffic:
    eyechart.score(run)
    [origin] = origins([marked(open_run(run))])
    assert origin.traffic is not None
    return origin.traffic


def test_what_is_cached_costs_nothing_and_is_told(data: Dataset, tmp_path: Path) -> None:
    n, price = data.manifest.questions, (1.0, 2.0)  # 0.0011 a reply of the mock
    with running(Server()) as server:
        first = traffic(sit(server, data, tmp_path / "a", price=price))
        second = traffic(sit(server, data, tmp_path / "b", price=price))
    assert (first.cached, first.beforehand, first.replies) == (0, 1, n)
    assert first.cost == pytest.approx(0.0011 * (n + 1))
    assert (second.cached, second.beforehand) == (n, 1)
    assert second.cost == pytest.approx(0.0011)  # the knock
    assert second.tokens_in == first.tokens_in


def test_a_budget_of_next_to_nothing_is_enough_for_what_is_cached(data: Dataset, tmp_path: Path) -> None:
    with running(Server()) as server:
        sit(server, data, tmp_path / "a")
        run = sit(server, data, tmp_path / "b", price=(1.0, 2.0), budget=0.0012)
    assert len(list(read_replies(run / REPLIES))) == data.manifest.questions


def test_a_calibration_is_asked_for_once_per_model_and_endpoint(data: Dataset, tmp_path: Path) -> None:
    with running(Server()) as server:
        sit(server, data, tmp_path / "a", frame="auto")
        before = asked(server)
        run = sit(server, data, tmp_path / "b", frame="auto")
        assert asked(server) - before == 1  # the knock
        sit(server, data, tmp_path / "c", frame="auto", cache=False)
        assert asked(server) - before == 1 + 10 + data.manifest.questions
    assert [r.cached for r in read_replies(run / BEFOREHAND)] == [False] + [True] * 9


def test_a_calibration_is_asked_for_once_in_an_exam_also_without_the_cache(tmp_path: Path) -> None:
    with running(Server()) as server:
        how = Asking(base_url=server.url(), cache=False)
        eyechart.exam("openai:toy", tmp_path / "exam", families=["figures"], count=1, asking=how, alter=["erased"])
        runs = tmp_path / "exam" / "runs" / "toy"
        replies = [len(list(read_replies(runs / name / REPLIES))) for name in ("figures", "figures-erased")]
        assert asked(server) == 10 + sum(replies)


def test_a_calibration_stops_at_the_budget(data: Dataset, tmp_path: Path) -> None:
    with running(Server()) as server, pytest.raises(EyechartError, match="Stopped at the budget.*5 of 10 pictures"):
        sit(server, data, tmp_path / "a", frame="auto", price=(1.0, 2.0), budget=0.0011 * 5, in_flight=1)
    assert len(list(read_replies(tmp_path / "a" / BEFOREHAND))) == 5


def test_what_was_paid_beforehand_counts_when_the_run_goes_on(data: Dataset, tmp_path: Path) -> None:
    budget = 0.0011 * 20
    with running(Server()) as server:
        for _ in range(2):
            with pytest.raises(EyechartError, match="Stopped at the budget"):
                sit(server, data, tmp_path / "a", frame="auto", price=(1.0, 2.0), budget=budget, in_flight=1)
        assert asked(server) == 21  # the second go finds twenty paid for, and knocks before it can know


# ---- through the command line


def test_the_command_says_how_many_came_from_the_cache(data: Dataset, tmp_path: Path) -> None:
    n = data.manifest.questions
    with running(Server()) as server:
        rest = ["--base-url", server.url(), "--out"]
        first, second, third = (
            typed("predict", "openai:toy", data.folder, *more, *rest, tmp_path / name)
            for name, more in (("a", []), ("b", []), ("c", ["--no-cache"]))
        )
    assert first.err == third.err == ""
    assert second.err.startswith(f"{n} of {n} replies are those of earlier runs")


@pytest.mark.slow
def test_two_commands_at_once_share_a_cache(data: Dataset, tmp_path: Path) -> None:
    with running(Server(by_lot, Faults(busy=0.1))) as server:
        line = [sys.executable, "-m", "eyechart", "predict", "openai:toy", str(data.folder), "--frame", "pixels"]
        more = [["--out", str(tmp_path / name), "--base-url", server.url()] for name in "ab"]
        both = [subprocess.Popen([*line, *words], stderr=subprocess.DEVNULL) for words in more]
        assert [process.wait() for process in both] == [0, 0]
    assert (tmp_path / "a" / "predictions.jsonl").read_bytes() == (tmp_path / "b" / "predictions.jsonl").read_bytes()


def test_every_protocol_marks_its_requests() -> None:
    """By model, words, picture and sample."""
    other = Prompt(ONE.question, ("another word", *ONE.parts))
    unseen = Prompt(ONE.question, tuple(part for part in ONE.parts if isinstance(part, str)))
    for name in PROTOCOLS:
        one, two = (make(f"{name}:{model}", Asking(base_url="http://localhost:9/v1")) for model in ("a", "b"))
        marks = [one.mark(p) for p in (ONE, other, unseen, Prompt(ONE.question, ONE.parts, 2))] + [two.mark(ONE)]  # type: ignore[attr-defined]
        assert len(set(marks)) == 5
        assert one.mark(ONE) == marks[0]  # type: ignore[attr-defined]
