"""Replies as models write them, and what is read from each. None: it cannot be read, and nothing is guessed."""

from __future__ import annotations

import time

import pytest

from eyechart.core import Question
from eyechart.seeding import rng_for
from eyechart.talk.parsing import parse, wanted
from eyechart.talk.readings import Wanted
from eyechart.text.numbers import number_in, numbers_in

YN = Wanted("yes/no", ("yes", "no"))
ZH = Wanted("yes/no", ("是", "否"))
DE = Wanted("yes/no", ("ja", "nein"))
ES = Wanted("yes/no", ("sí", "no"))
JA = Wanted("yes/no", ("はい", "いいえ"))
TR = Wanted("yes/no", ("evet", "hayır"))
ODD = Wanted("yes/no", ("Jup", "Yes"))
COLOUR = Wanted("choose-text", ("red", "blue", "light blue", "green"))
COUNT = Wanted("choose-text", ("3", "4", "5", "12"))
SHAPE = Wanted("choose-text", ("圆形", "正方形", "三角形"))
LETTERS = Wanted("choose-text", ("B", "A", "D"))  # the choices are letters themselves
NO_YES = Wanted("choose-text", ("no", "yes"))
PICTURE = Wanted("choose-picture", ("A", "B", "C", "D"))
NUMBER = Wanted("fill-in", (), number=True)
TEXT = Wanted("fill-in")
THING = Wanted("fill-in", thing=True)

TABLE: list[tuple[Wanted, str, str | None]] = [
    # ---- JSON as asked for
    (YN, '{"answer": "yes", "evidence": [[1, 2, 3, 4]], "confidence": 0.9}', "yes"),
    (YN, '{"answer": "No", "evidence": []}', "no"),
    (YN, '{"answer": true}', "yes"),
    (YN, '{"answer": false}', "no"),
    (YN, '{"answer": "Yes, the red bar is the tallest."}', "yes"),
    (COLOUR, '{"answer": "light blue"}', "light blue"),
    (COLOUR, '{"answer": "C"}', "light blue"),
    (COLOUR, '{"answer": "C. light blue"}', "light blue"),
    (COLOUR, '{"answer": "(D)"}', "green"),
    (COLOUR, '{"answer": ["green"]}', "green"),
    (COUNT, '{"answer": 4}', "4"),
    (COUNT, '{"answer": "twelve"}', "12"),
    (COUNT, '{"answer": 4.0}', "4"),
    (PICTURE, '{"answer": "B"}', "B"),
    (PICTURE, '{"answer": "Picture D"}', "D"),
    (NUMBER, '{"answer": 7}', "7"),
    (NUMBER, '{"answer": "seven"}', "7"),
    (NUMBER, '{"answer": "7 apples"}', "7"),
    (TEXT, '{"answer": "EXIT"}', "EXIT"),
    (TEXT, '{"answer": "Fresh Bread Daily"}', "Fresh Bread Daily"),
    (TEXT, '{"answer": "the exit"}', "the exit"),
    (THING, '{"answer": "a mobile phone"}', "mobile phone"),
    (THING, '{"answer": "The sofa."}', "sofa"),
    (THING, '{"answer": "一只猫"}', "猫"),
    (THING, '{"answer": "The Red Lion"}', "The Red Lion"),
    (THING, '{"answer": "antelope"}', "antelope"),
    (ZH, '{"answer": "是"}', "是"),
    (ZH, '{"答案": "否"}', "否"),
    (ZH, '{"answer": "yes"}', "是"),
    (SHAPE, '{"answer": "三角形"}', "三角形"),
    (SHAPE, '{"answer": "B"}', "正方形"),
    # ---- JSON in wrappings
    (YN, '```json\n{"answer": "yes"}\n```', "yes"),
    (YN, '```\n{"answer": "no"}\n```', "no"),
    (YN, 'Sure! Here is the JSON:\n\n{"answer": "yes", "evidence": [[0, 0, 10, 10]]}\n\nLet me know!', "yes"),
    (COLOUR, 'The bar is green.\n```json\n{"answer": "green", "evidence": [[10, 20, 30, 40]]}\n```', "green"),
    (YN, '<think>{"answer": "no"} hmm, wait</think>{"answer": "yes"}', "yes"),
    (YN, '{"answer": "no"}\nOn a second look:\n{"answer": "yes"}', "yes"),
    (YN, '[{"answer": "yes"}]', "yes"),
    (YN, '{"thought": "the curve {x} rises", "answer": "yes"}', "yes"),
    (YN, '{"answer": {"value": "yes"}}', "yes"),
    # ---- JSON that is not quite JSON
    (YN, "{'answer': 'yes', 'evidence': [[1, 2, 3, 4]]}", "yes"),
    (YN, '{"answer": "no", "evidence": [[1, 2, 3, 4],],}', "no"),
    (YN, "{'answer': True, 'evidence': None}", "yes"),
    (YN, '{answer: "yes", confidence: 0.8}', "yes"),
    (YN, '{“answer”: “no”}', "no"),
    (YN, '{"answer": "yes", // because it is the tallest\n "confidence": 1}', "yes"),
    (YN, '{"answer": yes}', "yes"),
    (YN, '{"answer": "no", "evidence": [[1, 2, 3, 4]}', "no"),
    (YN, '{"answer": "no"; "confidence": 0.90,}', "no"),
    (YN, '{\'thought\': \'the bar\\\'s end\', \'answer\': \'no\'}', "no"),
    (YN, '{"answer": "yes", "evidence": [[1, 2, 3, 4]], # the tallest\n}', "yes"),
    (YN, "{'thought': 'one\ntwo\\nthree', 'answer': 'no'}", "no"),
    (YN, '{"answer": "yes", "no"}', None),
    (YN, '{"answer": "yes" "no"}', None),
    (YN, '{"answer": "yes" or "no"}', None),
    (YN, '{"answer": yes / no}', None),
    (COLOUR, '{"answer": "red" | "green"}', None),
    (COLOUR, '{"answer": ["red" "green"]}', None),
    (NUMBER, '{"answer": 3, 4}', None),
    (NUMBER, '{"answer": 3 4}', None),
    (NUMBER, '{"answer": 1,200}', "1200"),
    (TEXT, '{"answer": 007}', None),
    (TEXT, '{"answer": "007",}', "007"),
    (TEXT, "{'answer': 'O'Brien', 'confidence': 0.9}", "O'Brien"),
    # ---- JSON cut off
    (YN, '{"answer": "yes", "evidence": [[10, 20, 30', "yes"),
    (YN, '{"answer": "ye', None),
    (COLOUR, '```json\n{"answer": "green", "evid', "green"),
    (NUMBER, '{"answer": 12, "evidence": [[1,2', "12"),
    (NUMBER, '{"answer": 12', None),
    (TEXT, '{"answer": "Fresh Bre', None),
    # ---- JSON that says nothing
    (YN, '{"answer": null}', None),
    (YN, '{"answer": ""}', None),
    (YN, '{"answer": "your answer", "evidence": [[0, 0, 0, 0]], "confidence": 0.5}', None),
    (YN, '{"answer": "maybe"}', None),
    (YN, '{"answer": "yes or no"}', None),
    (YN, '{"answer": "cannot determine"}', None),
    (YN, '{"answer": "maybe"} I would say yes.', None),
    (COLOUR, '{"answer": "yellow"}', None),
    (COLOUR, '{"answer": "E"}', None),
    (COLOUR, '{"answer": ["red", "blue"]}', None),
    (COLOUR, '{"answer": "A. blue"}', None),
    (COUNT, '{"answer": 7}', None),
    (PICTURE, '{"answer": "A or B"}', None),
    (NUMBER, '{"answer": "many"}', None),
    (TEXT, '{"answer": "N/A"}', None),
    (TEXT, '{"answer": "unknown"}', None),
    (TEXT, '{"answer": "I cannot read the sign"}', None),
    # ---- the answer alone
    (YN, "yes", "yes"),
    (YN, "No.", "no"),
    (YN, "YES!", "yes"),
    (YN, "**No**", "no"),
    (YN, '"yes"', "yes"),
    (YN, "True", "yes"),
    (YN, "y", "yes"),
    (COLOUR, "red", "red"),
    (COLOUR, "Light Blue.", "light blue"),
    (COLOUR, "B", "blue"),
    (COLOUR, "b)", "blue"),
    (COLOUR, "(A) red", "red"),
    (COLOUR, "D: green", "green"),
    (COLOUR, "**A. red**", "red"),
    (COLOUR, "A", "red"),
    (COLOUR, "Option C", "light blue"),
    (COLOUR, "C. the light blue one", "light blue"),
    (COUNT, "5", "5"),
    (COUNT, "five", "5"),
    (COUNT, "B. 4", "4"),
    (COUNT, "B. 5", None),
    (LETTERS, "A", "A"),
    (NO_YES, "A", "no"),
    (NO_YES, "Yes", "yes"),
    (NO_YES, '{"answer": "B. yes"}', "yes"),
    (LETTERS, "B", "B"),
    (LETTERS, "C", None),
    (PICTURE, "C", "C"),
    (PICTURE, "c", "C"),
    (PICTURE, "[B]", "B"),
    (PICTURE, "图B", "B"),
    (PICTURE, "选项C", "C"),
    (NUMBER, "7", "7"),
    (NUMBER, "007", "7"),
    (NUMBER, "1,200", "1200"),
    (NUMBER, "twenty-one", "21"),
    (NUMBER, "$3", "3"),
    (NUMBER, "三", "3"),
    (NUMBER, "十二个", "12"),
    (NUMBER, "3.50", "3.5"),
    (TEXT, "EXIT", "EXIT"),
    (TEXT, "`Main Street`", "Main Street"),
    (TEXT, "出口", "出口"),
    (ZH, "是的。", "是"),
    (ZH, "不是", "否"),
    (ZH, "没有", "否"),
    (ZH, "对", "是"),
    (SHAPE, "A、圆形", "圆形"),
    # ---- first or last line
    (YN, "Yes\n\nThe red bar is the tallest of all bars.", "yes"),
    (YN, "The red bar reaches 40, the blue one 30.\n\nNo", "no"),
    (YN, "Yes\nThe others are smaller.\nNo", None),
    (COLOUR, "Let me compare the bars.\nGreen is far above.\n\nD", "green"),
    (NUMBER, "I count them row by row: 3, then 4.\n\n7", "7"),
    # ---- stated
    (YN, "The answer is yes.", "yes"),
    (YN, "Answer: No", "no"),
    (YN, "**Answer:** Yes", "yes"),
    (YN, "**Final Answer**: no", "no"),
    (YN, "Final answer: yes, because it is the tallest.", "yes"),
    (YN, "The answer is no. The answer is yes.", "yes"),
    (YN, "The answer is either yes or no.", None),
    (YN, "The answer is unclear.", None),
    (COLOUR, "The correct answer is (C) light blue.", "light blue"),
    (COLOUR, "The correct option is C.", "light blue"),
    (COLOUR, "So the answer is: **green**", "green"),
    (COLOUR, "The answer is A or B.", None),
    (COLOUR, "My answer would be red or green.", None),
    (COLOUR, "Answer: red. It cannot be blue, since blue is smaller.", "red"),
    (COUNT, "The answer is twelve.", "12"),
    (COUNT, "Therefore, the answer is 4 (four apples and no pears).", "4"),
    (PICTURE, "The answer is B, since it continues the pattern.", "B"),
    (PICTURE, "The answer is B or C.", None),
    (NUMBER, "The answer is 7.", "7"),
    (NUMBER, "3 + 4 = 7, so the answer is 7 icons.", "7"),
    (NUMBER, "Answer: around", None),
    (TEXT, 'The answer is "Main Street".', "Main Street"),
    (TEXT, "Answer: Main Street", "Main Street"),
    (ZH, "答案是:是", "是"),
    (ZH, "因此答案为否。", "否"),
    (SHAPE, "答案:三角形", "三角形"),
    (SHAPE, "所以选B。", "正方形"),
    (NUMBER, "答案是5。", "5"),
    (NUMBER, "答案是五个。", "5"),
    # ---- boxed and tagged
    (YN, "\\boxed{yes}", "yes"),
    (COLOUR, "The tallest is $\\boxed{\\text{B}}$.", "blue"),
    (NUMBER, "We count 3 + 4, hence \\boxed{7}", "7"),
    (NUMBER, "$\\boxed{7}$ or rather $\\boxed{8}$", "8"),
    (COLOUR, "\\boxed{\\text{light blue}}", "light blue"),
    (PICTURE, "\\boxed{E}", None),
    (YN, "<answer>no</answer>", "no"),
    (COLOUR, "<think>perhaps red</think>\n<answer>green</answer>", "green"),
    # ---- sentences
    (YN, "Yes, the red bar is the minimum.", "yes"),
    (YN, "No, it is not the largest.", "no"),
    (YN, "Yes - it is above the other curve everywhere.", "yes"),
    (YN, "I would say yes.", "yes"),
    (YN, "Looking at the chart, I think no.", "no"),
    (YN, "There is no bar that is taller.", None),
    (YN, "Yes and no.", None),
    (YN, "The red bar is the tallest.", None),
    (YN, "It could be yes, it could be no.", None),
    (YN, "Nobody knows.", None),
    (COLOUR, "It looks green to me.", "green"),
    (COLOUR, "The bar is light blue in this chart.", "light blue"),
    (COLOUR, "It is not red.", None),
    (COLOUR, "Either red or green.", None),
    (COLOUR, "It is a reddish shade.", None),
    (COLOUR, "I believe option D fits best here", "green"),
    (PICTURE, "I would choose picture B here because the others break the rule", "B"),
    (PICTURE, "Option B and option C both fit", None),
    (PICTURE, "A cat sits in the middle of it all, I think", None),
    (NUMBER, "There are 7 apples in the picture.", "7"),
    (NUMBER, "There are seven apples in the picture.", "7"),
    (NUMBER, "There is one apple in the picture.", "1"),
    (NUMBER, "The red one is bigger than the others.", None),
    (NUMBER, "3 red ones and 4 blue ones are there.", None),
    (NUMBER, "图中一共有七个苹果。", "7"),
    (NUMBER, "图中有12只鸟。", "12"),
    (TEXT, 'The sign above the door reads "OPEN LATE" in red letters.', "OPEN LATE"),
    (TEXT, "招牌上写着“幸福路”三个大字,挂在门的上方。", "幸福路"),
    (TEXT, 'It says either "OPEN" or "CLOSED", that is hard to make out.', None),
    (TEXT, "The sign has some words on it that are somewhat blurry and far away.", None),
    (ZH, "是的,红色的柱子最高。", "是"),
    (ZH, "不是,蓝色的更高。", "否"),
    (ZH, "红色的柱子最高。", None),
    (SHAPE, "我认为是三角形。", "三角形"),
    (SHAPE, "不是三角形。", None),
    # ---- yes and no in a language that only the question speaks
    (DE, "Ja, das stimmt.", "ja"),
    (DE, "Nein, der rote Balken ist höher.", "nein"),
    (DE, "JA", "ja"),
    (DE, "**Nein**", "nein"),
    (DE, '{"answer": "ja"}', "ja"),
    (DE, '{"answer": "Nein, das stimmt nicht."}', "nein"),
    (DE, '{"answer": true}', "ja"),
    (DE, "yes", "ja"),
    (DE, "No, it is not.", "nein"),
    (DE, "Der rote Balken ist der höchste. Also ja.", "ja"),
    (DE, "Meine Antwort lautet nein.", "nein"),
    (DE, "The answer is ja.", "ja"),
    (DE, "\\boxed{nein}", "nein"),
    (DE, "Ja oder nein, das ist schwer zu sagen.", None),
    (DE, "ja/nein", None),
    (DE, "Das kommt darauf an. Vielleicht ja, vielleicht nein.", None),
    (DE, "Januar", None),
    (DE, "Im Jahr 1990 wurde es gebaut.", None),
    (DE, "Neinsager gibt es viele", None),
    (ES, "Sí, la barra roja es la más alta.", "sí"),
    (ES, "No, no lo es.", "no"),
    (ES, "¿Sí o no?", None),
    (JA, "はい、そうです。", "はい"),
    (JA, "いいえ。", "いいえ"),
    (JA, "はいいろ", None),
    (TR, "Evet, doğru.", "evet"),
    (TR, "Hayır.", "hayır"),
    (ODD, "Yes, that is so.", "Yes"),  # its own word before ours: here it is the one for no
    # ---- refusals and nothing
    (YN, "", None),
    (YN, "   \n ", None),
    (YN, "I'm sorry, but I can't see the image.", None),
    (YN, "I cannot determine the answer from the picture, no.", None),
    (COLOUR, "As an AI, I am unable to view images, so red is a guess.", None),
    (TEXT, "I can't help with that.", None),
    (TEXT, "I don't know", None),
    (NUMBER, "It is impossible to tell how many of the 9 there are.", None),
    (ZH, "抱歉,我无法回答。", None),
    (TEXT, "无法确定", None),
    # ---- thinking
    (YN, "<think>The red bar is 30, blue 40. So no.</think>\n\nNo", "no"),
    (YN, "<think>It might be yes, but I should look", None),
    (YN, "Let me see. The answer is no.</think>yes", "yes"),
    (YN, "<thinking>no</thinking><answer>yes</answer>", "yes"),
    (YN, "◁think▷no, wait◁/think▷yes", "yes"),
    (YN, "<|begin_of_thought|>no<|end_of_thought|>Yes.", "yes"),
]  # fmt: skip


def test_the_table_is_as_long_as_promised() -> None:
    assert len(TABLE) >= 150


@pytest.mark.parametrize(("want", "reply", "expected"), TABLE)
def test_a_reply_is_read_as_written(want: Wanted, reply: str, expected: str | None) -> None:
    assert parse(reply, want).answer == expected


BOXES: list[tuple[str, tuple[tuple[int, tuple[float, ...]], ...]]] = [
    ('{"answer": "yes", "evidence": [[1, 2, 3, 4]]}', ((1, (1, 2, 3, 4)),)),
    ('{"answer": "yes", "evidence": [1, 2, 3, 4]}', ((1, (1, 2, 3, 4)),)),
    ('{"answer": "yes", "evidence": [[1, 2, 3, 4], [5, 6, 7, 8.5]]}', ((1, (1, 2, 3, 4)), (1, (5, 6, 7, 8.5)))),
    ('{"answer": "yes", "evidence": []}', ()),
    ('{"answer": "yes", "bbox_2d": [1, 2, 3, 4]}', ((1, (1, 2, 3, 4)),)),
    ('{"answer": "yes", "evidence": [{"picture": 2, "box": [1, 2, 3, 4]}]}', ((2, (1, 2, 3, 4)),)),
    ('{"answer": "yes", "evidence": [{"bbox_2d": [1, 2, 3, 4], "label": "bar"}]}', ((1, (1, 2, 3, 4)),)),
    ('{"answer": "yes", "evidence": {"x1": 1, "y1": 2, "x2": 3, "y2": 4}}', ((1, (1, 2, 3, 4)),)),
    ('{"answer": "yes", "evidence": {"left": 1, "top": 2, "right": 3, "bottom": 4}}', ((1, (1, 2, 3, 4)),)),
    ('{"answer": "yes", "evidence": "[1, 2, 3, 4]"}', ((1, (1, 2, 3, 4)),)),
    ('{"answer": "yes", "evidence": [[[1, 2], [3, 2], [3, 4], [1, 4]]]}', ((1, (1, 2, 3, 2, 3, 4, 1, 4)),)),
    ("yes <box>(1,2),(3,4)</box>", ((1, (1, 2, 3, 4)),)),
    ("Yes, at [10, 20, 30, 40].", ((1, (10, 20, 30, 40)),)),
    ("<loc0001><loc0002><loc0003><loc0004> yes", ((1, (1, 2, 3, 4)),)),
    ('{"answer": "yes", "evidence": [[1, 2, 3, Infinity]]}', ()),
    ('{"answer": "yes", "evidence": [[1, 2, 3]]}', ()),
    ('{"answer": "yes", "evidence": [[1, 2, 3, 4], [5, 6', ((1, (1, 2, 3, 4)),)),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "boxes"), BOXES)
def test_boxes_are_read_however_they_are_written(reply: str, boxes: object) -> None:
    assert parse(reply, YN).boxes == boxes


@pytest.mark.parametrize(
    ("said", "confidence"),
    [
        ("0.8", 0.8),
        ("80", 0.8),
        ('"80%"', 0.8),
        ("1", 1.0),
        ("-1", None),
        ('"high"', None),
        ("true", None),
        ("1e999", None),
    ],
)
def test_confidence_is_between_0_and_1(said: str, confidence: float | None) -> None:
    assert parse(f'{{"answer": "yes", "confidence": {said}}}', YN).confidence == confidence


def test_labels_are_evidence_too() -> None:
    said = parse('{"answer": "B", "evidence": {"relation": "and", "kind": "shape"}}', PICTURE)
    assert said.labels == {"relation": "and", "kind": "shape"}


def test_the_rule_that_read_it_is_told() -> None:
    rules = {parse(reply, want).rule for want, reply, _ in TABLE}
    assert rules == {"json", "boxed", "tagged", "stated", "alone", "sentence", None}


def test_the_parser_knows_the_kind_of_answer_and_not_the_answer() -> None:
    def kind(answer: str) -> Wanted:
        return wanted(Question(id="a/b/0/0/0", text="?", form="fill-in", answers=(answer,)))

    assert kind("3") == kind("12") == NUMBER
    assert kind("EXIT") == kind("007") == kind("13800138000") == TEXT
    assert wanted(Question(id="a/b/0/0/0", text="?", form="fill-in", answers=("couch", "sofa"))) == THING


@pytest.mark.parametrize(
    ("text", "number"),
    [("七", "7"), ("十", "10"), ("二十一", "21"), ("一百零五", "105"), ("两", "2"), ("一百", "100"), ("ninety nine", "99"),
     ("-3", "-3"), ("5 cm", "5"), ("cat", None), ("3 or 4", None)],
)  # fmt: skip
def test_numbers_in_words(text: str, number: str | None) -> None:
    assert number_in(text) == number


def test_digits_count_before_words() -> None:
    assert numbers_in("the red one is 7") == ["7"]


PIECES = (
    '{"answer": "', '{"answer":', '"evidence": [[', "yes", "no", "Yes,", "是", "否", "\\boxed{", "}", "{", "]", "[",
    "```json\n", "```", "<think>", "</think>", "the answer is ", "Answer: ", "答案是", "A", "B.", "(C)", "option D", "3",
    "twelve", "1e999", "NaN", "-", ",", ".", "\n", '"', "'", "red", "light blue", "not", " or ", "1, 2, 3, 4", "\ud800",
    "\x00", "\\u", "\\", "I cannot", "无法", "<loc0001>", "(", ")", "“", "”", "<answer>", "</answer>",
    "null", "true", ":", "confidence", "$", "🙂", "二十", "picture",
)  # fmt: skip
LONG = ("9" * 400, "[" * 3000, "{" * 200)  # in one reply of ten: they take as long as hundreds of others


def fuzz(count: int) -> None:
    wants = (YN, ZH, COLOUR, COUNT, PICTURE, NUMBER, TEXT, LETTERS, SHAPE)
    for number in range(count):
        rng = rng_for("fuzz", number)
        pieces = PIECES if number % 10 else (*PIECES, *LONG)
        reply = "".join(rng.choice(pieces) for _ in range(rng.integer(1, 14)))
        want = wants[number % len(wants)]
        said = parse(reply, want)
        assert said.problem is None, (number, said.problem)  # what it would have raised is noted there
        if want.choices and said.answer is not None:
            assert said.answer in want.choices
        if said.answer is not None:
            said.answer.encode()  # what is read can be written


def test_no_reply_raises() -> None:
    fuzz(3_000)


NASTY = (
    "{", '{"answer":', '{"answer": "', '{"answer": \\"', "{'answer': (", '{"answer": [', '{"answer": yes, }', "{'answer': \\'",
    '{"answer": "a" ', "{'answer': {'answer': ", "'\"", "//", "answer: {", '{answer: "\n', "{'answer': 'a", "{answer:}",
)  # fmt: skip


@pytest.mark.parametrize("piece", NASTY)
def test_the_nastiest_reply_is_read_in_a_second(piece: str) -> None:
    reply = (piece * 20_000)[:10_000]
    for tail in ("", "}" * 10_000, "\"'}" * 3_000, ")]}" * 3_000):
        assert any(_seconds(reply + tail) < 2 for _ in range(3))  # once, somebody's garbage may be collected


def _seconds(reply: str) -> float:
    began = time.process_time()
    parse("{'answer': 'yes', " + reply, YN)
    parse(reply, YN)
    return time.process_time() - began


@pytest.mark.slow
def test_no_reply_of_a_hundred_thousand_raises() -> None:
    fuzz(100_000)


@pytest.mark.parametrize("said", ['{"answer": "7:15 P.M."}', '{"answer": "7:15 p.m"}', "7:15pm", "It is 7:15 P.M."])
def test_the_half_of_the_day_is_written_in_many_ways(said: str) -> None:
    want = Wanted(form="choose-text", choices=("7:15 A.M.", "7:15 P.M."))
    assert parse(said, want).answer == "7:15 P.M."
