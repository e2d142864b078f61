"""The command line, one file a noun. Each command calls services and prints; `--json` prints one object."""
