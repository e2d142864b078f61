"""Scores as ordered grades: cumulative logit and probit, with effects of items and raters."""
