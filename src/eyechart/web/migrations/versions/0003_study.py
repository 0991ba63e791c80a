"""The tables of studies, as they were first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0003", "0002", None, None
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("closed", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_studies"),
        sa.UniqueConstraint("name", name="uq_studies_name"),
    )
    op.create_table(
        "sitters",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("study", sa.Integer, nullable=False),
        sa.Column("source", sa.String(10), nullable=False),
        sa.Column("key", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sitters"),
        sa.ForeignKeyConstraint(["study"], ["studies.id"], name="fk_sitters_study", ondelete="CASCADE"),
        sa.UniqueConstraint("study", "key", name="uq_sitters_key"),
    )
    op.create_table(
        "sittings",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("study", sa.Integer, nullable=False),
        sa.Column("sitter", sa.Integer, nullable=False),
        sa.Column("session", sa.LargeBinary(32), nullable=False),
        sa.Column("batch", sa.Integer, nullable=False),
        sa.Column("pilot", sa.Boolean, nullable=False),
        sa.Column("began", MOMENT, nullable=False),
        sa.Column("seen", MOMENT, nullable=False),
        sa.Column("consented", MOMENT),
        sa.Column("age", sa.String(10)),
        sa.Column("child", sa.Boolean, nullable=False),
        sa.Column("test", sa.Text),
        sa.Column("trained", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("shown", MOMENT),
        sa.Column("again", sa.String(10)),
        sa.Column("finished", MOMENT),
        sa.Column("reasons", sa.Text),
        sa.Column("returned", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_sittings"),
        sa.UniqueConstraint("name", name="uq_sittings_name"),
        sa.ForeignKeyConstraint(["study"], ["studies.id"], name="fk_sittings_study", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["sitter"], ["sitters.id"], name="fk_sittings_sitter", ondelete="CASCADE"),
    )
    op.create_index("ix_sittings_batch", "sittings", ["study", "batch"])
    op.create_table(
        "replies",
        sa.Column("sitting", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("question", sa.String(300)),
        sa.Column("answer", sa.Text),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("boxes", sa.Text, nullable=False),
        sa.Column("labels", sa.Text, nullable=False),
        sa.Column("flag", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("sitting", "place", name="pk_replies"),
        sa.ForeignKeyConstraint(["sitting"], ["sittings.id"], name="fk_replies_sitting", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("replies")
    op.drop_index("ix_sittings_batch", "sittings")
    for table in ("sittings", "sitters", "studies"):
        op.drop_table(table)
