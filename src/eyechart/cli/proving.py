"""Verbs that doubt a dataset: verify, audit."""

from __future__ import annotations

from rich.text import Text

from eyechart.cli.words import ALONE, HERE, Source, Where, app
from eyechart.errors import EyechartError
from eyechart.reporting.terminal import bar, notes, out


@app.command
def verify(dataset: Source, *, redraw: bool = False, where: Where = HERE) -> int:
    """Run every program again from the files alone; with --redraw also draw every picture again and compare.

    Exits with 1 if anything disagrees.
    """
    from eyechart.store.folder import load
    from eyechart.verify import verify as run

    data, engine = load(dataset), where.made()
    with bar(len(data), "proving") as tell:
        verdict = run(data, redraw=redraw, jobs=engine, progress=tell)
    out.print(str(verdict))
    for example in verdict.examples:
        out.print(f"  {example}", highlight=False)
    return 0 if verdict.holds else 1


@app.command
def audit(*datasets: Source, least: int = 1000, most: int = 5000, where: Where = ALONE) -> int:
    """Train probes on parts of what there is, and expect chance. Looks for near-duplicates too.

    Several datasets (say train and test) are compared with each other. Exits with 1 if a probe leaks. Pages are made until
    each template has `--least` questions, `--most` pages at most.
    """
    from eyechart.audit import audit as run
    from eyechart.reporting.tables import audit_lines, audit_table

    if not datasets:
        raise EyechartError("Name at least one dataset folder to audit.")
    engine = where.made()
    with notes.status("auditing") as status:
        found = run(datasets, lambda what: status.update(Text(what)), least=least, most=most, jobs=engine)
    out.print(audit_table(found))
    for line in audit_lines(found, least):
        out.print(line)
    return 0 if found.passes else 1
