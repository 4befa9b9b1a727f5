"""How far two people, or two judges of texts, agree beyond chance."""

from collections import Counter
from collections.abc import Sequence


def cohens_kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Cohen's kappa of the values that two people, or judges, give the same cases.

    J. Cohen, "A Coefficient of Agreement for Nominal Scales", Educational and Psychological Measurement 20(1), 1960:
    the observed agreement less that which their shares of each value make by chance, over what could be more than
    chance. 1 is full agreement, 0 what chance gives. ``None`` without cases, and where both give all cases one and the
    same value, as chance then explains all.
    """
    total = len(pairs)
    if total == 0:
        return None
    ours, theirs = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    # Whole numbers until the last division, so that full chance is known exactly.
    by_chance = sum(ours[value] * theirs[value] for value in ours)
    agreed = total * sum(one == other for one, other in pairs)
    most = total * total
    return None if by_chance == most else (agreed - by_chance) / (most - by_chance)
