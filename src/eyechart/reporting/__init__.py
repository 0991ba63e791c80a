"""What is told of results: each module a part of the report or of the terminal, `templates/` the pages."""
