"""Leaving out what is too bulky of a notebook's outputs."""

from typing import Any

NOTEBOOK_FACTOR = 10
"""A whole notebook may hold this many times the bound of one cell."""


def bounded_outputs(cells: list[list[dict[str, Any]]], bound: int) -> tuple[list[list[dict[str, Any]]], int]:
    """The outputs of every cell with the largest ones replaced by a note, and how many bytes were left out.

    After it no cell holds more than ``bound`` bytes of output and the notebook not more than `NOTEBOOK_FACTOR` times
    that, errors apart, which always stay. The largest go first, so that the many small ones people read survive.
    """
    sizes = [[0 if output.get("output_type") == "error" else size_of(output) for output in cell] for cell in cells]
    dropped: set[tuple[int, int]] = set()
    for place, cell in enumerate(sizes):
        dropped |= _largest([((place, index), size) for index, size in enumerate(cell)], bound)
    rest = [
        ((place, index), size)
        for place, cell in enumerate(sizes)
        for index, size in enumerate(cell)
        if (place, index) not in dropped
    ]
    dropped |= _largest(rest, bound * NOTEBOOK_FACTOR)
    if not dropped:
        return cells, 0
    kept = [
        _noted(
            [None if (place, index) in dropped else output for index, output in enumerate(cell)],
            [sizes[place][index] for index in range(len(cell))],
        )
        for place, cell in enumerate(cells)
    ]
    return kept, sum(sizes[place][index] for place, index in dropped)


def left_out_note(size: int) -> dict[str, Any]:
    """The output that stands for others of ``size`` bytes in total; its metadata say so to programs."""
    amount = f"{size / 1e6:,.1f} MB" if size >= 100_000 else f"{max(size / 1e3, 0.1):,.1f} kB"
    return {
        "output_type": "display_data",
        "data": {"text/plain": f"[{amount} of output left out]"},
        "metadata": {"junobench_lab": {"left_out": size}},
    }


def size_of(value: Any) -> int:
    """Roughly the bytes of a value as JSON: exact for what is large in practice (text, images), cheap for the rest."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(len(key) + size_of(item) for key, item in value.items())
    if isinstance(value, list):
        if value and isinstance(value[0], int | float):
            return 8 * len(value)
        return sum(size_of(item) for item in value)
    return 8


def _largest(sizes: list[tuple[tuple[int, int], int]], bound: int) -> set[tuple[int, int]]:
    """The keys of the largest that have to go so that the rest is within the bound."""
    total = sum(size for _, size in sizes)
    chosen: set[tuple[int, int]] = set()
    if total <= bound:
        return chosen
    for key, size in sorted(sizes, key=lambda item: -item[1]):
        if total <= bound:
            break
        chosen.add(key)
        total -= size
    return chosen


def _noted(outputs: list[dict[str, Any] | None], sizes: list[int]) -> list[dict[str, Any]]:
    """Put one note in the place of each stretch of outputs that were left out."""
    result: list[dict[str, Any]] = []
    stretch = 0
    for output, size in zip(outputs, sizes, strict=True):
        if output is None:
            stretch += size
            continue
        if stretch:
            result.append(left_out_note(stretch))
            stretch = 0
        result.append(output)
    if stretch:
        result.append(left_out_note(stretch))
    return result
