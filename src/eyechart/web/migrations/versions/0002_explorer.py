"""The flags of the explorer, as they were first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0002", "0001", None, None


def upgrade() -> None:
    op.create_table(
        "flags",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("question", sa.String(300), nullable=False),
        sa.Column("source", sa.String(300), nullable=False),
        sa.Column("address", sa.String(600), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_flags"),
    )
    op.create_index("ix_flags_question", "flags", ["question"])


def downgrade() -> None:
    op.drop_index("ix_flags_question", "flags")
    op.drop_table("flags")
