"""The matrices family: proof, rejections, shortcuts, held-out leaks, probes, perception error, speed.

All but the probes and the speed work on scenes and draw nothing.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from benchmarks.claim import Claim, at_least, at_most, print_rows
from eyechart import registry
from eyechart.core import Drawing, Family, Graph, Page, Picture
from eyechart.families.matrices.ask import PROGRAM
from eyechart.families.matrices.elements import KINDS, Kind, properties
from eyechart.families.matrices.models.symbolic import Symbolic
from eyechart.families.matrices.regimes import (
    HELD_OUT_ATTRIBUTES,
    HELD_OUT_PAIRS,
    KINDS_IN,
    TRAINING_COUNTS,
    asked,
)
from eyechart.families.matrices.rules import RELATIONS, fits, relations_with
from eyechart.families.matrices.sample import accepted, plan, propose, sample
from eyechart.families.matrices.scene import LETTERS, Matrix, MatrixSettings
from eyechart.families.matrices.world import World, graph
from eyechart.page import page, question
from eyechart.program import run
from eyechart.seeding import Rng, rng_for

FAMILY: Family = registry.get("families", "matrices")
EXAM = MatrixSettings()
PROVED = {False: 50_000, True: 2_000}
TRIED = {False: 1_000, True: 100}  # of each combination
BET_ON = {False: 20_000, True: 2_000}  # of each regime to learn from, and half as many to be examined on
RECURRING = {False: 40_000, True: 4_000}
HELD_OUT = {False: 100_002, True: 4_200}
DRAWN = {False: 5_000, True: 500}
READ = {False: 1_000, True: 100}
TIMED = {False: 400, True: 60}


def claims(quick: bool) -> list[Claim]:
    tasks = (
        (proof, PROVED), (acceptance, TRIED), (shortcuts, BET_ON), (held_out, HELD_OUT), (recurrence, RECURRING),
        (probes, DRAWN), (perception, READ), (speed, TIMED),
    )  # fmt: skip
    return [claim for task, count in tasks for claim in task(count[quick])]


def scenes(count: int, settings: MatrixSettings = EXAM, split: str = "train", seed: int = 0) -> Iterator[Matrix]:
    """The scenes of the pages with these indices."""
    for index in range(count):
        yield sample(rng_for("matrices", split, seed, index, "scene"), settings, split, index)


def share(right: Sequence[float]) -> str:
    mean = float(np.mean(right))
    return f"{100 * mean:5.1f} % ± {196 * sqrt(mean * (1 - mean) / len(right)):.1f} of {len(right):,}"


# ---- proof


def proof(count: int) -> list[Claim]:
    """Every scene through JSON, its program run: the answer and rule meant, and no second explanation."""
    wrong = second = 0
    for matrix in scenes(count):
        world = World(msgspec.json.decode(msgspec.json.encode(graph(matrix)), type=Graph))
        done = run(PROGRAM, world, FAMILY.functions)
        _, explanations, rule, letter = (step.output for step in done.steps)
        second += len(explanations) != 1 or len(explanations[0]["candidates"]) != 1
        found = (letter, rule["relation"], explanations[0]["property"])
        wrong += found != (LETTERS[matrix.answer], matrix.relation, matrix.property)
    return [
        at_most(f"disagreements in {count:,} matrices", wrong, 0, ""),
        at_most(f"second explanations in {count:,} matrices", second, 0, ""),
    ]


# ---- rejections


def acceptance(count: int) -> list[Claim]:
    """How often the first draw is kept. What is drawn again for a second explanation is a whole matrix, never a part."""
    found: dict[str, list[bool]] = {}
    for kind in KINDS:
        for relation in (r for r in RELATIONS if asked("neutral", "train", kind, (r,))):
            settings = MatrixSettings(relations=(relation,))
            found[f"{relation}, {kind}"] = [_kept(rng_for("acceptance", i), settings, kind) for i in range(count)]
    print_rows("first draws kept", ("", "of the draws"), [(name, share(kept)) for name, kept in found.items()])
    least = min(found, key=lambda name: float(np.mean(found[name])))
    return [at_least(f"first draws kept, at the least ({least})", 100 * float(np.mean(found[least])), 20, "%")]


def _kept(rng: Rng, settings: MatrixSettings, kind: Kind) -> bool:
    matrix = propose(rng, settings, "train", plan(rng, settings, "train", kind))
    return matrix is not None and accepted(matrix)


# ---- shortcuts


def shortcuts(count: int) -> list[Claim]:
    """What a solver gets that sees only panels 7, 8 and the candidates, and one that looks for known elements."""
    rows, claims = [], list[Claim]()
    for regime in KINDS_IN:
        made = list(scenes(count * 3 // 2, MatrixSettings(regime=regime), seed=1))
        right = bets(made[:count], made[count:])
        marks = {r: right[r] for r in RELATIONS if r in right}
        all_of_them = [v for some in right.values() for v in some]
        rows.append((regime, share(all_of_them), *(f"{100 * np.mean(marks.get(r, [0])):.1f}" for r in RELATIONS)))
        most = max(100 * float(np.mean(some)) for some in marks.values())
        claims.append(at_most(f"right from row 3, {regime}", 100 * float(np.mean(all_of_them)), 25, "%"))
        claims.append(at_most(f"the same in any relation, {regime}", most, 40, "%"))
    print_rows("right from panels 7, 8 and candidates", ("", "all", *RELATIONS), rows)
    known = list(occurring(scenes(count, seed=2)))
    return [*claims, at_most("right by 'its element occurs', And, Or, Union", 100 * float(np.mean(known)), 40, "%")]


def bets(known: Sequence[Matrix], unseen: Sequence[Matrix]) -> dict[str, list[float]]:
    """By relation, what boosted trees get right of the unseen."""
    places = {rule: i for i, rule in enumerate(dict.fromkeys(r for m in known for some in pointers(m) for r in some))}
    chances = likely(
        np.concatenate([seen(m, places) for m in known]),
        np.concatenate([_truth(m) for m in known]),
        np.concatenate([seen(m, places) for m in unseen]),
    ).reshape(len(unseen), -1)
    right: dict[str, list[float]] = defaultdict(list)
    for matrix, chance in zip(unseen, chances, strict=True):
        right[matrix.relation].append(float(chance.argmax() == matrix.answer))
    return right


def occurring(matrices: Iterator[Matrix]) -> Iterator[float]:
    """How often one is right who knows the property and takes a candidate whose element occurs in the context."""
    for matrix in (m for m in matrices if m.relation != "progression"):
        above = {panel[matrix.property] for panel in matrix.context}
        there = [k for k, c in enumerate(matrix.candidates) if c[matrix.property] in above]
        yield (matrix.answer in there) / len(there)


Pointer = tuple[str, str, str]  # subject, property and relation


def pointers(matrix: Matrix) -> list[list[Pointer]]:
    """For each candidate the rules that row 3 with it would follow, if only row 3 were known."""
    found: list[list[Pointer]] = [[] for _ in matrix.candidates]
    seven, eight = matrix.context[6:8]
    for name in seven:
        for relation in relations_with(name, 9):
            for k, candidate in enumerate(matrix.candidates):
                row = (seven[name], eight[name], candidate[name])
                if fits(relation, [row], name) and not (relation == "or" and row[0] == row[1]):
                    found[k].append((matrix.subject, name, relation))
    return found


def seen(matrix: Matrix, places: dict[Pointer, int]) -> NDArray[np.float32]:
    """For each candidate: the rules that point at it, and at how many candidates each rule points."""
    grid = np.zeros((len(matrix.candidates), len(places)), np.float32)
    for k, rules in enumerate(pointers(matrix)):
        grid[k, [places[rule] for rule in rules if rule in places]] = 1
    return np.concatenate([grid, np.broadcast_to(grid.sum(axis=0), grid.shape)], axis=1)


def _truth(matrix: Matrix) -> NDArray[np.bool_]:
    return np.arange(len(matrix.candidates)) == matrix.answer


# ---- held out


def units(matrix: Matrix) -> Iterator[Any]:
    """What a regime may hold out, of the rule, its elements, its answer and its labelled distractors; of others the problem."""
    regime, name, relation = matrix.regime, matrix.property, matrix.relation
    values = {panel[name] for panel in (*matrix.context, *matrix.candidates)}
    if (regime in TRAINING_COUNTS and name == "count") or (regime == "held-out objects" and name == "category"):
        yield from ((name, value) for value in values)
    elif regime == "held-out object pairs" and name == "category":
        yield from ((relation, name, value) for value in values)
    elif regime == "held-out attributes" and name in HELD_OUT_ATTRIBUTES:
        yield name.removeprefix("human ")
    elif regime == "held-out attribute pairs" and (relation, name) in HELD_OUT_PAIRS:
        yield relation, name
    else:
        yield asked_about(matrix)


def asked_about(matrix: Matrix) -> tuple[str, ...]:
    """A matrix in substance: its rule, three rows and answer, whatever else the panels show and the candidates are."""
    column = [panel[matrix.property] for panel in matrix.context]
    return (matrix.relation, matrix.property, *column, matrix.candidates[matrix.answer][matrix.property])


def recurrence(count: int) -> list[Claim]:
    """Problems of test that are in training too, in the same seed and in another; and how many there are."""
    rows, most = [], 0.0
    for regime in KINDS_IN:
        settings = MatrixSettings(regime=regime)
        trained = [asked_about(m) for m in scenes(count, settings, "train", 1)]
        pool = set(trained)
        again = [
            100 * float(np.mean([asked_about(m) in pool for m in scenes(count // 2, settings, "test", seed)]))
            for seed in (1, 2)
        ]
        rows.append((regime, *(f"{share:.2f} %" for share in again), f"{len(pool):,} of {count:,}"))
        most = max(most, *again)
    head = ("", "same seed", "another", "different ones in training")
    print_rows("problems of test that recur in training", head, rows)
    return [at_most("problems of test that recur in training, at the most", most, 0.1, "%")]


def held_out(count: int) -> list[Claim]:
    """Units of training or validation that test has too. By definition free of how the sampler holds out."""
    each, rows, total = count // len(KINDS_IN) // 3, [], 0
    for regime, preset in [(r, "exam") for r in KINDS_IN] + [(r, "paper") for r in TRAINING_COUNTS]:
        settings = MatrixSettings(regime=regime, all_counts=preset == "paper")
        found = {s: {u for m in scenes(each, settings, s) for u in units(m)} for s in ("train", "val", "test")}
        leaks = len((found["train"] | found["val"]) & found["test"])
        rows.append((f"{regime}, {preset}", str(leaks), *(f"{len(some):,}" for some in found.values())))
        total += leaks if preset == "exam" else 0  # in `paper` wrong candidates take all ten counts, and it says so
    print_rows("what test asks and training does", ("", "leaks", "units in train", "val", "test"), rows)
    return [at_most(f"leaks in {each * 3 * len(KINDS_IN):,} matrices of seven regimes", total, 0, "")]


# ---- probes


def probes(count: int) -> list[Claim]:
    """Trained on three fifths: candidates alone, and candidates with another matrix's context, by pixels and by truth."""
    found: dict[str, list[float]] = {}
    matrices = list(scenes(count))
    pixels = np.stack([views(page(FAMILY, EXAM, "train", 0, i)) for i in range(count)])
    answers = np.array([m.answer for m in matrices])
    same = defaultdict(list)
    for i, m in enumerate(matrices):
        same[m.subject].append(i)
    foreign = [same[m.subject][(same[m.subject].index(i) + 1) % len(same[m.subject])] for i, m in enumerate(matrices)]
    own = list(range(count))
    for title, contexts in (("candidates only", None), ("foreign context", foreign), ("own context", own)):
        inputs = np.stack(
            [truths(m, None if contexts is None else matrices[contexts[i]]) for i, m in enumerate(matrices)]
        )
        found[f"{title}, by truth"] = ranked(inputs, answers)
        faces = pixels[:, 8:]
        inputs = np.concatenate([faces, faces - faces.mean(axis=1, keepdims=True)], axis=2)
        if contexts is not None:
            near = faces[:, :, None] - pixels[contexts][:, None, :8]
            inputs = np.concatenate([inputs, np.abs(near).mean(axis=3), np.abs(near[:, :, 6:]).mean(axis=2)], axis=2)
        found[f"{title}, by pixels"] = ranked(inputs, answers)
    print_rows("a probe right", ("", "of the questions"), [(name, share(right)) for name, right in found.items()])
    return [_at_chance(name, right) for name, right in found.items() if not name.startswith("own")]


def _at_chance(name: str, right: Sequence[float]) -> Claim:
    mean, chance = float(np.mean(right)), 1 / 8
    spread = 1.96 * sqrt(chance * (1 - chance) / len(right))
    return Claim(
        f"a probe, {name}",
        f"{100 * mean:.1f} %",
        f"{100 * chance:.1f} ± {100 * spread:.1f} %",
        abs(mean - chance) <= spread,
    )


def views(one: Page) -> NDArray[np.float32]:
    from eyechart.probing.twins import glance

    return np.stack([glance(p) for p in one.pictures]).astype(np.float32)


def truths(matrix: Matrix, other: Matrix | None) -> NDArray[np.float32]:
    """For each candidate and property: which value, how many candidates share it, and the context panels that do."""
    names = [*FAMILY_PROPERTIES]
    rows = []
    for candidate in matrix.candidates:
        row = np.full((len(names), 10), -1.0, np.float32)
        for name, value in candidate.items():
            place = names.index(name)
            row[place, 0] = FAMILY_PROPERTIES[name].index(value) if value in FAMILY_PROPERTIES[name] else -2
            row[place, 1] = sum(c[name] == value for c in matrix.candidates)
            if other is not None:
                row[place, 2:10] = [panel.get(name) == value for panel in other.context]
        rows.append(row.ravel())
    return np.stack(rows)


def ranked(inputs: NDArray[np.float32], answers: NDArray[np.int64]) -> list[float]:
    """Boosted trees say of each candidate how likely it is the answer; the likeliest is the guess."""
    cut = len(inputs) * 3 // 5
    truth = np.arange(8)[None, :] == answers[:, None]
    tested = inputs[cut:].reshape((len(inputs) - cut) * 8, -1)
    chance = likely(inputs[:cut].reshape(cut * 8, -1), truth[:cut].ravel(), tested).reshape(-1, 8)
    right: list[float] = (chance.argmax(axis=1) == answers[cut:]).astype(float).tolist()
    return right


def likely(inputs: NDArray[np.float32], truth: NDArray[np.bool_], others: NDArray[np.float32]) -> NDArray[np.float64]:
    """How likely the others are true, by boosted trees."""
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    probe = HistGradientBoostingClassifier(max_iter=70, learning_rate=0.3, max_leaf_nodes=24, random_state=0)
    with threadpool_limits(1):  # on a busy machine its threads wait for each other
        probe.fit(inputs, truth)
        found: NDArray[np.float64] = probe.predict_proba(others)[:, 1]
    return found


FAMILY_PROPERTIES = {name: one.values for name, one in properties().items()}


# ---- a symbolic solver, speed


def perception(count: int) -> list[Claim]:
    """The symbolic solver with eyes that err."""
    blank = Drawing((Picture(b"", 1, 1),) * 16, {})
    questions = []
    for i, matrix in enumerate(scenes(count)):
        world, rng = World(graph(matrix)), rng_for("perception", i)
        (ask,) = FAMILY.ask(matrix, world, blank, rng, EXAM)
        questions.append(question(f"m/{i}", ask, FAMILY, world, graph(matrix), blank, rng))
    rows = []
    for error in (0.0, 0.05, 0.1, 0.2, 0.3, 0.4):
        said = Symbolic(str(error)).answer(questions)
        by: dict[str, list[float]] = defaultdict(list)
        for q, p in zip(questions, said, strict=True):
            for group in ("all", q.facets["relation"]):
                by[group].append(float(p.answer == q.answers[0]))
            by["rule too"].append(float(p.answer == q.answers[0] and p.evidence == q.evidence))
        rows.append((f"{error:g}", *(f"{100 * np.mean(by[g]):.1f}" for g in ("all", *RELATIONS, "rule too"))))
    print_rows(f"symbolic solver, {count:,} matrices", ("misread", "all", *RELATIONS, "rule too"), rows)
    return [at_least("right with true eyes, rule too", float(rows[0][-1]), 100, "%")]


def speed(count: int) -> list[Claim]:
    for i in range(300):  # icons are rasterised once
        page(FAMILY, EXAM, "train", 9, i)
    start = time.process_time()
    sizes = [sum(len(p.data) for p in page(FAMILY, EXAM, "train", 0, i).pictures) / 1000 for i in range(count)]
    rate = count / (time.process_time() - start)
    print_rows("a matrix", ("", "kB"), [("mean", f"{np.mean(sizes):.0f}"), ("most", f"{max(sizes):.0f}")])
    return [
        at_least("matrices a second of the processor", rate, 76.5, ""),
        at_most("the largest matrix", max(sizes), 250, "kB"),
    ]
