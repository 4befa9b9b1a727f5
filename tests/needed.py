"""What some tests need and not every machine has: skipped without it, and a failure where it has to be there."""

import os

import pytest


def do_without(reason: str) -> None:
    """Skip the test, with the reason in the summary; in CI, where all is installed, fail instead."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
