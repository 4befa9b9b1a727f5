"""Repairs scored by running them on real kernels, and figures from the runs on file."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.instances.bench import Bench
from junobench_lab.research.repairs.grade import grade_repairs, pass_at_k
from junobench_lab.research.repairs.models import RepairRun
from junobench_lab.research.repairs.run import run_repairs
from junobench_lab.research.repairs.runs_file import add_run, mend, read_runs
from junobench_lab.research.repairs.score import RepairScoring, repair_scoring
from junobench_lab.research.tasks.items import make_tasks
from junobench_lab.research.tasks.models import RepairAnswer
from junobench_lab.running.cluster.cluster import ClusterPlaces, connected
from junobench_lab.running.cluster.configuration import ClusterChoice
from junobench_lab.running.cluster.environment import ClusterEnvironment
from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.records import RecordStore
from tests.dask_cluster import local_cluster
from tests.notebook_factory import code, notebook, write_bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """One crash of code, and one of order: the cell that makes `total` never ran."""
    lists = [code("x = [1, 2]", count=1), code("y = x + 1", count=2, error=("TypeError", "can only concatenate list"))]
    sums = [
        code("h = [3, 4]", count=1),
        code("total = sum(h)"),
        code("mean = total / 2", count=2, error=("NameError", "name 'total' is not defined")),
    ]
    checks = {
        "lists": 'def check_y(names, outputs):\n    """y ends in 1."""\n    assert names["y"] == [1, 2, 1]\n',
        "sums": 'def check_mean(names, outputs):\n    """mean is 3.5."""\n    assert names["mean"] == 3.5\n',
    }
    root = write_bench(
        tmp_path / "bench",
        {
            "lists": {"reproduced": notebook(*lists), "fixed": notebook(lists[0], code("y = x + [1]", count=2))},
            "sums": {
                "reproduced": notebook(*sums),
                "fixed": notebook(sums[0], code("total = sum(h)", count=2), code("mean = total / 2", count=3)),
            },
        },
        {"lists": {"ename": "typeerror", "evalue": "can only concatenate list", "label_root_cause": "API misuse"}},
        files={id: {"check.py": source} for id, source in checks.items()},
    )
    return Bench.open(root)


def answers_by_instance(bench: Bench) -> dict[str, RepairAnswer]:
    return {
        answer.instance: answer for answer in make_tasks(bench, "repair").answers if isinstance(answer, RepairAnswer)
    }


def scoring(bench: Bench, *predictions: dict[str, Any]) -> RepairScoring:
    answers = make_tasks(bench, "repair").answers
    return repair_scoring(bench, answers, "\n".join(map(json.dumps, predictions)))


def run_all(bench: Bench, scored: RepairScoring, tmp_path: Path) -> list[RepairRun]:
    async def collect() -> list[RepairRun]:
        items = run_repairs(
            bench,
            scored.jobs,
            at_a_time=2,
            store=RecordStore(tmp_path / "records"),
            environment=LocalEnvironment(),
            cancel=asyncio.Event(),
        )
        return [run async for run in items]

    return asyncio.run(collect())


def test_a_cluster_comes_to_the_same_results_from_one_reference_run_an_instance(bench: Bench, tmp_path: Path) -> None:
    lists, sums = answers_by_instance(bench)["lists"], answers_by_instance(bench)["sums"]
    edits = ["y = x + [1]", "y = [*x, 1]", "y = x", "y = x + 1"]
    scored = scoring(
        bench,
        *(
            {"item": lists.item, "run": run, "edits": [{"op": "replace", "cell": 1, "type": "code", "source": edit}]}
            for run, edit in enumerate(edits)
        ),
        {"item": sums.item, "edits": [], "order": [0, 1, 2]},
    )
    here = run_all(bench, scored, tmp_path / "here")

    async def on_a_cluster(address: str) -> list[RepairRun]:
        store, cancel = RecordStore(tmp_path / "there"), asyncio.Event()
        async with connected(ClusterChoice(address=address), cancel=cancel) as cluster:
            items = run_repairs(
                bench,
                scored.jobs,
                at_a_time=1,
                store=store,
                environment=ClusterEnvironment(cluster, cold=True, store=store),
                cancel=cancel,
                places=ClusterPlaces(cluster, cancel),
            )
            return [run async for run in items]

    with local_cluster(workers=2) as address:
        there = asyncio.run(asyncio.wait_for(on_a_cluster(address), 120))

    def told(runs: list[RepairRun]) -> dict[tuple[str, int], tuple[object, ...]]:
        return {(run.instance, run.run): (run.verdict, run.level, run.equality, run.evasions) for run in runs}

    assert told(there) == told(here)
    assert {key: level for key, (_, level, *_) in told(there).items()} == {
        ("lists", 0): "equals_reference",
        ("lists", 1): "passes_check",
        ("lists", 2): "runs",
        ("lists", 3): "does_not_run",
        ("sums", 0): "equals_reference",
    }
    assert sorted(run.target.id for run in RecordStore(tmp_path / "there" / "reference").list()) == ["lists", "sums"]


def test_the_reference_repairs_score_a_hundred_percent(bench: Bench, tmp_path: Path) -> None:
    predictions = [
        {"item": answer.item, **answer.repairs[0].model_dump(include={"edits", "order"})}
        for answer in answers_by_instance(bench).values()
    ]
    scored = scoring(bench, *predictions)
    score = scored.score(run_all(bench, scored, tmp_path))
    assert {figure.name: figure.value for figure in score.figures} == {
        "runs": 1.0,
        "passes check": 1.0,
        "equals reference": 1.0,
        "pass@1": 1.0,
    }
    assert score.levels == {"equals_reference": 2} and score.problems == []


def test_a_repair_that_only_stops_the_crash_runs_and_does_not_pass(bench: Bench, tmp_path: Path) -> None:
    lists = answers_by_instance(bench)["lists"]
    edit = {"op": "replace", "cell": 1, "type": "code", "source": "y = x"}
    scored = scoring(bench, {"item": lists.item, "edits": [edit]})
    (run,) = run_all(bench, scored, tmp_path)
    assert (run.verdict, run.level) == ("no_crash", "runs")


@pytest.mark.parametrize("form", ["script", "notebook"])
def test_a_whole_notebook_in_another_form_is_judged_as_edits_are(bench: Bench, tmp_path: Path, form: str) -> None:
    lists = answers_by_instance(bench)["lists"]
    forms: dict[str, Any] = {
        "script": "# %%\nx = [1, 2]\n# %%\ny = [*x, 1]\n",
        "notebook": notebook(code("x = [1, 2]"), code("y = [*x, 1]")),
    }
    scored = scoring(bench, {"item": lists.item, form: forms[form]})
    (run,) = run_all(bench, scored, tmp_path)
    assert run.level == "passes_check"


def test_a_repair_by_order_alone_is_run_in_that_order(bench: Bench, tmp_path: Path) -> None:
    sums = answers_by_instance(bench)["sums"]
    right = {"item": sums.item, "run": 0, "edits": [], "order": [0, 1, 2]}
    wrong = {"item": sums.item, "run": 1, "edits": [], "order": [0, 2]}
    scored = scoring(bench, right, wrong)
    levels = {run.run: run.level for run in run_all(bench, scored, tmp_path)}
    assert levels == {0: "equals_reference", 1: "does_not_run"}


@pytest.mark.parametrize(
    "prediction",
    [
        {"edits": [{"op": "replace", "cell": 9, "source": "x"}]},
        {},
        {"notebook": {"cells": "none"}},
        {"edits": [], "order": [0, 7]},
    ],
)
def test_what_is_no_repair_is_told_and_counts_as_not_passed(
    bench: Bench, tmp_path: Path, prediction: dict[str, Any]
) -> None:
    lists = answers_by_instance(bench)["lists"]
    scored = scoring(bench, {"item": lists.item, **prediction})
    (run,) = run_all(bench, scored, tmp_path)
    assert run.problem and run.level is None and run.sentence
    score = scored.score([run])
    assert score.verdicts == {"not a repair": 1}
    assert next(figure.value for figure in score.figures if figure.name == "pass@1") == 0.0


@pytest.mark.parametrize(
    ("runs", "passing", "k", "chance"),
    # By hand: 1 - C(3,3)/C(5,3) = 1 - 1/10; 1 - C(3,1)/C(5,1) = 2/5; all or none.
    [(5, 2, 3, 0.9), (5, 2, 1, 0.4), (4, 0, 4, 0.0), (3, 3, 1, 1.0), (4, 1, 4, 1.0)],
)
def test_pass_at_k_is_the_chance_that_one_of_k_drawn_runs_passes(
    runs: int, passing: int, k: int, chance: float
) -> None:
    assert pass_at_k(runs, passing, k) == pytest.approx(chance)


def _run(item: str, run: int, level: str | None, verdict: str = "no_crash") -> RepairRun:
    about = {"item": item, "run": run, "prediction": f"{item}{run}", "instance": item, "sentence": "."}
    return RepairRun.model_validate({**about, "verdict": verdict, "level": level})


def _answer(item: str) -> RepairAnswer:
    about = {"item": item, "bench": "b", "instance": item, "variant": "reproduced", "library": None}
    return RepairAnswer.model_validate({**about, "repairs": []})


def test_infrastructure_and_missing_runs_stay_in_the_denominator() -> None:
    """Of three runs one passes, one could not be carried out, one is missing: pass@1 is 1/3, and no majority passes."""
    runs = [_run("a", 0, "passes_check"), _run("a", 1, None, "infrastructure")]
    (graded,) = grade_repairs([_answer("a")], runs, number=3)
    assert graded.marks["pass@1"] == pytest.approx(1 / 3)
    assert graded.marks["pass@3"] == 1.0
    assert graded.marks["passes check"] == 0.0


@pytest.mark.parametrize("first", [0, 1])
def test_a_file_of_runs_compared_with_itself_shows_no_difference(bench: Bench, first: int) -> None:
    # Whatever is on file of predictions that changed, and of runs that lacked infrastructure; runs may count from 1.
    answers = answers_by_instance(bench)
    told = [
        {"item": answer.item, "run": first + run, "edits": [{"op": "insert", "cell": 0, "source": str(run)}]}
        for answer in answers.values()
        for run in range(3)
    ]
    scored = scoring(bench, *told)
    runs = [
        RepairRun(item=item, run=run, prediction=prediction, instance="x", verdict=verdict, level=level, sentence="x")
        for item, run, key in (job.key for job in scored.jobs)
        for prediction, verdict, level in (
            ("of an older prediction", "no_crash", "passes_check"),
            (key, "infrastructure", None),
            (key, "no_crash", "passes_check" if run == first else "runs"),
        )
    ]
    score = scored.score(runs, second=runs)
    assert score.problems == []
    assert {figure.name: figure.value for figure in score.figures}["passes check"] == 0
    comparison = score.comparison
    assert comparison is not None
    assert (comparison.both, comparison.only_first, comparison.only_second, comparison.neither) == (0, 0, 0, 2)


def test_what_the_second_system_lacks_is_told(bench: Bench) -> None:
    answers = answers_by_instance(bench)
    lists, sums = answers["lists"], answers["sums"]
    scored = scoring(bench, {"item": lists.item, "edits": []}, {"item": sums.item, "edits": []})
    runs = [
        RepairRun(item=item, run=0, prediction=key, instance="x", verdict="no_crash", level="runs", sentence="x")
        for item, _, key in (job.key for job in scored.jobs)
    ]
    lost = RepairRun(
        item=lists.item, run=0, prediction="", instance="x", verdict="infrastructure", level=None, sentence="x"
    )
    assert scored.score(runs, second=[lost]).problems == [
        f"Of the second system: 1 run could not be carried out and counts as not passed: {lists.item}.",
        f"Of the second system: 1 item has no run on file and counts as not passed: {sums.item}.",
    ]


def test_a_level_counts_as_reached_where_most_runs_reach_it_or_more() -> None:
    runs = [_run("a", 0, "equals_reference"), _run("a", 1, "passes_check"), _run("a", 2, "does_not_run", "other_crash")]
    (graded,) = grade_repairs([_answer("a")], runs, number=3)
    assert (graded.marks["runs"], graded.marks["passes check"], graded.marks["equals reference"]) == (1.0, 1.0, 0.0)


def test_what_is_on_file_is_not_run_again_unless_it_changed_or_failed_for_want_of_infrastructure(bench: Bench) -> None:
    own = answers_by_instance(bench)
    scored = scoring(bench, *({"item": answer.item, "edits": []} for answer in own.values()))
    jobs = {job.answer.instance: job for job in scored.jobs}

    def on_file(id: str, verdict: str = "no_crash", prediction: str | None = None) -> RepairRun:
        item, run, digest = jobs[id].key
        told = {"item": item, "run": run, "prediction": prediction or digest, "instance": id, "sentence": "."}
        return RepairRun.model_validate({**told, "verdict": verdict, "level": "runs"})

    assert scored.waiting([]) == list(scored.jobs)
    assert [job.answer.instance for job in scored.waiting([on_file("lists")])] == ["sums"]
    assert len(scored.waiting([on_file("lists", prediction="another"), on_file("sums", "infrastructure")])) == 2


def test_a_line_that_was_cut_short_is_passed_over_and_then_mended(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    add_run(file, _run("a", 0, "runs"))
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"format":1,"it')
    assert [run.item for run in read_runs(file)] == ["a"]
    mend(file)
    add_run(file, _run("b", 0, "runs"))
    assert [run.item for run in read_runs(file)] == ["a", "b"]


def test_a_last_line_that_only_lacks_its_end_is_kept(tmp_path: Path) -> None:
    # As an editor, or files that were put together, may leave it.
    file = tmp_path / "runs.jsonl"
    add_run(file, _run("a", 0, "runs"))
    file.write_bytes(file.read_bytes().rstrip())
    mend(file)
    add_run(file, _run("b", 0, "runs"))
    assert [run.item for run in read_runs(file)] == ["a", "b"]
