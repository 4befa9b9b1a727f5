"""The library that a crash comes from: the one whose API the crash statement calls wrongly.

In the labels of the data set a crash that any Python program could have (a name that isn't there, a missing file)
has no library.
"""

import re
from collections.abc import Iterator
from itertools import takewhile

from ...instances.labels import NOTEBOOK_SPECIFIC
from .arrays import maker_of_array
from .call_path import called_and_raising
from .calls import code_of, library_of_methods, library_of_name, looked_up, methods, quoted, uses
from .evidence import CrashEvidence
from .message_objects import called_in_vain, library_of_exception, named_object
from .messages import compiled_library_of_message, libraries_of_message
from .models import Estimate
from .packages import SKLEARN, TENSORFLOW, TORCH, known_library_of_package, library_of_method, library_of_package
from .root_cause import LOST_MAKER
from .tensors import speaks_of_tensorflow
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
_METHOD_TAKEN_FOR_VALUE = re.compile(r"'(?:method|function|builtin_function_or_method)' object is not subscriptable")
_UNPACKED = re.compile(r"values to unpack")
_ASSIGNED = re.compile(r"[\w\s,()*]+=(?!=)")
_MISSING_PART = re.compile(r"No module named '(?P<package>\w+)\.(?P<part>[\w.]+)'")

_OF_THE_CELL = re.compile(r"|<module>.*|<cell line.*")
"""What stands in a traceback for a function where it is the cell itself."""

_SURROUNDINGS = re.compile(
    r"[Nn]o such (?:file|table)|[Ff]ile does not exist|\bdoesn't exist\b|\.\w{3,4} not found|[Ff]ile \S+ not found"
    r"|cannot identify image file|[Uu]nable to open file|URL fetch|[Cc]onnection|Cannot connect|HTTP ?Error"
    r"|status \d{3}"
    r"|Can't find a \w+ file"
)

FIRST_FRAME = 8.0
"""The library that the notebook's code calls into. Right in 101 of the 103 development crashes with frames of one, the
library that raises in 91: whoever labels a crash looks at what was called."""
COMPILED = 4.0
"""The library whose compiled code says such a thing, where no library's Python code ran: right in 12 of 15."""
OBJECT = 4.0
"""The library of the object, module or function that the message names: right in 18 of 19."""
ORIGIN = 3.0
"""The library from which a name in the crash statement comes, by the notebook's own code."""
CALLED = 2.5
"""The library that a name in the crash statement customarily stands for; half where it isn't called."""
CALLBACK = 3.0
"""The library that called the function of the notebook in which it crashed."""
LAST_FRAME, MESSAGE = 1.5, 1.5
"""The library that raises; the library whose words the message has."""
METHOD = 0.8
"""The library whose objects have a method of that name."""
NOTHING_OF_A_LIBRARY, SURROUNDINGS, OWN_CODE = 20.0, 14.0, 2.5
"""No library: by the exception alone; by a file or service that isn't there (12 of 12, whatever frames there are); as
no library's code was running."""
# The weights were set on crashes that are not in the data set. They hold in wide bounds: with any FIRST_FRAME between
# 5 and 11, COMPILED and OBJECT between 2 and 6, CALLED between 1.5 and 3.5, 119 to 124 of 130 are right.


def estimate_library(evidence: CrashEvidence, *, none_allowed: bool = True) -> Estimate:
    """The library cause. ``none_allowed`` says whether "no library" may be the answer."""
    if none_allowed and evidence.blames_order:
        reason = "The explanation finds the cause in the order in which cells ran."
        return Estimate(value=NOTEBOOK_SPECIFIC, confidence=0.9, reasons=[reason])
    if none_allowed and evidence.maker_may_be_lost:
        return Estimate(value=NOTEBOOK_SPECIFIC, confidence=0.55, reasons=[LOST_MAKER])
    votes = [*_by_frames(evidence), *_by_callback(evidence)]
    votes += [*_by_calls(evidence), *_by_look_ups(evidence), *_by_result(evidence), *_by_message(evidence)]
    if none_allowed:
        votes += _by_kind(evidence, bool(evidence.library_frames))
    estimate = decided(votes)
    return estimate.model_copy(update={"value": estimate.value or None})


def _by_frames(evidence: CrashEvidence) -> Iterator[Vote]:
    found = called_and_raising(evidence)
    if found is None:
        return
    called, raising = found
    yield Vote(called.library, FIRST_FRAME, f"The notebook's code calls into {called.library} (`{called.function}`).")
    yield Vote(raising.library, LAST_FRAME, f"The exception comes up in {raising.library} (`{raising.function}`).")


def _by_callback(evidence: CrashEvidence) -> Iterator[Vote]:
    """A function of the notebook that a library called: with what it was called is the library's doing."""
    if evidence.library_frames or not evidence.own_frames or _OF_THE_CELL.fullmatch(evidence.own_frames[-1].function):
        return
    last = max(place for place, frame in enumerate(evidence.frames) if frame.in_notebook)
    for frame in takewhile(lambda one: not one.in_notebook, reversed(evidence.frames[:last])):
        if frame.package is not None and (library := library_of_package(frame.package)):
            yield Vote(library, CALLBACK, f"{library} called the notebook's function in which it crashed.")
            return


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
        yield Vote(library, weight / (1 + len(seen)), f"The crash statement uses {quoted(use.text)}: {why}.")
        seen.add(library)
    method = library_of_methods(methods(statement), code_of(statement))
    if method is not None:
        library, name = method
        yield Vote(library, METHOD, f"`.{name}` is a method that objects of {library} have.")


def _by_look_ups(evidence: CrashEvidence) -> Iterator[Vote]:
    """What something is looked up in tells more than what is done with it."""
    used = looked_up(evidence.inner_statement)
    if _METHOD_TAKEN_FOR_VALUE.search(evidence.message):
        # df.groupby["year"]: brackets where the method wants to be called.
        for use in used:
            found = library_of_methods(list(use.methods[-1:])) or library_of_name(use.root, evidence.origins)
            if found is not None:
                yield Vote(found[0], OBJECT, f"{quoted(use.text)} has to be called before anything is looked up in it.")
                break
    if evidence.kind == "keyerror" and any(use.methods[-1:] == ("history",) for use in used):
        yield Vote(TENSORFLOW, OBJECT, "What Keras tells of a training is looked up: `.history[...]`.")


def _by_result(evidence: CrashEvidence) -> Iterator[Vote]:
    """How many values there are to be taken apart is the doing of what was called."""
    statement = evidence.inner_statement
    if not _UNPACKED.search(evidence.message) or not _ASSIGNED.match(statement):
        return
    for use in uses(statement):
        if use.called:
            found = library_of_name(use.root, evidence.origins) or library_of_methods([*use.methods[-1:]])
            if found is not None:
                yield Vote(found[0], OBJECT, f"{quoted(use.text)} gives another number of values than are taken.")
            return


def _by_message(evidence: CrashEvidence) -> Iterator[Vote]:
    if (made := maker_of_array(evidence)) is not None:
        library, what = made
        yield Vote(library, OBJECT, f"The array is of {library}'s making: {what}.")
        return
    plain = list(_by_plain_words(evidence))
    yield from plain
    sure = {vote.value for vote in plain}
    for place, (library, words, found) in enumerate(libraries_of_message(evidence.message)):
        if not sure or library in sure:
            yield Vote(library, MESSAGE / (1 + place), f"The message has {words}: {quoted(found)}.")


def _by_plain_words(evidence: CrashEvidence) -> Iterator[Vote]:
    """What a message says outright: an object that it names, or what only the compiled code of a library says."""
    about = _called_object(evidence) or named_object(evidence.message, code_of(evidence.inner_statement))
    if about is not None:
        library, name = about
        if library == TORCH and speaks_of_tensorflow(evidence):
            library = TENSORFLOW
        yield Vote(library, OBJECT, f"The message is about {quoted(name)}, which is of {library}.")
    if about is not None or evidence.library_frames:
        return
    compiled = compiled_library_of_message(evidence.message)
    exception = library_of_exception(evidence.kind, evidence.message)
    if compiled is not None:
        library, words = compiled
        if library == TORCH and speaks_of_tensorflow(evidence):
            library = TENSORFLOW
        yield Vote(library, COMPILED, f"Compiled code of {library} says such a thing: {quoted(words)}.")
    elif exception is not None:
        yield Vote(exception, COMPILED, f"{evidence.ename} without a frame of a library comes from {exception}.")


def _called_object(evidence: CrashEvidence) -> tuple[str, str] | None:
    """What was called with other arguments than it takes, by the name at its root: ``pd`` of ``pd.merge()``."""
    function = called_in_vain(evidence.message)
    if function is None:
        return None
    for use in uses(evidence.inner_statement):
        if not use.called or (use.root, *use.methods)[-1] != function:
            continue
        if found := library_of_name(use.root, evidence.origins):
            by_arguments = library_of_method(function, code_of(evidence.inner_statement))
            if found[0] == SKLEARN and use.root not in evidence.origins and by_arguments is not None:
                # Models of all libraries are called `clf`.
                return by_arguments, use.text
            return found[0], use.text
    return None


def _by_kind(evidence: CrashEvidence, in_library: bool) -> Iterator[Vote]:
    reason = _NO_API.get(evidence.kind)
    moved = _MISSING_PART.search(evidence.message)
    if moved is not None and (library := known_library_of_package(moved["package"])) is not None:
        yield Vote(library, FIRST_FRAME, f"{library} is there, but not its part `{moved['part']}`.")
    elif evidence.kind == "importerror" and evidence.message.startswith("No module named"):
        # So old versions of Python call a ModuleNotFoundError.
        yield Vote(NO_LIBRARY, NOTHING_OF_A_LIBRARY, _NO_API["modulenotfounderror"])
    elif reason is not None and not (in_library and evidence.kind in _NAME_ERRORS):
        yield Vote(NO_LIBRARY, NOTHING_OF_A_LIBRARY, reason)
    elif _SURROUNDINGS.search(evidence.message):
        yield Vote(NO_LIBRARY, SURROUNDINGS, "The message tells of a file, an address or a service that isn't there.")
    elif not in_library and not libraries_of_message(evidence.message) and named_object(evidence.message) is None:
        yield Vote(NO_LIBRARY, OWN_CODE, "The exception comes up in the notebook's own code, not inside a library.")
