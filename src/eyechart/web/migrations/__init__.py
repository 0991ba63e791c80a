"""How the tables came to be as they are; Alembic runs what a database has not had yet."""
