"""One file for each change of the tables, numbered in their order."""
