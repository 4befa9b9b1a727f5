"""The mistakes that can happen, one type each.

Every error carries one sentence for a person that says what is wrong and what
to do next. The server turns the types into status codes in one place
(`server/errors.py`), the command line prints the sentence.
"""


class LabError(Exception):
    """Base of all errors that a person may see; ``str(error)`` is the sentence."""


class InvalidRequest(LabError):
    """What was asked makes no sense: a bad id, an unknown filter, two inputs that exclude each other."""


class UnknownBench(LabError):
    """No bench of that name or at that path."""


class UnknownInstance(LabError):
    """The bench has no instance of that id."""


class UnknownVariant(LabError):
    """The instance has no such variant."""


class UnknownAttempt(LabError):
    """No attempt with that number or at that path."""


class UnknownRun(LabError):
    """No run of that id, neither running nor on record."""


class UnknownSystem(LabError):
    """No system of that name is loaded."""


class BrokenBench(LabError):
    """The bench as a whole can't be read: no folder, no label sheet, a sheet that is no sheet."""


class BrokenNotebook(LabError):
    """A notebook can't be read: missing, truncated, no JSON, a pointer file, not a notebook."""


class NotRevealed(LabError):
    """The answer was asked for before the person chose to reveal it."""


class DownloadFailed(LabError):
    """Something couldn't be fetched: no network, no such source, no room, or it came damaged."""


class EpisodeOver(LabError):
    """An agent's episode has used up its bounds, was submitted, or lost its kernel for good."""


class NetworkNotAllowed(LabError):
    """The instance asks for a network, and the person hasn't agreed that its container gets one."""


class EnvironmentUnavailable(LabError):
    """Kernels can't be started here: no such kernelspec, start failed, Docker down."""
