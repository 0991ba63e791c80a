"""Photographs of Visual Genome instead of scenes of our making, and the files that the CRIC release has of them.

`release` reads a folder (`settings`): photographs as `scene` graphs, what is known of them (`knowledge`), `questions`, and of
these the `balance`d ones with their `pictures`. `triplets` and `features` are CRIC's own.
"""
