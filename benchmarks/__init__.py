"""The speed and the memory of eyechart, beside named rivals, in one run: `python -m benchmarks`."""
