"""Datasets in the layouts that tools for vision-language models read: a module for each tool."""
