"""Fact-checks of talks: by which plug-in, in the background, and what of it is shown to whom."""
