"""An exam over days: it moves, it grows, it is planned in a file; some questions, several samples, an endpoint for each model."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

import eyechart
from eyechart.errors import EyechartError
from eyechart.exam import planned
from eyechart.exam.plan import merged, model_from, plan_from, remember
from eyechart.reporting.ending import ended
from eyechart.store.folder import Dataset, load
from eyechart.store.run import open_run
from eyechart.talk.mock.server import Server, running


class Typed:
    """The command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *words: object) -> tuple[int, str, str]:
        from eyechart.cli import app

        code = ended(lambda: app([str(word) for word in words], exit_on_error=False, result_action="return_value"))
        said = self.capsys.readouterr()
        return code, said.out, said.err


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Typed:
    return Typed(capsys)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """chance has sat four figures: of other families it would learn, which takes long."""
    folder = tmp_path_factory.mktemp("held") / "exam"
    eyechart.exam("chance", folder, families=["figures"], count=4, seed=3)
    return folder


@pytest.fixture
def exam(held: Path, tmp_path: Path) -> Path:
    """The same, moved."""
    return Path(shutil.copytree(held, tmp_path / "moved"))


MOVED = "the dataset moved: found at"


# ---- folders move


@pytest.mark.parametrize("verb", ["score", "compare", "report"])
def test_an_exam_that_was_copied_is_read_and_that_it_moved_is_said_once(
    verb: str, exam: Path, typed: Typed, tmp_path: Path
) -> None:
    eyechart.exam("oracle", exam)  # somebody to compare with
    there = tmp_path / "farther"
    exam.rename(there)
    more = ["--out", tmp_path / "r.html"] if verb == "report" else []
    code, _, aside = typed(verb, there, *more)
    assert code == 0
    assert aside.count(f"{MOVED} {there / 'datasets' / 'figures'}, same fingerprint") == 1
    assert MOVED not in typed(verb, there, *more)[2]


def test_an_exam_goes_on_with_one_more_model_after_a_move(exam: Path, typed: Typed) -> None:
    code, told, aside = typed("exam", "oracle", "--out", exam)
    assert code == 0
    assert MOVED in aside
    assert [told.count(f" {name} ") for name in ("chance", "oracle")] == [1, 1]
    page = (exam / "report.html").read_text()
    assert ">chance</a>" in page
    assert ">oracle</a>" in page


def test_no_file_of_an_exam_names_where_it_was_but_to_say_that_it_moved(held: Path, exam: Path, typed: Typed) -> None:
    typed("score", exam)
    texts = {path: path.read_text() for path in exam.rglob("*.json")}
    assert [path for path, text in texts.items() if str(held.parent) in text] == []
    assert {path.name for path, text in texts.items() if str(exam) in text} == {"run.json"}


def test_a_run_moves_between_predict_and_score(few: Dataset, typed: Typed, tmp_path: Path) -> None:
    shutil.copytree(few.folder, tmp_path / "a" / "data")
    eyechart.predict("oracle", tmp_path / "a" / "data", tmp_path / "a" / "run")
    (tmp_path / "a").rename(tmp_path / "b")
    code, told, aside = typed("score", tmp_path / "b" / "run")
    assert (code, "100.0" in told) == (0, True)
    assert f"{MOVED} {tmp_path / 'b' / 'data'}" in aside


def test_a_run_that_moved_alone_finds_its_dataset_where_it_was(few: Dataset, typed: Typed, tmp_path: Path) -> None:
    eyechart.predict("oracle", few, tmp_path / "run")
    (tmp_path / "deep" / "down").mkdir(parents=True)
    (tmp_path / "run").rename(tmp_path / "deep" / "down" / "run")
    code, _, aside = typed("score", tmp_path / "deep" / "down" / "run")
    assert (code, aside) == (0, "")


def test_a_dataset_that_is_gone_is_asked_for_by_name(few: Dataset, typed: Typed, tmp_path: Path) -> None:
    data = Path(shutil.copytree(few.folder, tmp_path / "data"))
    eyechart.predict("oracle", data, tmp_path / "run")
    data.rename(tmp_path / "elsewhere")
    code, _, aside = typed("score", tmp_path / "run")
    assert code == 2
    assert f"is not at {data}. Say where it is: --dataset FOLDER" in aside
    assert typed("score", tmp_path / "run", "--dataset", tmp_path / "elsewhere")[0] == 0
    assert typed("score", tmp_path / "run")[0] == 0  # it is known now


def test_another_dataset_in_its_place_is_an_error(few: Dataset, typed: Typed, tmp_path: Path) -> None:
    data = Path(shutil.copytree(few.folder, tmp_path / "data"))
    eyechart.predict("oracle", data, tmp_path / "run")
    shutil.rmtree(data)
    eyechart.generate("figures", data, split="val1", count=2)
    code, _, aside = typed("score", tmp_path / "run")
    assert code == 2
    assert f"is a run on another dataset than {data}: the fingerprint of its own is" in aside


def test_a_dataset_that_no_run_is_on_is_refused(few: Dataset, typed: Typed, tmp_path: Path) -> None:
    eyechart.predict("oracle", few, tmp_path / "run")
    eyechart.generate("figures", tmp_path / "other", split="val1", count=2)
    code, _, aside = typed("score", tmp_path / "run", "--dataset", tmp_path / "other")
    assert (code, "no run is on it" in aside) == (2, True)


def test_a_run_of_an_earlier_version_opens(few: Dataset, tmp_path: Path) -> None:
    eyechart.predict("oracle", few, tmp_path / "run")
    about = {"model": "oracle", "dataset": str(few.folder.resolve())}
    (tmp_path / "run" / "run.json").write_text(json.dumps(about))
    assert eyechart.score(tmp_path / "run").overall("answer").mean == 1.0
    assert eyechart.predict("oracle", few, tmp_path / "run") == tmp_path / "run"  # and is gone on with


@pytest.mark.parametrize("change", [{"seed": 9}, {"split": "val1"}, {"changes": {"kinds": ["pie"]}}, {"count": 3}])
def test_other_data_have_another_fingerprint(change: dict[str, object], tmp_path: Path) -> None:
    usual: dict[str, object] = {"split": "val2", "count": 2, "seed": 8}
    one = eyechart.generate("figures", tmp_path / "one", **usual)  # type: ignore[arg-type]
    other = eyechart.generate("figures", tmp_path / "other", **usual | change)  # type: ignore[arg-type]
    assert one.manifest.fingerprint != other.manifest.fingerprint


# ---- many models, over days


def test_what_is_not_said_is_as_before(exam: Path) -> None:
    outcome = eyechart.exam("oracle", exam)
    assert [(s.model, s.family, s.images) for s in outcome.scores] == [
        ("chance", "figures", 4),
        ("oracle", "figures", 4),
    ]


def test_a_family_that_is_asked_for_later_is_asked_for_from_then_on(exam: Path) -> None:
    remember(planned(exam, ["oracle"], {"families": ["signs"], "count": 1}), exam)
    plan = json.loads((exam / "plan.json").read_text())["families"]
    assert {name: part["count"] for name, part in plan.items()} == {"figures": 4, "signs": 1}


def test_an_exam_asks_the_same_of_everybody(exam: Path) -> None:
    with pytest.raises(EyechartError, match="asks otherwise: of figures, limit is None there and 3 here"):
        eyechart.exam("oracle", exam, limit=3)


def test_who_did_not_finish_is_left_out_and_named(exam: Path) -> None:
    path = exam / "runs" / "chance" / "figures" / "predictions.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:2]))
    outcome = eyechart.exam("oracle", exam)
    assert [s.model for s in outcome.scores] == ["oracle"]
    assert any("chance/figures is not finished" in note for note in outcome.notes)


def test_a_baseline_may_be_a_run_of_another_exam(held: Path, exam: Path, typed: Typed) -> None:
    eyechart.exam("oracle", exam)
    code, told, _ = typed(
        "compare", exam / "runs" / "oracle", "--baseline", held / "runs" / "chance" / "figures", "--csv"
    )
    assert code == 0
    assert [row.split(",")[:3] for row in told.splitlines()[1:]] == [["oracle", "chance", "figures"]]


def test_a_baseline_on_other_data_is_refused(held: Path, few: Dataset, tmp_path: Path) -> None:
    run = eyechart.predict("oracle", few, tmp_path / "run")
    with pytest.raises(EyechartError, match="is on other data"):
        eyechart.compare([run], baseline=held / "runs" / "chance")


def test_the_report_compares_with_the_baseline_only(exam: Path) -> None:
    outcome = eyechart.exam(["oracle", "mock:chance"], exam, baseline="chance", asking=eyechart.Asking(frame="pixels"))
    page = outcome.report.read_text()
    assert "oracle − chance" in page
    assert "mock-chance − chance" in page
    assert "oracle − mock-chance" not in page


def test_an_unknown_baseline_is_told_before_anybody_sits(exam: Path) -> None:
    with pytest.raises(EyechartError, match="No run of 'orcale' to compare with. There are runs of oracle, chance"):
        eyechart.exam("oracle", exam, baseline="orcale")
    assert not (exam / "runs" / "oracle").exists()


def test_two_runs_of_one_name_are_told_apart_by_folder(few: Dataset, tmp_path: Path) -> None:
    for name in "ab":
        eyechart.predict("chance", few, tmp_path / name)
    [one] = eyechart.compare([tmp_path / "a", tmp_path / "b"])
    assert (one.first, one.second) == (f"chance ({tmp_path / 'a'})", f"chance ({tmp_path / 'b'})")


# ---- some questions


def test_a_limit_spreads_over_pages(dataset: Dataset) -> None:
    """As many pages as questions, as long as there are enough that hold the templates in question."""
    pages = Counter(q.id.split("/")[3] for q in dataset.limited(150).questions())
    assert (len(pages), max(pages.values())) == (150, 1)


def test_a_limit_keeps_the_shares_of_templates(dataset: Dataset) -> None:
    whole = Counter(q.template for q in dataset.questions())
    some = Counter(q.template for q in dataset.limited(150).questions())
    share = 150 / whole.total()
    assert {
        name: some[name] - share * count for name, count in whole.items() if abs(some[name] - share * count) > 1
    } == {}


def test_a_larger_limit_asks_what_a_smaller_one_asks(dataset: Dataset) -> None:
    few, more = ({q.id for q in dataset.limited(n).questions()} for n in (20, 60))
    assert few < more


def test_columns_and_scenes_of_a_limited_dataset_go_with_its_pages(dataset: Dataset) -> None:
    some = dataset.limited(40)
    ids = [q.id for q in some.questions()]
    assert some.columns(["text", "id"]).column("id").to_pylist() == ids
    assert [count for count, _ in some.scenes()] == [len(page.questions) for page in some]
    assert len(ids) == some.manifest.questions == 40
    assert some.manifest.fingerprint == dataset.manifest.fingerprint


def test_a_limit_of_none_or_more_than_there_are_is_all(few: Dataset) -> None:
    assert few.limited(None) is few
    assert few.limited(10**6) is few


def test_everybody_is_asked_the_same_few_questions_and_the_report_says_so(typed: Typed, tmp_path: Path) -> None:
    words = ("--families", "figures", "--count", 6, "--limit", 5, "--out", tmp_path / "exam")
    code, told, _ = typed("exam", "chance", "oracle", *words)
    assert code == 0
    assert "6 images, 5 of 16 questions" in told
    runs = [open_run(tmp_path / "exam" / "runs" / name / "figures") for name in ("chance", "oracle")]
    asked = [[json.loads(line)["question"] for line in run.predictions.read_text().splitlines()] for run in runs]
    assert asked[0] == asked[1]
    assert len(asked[0]) == 5
    assert "5 of 16 questions" in (tmp_path / "exam" / "report.html").read_text()


# ---- several samples


def test_samples_give_their_mean_and_the_best_of_them(typed: Typed, tmp_path: Path) -> None:
    out = tmp_path / "exam"
    model = "mock:oracle,temperature=0.6"
    words = ("--families", "figures", "--count", 8, "--repeat", 3, "--frame", "pixels", "--out", out)
    assert typed("exam", model, *words)[0] == 0
    runs = [open_run(out / "runs" / "mock-oracle" / name) for name in ("figures", "figures-sample2", "figures-sample3")]
    assert len({run.predictions.read_text() for run in runs}) == 3
    answers = [eyechart.score(run) for run in runs]
    code, told, _ = typed("score", out, "--json")
    [row] = json.loads(told)["tables"][0]["rows"]
    assert code == 0
    single = [100 * scores.overall("answer").mean for scores in answers]
    assert row["Answer"]["mean"] == pytest.approx(sum(single) / 3, abs=1e-3)
    assert row["Answer, best of 3"]["mean"] > max(single)


def test_the_best_of_samples_is_that_of_each_question() -> None:
    import numpy as np

    from eyechart.core import Marks
    from eyechart.score import averaged, best_of

    always, never = np.ones(3, bool), np.array([True, True, False])
    samples = [Marks(np.array([1.0, 0.0, 1.0]), always), Marks(np.array([0.0, 0.0, 1.0]), never)]
    assert averaged(samples).values.tolist() == [0.5, 0.0, 1.0]
    assert best_of(samples).values.tolist() == [1.0, 0.0, 1.0]


# ---- a plan in a file

PLAN = """
count = 3
seed = 5

[families.figures]
set = { kinds = ["pie"] }

[asking]
frame = "pixels"

[[models]]
name = "openai:toy"
as = "first"
base-url = "{first}"
key-env = "FIRST_KEY"

[[models]]
name = "openai:toy"
as = "second"
base-url = "{second}"
key-env = "SECOND_KEY"
send = ["temperature=0.5"]
"""


def test_a_plan_seats_two_models_at_two_endpoints_with_two_keys(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIRST_KEY", "key-of-the-first")
    monkeypatch.setenv("SECOND_KEY", "key-of-the-second")
    with running(Server()) as first, running(Server()) as second:
        plan = PLAN.replace("{first}", first.url()).replace("{second}", second.url())
        (tmp_path / "exam.toml").write_text(plan)
        code, told, aside = typed("exam", "--plan", tmp_path / "exam.toml", "oracle", "--out", tmp_path / "out")
        assert code == 0, aside
        assert [server.headers["authorization"] for server in (first, second)] == [
            "Bearer key-of-the-first",
            "Bearer key-of-the-second",
        ]
        assert [json.loads(server.body)["temperature"] for server in (first, second)] == [0, 0.5]
    assert [told.count(f" {name} ") for name in ("first", "second", "oracle")] == [1, 1, 1]
    assert "key-of" not in "".join(path.read_text() for path in (tmp_path / "out").rglob("*.json"))
    assert load(tmp_path / "out" / "datasets" / "figures").settings.kinds == ("pie",)  # type: ignore[attr-defined]


def test_an_option_of_model_says_the_same_as_a_table() -> None:
    words = (
        "name=openai:toy,as=first,base-url=http://localhost:1/v1,key-env=K,send=temperature=0.5,top_p=0.9,price=0.1,0.2"
    )
    assert model_from(words) == {
        "name": "openai:toy",
        "as": "first",
        "base-url": "http://localhost:1/v1",
        "key-env": "K",
        "send": ["temperature=0.5", "top_p=0.9"],
        "price": ["0.1", "0.2"],
    }


def test_a_comma_in_the_name_of_a_model_stays_in_it() -> None:
    assert model_from("name=mock:oracle,errors=0.1,seed=3,frame=pixels")["name"] == "mock:oracle,errors=0.1,seed=3"


def test_what_is_typed_wins_over_the_file() -> None:
    said = merged({"count": 9, "families": {"figures": {"count": 5, "seed": 1}}, "models": ["chance"]}, {"count": 2})
    [part] = plan_from(said).parts
    assert (part.count, part.seed) == (2, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cuont = 3", "exam.toml: No key of an exam 'cuont'. Did you mean 'count'?"),
        ("count = 'many'", "exam.toml: count: expected `int`, got `str`, here 'many'."),
        ("limit = 0", "exam.toml: limit: expected `int` >= 1, here 0."),
        ("families = 'figures'", "exam.toml: families: expected names"),
        ("families = ['figurs']", "exam.toml: families: No family 'figurs'. Did you mean 'figures'?"),
        ("[families.figures]\nprest = 'a'", "exam.toml: families.figures: No key of a family 'prest'. Did you mean 'preset'?"),
        ("[families.figures]\npreset = 'papr'", "exam.toml: families.figures: No preset of figures 'papr'. Did you mean 'paper'?"),
        ("[families.figures]\nset = { kind = 1 }", "exam.toml: families.figures: No setting of figures 'kind'."),
        ("alter = ['erasd']", "exam.toml: alter: No alteration 'erasd'. Did you mean 'erased'?"),
        ("models = 'chance'", "exam.toml: models: expected a list"),
        ("[[models]]\nas = 'x'", "exam.toml: model 1: each has a name"),
        ("models = ['oracle', { name = 'mock', base-ulr = 'x' }]",
         "exam.toml: model 2: No key of a model 'base-ulr'. Did you mean 'base-url'?"),
        ("[[models]]\nname = 'mock'\nin-flight = 'x'", "exam.toml: model 1: in-flight: expected `int`, got `str`, here 'x'."),
        ("count = = 3", "exam.toml: Invalid value (at line 1, column 9)."),
    ],
)  # fmt: skip
def test_an_error_of_a_plan_is_one_line_with_file_and_key(
    text: str, message: str, typed: Typed, tmp_path: Path
) -> None:
    (tmp_path / "exam.toml").write_text(text)
    code, _, aside = typed("exam", "--plan", tmp_path / "exam.toml", "chance")
    assert (code, len(aside.splitlines())) == (2, 1)
    assert message in aside


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--model", "openai:x"], "expected name=MODEL and then options"),
        (["--model", "name=openai:x,base-ulr=http://y"], "No option of --model 'base-ulr'. Did you mean 'base-url'?"),
        (["--model", "name=mock,as=chance", "chance"], "two models are called 'chance'"),
        (["--model", "name=openai:x,base-url=http://y,key-env=NO_SUCH_VARIABLE"], "this variable holds no key"),
        (["--plan", "nowhere.toml"], "No plan at nowhere.toml"),
        (["chance", "--json", "--csv"], "choose one of --json, --csv and --latex"),
    ],
)
def test_a_wrong_word_is_told_before_anything_is_made(
    words: list[str], message: str, typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, aside = typed("exam", *words)
    assert code != 0
    assert message in " ".join(aside.split())
    assert list(tmp_path.iterdir()) == []


def test_who_sat_earlier_stands_first_however_quickly_they_sat(few_lessons: None, tmp_path: Path) -> None:
    eyechart.exam(["oracle", "chance"], tmp_path, families=["figures"], count=3)
    outcome = eyechart.exam(["prior"], tmp_path)
    assert [scores.model for scores in outcome.scores] == ["oracle", "chance", "prior", "words"]
