"""The same bytes, whoever makes them, however often interrupted."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
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


def command(out: Path, count: int = 240, shard: int = 30, jobs: int = 2) -> list[str]:
    words = ["generate", "figures", "--count", count, "--shard", shard, "--seed", 4, "--out", out, "--jobs", jobs]
    return [*EYECHART, *map(str, words)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """240 figures in eight shards, uninterrupted, by one process."""
    folder = tmp_path_factory.mktemp("whole") / "d"
    eyechart.generate("figures", folder, count=240, shard=30, seed=4, jobs=1)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [2, 4])
def test_several_processes_write_what_one_does(jobs: int, whole: Path, tmp_path: Path) -> None:
    subprocess.run(command(tmp_path / "several", jobs=jobs), check=True, capture_output=True)
    assert digest(tmp_path / "several") == digest(whole)


def test_a_finished_dataset_is_not_made_again(whole: Path) -> None:
    before = (whole / "data" / "00000.parquet").stat().st_mtime_ns
    eyechart.generate("figures", whole, count=240, shard=30, seed=4)
    assert (whole / "data" / "00000.parquet").stat().st_mtime_ns == before


def test_a_deleted_shard_is_made_anew(copied: Path, dataset: Dataset) -> None:
    (copied / "data" / "00000.parquet").unlink()
    eyechart.generate("figures", copied, split="test2", count=250, seed=3)
    assert digest(copied) == digest(dataset.folder)


def test_a_question_keeps_its_pictures_where_another_page_has_them_too(tmp_path: Path) -> None:
    """Matrices' preset mini takes pictures again and again, each in another place."""
    written = eyechart.generate("matrices", tmp_path / "mini", count=60, seed=3, preset="mini")
    pictures = [picture.data for page in written for picture in page.pictures]
    assert len(set(pictures)) < len(pictures)
    for page in written:
        [asked] = page.questions
        assert (*asked.pictures, *asked.choice_pictures) == page.pictures


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


@pytest.mark.slow
def test_a_full_disk_loses_nothing_finished(tmp_path: Path) -> None:
    """A limit on the size of files stands for the full disk: Arrow meets a real write that fails."""
    out = tmp_path / "d"
    code = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000));"
        "import sys; from eyechart.cli import main; main()"
    )
    words = command(out, count=60, shard=60, jobs=1)[3:]
    failed = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert failed.returncode == 2
    assert "Cannot write to" in failed.stderr
    assert "Traceback" not in failed.stderr
    assert not list(out.rglob("*.part"))
    subprocess.run(command(out, count=60, shard=60, jobs=1), check=True, capture_output=True)
    assert eyechart.verify(out).holds


def test_ctrl_c_stops_cleanly_and_can_be_gone_on_from(tmp_path: Path) -> None:
    out = tmp_path / "d"
    with subprocess.Popen(
        command(out, count=30_000, shard=1000),
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
def test_ten_kills_at_random_moments_change_nothing(whole: Path, tmp_path: Path) -> None:
    began = time.monotonic()
    subprocess.run(command(tmp_path / "undisturbed"), check=True, capture_output=True)
    took = time.monotonic() - began
    out, rng = tmp_path / "killed", random.Random(1)
    for _ in range(10):  # some while it starts, some in the middle of a shard; what was whole stays for the next
        with subprocess.Popen(command(out), start_new_session=True, stderr=subprocess.DEVNULL) as run:
            time.sleep(rng.uniform(0.2, 0.8) * took)
            os.killpg(run.pid, signal.SIGKILL)
    subprocess.run(command(out), check=True, capture_output=True)
    assert digest(out) == digest(whole)


@pytest.mark.slow
def test_twenty_fresh_processes_draw_the_same_bytes() -> None:
    """Some encoders' output depends on memory addresses, some orders on the hashes of strings: only fresh processes show it."""
    code = (
        "import eyechart, hashlib, msgspec; from eyechart import registry\n"
        "for name in registry.names('families'):\n"
        "    pages = eyechart.dataset(name, split=next(iter(registry.get('families', name).splits)), seed=6)\n"
        "    print(name, hashlib.sha256(b''.join(msgspec.msgpack.encode(pages[i]) for i in range(2))).hexdigest())"
    )
    said = Counter[str]()
    for seed in range(20):
        env = os.environ | {"PYTHONHASHSEED": str(seed)}
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
        said.update(run.stdout.splitlines())
    assert sorted(line.split()[0] for line in said) == sorted(registry.names("families"))
    assert set(said.values()) == {20}
