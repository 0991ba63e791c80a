"""What is painted: nothing cut off, nothing over another, no tofu; ink where the quadrilateral says, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import simplejpeg
import skia
from msgspec.structs import replace
from numpy.typing import NDArray

from eyechart import registry
from eyechart.core import Shape
from eyechart.drawing.camera import View, camera, quad
from eyechart.drawing.fonts import FACES, lettering, missing
from eyechart.drawing.photo import add_noise, jpeg, soften
from eyechart.drawing.textures import MAKERS, texture
from eyechart.errors import EyechartError
from eyechart.families.signs.draw import painting, photograph
from eyechart.families.signs.faults import faults
from eyechart.families.signs.kinds import PUBLISHED
from eyechart.families.signs.sample import ink_height, sample
from eyechart.families.signs.scene import Place
from eyechart.families.signs.settings import SignSettings
from eyechart.seeding import Rng, rng_for
from eyechart.settings import settings_for

FAMILY = registry.get("families", "signs")
ENLARGED = 4  # pixels of the ink's picture to a unit of the board


def places(count: int, preset: str = "default") -> Iterator[Place]:
    settings = settings_for(FAMILY, preset)
    for index in range(count):
        yield sample(rng_for("signs", "train", 9, index, "scene"), settings, "train", index)  # type: ignore[arg-type]


def changed(place: Place, id: str) -> NDArray[np.bool_]:
    """The pixels that differ when the text is left out."""
    whole = photograph(place, Rng(1)).copy()
    return (whole != photograph(place, Rng(1), frozenset([id])))[..., :3].any(axis=2)


def outside(shape: Shape, reach: float, width: int, height: int) -> NDArray[np.bool_]:
    """Pixels whose centre is farther than `reach` outside of the convex quadrilateral."""
    y, x = np.mgrid[0:height, 0:width] + 0.5
    far = np.zeros((height, width), bool)
    for k in range(0, 8, 2):
        x1, y1, x2, y2 = (*shape[k : k + 2], *shape[(k + 2) % 8 : (k + 2) % 8 + 2])
        inward = ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / np.hypot(x2 - x1, y2 - y1)
        far |= inward < -reach
    return far


def ink_overlap(place: Place, id: str) -> tuple[float, float]:
    """IoU of the box noted for a text and the tight box of its ink, in the board's own frame; and the ink's height."""
    spot = painting(place).texts[id]
    left, top, right, bottom = spot.box
    edge = 4.0
    width, height = (int((b - a + 2 * edge) * ENLARGED) + 1 for a, b in ((left, right), (top, bottom)))
    back = skia.Matrix()
    assert spot.board.invert(back)
    views = []
    for without in (frozenset[str](), frozenset([id])):
        pixels = np.zeros((height, width, 4), np.uint8)
        pen = skia.Canvas(pixels, colorType=skia.kRGBA_8888_ColorType)
        pen.scale(ENLARGED, ENLARGED)
        pen.translate(edge - left, edge - top)
        pen.concat(back)
        pen.drawPicture(painting(place, without).picture)
        views.append(pixels.astype(int))
    ink = np.abs(views[0] - views[1]).max(axis=2) > 24
    ys, xs = np.nonzero(ink.any(axis=1))[0], np.nonzero(ink.any(axis=0))[0]
    a = (xs[0] / ENLARGED, ys[0] / ENLARGED, (xs[-1] + 1) / ENLARGED, (ys[-1] + 1) / ENLARGED)
    b = (edge, edge, edge + right - left, edge + bottom - top)
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)]
    return wide * high / (sum(areas) - wide * high), bottom - top


@pytest.mark.parametrize("preset", FAMILY.presets)
def test_no_text_is_cut_off_covered_or_undrawable(preset: str) -> None:
    assert FAMILY.faults is faults  # so that `check_family` looks too
    assert [fault for place in places(18, preset) for fault in faults(place)] == []


def test_a_text_out_of_the_picture_is_found() -> None:
    place = next(places(1))
    near = replace(place, margin=-200.0)
    assert any("cut off" in fault for fault in faults(near))


def test_a_character_without_a_glyph_is_found() -> None:
    assert missing("Fox 狐", "sans") == "狐"
    assert missing("狐 Fox £¥", "hei") == ""


def test_erasing_a_text_changes_only_its_quadrilateral() -> None:
    for place in places(14):
        ids = list(painting(place).texts)
        id = ids[place.look % len(ids)]
        difference = changed(place, id)
        shape = painting(place).where[id]
        assert difference.sum() > 20, f"{id} has no ink"
        # A pixel that the edge of the ink crosses is coloured; its centre may lie 0.71 px outside.
        assert not (difference & outside(shape, 0.75, place.width, place.height)).any(), f"{place.kind} {id}"


def test_quadrilaterals_hug_the_ink() -> None:
    found = [ink_overlap(place, list(painting(place).texts)[place.look % 5]) for place in places(36)]
    overlaps = np.array([o for o, _ in found])
    assert overlaps.mean() >= 0.9
    assert np.mean([o > 0.85 for o, high in found if high >= 16]) >= 0.95


def test_texts_are_as_high_as_the_settings_say() -> None:
    settings = SignSettings(text_height=14.0)
    for index in range(12):
        place = sample(rng_for("high", index), settings, "train", index)
        painted = painting(place)
        assert min(ink_height(painted.where[id]) for id in painted.texts) >= 14.0


def test_every_published_kind_of_place_comes_in_both_languages() -> None:
    several = round(2.3 * len(PUBLISHED))  # the rarer language has 45 of 100 turns
    assert {(p.kind, p.asked_in) for p in places(several)} == {
        (kind, language) for kind in PUBLISHED for language in FAMILY.languages
    }


def test_a_camera_that_would_see_behind_itself_is_refused() -> None:
    with pytest.raises(EyechartError, match="too steep"):
        settings_for(FAMILY, None, {"yaw": 55, "pitch": 40})


# ---- the pens


def test_a_camera_that_looks_straight_keeps_proportions() -> None:
    matrix = camera(View(), (0, 0, 200, 100), 640, 480, 20)
    assert quad(matrix, (0, 0, 200, 100)) == pytest.approx(
        (20, 90, 620, 90, 620, 390, 20, 390)
    )  # 600 wide, three times as big


def test_turning_the_plane_makes_the_far_side_shorter() -> None:
    shape = quad(camera(View(yaw=25), (0, 0, 200, 200), 640, 480, 10), (0, 0, 200, 200))
    left, right = shape[7] - shape[1], shape[5] - shape[3]
    assert abs(left - right) > 20
    assert all(9.9 <= v <= 630.1 for v in shape[0::2])
    assert all(9.9 <= v <= 470.1 for v in shape[1::2])


@pytest.mark.parametrize("face", FACES)
def test_ink_box_is_the_outline_with_its_stroke(face: str) -> None:
    letters = lettering("H8", face)
    bounds = letters.path.computeTightBounds()
    assert letters.left == pytest.approx(bounds.left() - FACES[face].stroke / 2)
    assert letters.bottom == pytest.approx(bounds.bottom() + FACES[face].stroke / 2)
    assert 60 < letters.bottom - letters.top < 90  # capitals are about seven tenths of an em


def test_softening_keeps_the_mean_and_spreads_a_dot() -> None:
    pixels = np.zeros((21, 21, 4), np.uint8)
    pixels[10, 10] = 160
    soften(pixels, 1)
    assert pixels[9:12, 9:12, 0].tolist() == [[10, 20, 10], [20, 40, 20], [10, 20, 10]]


@pytest.mark.parametrize("level", [0, 128, 255])
def test_noise_never_wraps_round(level: int) -> None:
    pixels = np.full((64, 64, 4), level, np.uint8)
    add_noise(pixels, 8, Rng(3))
    assert abs(int(pixels.max()) - level) < 90
    assert abs(int(pixels.min()) - level) < 90
    assert pixels[..., :3].std() > 3


@pytest.mark.parametrize("name", MAKERS)
def test_a_texture_is_opaque_and_not_flat(name: str) -> None:
    pixels = texture(name, 0).toarray()
    assert (pixels[..., 3] == 255).all()
    assert pixels[..., :3].std() > 4


def test_a_jpeg_that_would_be_too_large_gets_coarser_colours() -> None:
    pixels = np.full((64, 64, 4), 128, np.uint8)
    add_noise(pixels, 8, Rng(3))
    fine = jpeg(pixels, 90, 1e9)
    coarse = jpeg(pixels, 90, len(fine) - 1)
    assert len(coarse) < len(fine)
    assert simplejpeg.decode_jpeg_header(coarse)[3] == "422"
