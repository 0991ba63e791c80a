"""Reply -> answer, evidence, confidence. What cannot be read by these rules is unparsed; nothing is guessed.

1. Thinking (`<think>…</think>` and its kin) is taken out; an unfinished thought takes the rest of the reply with it.
2. JSON: the last object with an "answer" that can be read counts, fenced or not, also with single quotes, trailing
   commas, or its end cut off, as long as the answer itself is whole.
3. `\\boxed{…}`, then `<answer>…</answer>`, "the answer is …", "Answer: …", 答案是…: the last one that can be read counts,
   since models correct themselves.
4. The whole reply, its first line, or its last line is an answer and nothing else ("B", "(b) cat", "Yes.", "三").
5. A refusal ("I cannot", 无法) ends it here.
6. A sentence that holds one answer and no other: yes or no at its start or end, one choice named and not denied, one letter
   after "option", one number where a number is asked for, one quoted text.

See docs/parsing.md; tests/test_parsing.py holds the table of replies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from eyechart.core import Form, Question
from eyechart.numbers import number_in, numbers_in
from eyechart.prompts import LETTERS, lettered
from eyechart.replyjson import Said, boxes_in_text, objects, said_in

LONGEST = 20_000  # characters looked at, from the end: an answer comes last


class Wanted(Struct, frozen=True):
    """What a reply is read for. It knows the form of the answer, never the answer."""

    form: Form
    choices: tuple[str, ...] = ()
    number: bool = False  # fill in a number


class Parsed(Struct, frozen=True):
    answer: str | None
    boxes: tuple[tuple[int, tuple[float, ...]], ...] = ()  # number of the picture, numbers as said
    labels: dict[str, str] = {}
    confidence: float | None = None
    rule: str | None = None  # which rule read it


def wanted(q: Question) -> Wanted:
    number = q.form == "fill-in" and bool(q.answers) and q.answers[0].strip().lstrip("-").isdigit()
    return Wanted(q.form, q.choices, number)


def parse(reply: str | None, want: Wanted) -> Parsed:
    """Read a reply by the rules above."""
    if not reply:
        return Parsed(None)
    text = _without_thoughts(reply[-LONGEST:].encode("utf-8", "replace").decode())
    found = list(objects(text))
    for said in reversed([said_in(o) for o in found]):
        answer = read(said.answer, want) if said.answer is not None else None
        if answer is not None:
            return _parsed(answer, said, "json")
    said = next((s for s in map(said_in, reversed(found)) if s.boxes or s.labels), Said())
    boxes = said.boxes or tuple(boxes_in_text(text))
    rest = Said(None, boxes, said.labels, said.confidence)
    if any(said_in(o).answer is not None for o in found):
        return _parsed(None, rest, None)  # it answered in JSON, and that cannot be read
    for rule, rule_reads in RULES:
        answer = rule_reads(text, want)
        if answer is not None:
            return _parsed(answer, rest, rule)
        if rule == "alone" and _REFUSAL.search(text):
            break
    return _parsed(None, rest, None)


def _parsed(answer: str | None, said: Said, rule: str | None) -> Parsed:
    return Parsed(answer, said.boxes, said.labels, said.confidence, rule)


_THOUGHT = re.compile(
    r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)|◁think▷.*?(?:◁/think▷|\Z)"
    r"|<\|begin_of_thought\|>.*?(?:<\|end_of_thought\|>|\Z)",
    re.DOTALL | re.IGNORECASE,
)


def _without_thoughts(text: str) -> str:
    # Some servers swallow the opening tag: then all before the closing one was thought.
    for end in ("</think>", "</thinking>", "◁/think▷"):
        head, tag, tail = text.rpartition(end)
        if tag and f"{end[0]}{end[2:]}" not in head:
            text = tail
    return _THOUGHT.sub("", text).strip()


# ---- reading what was given as the answer


def read(value: object, want: Wanted) -> str | None:
    """What was given as the answer, as one of the answers that are possible; None if it is none of them."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if not isinstance(value, (str, int, float)):
        return None
    text = _peeled(str(value))
    if not text or len(text) > 400:
        return None
    if want.form == "yes/no":
        return _yes_no(text, want)
    if want.form in ("choose-text", "choose-picture"):
        return _choice(text, want)
    if want.number:
        return number_in(text)
    return None if _NOTHING.fullmatch(text.lower()) or _REFUSAL.search(text) else text


_NOTHING = re.compile(
    r"(?:n/?a|none|null|unknown|unclear|not sure|undetermined|cannot (?:be )?determined?|your answer|你的答案|不知道|未知|不确定|无法确定)\.?"
)
_LATEX = re.compile(r"\\(?:text|mathrm|mathbf|textbf|mbox)\s*\{([^{}]*)\}")
_WRAPPED = ("**", "__", "*", "_", "`", '"', "'", "“", "”", "‘", "’", "「", "」", "$", "\\(", "\\)", "\\[", "\\]")


def _peeled(text: str) -> str:
    """Without the marks around it: quotes, asterisks, dollars, LaTeX's \\text{}, a full stop at the end."""
    text = _LATEX.sub(r"\1", text).strip()
    before = None
    while before != text:
        before = text
        for mark in _WRAPPED:
            text = text.removeprefix(mark).removesuffix(mark).strip()
        if len(text) > 1 and text[-1] in ".。!!,,;;::":
            text = text[:-1].strip()
        boxed = re.fullmatch(r"\\boxed\s*\{([^{}]*)\}", text)
        if boxed:
            text = boxed[1].strip()
    return text


YES = (
    "yes",
    "yeah",
    "yep",
    "true",
    "correct",
    "是",
    "是的",
    "对",
    "对的",
    "正确",
    "有",
    "有的",
    "会",
    "能",
    "可以",
    "没错",
)
NO = (
    "no",
    "nope",
    "false",
    "incorrect",
    "否",
    "不",
    "不是",
    "不是的",
    "不对",
    "错",
    "错误",
    "不正确",
    "没有",
    "没",
    "不会",
    "不能",
    "不可以",
)
_YES_FIRST = re.compile(
    r"(?:yes|yeah|yep|是的|是|对的|对|正确|没错|有)(?=$|\s*[,.!;:\n,。!;:、-]|\s*[—–])", re.IGNORECASE
)
_NO_FIRST = re.compile(
    r"(?:no|nope|不是的|不是|不对|否|没有|不正确|错误)(?=$|\s*[,.!;:\n,。!;:、-]|\s*[—–])", re.IGNORECASE
)
_BOTH = re.compile(r"\b(?:yes\s*(?:and|or|/|&)\s*no|no\s*(?:and|or|/|&)\s*yes)\b|是[或和与/]否", re.IGNORECASE)


def _yes_no(text: str, want: Wanted) -> str | None:
    yes, no = want.choices if len(want.choices) == 2 else ("yes", "no")
    plain = text.lower()
    if plain in (yes.lower(), *YES, "y"):
        return yes
    if plain in (no.lower(), *NO, "n"):
        return no
    if want.choices and lettered(want.choices) and plain in ("a", "b"):
        return None  # no letters were offered
    if _BOTH.search(plain):
        return None
    if _YES_FIRST.match(text):
        return yes
    if _NO_FIRST.match(text):
        return no
    return None


_LETTER = re.compile(
    r"(?:the\s+)?(?:(?:option|choice|picture|image|panel|candidate|letter|answer)\s*|选项|图片?|选)?[(([]?\s*([A-Za-z])\s*[))\]]?(?:\s*[.::、,)-]\s*(.*))?",
    re.IGNORECASE | re.DOTALL,
)


def _choice(text: str, want: Wanted) -> str | None:
    """The choice that this is: by its words, by its number, or by its letter; never against its words."""
    by_words = _same_words(text, want.choices)
    if by_words is not None:
        return by_words
    number = number_in(text)
    if number is not None:
        return next((c for c in want.choices if number_in(c) == number), None)
    found = _LETTER.fullmatch(text)
    if not found:
        return None
    letter, words = found[1].upper(), (found[2] or "").strip()
    letters = list(want.choices) if want.form == "choose-picture" else list(LETTERS[: len(want.choices)])
    if want.form == "choose-text" and not lettered(want.choices):
        return None
    choice = next((c for c, name in zip(want.choices, letters, strict=False) if name.upper() == letter), None)
    if choice is None or not words or want.form == "choose-picture":
        return choice
    said = _same_words(_peeled(words), want.choices)
    if said is None and number_in(words) is not None:
        said = next((c for c in want.choices if number_in(c) == number_in(words)), None)
    mentioned = [c for c in want.choices if _mentions(words, c)]
    if said is not None:
        return choice if said == choice else None  # the letter says one thing, the words another
    return None if mentioned and choice not in mentioned else choice


def _same_words(text: str, choices: Sequence[str]) -> str | None:
    plain = _plain(text)
    return next((c for c in choices if _plain(c) == plain), None)


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("the ", "").split())


def _mentions(text: str, choice: str) -> bool:
    plain = choice.strip().lower()
    if not plain:
        return False
    before = r"(?<![0-9a-z])" if plain[0].isascii() and plain[0].isalnum() else ""
    after = r"(?![0-9a-z])" if plain[-1].isascii() and plain[-1].isalnum() else ""
    return re.search(before + re.escape(plain) + after, text.lower()) is not None


# ---- rules for replies that are not JSON


_STATED = re.compile(
    r"(?:(?:final|correct|right|my|best)\s+)?(?:answer|choice|option)(?:\s+(?:to the question|here))?\s*(?:\*\*|__)?\s*(?:is|would be|should be|must be|=|[::])\s*"
    r"(?:\*\*|__)?\s*(?:[::]\s*)?|(?:最终|正确)?答案\s*(?:\*\*)?\s*(?:应该|应)?(?:是|为|[::])\s*(?:\*\*)?\s*|(?:我|应该|应|所以|因此|故)选择?\s*",
    re.IGNORECASE,
)
_TAGGED = re.compile(r"<(answer|ans|final_answer)>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_BOXED = re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_REFUSAL = re.compile(
    r"\bI(?:'m| am) (?:sorry|unable|not able|not sure)|\bI (?:cannot|can't|can not|could not|couldn't|do not|don't) (?:\w+ ){0,2}?(?:answer|determine|see|view|tell|provide|know|identify|help|assist|access|process|read)"
    r"|\b(?:cannot|can't|can not|could not) be (?:determined|answered|read|identified|seen)|\bunable to (?:determine|answer|see|view|identify|read)"
    r"|\bas an AI\b|\bno image\b|\b(?:impossible|not possible|difficult|hard) to (?:determine|say|tell|answer)|\bnot (?:enough|sufficient) information|\binsufficient information"
    r"|无法|抱歉|对不起|不能(?:确定|判断|回答|看到)|看不(?:到|清)|没有足够|不知道",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\bnot\b|n't\b|\bneither\b|\bnor\b|\bexcept\b|\brather than\b|\bno\b|不|没|非", re.IGNORECASE)


def _last_readable(values: Iterator[str], want: Wanted) -> str | None:
    answers = [answer for answer in (read(value, want) for value in values) if answer is not None]
    return answers[-1] if answers else None


def _boxed(text: str, want: Wanted) -> str | None:
    return _last_readable((m[1] for m in _BOXED.finditer(text)), want)


def _tagged(text: str, want: Wanted) -> str | None:
    return _last_readable((m[2] for m in _TAGGED.finditer(text)), want)


def _stated(text: str, want: Wanted) -> str | None:
    """What follows "the answer is", to the end of its sentence; in longer sentences up to the first comma."""
    answer = None
    for found in _STATED.finditer(text):
        line = text[found.end() : found.end() + 400].split("\n", 1)[0]
        sentence = re.split(r"(?<=[^\d])[.。!!??](?:\s|$|\*)|[。!]", line, maxsplit=1)[0]
        for said in (
            line,
            sentence,
            re.split(r"[,,;;((]|\s+(?:because|since|as|which)\s|因为", sentence, maxsplit=1)[0],
        ):
            given = read(said, want) if _short(said, want) else None
            if given is not None and not (want.form != "fill-in" and _other_choice(sentence, given, want)):
                answer = given
                break
    return answer


def _short(said: str, want: Wanted) -> bool:
    """Free text is taken for an answer only if it is a few words; of other forms we know what is possible."""
    return want.form != "fill-in" or want.number or len(said.split()) <= 8


def _other_choice(sentence: str, given: str, want: Wanted) -> bool:
    """`A or B`: another answer is named in the same breath."""
    if want.form == "yes/no":
        return _BOTH.search(sentence) is not None
    if want.form == "choose-picture":
        letters = {m.upper() for m in re.findall(r"(?<![A-Za-z])[A-Z](?![A-Za-z])", sentence)} - {"I"}
        return bool(re.search(r"\bor\b|或", sentence)) and len(letters & {c.upper() for c in want.choices}) > 1
    return bool(re.search(r"\bor\b|或", sentence)) and any(c != given and _mentions(sentence, c) for c in want.choices)


def _alone(text: str, want: Wanted) -> str | None:
    """The whole reply; or its first or last line, if these do not contradict each other."""
    bare = re.sub(r"^```\w*\n?|\n?```$", "", text).strip()
    if want.form == "fill-in" and (len(bare) > 60 or "\n" in bare or len(bare.split()) > 6):
        lines = [line.strip() for line in bare.splitlines() if line.strip()]
        if len(lines) < 2 or len(lines[-1].split()) > 3 or lines[-1][:1] in "{[<" or len(lines[-1]) > 30:
            return None
        return read(lines[-1], want) if want.number else None
    whole = None if _REFUSAL.search(bare) else read(bare, want)
    if whole is not None or want.form == "fill-in":
        return whole
    lines = [line for line in bare.splitlines() if line.strip()]
    ends = {answer for answer in (read(line, want) for line in (lines[:1] + lines[-1:])) if answer is not None}
    return ends.pop() if len(ends) == 1 else None


def _in_sentence(text: str, want: Wanted) -> str | None:
    if want.form == "yes/no":
        return _yes_no_in_sentence(text, want)
    if want.form == "fill-in":
        return _filled_in(text, want)
    letters = {m[1].upper() for m in _NAMED_LETTER.finditer(text)}
    if letters:
        return read(letters.pop(), want) if len(letters) == 1 and not _DENIED.search(text) else None
    if want.form == "choose-picture" or _DENIED.search(text):
        return None
    named = [c for c in want.choices if _mentions(text, c)]
    # "light blue" names "blue" too: the longer one is meant.
    named = [c for c in named if not any(c != d and c.lower() in d.lower() for d in named)]
    return named[0] if len(named) == 1 else None


_NAMED_LETTER = re.compile(
    r"(?:\b(?:option|choice|picture|image|panel|candidate)\s*|选项|选择?|图片?)\s*[(([*]*([A-Z])(?![A-Za-z])|[((]([A-Z])[))]"
)
_NAMED_LETTER = re.compile(
    r"(?:\b(?:[Oo]ption|[Cc]hoice|[Pp]icture|[Ii]mage|[Pp]anel|[Cc]andidate)\s*|选项|选择?|图片?|(?=[((]))[\s((\[*]*([A-Z])(?![A-Za-z])"
)
_SAID_YES = re.compile(r"(?<![a-z])yes(?=\s*(?:[.!,;。]|$))", re.IGNORECASE)
_SAID_NO = re.compile(r"(?<![a-z])no(?=\s*(?:[.!,;。]|$))", re.IGNORECASE)


def _yes_no_in_sentence(text: str, want: Wanted) -> str | None:
    if _BOTH.search(text):
        return None
    yes, no = bool(_SAID_YES.search(text)), bool(_SAID_NO.search(text))
    if yes == no:
        return None
    return read("yes" if yes else "no", want)


def _filled_in(text: str, want: Wanted) -> str | None:
    if want.number:
        found = numbers_in(text)
        return found[0] if len(set(found)) == 1 else None
    quoted = {m[1] or m[2] or m[3] for m in re.finditer(r'"([^"\n]{1,60})"|“([^”\n]{1,60})”|「([^」\n]{1,60})」', text)}
    return read(quoted.pop(), want) if len(quoted) == 1 else None


RULES: tuple[tuple[str, Callable[[str, Wanted], str | None]], ...] = (
    ("boxed", _boxed),
    ("tagged", _tagged),
    ("stated", _stated),
    ("alone", _alone),
    ("sentence", _in_sentence),
)
