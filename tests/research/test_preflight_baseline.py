"""The baseline that runs what ran before and tries the target, on instances of the starter bench."""

from junobench_lab.instances.registry import starter_bench
from junobench_lab.research.scoring.score import score_predictions
from junobench_lab.research.tasks.baselines import BASELINES
from junobench_lab.research.tasks.items import make_tasks
from junobench_lab.research.tasks.jsonl import json_lines

INSTANCES = ["library-loans", "tram-delays", "bike-counter"]


def test_a_trial_tells_a_crash_from_its_repair() -> None:
    bench = starter_bench()
    made = make_tasks(bench, "detection", INSTANCES)
    assert len(made.items) == 2 * len(INSTANCES)
    predict = BASELINES["preflight"].system(bench, made.answers)
    said = [one for item in made.items if (one := predict(item)) is not None]
    score = score_predictions(made.answers, json_lines(said))
    assert {figure.name: figure.value for figure in score.figures}["accuracy"] == 1.0


def test_other_tasks_are_not_predicted() -> None:
    bench = starter_bench()
    made = make_tasks(bench, "localisation", INSTANCES[:1])
    assert BASELINES["preflight"].system(bench, made.answers)(made.items[0]) is None
