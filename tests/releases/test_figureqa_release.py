"""The official FigureQA layout: a round trip of ours, every released variant in miniature, and what is malformed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import eyechart
from eyechart import registry
from eyechart.convert import convert
from eyechart.core import Page, Question
from eyechart.errors import EyechartError
from eyechart.export import export
from eyechart.families.figures.official import read, release
from eyechart.store.folder import Dataset
from miniatures import figureqa, lay_out_figureqa


@pytest.fixture(scope="module")
def exported(dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return export(dataset, "figureqa", tmp_path_factory.mktemp("official") / "FigureQA")


def asked(page: Page) -> list[Any]:
    return [(q.text, q.answers, q.template, q.choices, q.facets, q.evidence, outputs(q)) for q in page.questions]


def outputs(q: Question) -> list[Any]:
    """What each step gave: the release's programs end in another function, since its figures have ties."""
    assert q.program is not None
    return [step.output for step in q.program.steps]


def test_reading_back_what_we_wrote_gives_equal_questions(dataset: Dataset, exported: Path) -> None:
    back = list(read(exported, "test2"))
    assert [asked(page) for page in back] == [asked(page) for page in dataset]


def test_reading_back_gives_the_same_pictures(dataset: Dataset, exported: Path) -> None:
    assert [p.pictures for p in read(exported, "test2")] == [p.pictures for p in dataset]


def test_what_we_export_keeps_the_contract_of_a_release(exported: Path) -> None:
    eyechart.check_release(release, exported, "test2")


def test_a_converted_release_is_a_dataset_like_any_other(exported: Path, tmp_path: Path) -> None:
    made = convert("figureqa", exported, "test2", tmp_path / "d")
    assert made.manifest.release == "figureqa"
    assert eyechart.verify(tmp_path / "d").holds
    assert made[17].questions[0].id == "figureqa/test2/official/17/0"


def test_the_files_have_the_official_keys(exported: Path) -> None:
    pairs = json.loads((exported / "test2" / "qa_pairs.json").read_text())
    assert set(pairs) == {"qa_pairs", "total_distinct_questions", "total_distinct_colors"}
    assert set(pairs["qa_pairs"][0]) == {
        "image_index", "question_string", "question_id", "answer",
        "color1_name", "color1_id", "color1_rgb", "color2_name", "color2_id", "color2_rgb",
    }  # fmt: skip
    one = next(pair for pair in pairs["qa_pairs"] if pair["question_id"] == 0)
    assert (one["color2_name"], one["color2_id"], one["color2_rgb"]) == ("--None--", -1, [-1, -1, -1])


# ---- a miniature release, as published


@pytest.fixture(scope="module")
def picture(pages: list[Page]) -> bytes:
    return pages[0].pictures[0].data


def test_a_published_file_is_read(tmp_path: Path, picture: bytes) -> None:
    pages = list(read(lay_out_figureqa(tmp_path, "train1", *figureqa(), picture), "train1"))
    said = [(q.text, q.answers) for page in pages for q in page.questions]
    assert said == [
        ("Is Teal the maximum?", ("yes",)),
        ("Is Teal less than Tan?", ("no",)),
        ("Does Red intersect Blue?", ("yes",)),
        ("Is Gold the minimum?", ("yes",)),
    ]
    eyechart.check_release(release, tmp_path, "train1")


def tied(lines: tuple[list[float], ...]) -> list[Any]:
    """The miniature with three lines, and of each the questions about extremes that FigureQA's generator might ask."""
    pairs, notes = figureqa()
    [first, *_] = notes[1]["models"]
    names = ("Red", "Blue", "Tan")
    notes[1]["models"] = [first | {"name": n, "label": n, "y": y} for n, y in zip(names, lines, strict=True)]
    blank = pairs["qa_pairs"][2] | {"color2_name": "--None--"}
    pairs["qa_pairs"] = [
        blank | {"question_string": f"{name} {id}?", "question_id": id, "color1_name": name, "answer": 0}
        for id in (8, 10, 11)
        for name in names
    ]
    return [pairs, notes]


@pytest.mark.parametrize(
    ("id", "lines", "extremal"),
    [
        (10, ([0, 5, 9], [0, 1, 2], [3, 4, 5]), ["Red", "Blue"]),  # two are clipped at 0
        (11, ([0, 5, 9], [9, 1, 2], [3, 4, 9]), ["Red", "Blue", "Tan"]),
        (8, ([0, 1, 2], [5, 3, 1], [3, 4, 9]), ["Red", "Blue"]),  # straight lines are equally smooth
        (8, ([0, 1, 3], [5, 3, 1], [3, 4, 9]), ["Blue"]),
    ],
)
def test_each_of_those_that_tie_is_the_extreme(
    tmp_path: Path, picture: bytes, id: int, lines: tuple[list[float], ...], extremal: list[str]
) -> None:
    pages = list(read(lay_out_figureqa(tmp_path, "train1", *tied(lines), picture), "train1"))
    asked = [q for page in pages for q in page.questions if q.text.endswith(f" {id}?")]
    said = {q.text.split()[0]: q.program.steps[-1].output for q in asked if q.program}
    assert [name for name, yes in said.items() if yes] == extremal


def test_boxes_are_the_evidence(tmp_path: Path, picture: bytes) -> None:
    [bars, lines, pie, empty] = read(lay_out_figureqa(tmp_path, "train1", *figureqa(), picture), "train1")
    shapes = [[r.shape for r in q.evidence.regions] for p in (bars, lines, pie) for q in p.questions if q.evidence]
    assert shapes == [
        [(10, 20, 40, 60.5)],
        [(10, 20, 40, 60.5), (60, 20, 90, 60.5)],
        [(10, 20, 70, 60.5), (10, 20, 70, 60.5)],  # around both segments
        [(10, 20, 40, 60.5)],
    ]
    assert empty.questions == ()


def test_version_1_0_0_is_read_like_1_0_1(tmp_path: Path, picture: bytes) -> None:
    pairs, notes = figureqa()
    for note in notes:
        info = note["general_figure_info"]["figure_info"]
        info["bbox"] = {"bbox": info["bbox"]}
        for part in ("major_ticks", "major_labels"):
            ticks = note["general_figure_info"].get("x_axis", {}).get(part)
            if ticks:
                ticks["bboxes"], ticks["values"] = ticks["bboxes"] * 2, ticks["values"] * 2
    old = list(read(lay_out_figureqa(tmp_path / "old", "train1", pairs, notes, picture), "train1"))
    new = list(read(lay_out_figureqa(tmp_path / "new", "train1", *figureqa(), picture), "train1"))
    assert [page.where for page in old] == [page.where for page in new]
    assert [page.scene for page in old] == [page.scene for page in new]


def test_a_test_split_without_answers_or_annotations(tmp_path: Path, picture: bytes) -> None:
    pairs, _ = figureqa()
    for pair in pairs["qa_pairs"]:
        del pair["answer"]
    lay_out_figureqa(tmp_path, "no_annot_test1", pairs, None, picture)
    first = next(iter(read(tmp_path, "no_annot_test1"))).questions[0]
    assert (first.answers, first.evidence, first.program) == ((), None, None)
    eyechart.check_release(release, tmp_path, "no_annot_test1")


def test_a_missing_slice_colour_is_looked_up_by_name(tmp_path: Path, picture: bytes) -> None:
    pie = list(read(lay_out_figureqa(tmp_path, "train1", *figureqa(), picture), "train1"))[2]
    assert [t.attributes["colour"] for t in pie.scene.things if t.id.startswith("slice:")] == ["#DAA520", "#CD853F"]


def drop(*path: Any) -> Callable[[Any], None]:
    def change(value: Any) -> None:
        for key in path[:-1]:
            value = value[key]
        del value[path[-1]]

    return change


def put(*path: Any) -> Callable[[Any], None]:
    *keys, new = path

    def change(value: Any) -> None:
        for key in keys[:-1]:
            value = value[key]
        value[keys[-1]] = new

    return change


@pytest.mark.parametrize(
    ("file", "change", "message"),
    [
        (0, drop("qa_pairs"), r"qa_pairs.json: Object missing required field `qa_pairs`"),
        (0, drop("qa_pairs", 1, "image_index"), r"missing required field `image_index` - at `\$.qa_pairs\[1\]`"),
        (0, put("qa_pairs", 2, "answer", "yes"), r"Expected `int \| null`, got `str` - at `\$.qa_pairs\[2\].answer`"),
        (0, put("qa_pairs", 0, "question_id", 15), r"qa_pairs\[0\].question_id is 15, not 0 to 14"),
        (0, put("qa_pairs", 0, "color1_name", "Octarine"), "no element named 'Octarine'"),
        (0, put("qa_pairs", 0, "image_index", 77), r"77.png is missing"),
        (1, drop(1, "models", 0, "name"), r"annotations.json: .*`name` - at `\$\[1\].models\[0\]`"),
        (1, drop(2, "models", 0, "span"), r"image_index 2, model 0: a slice needs `bbox` and `span`"),
        (1, put(0, "type", "radar"), r"image_index 0: type is 'radar', not one of vbar_categorical"),
        (1, put(0, "general_figure_info", "plot_info", "bbox", "w", "wide"), r"Expected `float`, got `str`"),
    ],
)
def test_a_malformed_release_names_file_record_and_key(
    tmp_path: Path, picture: bytes, file: int, change: Callable[[Any], None], message: str
) -> None:
    both = figureqa()
    change(both[file])
    root = lay_out_figureqa(tmp_path, "train1", *both, picture)
    with pytest.raises(EyechartError, match=message):
        list(read(root, "train1"))


def test_a_split_that_is_not_there(tmp_path: Path, picture: bytes) -> None:
    lay_out_figureqa(tmp_path, "train1", *figureqa(), picture)
    with pytest.raises(EyechartError, match="No FigureQA split 'val' in .*Found: train1"):
        list(read(tmp_path, "val"))


def test_a_picture_that_is_no_png(tmp_path: Path) -> None:
    lay_out_figureqa(tmp_path, "train1", *figureqa(), b"GIF89a")
    with pytest.raises(EyechartError, match="0.png is neither a PNG nor a JPEG"):
        list(read(tmp_path, "train1"))


def test_an_unknown_format_says_which_there_are(dataset: Dataset, tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="No export format of figures 'figureqe'. Did you mean 'figureqa'"):
        export(dataset, "figureqe", tmp_path / "x")


def test_answers_follow_from_the_annotations_alone(exported: Path) -> None:
    """By a script that knows the file format and the paper, and nothing of ours."""
    from independent.figureqa import judge

    verdict = judge(exported / "test2")
    assert verdict.wrong == []
    assert len(verdict.said) == 15


def test_answers_of_the_papers_preset_follow_from_the_annotations_alone(tmp_path: Path) -> None:
    from independent.figureqa import judge

    dataset = eyechart.generate("figures", tmp_path / "d", count=250, seed=4, preset="paper")
    verdict = judge(export(dataset, "figureqa", tmp_path / "FigureQA") / "train1")
    assert verdict.wrong == []
    assert all(yes == no for yes, no in verdict.said.values())


def test_the_independent_judge_notices_a_wrong_answer(exported: Path, tmp_path: Path) -> None:
    import shutil

    from independent.figureqa import judge

    root = Path(shutil.copytree(exported, tmp_path / "f")) / "test2"
    pairs = json.loads((root / "qa_pairs.json").read_text())
    pairs["qa_pairs"][5]["answer"] ^= 1
    (root / "qa_pairs.json").write_text(json.dumps(pairs))
    assert len(judge(root).wrong) == 1


@pytest.mark.parametrize("name", registry.names("releases"))
def test_every_release_belongs_to_a_family(name: str) -> None:
    found = registry.get("releases", name)
    assert found.family in (*registry.names("families"), *registry.names("corpora"))
    assert found.name == name
