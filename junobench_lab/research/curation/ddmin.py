"""Delta debugging: the smallest part of a list for which something still happens.

The algorithm is *ddmin* of A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
IEEE Transactions on Software Engineering 28(2), 2002.
"""

from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from typing import TypeVar

_Item = TypeVar("_Item")


async def ddmin(
    items: Sequence[_Item],
    happens: Callable[[list[_Item]], Awaitable[bool]],
    *,
    enough: Callable[[int], bool] = lambda _: False,
) -> list[_Item]:
    """A part of ``items``, in their order, for which it ``happens`` and from which no single item can be left out.

    It is taken as known that it happens for all of them. ``enough`` is asked before every test, with the length of
    the smallest part found: where it says so, that part is the result, though it may not be the smallest.
    """
    smallest = list(items)
    if not smallest or enough(len(smallest)):
        return smallest
    if await happens([]):
        return []
    parts = 2
    while len(smallest) >= 2:
        found = await _smaller(smallest, parts, happens, enough)
        if found is not None:
            part, is_complement = found
            parts = max(parts - 1, 2) if is_complement else 2
            smallest = part
        elif enough(len(smallest)) or parts >= len(smallest):
            break
        else:
            parts = min(2 * parts, len(smallest))
    return smallest


async def _smaller(
    items: list[_Item],
    parts: int,
    happens: Callable[[list[_Item]], Awaitable[bool]],
    enough: Callable[[int], bool],
) -> tuple[list[_Item], bool] | None:
    """One of the parts, or what is left without one of them (and that it is the latter); ``None`` where it happens for
    none."""
    bounds = [len(items) * place // parts for place in range(parts + 1)]
    ranges = list(pairwise(bounds))
    for begin, end in ranges:
        if enough(len(items)):
            return None
        if await happens(items[begin:end]):
            return items[begin:end], False
    # With two parts, what is left without one is the other.
    for begin, end in ranges if parts > 2 else []:
        if enough(len(items)):
            return None
        rest = items[:begin] + items[end:]
        if await happens(rest):
            return rest, True
    return None
