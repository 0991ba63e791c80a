"""The first word to a model: what is wrong shows before anything is begun, in one sentence that says what to type."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

import eyechart
from command_line import typed
from endpoint_server import Told, documented
from eyechart.errors import EyechartError
from eyechart.models import make
from eyechart.store.folder import Dataset
from eyechart.talk.asking import Asking, Reply
from eyechart.talk.converse import BEFOREHAND, read_replies
from eyechart.talk.knock import knock
from eyechart.talk.mock.counterpart import Asked
from eyechart.talk.mock.server import Faults, Server, running
from eyechart.talk.prompts import prompt, words
from eyechart.talk.protocols import PROTOCOLS
from eyechart.talk.rectangles import questions
from eyechart.talk.traffic import wait_before
from eyechart.talk.transport import PATIENCE

REPLY = '{"choices": [{"message": {"content": "yes"}, "finish_reason": "stop"}]}'


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("figures", tmp_path_factory.mktemp("knock") / "d", split="val1", count=2, seed=4)


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for protocol in PROTOCOLS.values():
        monkeypatch.setenv(protocol.key_variable, "sk-very-secret")


@pytest.fixture
def nobody() -> Iterator[str]:
    """An address of this machine at which nobody listens: the port is taken, and stays silent."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}/v1"


def refused(tmp_path: Path, *words: object) -> str:
    """What a command says that ends with one sentence, and leaves nothing."""
    done = typed(*words, "--out", tmp_path / "out")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done
    assert not (tmp_path / "out").exists()
    return done.err


# ---- through the command line; an exam says so before it draws


@pytest.mark.parametrize("verb", ["exam", "predict"])
def test_a_wrong_host_is_told(verb: str, data: Dataset, nobody: str, tmp_path: Path) -> None:
    rest = [data.folder] if verb == "predict" else []
    said = refused(tmp_path, verb, "openai:toy", *rest, "--base-url", nobody)
    assert f"Nobody answers at {nobody}" in said
    assert "--base-url http://HOST:PORT/v1" in said


def test_a_wrong_key_is_told(tmp_path: Path) -> None:
    with documented(Told('{"error": {"message": "Incorrect API key provided: sk-very-secret"}}', status=401)) as server:
        said = refused(tmp_path, "exam", "openai:toy", "--base-url", server.url)
    assert "HTTP 401: Incorrect API key provided: [key]" in said
    assert said.endswith("Type: export OPENAI_API_KEY=KEY\n")
    assert len(server.requests) == 1


def test_a_wrong_name_is_told(tmp_path: Path) -> None:
    body = '{"object": "error", "message": "The model `toy` does not exist.", "type": "NotFoundError", "code": 404}'
    with documented(Told(body, status=404)) as server:
        said = refused(tmp_path, "exam", "openai:toy", "--base-url", server.url)
    assert "HTTP 404: The model `toy` does not exist." in said
    assert said.endswith("Type: openai:MODEL --base-url URL\n")


@pytest.mark.parametrize("name", PROTOCOLS)
def test_a_model_that_takes_no_pictures_is_told(name: str, tmp_path: Path) -> None:
    with running(Server(faults=Faults(blind=1))) as server:
        said = refused(tmp_path, "exam", f"{name}:toy", "--base-url", server.url(name))
        assert sum(server.sent.values()) == 2  # with the picture, and without
    assert "toy takes words but no pictures; with one it says HTTP 400" in said
    assert "Name a model that sees" in said


def test_a_rehearsal_of_a_blind_model(tmp_path: Path) -> None:
    assert "takes words but no pictures" in refused(tmp_path, "exam", "mock:oracle,blind=1")


# ---- as servers are known to say that they take no pictures

BLIND = {
    "OpenAI": Told('{"error": {"message": "Invalid content type. image_url is only supported by certain models.",'
                   '"type": "invalid_request_error", "param": "messages.[0].content.[1].type", "code": null}}', 400),
    "vLLM": Told('{"object": "error", "message": "toy is not a multimodal model None", "type": "BadRequestError",'
                 '"param": null, "code": 400}', 400),
    "vLLM, newer": Told('{"error": {"message": "At most 0 image(s) may be provided in one prompt.",'
                        '"type": "BadRequestError", "param": null, "code": 400}}', 400),
    "llama.cpp": Told('{"error": {"code": 500, "message": "image input is not supported - hint: if this is unexpected, '
                      'you may need to provide the mmproj", "type": "server_error"}}', 500),
    "DeepSeek": Told('{"error": {"message": "Failed to deserialize the JSON body into the target type: messages[0]: unknown '
                     'variant `image_url`, expected `text`", "type": "invalid_request_error"}}', 422),
    "FastAPI": Told('{"detail": "Input should be \'text\'"}', 422),
    "TGI": Told('{"error": "Template error: image", "error_type": "template_error"}', 422),
}  # fmt: skip


@pytest.mark.parametrize("server_of", BLIND)
def test_every_known_way_to_refuse_a_picture_is_understood(server_of: str) -> None:
    with documented(BLIND[server_of], Told(REPLY)) as server:
        with pytest.raises(
            EyechartError, match=r"takes words but no pictures; with one it says HTTP \d+: [^{]*\. Name"
        ):
            knock(make("openai:toy", Asking(base_url=server.url)))  # type: ignore[arg-type]
        assert [b"image_url" in request.body for request in server.requests] == [True, False]


def test_who_refuses_words_too_is_not_called_blind() -> None:
    with (
        documented(Told('{"error": {"message": "max_tokens is not supported"}}', 400)) as server,
        pytest.raises(EyechartError, match="no reply to a first picture and question: HTTP 400: max_tokens is not"),
    ):
        knock(make("openai:toy", Asking(base_url=server.url)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "told", [Told("<html>hello</html>"), Told("", 308), Told("<html>", 405)], ids=["a site", "moved", "not allowed"]
)
def test_what_is_no_endpoint_is_told(told: Told) -> None:
    how: dict[str, float] = {"back_off": 0.001, "attempts": 2}
    with documented(told) as server, pytest.raises(EyechartError, match=r"no reply to a first|Are --base-url and"):
        knock(make("openai:toy", Asking(base_url=server.url, **how)))  # type: ignore[arg-type]


def test_repetitions_before_the_first_reply_end_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the waits that were made: eight attempts would wait for a minute."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    began = iter(range(10**6))  # a clock that does not move with the machine
    monkeypatch.setattr("eyechart.talk.transport.time.monotonic", lambda: 1e-3 * next(began) + sum(waits))
    monkeypatch.setattr("eyechart.talk.transport.asyncio.sleep", sleep)
    with (
        documented(Told("<html>hello</html>")) as server,
        pytest.raises(EyechartError, match="gave no reply to a first picture"),
    ):
        knock(make("openai:toy", Asking(base_url=server.url)))  # type: ignore[arg-type]
    assert 2 <= len(server.requests) <= 5
    assert sum(waits) <= PATIENCE < sum(wait_before(n, 0.5, "calibration/0", None) for n in range(1, 8))


def test_a_busy_endpoint_is_waited_for() -> None:
    with documented(*[Told("{}", 429, headers={"Retry-After": "0"})] * 6, Told(REPLY)) as server:
        model = make("openai:toy", Asking(base_url=server.url))
        knock(model)  # type: ignore[arg-type]
    assert [reply.attempts for reply in model.purse.beforehand] == [7]  # type: ignore[attr-defined]


# ---- when it is made, and what becomes of it


def test_it_is_made_once_paid_for_and_filed(data: Dataset, tmp_path: Path) -> None:
    with running(Server()) as server:
        how = Asking(base_url=server.url(), frame="pixels", price=(1.0, 2.0))
        model = make("openai:toy", how)
        for name in "ab":
            eyechart.predict(model, data, tmp_path / name)
    assert [r.question for r in read_replies(tmp_path / "a" / BEFOREHAND)] == ["calibration/0"]
    assert not (tmp_path / "b" / BEFOREHAND).exists()
    assert model.purse.paid == 1 + data.manifest.questions  # type: ignore[attr-defined]  # the second run is all cached


def test_a_run_that_is_there_needs_no_endpoint(data: Dataset, tmp_path: Path) -> None:
    with running(Server()) as server:
        how = Asking(base_url=server.url(), frame="pixels")
        eyechart.predict("openai:toy", data, tmp_path / "a", asking=how)
    eyechart.predict("openai:toy", data, tmp_path / "a", asking=how)


def test_an_exam_that_is_there_needs_no_endpoint(tmp_path: Path) -> None:
    with running(Server()) as server:
        how = Asking(base_url=server.url(), frame="pixels")
        first = eyechart.exam("openai:toy", tmp_path / "e", families=["figures"], count=1, asking=how)
    again = eyechart.exam("openai:toy", tmp_path / "e", families=["figures"], count=1, asking=how)
    assert again.scores == first.scores


def test_who_goes_away_in_the_middle_is_asked_again_as_before(data: Dataset, tmp_path: Path) -> None:
    """A connection that is refused is the end only before the first reply."""

    class Away(Server):
        def fault(self, asked: Asked, key: str) -> str | None:
            return "cuts" if sum(self.sent.values()) in (3, 4, 5) else None

    with running(Away()) as server:
        how = Asking(base_url=server.url(), frame="pixels", back_off=0.01, in_flight=1)
        run = eyechart.predict("openai:toy", data, tmp_path / "a", asking=how)
    assert len((run / "predictions.jsonl").read_text().splitlines()) == data.manifest.questions


def test_after_the_first_reply_a_refused_connection_is_a_failure_like_others(nobody: str) -> None:
    model = make("openai:toy", Asking(base_url=nobody, attempts=2, back_off=0.001))
    model.transport._well = True  # type: ignore[attr-defined]
    kept: list[Reply] = []
    model.converse(iter([prompt(next(questions()), words(), {})]), kept.append)  # type: ignore[attr-defined]
    assert kept[0].attempts == 2
    assert re.match("ConnectError", kept[0].problem or "")
