"""Two systems on the same items: is one better, or is it chance? (McNemar 1947, exact binomial form.)"""

from collections.abc import Sequence
from math import comb

from ...errors import InvalidRequest
from .models import Graded, McNemar


def exact_p_value(only_first: int, only_second: int) -> float:
    """Two-sided: how likely a split at least that uneven is where both are equally good. 1 where they never differ."""
    total = only_first + only_second
    tail = sum(comb(total, k) for k in range(min(only_first, only_second) + 1))
    # Divided as whole numbers: for thousands of items, neither of the two is a float.
    return min(1.0, 2 * tail / (1 << total))


def compare_systems(first: Sequence[Graded], second: Sequence[Graded], mark: str) -> McNemar:
    """Compare by a mark that is 0 or 1; items that can't have it are left out.

    Raises `InvalidRequest` where the two were not graded on the same items.
    """
    others = {graded.item: graded for graded in second}
    if set(others) != {graded.item for graded in first}:
        raise InvalidRequest("The two systems were scored on different items: score both against the same answers.")
    pairs = [
        (graded.marks[mark] == 1, others[graded.item].marks[mark] == 1)
        for graded in first
        if mark in graded.marks and mark in others[graded.item].marks
    ]
    only_first, only_second = pairs.count((True, False)), pairs.count((False, True))
    p_value = exact_p_value(only_first, only_second)
    what = f"Only the first system has {only_first} right, only the second {only_second}"
    return McNemar(
        mark=mark,
        both=pairs.count((True, True)),
        only_first=only_first,
        only_second=only_second,
        neither=pairs.count((False, False)),
        p_value=p_value,
        sentence=f"{what}: by chance, a difference at least that large has a probability of {p_value:.3g}.",
    )
