"""FigureQA's 100 named colours: name, value, half. The line's number is the colour's id.

Facts from the published generator (MIT, see NOTICE). The halves are those of Table 1: A colours vertical bars, lines and
pies in training, B horizontal bars and dot lines; the alternated scheme swaps them.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Half = Literal["A", "B"]

TABLE = """
Aqua, #7FFFD4, A
Black, #000000, B
Blue, #0000FF, A
Blue Violet, #8A2BE2, A
Brown, #A52A2A, A
Burlywood, #DEB887, B
Cadet Blue, #5F9EA0, B
Chartreuse, #7FFF00, B
Chocolate, #D2691E, B
Coral, #FF7F50, A
Cornflower, #6495ED, A
Crimson, #DC143C, A
Cyan, #00FFFF, A
Dark Blue, #00008B, A
Dark Cyan, #008B8B, B
Dark Gold, #B8860B, A
Dark Gray, #A9A9A9, B
Dark Green, #006400, A
Dark Khaki, #BDB76B, B
Dark Magenta, #8B008B, B
Dark Olive, #556B2F, B
Dark Orange, #FF8C00, A
Dark Orchid, #9932CC, A
Dark Red, #8B0000, A
Dark Salmon, #E9967A, A
Dark Seafoam, #8FBC8F, B
Dark Periwinkle, #483D8B, B
Dark Slate, #2F4F4F, B
Dark Turquoise, #00CED1, A
Dark Violet, #9400D3, B
Deep Pink, #FF1493, B
Deep Sky Blue, #00BFFF, B
Dim Gray, #696969, B
Dodger Blue, #1E90FF, B
Firebrick, #B22222, A
Forest Green, #228B22, A
Light Gold, #FFD700, A
Gold, #DAA520, A
Gray, #BEBEBE, A
Web Gray, #808080, B
Green, #00FF00, B
Web Green, #008000, B
Green Yellow, #ADFF2F, A
Hot Pink, #FF69B4, B
Indian Red, #CD5C5C, B
Indigo, #4B0082, B
Khaki, #F0E68C, A
Lawn Green, #7CFC00, B
Light Coral, #F08080, B
Light Green, #90EE90, A
Light Salmon, #FFA07A, B
Light Seafoam, #20B2AA, A
Light Sky Blue, #87CEFA, B
Light Slate, #778899, A
Lime Green, #32CD32, B
Magenta, #FF00FF, B
Maroon, #B03060, A
Web Maroon, #7F0000, B
Medium Aqua, #66CDAA, A
Medium Blue, #0000CD, A
Medium Orchid, #BA55D3, A
Medium Purple, #9370DB, A
Medium Seafoam, #3CB371, A
Medium Periwinkle, #7B68EE, B
Medium Mint, #00FA9A, B
Medium Turquoise, #48D1CC, B
Violet Red, #C71585, A
Midnight Blue, #191970, A
Navy Blue, #000080, B
Olive, #808000, A
Olive Drab, #6B8E23, B
Orange, #FFA500, A
Orange Red, #FF4500, A
Orchid, #DA70D6, A
Pale Green, #98FB98, A
Bubblegum, #DB7093, A
Peru, #CD853F, A
Purple, #A020F0, A
Web Purple, #7F007F, B
Rebecca Purple, #663399, B
Red, #FF0000, A
Rosy Brown, #BC8F8F, B
Royal Blue, #4169E1, A
Saddle Brown, #8B4513, A
Salmon, #FA8072, B
Sandy Brown, #F4A460, B
Seafoam, #2E8B57, A
Sienna, #A0522D, B
Sky Blue, #87CEEB, B
Periwinkle, #6A5ACD, A
Slate, #708090, B
Mint, #00FF7F, B
Steel Blue, #4682B4, A
Tan, #D2B48C, B
Teal, #008080, B
Tomato, #FF6347, A
Turquoise, #40E0D0, A
Violet, #EE82EE, B
Yellow, #FFFF00, B
Yellow Green, #9ACD32, B
"""


class Colour(Struct, frozen=True):
    id: int
    name: str
    hex: str
    half: Half

    @property
    def rgb(self) -> tuple[int, int, int]:
        return int(self.hex[1:3], 16), int(self.hex[3:5], 16), int(self.hex[5:7], 16)


def _read(table: str) -> tuple[Colour, ...]:
    rows = [line.split(", ") for line in table.strip().splitlines()]
    return tuple(Colour(i, name, value, "A" if half == "A" else "B") for i, (name, value, half) in enumerate(rows))


COLOURS = _read(TABLE)
BY_NAME = {colour.name: colour for colour in COLOURS}
HALVES: dict[Half, tuple[Colour, ...]] = {
    "A": tuple(colour for colour in COLOURS if colour.half == "A"),
    "B": tuple(colour for colour in COLOURS if colour.half == "B"),
}
