"""Labels are estimated by rules: what the rules say about crashes whose labels are plain."""

import pytest

from junobench_lab.instances.labels import CRASH_TYPES, ROOT_CAUSES, STAGES
from junobench_lab.research.estimators.crash_type import RULES, estimate_crash_type
from junobench_lab.research.estimators.estimate import estimate, notebook_evidence
from junobench_lab.research.estimators.evidence import CrashEvidence, evidence_of_traceback
from junobench_lab.research.estimators.library import estimate_library
from junobench_lab.research.estimators.root_cause import estimate_root_cause
from junobench_lab.research.estimators.stage import CODE_RULES, FRAME_RULES, estimate_stage

from ..notebook_factory import code, parsed


def crash(ename: str, evalue: str, line: str, *library: str) -> CrashEvidence:
    """A crash in a line of a cell that called into library files, each "package/file.py function"."""
    parts = [f"Cell In[1], line 1\n----> 1 {line}\n"]
    for place in library:
        file, _, function = place.partition(" ")
        parts.append(f"File /opt/site-packages/{file}:9, in {function}(self)\n----> 9 raise\n")
    return evidence_of_traceback(ename, evalue, parts)


def test_the_library_that_the_notebook_calls_counts_more_than_the_one_that_raises() -> None:
    evidence = crash("ValueError", "bad", "model.fit(a)", "sklearn/base.py fit", "numpy/core/x.py array")
    assert estimate_library(evidence).value == "scikit-learn"


@pytest.mark.parametrize("package", ["tensorflow", "keras", "tf_keras"])
def test_tensorflow_stands_for_keras_too(package: str) -> None:
    evidence = crash("ValueError", "bad", "m.fit(a)", f"{package}/engine/training.py fit")
    assert estimate_library(evidence).value == "TensorFlow/Keras"


def test_imports_of_the_notebook_say_what_a_name_stands_for() -> None:
    """`pd` customarily is pandas; here it isn't."""
    notebook = parsed(
        code("import numpy as pd", count=1),
        code("pd.dot(1, [1, 2])", count=2, error=("ValueError", "no")),
    )
    evidence = notebook_evidence(notebook)
    assert evidence is not None
    assert estimate_library(evidence, none_allowed=False).value == "NumPy"


def test_an_object_is_known_by_the_constructor_that_made_it() -> None:
    notebook = parsed(
        code("from sklearn.svm import SVC\nthing = SVC()", count=1),
        code("thing.go()", count=2, error=("ValueError", "no")),
    )
    evidence = notebook_evidence(notebook)
    assert evidence is not None
    assert estimate_library(evidence, none_allowed=False).value == "scikit-learn"


def test_the_object_that_a_message_is_about_tells_the_library() -> None:
    evidence = crash("AttributeError", "'numpy.ndarray' object has no attribute 'iloc'", "plt.plot(x.iloc[0])")
    assert estimate_library(evidence).value == "NumPy"


@pytest.mark.parametrize(
    ("ename", "evalue", "line"),
    [
        ("NameError", "name 'total' is not defined", "np.mean(total)"),
        ("FileNotFoundError", "[Errno 2] No such file or directory: 'a.csv'", "pd.read_csv('a.csv')"),
        ("ModuleNotFoundError", "No module named 'geoplot'", "import geoplot"),
    ],
)
def test_what_could_happen_in_any_program_has_no_library(ename: str, evalue: str, line: str) -> None:
    assert estimate_library(crash(ename, evalue, line)).value is None


def test_order_that_the_explanation_blames_is_the_cause_and_no_library() -> None:
    notebook = parsed(
        code("import numpy as np", count=1),
        code("values = [1, 2]"),
        code("np.mean(values)", count=2, error=("NameError", "name 'values' is not defined")),
    )
    evidence = notebook_evidence(notebook)
    assert evidence is not None
    found = estimate(evidence)
    assert (found.library.value, found.root_cause.value) == ("notebook-specific", "NB specific")


def test_a_name_whose_cell_may_have_been_deleted_is_a_matter_of_the_session() -> None:
    """Executions 2 to 4 left no cell."""
    gone = code("print(nothing)", 5, error=("NameError", "name 'nothing' is not defined"))
    evidence = notebook_evidence(parsed(code("x = 1", 1), gone))
    assert evidence is not None
    found = estimate(evidence)
    assert (found.library.value, found.root_cause.value) == ("notebook-specific", "NB specific")
    assert "deleted" in found.root_cause.reasons[0]


def test_a_name_that_no_cell_makes_is_an_error_of_the_code() -> None:
    evidence = notebook_evidence(
        parsed(code("print(nothing)", 1, error=("NameError", "name 'nothing' is not defined")))
    )
    assert evidence is not None
    assert estimate(evidence).root_cause.value == "implementation error"


@pytest.mark.parametrize(
    ("ename", "evalue", "expected"),
    [
        ("KeyError", "'price'", "key error"),
        ("IndexError", "list index out of range", "index error"),
        ("AttributeError", "'DataFrame' object has no attribute 'appendd'", "attribute error"),
        ("NameError", "name 'total' is not defined", "variable not found"),
        ("ModuleNotFoundError", "No module named 'x'", "module not found"),
        ("FileNotFoundError", "[Errno 2] No such file or directory: 'a'", "io error"),
        ("ValueError", "operands could not be broadcast together with shapes (3,) (4,)", "unsupported broadcast"),
        ("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (4x3 and 4x3)", "tensor shape mismatch"),
        ("ValueError", "Found input variables with inconsistent numbers of samples: [3, 4]", "tensor shape mismatch"),
        ("ValueError", "Input X contains NaN.", "data value violation"),
        ("ValueError", "The feature names should match those that were passed during fit.", "feature name mismatch"),
        ("TypeError", "fit() got an unexpected keyword argument 'epoch'", "invalid argument"),
        ("TypeError", "unsupported operand type(s) for +: 'int' and 'str'", "type error"),
        ("NotFittedError", "This SVC instance is not fitted yet.", "model initialization error"),
        ("torch.cuda.OutOfMemoryError", "CUDA out of memory. Tried to allocate 2 GiB", "runtime error"),
    ],
)
def test_crash_types_follow_exception_and_message(ename: str, evalue: str, expected: str) -> None:
    assert estimate_crash_type(crash(ename, evalue, "f(x)")).value == expected


def test_a_crash_that_no_rule_knows_has_no_type_and_says_so() -> None:
    found = estimate_crash_type(crash("Odd", "it went wrong", "f(x)"))
    assert (found.value, found.confidence) == (None, 0)
    assert found.reasons


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("df = pd.read_csv('a.csv')", "data preparation"),
        ("a = df.merge(b, on='id')", "data preparation"),
        ("X_train, X_test = train_test_split(X)", "data preparation"),
        ("plt.bar(x, y)", "data visualization"),
        ("sns.heatmap(table)", "data visualization"),
        ("model = Sequential([Dense(3)])", "model construction"),
        ("net = nn.Linear(3, 4)", "model construction"),
        ("model.fit(X, y, epochs=3)", "training"),
        ("loss.backward()", "training"),
        ("y_pred = model.predict(X)", "evaluation/prediction"),
        ("accuracy_score(a, b)", "evaluation/prediction"),
        ("plt.plot(history.history['loss'])", "evaluation/prediction"),
    ],
)
def test_stages_follow_what_the_crash_statement_does(line: str, expected: str) -> None:
    assert estimate_stage(crash("ValueError", "bad", line)).value == expected


def test_words_in_strings_and_comments_are_no_code() -> None:
    assert estimate_stage(crash("ValueError", "bad", "f('plt.plot(x)')  # model.fit(x)")).value == "data preparation"


@pytest.mark.parametrize(
    ("crash_type", "expected"), [("invalid argument", "API misuse"), ("key error", "data confusion")]
)
def test_root_causes_follow_the_crash_type_where_order_is_no_matter(crash_type: str, expected: str) -> None:
    assert estimate_root_cause(crash("ValueError", "bad", "f(x)"), crash_type).value == expected


def test_rules_give_values_of_the_data_set_only() -> None:
    assert {rule.value for rule in RULES} <= set(CRASH_TYPES)
    assert {rule.stage for rule in (*CODE_RULES, *FRAME_RULES)} <= set(STAGES)
    evidence = crash("ValueError", "bad", "f(x)")
    causes = {estimate_root_cause(evidence, crash_type).value for crash_type in CRASH_TYPES}
    assert causes <= {*ROOT_CAUSES}


def test_a_notebook_without_a_crash_has_no_evidence() -> None:
    assert notebook_evidence(parsed(code("x = 1", 1))) is None


def test_a_crash_without_a_traceback_still_gets_all_labels_with_reasons() -> None:
    found = estimate(evidence_of_traceback("ValueError", "Input X contains NaN.", ()))
    assert all(getattr(found, name).reasons for name in ("library", "crash_type", "root_cause", "stage"))
    assert found.library.value == "scikit-learn"
