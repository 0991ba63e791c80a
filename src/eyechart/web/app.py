"""The application: its rooms put together behind the same guards, with the same first page, errors and style."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from eyechart.errors import EyechartError
from eyechart.web.board.room import room as board
from eyechart.web.database import Database
from eyechart.web.explorer.room import room as explorer
from eyechart.web.guards import guarded
from eyechart.web.pages import Pages, complaint
from eyechart.web.site import Room, Site
from eyechart.web.study.room import room as study

ROOMS: tuple[Room, ...] = (explorer, board, study)
STATIC = Path(__file__).parent / "static"
ABOUT = "The evaluation server of eyechart: benchmarks, submissions and leaderboards."


def create_app(site: Site, rooms: Sequence[Room] = ROOMS) -> FastAPI:
    """The whole site, ready for a server of ASGI."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        with ExitStack() as open_rooms:
            for room in rooms:
                open_rooms.enter_context(room.life(site))
            yield
        database.close()

    site.home.mkdir(parents=True, exist_ok=True)
    database = Database(site.database_url)
    database.migrate()
    # The pages that FastAPI makes of the schema fetch scripts of others: they are off, and the schema is there.
    app = FastAPI(title="eyechart", description=ABOUT, lifespan=life, docs_url=None, redoc_url=None)
    app.state.site, app.state.database, app.state.pages = site, database, Pages(rooms)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    for room in rooms:
        app.include_router(room.routes(site))

    @app.get("/", include_in_schema=False)
    def home(request: Request) -> Response:
        return Pages.of(request).show(request, "home.html", rooms=rooms)

    app.add_exception_handler(EyechartError, complaint)
    app.add_exception_handler(HTTPException, complaint)
    app.add_exception_handler(RequestValidationError, complaint)
    guarded(app, site)
    return app
