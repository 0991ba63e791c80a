"""Datasets in the layouts that tools for vision-language models read. One file per tool; each writes into a new folder."""
