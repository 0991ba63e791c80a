"""Models that this family brings: reasoners that read programs with imperfect eyes or facts."""
