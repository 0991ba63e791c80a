"""The places, each a file of this folder: its ground and backdrop, its furniture, what is found there.

A file that is added is a place, named as the file is, and can be asked for at once: `--set places=garden`.
"""

from collections.abc import Mapping

from eyechart.errors import EyechartError, unknown
from eyechart.families.commonsense.places.place import Place
from eyechart.registry import modules

SHARED = ("pens", "place")  # modules of the folder that are no places


def _found() -> dict[str, Place]:
    """Those of the exam by their turn, then all others by name."""
    found = {}
    for name, module in modules(__name__, __path__):
        if name not in SHARED:
            made = getattr(module, "place", None)
            if not isinstance(made, Place):
                raise EyechartError(f"places/{name}.py has no `place = Place(…)`.")
            found[name.replace("_", " ")] = made
    for made in found.values():
        if made.like is not None and made.like not in found:
            raise unknown("place", made.like, found)
    return dict(sorted(found.items(), key=lambda item: (item[1].turn is None, item[1].turn or 0, item[0])))


PLACES: Mapping[str, Place] = _found()
EXAM = tuple(name for name, one in PLACES.items() if one.turn is not None)  # where pages are set unless told otherwise
