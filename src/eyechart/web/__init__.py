"""The site: rooms of one FastAPI application, with pages rendered on the server. Needs the `web` extra."""
