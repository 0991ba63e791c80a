"""The explorer: datasets, exams and pages made on the spot, question by question; flags, learning curves, work under way."""

from __future__ import annotations

from pathlib import Path

from eyechart.web.explorer.routes import routes
from eyechart.web.site import Room

room = Room("Explore", "/explore", Path(__file__).parent / "templates", routes)
