"""Tables in the layout of a paper, for any runs: `eyechart report --like LAYOUT RUN…`."""
