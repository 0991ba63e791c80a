"""What is seen, in words of both languages: attributes and relations."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class Look(Struct, frozen=True):
    """A value of a facet: before a noun, and as an answer. In Chinese one form does for both."""

    en: str
    zh: str
    answer: str = ""  # where it differs from the adjective: wooden, wood
    also: tuple[str, ...] = ()  # what else is accepted as an answer


COLOURS = {
    "red": Look("red", "红色"),
    "orange": Look("orange", "橙色", also=("橘色", "橘黄色")),
    "yellow": Look("yellow", "黄色"),
    "green": Look("green", "绿色"),
    "blue": Look("blue", "蓝色"),
    "purple": Look("purple", "紫色", also=("violet",)),
    "pink": Look("pink", "粉色", also=("粉红色",)),
    "brown": Look("brown", "棕色", also=("褐色", "咖啡色")),
    "black": Look("black", "黑色"),
    "white": Look("white", "白色"),
    "grey": Look("grey", "灰色", also=("gray",)),
}
MATERIALS = {
    "wooden": Look("wooden", "木制", "wood", also=("木头", "木质")),
    "metal": Look("metal", "金属", also=("steel", "iron", "metallic")),
    "plastic": Look("plastic", "塑料"),
}
PATTERNS = {
    "plain": Look("plain", "纯色", also=("solid", "none", "no pattern", "无花纹")),
    "striped": Look("striped", "条纹", also=("stripes", "stripe")),
    "dotted": Look("dotted", "圆点", also=("dots", "polka dots", "polka dot", "spotted", "波点")),
    "checked": Look("checked", "格子", also=("checks", "checkered", "plaid", "check")),
}
STATES = {
    "open": Look("open", "打开"),
    "closed": Look("closed", "关着"),
    "lit": Look("lit", "亮着"),
    "unlit": Look("unlit", "没亮"),
    "full": Look("full", "满"),
    "empty": Look("empty", "空"),
    "on": Look("switched-on", "开着"),
    "off": Look("switched-off", "没开"),
}
SIZES = {"small": Look("small", "小"), "large": Look("large", "大", also=("big",))}
LOOKS: Mapping[str, Mapping[str, Look]] = {
    "colour": COLOURS,
    "material": MATERIALS,
    "pattern": PATTERNS,
    "state": STATES,
    "size": SIZES,
}
OPEN_FACETS = ("colour", "material", "pattern")  # asked for as such; the others are only verified


class Side(Struct, frozen=True):
    """A relation beside a noun: {n} is the other one.

    subject: the noun has the relation ("the cup that is on the table"); object: it is had to the noun.
    ask: the question for what has it to the one described, and for what the one described has it to.
    """

    en: str  # "that is on", without "that is": behind a noun it stands alone too
    zh: str  # the noun has the relation
    en_object: str = ""
    zh_object: str = ""
    en_ask_object: str = ""
    zh_ask_object: str = ""


SIDES: Mapping[str, Side] = {
    "on": Side("on", "在{n}上面的", "that has {n} on it", "上面有{n}的", "On what is {n}?", "{n}在什么上面?"),
    "in": Side("in", "在{n}里面的", "that has {n} in it", "里面有{n}的", "In what is {n}?", "{n}在什么里面?"),
    "under": Side(
        "under", "在{n}下面的", "that has {n} under it", "下面有{n}的", "Under what is {n}?", "{n}在什么下面?"
    ),
    "next to": Side("next to", "在{n}旁边的"),
    "left of": Side("left of", "在{n}左边的"),
    "right of": Side("right of", "在{n}右边的"),
    "behind": Side("behind", "在{n}后面的"),
    "in front of": Side("in front of", "在{n}前面的"),
    "holding": Side("holding", "拿着{n}的", "that is held by {n}", "{n}拿着的", "What is {n} holding?", "{n}拿着什么?"),
    "wearing": Side(
        "wearing", "穿戴着{n}的", "that is worn by {n}", "{n}穿戴着的", "What is {n} wearing?", "{n}穿戴着什么?"
    ),
    "sitting on": Side(
        "sitting on", "坐在{n}上的", "that {n} is sitting on", "{n}坐着的", "On what is {n} sitting?", "{n}坐在什么上?"
    ),
    "hanging on": Side("hanging on", "挂在{n}上的", "that {n} is hanging on", "{n}挂着的"),
    # Of photographs only.
    "riding": Side("riding", "骑着{n}的", "that {n} is riding", "{n}骑着的", "What is {n} riding?", "{n}骑着什么?"),
    "carrying": Side(
        "carrying", "带着{n}的", "that {n} is carrying", "{n}带着的", "What is {n} carrying?", "{n}带着什么?"
    ),
    "near": Side("near", "在{n}附近的"),
    "against": Side("against", "靠着{n}的"),
}
ATTRIBUTE_QUESTIONS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "colour": (
        ("What color is {n}?", "Which color is {n}?", "What is the color of {n}?"),
        ("{n}是什么颜色的?", "{n}的颜色是什么?"),
    ),
    "material": (("What material is {n}?", "What is the material of {n}?"), ("{n}是什么材质的?", "{n}的材质是什么?")),
    "pattern": (
        ("What pattern does {n} have?", "What is the pattern of {n}?"),
        ("{n}是什么花纹的?", "{n}的花纹是什么?"),
    ),
}
