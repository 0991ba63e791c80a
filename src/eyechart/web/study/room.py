"""The room of the site where people sit the exam."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter

from eyechart.web.site import Room, Site
from eyechart.web.study import organiser, routes


def _routes(site: Site) -> APIRouter:
    made = APIRouter()
    for part in (organiser.router, routes.router):
        made.include_router(part)
    return made


room = Room(
    "Studies",
    "/studies",
    Path(__file__).parent / "templates",
    _routes,
    about="What people get: questions of a dataset put before them, with consent, training and checks.",
)
