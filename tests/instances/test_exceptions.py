"""Exception types are compared as the label sheet needs it."""

import pytest

from junobench_lab.instances.exceptions import same_exception


@pytest.mark.parametrize(
    ("labelled", "seen"),
    [
        ("valueerror", "ValueError"),
        ("invalidargumenterror", "tensorflow.python.framework.errors_impl.InvalidArgumentError"),
        ("sklearn.exceptions.NotFittedError", "notfittederror"),
        (" KeyError ", "keyerror"),
    ],
)
def test_case_and_module_do_not_matter(labelled, seen):
    assert same_exception(labelled, seen)
    assert same_exception(seen, labelled)


@pytest.mark.parametrize(("one", "other"), [("ValueError", "TypeError"), ("", ""), ("", "KeyError"), ("x.", "y.")])
def test_different_types_and_no_type_are_not_the_same(one, other):
    assert not same_exception(one, other)
