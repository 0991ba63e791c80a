"""The evaluation server: benchmarks whose answers stay hidden, submissions, scoring, leaderboards."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import Response

from eyechart.web.pages import Pages
from eyechart.web.site import Room, Site


def routes(site: Site) -> APIRouter:
    made = APIRouter()

    @made.get("/boards", include_in_schema=False)
    def boards(request: Request) -> Response:
        return Pages.of(request).show(request, "boards.html", boards=())

    return made


room = Room("Leaderboards", "/boards", Path(__file__).parent / "templates", routes)
