"""Models behind an endpoint, against a server of our own: every question accounted for once, whatever the server does."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from email.utils import formatdate
from pathlib import Path
from types import SimpleNamespace

import pytest

import eyechart
from eyechart.errors import EyechartError
from eyechart.models import make
from eyechart.predict import predict
from eyechart.score import score_run
from eyechart.seeding import rng_for
from eyechart.store.folder import Dataset
from eyechart.store.predictions import read_lines
from eyechart.store.run import Run, start_run
from eyechart.talk.asking import Asking, Purse, Reply
from eyechart.talk.converse import read_replies
from eyechart.talk.mock.counterpart import Asked
from eyechart.talk.mock.server import NO_FAULTS, Faults, Server, by_lot, running
from eyechart.talk.prompts import sheet_of
from eyechart.talk.traffic import Slots, retry_after, wait_before

FAULTS = Faults(busy=0.1, errors=0.05, hangs=0.02, cuts=0.02, garbage=0.02)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Some two hundred questions."""
    return eyechart.generate("figures", tmp_path_factory.mktemp("small") / "d", split="val1", count=18, seed=4)


@pytest.fixture
def server() -> Iterator[Server]:
    with running(Server()) as one:
        yield one


def asking(server: Server, **more: object) -> Asking:
    plain = {"base_url": server.url(), "frame": "pixels", "back_off": 0.01, "timeout": 20.0}
    return Asking(**(plain | more))  # type: ignore[arg-type]


def ids(data: Dataset) -> list[str]:
    return data.columns(["id"]).column("id").to_pylist()


def test_every_question_gets_one_reply_and_one_prediction(small: Dataset, server: Server, tmp_path: Path) -> None:
    out = predict(make("openai:toy", asking(server)), small, tmp_path / "predictions.jsonl")
    assert [p.question for p in read_lines(out)] == ids(small)
    assert sorted(r.question for r in read_replies(tmp_path / "replies.jsonl")) == sorted(ids(small))
    assert set(server.answered.values()) == {1}


@pytest.mark.parametrize("stream", [False, True])
def test_faults_change_nothing_but_the_number_of_attempts(small: Dataset, tmp_path: Path, stream: bool) -> None:
    said = []
    for name, faults in (("calm", NO_FAULTS), ("stormy", FAULTS)):
        with running(Server(faults=faults)) as server:
            model = make("openai:toy", asking(server, stream=stream, timeout=2.0))
            said.append(predict(model, small, tmp_path / name / "predictions.jsonl").read_bytes())
    assert said[0] == said[1]
    attempts = [r.attempts for r in read_replies(tmp_path / "stormy" / "replies.jsonl")]
    assert max(attempts) > 1


def test_what_was_asked_is_kept_with_the_run(small: Dataset, server: Server, tmp_path: Path) -> None:
    predict(make("openai:toy", asking(server)), small, tmp_path / "predictions.jsonl")
    first = next(read_replies(tmp_path / "replies.jsonl"))
    assert "[picture " in first.prompt
    assert "Reply with one line of JSON" in first.prompt
    how = json.loads((tmp_path / "asking.json").read_text())
    assert how["frame"] == "pixels xyxy"
    assert how["words"]["zh"]["yes/no"] == "请回答“{yes}”或“{no}”。"


def test_the_key_is_sent_and_kept_nowhere(
    small: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    with running(Server(lambda words, pictures: "your key is sk-very-secret")) as server:
        predict(make("openai:toy", asking(server)), small, tmp_path / "predictions.jsonl")
        assert server.headers["authorization"] == "Bearer sk-very-secret"
    for file in tmp_path.rglob("*"):
        assert "sk-very-secret" not in file.read_text()
    assert "secret" not in capsys.readouterr().out


def test_a_budget_stops_cleanly_and_can_be_raised(small: Dataset, server: Server, tmp_path: Path) -> None:
    # 1000 tokens in at 1 and 50 out at 2 a million: 0.0011 a question
    poor = asking(server, price=(1.0, 2.0), budget=0.0011 * 50, in_flight=4)
    with pytest.raises(EyechartError, match="Stopped at the budget"):
        predict(make("openai:toy", poor), small, tmp_path / "predictions.jsonl")
    asked = sum(server.answered.values())
    assert 46 <= asked <= 50
    assert not (tmp_path / "predictions.jsonl").exists()
    rich = asking(server, price=(1.0, 2.0), budget=1.0)
    predict(make("openai:toy", rich), small, tmp_path / "predictions.jsonl")
    assert sum(server.answered.values()) == len(ids(small)) + 2  # each go began with a knock


def test_a_question_that_always_fails_is_unparsed_and_counted(small: Dataset, tmp_path: Path) -> None:
    victim = next(iter(small.questions()))

    class Spiteful(Server):
        def fault(self, asked: Asked, key: str) -> str | None:
            return "errors" if asked.words.split("\n")[0] == victim.text else None

    with running(Spiteful()) as server:
        predict(make("openai:toy", asking(server, attempts=2, in_flight=1)), small, tmp_path / "predictions.jsonl")
    failed = [r for r in read_replies(tmp_path / "replies.jsonl") if r.text is None]
    assert victim.id in [r.question for r in failed]
    assert failed[0].problem == "HTTP 500: oh no"
    with running(Server()) as well:
        again = make("openai:toy", asking(well, retry_failed=True))
        (tmp_path / "predictions.jsonl").unlink()
        predict(again, small, tmp_path / "predictions.jsonl")
        assert sum(well.answered.values()) == len(failed) + 1  # and a knock
    assert all(r.text is not None for r in read_replies(tmp_path / "replies.jsonl"))


def test_a_wrong_path_stops_at_once_with_advice(small: Dataset, server: Server, tmp_path: Path) -> None:
    lost = Asking(base_url=server.url() + "/nowhere", frame="pixels")
    with pytest.raises(EyechartError, match="HTTP 404.*Are --base-url and the model's name right"):
        predict(make("openai:toy", lost), small, tmp_path / "predictions.jsonl")


def test_who_falls_silent_stops_the_run_after_a_few(small: Dataset, tmp_path: Path) -> None:
    class Tired(Server):
        def fault(self, asked: Asked, key: str) -> str | None:
            return "errors" if sum(self.answered.values()) > 20 else None

    with running(Tired()) as server, pytest.raises(EyechartError, match="10 questions in a row got no reply"):
        predict(make("openai:toy", asking(server, attempts=2)), small, tmp_path / "predictions.jsonl")


def test_a_run_is_not_continued_in_other_words(small: Dataset, server: Server, tmp_path: Path) -> None:
    predict(make("openai:toy", asking(server)), small, tmp_path / "run" / "predictions.jsonl")
    (tmp_path / "mine.toml").write_text('[en]\n"yes/no" = "Say yes or no."\n')
    other = make("openai:toy", asking(server, prompts=tmp_path / "mine.toml"))
    with pytest.raises(EyechartError, match="begun with other words"):
        predict(other, small, tmp_path / "run" / "predictions.jsonl")


def test_an_address_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(EyechartError, match="--base-url"):
        make("openai:toy")


def test_a_budget_needs_a_price() -> None:
    with pytest.raises(EyechartError, match="--price"):
        Asking(budget=1.0)


def test_slots_double_until_pushed_back_then_grow_by_one_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eyechart.talk.traffic.time", SimpleNamespace(monotonic=lambda: 10.0))
    slots = Slots(64)
    for _ in range(8):
        slots.went_well()
    assert slots.allowed == 16
    slots.pushed_back()
    slots.pushed_back()  # of the same burst
    assert slots.allowed == pytest.approx(11.2)
    for _ in range(11):
        slots.went_well()
    assert 12 < slots.allowed < 12.5


def test_waiting_doubles_and_what_the_endpoint_asks_for_is_heeded() -> None:
    waits = [wait_before(n, 0.5, "q", None) for n in (1, 2, 3)]
    assert 0.25 <= waits[0] <= 0.5 <= waits[1] <= 1.0 <= waits[2] <= 2.0
    assert wait_before(1, 0.5, "q", 7.0) == 7.0
    assert wait_before(9, 0.5, "q", None) <= 30.0


@pytest.mark.parametrize(("header", "seconds"), [("7", 7.0), ("0.5", 0.5), (None, None), ("soon", None), ("nan", None)])
def test_retry_after_in_seconds(header: str | None, seconds: float | None) -> None:
    assert retry_after(header) == seconds


def test_retry_after_may_be_a_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eyechart.talk.traffic.time", SimpleNamespace(time=lambda: 1_000_000.0))
    assert retry_after(formatdate(1_000_060.0, usegmt=True)) == 60.0


def test_the_purse_counts_what_is_under_way() -> None:
    purse = Purse(Asking(price=(1.0, 0.0), budget=3e-6))
    purse.pay(Reply(question="q", prompt="", text="", tokens_in=1))
    assert purse.allows(under_way=1)
    assert not purse.allows(under_way=2)


# ---- killed


@pytest.mark.slow
def test_a_run_killed_at_twenty_moments_ends_like_an_uninterrupted_one(tmp_path: Path) -> None:
    """SIGKILL at random moments, resumed each time."""
    kills = 20
    data = eyechart.generate("figures", tmp_path / "d", split="val1", count=60, seed=4)
    assert data.manifest.questions > 7 * kills  # more than are answered until the last of them
    whole = tmp_path / "whole" / "predictions.jsonl"
    with running(Server(by_lot, delay=0.1)) as server:
        predict(make("openai:toy", asking(server, in_flight=8)), data, whole)
    run = tmp_path / "run"
    words = ["predict", "openai:toy", data.folder, "--out", run, "--frame", "pixels", "--in-flight", 2]
    with running(Server(by_lot, delay=0.1)) as server:
        line = [sys.executable, "-m", "eyechart", *map(str, words), "--base-url", server.url()]
        killed = 0
        rng = rng_for("kill", kills)
        for _ in range(kills):
            process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            enough = sum(server.answered.values()) + rng.integer(1, 5)  # of many more
            while sum(server.answered.values()) < enough and process.poll() is None:
                time.sleep(0.005)
            killed += process.poll() is None
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert killed == kills
        subprocess.run(line, check=True, capture_output=True)
        asked = sum(server.sent.values()) - kills - 1  # each go knocks first
    replies = list(read_replies(run / "replies.jsonl"))
    assert len(replies) == len({r.question for r in replies}) == data.manifest.questions
    assert asked - data.manifest.questions <= 2 * kills  # in flight at a kill
    assert (run / "predictions.jsonl").read_bytes() == whole.read_bytes()
    told = [
        sorted((r.question, r.prompt, r.text) for r in read_replies(p.parent / "replies.jsonl"))
        for p in (whole, run / "x")
    ]
    assert told[0] == told[1]


def test_a_line_cut_in_half_is_asked_again(small: Dataset, server: Server, tmp_path: Path) -> None:
    out = tmp_path / "predictions.jsonl"
    predict(make("openai:toy", asking(server)), small, out)
    before = out.read_bytes()
    file = tmp_path / "replies.jsonl"
    file.write_bytes(file.read_bytes()[:-40])
    predict(make("openai:toy", asking(server)), small, out)
    assert out.read_bytes() == before
    assert sum(server.answered.values()) == len(ids(small)) + 1


# ---- sixteen pictures and a rule for evidence


@pytest.fixture(scope="module")
def matrices(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("matrices", tmp_path_factory.mktemp("matrices") / "d", split="test", count=12, seed=4)


def knows(
    data: Dataset, sheet: bool, kind: str | None = None
) -> tuple[Callable[[str, tuple[bytes, ...]], str], list[int]]:
    """A model that knows the matrices by their pictures, in the order in which they come, and names this kind for all."""
    pictures = {q.id: [sheet_of(q)[0]] if sheet else [*q.pictures, *q.choice_pictures] for q in data.questions()}
    by_pictures = {tuple(p.data for p in pictures[q.id]): q for q in data.questions()}
    seen: list[int] = []

    def reply(words: str, given: tuple[bytes, ...]) -> str:
        if given not in by_pictures:
            return "a knock"
        q = by_pictures[given]
        assert q.evidence is not None
        assert "relation: one of and, or, progression, union" in words
        seen.append(len(given))
        return json.dumps({"answer": q.answers[0], "evidence": q.evidence.labels | ({"kind": kind} if kind else {})})

    return reply, seen


@pytest.mark.slow
@pytest.mark.parametrize(("pictures", "number"), [("separate", 16), ("sheet", 1)])
def test_a_matrix_is_asked_with_all_its_pictures_and_marked_by_answer_and_rule(
    matrices: Dataset, tmp_path: Path, pictures: str, number: int
) -> None:
    reply, seen = knows(matrices, sheet=pictures == "sheet")
    with running(Server(reply)) as server:
        run = start_run(tmp_path / "run", "openai:toy", matrices)
        predict(make("openai:toy", asking(server, pictures=pictures)), matrices, run.predictions)
    assert seen == [number] * 12
    assert marks(run) == {"answer": 1.0, "evidence": 1.0, "joint": 1.0}


def test_the_right_candidate_by_the_wrong_rule_is_no_joint_success(matrices: Dataset, tmp_path: Path) -> None:
    reply, _ = knows(matrices, sheet=False, kind="object category")
    truly = [q.facets["kind"] == "object category" for q in matrices.questions()]
    with running(Server(reply)) as server:
        run = start_run(tmp_path / "run", "openai:toy", matrices)
        predict(make("openai:toy", asking(server)), matrices, run.predictions)
    found = marks(run)
    assert found["answer"] == 1.0
    assert found["joint"] == sum(truly) / len(truly) < 0.5


def marks(run: Run) -> dict[str, float]:
    scores = score_run(run)
    found = {name: scores.overall(name) for name in ("answer", "evidence", "joint")}
    return {name: score.mean for name, score in found.items() if score is not None}
