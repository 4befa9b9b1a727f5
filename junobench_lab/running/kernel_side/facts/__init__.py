"""What chosen names of a notebook stand for, with the ranges of their values; runs inside the notebook's kernel."""
