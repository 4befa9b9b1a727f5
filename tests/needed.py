"""What some tests need and not every machine has: skipped without it, and a failure where it has to be there."""

import os

import pytest

_IN_CI = os.environ.get("CI") == "true"


def needed(there: bool, reason: str) -> pytest.MarkDecorator:
    """For a test that needs what is ``there`` on this machine, or isn't; in CI it runs, and fails, in any case."""
    return pytest.mark.skipif(not (there or _IN_CI), reason=reason)


def do_without(reason: str) -> None:
    """Skip the test, with the reason in the summary; in CI, where all is installed, fail instead."""
    if _IN_CI:
        pytest.fail(reason)
    pytest.skip(reason)
