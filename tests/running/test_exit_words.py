"""Exit codes in words."""

import pytest

from junobench_lab.running.environments.exit_words import exit_sentence


@pytest.mark.parametrize(
    "code, words",
    [
        (-11, "segmentation fault"),
        (139, "segmentation fault"),
        (-4, "illegal instruction"),
        (132, "illegal instruction"),
        (-9, "SIGKILL"),
        (137, "SIGKILL"),
        (-6, "aborted"),
        (134, "aborted"),
        (-10, "SIGUSR1"),
        (0, "exit code 0"),
        (3, "exit code 3"),
        (255, "exit code 255"),
        (None, "not known"),
    ],
)
def test_signals_are_named_as_subprocesses_and_as_shells_count_them(code, words):
    assert words in exit_sentence(code)
