"""The filters of ``list``, checked against what there is."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..errors import InvalidRequest
from ..instances.labels import CRASH_TYPES, ROOT_CAUSES, STAGES, TITLES, known_value, library_name
from ..instances.patterns import PATTERNS

if TYPE_CHECKING:
    from ..instances.models import FilterDimension, InstanceFilter, InstanceSummary

_KNOWN: Mapping[str, Sequence[str]] = {
    "crash_type": CRASH_TYPES,
    "root_cause": ROOT_CAUSES,
    "stage": STAGES,
    "pattern": tuple(PATTERNS),
}


def instance_filter(
    summaries: Sequence["InstanceSummary"], query: str, values: Mapping["FilterDimension", Sequence[str]]
) -> "InstanceFilter":
    """The filter with every value as the bench spells it.

    Raises `InvalidRequest` for a value that is neither in the bench nor a known label: it would find nothing and look
    as if there were no such crash.
    """
    from ..instances.models import InstanceFilter

    spelled: dict[str, list[str]] = {}
    for dimension, given in values.items():
        present = list(
            dict.fromkeys(
                value for summary in summaries if (value := getattr(summary.labels, dimension, None)) is not None
            )
        )
        spelled[dimension] = [_spelled(dimension, value, present) for value in given]
    return InstanceFilter(query=query, **spelled)


def _spelled(dimension: "FilterDimension", value: str, present: Sequence[str]) -> str:
    meant = library_name(value) if dimension == "library" else value
    found = known_value(meant, [*present, *_KNOWN.get(dimension, ())])
    if found is None:
        title = TITLES[dimension].lower()
        raise InvalidRequest(
            f"No instance here has the {title} {value[:80]!r}; there are: {', '.join(sorted(present))}."
        )
    return found
