"""The workbook's drawings: items (a clock, a spinner, a fraction) and layouts (rows, ten frames, scenes) of items."""
