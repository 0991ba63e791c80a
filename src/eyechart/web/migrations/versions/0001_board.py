"""The tables of the evaluation server, as they were first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0001", None, None, None
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("key", sa.String(16), nullable=False),
        sa.Column("token", sa.LargeBinary(32), nullable=False),
        sa.Column("organiser", sa.Boolean, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("name", name="uq_people_name"),
        sa.UniqueConstraint("key", name="uq_people_key"),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("expires", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_sessions"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sessions_person", ondelete="CASCADE"),
    )
    op.create_table(
        "benchmarks",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("family", sa.String(100), nullable=False),
        sa.Column("metric", sa.String(60), nullable=False),
        sa.Column("images", sa.Integer, nullable=False),
        sa.Column("questions", sa.Integer, nullable=False),
        sa.Column("daily", sa.Integer, nullable=False),
        sa.Column("step", sa.Float, nullable=False),
        sa.Column("closes", MOMENT),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_benchmarks"),
        sa.UniqueConstraint("name", name="uq_benchmarks_name"),
    )
    op.create_table(
        "submissions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("benchmark", sa.Integer, nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("method", sa.String(80), nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("training", sa.String(20), nullable=False),
        sa.Column("file", sa.String(120), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("worker", sa.String(40)),
        sa.Column("lease", MOMENT),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("finished", MOMENT),
        sa.Column("withdrawn", MOMENT),
        sa.Column("faults", sa.Text),
        sa.Column("shown", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_submissions"),
        sa.ForeignKeyConstraint(["benchmark"], ["benchmarks.id"], name="fk_submissions_benchmark"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_submissions_person"),
    )
    op.create_index("ix_submissions_queue", "submissions", ["state", "created"])
    op.create_index("ix_submissions_of_person", "submissions", ["person", "benchmark", "created"])
    op.create_table(
        "scores",
        sa.Column("submission", sa.String(32), nullable=False),
        sa.Column("half", sa.String(10), nullable=False),
        sa.Column("scores", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("submission", "half", name="pk_scores"),
        sa.ForeignKeyConstraint(["submission"], ["submissions.id"], name="fk_scores_submission"),
    )
    op.create_table(
        "comparisons",
        sa.Column("first", sa.String(32), nullable=False),
        sa.Column("second", sa.String(32), nullable=False),
        sa.Column("half", sa.String(10), nullable=False),
        sa.Column("difference", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["first"], ["submissions.id"], name="fk_comparisons_first"),
        sa.ForeignKeyConstraint(["second"], ["submissions.id"], name="fk_comparisons_second"),
        sa.UniqueConstraint("first", "second", "half", name="uq_comparisons_pair"),
    )


def downgrade() -> None:
    for table in ("comparisons", "scores", "submissions", "benchmarks", "sessions", "people"):
        op.drop_table(table)
