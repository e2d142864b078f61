"""What leaves Earmark: tables, files, dictionaries, charts."""
