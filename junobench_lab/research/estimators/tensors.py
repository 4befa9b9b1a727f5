"""Whose tensors a message speaks of: PyTorch and TensorFlow both have some, and use the same words for them."""

from .calls import library_of_name, uses
from .evidence import CrashEvidence
from .packages import TENSORFLOW, TORCH, library_of_package


def speaks_of_tensorflow(evidence: CrashEvidence) -> bool:
    """Whether what sounds like PyTorch is of TensorFlow: all code that is at hand uses this one alone."""
    if "torch" in evidence.message:
        return False
    used = {library_of_package(origin.partition(".")[0]) for origin in evidence.origins.values()}
    used |= {library_of_package(frame.package) for frame in evidence.frames if frame.package is not None}
    if TORCH in used:
        return False
    named = (library_of_name(use.root, evidence.origins) for use in uses(evidence.shown_code))
    used |= {found[0] for found in named if found is not None}
    return TENSORFLOW in used and TORCH not in used
