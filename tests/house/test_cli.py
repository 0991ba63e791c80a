"""End to end through the command line, as a newcomer would type it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from command_line import typed
from eyechart import registry
from eyechart.exam import exam
from eyechart.store.folder import Dataset


def refused(message: str, *words: object) -> None:
    done = typed(*words)
    assert done.code != 0
    assert message in " ".join((done.err + done.out).split())
    assert "Traceback" not in done.err


def test_the_module_is_the_command_line() -> None:
    """As a process of its own; all else is typed right here, which is the same command line."""
    line = [sys.executable, "-m", "eyechart", "generate", "figure", "--count", "2", "--out", "x"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "No family 'figure'. Did you mean 'figures'?" in done.stderr
    assert "Traceback" not in done.stderr


def test_generate_verify_predict_score_report(tmp_path: Path) -> None:
    data, run = tmp_path / "d", tmp_path / "run"
    done = typed(
        "generate", "figures", "--split", "val1", "--count", 12, "--seed", 9, "--out", data, "--set", "kinds=pie,line"
    )
    assert (done.code, done.out[:9]) == (0, "12 images")
    assert typed("verify", data, "--redraw").out.strip().endswith(": 0 disagreements")
    assert typed("predict", "oracle", data, "--out", run).code == 0
    scored = typed("score", run, "--by", "template").out
    assert "100.0" in scored
    assert "maximum area" in scored
    assert typed("report", run, "--out", tmp_path / "r.html").code == 0
    assert "<h1>eyechart report</h1>" in (tmp_path / "r.html").read_text()


@pytest.mark.slow
def test_exam_prints_a_table_and_the_path_of_the_report(tmp_path: Path) -> None:
    done = typed("exam", "oracle", "--count", 6, "--out", tmp_path / "exam")  # who learns needs 500 more pages of each
    assert done.code == 0, done.err
    for name in registry.names("families"):
        assert name in done.out
    assert str(tmp_path / "exam" / "report.html") in done.out
    assert (tmp_path / "exam" / "report.html").exists()


def test_an_exam_taken_again_costs_nothing_and_says_the_same(tmp_path: Path) -> None:
    words = ("exam", "chance", "--families", "figures", "--count", 4, "--out", tmp_path / "exam")
    first, again = typed(*words), typed(*words)
    assert again.out == first.out


@pytest.mark.parametrize(
    ("verb", "kind"),
    [
        ("generate", "families"),
        ("predict", "models"),
        ("convert", "releases"),
        ("export", "exports"),
        ("report", "layouts"),
    ],
)
def test_help_names_what_is_registered(verb: str, kind: str) -> None:
    said = " ".join(typed(verb, "--help").out.replace("│", " ").split())
    assert ", ".join(registry.BUILT_IN[kind]) in said


def test_help_says_what_each_option_is_for() -> None:
    assert "images to make" in typed("generate", "--help").out


def test_show_draws_a_sheet(tmp_path: Path) -> None:
    assert typed("show", "figures", "--count", 3, "--out", tmp_path / "s.png").code == 0
    assert (tmp_path / "s.png").read_bytes()[:4] == b"\x89PNG"


def test_show_takes_several_sources(dataset: Dataset, tmp_path: Path) -> None:
    shown = typed("show", "figures", dataset.folder, "--count", 1, "--columns", 2, "--out", tmp_path / "s.png")
    assert shown.code == 0, shown.err


def test_show_takes_a_dataset_too(dataset: Dataset, tmp_path: Path) -> None:
    assert typed("show", dataset.folder, "--count", 2, "--out", tmp_path / "s.png").code == 0


@pytest.mark.parametrize("what", registry.BUILT_IN)
def test_list_names_everything_registered(what: str) -> None:
    listed = typed("list", what).out
    assert all(name in listed for name in registry.names(what))


def test_list_settings_shows_both_presets() -> None:
    listed = typed("list", "settings", "figures").out
    assert "preset exam" in listed
    assert "preset paper" in listed


def test_export_and_convert(dataset: Dataset, tmp_path: Path) -> None:
    assert typed("export", dataset.folder, "--format", "figureqa", "--out", tmp_path / "f").code == 0
    done = typed("convert", "figureqa", tmp_path / "f", "--split", "test2", "--out", tmp_path / "back")
    assert done.out.startswith("250 images")


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("No family 'figure'. Did you mean 'figures'?", "generate figure --count 2 --out x"),
        ("No split of figures 'tset1'. Did you mean 'test1'?", "generate figures --split tset1 --count 2 --out x"),
        ("No preset of figures 'exma'", "generate figures --preset exma --count 2 --out x"),
        ("Say how many images", "generate figures --out x"),
        ("Setting 'bars' is not of the form key=value", "generate figures --count 1 --out x --set bars"),
        ("No dataset at nowhere", "verify nowhere"),
        ("No dataset at nowhere", "audit nowhere"),
        ("Name at least one dataset", "audit"),
        ("No model 'orcale'. Did you mean 'oracle'?", "exam orcale"),
        ("Model 'recorded' needs its file: type recorded:FILE", "exam recorded"),
        ("Model 'chance' takes nothing after the colon", "exam chance:7"),
        ("Name at least one model", "exam"),
        ("nowhere is not a run", "score nowhere"),
        ("nowhere is not a run", "report nowhere"),
        ("say which dataset it answers with --dataset", "score p.jsonl"),
        ("No list 'famlies'. Did you mean 'families'?", "list famlies"),
        ("No release 'figureq'", "convert figureq . --split a --out x"),
        ("No family or dataset folder 'figurs'", "show figurs"),
        ("No page to show: name a family or a dataset", "show"),
        ("No page to show", "show figures --count 0"),
        ("a sheet has at least one column", "show figures --columns 0"),
    ],
)
def test_a_wrong_word_gets_one_clear_message(message: str, words: str) -> None:
    refused(message, *words.split())


def test_a_run_is_not_mixed_with_another_models(dataset: Dataset, tmp_path: Path) -> None:
    typed("predict", "chance", dataset.folder, "--out", tmp_path / "run")
    refused("holds the run of chance on", "predict", "oracle", dataset.folder, "--out", tmp_path / "run")


def test_a_recorded_file_sits_the_exam_again(dataset: Dataset, tmp_path: Path) -> None:
    typed("predict", "chance", dataset.folder, "--out", tmp_path / "a")
    done = typed("predict", f"recorded:{tmp_path / 'a' / 'predictions.jsonl'}", dataset.folder, "--out", tmp_path / "b")
    assert done.code == 0, done.err
    said = [(tmp_path / x / "predictions.jsonl").read_text() for x in "ab"]
    assert said[0] == said[1]


def test_compare_prints_every_pair_of_an_exam_and_a_baseline_only_its_own(few_lessons: None, tmp_path: Path) -> None:
    exam(["chance", "prior", "oracle"], tmp_path / "exam", families=["figures"], count=10, seed=4)
    done = typed("compare", tmp_path / "exam")
    assert done.code == 0, done.err
    assert done.out.count(" figures ") == 6  # of four models: words sits beside prior
    only = typed("compare", tmp_path / "exam", "--baseline", "oracle").out
    assert only.count(" figures ") == only.count(" oracle ") == 3


def test_compare_says_what_is_no_run(tmp_path: Path) -> None:
    refused("is not a run and holds none", "compare", tmp_path)
