"""Numbers from arrays: one statistic a file, on NumPy and SciPy alone."""
