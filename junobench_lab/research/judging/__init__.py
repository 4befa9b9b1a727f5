"""Judges of predicted texts: any command or language model; verdicts are kept, so that figures need no new ones."""
