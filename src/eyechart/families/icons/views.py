"""What the picture of a choice shows, and the view of a question with its choices but without its diagram."""

from __future__ import annotations

from collections import Counter

from eyechart.core import Features, Graph, Question, Sight, Thing, View

# Data and attributes that say nothing, or the name once more; and where in the diagram a thing stands, or what a balance
# there makes of it, which the picture of a choice does not show.
NOT_SHOWN = ("look", "in", "icon", "side", "slide", "load")


def shows(scene: Graph, letter: str) -> Features:
    """Name, attributes and data of what a choice shows; where it is a box, how many things are in it and which."""
    things = {thing.id: thing for thing in scene.things}
    choice = things.get(f"choice:{letter}")
    shown = things.get(choice.data["shows"]) if choice else None
    if shown is None:
        return {}
    inside = [thing for thing in scene.things if thing.data.get("in") == shown.id]
    found = _own(shown)
    if inside:
        names = Counter(thing.name for thing in inside)
        looks = Counter(colour for thing in inside if (colour := thing.attributes.get("colour")))
        found |= {"inside": float(len(inside)), "kinds": float(len(names)), "colours": float(len(looks))}
        found |= {"names": ", ".join(sorted(names))}
        found |= {f"of {name}": float(count) for name, count in looks.items()}
        found |= {f"first {name}": value for name, value in _own(inside[0]).items()}
    return found


def _own(thing: Thing) -> dict[str, str | float]:
    known = {"name": thing.name, **thing.attributes, **thing.data}
    kept = {name: value for name, value in known.items() if name not in NOT_SHOWN}
    found: dict[str, str | float] = {}
    for name, value in kept.items():
        if isinstance(value, str):
            found[name] = value
        elif isinstance(value, (int, float)):
            found[name] = float(value)
        else:
            found[name] = str(value)
    if "hour" in kept and "minute" in kept:
        found["time"] = kept["hour"] + kept["minute"] / 60
    if kept.get("whole"):
        found["share"] = kept.get("part", 0) / kept["whole"]
    return found


def without_diagram(question: Question) -> Sight | None:
    """The question and what its choices show, where the diagram shows anything else."""
    scene = question.scene
    if scene is None or not question.choice_pictures:
        return None
    page = scene.things[0].data
    drawn, offered = ({id for panel in page.get(part, ()) for id in panel["things"]} for part in ("panels", "choices"))
    if drawn <= offered:
        return None
    return Sight(question.text, {}, {letter: shows(scene, letter) for letter in question.choices})


VIEWS = {
    "choices without diagram": View(about="the question and what its choice pictures show", see=without_diagram),
}
