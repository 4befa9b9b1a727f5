"""What the addresses of all routes are made of."""

BASE = "junobench-lab/api"

PART = r"([^/]+)"
"""One part of a path; tornado hands it over unescaped."""
