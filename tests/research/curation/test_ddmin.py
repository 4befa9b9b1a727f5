"""Delta debugging finds the smallest part, keeps the order, and stays within its bounds."""

import asyncio
from collections.abc import Callable, Sequence

from hypothesis import given
from hypothesis import strategies as some

from junobench_lab.research.curation.ddmin import ddmin


def smallest(items: Sequence[int], happens: Callable[[list[int]], bool], enough: int = -1) -> tuple[list[int], int]:
    """What `ddmin` finds, and how many parts it asked about."""
    asked = 0

    async def tell(part: list[int]) -> bool:
        nonlocal asked
        asked += 1
        assert part == sorted(part)
        return happens(part)

    found = asyncio.run(ddmin(items, tell, enough=lambda length: length <= enough))
    return found, asked


def test_the_example_of_the_paper_needs_1_7_and_8_of_8() -> None:
    found, _ = smallest(range(1, 9), lambda part: {1, 7, 8} <= set(part))
    assert found == [1, 7, 8]


def test_what_happens_without_anything_needs_nothing() -> None:
    assert smallest(range(20), lambda _: True) == ([], 1)


def test_one_of_a_thousand_is_found_by_halving() -> None:
    found, asked = smallest(range(1024), lambda part: 700 in part)
    assert found == [700]
    # Ten halvings, of which each asks about one half or both, and the empty part.
    assert asked <= 1 + 2 * 10


def test_it_ends_where_few_items_are_left() -> None:
    found, _ = smallest(range(1000), lambda part: 700 in part, enough=50)
    assert 700 in found
    assert 25 < len(found) <= 50


@given(some.integers(1, 24), some.sets(some.integers(0, 23), max_size=6))
def test_no_single_item_of_the_result_can_be_left_out(length: int, wanted: set[int]) -> None:
    wanted = {item for item in wanted if item < length}
    found, asked = smallest(range(length), lambda part: wanted <= set(part))
    assert found == sorted(wanted)
    # The bound of the paper for the worst case: n * n + 3 * n.
    assert asked <= length * length + 3 * length + 1


@given(some.integers(2, 16), some.integers(0, 2**16))
def test_it_is_one_minimal_also_where_more_isnt_always_enough(length: int, salt: int) -> None:
    def happens(part: list[int]) -> bool:
        return len(part) == length or hash((salt, *part)) % 3 == 0

    found, _ = smallest(range(length), happens)
    assert happens(found)
    if found:
        assert len(found) == 1 or not any(happens([item for item in found if item != one]) for one in found), (
            "a single item could be left out"
        )
