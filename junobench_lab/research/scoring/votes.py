"""The majority of several runs over the same item."""

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import TypeVar

_Said = TypeVar("_Said", bound=Hashable)


def majority(said: Iterable[_Said | None]) -> _Said | None:
    """What most runs said, runs that said nothing (``None``) left aside; ``None`` where the first place is shared."""
    ranked = Counter(value for value in said if value is not None).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


class Vote:
    """The votes on all parts of one item's prediction."""

    def __init__(self) -> None:
        self.undecided = False
        """Whether there was a part on which runs said something and none was ahead."""

    def on(self, said: Iterable[_Said | None]) -> _Said | None:
        values = list(said)
        chosen = majority(values)
        self.undecided = self.undecided or (chosen is None and any(value is not None for value in values))
        return chosen
