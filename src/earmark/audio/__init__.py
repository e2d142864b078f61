"""Sound from files and evidence from samples: one detector a file."""
