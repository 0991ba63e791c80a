"""People sit the exam: studies of a dataset's questions, with consent, checks and training, and what came of them."""
