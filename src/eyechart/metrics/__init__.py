"""How right a prediction is. Each metric has a scalar form, to be read, and a column form, for millions."""
