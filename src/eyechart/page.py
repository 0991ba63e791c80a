"""A page is a function of (family, settings, split, seed, index); any index without the ones before it."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from eyechart.core import Ask, Drawing, Family, Graph, Page, Question, Settings
from eyechart.errors import EyechartError
from eyechart.phrasing import YES_NO, phrase
from eyechart.program import answer_of, evidence_of, fitting, run
from eyechart.seeding import Rng, rng_for


def fingerprint(*what: Any) -> str:
    """Sixteen digits that are the same for the same content."""
    return sha256(msgspec.json.encode(what, order="sorted")).hexdigest()[:16]


def page(family: Family[Any], settings: Settings, split: str, seed: int, index: int) -> Page:
    """The page at an index, without the ones before it."""
    name = family.name
    scene = family.sample(rng_for(name, split, seed, index, "scene"), settings, split, index)
    drawing = family.draw(scene, rng_for(name, split, seed, index, "draw"), settings)
    graph = family.graph(scene)
    world = family.world(graph)
    rng = rng_for(name, split, seed, index, "ask")
    place = f"{name}/{split}/{seed}/{index}/"
    questions = tuple([
        question(f"{place}{k}", ask, family, world, graph, drawing, rng)
        for k, ask in enumerate(family.ask(scene, world, drawing, rng, settings))
    ])  # fmt: skip
    return Page(
        family=name,
        split=split,
        seed=seed,
        index=index,
        pictures=drawing.pictures,
        scene=graph,
        where=drawing.where,
        questions=questions,
    )


def question(
    id: str, ask: Ask, family: Family[Any], world: object, graph: Graph, drawing: Drawing, rng: Rng
) -> Question:
    """Run the program of what is to be asked, and put it into words."""
    done = run(fitting(ask.program, family.functions), world, family.functions)
    answer = answer_of(done, ask.language)
    choices = ask.choices or (YES_NO[ask.language] if ask.template.form == "yes/no" else ())
    if choices and answer not in choices:
        raise EyechartError(f"{id}: template {ask.template.name} gives '{answer}', which is not among {choices}.")
    pictures = drawing.pictures
    return Question(
        id=id,
        text=phrase(ask.template.wordings, ask.slots, rng, ask.language, ask.style),
        form=ask.template.form,
        answers=ask.accept(answer) if ask.accept else (answer,),
        choices=choices,
        language=ask.language,
        template=ask.template.name,
        facets=ask.facets,
        difficulty=ask.difficulty,
        evidence=evidence_of(done, drawing.where),
        program=done,
        scene=graph,
        pictures=pictures
        if ask.pictures == (0,) and len(pictures) == 1
        else tuple([pictures[i] for i in ask.pictures]),
        choice_pictures=tuple([pictures[i] for i in ask.choice_pictures]),
    )
