"""A menu on a restaurant's wall: dishes and prices, the restaurant's name and its phone number."""

from __future__ import annotations

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.decor import plant, room
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.language import Words
from eyechart.families.signs.measure import MONEY
from eyechart.families.signs.stage import Stage, inset


def paint(stage: Stage) -> Box:
    rng, count = stage.rng, len(stage.place.entries)
    room(stage, 540, (60, 32, 580, 446))
    look = rng.choice(("chalk", "paper", "wood"))
    ground = {"chalk": "#2B302E", "paper": "#F6EFDC", "wood": "#4A3122"}[look]
    ink = {"chalk": "#F4F1E6", "paper": "#2A211A", "wood": "#F7E9C8"}[look]
    accent = {"chalk": "#F2C84B", "paper": "#A3271E", "wood": "#F5B84A"}[look]
    board = (44, 16, 596, 462)
    stage.shadow(board, 12)
    inner = inset(board, 15)
    stage.surface(board, "wood", rng.integer(0, 3), 0.5, hole=inset(board, 20))
    if look == "wood":
        stage.surface(inner, "wood", 3, 0.9)
    else:
        stage.fill(inner, ground)
    if look == "chalk":  # wiped, not washed
        for _ in range(5):
            x, y = rng.uniform(70, 420), rng.uniform(40, 400)
            stage.fill((x, y, x + rng.uniform(60, 150), y + rng.uniform(14, 40)), "#FFFFFF", 14, 0.03)
    stage.put_heading("name", (80, 40, 560, 98), accent, 46, 2)
    stage.fill((150, 104, 490, 106.5), accent)
    high = 290 / count
    for i in range(count):
        top = 112 + i * high
        size = min(34.0, 0.66 * high)
        stage.put(i, "dish", (84, top + 2, 400, top + high - 2), ink, size, 1, 0.0)
        stage.put(i, "price", (436, top + 2, 556, top + high - 2), accent, size, 1, 1.0)
        stage.area(i, (80, top, 560, top + high))
    stage.fill((150, 405, 490, 406.5), ink, 0, 0.6)
    stage.put_heading("phone", (170, 409, 470, 443), ink, 28, 1)
    for x in (-60, 700):
        plant(stage, x, 560, 120)
    for x in rng.sample((150, 320, 490), min(2, stage.place.clutter)):
        _pendant(stage, x)
    return (30, 4, 610, 474)


def _pendant(stage: Stage, x: float) -> None:
    """A lamp that hangs from the ceiling, above the board."""
    stage.fill((x - 1.5, -FAR, x + 1.5, -70), "#2A2622")
    stage.polygon([(x - 34, -36), (x + 34, -36), (x + 14, -74), (x - 14, -74)], "#B98A3C")
    stage.disc(x, -34, 11, "#FFF3C8")


KIND = Kind(
    turn=5,
    entry="dish",
    roles=("dish", "price"),
    heading=("name", "phone"),
    upright=True,
    measures={"price": MONEY},
    words={
        "en": Words(
            noun="dish",
            heads={
                "dish": ("What is {it}?", "What is the name of {it} on the menu?"),
                "price": ("How much is {it}?", "What is the price of {it}?"),
                "name": ("Which restaurant does this menu belong to?", "What is the name of the restaurant?"),
                "phone": ("Which phone number takes orders?", "What is the phone number on the menu board?"),
            },
            by={
                "dish": "“{v}”",
                "price": "the dish that costs {v}",
            },
            least={"price": "the cheapest dish"},
            most={"price": "the most expensive dish"},
            texts={"dish": "{flavour} {fare}"},
        ),
        "zh": Words(
            noun="菜 道",
            heads={
                "dish": ("{it}叫什么？", "菜单上{it}的名称是什么？"),
                "price": ("{it}多少钱？", "{it}的价格是多少？"),
                "name": ("这是哪家餐馆的菜单？", "这家餐馆叫什么名字？"),
                "phone": ("订餐电话是多少？", "菜单牌上的电话号码是多少？"),
            },
            by={
                "dish": "“{v}”",
                "price": "价格为{v}的菜",
            },
            least={"price": "最便宜的菜"},
            most={"price": "最贵的菜"},
            texts={"dish": "{flavour}{fare}"},
        ),
    },
    paint=paint,
)
