"""The pens that the families share."""
