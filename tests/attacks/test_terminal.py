"""What is printed is plain: no markup in a path, no control character of anybody's; and no traceback."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from eyechart import cli
from eyechart.errors import fault, shown
from eyechart.reporting.ending import ended
from eyechart.reporting.terminal import Terminal

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked")


def said(words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["eyechart", *words])
    with pytest.raises(SystemExit) as end:
        cli.main()
    printed = capsys.readouterr()
    return int(end.value.code or 0), printed.out + printed.err


@pytest.mark.parametrize("path", ["[/x]", "a:m:b", "[bold]x", "\x1b[31mred", "a\rb", "\udcff", "a\x9bb", "\u202etxt"])
@pytest.mark.parametrize(
    "verb", [["score"], ["verify"], ["describe"], ["report"], ["export", "--format", "llava", "--out", "x"]]
)
def test_a_path_is_printed_as_it_is(
    path: str, verb: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, printed = said([verb[0], path, *verb[1:]], capsys, monkeypatch)
    assert code == 2, printed
    assert "Traceback" not in printed
    assert not set("\x1b\r\udcff\x9b\u202e") & set(printed)
    assert shown(path) in printed


def test_a_table_prints_foreign_words_plainly(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.table import Table

    made = Table()
    made.add_column("[/x]")
    made.add_row("\x1b[31m[bold]")
    Terminal(file=sys.stdout, markup=False).print(made)
    printed = capsys.readouterr().out
    assert "[bold]" in printed
    assert "[/x]" in printed
    assert "\x1b" not in printed


def test_lines_and_tabs_are_shown() -> None:
    assert shown("a\n\tb 中 é") == "a\n\tb 中 é"


def test_a_fault_of_ours_is_a_line_to_report(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def trip(*words: object, **more: object) -> None:
        raise KeyError("sk-secret")

    monkeypatch.setattr("eyechart.reporting.listing.listing", trip)
    code, printed = said(["list"], capsys, monkeypatch)
    assert code == 3
    assert "KeyError" in printed
    assert "Please report" in printed
    assert "sk-secret" not in printed
    assert fault(ValueError("x")).startswith("a fault of eyechart itself: ValueError in")
    assert fault(NameError("x", name="colour")).startswith("a fault of eyechart itself: NameError (colour) in")


def test_an_import_that_sigterm_breaks_off_is_no_fault_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    """Numpy's says ImportError."""

    def run() -> None:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        except KeyboardInterrupt:
            raise ImportError("numpy.core.multiarray failed to import") from None

    before = signal.getsignal(signal.SIGTERM)
    try:
        assert ended(run) == 143
    finally:
        signal.signal(signal.SIGTERM, before)
    assert "stopped" in capsys.readouterr().err
