"""Which bench a command works on."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..instances.bench import Bench


def chosen_bench(path_or_name: str | None) -> "Bench":
    """The bench of the option ``--bench``; one that is kept goes by the name under which it is kept, so that attempts
    at it are found again. Raises `UnknownBench`."""
    from ..instances.registry import STARTER, bench_from, open_catalog

    bench = bench_from(STARTER if path_or_name is None else path_or_name)
    catalog = open_catalog()
    kept = (catalog.bench(name) for name in catalog.names())
    path = bench.path.resolve()
    return next((one for one in kept if one.path.resolve() == path), bench)
