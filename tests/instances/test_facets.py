"""Filters and their counts."""

from junobench_lab.instances.facets import filter_instances
from junobench_lab.instances.models import Crash, Dimension, Facet, InstanceFilter, InstanceSummary, Labels


def instance(id: str, library: str | None, stage: str | None, ename: str = "valueerror") -> InstanceSummary:
    labels = Labels(library=library, stage=stage, crash_type="value error", root_cause="API misuse", ml_bug="ML bug")
    return InstanceSummary(id=id, bench="b", ok=True, labels=labels, crash=Crash(ename=ename, evalue="no such Route"))


LIST = [
    instance("pandas_2", "pandas", "training"),
    instance("pandas_10", "pandas", "data preparation", "keyerror"),
    instance("torch_1", "PyTorch", "training"),
    instance("odd", None, None),
]


def matched(**chosen) -> list[str]:
    return [summary.id for summary in filter_instances(LIST, InstanceFilter(**chosen))[0]]


def facet(dimension: Dimension, **chosen) -> Facet:
    return next(f for f in filter_instances(LIST, InstanceFilter(**chosen))[1] if f.dimension == dimension)


def counts(dimension: Dimension, **chosen) -> dict[str, tuple[int, int]]:
    return {value.value: (value.count, value.total) for value in facet(dimension, **chosen).values}


def test_no_filter_keeps_all_in_their_order():
    assert matched() == ["pandas_2", "pandas_10", "torch_1", "odd"]


def test_values_of_one_dimension_are_alternatives():
    assert matched(library=["pandas", "PyTorch"]) == ["pandas_2", "pandas_10", "torch_1"]


def test_dimensions_add_up():
    assert matched(library=["pandas"], stage=["training"]) == ["pandas_2"]


def test_an_unknown_value_matches_nothing():
    assert matched(stage=["guessing"]) == []
    assert matched(stage=["guessing", "training"]) == ["pandas_2", "torch_1"]


def test_a_dimensions_counts_ignore_what_is_chosen_in_it():
    assert counts("library", library=["pandas"]) == {"pandas": (2, 2), "PyTorch": (1, 1)}


def test_counts_heed_the_other_dimensions_and_the_query():
    assert counts("library", stage=["training"]) == {"pandas": (1, 2), "PyTorch": (1, 1)}
    assert counts("library", query="keyerror") == {"pandas": (1, 2), "PyTorch": (0, 1)}
    assert counts("stage", library=["PyTorch"], stage=["training"]) == {
        "training": (1, 2),
        "data preparation": (0, 1),
    }


def test_the_most_frequent_values_come_first_then_by_name():
    assert [value.value for value in facet("library").values] == ["pandas", "PyTorch"]
    assert [value.value for value in facet("stage").values] == ["training", "data preparation"]


def test_every_dimension_has_a_facet_with_a_title():
    titles = [facet.title for facet in filter_instances([], InstanceFilter())[1]]
    assert titles == ["Library", "Crash type", "Root cause", "Pipeline stage", "Pattern"]


def test_a_pattern_is_a_filter_that_says_what_it_means():
    labels = Labels(library="NumPy", pattern="wrong axis")
    numpy = InstanceSummary(id="numpy_1", bench="b", ok=True, labels=labels)
    found, facets = filter_instances([*LIST, numpy], InstanceFilter(pattern=["wrong axis"]))
    assert found == [numpy]
    (value,) = facets[-1].values
    assert (value.value, value.count, value.total) == ("wrong axis", 1, 1)
    assert value.meaning is not None and value.meaning.endswith(".")


def test_a_bench_without_patterns_has_no_values_to_filter_by():
    assert facet("pattern").values == []


def test_all_words_of_a_query_must_occur_somewhere():
    assert matched(query="PANDAS train") == ["pandas_2"]
    assert matched(query="route") == ["pandas_2", "pandas_10", "torch_1", "odd"]
    assert matched(query="keyerror torch") == []
    assert matched(query="  ") == matched()
