"""Tables in the papers' layouts: their numbers as printed, ours beside them with intervals, and only runs that fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import eyechart
from eyechart import registry
from eyechart.convert import convert
from eyechart.core import Prediction
from eyechart.errors import EyechartError
from eyechart.export import export
from eyechart.models.chance import Chance
from eyechart.models.oracle import Oracle
from eyechart.predict import predict
from eyechart.reporting.layouts import cric, estvqa, figureqa, iconqa, vprom
from eyechart.reporting.layouts.layout import Layout, by_value, names, sharing
from eyechart.reporting.marked import marked
from eyechart.reporting.references import PEOPLE
from eyechart.reporting.tables.forms import as_rich, words
from eyechart.reporting.tables.table import mark
from eyechart.score import Score, Scores, score_run
from eyechart.store.folder import Dataset
from eyechart.store.predictions import append
from eyechart.store.results.judgements import HUMAN, write_runs
from eyechart.store.run import Run, start_run

LAYOUTS = list(registry.BUILT_IN["layouts"])


def sat(model: Any, dataset: Dataset, folder: Path, altered: str = "") -> Run:
    run = start_run(folder, model.name, dataset, altered=altered)
    predict(model, dataset, run.predictions)
    return run


def columns(table: Any) -> list[list[str]]:
    return [list(column.cells) for column in as_rich(table).columns]


def with_interval(score: Score | None, stacked: bool = False) -> str:
    return str(words(mark(score), stacked))


@pytest.fixture(scope="module")
def figures(dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return sat(Chance(), dataset, tmp_path_factory.mktemp("runs") / "figures")


@pytest.fixture(scope="module")
def icons(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("icons")
    made = eyechart.generate("icons", folder / "data", split="test", count=80, seed=5)
    return sat(Chance(), made, folder / "run")


@pytest.fixture(scope="module")
def matrices(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Dataset]:
    folder = tmp_path_factory.mktemp("matrices")
    return {
        regime: eyechart.generate(
            "matrices", folder / regime, split="test", count=12, seed=7, changes={"regime": regime}
        )
        for regime in ("neutral", "extrapolation")
    }


# ---- which runs fit


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_is_a_record_of_a_family_that_there_is(name: str) -> None:
    layout = registry.get("layouts", name)
    assert isinstance(layout, Layout)
    assert layout.family in (*registry.names("families"), *registry.names("corpora"))


@pytest.mark.parametrize("name", LAYOUTS)
def test_runs_of_another_family_are_refused_in_one_line(
    name: str, figures: Run, matrices: dict[str, Dataset], tmp_path: Path
) -> None:
    wanted = registry.get("layouts", name).family
    other = figures if wanted != "figures" else sat(Oracle(), matrices["neutral"], tmp_path / "run")
    family = "figures" if wanted != "figures" else "matrices"
    with pytest.raises(EyechartError) as refused:
        registry.get("layouts", name).table([other])
    said = str(refused.value)
    assert said.startswith(f"{other.folder} is a run on {family}, and this layout takes runs on {wanted}")
    assert "\n" not in said


# ---- as printed


@pytest.mark.parametrize(
    ("table", "width"),
    [
        (figureqa.TABLE3, 2),
        (figureqa.TABLE7, 2),
        (figureqa.TABLE4, 1),
        (figureqa.TABLE5, 3),
        (figureqa.TABLE6, 3),
        (iconqa.TABLE6, 16),
        (iconqa.TABLE11, 16),
        (vprom.TABLE2, 4),
        (estvqa.TABLE3, 16),
        (cric.TABLE2, 7),
        (cric.TABLE3, 8),
    ],
)
def test_every_printed_row_fills_its_table(table: dict[str, tuple[str, ...]], width: int) -> None:
    assert {len(numbers) for numbers in table.values()} == {width}


def test_numbers_are_those_of_the_papers() -> None:
    """Read off the pages by hand, with the place of each."""
    assert figureqa.TABLE3["CNN+LSTM on VGG-16 features"] == ("52.31", "52.47")
    assert figureqa.TABLE7["RN (val1)"] == ("67.74", "60.35")
    assert figureqa.TABLE5["Dot Line"] == ("54.19", "69.22", "87.20")
    assert figureqa.TABLE6["9 Is X the smoothest?"] == ("55.49", "58.57", "78.02")
    assert figureqa.TABLE6["13 Is X less than Y?"][2] == "90.12"
    assert iconqa.TABLE6["Random"][2] == "0.29"  # blanks
    assert iconqa.TABLE6["Patch-TRM"][-1] == "95.73"  # probability
    assert iconqa.TABLE11["Human (3-8)"][11] == "78.86"  # estimation
    assert vprom.TABLE2["Relational network (RN)"][3] == "61.3"
    assert estvqa.TABLE3["OCR UB"][9] == "43.9"  # LC, all
    assert estvqa.TABLE3["QA R-CNN w/ tricks"][-1] == "0.52"  # Δr
    assert cric.TABLE2["I-Only"] == ("48.47", "–", "00.12", "–", "14.24", "–", "–")
    assert cric.TABLE3["NMN-CS-GT"][3] == "47.61"  # Find_Hypernym


def test_people_in_the_report_are_those_of_the_tables() -> None:
    assert [[value for _, value, _ in PEOPLE[family]] for family in ("figures", "icons", "matrices")] == [
        ["91.21"],
        ["95.69", "93.91", "93.56"],
        ["77.8"],
    ]


def test_the_skills_stand_in_the_order_of_table_6() -> None:
    """Sen. is the one that cannot be told by its first letters."""
    short = [skill[:3].capitalize() + "." for skill in iconqa.SKILLS]
    assert [s for s, heading in zip(short, iconqa.SKILL_HEADINGS, strict=True) if s != heading] == ["Com."]
    assert iconqa.SKILLS[iconqa.SKILL_HEADINGS.index("Sen.")] == "commonsense"


# ---- ours beside them


def run_by(model: str, real: Run, folder: Path, right: float) -> Run:
    """A run under another name, with so large a share of right answers."""
    dataset = real.open_dataset()
    run = start_run(folder / model, model, dataset)
    questions = list(dataset.questions())
    said = Oracle().answer(questions)
    wrong = len(said) - round(right * len(said))
    kept = [msgspec.structs.replace(p, answer="wrong") if n < wrong else p for n, p in enumerate(said)]
    with run.predictions.open("w", encoding="utf-8") as file:
        append(file, kept)
    return run


def test_table_3_says_whether_our_order_is_the_papers(figures: Run, tmp_path: Path) -> None:
    shares = {
        "text-only": 0.5,
        "cnn-lstm": 0.6,
        "cnn-lstm-frozen@resnet50": 0.55,
        "relation-network": 0.8,
        "prefil": 0.9,
    }
    table = figureqa.table3.table([run_by(name, figures, tmp_path, share) for name, share in shares.items()])
    models, validation, test = columns(table)
    assert models[:5] == list(shares)
    assert validation[:5] == ["–"] * 5
    assert test[3].startswith("80.")
    assert table.about.endswith("over 4 models: 1.00.")
    shares["cnn-lstm"] = 0.9
    again = figureqa.table3.table([run_by(name, figures, tmp_path / "b", share) for name, share in shares.items()])
    assert again.about.endswith("over 4 models: 0.80.")


def test_table_3_takes_validation_and_test_only(tmp_path: Path) -> None:
    data = eyechart.generate("figures", tmp_path / "d", split="train", count=2)
    with pytest.raises(EyechartError, match="is on train, and this table is about val2 and test2"):
        figureqa.table3.table([sat(Oracle(), data, tmp_path / "run")])


def test_vproms_table_2_puts_trained_networks_under_their_features(
    matrices: dict[str, Dataset], tmp_path: Path
) -> None:
    real = sat(Oracle(), matrices["neutral"], tmp_path / "oracle")
    shares = {
        "panel-relation-network@ours+aux": 0.75, "panel-relation-network@resnet50": 0.0, "panel-gru-shared@ours+aux": 0.5,
        "panel-vqa-like@ours+aux": 0.25, "panel-relation-network@ours+shuffled": 0.0, "panel-gru@thumbnail": 0.25,
    }  # fmt: skip
    runs = [run_by(name, real, tmp_path / "runs", share) for name, share in shares.items()]
    table = vprom.table2.table([real, *runs])
    models, accuracy, resnet, _, bottom_up, bottom_up_aux = columns(table)
    rows = ["oracle", "Relational network (RN)", "GRU-shared", "VQA-like", "RN with shuffled inputs", "panel-gru"]
    assert models[:6] == rows
    assert [cell.partition(" ")[0] for cell in accuracy[:6]] == ["100.0", "–", "–", "–", "–", "25.0"]
    assert [cells[1].partition(" ")[0] for cells in (resnet, bottom_up_aux)] == ["0.0", "75.0"]
    assert bottom_up[4].startswith("0.0")


def test_vproms_order_is_compared_among_networks_with_the_same_features(
    matrices: dict[str, Dataset], tmp_path: Path
) -> None:
    real = sat(Oracle(), matrices["neutral"], tmp_path / "oracle")
    shares = {
        "panel-relation-network@ours+aux": 0.75, "panel-relation-network@resnet50": 0.0, "panel-gru-shared@ours+aux": 0.5,
        "panel-vqa-like@ours+aux": 0.25,
    }  # fmt: skip
    table = vprom.table2.table([run_by(name, real, tmp_path / "runs", share) for name, share in shares.items()])
    assert table.about.endswith("of our order with the paper's: B.-up +aux.loss 1.00 (3 models).")


def test_table_4_has_our_run_with_its_interval_above_the_paper(figures: Run) -> None:
    models, marks = columns(figureqa.table4.table([figures]))
    assert models == ["chance", "paper: CNN+LSTM", "paper: RN", "paper: Human"]
    assert marks == [with_interval(score_run(figures).overall("answer")), "56.04", "72.18", "91.21"]
    assert "–" in marks[0]


def test_table_5_goes_by_figure_and_table_6_by_question(figures: Run) -> None:
    scores = score_run(figures)
    kinds, *_, people, ours = columns(figureqa.table5.table([figures]))
    assert (kinds[3], people[3]) == ("Dot Line", "87.20")
    assert ours[3] == with_interval(next(s for s in scores.by("figure", "answer") if s.value == "dot_line"))
    templates, *_, people, ours = columns(figureqa.table6.table([figures]))
    assert (templates[13], people[13]) == ("14 Is X greater than Y?", "89.88")
    assert ours[13] == with_interval(
        next(s for s in scores.by("template", "answer") if s.value == "greater throughout")
    )


def test_people_stand_in_one_row_however_many_answered(
    icons: Run, matrices: dict[str, Dataset], tmp_path: Path
) -> None:
    def said(dataset: Dataset) -> list[Prediction]:
        right = [Prediction(question=q.id, answer=q.answers[0]) for q in dataset.questions()]
        return [*right, *(msgspec.structs.replace(one, answer=None) for one in right)]

    asked = icons.open_dataset()
    ages = {name: said(asked) for name in (HUMAN, f"{HUMAN} (3-8)")}
    models, marks, *_ = columns(iconqa.table11.table(write_runs(asked, ages, tmp_path / "icons")))
    assert models[:3] == ["human", "human (3-8)", "paper: Human"]
    assert {cell.split()[0] for cell in marks[:2]} == {"50.0"}
    people = write_runs(matrices["neutral"], {HUMAN: said(matrices["neutral"])}, tmp_path / "matrices")
    models, marks, *_ = columns(vprom.table2.table(people))
    assert (models[:2], marks[0].split()[0], marks[1]) == (["human", "paper: Human evaluation"], "50.0", "77.8")


def test_what_the_paper_does_not_ask_comes_last_without_its_numbers() -> None:
    radar = Score("answer", "figure", "radar", 0.5, 0.4, 0.6, 10, 5)
    scores = Scores(
        model="m", dataset="", family="figures", split="", questions=10, images=5, unparsed=0, scores=(radar,)
    )
    table = by_value("Figure Type", "figure", figureqa.KINDS, (figureqa.MODELS, figureqa.TABLE5), {"m": scores})
    assert [cells[-1] for cells in columns(table)] == ["radar", "–", "–", "–", "50.0 (40.0–60.0)"]
    assert columns(table)[-1][:5] == ["–"] * 5


def test_a_question_of_several_skills_counts_in_each(icons: Run) -> None:
    m = marked(icons)
    right, asked = m.answer.values, [facets["skills"].split(" + ") for facets in m.column("facets").to_pylist()]
    assert any(len(skills) > 1 for skills in asked)
    for skill, column in zip(iconqa.SKILLS, iconqa.COLUMNS[3:], strict=True):
        score = column.mark(m.scores)
        mine = [value for value, skills in zip(right, asked, strict=True) if skill in skills]
        assert score is not None
        assert score.questions == len(mine)
        assert score.mean == pytest.approx(np.mean(mine))
        assert score.low <= score.mean <= score.high


def test_iconqas_tables_go_by_sub_task_and_by_skill(icons: Run) -> None:
    forms = {s.value: s for s in score_run(icons).by("form", "answer")}
    for layout, paper in ((iconqa.table6, iconqa.TABLE6), (iconqa.table11, iconqa.TABLE11)):
        found = columns(layout.table([icons]))
        assert len(found) == 1 + 3 + 13
        assert found[0] == ["chance", *(f"paper: {name}" for name in paper)]
        assert [cells[0] for cells in found[1:4]] == [
            with_interval(forms[form], stacked=True) for form in ("choose-picture", "choose-text", "fill-in")
        ]


def test_runs_of_a_model_on_several_regimes_share_a_row(matrices: dict[str, Dataset], tmp_path: Path) -> None:
    runs = [sat(Oracle(), made, tmp_path / regime) for regime, made in matrices.items()]
    names, neutral, interpolation, extrapolation, *_ = columns(vprom.regimes.table(runs))
    assert names[:2] == ["oracle", "paper: Human evaluation"]
    assert (neutral[0][:5], interpolation[0], extrapolation[0][:5]) == ("100.0", "–", "100.0")
    assert neutral[1:] == ["77.8", "12.5", "55.7", "52.7", "41.0", "61.3", "12.5"]


def test_table_2_of_vprom_takes_the_neutral_regime_only(matrices: dict[str, Dataset], tmp_path: Path) -> None:
    runs = [sat(Oracle(), made, tmp_path / regime) for regime, made in matrices.items()]
    _, marks, *_ = columns(vprom.table2.table(runs))
    assert [mark[:5] for mark in marks[:3]] == ["100.0", "–", "77.8"]


def test_matrices_of_no_regime_are_refused_by_regime_and_shown_in_table_2(
    matrices: dict[str, Dataset], tmp_path: Path
) -> None:
    export(matrices["neutral"], "vprom", tmp_path / "official")
    release = convert("vprom", tmp_path / "official", "all", tmp_path / "data")
    run = sat(Oracle(), release, tmp_path / "run")
    with pytest.raises(EyechartError, match="no regime"):
        vprom.regimes.table([run])
    assert columns(vprom.table2.table([run]))[1][0].startswith("100.0")
    assert columns(vprom.types.table([run]))[0] == ["oracle"]


def test_est_vqas_says_its_thresholds() -> None:
    assert estvqa.table3.title.endswith("; τ = 0.75, θ = 0.5")
    assert estvqa.table3.with_tau(0.5).title.endswith("; τ = 0.5, θ = 0.5")


@pytest.fixture(scope="module")
def signs(tmp_path_factory: pytest.TempPathFactory) -> dict[float, Dataset]:
    """By overlap."""
    folder = tmp_path_factory.mktemp("signs")
    return {
        shared: eyechart.generate(
            "signs", folder / f"{shared}", split="test", count=5, changes={"overlap": {"en": shared, "zh": shared}}
        )
        for shared in (1.0, 0.0)
    }


class Nearly:
    """Says the answer with one letter or sign in so many that is wrong, and points at the right place."""

    name = "lorra-lv@tiles"

    def answer(self, questions: Any) -> list[Prediction]:
        return [
            Prediction(question=q.id, answer=q.answers[0] + "~" * (2 * len(q.answers[0])), evidence=q.evidence)
            for q in questions
        ]


def test_a_higher_threshold_forgives_more(signs: dict[float, Dataset], tmp_path: Path) -> None:
    """Two thirds of what is said are too much: at τ 0.75 a third of a point, at 0.5 nothing."""
    run = sat(Nearly(), signs[1.0], tmp_path / "run")
    for tau, expected in ((0.75, "33.3"), (0.5, "0.0")):
        table = estvqa.table3.with_tau(tau).table([run])
        found = dict(zip([column.name for column in table.columns], columns(table), strict=True))
        assert found["CLC\nBi\nAcc"][0].split()[0] == expected
        assert f"Ours: τ is {tau}." in table.about


def test_the_highest_share_with_evidence_is_told_with_how_far_it_is_above(
    signs: dict[float, Dataset], tmp_path: Path
) -> None:
    class Nowhere(Nearly):
        name = "qa-rcnn@tiles"

        def answer(self, questions: Any) -> list[Prediction]:
            return [Prediction(question=p.question, answer=p.answer) for p in super().answer(questions)]

    runs = [sat(one, signs[1.0], tmp_path / one.name) for one in (Nearly(), Nowhere())]
    about = estvqa.table3.table(runs).about
    assert about.endswith(
        "is that of lorra-lv: above qa-rcnn's by 1.000 (1.000 to 1.000), on the same pictures drawn anew."
    )
    assert "The highest" not in estvqa.table3.table(runs[:1]).about


def test_figure_9_rises_with_the_threshold(signs: dict[float, Dataset], tmp_path: Path) -> None:
    model, *curve = columns(estvqa.figure9.table([sat(Nearly(), signs[1.0], tmp_path / "run")]))
    assert model == ["lorra-lv@tiles"]
    assert [cells[0] for cells in curve] == ["0.0"] * 6 + ["33.3"] * 4  # τ 0.1 to 1


def test_no_other_layout_takes_a_threshold() -> None:
    with pytest.raises(EyechartError, match="has none: V-PROM"):
        vprom.table2.with_tau(0.5)
    with pytest.raises(EyechartError, match="above 0"):
        estvqa.table3.with_tau(2)


def test_runs_of_a_model_at_several_overlaps_share_a_row(signs: dict[float, Dataset], tmp_path: Path) -> None:
    runs = [sat(Nearly(), made, tmp_path / f"{shared}") for shared, made in signs.items()]
    table = estvqa.overlap.table(runs)
    heads = [f"overlap {shared}\n{name}" for shared in (1, 0) for name in ("right", "CLC", "TC", "Δr")]
    assert [column.name for column in table.columns[1:]] == heads
    [name, *marks] = [cells[0].split()[0] for cells in columns(table)]
    assert (name, marks) == ("lorra-lv@tiles", ["0.0", "33.3", "33.3", "1.00"] * 2)


def test_an_overlap_that_differs_by_language_is_none(tmp_path: Path) -> None:
    made = eyechart.generate("signs", tmp_path / "signs", split="test", count=1)
    with pytest.raises(EyechartError, match="overlap differs by language"):
        estvqa.overlap.table([sat(Nearly(), made, tmp_path / "run")])


def test_a_model_whose_texts_are_read_otherwise_stands_beside_itself(
    signs: dict[float, Dataset], tmp_path: Path
) -> None:
    other = Nearly()
    other.name = "lorra-lv@tiles+ocr=rapidocr"
    table = estvqa.reading.table([sat(one, signs[1.0], tmp_path / one.name) for one in (Nearly(), other)])
    assert columns(table)[0] == ["lorra-lv@tiles"]
    assert [c.name for c in table.columns[1::4]] == ["as learnt\nright", "rapidocr\nright"]


# ---- names


def test_runs_that_cannot_be_told_by_their_model_are_told_by_their_folders() -> None:
    runs = [
        Run(Path(folder), "m", Path("d"), "print", altered=altered)
        for folder, altered in (("a", ""), ("b", ""), ("c", "erased"))
    ]
    assert names(runs) == ["m (a)", "m (b)", "m, erased"]


def test_a_second_run_of_the_same_gets_a_row_of_its_own() -> None:
    assert sharing([("m", {"a": 1}), ("m", {"b": 2}), ("n", {"b": 3}), ("m", {"a": 4})]) == [
        ("m", {"a": 1, "b": 2}),
        ("n", {"b": 3}),
        ("m", {"a": 4}),
    ]
