"""The room of the site that the explorer is."""

from __future__ import annotations

from pathlib import Path

from eyechart.web.explorer.routes import routes
from eyechart.web.site import Room

room = Room(
    "Explore",
    "/explore",
    Path(__file__).parent / "templates",
    routes,
    about="Datasets, exams and pages made while you look: what was seen, asked and answered, by which program.",
)
