"""Verbs of the site: serve, register, admit, submit, leaderboard."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from eyechart.cli.words import PEOPLE, Changes, Flag, Printed, app, named
from eyechart.errors import EyechartError, lacking, shown
from eyechart.reporting.terminal import bar, notes, out
from eyechart.settings import parse_changes

if TYPE_CHECKING:
    from eyechart.web.database import Database
    from eyechart.web.site import Site

Home = Annotated[Path, Parameter(help="the site's folder")]
Url = Annotated[
    str,
    Parameter(
        help="a database: postgresql+psycopg://USER@HOST/NAME; SQLite in the site's folder unless given",
        env_var="EYECHART_DATABASE",
    ),
]
HOME = Path("site")
COUNT, DAILY = 1000, 2


@app.command
def serve(
    *folders: str,
    home: Home = HOME,
    host: str = "127.0.0.1",
    port: int = 8000,
    database: Url = "",
    proxy: str = "",
    https: Flag = False,
) -> None:
    """Open the site: look at datasets, runs and exams; take submissions to benchmarks, show leaderboards.

    Args:
        folders: datasets, runs and exams to look at
        host: the address to listen at; 0.0.0.0 for all of this machine's
        port: 0 for one that the system chooses
        proxy: address of the reverse proxy before it, whose word on where people come from is taken
        https: people come by https, through the proxy: cookies go by no other way
    """
    try:
        from eyechart.web.serve import serve as run
        from eyechart.web.site import Site
    except ImportError as error:
        raise lacking("The site", "web", error) from error
    site = Site(home=home, folders=folders, database=database, secure=https)
    run(site, host, port, proxy, lambda address: notes.print(f"{address}  (Ctrl+C ends it)", highlight=False))


def opened(home: Path, database: str) -> tuple[Site, Database]:
    """The site's tables, for verbs that change them without a server."""
    try:
        from eyechart.web.database import Database
        from eyechart.web.site import Site
    except ImportError as error:
        raise lacking("The site", "web", error) from error
    site = Site(home=home, database=database)
    home.mkdir(parents=True, exist_ok=True)
    made = Database(site.database_url)
    made.migrate()
    return site, made


@app.command
def register(
    name: str,
    *source: Annotated[str, Parameter(help=f"a family ({named('families')}), or folders of datasets of one family")],
    title: str = "",
    closes: str = "",
    daily: int = DAILY,
    count: int = COUNT,
    split: str | None = None,
    preset: str | None = None,
    set_: Changes = None,
    home: Home = HOME,
    database: Url = "",
) -> None:
    """Register a benchmark: hide its answers, pack what participants download, open its leaderboard.

    Of a family the pages are generated here, with a seed of 128 random bits that nobody is told.

    Args:
        name: in its address: small letters, digits and hyphens
        closes: the day (2027-03-01) or moment (2027-03-01T12:00, UTC) at which the private half is shown
        daily: submissions that one person may make in a day
        count: images, of a family
        split: of a family; its last (its test set) unless said
    """
    site, made = opened(home, database)
    from eyechart.web.board.register import Making, Rules
    from eyechart.web.board.register import register as run

    making = Making(source, count, split, preset, parse_changes(set_ or []))
    with bar(count, f"{name} is made") as tell:
        public = run(site, made, name, making, Rules(title, _moment(closes), daily), tell)
    made.close()
    out.print(f"participants download: {public.resolve()}", soft_wrap=True, highlight=False)
    out.print(
        f"its leaderboard: /boards/{name}, once the site is open: eyechart serve", soft_wrap=True, highlight=False
    )


def _moment(text: str) -> datetime | None:
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise EyechartError(f"--closes {text} is no day and no moment: type 2027-03-01 or 2027-03-01T12:00.") from error
    return found.replace(tzinfo=found.tzinfo or UTC)


@app.command
def admit(name: str, *, organiser: Flag = False, home: Home = HOME, database: Url = "") -> None:
    """Give somebody a token: printed this once, stored as a hash only. Who has one gets another, and the old one is void.

    Args:
        name: as the leaderboard shows it: a person or a team
        organiser: may see the queue, failures, quotas and everybody's marks
    """
    _, made = opened(home, database)
    from eyechart.web.board.people import admit as run

    token = run(made, name, organiser)
    made.close()
    out.print(token, highlight=False, soft_wrap=True)


@app.command
def submit(
    file: Path,
    *,
    to: str,
    method: str,
    about: str = "",
    link: str = "",
    parameters: str = "",
    data: str = "",
    training: str = "",
    form: Printed = PEOPLE,
) -> int:
    """Hand predictions in to a leaderboard and wait for the marks. The token is read from EYECHART_TOKEN.

    Exits with 1 if the file cannot be scored, after telling why, row by row.

    Args:
        file: predictions in any form that `eyechart score` reads
        to: the leaderboard's address, as the browser shows it: https://HOST/boards/NAME
        method: its name on the leaderboard
        about: what it is, for its card; link, parameters and data (that it was trained on) stand there too
        training: condition under which it was trained, where the leaderboard tells them apart (signs: mono, bi)
    """
    from eyechart.reporting.tables.forms import say
    from eyechart.web.client import marks_table
    from eyechart.web.client import submit as run

    card = {"about": about, "link": link, "parameters": parameters, "data": data, "training": training}
    with notes.status("handing in") as tell:
        found = run(file, to, method, card, progress=tell.update)
    if found.faults:
        for fault in found.faults:
            notes.print(shown(fault), highlight=False, soft_wrap=True, markup=False)
        return 1
    left = f"{found.left_today} left today"
    if found.halves:
        say(form, marks_table(found), aside=[left])
    else:
        out.print(f"{found.note} {left}.", highlight=False, soft_wrap=True)
    return 0


@app.command
def leaderboard(url: str, *, form: Printed = PEOPLE) -> None:
    """Print a leaderboard.

    Args:
        url: its address, as the browser shows it: https://HOST/boards/NAME
    """
    from eyechart.reporting.tables.forms import say
    from eyechart.web.client import leaderboard as look

    say(form, look(url))
