"""What a reply gives as its answer, read as one of the answers that are possible."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from eyechart.core import Form
from eyechart.talk.prompts import LETTERS, lettered
from eyechart.text.numbers import number_in

LONGEST_ANSWER, LONGEST_WRAPPED = 400, 2_000  # characters, without the marks around it and with them


class Wanted(Struct, frozen=True):
    """What a reply is read for. It knows the form of the answer, never the answer."""

    form: Form
    choices: tuple[str, ...] = ()
    number: bool = False  # fill in a number
    thing: bool = False  # fill in what a thing is called: an article before it is no part of its name


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
    if isinstance(value, str) and len(value) > LONGEST_WRAPPED:
        return None
    text = peeled(str(value))
    if not text or len(text) > LONGEST_ANSWER:
        return None
    if want.form == "yes/no":
        return _yes_no(text, want)
    if want.form in ("choose-text", "choose-picture"):
        return _choice(text, want)
    if want.number:
        return number_in(text)
    if _NOTHING.fullmatch(text.lower()) or REFUSAL.search(text):
        return None
    return _bare(text) if want.thing else text


ARTICLE = re.compile(
    r"(?:an?|the)\s+|一[个只头匹条张把辆本件双副顶块根朵棵盏台部架艘杯碗盆束位支面扇幅瓶颗串片份座盒口株]",
    re.IGNORECASE,
)


def _bare(text: str) -> str:
    """A cup, the cup and 一个杯子 are a cup; The Red Lion, in capitals, is a name."""
    found = ARTICLE.match(text)
    rest = text[found.end() :] if found else ""
    return rest if rest and rest == rest.lower() else text


REFUSAL = re.compile(
    r"""\bI(?:'m|\ am)\ (?:sorry|unable|not\ able|not\ sure)
    |\bI\ (?:cannot|can't|can\ not|could\ not|couldn't|do\ not|don't)\ (?:\w+\ ){0,2}?
        (?:answer|determine|see|view|tell|provide|know|identify|help|assist|access|process|read)
    |\b(?:cannot|can't|can\ not|could\ not)\ be\ (?:determined|answered|read|identified|seen)
    |\bunable\ to\ (?:determine|answer|see|view|identify|read)|\bas\ an\ AI\b|\bno\ image\b
    |\b(?:impossible|not\ possible|difficult|hard)\ to\ (?:determine|say|tell|answer)
    |\bnot\ (?:enough|sufficient)\ information|\binsufficient\ information
    |无法|抱歉|对不起|不能(?:确定|判断|回答|看到)|看不(?:到|清)|没有足够|不知道""",
    re.IGNORECASE | re.VERBOSE,
)
_NOTHING = re.compile(
    r"(?:n/?a|none|null|unknown|unclear|not sure|undetermined|cannot (?:be )?determined?|your answer|你的答案"
    r"|不知道|未知|不确定|无法确定)\.?"
)
_LATEX = re.compile(r"\\(?:text|mathrm|mathbf|textbf|mbox)\s*\{([^{}]*)\}")
_WRAPPED = ("**", "__", "*", "_", "`", '"', "'", "“", "”", "‘", "’", "「", "」", "$", "\\(", "\\)", "\\[", "\\]")


def peeled(text: str) -> str:
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


YES = [
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
]
NO = [
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
]
_ENDS = r"(?=$|\s*[,.!;:\n,。!;:、-]|\s*[—–])"
_YES_FIRST = re.compile(rf"(?:yes|yeah|yep|是的|是|对的|对|正确|没错|有){_ENDS}", re.IGNORECASE)
_NO_FIRST = re.compile(rf"(?:no|nope|不是的|不是|不对|否|没有|不正确|错误){_ENDS}", re.IGNORECASE)
_BOTH = re.compile(r"\b(?:yes\s*(?:and|or|/|&)\s*no|no\s*(?:and|or|/|&)\s*yes)\b|是[或和与/]否", re.IGNORECASE)


def own_words(want: Wanted) -> tuple[str, str]:
    """What yes and no are called in the question's own language."""
    return (want.choices[0], want.choices[1]) if len(want.choices) == 2 else ("yes", "no")


def both(text: str, want: Wanted) -> bool:
    """`yes or no`, `ja oder nein`, `sí/no`: the two words with a sign or one word between them decide nothing."""
    yes, no = (re.escape(word) for word in own_words(want))
    between = r"(?:\s*[/&|]\s*|\s+\w+\s+)"
    own = rf"(?<!\w)(?:{yes}{between}{no}|{no}{between}{yes})(?!\w)"
    return _BOTH.search(text) is not None or re.search(own, text, re.IGNORECASE) is not None


def _yes_no(text: str, want: Wanted) -> str | None:
    """The question's own words first: what one language calls yes may be another's no."""
    yes, no = own_words(want)
    plain = text.lower()
    for word in (yes, no):
        if plain == word.lower():
            return word
    if plain in (*YES, "y"):
        return yes
    if plain in (*NO, "n"):
        return no
    if want.choices and lettered(want.choices) and plain in ("a", "b"):
        return None  # no letters were offered
    if both(text, want):
        return None
    for word in (yes, no):
        if re.match(re.escape(word) + _ENDS, text, re.IGNORECASE):
            return word
    if _YES_FIRST.match(text):
        return yes
    if _NO_FIRST.match(text):
        return no
    return None


LETTER = re.compile(
    r"(?:the\s+)?(?:(?:option|choice|picture|image|panel|candidate|letter|answer)\s*+|选项|图片?|选)?"
    r"[(([]?\s*+([A-Za-z])\s*+[))\]]?(?:\s*+[.::、,)-]\s*+(.*))?",
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
    found = LETTER.fullmatch(text)
    if not found:
        return None
    letter, words = found[1].upper(), (found[2] or "").strip()
    letters = list(want.choices) if want.form == "choose-picture" else list(LETTERS[: len(want.choices)])
    if want.form == "choose-text" and not lettered(want.choices):
        return None
    choice = next((c for c, name in zip(want.choices, letters, strict=False) if name.upper() == letter), None)
    if choice is None or not words or want.form == "choose-picture":
        return choice
    said = _same_words(peeled(words), want.choices)
    if said is None and number_in(words) is not None:
        said = next((c for c in want.choices if number_in(c) == number_in(words)), None)
    mentioned = [c for c in want.choices if mentions(words, c)]
    if said is not None:
        return choice if said == choice else None  # the letter says one thing, the words another
    return None if mentioned and choice not in mentioned else choice


def _same_words(text: str, choices: Sequence[str]) -> str | None:
    plain = _plain(text)
    return next((c for c in choices if _plain(c) == plain), None)


_HALF_OF_DAY = re.compile(r"(?<=\d)\s*([ap])\.?\s?m\b\.?")


def _plain(text: str) -> str:
    """7:15 P.M., 7:15 p.m and 7:15pm are the same words."""
    return " ".join(_HALF_OF_DAY.sub(r"\1m", text.lower().replace("the ", "")).split())


def mentions(text: str, choice: str) -> bool:
    plain = choice.strip().lower()
    if not plain:
        return False
    before = r"(?<![0-9a-z])" if plain[0].isascii() and plain[0].isalnum() else ""
    after = r"(?![0-9a-z])" if plain[-1].isascii() and plain[-1].isalnum() else ""
    return re.search(before + re.escape(plain) + after, text.lower()) is not None
