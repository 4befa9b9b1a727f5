"""Verdicts in words, and which of them the labels promise."""

from collections.abc import Mapping

from ..instances.models import VariantName
from .models import Outcome, Verdict

VERDICT_WORDS: Mapping[Verdict, str] = {
    "crash_as_labelled": "crash as labelled",
    "crash_elsewhere": "crash elsewhere",
    "other_crash": "other crash",
    "no_crash": "no crash",
    "timeout": "out of time",
    "out_of_memory": "out of memory",
    "kernel_died": "kernel died",
    "infrastructure": "could not run",
}

EXPECTED: Mapping[VariantName, Verdict] = {
    "original": "crash_as_labelled",
    "reproduced": "crash_as_labelled",
    "fixed": "no_crash",
    "fixed2": "no_crash",
}
"""The verdict with which a variant does what the labels say."""


def verdict_words(outcome: Outcome) -> str:
    """The verdict in two or three words, in lower case."""
    return "cancelled" if outcome.cancelled else VERDICT_WORDS[outcome.verdict]


def as_expected(variant: str | None, outcome: Outcome) -> bool:
    """Whether a variant came to the verdict that the labels promise; an attempt (``None``), to no crash."""
    expected = next((verdict for name, verdict in EXPECTED.items() if name == variant), "no_crash")
    return outcome.verdict == expected
