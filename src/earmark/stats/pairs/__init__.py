"""Comparisons of two: from votes to strengths, boards, ranks and the next pair to ask for."""
