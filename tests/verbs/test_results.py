"""Predictions as people have them: hand-made files of every form, each read as meant or refused with the place."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eyechart
from eyechart.cli import app
from eyechart.convert import convert
from eyechart.core import Question, own_name
from eyechart.drawing.png import png
from eyechart.errors import EyechartError
from eyechart.export import export
from eyechart.score import score, sheet_for
from eyechart.store.folder import Dataset
from miniatures import figureqa, lay_out_cric, lay_out_figureqa

PICTURE = png(np.zeros((300, 400, 4), np.uint8))
QUADS = [[1, 2, 30, 2, 30, 12, 1, 12], [5, 5, 60, 5, 60, 20, 5, 20]]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Dataset]:
    root = tmp_path_factory.mktemp("releases")
    lay_out_figureqa(root / "figureqa", "train1", *figureqa(), PICTURE)
    problem = {"question": "How many?", "grade": "grade2", "label": "V1"}
    for pid, more in {
        "62": {"ques_type": "fill_in_blank", "answer": "12"},
        "70": {"ques_type": "fill_in_blank", "answer": "o'clock"},
        "88": {"ques_type": "choose_txt", "choices": ["red", "blue", "green"], "answer": 1},
        "90": {"ques_type": "choose_txt", "choices": ["2", "0", "1"], "answer": 2},  # numbers that are no indices
        "4": {"ques_type": "choose_img", "choices": ["choice_0.png", "choice_1.png"], "answer": 0},
    }.items():
        home = root / "iconqa" / "iconqa" / "test" / str(more["ques_type"]) / pid
        home.mkdir(parents=True)
        (home / "data.json").write_text(json.dumps(problem | more))
        for name in ("image.png", "choice_0.png", "choice_1.png"):
            (home / name).write_bytes(PICTURE)
    export(eyechart.generate("matrices", root / "m", split="test", count=2, seed=2), "vprom", root / "vprom")
    rows = [
        {"question_id": n, "question": "What, exactly?", "answer": a, "evidence": quad}
        for n, a, quad in zip((7, 9), ("Fox", "小颜家电维修"), QUADS, strict=True)
    ]
    (root / "estvqa").mkdir()
    (root / "estvqa" / "test.json").write_text(json.dumps(rows))
    (root / "cric").mkdir()
    lay_out_cric(root / "cric")
    splits = {"figureqa": "train1", "iconqa": "test", "vprom": "all", "estvqa": "test", "cric": "val"}
    made = {name: convert(name, root / name, split, root / "data" / name) for name, split in splits.items()}
    return made | {"ours": eyechart.generate("figures", root / "ours", split="val1", count=2, seed=8)}


# ---- ways to say which question, which answer, and to put rows into a file

Row = dict[str, Any]
Way = Callable[[Question], Any]


def by_id(q: Question, image: int) -> Row:
    return {"question": q.id}


def by_words(q: Question, image: int) -> Row:
    return {"question_index": 5, "image_index": image, "question_id": 3, "question_string": q.text}


def by_question_id(q: Question, image: int) -> Row:
    return {"question_id": own_name(q.id)}


def by_number(q: Question, image: int) -> Row:
    return {"question_id": int(own_name(q.id) or ""), "question": q.text}


def by_pid(q: Question, image: int) -> Row:
    return {"pid": image}


def word(q: Question) -> Any:
    return q.answers[0]


def loud(q: Question) -> Any:
    return f" {q.answers[0].upper()} "


def number(q: Question) -> Any:
    """As the papers' files number answers: yes is 1, a choice its index."""
    if q.form == "yes/no":
        return int(q.answers[0] == q.choices[0])
    if q.form == "fill-in":
        return int(q.answers[0]) if q.answers[0].isdigit() else q.answers[0]
    return q.choices.index(q.answers[0])


def digits(q: Question) -> Any:
    """An index in quotes; where choices are numbers themselves, that is ambiguous, and the choice is meant."""
    return q.answers[0] if any(c.isdigit() for c in q.choices) else str(number(q))


def truth(q: Question) -> Any:
    return q.answers[0] == q.choices[0]


def file_name(q: Question) -> Any:
    return f"choice_{number(q)}.png" if q.form == "choose-picture" else q.answers[0]


def panel(q: Question) -> Any:
    return 9 + q.choices.index(q.answers[0])


def wrong(answer: Any) -> Any:
    return (not answer) if isinstance(answer, bool) else "certainly not"


def lines(rows: Sequence[Row]) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def unended(rows: Sequence[Row]) -> str:
    return lines(rows).removesuffix("\n")


def gaps(rows: Sequence[Row]) -> str:
    return "\n" + lines(rows).replace("\n", "\r\n\r\n")


def array(rows: Sequence[Row]) -> str:
    return json.dumps(rows)


def indented(rows: Sequence[Row]) -> str:
    return json.dumps(rows, indent=2, ensure_ascii=False) + "\n"


def marked(rows: Sequence[Row]) -> str:
    return "\ufeff" + array(rows)


def separated(mark: str) -> Callable[[Sequence[Row]], str]:
    def write(rows: Sequence[Row]) -> str:
        file = io.StringIO()
        table = csv.DictWriter(file, list(rows[0]), delimiter=mark)
        table.writeheader()
        table.writerows({k: json.dumps(v) if isinstance(v, list) else v for k, v in row.items()} for row in rows)
        return file.getvalue()

    write.__name__ = {",": "comma", "\t": "tab", ";": "semicolon"}[mark]
    return write


def unquoted(rows: Sequence[Row]) -> str:
    """As FigureQA's script writes: nothing is quoted."""
    return "\n".join([",".join(rows[0]), *(",".join(str(v) for v in row.values()) for row in rows)])


def mapping(rows: Sequence[Row]) -> str:
    return json.dumps({str(next(iter(row.values()))): row["answer"] for row in rows})


def published(rows: Sequence[Row]) -> str:
    """IconQA's own."""
    return json.dumps({"accuracy": 1.0, "args": {"task": "choose_img"}, "results": json.loads(mapping(rows))}, indent=2)


def full(rows: Sequence[Row]) -> str:
    return json.dumps({str(next(iter(row.values()))): {"answer": row["answer"]} for row in rows})


JSONS = (lines, unended, gaps, array, indented, marked)
TABLES = (separated(","), separated("\t"), separated(";"))
MAPS = (mapping, published, full)
# dataset -> ways to name its questions, ways to answer in JSON, containers
FILES: list[tuple[str, Callable[[Question, int], Row], Sequence[Way], Sequence[Callable[[Sequence[Row]], str]]]] = [
    ("ours", by_id, (word, loud, number, truth), JSONS),
    ("ours", by_id, (word, loud, number, digits, truth), TABLES),
    ("ours", by_id, (word, number, digits, truth), MAPS),
    ("figureqa", by_id, (word, loud, number), (*JSONS, *TABLES)),
    ("figureqa", by_words, (word, number, digits, truth), (*JSONS, *TABLES, unquoted)),
    ("iconqa", by_id, (word, number, file_name), JSONS),
    ("iconqa", by_pid, (word, number, digits, file_name), (*JSONS, *MAPS)),
    ("iconqa", by_pid, (word, digits, file_name), TABLES),
    ("vprom", by_id, (word, number, panel), JSONS),
    ("vprom", by_pid, (word, number, digits, panel), (*JSONS, *TABLES, *MAPS)),
    ("estvqa", by_id, (word,), (*JSONS, *TABLES)),
    ("estvqa", by_question_id, (word,), (*JSONS, *TABLES, *MAPS)),
    ("estvqa", by_number, (word,), JSONS),
    ("cric", by_question_id, (word, loud), (*JSONS, *TABLES, *MAPS)),
    ("cric", by_id, (word,), JSONS),
]  # fmt: skip
CASES = [(name, key, way, put) for name, key, ways, puts in FILES for way, put in product(ways, puts)]


def rows_of(dataset: Dataset, key: Callable[[Question, int], Row], way: Way) -> list[Row]:
    return [{**key(q, page.index), "answer": way(q)} for page in dataset for q in page.questions]


def test_there_are_two_hundred_hand_made_files() -> None:
    assert len(CASES) + len(REFUSED) + len(STRAYS) >= 200


@pytest.mark.parametrize(
    ("name", "key", "way", "put"), CASES, ids=[f"{n}-{k.__name__}-{w.__name__}-{p.__name__}" for n, k, w, p in CASES]
)
def test_a_file_is_read_as_it_is_meant(
    data: dict[str, Dataset],
    tmp_path: Path,
    name: str,
    key: Callable[[Question, int], Row],
    way: Way,
    put: Callable[[Sequence[Row]], str],
) -> None:
    rows = rows_of(data[name], key, way)
    path = tmp_path / "said.txt"  # what it is, its content tells
    path.write_text(put(rows[::-1]), encoding="utf-8", newline="")
    right = score(data[name], path)
    assert (right.notes, right.unparsed) == ((), 0)
    assert right.overall("answer").mean == 1.0  # type: ignore[union-attr]
    rows[0]["answer"] = wrong(rows[0]["answer"])
    path.write_text(put(rows), encoding="utf-8", newline="")
    assert score(data[name], path).overall("answer").mean == pytest.approx(1 - 1 / len(rows))  # type: ignore[union-attr]


# ---- evidence


@pytest.mark.parametrize("put", [*JSONS, *TABLES], ids=lambda put: put.__name__)
def test_est_vqas_evidence_is_eight_numbers_or_strings(
    data: dict[str, Dataset], tmp_path: Path, put: Callable[[Sequence[Row]], str]
) -> None:
    rows = rows_of(data["estvqa"], by_question_id, word)
    rows[0]["evidence"], rows[1]["evidence"] = [str(n) for n in QUADS[0]], [0] * 8  # nothing said, as its sample has it
    (tmp_path / "p").write_text(put(rows), encoding="utf-8", newline="")
    said = sheet_for(data["estvqa"], tmp_path / "p").predictions.column("evidence").to_pylist()
    assert [len(regions) for regions in said] == [1, 0]
    scores = score(data["estvqa"], tmp_path / "p")
    assert [scores.overall(m).mean for m in ("estvqa-lc", "estvqa-clc", "estvqa-tc")] == [0.5, 0.5, 1.0]  # type: ignore[union-attr]


@pytest.mark.parametrize("target", [lambda ids: [int(i) for i in ids], lambda ids: ids], ids=["numbers", "texts"])
def test_crics_target_names_objects(
    data: dict[str, Dataset], tmp_path: Path, target: Callable[[list[str]], list[Any]]
) -> None:
    rows = rows_of(data["cric"], by_question_id, word)
    for row, q in zip(rows, data["cric"].questions(), strict=True):
        row["target"] = target([id for r in (q.evidence.regions if q.evidence else ()) for id in r.things])
    (tmp_path / "p").write_text(array(rows))
    scores = score(data["cric"], tmp_path / "p")
    assert [scores.overall(m).mean for m in ("cric-grd", "cric-final", "evidence")] == [1.0, 1.0, 1.0]  # type: ignore[union-attr]


def test_a_box_is_evidence_too(data: dict[str, Dataset], tmp_path: Path) -> None:
    rows = [{**row, "box": [10, 10, 30, 70]} for row in rows_of(data["cric"], by_question_id, word)]
    (tmp_path / "p").write_text(array(rows))
    assert score(data["cric"], tmp_path / "p").overall("cric-grd").mean == 0.5  # type: ignore[union-attr]


def test_the_same_question_asked_twice_of_an_image_is_answered_in_turn(tmp_path: Path) -> None:
    pairs, notes = figureqa()
    pairs["qa_pairs"] = [pairs["qa_pairs"][0] | {"question_string": "Teal, is it the maximum?"}] * 2
    lay_out_figureqa(tmp_path / "r", "train1", pairs, notes, PICTURE)
    twice = convert("figureqa", tmp_path / "r", "train1", tmp_path / "d")
    (tmp_path / "p.csv").write_text(unquoted(rows_of(twice, by_words, number)))
    assert score(twice, tmp_path / "p.csv").overall("answer").mean == 1.0  # type: ignore[union-attr]


# ---- answers that are none of the choices

STRAYS: list[tuple[str, Callable[[Question, int], Row], Mapping[int, Any], str]] = [
    ("iconqa", by_id, {4: "0"}, "1 answer is not among the choices, e.g. '0'; letters are expected"),
    ("iconqa", by_id, {4: "7", 88: "pink"}, "2 answers are not among the choices, e.g. '7'; letters are expected"),
    ("iconqa", by_pid, {4: 4}, "1 answer is not among the choices, e.g. '4'; letters are expected"),
    ("iconqa", by_pid, {4: "choice_9.png"}, "1 answer is not among the choices, e.g. 'choice_9.png'; letters are expected"),
    ("iconqa", by_pid, {88: "pink"}, "1 answer is not among the choices, e.g. 'pink'; the words of a choice are expected"),
    ("iconqa", by_pid, {88: 0.5}, "1 answer is not among the choices, e.g. '0.5'; the words of a choice are expected"),
    ("iconqa", by_pid, {88: -1}, "1 answer is not among the choices, e.g. '-1'; the words of a choice are expected"),
    ("vprom", by_pid, {0: 8}, "1 answer is not among the choices, e.g. '8'; letters are expected"),
    ("vprom", by_pid, {0: 17, 1: 20}, "2 answers are not among the choices, e.g. '17'; letters are expected"),
    ("figureqa", by_words, {2: "maybe"}, "1 answer is not among the choices, e.g. 'maybe'; yes and no are expected"),
    ("figureqa", by_words, {2: 2}, "1 answer is not among the choices, e.g. '2'; yes and no are expected"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "key", "changed", "note"), STRAYS)
def test_an_answer_that_is_none_of_the_choices_is_counted_and_named(
    data: dict[str, Dataset],
    tmp_path: Path,
    name: str,
    key: Callable[[Question, int], Row],
    changed: Mapping[int, Any],
    note: str,
) -> None:
    rows = [
        {**key(q, page.index), "answer": changed.get(page.index, q.answers[0])}
        for page in data[name]
        for q in page.questions
    ]
    (tmp_path / "p").write_text(array(rows))
    found = score(data[name], tmp_path / "p")
    assert found.notes == (note,)
    assert found.overall("answer").mean == pytest.approx(1 - len(changed) / len(rows))  # type: ignore[union-attr]


# ---- part of it


def test_without_partial_what_is_missing_is_refused(data: dict[str, Dataset], tmp_path: Path) -> None:
    (tmp_path / "p").write_text(mapping(rows_of(data["iconqa"], by_pid, number)[:3]))
    with pytest.raises(EyechartError, match="2 of 5 questions have no prediction.*--partial"):
        score(data["iconqa"], tmp_path / "p")


@pytest.mark.parametrize("held", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("put", [lines, unended, published, separated(",")], ids=lambda put: put.__name__)
def test_partial_scores_what_is_there_and_says_how_much(
    data: dict[str, Dataset], tmp_path: Path, held: int, put: Callable[[Sequence[Row]], str]
) -> None:
    (tmp_path / "p").write_text(put(rows_of(data["iconqa"], by_pid, word)[::-1][:held]))
    found = score(data["iconqa"], tmp_path / "p", partial=True)
    assert found.notes == (f"{held} of 5 questions are answered ({20 * held}.0 %), and only these are scored",)
    assert (found.questions, found.images, found.overall("answer").mean) == (held, held, 1.0)  # type: ignore[union-attr]


def test_partial_counts_rows_that_answer_other_questions(data: dict[str, Dataset], tmp_path: Path) -> None:
    (tmp_path / "p").write_text(json.dumps({"4": 0, "4711": 1, "4712": "x"}))
    found = score(data["iconqa"], tmp_path / "p", partial=True)
    assert found.notes[0].endswith("; 2 rows answer questions that are not in the dataset")


def test_partial_needs_something(data: dict[str, Dataset], tmp_path: Path) -> None:
    (tmp_path / "p").write_text(json.dumps({"4711": 1}))
    with pytest.raises(EyechartError, match="none of its 1 rows answers a question of the dataset"):
        score(data["iconqa"], tmp_path / "p", partial=True)


def test_partial_keeps_the_scenes_beside_their_questions(data: dict[str, Dataset], tmp_path: Path) -> None:
    rows = rows_of(data["cric"], by_question_id, word)
    for row, q in zip(rows, data["cric"].questions(), strict=True):
        row["target"] = [id for r in (q.evidence.regions if q.evidence else ()) for id in r.things]
    (tmp_path / "p").write_text(array(rows[1::2]))
    assert score(data["cric"], tmp_path / "p", partial=True).overall("cric-final").mean == 1.0  # type: ignore[union-attr]


def test_the_command_line_says_what_was_scored(
    data: dict[str, Dataset], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "p.json").write_text(json.dumps({"4": "7"}))
    app(
        ["score", str(tmp_path / "p.json"), "--dataset", str(data["iconqa"].folder), "--partial"],
        result_action="return_value",
    )
    said = " ".join(capsys.readouterr().out.split())
    assert "1 of 5 questions are answered (20.0 %), and only these are scored" in said
    assert "1 answer is not among the choices, e.g. '7'; letters are expected" in said


def test_a_line_cut_off_by_a_kill_is_not_there(data: dict[str, Dataset], tmp_path: Path) -> None:
    text = lines(rows_of(data["ours"], by_id, word))
    (tmp_path / "p").write_text(text[:-9])
    with pytest.raises(EyechartError, match="1 of [0-9]+ questions have no prediction"):
        score(data["ours"], tmp_path / "p")


# ---- refused, with the place

HEADER = "question_index,image_index,question_id,question_string,answer\n"
OURS = '{"question": "a", "answer": "yes"}\n'
CRIC = '{"1": {"answer": "fork", "target": [99]}, "2": "fork", "3": "no", "4": "plate"}'
REFUSED = [
    ("iconqa", "", "holds no predictions|begins no predictions"),
    ("iconqa", "\n\n", "begins no predictions"),
    ("iconqa", "[]", "holds no predictions"),
    ("iconqa", "{}", "holds no predictions"),
    ("iconqa", "hello", "line 1: 'hello' begins no predictions"),
    ("iconqa", "pid;value\n4;0\n", "line 1: .* begins no predictions"),
    ("iconqa", "[1, 2]", "row 1: '1' is no row with keys"),
    ("iconqa", '[{"pid": 4, "answer": 0}, "x"]', "row 2: 'x' is no row with keys"),
    ("iconqa", '{"4": 0,', "is no JSON: .*line 1 column"),
    ("iconqa", '[{"pid": 4, "answer": 0}', "is no JSON"),
    ("iconqa", '{"4": 0, "4": 1}', "'4' is answered more than once"),
    ("iconqa", '{"4": [0, 1]}', "'4': the answer is .0, 1., not one text or number"),
    ("iconqa", '{"results": 5}', "results are '5', not {pid: answer}"),
    ("iconqa", '{"4": {"guess": 1}}', "'4': no answer. Found the keys: pid, guess"),
    ("iconqa", '[{"pid": 4}]', "row 1: no answer. Found the keys: pid"),
    ("iconqa", '[{"answer": 4}]', "row 1: does not say which question it answers"),
    ("iconqa", '[{"pid": 4, "answer": 0}, {"question": "x", "answer": 0}]', "entry 2: goes by id, those before it by pid"),
    ("iconqa", "pid,answer\n4\n", "line 2: 1 fields, where line 1 names 2: pid, answer"),
    ("iconqa", "pid,answer\n4,0,1\n", "line 2: 3 fields"),
    ("iconqa", '{"4711": 0}', "1 of 1 rows answer questions that are not in the dataset, such as '4711'"),
    ("figureqa", '{"0": 1}', "0 has 2 questions in the dataset, such as 'figureqa/train1/official/0/0': name them by id"),
    ("figureqa", HEADER + "0,0,1,Is Teal the maximum?,1\n" * 2, "1 questions are answered more than once"),
    ("figureqa", HEADER + "0,0,1,Is Mauve the maximum?,1\n", "such as '0: Is Mauve the maximum[?]'"),
    ("figureqa", HEADER + "0,0\n", "line 2: 2 fields, where line 1 names 5"),
    ("ours", OURS + '{"question" "b"}\n' + OURS, "line 2: Expecting ':' delimiter"),
    ("ours", OURS + "yes\n" + OURS, "line 2: Expecting value at column 1; found 'yes'"),
    ("ours", '{"question": "a", "answer": ["yes"]}\n', "line 1: the answer is"),
    ("ours", '{"question": "a", "answer": 1, "confidence": "high"}\n', "line 1: 'high' is no number"),
    ("ours", '{"question": "a", "answer": 1, "evidence": {"regions": 5}}\n', "line 1: evidence: Expected `array`, got `int`"),
    ("estvqa", '[{"question_id": 7, "answer": "x", "evidence": [1, 2]}]', "row 1: evidence has 2 numbers"),
    ("estvqa", '[{"question_id": 7, "answer": "x", "evidence": ["a"]}]', "row 1: 'a' is no number"),
    ("estvqa", '[{"question_id": 7, "answer": "x", "evidence": "all"}]', "row 1: evidence is all, not a list of numbers"),
    ("estvqa", '[{"question_id": 8, "answer": "x"}]', "such as '8'"),
    ("cric", CRIC, "names object 99, which its scene does not hold"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "message"), REFUSED)
def test_what_cannot_be_read_is_refused_with_its_place(
    data: dict[str, Dataset], tmp_path: Path, name: str, content: str, message: str
) -> None:
    (tmp_path / "p.json").write_text(content)
    with pytest.raises(EyechartError, match=message):
        score(data[name], tmp_path / "p.json")


def test_bytes_that_are_no_text_are_refused(data: dict[str, Dataset], tmp_path: Path) -> None:
    (tmp_path / "p").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(EyechartError, match="is no text in UTF-8"):
        score(data["iconqa"], tmp_path / "p")


def test_parquet_is_known_by_its_content(data: dict[str, Dataset], tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = rows_of(data["ours"], by_id, word)
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "p.bin")
    assert score(data["ours"], tmp_path / "p.bin").overall("answer").mean == 1.0  # type: ignore[union-attr]
