"""Makes the demo recordings that ship with Earmark, from nothing, the same every time."""
