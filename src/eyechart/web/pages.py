"""Pages of the site: one Jinja environment over all rooms' templates, and errors as pages or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException

from eyechart.errors import EyechartError
from eyechart.reporting.pages import TEMPLATES, environment
from eyechart.web.site import Room

OWN = TEMPLATES.parent.parent / "web" / "templates"
WRONG = 422  # understood, and cannot be done as asked


class Pages:
    """What renders templates: the site's own, each room's, and those of the report, in this order."""

    def __init__(self, rooms: Sequence[Room]) -> None:
        folders = [OWN, *(room.templates for room in rooms), TEMPLATES]
        self.rooms = rooms
        self.made: Environment = environment().overlay(
            loader=ChoiceLoader([FileSystemLoader(folder) for folder in folders]), undefined=StrictUndefined
        )

    @staticmethod
    def of(request: Request) -> Pages:
        pages: Pages = request.app.state.pages
        return pages

    def show(self, request: Request, template: str, status: int = 200, **data: Any) -> HTMLResponse:
        """A page; templates know the request's path, the rooms, and who is signed in if a room says so."""
        known = {"path": request.url.path, "rooms": self.rooms, "person": getattr(request.state, "person", None)}
        return HTMLResponse(self.made.get_template(template).render(known | data), status)


async def complaint(request: Request, error: Exception) -> Response:
    """What went wrong, in words: JSON for programs, a page for people. No traceback reaches either."""
    status, headers, words = _told(error)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"detail": words}, status, headers)
    response = Pages.of(request).show(request, "error.html", status, words=words, code=status)
    response.headers.update(headers)
    return response


def _told(error: Exception) -> tuple[int, dict[str, str], str]:
    if isinstance(error, HTTPException):
        words = "There is no such page." if error.detail == "Not Found" else str(error.detail)
        return error.status_code, dict(error.headers or {}), words
    if isinstance(error, RequestValidationError):
        faults = [f"{'.'.join(map(str, one['loc'][1:]))}: {one['msg']}" for one in error.errors()]
        return WRONG, {}, "; ".join(faults)
    if isinstance(error, EyechartError):
        return getattr(error, "status", WRONG), {}, str(error)
    return 500, {}, "Something went wrong here. It was written to the log."
