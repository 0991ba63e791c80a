"""What came of a study: answers that count, numbers, runs of the model `human`, and questions that people find sound."""
