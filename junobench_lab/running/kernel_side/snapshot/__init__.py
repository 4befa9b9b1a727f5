"""A kernel kept as it is between two cells: a fork that waits, and becomes a kernel whenever it is asked (Linux)."""
