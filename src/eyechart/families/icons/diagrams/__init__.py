"""The workbook's drawings: items (a clock, a spinner) and layouts of items (rows, ten frames, scenes)."""
