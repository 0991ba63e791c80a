"""Queries put into words, and words read back."""
