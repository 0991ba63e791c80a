"""Three protocols against servers that speak them as documented: requests field by field, replies, streams and errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import Struct

from endpoint_server import Documented, Told, documented, stream
from eyechart.core import Picture, Question
from eyechart.errors import EyechartError
from eyechart.models import make
from eyechart.talk.asking import Asking, Reply, Speaker
from eyechart.talk.mock.server import NO_FAULTS, Faults, Server, running
from eyechart.talk.prompts import Prompt
from eyechart.talk.protocols import PROTOCOLS
from eyechart.talk.traffic import wait_before

QUESTION = Question(id="a/b/0/0/0", text="Is it red?", form="yes/no", choices=("yes", "no"), answers=("yes",))
PROMPT = Prompt(QUESTION, ("Picture 1:", Picture(b"\x89PNG", 4, 3), Picture(b"\xff\xd8", 4, 3, "jpeg"), "Is it red?"))
SECRET = "sk-very-secret"


class Documentation(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a protocol's own documentation says: tests/protocols/NAME.toml."""

    key_variable: str
    key_header: tuple[str, str]
    path: str
    stream_path: str
    body: str
    stream_body: str  # on top of it
    reply: str
    reply_cut_off: str
    stream: str
    error_in_a_stream: str
    line_end: str  # of streams
    busy: Told
    wrong_key: Told
    wrong_request: Told
    complaint: str  # what the body of `wrong_request` says

    def streamed(self, events: str | None = None) -> Told:
        return stream((events or self.stream).replace("\n", self.line_end))


DOCUMENTED = {
    path.stem: msgspec.toml.decode(path.read_bytes(), type=Documentation)
    for path in sorted((Path(__file__).parent / "protocols").glob("*.toml"))
}
each_protocol = pytest.mark.parametrize("name", DOCUMENTED)


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for protocol in PROTOCOLS.values():
        monkeypatch.delenv(protocol.address_variable, raising=False)
        monkeypatch.setenv(protocol.key_variable, SECRET)


def replies(name: str, url: str, **how: Any) -> Iterator[Reply]:
    model = make(f"{name}:toy", Asking(**({"base_url": url, "back_off": 0.001, "in_flight": 1} | how)))
    assert isinstance(model, Speaker)
    kept: list[Reply] = []
    model.converse(iter([PROMPT]), kept.append)
    return iter(kept)


def asked(server: Documented) -> dict[str, Any]:
    return dict(json.loads(server.requests[-1].body))


def test_every_protocol_is_documented_here() -> None:
    assert set(DOCUMENTED) == set(PROTOCOLS)


# ---- what is sent


@each_protocol
@pytest.mark.parametrize("streamed", [False, True])
def test_a_request_is_as_documented_field_by_field(name: str, streamed: bool) -> None:
    told = DOCUMENTED[name]
    with documented(told.streamed() if streamed else Told(told.reply)) as server:
        next(replies(name, server.url, stream=streamed))
    assert server.requests[0].path == (told.stream_path if streamed else told.path)
    assert server.requests[0].headers["content-type"] == "application/json"
    assert asked(server) == json.loads(told.body) | (json.loads(told.stream_body) if streamed else {})


def test_anthropic_gets_the_version_of_its_interface() -> None:
    with documented(Told(DOCUMENTED["anthropic"].reply)) as server:
        next(replies("anthropic", server.url))
    assert server.requests[0].headers["anthropic-version"] == "2023-06-01"


@each_protocol
def test_the_key_is_in_its_header_and_nowhere_else(name: str) -> None:
    told = DOCUMENTED[name]
    with documented(Told(told.reply)) as server:
        next(replies(name, server.url))
    [request] = server.requests
    header, value = told.key_header
    assert request.headers[header] == value
    assert [key for key, said in request.headers.items() if SECRET in said] == [header]
    assert SECRET not in request.path
    assert SECRET.encode() not in request.body


@each_protocol
def test_without_a_key_no_header_has_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = DOCUMENTED[name]
    monkeypatch.delenv(told.key_variable)
    with documented(Told(told.reply)) as server:
        next(replies(name, server.url))
    assert told.key_header[0] not in server.requests[0].headers


@each_protocol
def test_a_key_that_comes_back_is_blotted_out(name: str) -> None:
    told = DOCUMENTED[name]
    with documented(Told(told.reply.replace("it is", f"it is {SECRET}"))) as server:
        assert next(replies(name, server.url)).text == "yes, it is [key]"
    with documented(told.wrong_key) as server, pytest.raises(EyechartError) as problem:
        next(replies(name, server.url))
    assert SECRET not in str(problem.value)
    assert f"Is {told.key_variable} set and right? Type: export {told.key_variable}=" in str(problem.value)


@pytest.mark.parametrize(
    ("name", "sent", "expected"),
    [
        ("openai", ("max_tokens=7", "top_p=0.5"), {"max_tokens": 7, "temperature": 0, "top_p": 0.5}),
        ("openai", ("max_tokens=null", "max_completion_tokens=9"), {"max_completion_tokens": 9, "temperature": 0}),
        ("anthropic", ("max_tokens=7", "temperature=null"), {"max_tokens": 7}),
        ("google", ("max_tokens=7", "topP=0.5"), {"generationConfig": {"maxOutputTokens": 7, "temperature": 0, "topP": 0.5}}),
        ("google", ('safetySettings=[{"category": "x"}]', "temperature=null"),
         {"generationConfig": {"maxOutputTokens": 1024}, "safetySettings": [{"category": "x"}]}),
    ],
)  # fmt: skip
def test_fields_to_send_stand_where_they_belong(name: str, sent: tuple[str, ...], expected: dict[str, Any]) -> None:
    with documented(Told(DOCUMENTED[name].reply)) as server:
        next(replies(name, server.url, send=sent))
    fixed = ("model", "messages", "contents")
    assert {key: value for key, value in asked(server).items() if key not in fixed} == expected


@pytest.mark.parametrize(
    ("name", "base", "path"),
    [
        ("openai", "/v1", "/v1/chat/completions"),
        ("anthropic", "/v1", "/v1/messages"),
        ("anthropic", "/", "/v1/messages"),
        ("google", "/v1", "/v1/models/toy:generateContent"),
        ("google", "/v1beta/", "/v1beta/models/toy:generateContent"),
    ],
)
def test_a_base_url_may_name_the_version_or_not(name: str, base: str, path: str) -> None:
    with documented(Told(DOCUMENTED[name].reply)) as server:
        next(replies(name, server.url + base))
    assert server.requests[0].path == path


@pytest.mark.parametrize("name", ["anthropic", "google"])
def test_a_vendor_is_found_by_the_key_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert make(f"{name}:toy").name == "toy"
    monkeypatch.setenv(DOCUMENTED[name].key_variable, "")
    with pytest.raises(EyechartError, match=f"set {DOCUMENTED[name].key_variable}"):
        make(f"{name}:toy")


def test_a_key_with_a_line_in_it_is_refused_without_being_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-a\nsk-b")
    with pytest.raises(EyechartError, match="ANTHROPIC_API_KEY holds characters") as problem:
        make("anthropic:toy")
    assert "sk-" not in str(problem.value)


# ---- what comes back


@each_protocol
@pytest.mark.parametrize("streamed", [False, True])
def test_a_reply_is_read_with_its_tokens_and_its_end(name: str, streamed: bool) -> None:
    told = DOCUMENTED[name]
    with documented(told.streamed() if streamed else Told(told.reply)) as server:
        reply = next(replies(name, server.url, stream=streamed))
    assert (reply.text, reply.finish, reply.tokens_in, reply.tokens_out) == ("yes, it is", "stop", 19, 10)


@each_protocol
def test_a_reply_cut_off_by_max_tokens_says_so_in_one_word(name: str) -> None:
    with documented(Told(DOCUMENTED[name].reply_cut_off)) as server:
        reply = next(replies(name, server.url))
    assert (reply.text, reply.finish) == ("yes, it", "length")


@each_protocol
def test_a_stream_that_ends_too_soon_is_asked_for_again(name: str) -> None:
    told = DOCUMENTED[name]
    end = told.stream.index("it is") - 2
    cut = told.stream[:end].rpartition("data:")[0].rstrip() + "\n\n"
    with documented(told.streamed(cut), told.streamed()) as server:
        reply = next(replies(name, server.url, stream=True))
    assert (reply.text, reply.attempts) == ("yes, it is", 2)


@each_protocol
@pytest.mark.parametrize("body", ["<html>busy</html>", "[]", "{", '{"choices": [], "content": 3}', "\xed\xb3"])
@pytest.mark.parametrize("streamed", [False, True])
def test_what_is_no_reply_is_asked_for_again(name: str, body: str, streamed: bool) -> None:
    told = DOCUMENTED[name]
    right = told.streamed() if streamed else Told(told.reply)
    wrong = stream(f"data: {body}\n\n") if streamed else Told(body)
    with documented(wrong, right) as server:
        reply = next(replies(name, server.url, stream=streamed))
    assert (reply.text, reply.attempts) == ("yes, it is", 2)


@each_protocol
def test_an_error_within_a_stream_is_told_and_the_question_asked_again(name: str) -> None:
    told = DOCUMENTED[name]
    with documented(told.streamed(told.error_in_a_stream)) as server:
        reply = next(replies(name, server.url, stream=True, attempts=2))
    assert reply.text is None
    assert reply.problem is not None
    assert reply.problem.endswith("Overloaded")
    assert reply.attempts == len(server.requests) == 2


def test_a_prompt_that_google_blocks_is_refused_once_and_for_all() -> None:
    with documented(
        Told('{"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 5}}')
    ) as server:
        reply = next(replies("google", server.url))
    assert (reply.text, reply.problem, reply.attempts) == (None, "the prompt was blocked: SAFETY", 1)


def test_a_candidate_that_google_blocks_is_an_empty_reply() -> None:
    with documented(Told('{"candidates": [{"finishReason": "SAFETY", "index": 0}]}')) as server:
        reply = next(replies("google", server.url))
    assert (reply.text, reply.finish) == ("", "safety")


def test_a_refusal_by_anthropic_keeps_its_word() -> None:
    with documented(
        Told('{"content": [], "stop_reason": "refusal", "usage": {"input_tokens": 5, "output_tokens": 0}}')
    ) as server:
        reply = next(replies("anthropic", server.url))
    assert (reply.text, reply.finish) == ("", "refusal")


# ---- errors


@each_protocol
def test_the_body_of_an_error_says_what_was_wrong(name: str) -> None:
    with documented(DOCUMENTED[name].wrong_request) as server:
        reply = next(replies(name, server.url))
    assert (reply.text, reply.attempts) == (None, 1)
    assert reply.problem == f"HTTP 400: {DOCUMENTED[name].complaint}"


@each_protocol
@pytest.mark.parametrize("streamed", [False, True])
def test_who_is_busy_is_asked_again_when_it_says(name: str, streamed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    told, waits = DOCUMENTED[name], list[float]()

    def wait(*of: Any) -> float:
        waits.append(wait_before(*of))
        return 0.0

    monkeypatch.setattr("eyechart.talk.transport.wait_before", wait)
    with documented(told.busy, told.busy, told.streamed() if streamed else Told(told.reply)) as server:
        reply = next(replies(name, server.url, stream=streamed, back_off=60.0))
    assert (reply.text, reply.attempts) == ("yes, it is", 3)
    assert max(waits) < 10 < wait_before(1, 60.0, "unasked", None)


# ---- the mock server speaks as documented


def without(body: dict[str, Any], path: str) -> bytes:
    """The body with one field left out: `messages.0.role`."""
    made = json.loads(json.dumps(body))
    *way, last = path.split(".")
    inner = made
    for step in way:
        inner = inner[int(step)] if step.isdigit() else inner[step]
    del inner[last]
    return json.dumps(made).encode()


REQUIRED = {
    "openai": ("model", "messages", "messages.0.role", "messages.0.content", "messages.0.content.0.type",
               "messages.0.content.0.text", "messages.0.content.1.image_url", "messages.0.content.1.image_url.url"),
    "anthropic": ("model", "max_tokens", "messages", "messages.0.role", "messages.0.content.0.text", "messages.0.content.1.source",
                  "messages.0.content.1.source.type", "messages.0.content.1.source.media_type", "messages.0.content.1.source.data"),
    "google": ("contents", "contents.0.parts", "contents.0.parts.1.inlineData.mimeType", "contents.0.parts.1.inlineData.data"),
}  # fmt: skip
KINDS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "openai": lambda said: said["error"]["type"] == "invalid_request_error",
    "anthropic": lambda said: (said["type"], said["error"]["type"]) == ("error", "invalid_request_error"),
    "google": lambda said: (said["error"]["code"], said["error"]["status"]) == (400, "INVALID_ARGUMENT"),
}


@pytest.mark.parametrize(("name", "path"), [(name, path) for name, paths in REQUIRED.items() for path in paths])
def test_the_mock_refuses_a_request_that_lacks_a_field(name: str, path: str) -> None:
    told = DOCUMENTED[name]
    headers = dict([told.key_header]) | {"anthropic-version": "2023-06-01"}
    with running(Server()) as server:
        url = server.url(name) + told.path
        right = httpx.post(url, content=told.body.encode(), headers=headers, trust_env=False)
        wrong = httpx.post(url, content=without(json.loads(told.body), path), headers=headers, trust_env=False)
    assert (right.status_code, wrong.status_code) == (200, 400)
    assert KINDS[name](wrong.json())


@pytest.mark.parametrize(("name", "status"), [("anthropic", 401), ("google", 403)])
def test_the_mock_wants_a_key_where_the_vendor_does(name: str, status: int) -> None:
    told = DOCUMENTED[name]
    with running(Server()) as server:
        said = httpx.post(server.url(name) + told.path, content=told.body.encode(), trust_env=False)
    assert said.status_code == status


@each_protocol
@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    "faults", [NO_FAULTS, Faults(busy=0.15, errors=0.15, cuts=0.15, garbage=0.15)], ids=["calm", "stormy"]
)
def test_client_and_mock_understand_each_other(name: str, streamed: bool, faults: Faults) -> None:
    seen: list[tuple[str, tuple[bytes, ...]]] = []

    def reply(words: str, pictures: tuple[bytes, ...]) -> str:
        seen.append((words, pictures))
        return "yes — 是 🙂 " * 9

    with running(Server(reply, faults, seed=3)) as server:
        said = [next(replies(name, server.url(name), stream=streamed, attempts=40)) for _ in range(8)]
    assert {(one.text, one.finish, one.tokens_in, one.tokens_out) for one in said} == {
        ("yes — 是 🙂 " * 9, "stop", 1000, 50)
    }
    assert set(seen) == {("Picture 1:\nIs it red?", (b"\x89PNG", b"\xff\xd8"))}
    assert (max(one.attempts for one in said) > 1) == (faults != NO_FAULTS)


def test_the_official_client_of_openai_understands_the_mock() -> None:
    openai = pytest.importorskip("openai")
    with running(Server(lambda words, pictures: f"{words} {len(pictures)}")) as server:
        client = openai.OpenAI(base_url=server.url(), api_key="none", http_client=httpx.Client(trust_env=False))
        messages = json.loads(DOCUMENTED["openai"].body)["messages"]
        whole = client.chat.completions.create(model="toy", messages=messages)
        pieces = list(client.chat.completions.create(model="toy", messages=messages, stream=True))
        client.close()
    assert whole.choices[0].message.content == "Picture 1:\nIs it red? 2"
    assert whole.usage.prompt_tokens == 1000
    assert "".join(p.choices[0].delta.content or "" for p in pieces if p.choices) == "Picture 1:\nIs it red? 2"
