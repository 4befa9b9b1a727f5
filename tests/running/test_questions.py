"""What the kernel is asked after a run: the instance's check, and whether the input files are as they were."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.models import Event, Limits
from junobench_lab.running.questions import CheckQuestion
from junobench_lab.running.runner import run_plan

from .runs import plan

CHECK = '''
def helper(value):
    return value * 2

def check_total(names, outputs):
    """total is the sum of
    the file."""
    assert names["total"] == 6, f"total is {names['total']}"

def check_mean(names, outputs):
    """mean is there."""
    assert names["mean"] == 2

def check_shown(names, outputs):
    """The crash cell shows the total."""
    assert outputs[0]["text"] == "6\\n"

def check_broken(names, outputs):
    """Something that the check itself gets wrong."""
    helper(None)
'''


def asked(folder: Path, *sources: str, check: str | None = CHECK, outputs: list[dict[str, Any]] | None = None):
    data = folder / "data"
    data.mkdir(exist_ok=True)
    file = data / "numbers.txt"
    file.write_text("1 2 3")
    question = CheckQuestion(check, folder, [file], outputs or [])

    async def run() -> list[Event]:
        events = run_plan(
            plan(*sources),
            folder=folder,
            files=[file],
            environment=LocalEnvironment(),
            limits=Limits(),
            question=question,
        )
        return [event async for event in events]

    asyncio.run(run())
    return question


@pytest.mark.usefixtures("copies")
def test_each_condition_is_told_in_its_own_words_with_what_was_found_instead(folder: Path):
    shown = [{"output_type": "stream", "name": "stdout", "text": "6\n"}]
    question = asked(folder, "total = sum(map(int, open('data/numbers.txt').read().split()))", outputs=shown)
    assert question.conditions is not None
    found = [(one.text, one.ok, one.detail) for one in question.conditions]
    assert found[0] == ("total is the sum of the file.", True, "")
    assert found[1] == ("mean is there.", False, "There is no mean after the crash cell.")
    assert found[2] == ("The crash cell shows the total.", True, "")
    assert found[3][1] is False
    assert found[3][2].startswith("TypeError: ")
    assert question.changed_files == []


@pytest.mark.usefixtures("copies")
def test_an_input_file_that_the_notebook_wrote_to_is_named(folder: Path):
    question = asked(folder, "open('data/numbers.txt', 'w').write('9')", check=None)
    assert question.changed_files == ["data/numbers.txt"]
    assert question.conditions is None


@pytest.mark.usefixtures("copies")
def test_a_notebook_that_went_to_another_folder_is_checked_in_its_own(folder: Path):
    question = asked(folder, "import os; os.chdir('data'); total = 6")
    assert question.changed_files == []
    assert question.conditions is not None
    assert question.conditions[0].ok


HOLDS = "held = bytearray(300 * 2**20)\ndel held"


@pytest.mark.usefixtures("copies")
@pytest.mark.parametrize(
    "source", [HOLDS, f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {HOLDS!r}], check=True)"]
)
def test_the_most_memory_that_was_held_is_told_after_it_was_given_back(folder: Path, source: str):
    most = asked(folder, source, check=None).peak_memory
    assert most is not None
    assert 300 * 2**20 < most < 600 * 2**20


@pytest.mark.usefixtures("copies")
def test_the_memory_of_the_process_that_started_the_kernel_is_not_counted(folder: Path):
    held = bytearray(400 * 2**20)
    most = asked(folder, "1", check=None).peak_memory
    assert len(held) > (most or 0) > 0
