"""Similar cases: what makes one case more alike than another."""

from junobench_lab.instances.models import Labels
from junobench_lab.research.estimators.evidence import evidence_of_traceback, message_template
from junobench_lab.research.estimators.similar import KnownCase, features_of, known_case, similar_cases

PANDAS_KEY = Labels(library="pandas", crash_type="key error")


def case(id: str, labels: Labels, ename: str = "KeyError", evalue: str = "'a'", line: str = "df['a']") -> KnownCase:
    return known_case(
        "a bench", id, labels, evidence_of_traceback(ename, evalue, [f"Cell In[1], line 1\n----> 1 {line}\n"])
    )


def test_names_and_numbers_of_a_message_do_not_matter() -> None:
    assert message_template("name 'y' is not defined") == message_template("name 'X_train' is not defined")
    assert message_template("index 5 is out of bounds") == message_template("index 12 is out of bounds")


def test_the_case_with_the_same_library_and_type_comes_before_one_with_the_same_exception_alone() -> None:
    other = case("other", Labels(library="NumPy", crash_type="index error"))
    same = case("same", PANDAS_KEY)
    found = similar_cases(case("mine", PANDAS_KEY).features, [other, same])
    assert [one.id for one in found] == ["same", "other"]
    assert found[0].likeness > found[1].likeness


def test_a_case_says_why_it_is_alike() -> None:
    labels = Labels(library="scikit-learn", crash_type="value error")
    same = case("same", labels, "ValueError", "Input X contains 3 values", "model.fit(x)")
    mine = case("mine", labels, "ValueError", "Input X contains 4 values", "clf.fit(z)")
    [found] = similar_cases(mine.features, [same])
    assert "The same message, names and numbers apart." in found.why
    assert "Both call fit()." in found.why
    assert "The same library cause, scikit-learn." in found.why


def test_what_has_nothing_in_common_is_not_shown() -> None:
    far = case("far", Labels(library="Seaborn", crash_type="value error"), "ValueError", "no", "sns.plot(x)")
    assert similar_cases(case("mine", PANDAS_KEY).features, [far]) == []


def test_three_cases_are_shown_and_not_all_of_one_kind() -> None:
    """So that a library or type that was estimated wrongly doesn't hide what else is alike."""
    same = [case(f"same-{number}", PANDAS_KEY) for number in range(5)]
    others = [case("numpy", Labels(library="NumPy", crash_type="key error")), case("none", Labels())]
    mine = case("mine", PANDAS_KEY).features
    assert [one.id for one in similar_cases(mine, [*same, *others])] == ["same-0", "numpy", "none"]
    assert [one.id for one in similar_cases(mine, [*same, others[0]])] == ["same-0", "same-1", "numpy"]


def test_that_no_library_is_the_cause_is_likeness_too_but_none_by_itself() -> None:
    nothing = Labels(library=None, crash_type="variable not found")
    mine = case("mine", nothing, "NameError", "name 'x' is not defined", "x").features
    numpy = case("numpy", Labels(library="NumPy", crash_type="variable not found"), "NameError", "name 'x' is not here")
    found = similar_cases(mine, [numpy, case("same", nothing, "NameError", "name 'x' is not here")])
    assert [one.id for one in found] == ["same", "numpy"]
    assert "No library is the cause of either." in found[0].why
    far = case("far", Labels(library=None, crash_type="value error"), "ValueError", "no", "f(y)")
    assert similar_cases(mine, [far]) == []


def test_cases_of_one_kind_fill_up_where_there_are_no_others() -> None:
    same = [case(f"same-{number}", PANDAS_KEY) for number in range(5)]
    assert len(similar_cases(case("mine", PANDAS_KEY).features, same)) == 3


def test_that_order_is_not_the_cause_is_no_likeness() -> None:
    evidence = evidence_of_traceback("ValueError", "", ())
    features = features_of(evidence, None, None)
    assert features.finding is None
    assert all(
        "explanation" not in why
        for one in similar_cases(features, [case("x", Labels(), "ValueError", "")])
        for why in one.why
    )
