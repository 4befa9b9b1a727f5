"""Two people label a bench: how far they agree, where they don't, and what is settled."""

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from sklearn.metrics import cohen_kappa_score

from junobench_lab.errors import BrokenBench, InvalidRequest, UnknownInstance
from junobench_lab.instances.bench import Bench
from junobench_lab.research.curation.annotations import agreement, annotate, settle, settle_agreed
from junobench_lab.research.curation.kappa import cohens_kappa
from junobench_lab.research.curation.own_bench import OwnBench
from tests.notebook_factory import crash_and_fix, write_bench


def test_kappa_by_hand() -> None:
    """Of 50 cases both say yes to 20 and no to 15; 5 are yes and no, 10 no and yes. Observed 35/50 = 0.7; by chance
    25/50 * 30/50 + 25/50 * 20/50 = 0.5; so (0.7 - 0.5) / (1 - 0.5) = 0.4."""
    pairs = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15
    assert cohens_kappa(pairs) == pytest.approx(0.4, abs=1e-12)


def test_kappa_where_they_agree_on_all_or_less_than_chance() -> None:
    assert cohens_kappa([("a", "a"), ("b", "b")]) == 1
    assert cohens_kappa([("a", "b"), ("b", "a")]) == -1


def test_kappa_is_not_defined_without_cases_or_with_one_value_alone() -> None:
    assert cohens_kappa([]) is None
    assert cohens_kappa([("a", "a")] * 7) is None


@given(some.lists(some.tuples(some.sampled_from("abc"), some.sampled_from("abc")), min_size=1, max_size=60))
def test_kappa_is_that_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    ours = cohens_kappa(pairs)
    if ours is None:
        assert len({value for pair in pairs for value in pair}) == 1
        return
    theirs = cohen_kappa_score([one for one, _ in pairs], [other for _, other in pairs])
    assert math.isclose(ours, theirs, abs_tol=1e-9)


@pytest.fixture
def own(tmp_path: Path) -> OwnBench:
    return OwnBench(write_bench(tmp_path / "own", {id: crash_and_fix() for id in ("tides", "quays", "locks")}))


def test_disagreements_are_listed_and_settled(own: OwnBench) -> None:
    for id, ours, theirs in (
        ("tides", "API misuse", "API misuse"),
        ("quays", "API misuse", "data confusion"),
        ("locks", "data confusion", "data confusion"),
    ):
        annotate(own, "Anna", id, {"root_cause": ours})
        annotate(own, "Ben", id, {"root_cause": theirs})
    found = agreement(own)
    assert found.annotators == ["Anna", "Ben"]
    (root,) = found.labels
    # Observed 2/3; by chance 2/3 * 1/3 + 1/3 * 2/3 = 4/9; (6/9 - 4/9) / (5/9) = 0.4.
    assert (root.cases, root.agreed, root.kappa) == (3, 2, pytest.approx(0.4))
    (one,) = found.disagreements
    assert (one.id, one.values, one.settled) == ("quays", ["API misuse", "data confusion"], None)

    assert settle_agreed(own) == {"tides": {"root_cause": "API misuse"}, "locks": {"root_cause": "data confusion"}}
    settle(own, "quays", {"root_cause": "data confusion"})
    (one,) = agreement(own).disagreements
    assert one.settled == "data confusion"
    bench = Bench.open(own.path)
    assert [bench.summary(id).labels.root_cause for id in ("tides", "quays", "locks")] == [
        "API misuse",
        "data confusion",
        "data confusion",
    ]
    # What nobody settled stays as it was in the sheet.
    assert bench.summary("quays").labels.crash_type == "variable not found"
    assert bench.instance("quays").extra["label_status"] == "chosen by people: root cause"


def test_values_are_taken_whatever_their_case_and_later_ones_replace_earlier(own: OwnBench) -> None:
    annotate(own, "Anna", "tides", {"root_cause": "api MISUSE", "stage": "training"})
    noted = annotate(own, "Anna", "tides", {"stage": "data preparation"})
    assert noted.labels["tides"] == {"root_cause": "API misuse", "stage": "data preparation"}


def test_mistakes_are_said(own: OwnBench) -> None:
    with pytest.raises(InvalidRequest, match="root cause 'sloth' is not a known one"):
        annotate(own, "Anna", "tides", {"root_cause": "sloth"})
    with pytest.raises(UnknownInstance, match="no instance 'moon'"):
        annotate(own, "Anna", "moon", {"stage": "training"})
    with pytest.raises(InvalidRequest, match="can't name an annotator"):
        annotate(own, "../..", "tides", {"stage": "training"})
    annotate(own, "Anna", "tides", {"stage": "training"})
    with pytest.raises(InvalidRequest, match="between two people"):
        agreement(own)
    with pytest.raises(InvalidRequest, match="Ben has labelled nothing"):
        agreement(own, ["Anna", "Ben"])
    (own.root / "curation" / "annotations" / "ben.json").write_text("{", encoding="utf-8")
    with pytest.raises(BrokenBench, match=r"ben\.json holds no labels"):
        agreement(own)


def test_nothing_of_it_is_in_an_instances_folder(own: OwnBench) -> None:
    before = sorted(path.name for path in Bench.open(own.path).folder("tides").iterdir())
    annotate(own, "Anna", "tides", {"stage": "training"})
    settle(own, "tides", {"stage": "training"})
    assert sorted(path.name for path in Bench.open(own.path).folder("tides").iterdir()) == before
