"""Two people label a bench: how far they agree, where they don't, and what is settled."""

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from sklearn.metrics import cohen_kappa_score

from junobench_lab.errors import BrokenBench, InvalidRequest, UnknownInstance
from junobench_lab.instances.bench import Bench
from junobench_lab.research.curation.annotations import agreement, annotate, annotators, settle, settle_agreed
from junobench_lab.research.curation.own_bench import OwnBench
from junobench_lab.research.kappa import cohens_kappa
from tests.notebook_factory import crash_and_fix, write_bench


def test_kappa_by_hand() -> None:
    """Of 50 cases both say yes to 20 and no to 15; 5 are yes and no, 10 no and yes. Observed 35/50 = 0.7; by chance
    25/50 * 30/50 + 25/50 * 20/50 = 0.5; so (0.7 - 0.5) / (1 - 0.5) = 0.4."""
    pairs = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15
    assert cohens_kappa(pairs) == pytest.approx(0.4, abs=1e-12)


def test_kappa_where_they_agree_on_all_or_less_than_chance() -> None:
    assert cohens_kappa([("a", "a"), ("b", "b")]) == 1
    assert cohens_kappa([("a", "b"), ("b", "a")]) == -1


def test_kappa_of_three_values_by_hand() -> None:
    """Of ten cases both say a to 3, b to 2, c to 2; to 1 the first says a and the other b, to 2 b and c. So the first
    says a, b, c to 4, 4, 2, the other to 3, 3, 4. Observed 7/10; by chance (12 + 12 + 8)/100 = 0.32; so
    (0.7 - 0.32) / (1 - 0.32) = 0.38 / 0.68."""
    pairs = [("a", "a")] * 3 + [("b", "b")] * 2 + [("c", "c")] * 2 + [("a", "b")] + [("b", "c")] * 2
    assert cohens_kappa(pairs) == pytest.approx(0.38 / 0.68, abs=1e-12)


def test_kappa_is_nought_where_one_of_them_always_says_the_same() -> None:
    """Observed 3/4; by chance 4/4 * 3/4 + 0/4 * 1/4 = 3/4: what they agree on is what chance gives."""
    assert cohens_kappa([("yes", "yes")] * 3 + [("yes", "no")]) == 0
    # One case alone, and two values that the other one never says: chance gives 0, and so is observed.
    assert cohens_kappa([("yes", "no")]) == 0


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


def test_what_one_labelled_alone_counts_for_nothing_and_is_said(own: OwnBench) -> None:
    annotate(own, "Anna", "tides", {"root_cause": "API misuse", "stage": "training"})
    annotate(own, "Anna", "quays", {"stage": "training"})
    annotate(own, "Ben", "tides", {"root_cause": "API misuse"})
    annotate(own, "Ben", "locks", {"stage": "training"})
    found = agreement(own)
    (root,) = found.labels
    # All cases have one and the same value.
    assert (root.label, root.cases, root.agreed, root.kappa) == ("root_cause", 1, 1, None)
    assert [(left.annotator, left.id, left.labels) for left in found.alone] == [
        ("Anna", "tides", ["stage"]),
        ("Anna", "quays", ["stage"]),
        ("Ben", "locks", ["stage"]),
    ]
    assert settle_agreed(own) == {"tides": {"root_cause": "API misuse"}}


def test_people_are_told_apart_by_their_names_in_any_script(own: OwnBench) -> None:
    for name in ("Jürgen", "Jurgen", "李", "Жанна"):
        annotate(own, name, "tides", {"stage": "training"})
    annotate(own, "JÜRGEN", "quays", {"stage": "training"})
    assert sorted(annotators(own)) == sorted(["Jürgen", "Jurgen", "李", "Жанна"])
    assert agreement(own, ["jürgen", "李"]).annotators == ["Jürgen", "李"]
    for one in ("🙂", "a" * 61):
        with pytest.raises(InvalidRequest, match="can't name an annotator"):
            annotate(own, one, "tides", {"stage": "training"})


def test_a_file_under_a_name_without_its_marks_is_still_that_persons(own: OwnBench) -> None:
    annotate(own, "Jürgen", "tides", {"stage": "training"})
    files = own.root / "curation" / "annotations"
    (files / "jürgen.json").rename(files / "jurgen.json")
    annotate(own, "Jürgen", "quays", {"stage": "training"})
    assert [file.name for file in files.iterdir()] == ["jurgen.json"]


def test_nobody_is_compared_with_themselves(own: OwnBench) -> None:
    annotate(own, "Anna", "tides", {"stage": "training"})
    for names in ([], ["Anna"], ["Anna", "anna"]):
        with pytest.raises(InvalidRequest, match="between two people, and only Anna has labelled here so far"):
            agreement(own, names)
    annotate(own, "Ben", "tides", {"stage": "training"})
    with pytest.raises(InvalidRequest, match="name two of those who labelled here: Anna, Ben"):
        agreement(own, ["Anna", "ANNA"])


def test_mistakes_are_said(own: OwnBench) -> None:
    with pytest.raises(InvalidRequest, match="root cause 'sloth' is not a known one"):
        annotate(own, "Anna", "tides", {"root_cause": "sloth"})
    with pytest.raises(UnknownInstance, match="no instance 'moon'"):
        annotate(own, "Anna", "moon", {"stage": "training"})
    with pytest.raises(InvalidRequest, match="can't name an annotator"):
        annotate(own, "../..", "tides", {"stage": "training"})
    with pytest.raises(InvalidRequest, match="nothing is noted"):
        annotate(own, "Anna", "tides", {})
    assert annotators(own) == []
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
