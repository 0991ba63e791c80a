"""When and what: the hours and icons of the small stories that time questions are told in.

The sentences are in the language files, by the same keys.
"""

from __future__ import annotations

# Hours within one half of the day in which some friends did it.
OUTINGS = {
    "newspaper": range(6, 11), "ice cream": range(6, 9), "bus": range(6, 11), "park": range(1, 6),
    "dinner": range(5, 9), "swimming": range(1, 6), "story": range(6, 10),
}  # fmt: skip
# Code points of the icon that stands for what was done.
DEEDS = {
    "shower": "1f6bf", "phone": "260e", "dinner": "1f37d", "book": "1f4d6", "teeth": "1faa5", "TV": "1f4fa",
    "piano": "1f3b9", "homework": "270f", "puzzle": "1f9e9", "painting": "1f3a8", "cookies": "1f36a", "dog": "1f415",
}  # fmt: skip
# The hour (0 to 23) that fits.
EVENTS = {
    "out of school": 15, "waking up": 7, "lunch": 12, "pajamas": 20, "dinner": 18, "walking to school": 8, "stars": 21,
    "breakfast": 7, "playing outside": 16, "lunch with the class": 12, "bus home": 15, "lights off": 20,
}  # fmt: skip
