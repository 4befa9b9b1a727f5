"""Scores of predictions, computed from saved records alone: nothing is run."""
