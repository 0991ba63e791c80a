"""The same bytes, whoever makes them, however often interrupted."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import eyechart
from eyechart import registry
from eyechart.errors import EyechartError
from eyechart.store.folder import Dataset

EYECHART = [sys.executable, "-m", "eyechart"]


def digest(folder: Path) -> dict[str, str]:
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def command(out: Path, count: int = 1200, jobs: int = 2) -> list[str]:
    words = ["generate", "figures", "--count", str(count), "--seed", "4", "--out", str(out), "--jobs", str(jobs)]
    return [*EYECHART, *words]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """1,200 figures in two shards, uninterrupted, by one process."""
    folder = tmp_path_factory.mktemp("whole") / "d"
    eyechart.generate("figures", folder, count=1200, seed=4, jobs=1)
    return folder


def test_two_processes_write_what_one_does(whole: Path, tmp_path: Path) -> None:
    subprocess.run(command(tmp_path / "two"), check=True, capture_output=True)
    assert digest(tmp_path / "two") == digest(whole)


@pytest.mark.slow
def test_a_killed_run_resumed_equals_an_uninterrupted_one(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "killed"
    for pause in (1.0, 2.2):
        with subprocess.Popen(command(out), start_new_session=True, stderr=subprocess.DEVNULL) as run:
            time.sleep(pause)
            os.killpg(run.pid, signal.SIGKILL)
    subprocess.run(command(out), check=True, capture_output=True)
    assert digest(out) == digest(whole)


def test_a_finished_dataset_is_not_made_again(whole: Path) -> None:
    before = (whole / "data" / "00000.parquet").stat().st_mtime_ns
    eyechart.generate("figures", whole, count=1200, seed=4)
    assert (whole / "data" / "00000.parquet").stat().st_mtime_ns == before


def test_a_deleted_shard_is_made_anew(copied: Path, dataset: Dataset) -> None:
    (copied / "data" / "00000.parquet").unlink()
    eyechart.generate("figures", copied, split="test2", count=250, seed=3)
    assert digest(copied) == digest(dataset.folder)


def test_another_seed_into_the_same_folder_is_refused(copied: Path) -> None:
    with pytest.raises(EyechartError, match="holds another dataset: seed is 3 there and 4 here"):
        eyechart.generate("figures", copied, split="test2", count=250, seed=4)


def test_another_setting_into_the_same_folder_is_refused(copied: Path) -> None:
    with pytest.raises(EyechartError, match="setting gridlines is 0.5 there and 1.0 here"):
        eyechart.generate("figures", copied, split="test2", count=250, seed=3, changes={"gridlines": 1.0})


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(EyechartError, match="not empty"):
        eyechart.generate("figures", tmp_path, count=1)
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_full_disk_loses_nothing_finished(tmp_path: Path) -> None:
    """A limit on the size of files stands for the full disk: Arrow meets a real write that fails."""
    out = tmp_path / "d"
    code = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000));"
        "import sys; from eyechart.cli import main; main()"
    )
    words = command(out, count=60, jobs=1)[3:]
    failed = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert failed.returncode == 2
    assert "Cannot write to" in failed.stderr
    assert "Traceback" not in failed.stderr
    assert not list(out.rglob("*.part"))
    subprocess.run(command(out, count=60, jobs=1), check=True, capture_output=True)
    assert eyechart.verify(out).holds


def test_ctrl_c_stops_cleanly_and_can_be_gone_on_from(tmp_path: Path) -> None:
    out = tmp_path / "d"
    with subprocess.Popen(
        command(out, count=30_000),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A shell that runs the tests in the background has them ignore it.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as run:
        while not list(out.rglob("*.parquet*")) and run.poll() is None:  # it is at work, and far from its end
            time.sleep(0.1)
        os.killpg(run.pid, signal.SIGINT)
        _, errors = run.communicate(timeout=300)
    assert run.returncode == 130
    assert "run the same command again to go on" in errors
    assert "Traceback" not in errors
    assert not list(out.rglob("*.part"))


def test_count_must_be_positive(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="at least one image"):
        eyechart.generate("figures", tmp_path / "d", count=0)


@pytest.mark.slow
def test_ten_kills_at_random_moments_change_nothing(tmp_path: Path) -> None:
    subprocess.run(command(tmp_path / "whole", count=2500), check=True, capture_output=True)
    out, rng = tmp_path / "killed", random.Random(1)
    for _ in range(10):
        with subprocess.Popen(command(out, count=2500), start_new_session=True, stderr=subprocess.DEVNULL) as run:
            time.sleep(rng.uniform(0.2, 4.0))
            os.killpg(run.pid, signal.SIGKILL)
    subprocess.run(command(out, count=2500), check=True, capture_output=True)
    assert digest(out) == digest(tmp_path / "whole")


@pytest.mark.slow
def test_four_processes_write_what_two_do(tmp_path: Path) -> None:
    for jobs in (2, 4):
        subprocess.run(command(tmp_path / str(jobs), count=3200, jobs=jobs), check=True, capture_output=True)
    assert digest(tmp_path / "2") == digest(tmp_path / "4")


@pytest.mark.slow
@pytest.mark.parametrize("family", registry.names("families"))
def test_twenty_fresh_processes_draw_the_same_bytes(family: str) -> None:
    """Some encoders' output depends on memory addresses: only fresh processes show it."""
    code = (
        "import eyechart, hashlib, msgspec; from eyechart import registry;"
        f"split = next(iter(registry.get('families', '{family}').splits));"
        f"pages = eyechart.dataset('{family}', split=split, seed=6);"
        "print(hashlib.sha256(b''.join(msgspec.msgpack.encode(pages[i]) for i in range(25))).hexdigest())"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(20)]
    assert len({run.stdout for run in runs}) == 1
