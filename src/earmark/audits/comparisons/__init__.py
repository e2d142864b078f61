"""Audits of comparisons of two conversations, one a file."""
