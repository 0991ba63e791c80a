"""Verbs of studies with people: study, recruit, people, person, judgements."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from eyechart.cli.serving import HOME, Home, Url, opened
from eyechart.cli.words import PEOPLE, Flag, Out, Printed, Source, app
from eyechart.errors import EyechartError
from eyechart.reporting.terminal import out

if TYPE_CHECKING:
    from eyechart.web.study.desk import Desk

QUESTIONS, BATCH, EACH = 300, 20, 3


def _desk(home: Path, database: str) -> Desk:
    site, made = opened(home, database)
    from eyechart.web.study.desk import Desk

    return Desk(site, made)


def _told(*lines: str) -> None:
    for line in lines:
        out.print(line, highlight=False, soft_wrap=True, markup=False)


@app.command
def study(
    name: str,
    dataset: Source | None = None,
    *,
    questions: int = QUESTIONS,
    batch: int = BATCH,
    people: int = EACH,
    evidence: Literal["box", "labels", "none"] | None = None,
    title: str = "",
    code: str = "",
    seed: int = 1,
    close: Flag = False,
    home: Home = HOME,
    database: Url = "",
) -> None:
    """Make a study of a dataset: draw questions evenly, as the family's paper does, and cut them into batches for people.

    Args:
        name: in its address: small letters, digits and hyphens
        dataset: its folder; a few pages more than are asked about are shown as examples and in training
        questions: to ask; of figures, whole pages until there are so many
        batch: questions that one person gets at a time
        people: to give each batch to
        evidence: ask where in the picture it is seen (box) or what decides (labels); as the family's guide has it unless said
        code: that Prolific expects of everybody who is through; otherwise each gets one of his own
        seed: of the draw
        close: instead of making it, let nobody begin any more
    """
    desk = _desk(home, database)
    if close:
        desk.close(name)
        _told(f"{name} is closed; who has begun may come to the end")
        return
    if dataset is None:
        raise EyechartError("Say which dataset the study is of: eyechart study NAME DATASET")
    from eyechart.web.study.making import Wanted, make

    wanted = Wanted(questions, batch, people, title, evidence, code, seed)
    plan = make(desk.site, desk.database, name, dataset, wanted)
    asked = sum(map(len, plan.batches))
    _told(
        f"{asked:,} questions in {len(plan.batches):,} batches. {plan.rule}", f"invite people: eyechart recruit {name}"
    )


@app.command
def recruit(
    name: str,
    *,
    address: str = "http://127.0.0.1:8000",
    source: Literal["link", "mturk", "prolific"] = "link",
    count: int = 1,
    pilot: Flag = False,
    home: Home = HOME,
    database: Url = "",
) -> None:
    """Print links that people come by: invitations, each for one person, or the form that a recruiter's site fills in.

    Args:
        address: of the site, as people reach it
        source: link: invitations of our own; mturk: for an external question; prolific: for a study's address
        count: invitations
        pilot: a trial run: its answers are kept apart
    """
    desk = _desk(home, database)
    desk.study(name)
    base, trial = f"{address.rstrip('/')}/studies/{name}", "&pilot=true" if pilot else ""
    door = f"{base}?key={desk.keys.door(name, source, pilot)}{trial}"
    if source == "link":
        _told(*(f"{base}?invitation={desk.keys.invitation(name, pilot)}{trial}" for _ in range(count)))
    elif source == "mturk":  # which adds workerId, assignmentId, hitId and turkSubmitTo by itself
        _told(door)
    else:
        fields = "PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
        _told(f"{door}&{fields}")


@app.command
def people(
    name: str,
    *,
    runs: Annotated[Path | None, Parameter(name="--out")] = None,
    validated: Path | None = None,
    pilot: Flag = False,
    by: Annotated[list[str] | None, Parameter(negative="", consume_multiple=True)] = None,
    home: Home = HOME,
    database: Url = "",
    form: Printed = PEOPLE,
) -> None:
    """Print what came of a study, and write what people said as runs of the model `human`.

    Args:
        runs: folder for the runs; SITE/studies/NAME/runs unless said
        validated: folder for a dataset of the questions that people find sound, with the rule in its card
        pilot: of the trial run
        by: facets to break the share right down by, such as template or skills
    """
    desk = _desk(home, database)
    from eyechart.reporting.tables.forms import say
    from eyechart.web.study.outcome.answers import answers_of
    from eyechart.web.study.outcome.results import results
    from eyechart.web.study.outcome.runs import human_runs
    from eyechart.web.study.outcome.telling import told
    from eyechart.web.study.outcome.validated import write_validated
    from eyechart.web.study.personal import RUNS
    from eyechart.web.study.plan import folder_of

    found = answers_of(desk, name, pilot)
    tables, lines = list(told(results(found), by or [])), list[str]()
    if found.given:
        where = runs or folder_of(home, name) / RUNS
        made = human_runs(found, where)
        lines.append(f"{len(made)} runs of people in {where}; the questions: {found.study.asked.folder}")
    if validated is not None:
        kept = write_validated(found, validated)
        lines.append(f"{kept.manifest.questions:,} questions that people find sound: {validated}")
    say(form, *tables, aside=lines)


@app.command
def person(name: str, id: str, *, delete: Flag = False, home: Home = HOME, database: Url = "") -> None:
    """Print all that is kept of one person in a study, or delete it.

    Args:
        name: of the study
        id: the worker's, Prolific's, or the invitation as it was sent; it is kept as a keyed hash only
        delete: everything, in the database and in the study's folder
    """
    desk = _desk(home, database)
    import msgspec

    from eyechart.web.study import personal

    if delete:
        personal.delete_id(desk, name, id)
        _told(
            "deleted; runs that were written elsewhere with --out are made anew by: eyechart people NAME --out FOLDER"
        )
        return
    _told(msgspec.json.format(msgspec.json.encode(personal.of_id(desk, name, id))).decode())


@app.command
def judgements(file: Path, dataset: Source, *, runs: Out) -> None:
    """Take in what people said elsewhere, such as FigureQA's judges, as runs of the model `human`.

    Args:
        file: any form that `eyechart score` reads; a question may be answered several times, and `unknown` is an answer
        dataset: what it answers
        runs: folder for the runs
    """
    from eyechart.store.results.judgements import judgements as take

    made = take(file, dataset, runs)
    _told(f"{len(made)} runs of people in {runs}")
