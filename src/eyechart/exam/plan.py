"""What an exam is: which parts it has and who sits it. A file (exam.toml), the command line and Python say it in the same words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from eyechart import registry
from eyechart.core import Model
from eyechart.errors import EyechartError, unknown
from eyechart.models import make
from eyechart.settings import settings_for
from eyechart.store.atomic import write_atomic
from eyechart.store.foreign import content, decoded
from eyechart.store.job import difference
from eyechart.talk.alter import KINDS
from eyechart.talk.asking import Asking

T = TypeVar("T")
Said = Mapping[str, Any]
"""What was said of an exam, by the names that exam.toml has; what is not said is not in it."""
Number = Annotated[int, Meta(ge=1)]
PLAN = "plan.json"
IMAGES = 200  # per family


class Part(Struct, frozen=True, kw_only=True):
    """What is asked of one family."""

    family: str
    split: str
    preset: str
    count: Number = IMAGES  # images
    seed: int = 0
    set: dict[str, Any] = {}  # settings that differ from the preset's
    limit: Number | None = None  # questions; None: all


class Seat(Struct, frozen=True):
    """Who sits: a model, and what it is called in the exam."""

    model: Model
    name: str

    @property
    def folder(self) -> str:
        return self.name.strip("/").replace("/", "_")


class Plan(Struct, frozen=True, kw_only=True):
    """An exam: its parts, who sits, and how."""

    parts: tuple[Part, ...]
    seats: tuple[Seat, ...]
    repeat: Number = 1  # how often each question is asked
    alter: tuple[str, ...] = ()  # once more with pictures altered so
    baseline: str | None = None  # a model, or the folder of a run: what the others are compared with


OF_A_PART = tuple(name for name in Part.__struct_fields__ if name != "family")
OF_ALL = ("families", "models", "asking", "repeat", "alter", "baseline")
OF_A_MODEL = ("name", "as", *(field.name.replace("_", "-") for field in fields(Asking)))


# ---- what was said -> a plan


def plan_from(said: Said) -> Plan:
    """Whole and checked; an error begins with the key that is wrong."""
    _known("key of an exam", said, (*OF_ALL, *OF_A_PART))
    tables = _families(said.get("families"))
    seats = _seats(said.get("models", ()), said.get("asking"))
    rest = _typed({key: said[key] for key in ("repeat", "alter", "baseline") if key in said}, _Rest)
    for kind in rest.alter:
        if kind not in KINDS:
            with _at("alter"):
                raise unknown("alteration", kind, KINDS)
    shared = {key: said[key] for key in OF_A_PART if key in said}
    parts = tuple(_part(name, shared, own) for name, own in tables.items())
    return Plan(parts=parts, seats=seats, repeat=rest.repeat, alter=rest.alter, baseline=rest.baseline)


class _Rest(Struct, frozen=True):
    repeat: Number = 1
    alter: tuple[str, ...] = ()
    baseline: str | None = None


def _families(said: Any) -> dict[str, Said]:
    """Names, or a table for each: all that are registered, if nothing is said."""
    if said is None:
        return {name: {} for name in registry.names("families")}
    if isinstance(said, Mapping):
        for name, own in said.items():
            if not isinstance(own, Mapping):
                raise EyechartError(f"families.{name}: expected a table, such as [families.{name}], got {own!r}.")
            with _at(f"families.{name}"):
                _known("key of a family", own, OF_A_PART)
        return dict(said)
    if isinstance(said, str) or not isinstance(said, Sequence) or not all(isinstance(name, str) for name in said):
        raise EyechartError(f'families: expected names, such as ["figures"], or a table for each, got {said!r}.')
    return {name: {} for name in said}


def _part(name: str, shared: Said, own: Said) -> Part:
    with _at(f"families.{name}" if own else "families"):
        family = registry.get("families", name)
    usual = {"split": next(reversed(list(family.splits))), "preset": next(iter(family.presets))}
    with _at(f"families.{name}" if own else ""):
        part = _typed({**usual, **shared, **own, "family": name}, Part)
        if part.split not in family.splits:
            raise unknown(f"split of {name}", part.split, family.splits)
        settings_for(family, part.preset, part.set)
    return part


def _seats(models: Any, asking: Any) -> tuple[Seat, ...]:
    specs = [_spec(one) for one in _listed(models)]
    names = [name for name, _ in specs]
    # `prior` never without `words` beside it, which says how much more the questions' own words give away.
    if "prior" in names and "words" not in names:
        specs.insert(names.index("prior") + 1, ("words", {}))
    shared = _told(asking)
    seats: dict[str, Seat] = {}
    for spec, own in specs:
        with _at(spec if isinstance(spec, str) and own else ""):
            made = make(spec, asked_as({**shared, **own}))
            seat = Seat(made, own.get("as", made.name))
            if seat.folder in seats:
                raise EyechartError(f"two models are called '{seat.name}': call one otherwise (as=…).")
        seats[seat.folder] = seat
    return tuple(seats.values())


def _listed(models: Any) -> Sequence[Any]:
    if isinstance(models, str) or not isinstance(models, Sequence):
        raise EyechartError(f'models: expected a list, such as [[models]] with name = "chance", got {models!r}.')
    return models


def _spec(one: Any) -> tuple[Any, Said]:
    """What is to be made, and what is said of it alone."""
    if not isinstance(one, Mapping):
        return one, {}
    _known("key of a model", one, OF_A_MODEL)
    if not isinstance(one.get("name"), str):
        raise EyechartError('each has a name, such as name = "openai:MODEL".')
    return one["name"], {key: value for key, value in one.items() if key != "name"}


def _told(asking: Any) -> Said:
    """Only what differs from how models are asked usually."""
    if asking is None or isinstance(asking, Mapping):
        return asking or {}
    if not isinstance(asking, Asking):
        raise EyechartError(f"asking: expected a table, such as [asking], got {asking!r}.")
    usual = Asking()
    names = [field.name for field in fields(Asking)]
    return {
        name.replace("_", "-"): getattr(asking, name) for name in names if getattr(asking, name) != getattr(usual, name)
    }


def asked_as(said: Said) -> Asking:
    """Options of a model that is talked to, by the names that they have on the command line."""
    _known("key of a model", said, OF_A_MODEL)
    return _typed({key.replace("-", "_"): value for key, value in said.items() if key not in ("name", "as")}, Asking)


def model_from(words: str) -> Said:
    """`name=openai:M,base-url=…,key-env=…`: a comma belongs to a value unless the name of an option follows."""
    found: dict[str, str] = {}
    last = ""
    for piece in words.split(","):
        key, equals, value = piece.partition("=")
        if equals and key in OF_A_MODEL:
            last, found[key] = key, value
        elif not last:
            raise EyechartError(
                f"--model {words}: expected name=MODEL and then options, such as name=openai:M,base-url=URL."
            )
        else:
            found[last] += f",{piece}"
    for word in (word for key, value in found.items() if key != "send" for word in value.split(",")[1:]):
        key, equals, _ = word.partition("=")
        if equals and get_close_matches(key, OF_A_MODEL, cutoff=0.8):  # a slip, not a part of the value
            raise unknown("option of --model", key, OF_A_MODEL)
    return {key: value.split(",") if key in ("send", "price") else value for key, value in found.items()}


# ---- errors that say where


def _known(kind: str, said: Said, names: Sequence[str]) -> None:
    for key in said:
        if key not in names:
            raise unknown(kind, key, names)


@contextmanager
def _at(place: str) -> Iterator[None]:
    try:
        yield
    except EyechartError as error:
        raise EyechartError(f"{place}: {error}" if place else str(error)) from error


def _typed(values: Said, kind: type[T]) -> T:
    """As this type; what does not fit is told with its key."""
    try:
        return msgspec.convert(values, kind, strict=False, dec_hook=lambda wanted, value: wanted(value))
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at `$.")
        key = place.rstrip("`").partition("[")[0].replace("_", "-")
        what = problem[:1].lower() + problem[1:]
        raise EyechartError(f"{key}: {what}, here {values.get(key.replace('-', '_'))!r}.") from error


# ---- where it is said


def read_plan(path: Path) -> dict[str, Any]:
    """An exam.toml. A file that it names is looked for beside it."""
    if not path.exists():
        raise EyechartError(f"No plan at {path}: there is no such file. docs/exam.md shows one.")
    try:
        said = tomllib.loads(content(path).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise EyechartError(f"{path}: {error}.") from error
    for table in (said.get("asking"), *(said["models"] if isinstance(said.get("models"), list) else ())):
        if isinstance(table, dict) and isinstance(table.get("prompts"), str):
            table["prompts"] = str(path.parent / table["prompts"])
    with _at(str(path)):  # what is wrong with the file is told before anything that is typed joins in
        plan_from(said | {"models": []})
        for number, one in enumerate(_listed(said.get("models", ())), 1):
            with _at(f"model {number}"):
                asked_as({**_told(said.get("asking")), **_spec(one)[1]})
    return said


def merged(*all_said: Said) -> dict[str, Any]:
    """What is said later wins; models are added; what is said of all parts wins over what was said of one before."""
    whole: dict[str, Any] = {}
    for said in all_said:
        families = {name: {k: v for k, v in own.items() if k not in said} for name, own in _tables(whole).items()}
        if "families" in said:
            families = {name: {**families.get(name, {}), **own} for name, own in _families(said["families"]).items()}
        models = [*whole.get("models", ()), *said.get("models", ())]
        asking = {**_told(whole.get("asking")), **_told(said.get("asking"))}
        whole = {**whole, **said, "models": models, "asking": asking} | ({"families": families} if families else {})
    return whole


def _tables(said: Said) -> dict[str, Said]:
    return _families(said["families"]) if "families" in said else {}


# ---- what an exam's folder remembers


class _Kept(Struct, kw_only=True, omit_defaults=True):
    """plan.json: what is asked, and who has sat it."""

    families: dict[str, dict[str, Any]]
    repeat: int = 1
    alter: tuple[str, ...] = ()
    baseline: str | None = None
    sat: tuple[str, ...] = ()  # in their order


def remembered(folder: Path) -> dict[str, Any]:
    """What was said of the exam of this folder before: nothing, if there is none."""
    found: dict[str, Any] = msgspec.to_builtins(_kept(folder)) if (folder / PLAN).exists() else {}
    found.pop("sat", None)
    return found


def _kept(folder: Path) -> _Kept:
    path = folder / PLAN
    found: _Kept = decoded(path, _Kept) if path.exists() else _Kept(families={})
    return found


def remember(plan: Plan, folder: Path) -> list[str]:
    """Write down what is asked, beside what was asked before; of one family the same is asked of everybody. Who has sat?"""
    there = _kept(folder).families
    here = {part.family: {key: getattr(part, key) for key in OF_A_PART} for part in plan.parts}
    for family in here:
        if family in there and (change := difference(there[family], here[family])):
            raise EyechartError(
                f"{folder} asks otherwise: of {family}, {change}. "
                "Leave that out, to ask the same of everybody; or choose another --out."
            )
    # A folder elsewhere may be gone tomorrow, or be called otherwise from another place.
    baseline = None if plan.baseline is None or Path(plan.baseline).is_dir() else plan.baseline
    sat = list(dict.fromkeys((*_kept(folder).sat, *(seat.name for seat in plan.seats))))
    kept = _Kept(families={**there, **here}, repeat=plan.repeat, alter=plan.alter, baseline=baseline, sat=tuple(sat))
    write_atomic(folder / PLAN, msgspec.json.format(msgspec.json.encode(kept)))
    return sat
