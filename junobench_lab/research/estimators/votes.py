"""Rules that speak for a value, and what they add up to."""

from collections.abc import Iterable
from dataclasses import dataclass

from .models import Estimate


@dataclass(frozen=True)
class Vote:
    """One rule's say: a value, how much it counts, and why, as a sentence."""

    value: str
    weight: float
    reason: str


def decided(votes: Iterable[Vote]) -> Estimate:
    """The value with the most weight; on a tie the one that was named first.

    The confidence is the value's share of all weight, less where little was said at all.
    """
    by_value: dict[str, list[Vote]] = {}
    for vote in votes:
        by_value.setdefault(vote.value, []).append(vote)
    if not by_value:
        return Estimate(value=None, confidence=0.0, reasons=["No rule applies to this crash."])
    weights = {value: sum(vote.weight for vote in said) for value, said in by_value.items()}
    best = max(weights, key=lambda value: weights[value])
    share = weights[best] / (sum(weights.values()) + 1)
    reasons = [vote.reason for vote in sorted(by_value[best], key=lambda vote: -vote.weight)]
    return Estimate(value=best, confidence=round(share, 2), reasons=list(dict.fromkeys(reasons)))


def first_rule(fitting: Iterable[tuple[str, float, str]]) -> Estimate:
    """The estimate of the first rule that fits; each is a value, the rule's confidence, and the reason."""
    for value, confidence, reason in fitting:
        return Estimate(value=value, confidence=confidence, reasons=[reason])
    return Estimate(value=None, confidence=0.0, reasons=["No rule applies to this crash."])
