"""What a recording itself shows: rows with times, from one detector a file."""
