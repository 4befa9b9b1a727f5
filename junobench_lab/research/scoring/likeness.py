"""How much of a set or a sequence was predicted, between 0 and 1."""

from collections.abc import Collection, Sequence


def overlap(predicted: Collection[int], truth: Collection[int]) -> float:
    """Elements in both sets by elements in either (Jaccard 1901); 1 for two empty sets."""
    either = set(predicted) | set(truth)
    return len(set(predicted) & set(truth)) / len(either) if either else 1.0


def edit_distance(left: Sequence[int], right: Sequence[int]) -> int:
    """The least number of elements to insert, delete or replace (Levenshtein 1966)."""
    row = list(range(len(right) + 1))
    for place, element in enumerate(left, 1):
        diagonal, row[0] = row[0], place
        for other, candidate in enumerate(right, 1):
            diagonal, row[other] = (
                row[other],
                min(diagonal + (element != candidate), row[other] + 1, row[other - 1] + 1),
            )
    return row[-1]


def likeness(predicted: Sequence[int], truth: Sequence[int]) -> float:
    """1 less the edit distance by the length of the longer one; 1 for two empty sequences."""
    longer = max(len(predicted), len(truth))
    return 1 - edit_distance(predicted, truth) / longer if longer else 1.0
