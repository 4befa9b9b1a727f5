"""The baseline that runs what ran before and tries the target, on instances of the starter bench, scored by the scorer."""

from junobench_lab.instances.registry import starter_bench
from junobench_lab.research.scoring.score import score
from junobench_lab.research.tasks.baselines import BASELINES
from junobench_lab.research.tasks.items import make_tasks

INSTANCES = ["library-loans", "tram-delays", "bike-counter"]


def test_a_trial_tells_a_crash_from_its_repair() -> None:
    bench = starter_bench()
    made = make_tasks(bench, "detection", INSTANCES)
    predict = BASELINES["preflight"].system(bench, made.answers)
    said = {item.item: predict(item) for item in made.items}
    assert len(said) == 2 * len(INSTANCES)
    for answer in made.answers:
        prediction = said[answer.item]
        assert prediction is not None
        assert getattr(prediction, "crash") == getattr(answer, "crash"), answer  # noqa: B009


def test_other_tasks_are_not_predicted() -> None:
    bench = starter_bench()
    made = make_tasks(bench, "localisation", INSTANCES[:1])
    assert BASELINES["preflight"].system(bench, made.answers)(made.items[0]) is None
