"""Answers over HTTP: a versioned JSON interface and the pages people see."""
