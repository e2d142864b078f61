"""Heavy work in processes of its own, so that whoever serves is not held up by it."""
