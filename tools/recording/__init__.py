"""Makes the starter bench from stories: see `stories/README.md` for the format."""
