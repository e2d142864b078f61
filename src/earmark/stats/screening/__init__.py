"""Rules by which standards leave raters or sessions out, by the name of their edition.

Nothing is deleted: each rule says who, by which figures, and why, and the caller decides.
"""
