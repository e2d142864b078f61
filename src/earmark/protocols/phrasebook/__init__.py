"""The words that a protocol lends to whoever writes a reason: phrases, templates, notes, worked examples."""
