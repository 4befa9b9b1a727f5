"""Predicted repairs, judged by running them as a person's attempts are."""
