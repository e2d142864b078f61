"""Use cases, one capability a file: the only place where the domain meets storage."""
