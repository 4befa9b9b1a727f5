"""Grading that takes long goes on beside the requests: how far it is can be seen, and it can be cancelled."""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from junobench_lab.instances.bench import Bench
from junobench_lab.research.loaded.beside import GradingBeside
from junobench_lab.research.loaded.grading import GradedSystem, Grader, Step
from junobench_lab.research.loaded.kept import keep_system, kept_systems
from junobench_lab.research.loaded.load import loaded_system
from junobench_lab.research.loaded.models import KeptSystem
from junobench_lab.research.tasks.items import make_tasks
from junobench_lab.research.tasks.reference import reference_prediction

from .task_bench import task_bench

BOUND = 60.0


class Halting(Grader):
    """Halts before the third crash until it may go on."""

    def __init__(self) -> None:
        super().__init__()
        self.halted, self.go = threading.Event(), threading.Event()
        self.looked_at: list[int] = []

    def graded(self, bench: Bench, kept: KeptSystem, step: Step | None = None) -> GradedSystem:
        def halting(done: int, total: int) -> None:
            assert step is not None
            step(done, total)
            self.looked_at.append(done)
            if done == 2:
                self.halted.set()
                assert self.go.wait(BOUND)

        return super().graded(bench, kept, halting)


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    made = task_bench(tmp_path / "bench")
    file = tmp_path / "said.jsonl"
    answers = make_tasks(made, "localisation").answers
    file.write_text("".join(f"{reference_prediction(answer).model_dump_json()}\n" for answer in answers))
    for name in ("ours", "theirs"):
        keep_system(made.name, "localisation", predictions=file, runs=None, name=name, usual_name=name)
    return made


def states(beside: GradingBeside, bench: Bench) -> list[tuple[str, tuple[int, int] | None, bool, int]]:
    found = [loaded_system(system) for system in beside.of(bench, kept_systems(bench.name))]
    return [
        (one.name, (one.grading.done, one.grading.total) if one.grading else None, one.unjudged, one.right)
        for one in found
    ]


def once(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + BOUND
    while not holds():
        assert time.monotonic() < end, "It never came."
        time.sleep(0.01)


def test_it_says_how_far_it_is_and_then_where_the_systems_are_right(bench: Bench) -> None:
    grader = Halting()
    beside = GradingBeside(grader, 0.0, logging.getLogger())
    total = len(bench.summaries())
    beside.of(bench, kept_systems(bench.name))
    assert grader.halted.wait(BOUND)
    assert states(beside, bench) == [("ours", (2, total), False, 0), ("theirs", (0, total), False, 0)]
    assert "2 of 5 crashes looked at" in beside.of(bench, kept_systems(bench.name))[0].sentence
    grader.go.set()
    once(lambda: all(grading is None for _, grading, _, _ in states(beside, bench)))
    assert [(name, right) for name, _, _, right in states(beside, bench)] == [("ours", 4), ("theirs", 4)]
    # Each crash was looked at once, however often somebody asked, and for both systems.
    assert grader.looked_at == list(range(total))


def test_it_ends_where_it_is_cancelled_and_begins_again_when_it_is_asked_for(bench: Bench) -> None:
    grader = Halting()
    beside = GradingBeside(grader, 0.0, logging.getLogger())
    beside.of(bench, kept_systems(bench.name))
    assert grader.halted.wait(BOUND)
    beside.cancel(bench.name)
    assert states(beside, bench) == [("ours", None, True, 0), ("theirs", None, True, 0)]
    grader.go.set()
    once(lambda: not any(thread.name == "grading" for thread in threading.enumerate()))
    assert grader.looked_at == [0, 1, 2]
    assert states(beside, bench) == [("ours", None, True, 0), ("theirs", None, True, 0)]
    beside.again(bench.name)
    once(lambda: [right for *_, right in states(beside, bench)] == [4, 4])


def test_an_answer_waits_for_what_is_soon_there(bench: Bench) -> None:
    beside = GradingBeside(Grader(), BOUND, logging.getLogger())
    assert states(beside, bench) == [("ours", None, False, 4), ("theirs", None, False, 4)]


def test_a_fault_is_told_and_not_tried_again_at_every_look(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    class Faulty(Grader):
        asked = 0

        def graded(self, bench: Bench, kept: KeptSystem, step: Step | None = None) -> GradedSystem:
            self.asked += 1
            raise ZeroDivisionError

    grader = Faulty()
    beside = GradingBeside(grader, BOUND, logging.getLogger())
    for _ in range(3):
        (first, second) = beside.of(bench, kept_systems(bench.name))
    assert grader.asked == 1 and "ZeroDivisionError" in caplog.text
    assert [one.problems for one in (first, second)] == [
        ["It could not be judged by a fault of the server, and its log holds the details."]
    ] * 2
