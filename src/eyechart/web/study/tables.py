"""The tables of studies: which there are, who came (by a keyed hash), how far each sitting is, and what was answered."""

from __future__ import annotations

from sqlalchemy import (
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

studies = Table(
    "studies",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(60), nullable=False, unique=True),  # of the folder that says all else
    Column("created", Moment, nullable=False),
    Column("closed", Moment),  # nobody begins after that; null: open
)
sitters = Table(
    "sitters",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("study", ForeignKey("studies.id", ondelete="CASCADE"), nullable=False),
    Column("source", String(10), nullable=False),  # who sent them: mturk, prolific, link
    Column("key", LargeBinary(32), nullable=False),  # HMAC of the id that they were sent with
    UniqueConstraint("study", "key", name="uq_sitters_key"),
)
sittings = Table(
    "sittings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(16), nullable=False, unique=True),  # the part of its link that is no secret
    Column("study", ForeignKey("studies.id", ondelete="CASCADE"), nullable=False),
    Column("sitter", ForeignKey("sitters.id", ondelete="CASCADE"), nullable=False),
    Column("session", LargeBinary(32), nullable=False),  # HMAC of the assignment or session that they came by
    Column("batch", Integer, nullable=False),
    Column("pilot", Boolean, nullable=False),
    Column("began", Moment, nullable=False),
    Column("seen", Moment, nullable=False),  # when something last came from them
    Column("consented", Moment),
    Column("age", String(10)),  # as told first
    Column("child", Boolean, nullable=False),  # large targets, read aloud
    Column("test", Text),  # JSON: what was chosen in the test of the instructions
    Column("trained", Integer, nullable=False),  # training questions that are behind them
    Column("place", Integer, nullable=False),  # of the question that is before them
    Column("shown", Moment),  # when that was opened
    Column("again", String(10)),  # the age as told last
    Column("finished", Moment),
    Column("reasons", Text),  # JSON: why it does not count; an empty list: it does
    Column("returned", Moment),  # given back before the end
    Index("ix_sittings_batch", "study", "batch"),
)
replies = Table(
    "replies",
    metadata,
    Column("sitting", ForeignKey("sittings.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),  # in the batch, the planted one among them
    Column("question", String(300)),  # its id; null: the planted one
    Column("answer", Text),  # null: unknown or skipped
    Column("kind", String(10), nullable=False),  # answer, unknown, skip
    Column("seconds", Float, nullable=False),
    Column("boxes", Text, nullable=False),  # JSON: where they saw it
    Column("labels", Text, nullable=False),  # JSON: what they call it
    Column("flag", String(20), nullable=False),  # what they found wrong with it; empty: nothing
)
