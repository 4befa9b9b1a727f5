"""The starter bench as a whole: 48 crashes in the proportions of the data set, each with a lesson of its own."""

from collections import Counter

import pytest

from junobench_lab.instances.labels import CRASH_TYPES, ML_BUGS, ROOT_CAUSES, STAGES
from junobench_lab.instances.models import InstanceSummary
from junobench_lab.instances.patterns import PATTERNS
from junobench_lab.instances.registry import starter_bench

LIBRARIES = {
    "notebook-specific": 10,
    "TensorFlow/Keras": 6,
    "PyTorch": 6,
    "scikit-learn": 6,
    "pandas": 6,
    "NumPy": 5,
    "Matplotlib": 3,
    "Seaborn": 3,
    "statsmodels": 1,
    "LightGBM": 1,
    "TorchVision": 1,
}


@pytest.fixture(scope="module")
def summaries() -> list[InstanceSummary]:
    return starter_bench().summaries()


def test_there_are_48_with_so_many_of_each_library(summaries: list[InstanceSummary]) -> None:
    assert Counter(summary.labels.library for summary in summaries) == LIBRARIES
    assert len(summaries) == 48


@pytest.mark.parametrize(
    ("label", "values"),
    [("crash_type", CRASH_TYPES), ("root_cause", ROOT_CAUSES), ("stage", STAGES), ("ml_bug", ML_BUGS)],
)
def test_every_value_of_a_label_occurs(summaries: list[InstanceSummary], label: str, values: tuple[str, ...]) -> None:
    assert {getattr(summary.labels, label) for summary in summaries} == set(values)


def test_no_two_teach_the_same_lesson(summaries: list[InstanceSummary]) -> None:
    lessons: dict[tuple[str | None, ...], list[str]] = {}
    for summary in summaries:
        labels = summary.labels
        assert summary.crash is not None
        lesson = (labels.pattern, labels.library, summary.crash.ename, labels.crash_type, labels.stage)
        lessons.setdefault(lesson, []).append(summary.id)
    assert [ids for ids in lessons.values() if len(ids) > 1] == []


def test_patterns_come_from_the_list_and_most_occur(summaries: list[InstanceSummary]) -> None:
    patterns = {summary.labels.pattern for summary in summaries}
    assert patterns <= set(PATTERNS)
    assert len(patterns) >= 30


def test_a_pattern_is_explained_in_one_sentence_without_jargon() -> None:
    for name, meaning in PATTERNS.items():
        assert meaning.endswith(".") and ". " not in meaning, name
        assert "`" not in meaning, name


def test_the_proportions_are_about_those_of_the_data_set(summaries: list[InstanceSummary]) -> None:
    # Counts among the 111 crashes of arXiv 2510.18013.
    published = {
        "API misuse": 45,
        "data confusion": 25,
        "NB specific": 20,
        "implementation error": 18,
        "training": 31,
        "data preparation": 30,
        "evaluation/prediction": 21,
        "data visualization": 20,
        "model construction": 9,
    }
    ours = Counter(label for summary in summaries for label in (summary.labels.root_cause, summary.labels.stage))
    off = {label: ours[label] / 48 - count / 111 for label, count in published.items()}
    assert {label: round(share, 2) for label, share in off.items() if abs(share) > 0.1} == {}
