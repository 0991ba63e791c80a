"""What `audit` tries: what a probe sees, what it learns, what it reaches, and pictures that are almost the same."""
