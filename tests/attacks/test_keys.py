"""A key goes into a request's header and nowhere else."""

from __future__ import annotations

import base64
from urllib.parse import quote

import pytest

from eyechart.errors import EyechartError
from eyechart.models import make
from eyechart.talk.asking import Asking
from eyechart.talk.secret import Secret

KEY = "sk-Zx9_Qw7+Er5/Ty3Ui1Op"
HERE = Asking(base_url="http://localhost:9")


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", " ", "\t"])
def test_what_stands_around_a_key_is_trimmed(end: str) -> None:
    assert Secret(end + KEY + end, "X").key == KEY


@pytest.mark.parametrize("within", ["\r", "\n", " ", "\t", "\x1b", "é", "中"])
def test_what_no_key_holds_is_refused_without_telling_it(within: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY[:12] + within + KEY[12:])
    with pytest.raises(EyechartError, match="OPENAI_API_KEY holds characters that no key has") as problem:
        make("openai:toy", HERE)
    assert KEY[:8] not in str(problem.value)
    assert KEY[12:] not in str(problem.value)


SPELLINGS = {
    "as it is": KEY,
    "as a representation": repr(f"Bearer {KEY}\r".encode()),
    "its first half": KEY[:11],
    "its middle": KEY[5:14],
    "in capitals": KEY.upper(),
    "in a URL": quote(KEY, safe=""),
    "in JSON": "".join(f"\\u{ord(c):04x}" for c in KEY),
    "in HTML": "".join(f"&#{ord(c)};" for c in KEY),
    "in hex": KEY.encode().hex(),
    "backwards": KEY[::-1],
    **{f"in base64, from {n}": base64.b64encode(b"x" * n + KEY.encode()).decode() for n in range(4)},
    "in base64 of URLs": base64.urlsafe_b64encode(f"user:{KEY}".encode()).decode(),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_key_is_blotted_out_in_every_spelling(spelling: str) -> None:
    left = Secret(KEY, "X").scrubbed(f"before {SPELLINGS[spelling]} after")
    assert left.startswith("before ")
    assert left.endswith(" after")
    said = SPELLINGS[spelling]
    assert not any(said[i : i + 12] in left for i in range(len(said) - 11))


def test_other_words_are_left_alone() -> None:
    words = 'The answer is {"answer": "yes", "evidence": [[1, 2, 3, 4]]} 答案是三 %20 \\u4e2d sk-'
    assert Secret(KEY, "X").scrubbed(words) == words


def test_a_word_that_a_local_server_wants_to_see_is_no_secret() -> None:
    assert Secret("EMPTY", "X").scrubbed("The sign says EMPTY.") == "The sign says EMPTY."


def test_a_secret_does_not_show_itself() -> None:
    assert KEY not in f"{Secret(KEY, 'X')!r} {Secret(KEY, 'X')}"


def test_a_password_in_an_address_is_not_told() -> None:
    transport = make("openai:toy", Asking(base_url="http://me:hunter2@localhost:9/v1?token=abc")).transport  # type: ignore[attr-defined]
    assert transport.where == "http://localhost:9/v1"
    assert "hunter2" not in transport.where


@pytest.mark.parametrize(
    "url",
    [
        "http://[::1",
        "http://a b",
        "ftp://x",
        "http://",
        "//x",
        "http://x:99999999",
        "http://x:99999",
        "http://\x1b[31m",
        "http://[/x]",
    ],
)
def test_what_is_no_address_is_one_message(url: str) -> None:
    with pytest.raises(EyechartError, match="is no address"):
        make("openai:toy", Asking(base_url=url))
