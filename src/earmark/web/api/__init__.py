"""The JSON interface under `/api/v1`, one capability a file."""
