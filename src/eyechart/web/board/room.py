"""The room of the evaluation server: its pages and its API, and a worker as long as the site is open."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter

from eyechart.web.board import api, organiser, views
from eyechart.web.board.worker import working
from eyechart.web.site import Room, Site


def routes(site: Site) -> APIRouter:
    made = APIRouter()
    for part in (api.router, api.uploads, views.router, views.uploads, organiser.router):
        made.include_router(part)
    return made


room = Room(
    "Leaderboards",
    "/boards",
    Path(__file__).parent / "templates",
    routes,
    working,
    about="Benchmarks whose answers are hidden: download the questions, send predictions, see where you stand.",
)
