"""Judgements on what a rater wrote, by rules that can be read; one audit a file.

Pure: from texts and scores to findings. Which audits run, and how hard, is the protocol's data.
"""
