"""Verbs that doubt a dataset: verify, audit."""

from __future__ import annotations

from rich.text import Text

from eyechart.cli.words import ALONE, HERE, PEOPLE, Printed, Source, Where, app
from eyechart.errors import EyechartError
from eyechart.reporting.terminal import bar, notes


@app.command
def verify(dataset: Source, *, redraw: bool = False, where: Where = HERE, form: Printed = PEOPLE) -> int:
    """Run every program again from the files alone; with --redraw also draw every picture again and compare.

    Exits with 1 if anything disagrees.
    """
    from eyechart.reporting.tables.forms import say
    from eyechart.reporting.tables.proofs import verdict_table
    from eyechart.store.folder import load
    from eyechart.verify import verify as run

    data, engine = load(dataset), where.made()
    with bar(len(data), "proving") as tell:
        verdict = run(data, redraw=redraw, jobs=engine, progress=tell)
    # People read it as a sentence.
    say(form, str(verdict) if form == PEOPLE else verdict_table(verdict), *(f"  {one}" for one in verdict.examples))
    return 0 if verdict.holds else 1


@app.command
def audit(*datasets: Source, least: int = 1000, most: int = 5000, where: Where = ALONE, form: Printed = PEOPLE) -> int:
    """Train probes on parts of what there is, and expect chance. Looks for near-duplicates too.

    Several datasets (say train and test) are compared with each other. Exits with 1 if a probe leaks. Pages are made until
    each template has `--least` questions, `--most` pages at most.
    """
    from eyechart.audit import audit as run
    from eyechart.reporting.tables.forms import say
    from eyechart.reporting.tables.proofs import audit_lines, audit_table

    if not datasets:
        raise EyechartError("Name at least one dataset folder to audit.")
    engine = where.made()
    with notes.status("auditing") as status:
        found = run(datasets, lambda what: status.update(Text(what)), least=least, most=most, jobs=engine)
    say(form, audit_table(found), *audit_lines(found, least))
    return 0 if found.passes else 1
