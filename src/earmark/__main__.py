"""Lets ``python -m earmark`` do what ``earmark`` does."""

from earmark.cli.main import main

main()
