"""Many of the same, several at a time."""

import asyncio

import pytest

from junobench_lab.research.several import several

pytestmark = pytest.mark.asyncio


async def test_no_more_are_at_work_than_were_asked_for_and_all_come() -> None:
    at_work, most = set(), 0

    async def do(one: int) -> int:
        nonlocal most
        at_work.add(one)
        most = max(most, len(at_work))
        await asyncio.sleep(0)
        at_work.discard(one)
        return one * one

    found = {one: square async for one, square in several(do, range(20), at_a_time=3, cancel=asyncio.Event())}
    assert found == {one: one * one for one in range(20)}
    assert most == 3


async def test_what_may_not_begin_is_left_and_what_is_at_work_goes_on() -> None:
    ended: list[int] = []

    async def do(one: int) -> int:
        await asyncio.sleep(0)
        ended.append(one)
        return one

    results = several(do, range(9), at_a_time=2, cancel=asyncio.Event(), may_begin=lambda: not ended)
    assert sorted([one async for one, _ in results]) == [0, 1]


async def test_a_cancel_ends_what_is_at_work_and_waits_for_it() -> None:
    cancel, tidied = asyncio.Event(), []

    async def do(one: int) -> int:
        if one == 0:
            return one
        try:
            await asyncio.Event().wait()
        finally:
            tidied.append(one)
        return one

    found = []
    async for one, _ in several(do, range(5), at_a_time=3, cancel=cancel):
        found.append(one)
        cancel.set()
    assert found == [0]
    assert sorted(tidied) == [1, 2]


async def test_what_goes_wrong_is_raised_and_the_others_end() -> None:
    ended = []

    async def do(one: int) -> int:
        if one == 1:
            raise ValueError("one")
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(one)
        return one

    with pytest.raises(ValueError, match="one"):
        async for _ in several(do, range(3), at_a_time=3, cancel=asyncio.Event()):
            pass
    assert sorted(ended) == [0, 2]
