"""What the process says to the script that called it."""

WELL = 0
NOT_WELL = 1
"""The command did its work, and what it found isn't as it should be."""
MISTAKE = 2
"""What was asked can't be done; the sentence says why."""
UNEXPECTED = 70
"""A fault of the product (EX_SOFTWARE in BSD's sysexits)."""
CANCELLED = 130
"""Ctrl-C (128 + SIGINT, as shells count)."""
