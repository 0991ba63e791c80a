"""From what is to be asked to a sound query with its program."""
