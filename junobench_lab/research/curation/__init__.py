"""Benches of one's own: a crashed notebook becomes an instance, smallest order and data first, and people label it."""
