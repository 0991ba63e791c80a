"""Numbers in four forms: a terminal's, JSON, CSV and LaTeX say the same, wherever numbers are printed."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

import eyechart
from eyechart.cli import app
from eyechart.reporting.ending import ended
from eyechart.reporting.tables.form import Form
from eyechart.reporting.tables.forms import as_csv, as_json, as_latex, as_rich, say
from eyechart.reporting.tables.table import Cell, Table, accident, change, entered, heads, mark, numbers, printed
from eyechart.score import Score

SCORE = Score("answer", "all", "all", 0.7341, 0.7, 1.0, 20, 10)
TABLE = Table(
    title="Per cent",
    columns=heads("model", *numbers("Answer\nall", "difference", "interval", "p", "questions")),
    rows=entered(
        [
            ("50 % of a_b & {c} \\d ~^ #1 $x$", mark(SCORE), *change(-0.021, -0.05, 0.01), accident(0.0003), 1200),
            ("paper: x", printed("72.18"), None, None, None, None),
        ]
    ),
    about="as it is",
)


def latex_faults(text: str) -> list[str]:
    """What a LaTeX run would stumble over, as far as it can be told without one."""
    faults = []
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    plain = re.sub(r"\\[\\&%$#_{}]", "", bare)
    if plain.count("{") != plain.count("}"):
        faults.append("braces do not balance")
    if plain.count("$") % 2:
        faults.append("mathematics does not end")
    if re.findall(r"\\begin\{(\w+)\}", bare) != re.findall(r"\\end\{(\w+)\}", bare):
        faults.append("environments do not end")
    faults += [f"{c} is not escaped" for c in "%#_" if c in plain]
    for body in re.findall(r"\\begin\{tabular\}\{(\w+)\}(.*?)\\end", bare, re.DOTALL):
        rows = [line for line in body[1].splitlines() if line.endswith(r" \\\\")]
        faults += [
            f"{row} has other columns than {body[0]}" for row in rows if len(re.split(r"(?<!\\)&", row)) != len(body[0])
        ]
    return faults


def test_json_has_numbers_with_their_intervals() -> None:
    [told] = json.loads(as_json([TABLE], []))["tables"]
    first, second = told["rows"]
    assert first["Answer all"] == {"mean": 73.41, "low": 70.0, "high": 100.0}
    assert first["interval"] == {"low": -5.0, "high": 1.0}
    assert (first["difference"], first["p"], first["questions"]) == (-2.1, 0.0003, 1200)
    assert (second["Answer all"], second["questions"]) == (72.18, None)


def test_csv_reads_back_with_a_column_for_each_end_of_an_interval() -> None:
    first, second = csv.DictReader(io.StringIO(as_csv([TABLE], [])))
    assert (first["Answer all"], first["Answer all low"], first["Answer all high"]) == ("73.41", "70.0", "100.0")
    assert first["model"] == "50 % of a_b & {c} \\d ~^ #1 $x$"
    assert (first["interval low"], first["questions"]) == ("-5.0", "1200")
    assert (second["Answer all"], second["Answer all low"], second["questions"]) == ("72.18", "", "")


def test_latex_escapes_what_it_would_stumble_over() -> None:
    text = as_latex([TABLE], ["a % line"])
    assert latex_faults(text) == []
    assert "73.4 (70.0--100) & $-2.1$ & $-5.0$ to $+1.0$ & $<$0.001* & 1,200" in text


@pytest.mark.parametrize("fault", [r"a_b & c \\\\", r"a & b & c \\\\", "{", "$", r"\begin{table}"])
def test_a_fault_of_latex_would_be_seen(fault: str) -> None:
    assert latex_faults("\\begin{tabular}{lr}\na & b \\\\\\\\\n" + fault + "\n\\end{tabular}\n")


def test_a_terminal_shows_intervals_beside_marks_or_below_them() -> None:
    for stacked, wanted in ((False, "73.4 (70.0–100)"), (True, "73.4\n70.0–100")):
        table = Table(columns=numbers("Answer"), rows=entered([[mark(SCORE)]]), stacked=stacked)
        assert list(as_rich(table).columns[0].cells) == [wanted]


def test_a_dense_table_that_is_too_wide_comes_in_parts_that_all_have_its_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    skills = [f"skill{n}" for n in range(20)]
    row = ["a-model-with-a-name", *(Cell("73.41") for _ in skills)]
    table = Table(
        title="Above", columns=heads("Model", *numbers(*skills)), rows=entered([row]), about="Below", dense=True
    )
    say(Form(), table)
    said = capsys.readouterr().out
    assert all(said.count(f"{skill}┃") == 1 for skill in skills)
    assert said.count("a-model-with-a-name") > 1
    assert (said.count("Above"), said.count("Below")) == (1, 1)


def test_a_terminal_cuts_long_tables_and_programs_get_all(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(columns=heads("n"), rows=entered([[str(n)] for n in range(30)]), shown=3)
    assert len(as_rich(table).rows) == 3
    say(Form(csv=True), table, "a line", aside=["a path"])
    said = capsys.readouterr()
    assert said.out.split() == ["n", *map(str, range(30))]
    assert said.err.splitlines() == ["a line", "a path"]


def test_control_characters_reach_no_form(capsys: pytest.CaptureFixture[str]) -> None:
    say(Form(csv=True), Table(columns=heads("n"), rows=((Cell("x", "\x1b[31mred"),),)))
    assert "\x1b" not in capsys.readouterr().out


# ---- through the command line


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("forms") / "exam"
    eyechart.exam(["chance", "oracle"], folder, families=["figures"], count=4, seed=3)
    return folder


VERBS = {
    "score": ["score", "{exam}", "--by", "template", "--by", "figure"],
    "compare": ["compare", "{exam}"],
    "report": ["report", "{exam}", "--like", "figureqa-table5"],
    "exam": ["exam", "chance", "--out", "{exam}"],
    "describe": ["describe", "{exam}/datasets/figures"],
    "verify": ["verify", "{exam}/datasets/figures", "--jobs", "1"],
    "audit": ["audit", "{exam}/datasets/figures", "--least", "1", "--most", "1"],
}


@pytest.mark.parametrize("form", ["--json", "--csv", "--latex"])
@pytest.mark.parametrize("verb", VERBS)
def test_wherever_numbers_are_printed_they_are_printed_in_every_form(
    verb: str, form: str, exam: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [word.replace("{exam}", str(exam)) for word in VERBS[verb]]
    code = ended(lambda: app([*words, form], exit_on_error=False, result_action="return_value"))
    told = capsys.readouterr().out
    assert code == (1 if verb == "audit" else 0)  # far too few pages to tell
    if form == "--json":
        assert json.loads(told)["tables"]
    elif form == "--csv":
        for block in told.split("\n\n"):
            rows = list(csv.reader(io.StringIO(block)))
            assert {len(row) for row in rows} == {len(rows[0])}
    else:
        assert r"\begin{tabular}" in told
        assert latex_faults(told) == []


def test_every_verb_that_takes_a_form_is_tried() -> None:
    taking = {verb for verb in app if not verb.startswith("-") and "--latex" in _options(verb)}
    assert taking - {"leaderboard", "submit", "people"} == set(VERBS)  # these ask a site: tests/web


def _options(verb: str) -> set[str]:
    return {argument.name for argument in app[verb].assemble_argument_collection()}
