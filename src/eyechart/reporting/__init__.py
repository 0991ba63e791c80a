"""The parts of the report."""
