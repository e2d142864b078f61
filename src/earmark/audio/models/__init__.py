"""Networks that others have trained, run by ourselves: an extra, whose weights are in `weights/`."""
