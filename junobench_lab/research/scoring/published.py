"""The table by library of the published crash-detection experiments, from the same graded items as every other figure.

Their counting rules (arXiv 2510.18013 and 2602.18537, with the artefacts of both): a crash is the positive class; every
instance is two items, its reproduced variant crashes and its fixed one doesn't; several runs vote; the libraries with
few instances make one group, "other"; instances without a library are notebook-specific. They count the first of the
answers that share the first place, we count none of them: with an odd number of runs that all answer there is no
difference.
"""

from collections.abc import Sequence

from ...instances.labels import NOTEBOOK_SPECIFIC
from .figures import figures
from .grade import CRASH
from .models import Graded, PublishedRow

OTHER = "other"
ALL = "all"
GROUPS = ("TensorFlow/Keras", "PyTorch", "scikit-learn", "NumPy", "pandas", OTHER, NOTEBOOK_SPECIFIC)
"""In the order of the published table."""


def published_table(graded: Sequence[Graded]) -> list[PublishedRow]:
    """A row for each group that has items, and one over all; empty where the items are none of detection."""
    own = [one for one in graded if "crash" in one.labels]
    groups = {group: [one for one in own if group_of(one) == group] for group in GROUPS}
    rows = [_row(group, items) for group, items in groups.items() if items]
    return [*rows, _row(ALL, own)] if own else []


def group_of(graded: Graded) -> str:
    library = graded.library or NOTEBOOK_SPECIFIC
    return library if library in GROUPS else OTHER


def _row(group: str, graded: Sequence[Graded]) -> PublishedRow:
    crashing = sum(one.labels["crash"].truth == CRASH for one in graded)
    return PublishedRow(group=group, crashing=crashing, running=len(graded) - crashing, figures=figures(graded))
