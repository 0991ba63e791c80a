"""The networks of FigureQA (section 4 of its paper), and PReFIL, the best published on it."""
