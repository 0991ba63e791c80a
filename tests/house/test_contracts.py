"""Every registered unit keeps its contract, and every planted fault is caught."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import eyechart
from eyechart import registry
from eyechart.core import Ask, Drawing, Evidence, Family, Metric, Page, Prediction, Region, Shape
from eyechart.errors import EyechartError
from eyechart.models import make
from eyechart.models.chance import Chance
from eyechart.models.oracle import Oracle
from eyechart.seeding import Rng, rng_for
from eyechart.store.predictions import append
from eyechart.talk.asking import Asking
from eyechart.talk.mock.server import Server, by_lot, running
from eyechart.talk.protocols import PROTOCOLS

replace = msgspec.structs.replace


LONG = ("signs", "commonsense", "icons")
FEWER = {"commonsense": 60}  # pages; it has few templates, and each of its pages asks most of them


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n in LONG)) for n in registry.names("families")]
)
def test_every_family_keeps_its_contract(name: str) -> None:
    eyechart.check_family(registry.get("families", name), pages=FEWER.get(name))


def broken(family: Family, message: str, **parts: Any) -> None:
    with pytest.raises(EyechartError, match=message):
        eyechart.check_family(replace(family, **parts), pages=30)


def test_overlapping_seeds_are_caught(figures: Family) -> None:
    def sample(rng: Rng, settings: Any, split: str, index: int) -> Any:
        return figures.sample(rng_for(index), settings, split, index)  # the seed is thrown away

    broken(figures, "seeds 1 and 2 share 30 scenes", sample=sample)


def test_a_repeated_scene_is_caught(figures: Family) -> None:
    def sample(rng: Rng, settings: Any, split: str, index: int) -> Any:
        return figures.sample(rng_for("always the same"), settings, split, 0)

    broken(figures, "29 of 30 pages show a scene that another page shows too", sample=sample)


def test_pythons_global_randomness_is_caught(figures: Family) -> None:
    def sample(rng: Rng, settings: Any, split: str, index: int) -> Any:
        return figures.sample(Rng(random.getrandbits(32)), settings, split, index)

    broken(figures, "made again differs(.|\n)*global random generator", sample=sample)


def test_numpys_global_randomness_is_caught(figures: Family) -> None:
    def sample(rng: Rng, settings: Any, split: str, index: int) -> Any:
        return figures.sample(Rng(int(np.random.randint(2**31))), settings, split, index)

    broken(figures, "made again differs", sample=sample)


def test_memory_that_threads_share_is_caught(figures: Family) -> None:
    painted = list[Any]()

    def draw(scene: Any, rng: Rng, settings: Any) -> Drawing:
        painted[:] = [figures.draw(scene, rng, settings)]
        time.sleep(0.001)
        return painted[0]

    broken(figures, "differ when 8 threads make them", draw=draw)


def test_evidence_off_the_image_is_caught(figures: Family) -> None:
    def draw(scene: Any, rng: Rng, settings: Any) -> Drawing:
        drawing = figures.draw(scene, rng, settings)
        moved: dict[str, tuple[Shape, ...]] = {
            name: tuple(tuple(v + 5000 for v in shape) for shape in shapes) if ":" in name else shapes
            for name, shapes in drawing.where.items()
        }
        return replace(drawing, where=moved)

    broken(figures, "is off the picture", draw=draw)


def test_an_answer_outside_the_choices_is_caught(figures: Family) -> None:
    def ask(*arguments: Any) -> list[Ask]:
        return [replace(one, choices=("aye", "nay")) for one in figures.ask(*arguments)]

    with pytest.raises(EyechartError, match="which is not among"):
        eyechart.check_family(replace(figures, ask=ask), pages=5)


def test_an_unbalanced_template_is_caught(figures: Family) -> None:
    def ask(figure: Any, world: Any, *rest: Any) -> list[Ask]:
        from eyechart.program import answer_of, run

        asks = figures.ask(figure, world, *rest)
        return [
            a
            for a in asks
            if a.template.name != "maximum" or answer_of(run(a.program, world, figures.functions)) == "yes"
        ]

    with pytest.raises(EyechartError, match="template 'maximum' is unbalanced: 'yes'"):
        eyechart.check_family(replace(figures, ask=ask), pages=60)


def test_a_template_that_is_never_asked_is_caught(figures: Family) -> None:
    def ask(*arguments: Any) -> list[Ask]:
        return [one for one in figures.ask(*arguments) if one.template.name != "intersect"]

    broken(figures, "template 'intersect' is never asked", ask=ask)


def test_a_template_of_what_no_preset_draws_is_asked_beyond_them(figures: Family) -> None:
    bars = replace(figures, presets={"exam": {"kinds": ["vbar"]}})
    broken(bars, "template 'intersect' is never asked")
    eyechart.check_family(replace(bars, beyond={"kinds": ("line",)}), pages=60)


def test_what_no_preset_draws_is_looked_at_too(figures: Family) -> None:
    def faults(figure: Any) -> list[str]:
        return ["it is a line"] * (figure.kind == "line")

    bars = replace(figures, presets={"exam": {"kinds": ["vbar"]}})
    broken(bars, "beyond its presets: page 0: it is a line", beyond={"kinds": ("line",)}, faults=faults)


def test_what_a_family_says_must_not_be_in_a_picture_is_caught(figures: Family) -> None:
    broken(figures, "page 0: the title is cut off", faults=lambda scene: ["the title is cut off"])


def test_an_undeclared_facet_is_caught(figures: Family) -> None:
    broken(figures, "facets .'elements'. are not declared", facets=("figure",))


def test_wordings_with_different_slots_are_caught(figures: Family) -> None:
    from eyechart.core import Template
    from eyechart.phrasing import wordings

    odd = Template("maximum", wordings(en={"paper": ("Is {x} the maximum?",), "clear": ("Is {y} the maximum?",)}))
    broken(figures, "its wordings have different slots", templates={**figures.templates, "maximum": odd})


def test_a_template_that_lacks_a_language_is_caught(figures: Family) -> None:
    broken(figures, "template 'minimum' has no wording in fr", languages=(*figures.languages, "fr"))


def test_what_a_family_says_must_not_be_in_a_picture_is_looked_for(figures: Family) -> None:
    broken(figures, "page 0: it is a figure", faults=lambda figure: ["it is a figure"])


# ---- models


# How each model is asked for, and a family whose exam it can sit.
SITTING = {
    "chance": ("chance", "figures"),
    "prior": ("prior", "figures"),
    "words": ("words", "icons"),
    "oracle": ("oracle", "icons"),
    "recorded": ("recorded:{folder}/said.jsonl", "figures"),
    "symbolic": ("symbolic:0.1", "matrices"),
    "reasoner": ("reasoner:0.1", "commonsense"),
    "without": ("without:knowledge", "commonsense"),
    "openai": ("openai:any", "figures"),
    "anthropic": ("anthropic:any", "figures"),
    "google": ("google:any", "figures"),
    "mock": ("mock:oracle", "matrices"),
    "vocabulary": ("vocabulary:large", "signs"),
    "ocr-bound": ("ocr-bound:perfect", "signs"),
    "ocr-random": ("ocr-random:perfect", "signs"),
}
ELSEWHERE = {
    "hf": "tests/talk/test_real_models.py: it needs torch and a checkpoint",
    "trained": "tests/training/test_networks.py: it needs torch and a trained network",
}


def test_every_registered_model_sits_an_exam_here_or_elsewhere() -> None:
    assert sorted({*SITTING, *ELSEWHERE}) == sorted(registry.BUILT_IN["models"])


@pytest.mark.parametrize("name", SITTING)
def test_every_model_keeps_its_contract(
    name: str, pages_of_family: Callable[[str, int], list[Page]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, family = SITTING[name]
    made = pages_of_family(family, 6)
    questions = [q for page in made for q in page.questions]
    for vendor in ("OPENAI", "ANTHROPIC", "GEMINI"):
        monkeypatch.setenv(f"{vendor}_API_KEY", "none-needed")
    with (tmp_path / "said.jsonl").open("w") as file:
        append(file, Oracle().answer(questions))
    with running(Server(by_lot)) as server:
        asking = Asking(base_url=server.url(name) if name in PROTOCOLS else None, frame="pixels")
        model = make(spec.format(folder=tmp_path), asking)
        if hasattr(model, "fit"):
            model.fit(made)
        eyechart.check_model(model, questions)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda said: said[::-1], "not one for each question"),
        (lambda said: [replace(p, answer="perhaps") for p in said], "not among"),
        (lambda said: [replace(p, answer=random.choice(("yes", "no"))) for p in said], "changes from call to call"),
        (lambda said: [replace(p, evidence=Evidence((Region((1, 2, 3)),))) for p in said], "has 3 numbers"),
    ],
)
def test_a_faulty_model_is_caught(pages: list[Page], change: Callable[[list[Prediction]], Any], message: str) -> None:
    class Faulty(Chance):
        def answer(self, questions: Any) -> list[Prediction]:
            return list(change(super().answer(questions)))

    random.seed(1)
    with pytest.raises(EyechartError, match=message):
        check_often(Faulty(), pages[0].questions)


def check_often(model: Any, questions: Any) -> None:
    for _ in range(20):  # a coin may fall the same way a few times
        eyechart.check_model(model, questions)


# ---- metrics


def test_a_metric_whose_forms_differ_is_caught(pages: list[Page]) -> None:
    sound: Metric = registry.get("metrics", "evidence")
    other: Metric = registry.get("metrics", "pointing")
    with pytest.raises(EyechartError, match="scalar form gives .* column form"):
        eyechart.check_metric(replace(sound, columns=other.columns), pages[:5])


def test_a_metric_that_marks_the_oracle_down_is_caught(pages: list[Page]) -> None:
    sound: Metric = registry.get("metrics", "answer")
    with pytest.raises(EyechartError, match="the oracle scores 0.5"):
        eyechart.check_metric(replace(sound, score=lambda q, p: 0.5), pages[:5])


def test_the_oracle_reads_the_program(pages: list[Page]) -> None:
    q = pages[0].questions[0]
    assert Oracle().answer([replace(q, answers=("wrong",))])[0].answer == q.answers[0]
