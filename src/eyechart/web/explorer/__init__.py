"""The explorer: datasets, exams and pages made on the spot, question by question; flags, learning curves, work under way."""
