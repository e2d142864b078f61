"""Audits of the words beside one score, one a file."""
