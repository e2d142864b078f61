"""Practice of the phrasebook's sentences: cards, what is remembered of them, and what differs."""
