"""A benchmark: what participants download, and that neither answers nor seed can be found in it."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from sqlalchemy import select

from eyechart import registry
from eyechart.core import Picture
from eyechart.errors import EyechartError
from eyechart.generate import generate
from eyechart.page import page
from eyechart.settings import settings_for
from eyechart.store.folder import Dataset, load
from eyechart.web.board.hiding import bare
from eyechart.web.board.register import BITS, Making, Rules, Secret, hidden_in, public_of, register
from eyechart.web.board.tables import benchmarks
from eyechart.web.database import Database
from eyechart.web.site import Site


@pytest.fixture
def downloaded(prepared: Site, tmp_path: Path) -> Dataset:
    with zipfile.ZipFile(public_of(prepared, "demo")) as archive:
        archive.extractall(tmp_path / "got")
    return load(tmp_path / "got" / "demo")


def secret_of(site: Site) -> Secret:
    return msgspec.json.decode((site.home / "secrets" / "demo.json").read_bytes(), type=Secret)


def test_the_download_holds_no_answers_and_nothing_that_tells_them(downloaded: Dataset) -> None:
    for one in downloaded:
        assert (one.seed, one.scene.things, one.scene.relations, one.where) == (0, (), (), {})
        for q in one.questions:
            assert (q.answers, q.evidence, q.program, q.difficulty, q.facets, q.template) == (
                (),
                None,
                None,
                None,
                {},
                "",
            )


def test_the_download_asks_what_is_hidden_in_the_same_words(prepared: Site, downloaded: Dataset) -> None:
    hidden = load(hidden_in(prepared, "demo") / "dataset")
    told = [(q.id, q.text, q.choices) for q in downloaded.questions()]
    assert told == [(q.id, q.text, q.choices) for q in hidden.questions()]
    assert all(q.answers for q in hidden.questions())


def test_the_manifest_of_the_download_says_nothing_of_how_it_was_made(downloaded: Dataset) -> None:
    m = downloaded.manifest
    assert (m.seed, m.settings, m.preset, m.versions, m.release) == (0, {}, "", {}, "demo")


def test_the_download_is_not_dated(prepared: Site) -> None:
    with zipfile.ZipFile(public_of(prepared, "demo")) as archive:
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_seed_has_128_random_bits_and_lies_apart_for_its_owner_alone(prepared: Site) -> None:
    seed = secret_of(prepared).seed
    assert seed is not None
    assert (BITS, len(seed)) == (128, 32)
    assert stat.S_IMODE((prepared.home / "secrets" / "demo.json").stat().st_mode) == 0o600
    for folder in ("secrets", "hidden"):
        assert stat.S_IMODE((prepared.home / folder).stat().st_mode) == 0o700


def test_seed_is_in_no_file_but_the_secret(prepared: Site) -> None:
    seed = int(secret_of(prepared).seed or "", 16)
    forms = [str(seed).encode(), f"{seed:x}".encode(), seed.to_bytes(16, "big"), seed.to_bytes(16, "little")]
    for path in (p for p in prepared.home.rglob("*") if p.is_file() and p.parent.name != "secrets"):
        assert not any(form in path.read_bytes() for form in forms), path


def pictures(dataset: Dataset) -> list[bytes]:
    return [picture.data for one in dataset for picture in one.pictures]


def test_with_the_seed_the_pages_are_made_again_and_with_others_none_is(prepared: Site, downloaded: Dataset) -> None:
    secret, figures = secret_of(prepared), registry.get("families", "figures")
    settings, shown = settings_for(figures, None, secret.settings), set(pictures(downloaded))

    def made(seed: int, indices: range) -> set[bytes]:
        every = (page(figures, settings, secret.split, seed, index) for index in indices)
        return {bare(picture).data for one in every for picture in one.pictures}

    seed = int(secret.seed or "", 16)
    assert made(seed, range(20)) == shown
    others = [*range(10), seed ^ 1, seed % 2**64, seed >> 64]
    assert not any(made(other, range(5)) & shown for other in others)


def test_pages_are_shuffled(prepared: Site, downloaded: Dataset) -> None:
    """By chance they keep their order once in 20!."""
    secret, figures = secret_of(prepared), registry.get("families", "figures")
    settings, seed = settings_for(figures, None, secret.settings), int(secret.seed or "", 16)
    in_order = [bare(page(figures, settings, secret.split, seed, i).pictures[0]).data for i in range(20)]
    assert pictures(downloaded) != in_order


def test_questions_of_a_page_are_shuffled(prepared: Site) -> None:
    """All of twenty pages keep their order by chance less than once in a million."""
    secret, figures = secret_of(prepared), registry.get("families", "figures")
    settings, seed = settings_for(figures, None, secret.settings), int(secret.seed or "", 16)
    made = {
        bare(one.pictures[0]).data: [q.text for q in one.questions]
        for one in (page(figures, settings, secret.split, seed, index) for index in range(20))
    }
    hidden = {
        one.pictures[0].data: [q.text for q in one.questions] for one in load(hidden_in(prepared, "demo") / "dataset")
    }
    assert {picture: sorted(texts) for picture, texts in hidden.items()} == {p: sorted(t) for p, t in made.items()}
    assert hidden != made


def test_names_of_questions_are_drawn_anew(prepared: Site, database: Database, tmp_path: Path) -> None:
    own = [q.id.rpartition("/")[2] for q in load(hidden_in(prepared, "demo") / "dataset").questions()]
    assert len(set(own)) == len(own)
    assert all(len(one) == 16 for one in own)


def test_a_png_keeps_its_pixels_and_loses_the_rest() -> None:
    image, file, told = Image.new("RGB", (7, 5), (1, 2, 3)), io.BytesIO(), PngInfo()
    told.add_text("seed", "17")
    image.save(file, "png", pnginfo=told)
    stripped = bare(Picture(file.getvalue(), 7, 5, "png"))
    assert b"seed" in file.getvalue()
    assert b"seed" not in stripped.data
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(stripped.data))), np.asarray(image))


def test_a_jpeg_keeps_its_pixels_and_loses_the_rest() -> None:
    image, file, exif = Image.effect_noise((16, 16), 50).convert("RGB"), io.BytesIO(), Image.Exif()
    exif[270] = "seed 17"
    image.save(file, "jpeg", exif=exif, comment=b"seed 18")
    stripped = bare(Picture(file.getvalue(), 16, 16, "jpeg"))
    assert (b"seed 17" in file.getvalue(), b"seed 18" in file.getvalue()) == (True, True)
    assert b"seed" not in stripped.data
    before, after = (np.asarray(Image.open(io.BytesIO(data))) for data in (file.getvalue(), stripped.data))
    assert np.array_equal(before, after)


def test_a_dataset_whose_seed_can_be_guessed_is_refused(database: Database, tmp_path: Path) -> None:
    generate("figures", tmp_path / "data", split="val1", count=2, seed=7)
    with pytest.raises(
        EyechartError, match="seed 7, which anybody finds by trying.*register NAME figures --split val1"
    ):
        register(Site(home=tmp_path), database, "mine", Making([str(tmp_path / "data")]))


def test_datasets_whose_seeds_nobody_guesses_are_taken_together(database: Database, tmp_path: Path) -> None:
    for split in ("val1", "val2"):
        generate("figures", tmp_path / split, split=split, count=2, seed=2**127 + 5)
    register(Site(home=tmp_path), database, "mine", Making([str(tmp_path / "val1"), str(tmp_path / "val2")]))
    found = load(hidden_in(Site(home=tmp_path), "mine") / "dataset")
    assert (len(found), found.manifest.split) == (4, "val1 + val2")


@pytest.mark.parametrize("name", ["", "x", "Figures", "a/b", "../a", "a b", "a" * 61])
def test_what_is_no_name_is_refused(database: Database, tmp_path: Path, name: str) -> None:
    with pytest.raises(EyechartError, match="is no name for a benchmark"):
        register(Site(home=tmp_path), database, name, Making(["figures"]))


def test_a_name_is_taken_once(site: Site, database: Database) -> None:
    before = (hidden_in(site, "demo") / "halves.json").read_bytes()
    with pytest.raises(EyechartError, match="There is a benchmark 'demo' already"):
        register(site, database, "demo", Making(["figures"], count=2))
    assert (hidden_in(site, "demo") / "halves.json").read_bytes() == before


def test_what_a_kill_left_is_in_nobodys_way(database: Database, tmp_path: Path) -> None:
    site = Site(home=tmp_path)
    (hidden_in(site, "again") / "dataset" / "data").mkdir(parents=True)
    (hidden_in(site, "again") / "dataset" / "data" / "00000.parquet").write_bytes(b"half")
    register(site, database, "again", Making(["figures"], count=2), Rules(daily=1))
    with database.reading() as connection:
        assert connection.execute(select(benchmarks.c.images, benchmarks.c.daily)).all() == [(2, 1)]


def test_halves_share_no_page(prepared: Site) -> None:
    public = json.loads((hidden_in(prepared, "demo") / "halves.json").read_bytes())["public"]
    assert len(public) == len(set(public)) == 10
    assert set(public) < set(range(20))
