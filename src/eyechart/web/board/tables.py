"""The tables of the evaluation server: people, sessions, benchmarks, submissions, scores, comparisons."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from eyechart.web.database import Moment, metadata

QUEUED, SCORING, SCORED, FAILED = "queued", "scoring", "scored", "failed"

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(80), nullable=False, unique=True),
    Column("key", String(16), nullable=False, unique=True),  # the part of a token that is no secret
    Column("token", LargeBinary(32), nullable=False),  # SHA-256 of the part that is
    Column("organiser", Boolean, nullable=False),
    Column("created", Moment, nullable=False),
)
sessions = Table(
    "sessions",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("expires", Moment, nullable=False),
)
benchmarks = Table(
    "benchmarks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(60), nullable=False, unique=True),
    Column("title", String(120), nullable=False),
    Column("family", String(100), nullable=False),
    Column("metric", String(60), nullable=False),  # that entries are ranked by
    Column("images", Integer, nullable=False),
    Column("questions", Integer, nullable=False),
    Column("daily", Integer, nullable=False),  # submissions of one person in a day
    Column("step", Float, nullable=False),  # in which public marks are told, as a share
    Column("closes", Moment),  # then the private half is shown; null: it does not
    Column("created", Moment, nullable=False),
)
submissions = Table(
    "submissions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("benchmark", ForeignKey("benchmarks.id"), nullable=False),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("method", String(80), nullable=False),
    Column("card", Text, nullable=False),  # JSON: what the method is
    Column("training", String(20), nullable=False),
    Column("file", String(120), nullable=False),  # as it was called
    Column("size", BigInteger, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("state", String(10), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("worker", String(40)),  # who is scoring it
    Column("lease", Moment),  # until when that is believed without a word of him
    Column("created", Moment, nullable=False),
    Column("finished", Moment),
    Column("withdrawn", Moment),
    Column("faults", Text),  # JSON: why it failed, line by line
    Column("shown", Float),  # its public mark as told; null: not better than what this person had
    Index("ix_submissions_queue", "state", "created"),
    Index("ix_submissions_of_person", "person", "benchmark", "created"),
)
scores = Table(
    "scores",
    metadata,
    Column("submission", ForeignKey("submissions.id"), primary_key=True),
    Column("half", String(10), primary_key=True),
    Column("scores", Text, nullable=False),  # JSON of Scores
)
comparisons = Table(
    "comparisons",
    metadata,
    Column("first", ForeignKey("submissions.id"), nullable=False),
    Column("second", ForeignKey("submissions.id"), nullable=False),
    Column("half", String(10), nullable=False),
    Column("difference", Text, nullable=False),  # JSON of Difference
    UniqueConstraint("first", "second", "half", name="uq_comparisons_pair"),
)
