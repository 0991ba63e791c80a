"""Texts as such, in any language: words, numbers, inflected nouns."""
