"""What Alembic runs: the migrations, in the transaction that it is given."""

from __future__ import annotations

from alembic import context

from eyechart.web.database import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
