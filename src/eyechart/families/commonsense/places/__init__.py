"""The ten places: a backdrop without things of its own, where the ground is, and what it is furnished with."""
