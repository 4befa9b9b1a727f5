"""All benches at once: by name, as a list, and page by page."""

from collections.abc import Callable, Collection, Mapping

from ..errors import BrokenBench, InvalidRequest, UnknownBench
from .bench import Bench
from .models import BenchInfo, InstanceFilter, InstancePage

MAX_LIMIT = 1000
"""Instances in one page."""


class Catalog:
    """The benches that are at hand.

    ``benches`` is called at every look, so that one that is added elsewhere shows up without a restart; it has to give
    the same `Bench` for the same name as long as that stands for the same folder.
    """

    def __init__(self, benches: Callable[[], Mapping[str, Bench]]) -> None:
        self._benches = benches

    def names(self) -> list[str]:
        return list(self._benches())

    def bench(self, name: str) -> Bench:
        """Raises `UnknownBench`."""
        benches = self._benches()
        if name not in benches:
            raise UnknownBench(f"There is no bench {name[:80]!r}; there are: {', '.join(benches) or 'none'}.")
        return benches[name]

    def benches(self) -> list[BenchInfo]:
        """All benches; one that can't be read says why among its problems."""
        return [bench_info(bench) for bench in self._benches().values()]

    def page(
        self,
        bench: str,
        chosen: InstanceFilter,
        offset: int = 0,
        limit: int = MAX_LIMIT,
        among: Collection[str] | None = None,
    ) -> InstancePage:
        """A part of a bench's list. ``limit`` is at most `MAX_LIMIT`; an offset behind the end gives an empty part.

        ``among``: ids that a filter of another kind has left; all where there is none.

        Raises `UnknownBench`, `BrokenBench`, `InvalidRequest`.
        """
        if offset < 0 or not 0 <= limit <= MAX_LIMIT:
            raise InvalidRequest(f"A page begins at 0 or later and holds 0 to {MAX_LIMIT} instances.")
        opened = self.bench(bench)
        listed, problems = opened.filterable()
        matched, facets = listed.filter(chosen, among)
        return InstancePage(
            bench=opened.name,
            instances=matched[offset : offset + limit],
            matched=len(matched),
            total=len(listed),
            offset=offset,
            facets=facets,
            problems=problems,
        )


def bench_info(bench: Bench) -> BenchInfo:
    """What a list of benches says about one."""
    try:
        number: int | None
        number, problems = bench.count()
    except BrokenBench:
        number, problems = None, bench.problems()
    return BenchInfo(name=bench.name, title=bench.title, path=str(bench.path), instances=number, problems=problems)
