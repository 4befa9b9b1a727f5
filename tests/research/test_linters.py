"""Static checkers as baselines: which lines count, with the real checkers."""

import pytest

from junobench_lab.research.tasks.baselines import BASELINES
from junobench_lab.research.tasks.linters import pylint, pyright, script_of
from junobench_lab.research.tasks.models import DetectionItem, LabelsItem, TaskCrash, TaskStep


def item(*sources: str) -> DetectionItem:
    *ran, target = [TaskStep(cell=place, source=source) for place, source in enumerate(sources)]
    return DetectionItem(item="detection-1", steps=ran, target=target)


def test_the_script_is_the_session_and_knows_the_lines_of_the_target() -> None:
    script, target = script_of(item("x = 1", "%matplotlib inline\n!ls", "y = x\nz"))
    lines = script.split("\n")
    assert [lines[line - 1] for line in target] == ["y = x", "z"]
    assert "%matplotlib" not in script.replace("'matplotlib'", "")
    compile(script, "session.py", "exec")


@pytest.mark.parametrize("checker", [pylint, pyright], ids=["pylint", "pyright"])
@pytest.mark.parametrize(
    ("sources", "crash"),
    [
        (("x = 1", "print(x + never_made)"), True),
        (("x = 1", "print(x)"), False),
        # The error stands above the target, where it didn't crash.
        (("print(never_made)", "x = 1"), False),
        (("%matplotlib inline\nx = 1", "%time y = x"), False),
    ],
    ids=["unknown name", "sound", "error above", "magics"],
)
def test_an_error_on_a_line_of_the_target_is_a_crash(checker, sources: tuple[str, ...], crash: bool) -> None:
    assert checker(item(*sources)).crash is crash


def test_other_tasks_are_left_alone() -> None:
    crash = TaskCrash(cell=0, line=1, ename="NameError", evalue="", traceback=[])
    assert pylint(LabelsItem(item="labels-1", cells=[], order=[0], crash=crash)) is None
    assert {"pylint", "pyright"} <= set(BASELINES)
