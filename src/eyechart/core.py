"""The nouns.

    Scene --draw, ask--> Question --model--> Prediction --metric--> score --> report

A family samples its own frozen scene; everything downstream reads the one shared form, a `Graph` of things. A
`Drawing` alone knows pixels. A `Program` run on the graph gives answer and evidence. A `Page` is what an index names:
the pictures of one scene with the questions asked about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from eyechart.phrasing import Noun, Wordings
from eyechart.seeding import Rng

T = TypeVar("T")
S = TypeVar("S")  # a family's own scene
Shape = tuple[float, ...]
"""Four numbers are a box (left, top, right, bottom); six or more a polygon (x1, y1, x2, y2, …). Pixels, y grows down."""

SHARD = 1000  # pages in a file of a dataset, unless told otherwise
Form = Literal["yes/no", "choose-text", "choose-picture", "fill-in"]
Need = Literal["question", "picture", "choices"]


class Thing(Struct, frozen=True):
    """Something in a scene: a bar, an icon, a chair, a line of text."""

    id: str
    name: str
    attributes: dict[str, str] = {}
    data: dict[str, Any] = {}


class Relation(Struct, frozen=True):
    subject: str  # thing id
    name: str
    object: str  # thing id


class Graph(Struct, frozen=True):
    """A scene in the form that every tool can read."""

    things: tuple[Thing, ...]
    relations: tuple[Relation, ...] = ()


class Picture(Struct, frozen=True):
    """An encoded picture: shown by a notebook, `np.asarray(picture)` as pixels, `.pil()` as an image of Pillow."""

    data: bytes
    width: int
    height: int
    format: Literal["png", "jpeg"] = "png"

    def __repr__(self) -> str:
        return f"Picture({self.width}×{self.height} {self.format}, {len(self.data):,} bytes)"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """`np.asarray(picture)`: height × width × 3, red, green and blue as bytes."""
        import numpy as np
        import skia

        image = skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(self.data))
        return np.asarray(image.toarray(colorType=skia.kRGBA_8888_ColorType)[:, :, :3], dtype)

    def pil(self) -> Any:
        """As an image of Pillow, where that is installed."""
        from io import BytesIO

        from PIL import Image

        return Image.open(BytesIO(self.data))

    # What a notebook shows.
    def _repr_png_(self) -> bytes | None:
        return self.data if self.format == "png" else None

    def _repr_jpeg_(self) -> bytes | None:
        return self.data if self.format == "jpeg" else None


class Drawing(Struct, frozen=True):
    """Pictures of a scene, and where each thing landed: thing id -> shapes on the first picture."""

    pictures: tuple[Picture, ...]
    where: dict[str, tuple[Shape, ...]]


class Step(Struct, frozen=True):
    """One call: a registered function, the steps whose outputs it takes, its own arguments, and what it gave."""

    function: str
    inputs: tuple[int, ...] = ()
    arguments: tuple[Any, ...] = ()
    output: Any = None


class Program(Struct, frozen=True):
    """Steps that turn a graph into an answer (the last step's output) and evidence (the outputs of the steps named)."""

    steps: tuple[Step, ...]
    evidence: tuple[int, ...] = ()


class Region(Struct, frozen=True):
    """A shape on one of the question's pictures, with the ids of the things it holds."""

    shape: Shape
    things: tuple[str, ...] = ()
    picture: int = 0


class Evidence(Struct, frozen=True):
    """What decides the answer: regions, or labels (matrices: relation and kind). Empty means that nothing does."""

    regions: tuple[Region, ...] = ()
    labels: dict[str, str] = {}


class Question(Struct, frozen=True, kw_only=True):
    """One question, for all families and all official releases. How it is answered is a field."""

    id: str  # family/split/seed/index/k
    text: str
    form: Form
    answers: tuple[str, ...]  # all that are accepted, the one to show first; empty if the release hides them
    choices: tuple[str, ...] = ()  # yes/no: yes, no; choose-picture: A, B, … for `choice_pictures`
    language: str = "en"
    template: str = ""
    facets: dict[str, str] = {}
    difficulty: float | None = None  # 0 easy to 1 hard
    evidence: Evidence | None = None  # None: the release does not say
    program: Program | None = None
    scene: Graph | None = None
    pictures: tuple[Picture, ...] = ()
    choice_pictures: tuple[Picture, ...] = ()

    def _repr_html_(self) -> str:
        return _cards([self])


class Prediction(Struct, frozen=True, kw_only=True):
    """What was said: by a network, a VLM, a chance guesser or a person."""

    question: str  # the question's id
    answer: str | None  # None: no answer could be read from the reply
    evidence: Evidence = Evidence()
    confidence: float | None = None
    raw: str | None = None


class Page(Struct, frozen=True, kw_only=True):
    """What an index names: the pictures of one scene and the questions about it."""

    family: str
    split: str
    seed: int
    index: int
    pictures: tuple[Picture, ...]
    scene: Graph
    where: dict[str, tuple[Shape, ...]]
    questions: tuple[Question, ...]

    def _repr_html_(self) -> str:
        return _cards(self.questions)


def _cards(questions: Sequence[Question]) -> str:
    """As a notebook shows them. How things look is told two layers above, so it is found by name and not imported."""
    made: str = import_module("eyechart.reporting.cards").cards(questions)
    return made


class Split(Struct, frozen=True):
    images: int  # the paper's size
    about: str


class Template(Struct, frozen=True):
    """One kind of question: its wordings and what it cannot be answered without."""

    name: str
    wordings: Wordings
    needs: tuple[Need, ...] = ("question", "picture")
    form: Form = "yes/no"
    optional: tuple[str, ...] = ()  # slots that a wording may leave out: measure words, what the picture shows anyway
    given: str = ""  # a facet that narrows the answers by itself: who guesses without the picture is told it


class Ask(Struct, frozen=True, kw_only=True):
    """What a family wants asked: a program and what to say; running the program gives the rest."""

    template: Template
    program: Program
    slots: Mapping[str, str | Noun] = {}
    choices: tuple[str, ...] = ()
    choice_pictures: tuple[int, ...] = ()  # of the drawing's pictures
    pictures: tuple[int, ...] = (0,)
    accept: Callable[[str], tuple[str, ...]] | None = None  # canonical answer -> all that are accepted
    facets: dict[str, str] = {}
    difficulty: float | None = None
    language: str = "en"
    style: str = ""  # which set of wordings; empty: all of them


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What can be set when a family generates. A family subclasses it; the defaults are its default preset."""

    def check(self) -> None:
        """Raise EyechartError for a combination that no single field can forbid."""


class Function(Struct, frozen=True):
    """A program's function: (world, *outputs of the input steps, *arguments) -> JSON-able output, with its types by name.

    `program.functions` makes them from annotated functions.
    """

    call: Callable[..., Any]
    takes: tuple[str, ...]
    needed: int  # so many of them; the others may be left out
    gives: str
    rest: str | None = None  # the type of all that follow, where there may be any number

    def __call__(self, world: Any, *given: Any) -> Any:
        return self.call(world, *given)


Features = Mapping[str, str | float]
"""What is known of a question or of one of its choices, by name: words or numbers."""


class Sight(Struct, frozen=True):
    """What a partial view leaves of a question to who is to guess its answer."""

    text: str = ""  # as far as it is shown
    features: Features = {}
    candidates: Mapping[str, Features] = {}  # answers to choose from, with what is shown of each; empty: any answer
    prior: float | None = None  # of a fair guess; None: one in the number of candidates, or the commonest answer


class View(Struct, frozen=True, kw_only=True):
    """A part of a page that does not suffice: `audit` prints what a probe reaches with it. One of `see`, `survey`, `solve`."""

    about: str  # what it shows
    see: Callable[[Question], Sight | None] | None = (
        None  # for a probe that learns; None: no such view of this question
    )
    survey: Callable[[Sequence[Question]], Mapping[str, Sight]] | None = None  # the same for a page's questions, by id
    solve: Callable[[Sequence[Question]], Mapping[str, str]] | None = None  # a page's questions -> answers by id
    prior: float | None = None  # of what `solve` gives; None: one in the number of choices
    impossible: bool = True  # must be at the prior; False: it is only printed
    unless: Callable[[Any], bool] | None = None  # settings with which it is only printed, as in what others released


class Family(Struct, Generic[S], frozen=True, kw_only=True):
    """A kind of exam, generic in its scene. A frozen record of functions: see docs/add-a-family.md."""

    name: str
    version: int  # goes up when generated bytes change
    title: str
    settings: type[Any]
    presets: Mapping[str, Mapping[str, Any]]  # the first is the default
    beyond: Mapping[str, tuple[str, ...]] = {}  # setting -> what it may name that no preset draws; `check_family` does
    splits: Mapping[str, Split]
    facets: tuple[str, ...]  # every question's facets have these keys and no others
    of_answers: tuple[str, ...] = ()  # facets that tell of the answer: not to be seen where it is hidden
    templates: Mapping[str, Template]
    languages: tuple[str, ...] = ("en",)  # that it can ask in
    sample: Callable[[Rng, Any, str, int], S]  # rng, settings, split, index
    draw: Callable[[S, Rng, Any], Drawing]  # scene, rng, settings
    graph: Callable[[S], Graph]  # what is there; nothing about what will be asked
    ask: Callable[[S, Any, Drawing, Rng, Any], Iterable[Ask]]  # scene, world, drawing, rng, settings
    world: Callable[[Graph], Any]  # what programs run on, from the graph alone
    functions: Mapping[str, Function]
    card: Path
    licence: str = "CC-BY-4.0"
    faults: Callable[[S], Iterable[str]] | None = None  # what must not be in a scene's pictures; `check_family` looks
    exporters: Mapping[str, Callable[..., None]] = {}  # format name -> (dataset, folder)
    shows: Callable[[Graph, str], Features] | None = None  # what the picture of a choice shows, by its letter
    views: Mapping[str, View] = {}  # partial views that `audit` tries, by name
    substance: Callable[[Question], str | None] | None = None  # the same for questions that differ in decoration only

    @property
    def after(self) -> str:
        """The paper that its title begins with ("FigureQA: …"); empty where it follows none."""
        paper, colon, _ = self.title.partition(": ")
        return paper if colon else ""


class Progress(Protocol):
    """Told how much is done, now and then, with a word on how it goes."""

    def __call__(self, done: int, note: str = "") -> None: ...


class Model(Protocol):
    """Anything that can sit the exam. A model that learns also has `fit(pages)`, called once with training pages; one that
    needs features of the pictures `prepare(dataset)`, called once before it answers."""

    name: str

    def answer(self, questions: Sequence[Question]) -> list[Prediction]: ...


class Marks(Struct, frozen=True):
    """A metric over a sheet: a value for each row, and whether it applies there."""

    values: Any  # float64 array
    applies: Any  # bool array


class Sheet(Struct, frozen=True):
    """Questions and predictions side by side as Arrow columns, for metrics over millions. Row i belongs to row i."""

    questions: Any  # pa.Table: id, image, form, answers, evidence, labels, …
    predictions: Any  # pa.Table: answer, evidence, labels, confidence
    found: dict[Any, Any] = {}  # what `once` has computed, by the function that does
    scenes: Callable[[], Sequence[tuple[int, str]]] | None = None  # of each page: how many questions, JSON
    missing: Any = None  # bool array: rows that nobody answered, to which no metric applies; None: all were

    def once(self, make: Callable[[Sheet], T]) -> T:
        """What a function makes of this sheet, computed once, however many metrics build on it."""
        if make not in self.found:
            self.found[make] = make(self)
        made: T = self.found[make]
        return made


class Metric(Struct, frozen=True):
    """How right a prediction is, 0 to 1. None means that the metric does not apply to the question."""

    name: str
    title: str
    score: Callable[[Question, Prediction], float | None]
    columns: Callable[[Sheet], Marks]
    families: tuple[str, ...] = ()  # that it is for, as a paper's own formula for its family; empty: for all
    together: Callable[[Sequence[Question], Sequence[Prediction]], list[float | None]] | None = (
        None  # of a page's questions, where a mark depends on the others; `score` is then that of a question by itself
    )

    def scores(self, questions: Sequence[Question], predictions: Sequence[Prediction]) -> list[float | None]:
        """Of the questions of a page."""
        if self.together is not None:
            return self.together(questions, predictions)
        return [self.score(q, p) for q, p in zip(questions, predictions, strict=True)]

    def mark(self, sheet: Sheet) -> Marks:
        marks = sheet.once(self.columns)
        return marks if sheet.missing is None else Marks(marks.values, marks.applies & ~sheet.missing)


class Release(Struct, frozen=True):
    """An official release on disk, read as pages."""

    name: str
    family: str
    splits: tuple[str, ...]
    load: Callable[..., Iterable[Page]]  # root, split; and settings, where it has any
    licence: str
    settings: type[Settings] | None = None

    def pages(self, root: Path, split: str, settings: Settings | None = None) -> Iterable[Page]:
        """The pages of a split, by the settings given or the default ones."""
        return self.load(root, split) if self.settings is None else self.load(root, split, settings or self.settings())


def boxed(shape: Shape) -> tuple[float, float, float, float]:
    """The axis-aligned box around a shape."""
    if len(shape) == 4:
        return shape[0], shape[1], shape[2], shape[3]
    xs, ys = shape[0::2], shape[1::2]
    return min(xs), min(ys), max(xs), max(ys)


def lies_on(shape: Shape, picture: Picture) -> bool:
    """Is there something of it, and none of it off the picture? Half a pixel is forgiven."""
    left, top, right, bottom = boxed(shape)
    return -0.5 <= left < right <= picture.width + 0.5 and -0.5 <= top < bottom <= picture.height + 0.5


def outline(shape: Shape) -> list[tuple[float, float]]:
    """The corners of a shape, in order."""
    if len(shape) == 4:
        left, top, right, bottom = shape
        return [(left, top), (right, top), (right, bottom), (left, bottom)]
    return list(zip(shape[0::2], shape[1::2], strict=True))


def own_name(id: str) -> str | None:
    """What a release itself calls a question: the end of `release/split/official/index/name`."""
    parts = id.split("/", 4)
    return parts[4] if len(parts) == 5 and parts[2] == "official" else None
