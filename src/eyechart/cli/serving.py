"""Verbs of the site: serve."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from eyechart.cli.words import Flag, app
from eyechart.errors import lacking
from eyechart.reporting.terminal import notes

Home = Annotated[Path, Parameter(help="the site's folder")]
SITE = Path("site")
DATABASE = (
    "as SQLAlchemy writes it, such as postgresql+psycopg://user@host/name; SQLite in the site's folder unless given"
)


@app.command
def serve(
    *folders: str,
    home: Home = SITE,
    host: str = "127.0.0.1",
    port: int = 8000,
    database: Annotated[str, Parameter(help=DATABASE)] = "",
    proxy: str = "",
    https: Flag = False,
) -> None:
    """Open the site: look at datasets, runs and exams; register benchmarks, take submissions, show leaderboards.

    Args:
        folders: datasets, runs and exams to look at
        host: the address to listen at; 0.0.0.0 for all of this machine's
        proxy: address of the reverse proxy before it, whose word on where people come from is taken
        https: people come by https, through the proxy: cookies go by no other way
    """
    try:
        from eyechart.web.serve import serve as run
        from eyechart.web.site import Site
    except ImportError as error:
        raise lacking("The site", "web", error) from error
    notes.print(f"http://{host}:{port}  (Ctrl+C ends it)", highlight=False)
    run(Site(home=home, folders=folders, database=database, secure=https), host, port, proxy)
