"""Rows and objects: SQL one capability a file, sound by content hash. Knows the domain, not its uses."""
