"""The pens of the panels: backdrops, and one file per subject. All draw on 128 × 128 units."""
