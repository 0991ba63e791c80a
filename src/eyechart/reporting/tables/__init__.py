"""Results as tables, and tables as people and programs read them: a terminal's, JSON, CSV, LaTeX."""
