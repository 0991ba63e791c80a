"""Measures the matrices family: proof, rejections, shortcuts, held-out leaks, probes, perception error, speed.

    python benchmarks/matrices.py proof --count 50000
    python benchmarks/matrices.py shortcuts acceptance held-out probes perception speed

All but `probes` and `speed` work on scenes and draw nothing.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from eyechart import registry
from eyechart.core import Family, Graph, Page
from eyechart.families.matrices.elements import KINDS, properties
from eyechart.families.matrices.regimes import REGIMES, asked
from eyechart.families.matrices.rules import RELATIONS, fits, relations_with
from eyechart.families.matrices.sample import accepted, propose, sample
from eyechart.families.matrices.scene import Matrix, MatrixSettings
from eyechart.families.matrices.symbolic import Symbolic
from eyechart.families.matrices.world import World, graph
from eyechart.page import page, question
from eyechart.program import run
from eyechart.seeding import rng_for

FAMILY: Family = registry.get("families", "matrices")
EXAM = MatrixSettings()


def scenes(count: int, settings: MatrixSettings = EXAM, split: str = "train", seed: int = 0) -> Iterator[Matrix]:
    """The scenes of the pages with these indices."""
    for index in range(count):
        yield sample(rng_for("matrices", split, seed, index, "scene"), settings, split, index)


def share(right: Sequence[float]) -> str:
    mean = float(np.mean(right))
    return f"{100 * mean:5.1f} % ± {196 * sqrt(mean * (1 - mean) / len(right)):.1f} of {len(right):,}"


# ---- proof


def proof(count: int) -> None:
    """Every scene through JSON, its program run: the answer and rule meant, and no second explanation."""
    from eyechart.families.matrices.ask import PROGRAM

    wrong = second = 0
    for matrix in scenes(count):
        world = World(msgspec.json.decode(msgspec.json.encode(graph(matrix)), type=Graph))
        done = run(PROGRAM, world, FAMILY.functions)
        _, explanations, rule, letter = (step.output for step in done.steps)
        second += len(explanations) != 1 or len(explanations[0]["candidates"]) != 1
        meant = "ABCDEFGH"[matrix.answer]
        wrong += (
            letter != meant or rule["relation"] != matrix.relation or explanations[0]["property"] != matrix.property
        )
    print(f"proof: {count:,} matrices, {wrong} disagreements, {second} second explanations")


# ---- rejections


def acceptance(count: int) -> None:
    print("relation     kind               accepted")
    for kind in KINDS:
        for relation in RELATIONS:
            settings = MatrixSettings(relations=(relation,))
            if asked("neutral", "train", kind, (relation,)):
                tried = [
                    accepted(propose(rng_for("acceptance", i), settings, "train", kind)) for i in range(count // 10)
                ]
                print(f"{relation:12} {kind:18} {share(tried)}")


# ---- shortcuts


def pointers(matrix: Matrix) -> dict[int, list[tuple[str, str, str]]]:
    """Candidate -> the rules that row 3 with it would follow, if only row 3 were known."""
    found: dict[int, list[tuple[str, str, str]]] = defaultdict(list)
    seven, eight = matrix.context[6:8]
    for name in seven:
        for relation in relations_with(name, 9):
            for k, candidate in enumerate(matrix.candidates):
                row = (seven[name], eight[name], candidate[name])
                if fits(relation, [row], name) and not (relation == "or" and row[0] == row[1]):
                    found[k].append((matrix.subject, name, relation))
    return found


def shortcuts(count: int) -> None:
    """What a solver gets that sees only panels 7, 8 and the candidates, and one that looks for known elements."""
    seen, hits = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    for matrix in scenes(count, seed=1):
        for k, rules in pointers(matrix).items():
            seen.update(rules)
            hits.update(rules if k == matrix.answer else ())
    right: dict[str, list[float]] = defaultdict(list)
    occurs: dict[str, list[float]] = defaultdict(list)
    for matrix in scenes(count, seed=2):
        scores = dict.fromkeys(range(len(matrix.candidates)), 1.0)
        for k, rules in pointers(matrix).items():
            for rule in rules:
                scores[k] *= 1 - hits[rule] / seen[rule]
        best = min(scores.values())
        guesses = [k for k, score in scores.items() if score == best]
        right[matrix.relation].append((matrix.answer in guesses) / len(guesses))
        known = {panel[matrix.property] for panel in matrix.context}
        there = [k for k, c in enumerate(matrix.candidates) if c[matrix.property] in known]
        occurs[matrix.relation].append((matrix.answer in there) / len(there) if there else 0.125)
    print("row 3 and candidates only, trained:", share([v for some in right.values() for v in some]))
    for relation in RELATIONS:
        print(f"   {relation:12} {share(right[relation])};  element occurs in the context {share(occurs[relation])}")
    print("element occurs, And, Or, Union:", share([v for r in RELATIONS[:3] for v in occurs[r]]))


# ---- held out


def units(matrix: Matrix) -> Iterator[Any]:
    """What a regime may hold out, of the rule, its elements, its answer and its labelled distractors."""
    values = {panel[matrix.property] for panel in (*matrix.context, *matrix.candidates)}
    if matrix.regime in ("interpolation", "extrapolation", "held-out objects"):
        yield from values
    elif matrix.regime == "held-out attributes":
        yield matrix.property.removeprefix("human ")
    elif matrix.regime == "held-out attribute pairs":
        yield matrix.relation, matrix.property
    elif matrix.regime == "held-out object pairs":
        yield from ((matrix.relation, value) for value in values)
    else:
        yield msgspec.json.encode(graph(matrix))


def held_out(count: int) -> None:
    """Units of training or validation that test has too. By definition free of how the sampler holds out."""
    for preset in (False, True):
        total = 0
        for regime in REGIMES:
            if preset and regime not in ("interpolation", "extrapolation"):
                continue
            settings, each = MatrixSettings(regime=regime, all_counts=preset), count // len(REGIMES) // 3
            found = {
                s: Counter(u for m in scenes(each, settings, s) for u in units(m)) for s in ("train", "val", "test")
            }
            leaks = len((found["train"] | found["val"]).keys() & found["test"].keys())
            leaks += len(found["train"].keys() & found["val"].keys()) if regime == "neutral" else 0
            sizes = ", ".join(f"{split} {len(some)}" for split, some in found.items())
            print(f"{'paper' if preset else 'exam'} {regime:26} {leaks} leaks (units: {sizes})", flush=True)
            total += 3 * each
        print(f"   over {total:,} matrices")


# ---- probes


def probes(count: int) -> None:
    """Trained on three fifths: candidates alone, and candidates with another matrix's context, by pixels and by truth."""
    matrices = list(scenes(count))
    pixels = np.stack([views(page(FAMILY, EXAM, "train", 0, i)) for i in range(count)])
    answers = np.array([m.answer for m in matrices])
    print("answer in each place:", np.bincount(answers, minlength=8).tolist())
    same = defaultdict(list)
    for i, m in enumerate(matrices):
        same[m.subject].append(i)
    foreign = [same[m.subject][(same[m.subject].index(i) + 1) % len(same[m.subject])] for i, m in enumerate(matrices)]
    own = list(range(count))
    for title, contexts in (("candidates only", None), ("foreign context", foreign), ("(own context)", own)):
        inputs = np.stack(
            [truths(m, None if contexts is None else matrices[contexts[i]]) for i, m in enumerate(matrices)]
        )
        print(f"{title:16} by truth  {ranked(inputs, answers)}", flush=True)
        faces = pixels[:, 8:]
        inputs = np.concatenate([faces, faces - faces.mean(axis=1, keepdims=True)], axis=2)
        if contexts is not None:
            near = faces[:, :, None] - pixels[contexts][:, None, :8]
            inputs = np.concatenate([inputs, np.abs(near).mean(axis=3), np.abs(near[:, :, 6:]).mean(axis=2)], axis=2)
        print(f"{title:16} by pixels {ranked(inputs, answers)}", flush=True)


def views(one: Page) -> NDArray[np.float32]:
    from eyechart.audit import _features

    return np.stack([_features(p) for p in one.pictures]).astype(np.float32)


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


def ranked(inputs: NDArray[np.float32], answers: NDArray[np.int64]) -> str:
    """Boosted trees say of each candidate how likely it is the answer; the likeliest is the guess."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    cut = len(inputs) * 3 // 5
    truth = np.arange(8)[None, :] == answers[:, None]
    probe = HistGradientBoostingClassifier(max_iter=60, random_state=0)
    probe.fit(inputs[:cut].reshape(cut * 8, -1), truth[:cut].ravel())
    chance = probe.predict_proba(inputs[cut:].reshape((len(inputs) - cut) * 8, -1))[:, 1].reshape(-1, 8)
    return share((chance.argmax(axis=1) == answers[cut:]).astype(float).tolist())


FAMILY_PROPERTIES = {name: one.values for name, one in properties().items()}


# ---- a symbolic solver, speed


def perception(count: int) -> None:
    from eyechart.core import Drawing, Picture

    blank = Drawing((Picture(b"", 1, 1),) * 16, {})
    questions = []
    for i, matrix in enumerate(scenes(count // 10)):
        world, rng = World(graph(matrix)), rng_for("perception", i)
        (ask,) = FAMILY.ask(world, blank, rng, EXAM)
        questions.append(question(f"m/{i}", ask, FAMILY, world, graph(matrix), blank, rng))
    print("misread   all    " + "  ".join(f"{r:>11}" for r in RELATIONS) + "   rule too")
    for error in (0.0, 0.05, 0.1, 0.2, 0.3, 0.4):
        said = Symbolic(str(error)).answer(questions)
        by: dict[str, list[float]] = defaultdict(list)
        for q, p in zip(questions, said, strict=True):
            for group in ("all", q.facets["relation"]):
                by[group].append(float(p.answer == q.answers[0]))
            by["rule"].append(float(p.answer == q.answers[0] and p.evidence == q.evidence))
        cells = "  ".join(f"{100 * np.mean(by[r]):11.1f}" for r in RELATIONS)
        print(f"{error:7.2f} {100 * np.mean(by['all']):6.1f}    {cells}   {100 * np.mean(by['rule']):6.1f}")


def speed(count: int) -> None:
    for i in range(300):  # icons are rasterised once
        page(FAMILY, EXAM, "train", 9, i)
    start = time.process_time()
    made = (page(FAMILY, EXAM, "train", 0, i) for i in range(count // 50))
    sizes = [sum(len(p.data) for p in one.pictures) / 1000 for one in made]
    rate = len(sizes) / (time.process_time() - start)
    print(f"speed: {rate:.0f} matrices a second of one core; {np.mean(sizes):.0f} kB each, {max(sizes):.0f} at most")


TASKS = {
    "proof": proof, "acceptance": acceptance, "shortcuts": shortcuts, "held-out": held_out, "probes": probes,
    "perception": perception, "speed": speed,
}  # fmt: skip

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="+", choices=TASKS)
    parser.add_argument("--count", type=int, default=10_000, help="matrices; some tasks take a part of it")
    chosen = parser.parse_args()
    for task in chosen.tasks:
        TASKS[task](chosen.count)
