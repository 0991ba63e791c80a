"""How each relation is said: one frame per relation and language, so that similar facts are worded alike."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from eyechart.errors import unknown


class Frame(Struct, frozen=True):
    """Versions of each form. {p} is the predicate's phrase, {s} a thing that is named, {w} "which tool", "哪种工具"."""

    relative: tuple[str, ...]  # beside a noun: behind it in English, before it in Chinese
    ask: tuple[str, ...]
    verify: tuple[str, ...]
    reverse: tuple[str, ...] = ()  # relative to the second object, whose gap ends the phrase: "that {s} can cut"


ENGLISH: Mapping[str, Frame] = {
    "IsA-Taxonomy": Frame(
        ("that is a type of {p}", "that is a kind of {p}"),
        ("{w} is a type of {p}?", "{w} is a kind of {p}?"),
        ("Is {s} a type of {p}?", "Is {s} a kind of {p}?"),
    ),
    "UsedFor": Frame(
        ("that can be used for {p}", "that is used for {p}", "that people use for {p}"),
        ("{w} can be used for {p}?", "{w} is used for {p}?", "{w} do people use for {p}?"),
        ("Can {s} be used for {p}?", "Is {s} used for {p}?", "Do people use {s} for {p}?"),
        ("that {s} can be used for {p}", "that {s} is used for {p}", "that people use {s} for {p}"),
    ),
    "CapableOf": Frame(
        ("that can {p}", "that is able to {p}"),
        ("{w} can {p}?", "{w} is able to {p}?"),
        ("Can {s} {p}?", "Is {s} able to {p}?"),
        ("that {s} can {p}", "that {s} is able to {p}"),
    ),
    "AtLocation": Frame(
        ("that is likely to be found {p}", "that is usually found {p}"),
        ("{w} is likely to be found {p}?", "{w} is usually found {p}?"),
        ("Is {s} likely to be found {p}?", "Is {s} usually found {p}?"),
        ("that {s} is usually found {p}",),
    ),
    "HasProperty": Frame(
        ("that is {p}", "that is usually {p}"),
        ("{w} is {p}?", "{w} is usually {p}?"),
        ("Is {s} {p}?", "Is {s} usually {p}?"),
        ("that {s} is {p}", "that {s} is usually {p}"),
    ),
    "HasA": Frame(
        ("that has {p}", "that usually has {p}"),
        ("{w} has {p}?", "{w} usually has {p}?"),
        ("Does {s} have {p}?", "Does {s} usually have {p}?"),
    ),
    "HasPrerequisite": Frame(
        ("that {p} requires", "that is required for {p}", "that is needed for {p}"),
        ("{w} does {p} require?", "{w} is required for {p}?", "{w} is needed for {p}?"),
        ("Does {p} require {s}?", "Is {s} required for {p}?", "Is {s} needed for {p}?"),
    ),
    "ReceivesAction": Frame(
        ("that can be {p}",),
        ("{w} can be {p}?",),
        ("Can {s} be {p}?",),
        ("that {s} can be {p}",),
    ),
    "HasSubevent": Frame(
        ("that is used when {p}", "that people use when {p}"),
        ("{w} is used when {p}?", "{w} do people use when {p}?"),
        ("Is {s} used when {p}?", "Do people use {s} when {p}?", "Does {p} include using {s}?"),
    ),
    "MadeFrom": Frame(
        ("that is made from {p}", "that is usually made from {p}"),
        ("{w} is made from {p}?", "{w} is usually made from {p}?"),
        ("Is {s} made from {p}?", "Is {s} usually made from {p}?"),
    ),
}
CHINESE: Mapping[str, Frame] = {
    "IsA-Taxonomy": Frame(("属于{p}的",), ("{w}属于{p}?", "{w}是{p}的一种?"), ("{s}属于{p}吗?", "{s}是{p}的一种吗?")),
    "UsedFor": Frame(
        ("可以用来{p}的", "通常用来{p}的"),
        ("{w}可以用来{p}?", "{w}通常用来{p}?"),
        ("{s}可以用来{p}吗?", "{s}通常用来{p}吗?"),
        ("{s}可以用来{p}的", "{s}通常用来{p}的"),
    ),
    "CapableOf": Frame(
        ("能{p}的", "能够{p}的"), ("{w}能{p}?", "{w}能够{p}?"), ("{s}能{p}吗?", "{s}能够{p}吗?"), ("{s}能{p}的",)
    ),
    "AtLocation": Frame(
        ("通常在{p}见到的", "一般在{p}能找到的"),
        ("通常在{p}能见到{w}?", "一般在{p}能找到{w}?"),
        ("通常在{p}能见到{s}吗?", "一般在{p}能找到{s}吗?"),
    ),
    "HasProperty": Frame(
        ("{p}的", "通常{p}的"), ("{w}{p}?", "{w}通常{p}?"), ("{s}{p}吗?", "{s}通常{p}吗?"), ("{s}{p}的",)
    ),
    "HasA": Frame(("有{p}的", "通常有{p}的"), ("{w}有{p}?", "{w}通常有{p}?"), ("{s}有{p}吗?", "{s}通常有{p}吗?")),
    "HasPrerequisite": Frame(
        ("{p}需要用到的", "{p}必须用到的"),
        ("{p}需要用到{w}?", "{p}必须用到{w}?"),
        ("{p}需要用到{s}吗?", "{p}必须用到{s}吗?"),
    ),
    "ReceivesAction": Frame(
        ("可以被{p}的", "能够被{p}的"), ("{w}可以被{p}?", "{w}能够被{p}?"), ("{s}可以被{p}吗?", "{s}能够被{p}吗?")
    ),
    "HasSubevent": Frame(
        ("{p}时会用到的", "{p}的时候会用的"),
        ("{p}时会用到{w}?", "{p}的时候会用{w}?"),
        ("{p}时会用到{s}吗?", "{p}的时候会用{s}吗?"),
    ),
    "MadeFrom": Frame(
        ("用{p}做的", "通常用{p}做的"),
        ("{w}是用{p}做的?", "{w}通常是用{p}做的?"),
        ("{s}是用{p}做的吗?", "{s}通常是用{p}做的吗?"),
    ),
}
FRAMES: Mapping[str, Mapping[str, Frame]] = {"en": ENGLISH, "zh": CHINESE}
TAIL_SIDE = ("HasPrerequisite", "HasSubevent")  # <making an omelette, HasPrerequisite, BLANK>: the thing stands behind


def frames(relation: str, language: str) -> Frame:
    """How a relation is said in a language."""
    if language not in FRAMES:
        raise unknown("language of facts", language, FRAMES)
    if relation not in FRAMES[language]:
        raise unknown("relation that can be asked", relation, FRAMES[language])
    return FRAMES[language][relation]
