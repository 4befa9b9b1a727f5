"""The library that a crash comes from: the one whose API the crash statement calls wrongly.

In the labels of the data set a crash that any Python program could have (a name that isn't there, a missing file)
has no library.
"""

import re
from collections.abc import Iterator

from ...instances.labels import NOTEBOOK_SPECIFIC
from .calls import library_of_methods, library_of_name, looked_up, methods, uses
from .evidence import CrashEvidence
from .messages import libraries_of_message, named_object
from .models import Estimate
from .packages import library_of_package
from .root_cause import LOST_MAKER
from .votes import Vote, decided

NO_LIBRARY = ""
"""Stands for "no library" among the votes."""

_NO_API = {
    "nameerror": "A name that isn't defined is no matter of a library.",
    "unboundlocalerror": "A name that isn't bound is no matter of a library.",
    "syntaxerror": "Code that isn't Python is no matter of a library.",
    "indentationerror": "Code that isn't Python is no matter of a library.",
    "modulenotfounderror": "A package that isn't installed did nothing wrong.",
    "filenotfounderror": "A missing file is no matter of a library.",
    "fileexistserror": "A file that is there already is no matter of a library.",
    "permissionerror": "Missing rights are no matter of a library.",
}

_NAME_ERRORS = ("nameerror", "unboundlocalerror")
_MISSING_PART = re.compile(r"No module named '(?P<package>\w+)\.(?P<part>[\w.]+)'")

_SURROUNDINGS = re.compile(
    r"[Nn]o such (?:file|table)|[Ff]ile does not exist|\bdoesn't exist\b|\.\w{3,4} not found|[Ff]ile \S+ not found"
    r"|cannot identify image file|[Uu]nable to open file|URL fetch|[Cc]onnection|Cannot connect|HTTP ?Error"
    r"|status \d{3}"
    r"|Can't find a \w+ file"
)

FIRST_FRAME = 5.0
"""The library that the notebook's code calls into."""
OBJECT = 4.0
"""The library of the object, module or function that the message names."""
ORIGIN = 3.0
"""The library from which a name in the crash statement comes, by the notebook's own code."""
CALLED = 2.5
"""The library that a name in the crash statement customarily stands for; half where it isn't called."""
CALLBACK = 2.0
"""The library that called the function of the notebook in which it crashed."""
LAST_FRAME, MESSAGE = 1.5, 1.5
"""The library that raises; the library whose words the message has."""
METHOD = 0.8
"""The library whose objects have a method of that name."""
# The weights were set on crashes that are not in the data set.


def estimate_library(evidence: CrashEvidence, *, none_allowed: bool = True) -> Estimate:
    """The library cause. ``none_allowed`` says whether "no library" may be the answer."""
    if none_allowed and evidence.blames_order:
        reason = "The explanation finds the cause in the order in which cells ran."
        return Estimate(value=NOTEBOOK_SPECIFIC, confidence=0.9, reasons=[reason])
    if none_allowed and evidence.maker_may_be_lost:
        return Estimate(value=NOTEBOOK_SPECIFIC, confidence=0.55, reasons=[LOST_MAKER])
    votes = [*_by_frames(evidence), *_by_callback(evidence), *_by_calls(evidence), *_by_message(evidence)]
    if none_allowed:
        votes += _by_kind(evidence, bool(evidence.library_frames))
    estimate = decided(votes)
    return estimate.model_copy(update={"value": estimate.value or None})


def _by_frames(evidence: CrashEvidence) -> Iterator[Vote]:
    found = [
        (library, frame)
        for frame in evidence.library_frames
        if frame.package is not None and (library := library_of_package(frame.package)) is not None
    ]
    if not found:
        return
    library, frame = found[0]
    yield Vote(library, FIRST_FRAME, f"The notebook's code calls into {library} (`{_name(frame.function)}`).")
    library, frame = found[-1]
    yield Vote(library, LAST_FRAME, f"The exception comes up in {library} (`{_name(frame.function)}`).")


def _by_callback(evidence: CrashEvidence) -> Iterator[Vote]:
    """A function of the notebook that a library called: with what it was called is the library's doing."""
    if evidence.library_frames or not evidence.own_frames:
        return
    last = max(place for place, frame in enumerate(evidence.frames) if frame.in_notebook)
    caller = evidence.frames[last - 1] if last else None
    if caller is not None and caller.package is not None and (library := library_of_package(caller.package)):
        yield Vote(library, CALLBACK, f"{library} called the notebook's function in which it crashed.")


def _name(function: str) -> str:
    return function.partition("(")[0]


def _by_calls(evidence: CrashEvidence) -> Iterator[Vote]:
    statement = evidence.inner_statement
    seen: set[str] = set()
    used = sorted(uses(statement), key=lambda use: not use.called)
    if evidence.kind in ("keyerror", "indexerror") and not evidence.library_frames:
        # The look-up failed before anything was called with its result.
        used = looked_up(statement) or used
    for use in used:
        found = library_of_name(use.root, evidence.origins)
        if found is None or found[0] in seen:
            continue
        library, why = found
        weight = CALLED if use.called else CALLED / 2
        if use.root in evidence.origins:
            # What the notebook's own code says is surer than custom.
            weight = max(weight, ORIGIN)
        yield Vote(library, weight / (1 + len(seen)), f"The crash statement uses `{use.text}`: {why}.")
        seen.add(library)
    method = library_of_methods(methods(statement))
    if method is not None:
        library, name = method
        yield Vote(library, METHOD, f"`.{name}` is a method that objects of {library} have.")


def _by_message(evidence: CrashEvidence) -> Iterator[Vote]:
    about = named_object(evidence.message)
    if about is not None:
        library, name = about
        yield Vote(library, OBJECT, f"The message is about `{name}`, which is of {library}.")
    for place, (library, words, found) in enumerate(libraries_of_message(evidence.message)):
        yield Vote(library, MESSAGE / (1 + place), f"The message has {words}: `{found.strip()}`.")


def _by_kind(evidence: CrashEvidence, in_library: bool) -> Iterator[Vote]:
    reason = _NO_API.get(evidence.kind)
    moved = _MISSING_PART.search(evidence.message)
    if moved is not None and (library := library_of_package(moved["package"])) is not None:
        yield Vote(library, FIRST_FRAME, f"{library} is there, but not its part `{moved['part']}`.")
    elif reason is not None and not (in_library and evidence.kind in _NAME_ERRORS):
        yield Vote(NO_LIBRARY, 20.0, reason)
    elif _SURROUNDINGS.search(evidence.message):
        yield Vote(NO_LIBRARY, 8.0, "The message tells of a file, an address or a service that isn't there.")
    elif not in_library and not libraries_of_message(evidence.message) and named_object(evidence.message) is None:
        yield Vote(NO_LIBRARY, 2.5, "The exception comes up in the notebook's own code, not inside a library.")
