"""Readers of turn lists, one form a file: bytes in, turns as written out; nothing is judged here."""
