"""Extractors: pictures -> features, by networks that are not trained here or are trained already."""
