"""The evaluation server: benchmarks whose answers stay hidden, submissions, scoring, leaderboards."""
