"""The library cause of crashes where the first frame, or the first name, isn't what was misused.

Each crash comes as a traceback alone, as the label sheet has it, and as a notebook's: what is known of them differs.
"""

from collections.abc import Sequence

import pytest

from junobench_lab.research.estimators.estimate import estimate, notebook_evidence
from junobench_lab.research.estimators.evidence import evidence_of_traceback
from junobench_lab.research.estimators.library import estimate_library

from ..notebook_factory import code, parsed

TORCH_CALL = "torch/nn/modules/module.py Module._call_impl"
LOADER = "torch/utils/data/dataloader.py _BaseDataLoaderIter.__next__"


def libraries(ename: str, evalue: str, cell: str, library: Sequence[str] = ()) -> set[str | None]:
    """The library estimated from the traceback, and from a notebook of one cell; its last line crashes."""
    lines = cell.split("\n")
    shown = "".join(
        f"{'---->' if number == len(lines) else '     '} {number} {text}\n" for number, text in enumerate(lines, 1)
    )
    traceback = [f"Cell In[1], line {len(lines)}\n{shown}"]
    for place in library:
        file, _, function = place.partition(" ")
        traceback.append(f"File /opt/site-packages/{file}:9, in {function}(self, *args)\n----> 9 raise\n")
    traceback.append(f"{ename}: {evalue}")
    of_notebook = notebook_evidence(parsed(code(cell, 1, error=(ename, evalue, traceback))))
    assert of_notebook is not None
    found = (evidence_of_traceback(ename, evalue, traceback), of_notebook)
    return {estimate_library(evidence).value for evidence in found}


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        (["tqdm/std.py tqdm.__iter__", LOADER], "PyTorch"),
        (
            ["torch/utils/_contextlib.py context_decorator.<locals>.wrap", "torchvision/utils.py make_grid"],
            "TorchVision",
        ),
        ([TORCH_CALL, "torchvision/transforms/transforms.py Resize.forward"], "TorchVision"),
        (
            [TORCH_CALL, "torchvision/models/resnet.py ResNet.forward", "torch/nn/modules/conv.py Conv2d.forward"],
            "PyTorch",
        ),
        ([LOADER, "torchvision/transforms/functional.py normalize"], "TorchVision"),
        ([LOADER, "torch/utils/data/_utils/collate.py collate"], "PyTorch"),
        ([LOADER, "pandas/core/frame.py DataFrame.__getitem__"], "PyTorch"),
        (["pandas/util/_decorators.py wrapper", "statsmodels/tsa/holtwinters/model.py __init__"], "statsmodels"),
        (["sklearn/model_selection/_search.py BaseSearchCV.fit", "lightgbm/sklearn.py LGBMModel.fit"], "LightGBM"),
        (["sklearn/model_selection/_search.py BaseSearchCV.fit", "numpy/_core/fromnumeric.py mean"], "scikit-learn"),
        (["google/colab/patches/__init__.py cv2_imshow", "PIL/Image.py fromarray"], "PIL"),
        (["patsy/eval.py eval"], "statsmodels"),
    ],
)
def test_what_stands_between_is_not_what_was_called(frames: list[str], expected: str) -> None:
    assert libraries("ValueError", "it went wrong", "run(x)", frames) == {expected}


def test_a_function_of_numpy_that_hands_its_work_to_a_table_was_still_called() -> None:
    frames = ["pandas/core/generic.py NDFrame.__array_ufunc__", "pandas/core/arraylike.py array_ufunc"]
    message = "loop of ufunc does not support argument 0 of type str which has no callable log method"
    assert libraries("TypeError", message, "np.log(table)", frames) == {"NumPy"}
    assert libraries("TypeError", message, "table + array", frames) == {"pandas"}


def test_no_name_or_message_outweighs_the_library_that_the_frames_show() -> None:
    message = "X has 1 features, but LGBMClassifier is expecting 2 features as input."
    frames = ["lightgbm/sklearn.py LGBMClassifier.predict", "sklearn/utils/validation.py _check_n_features"]
    assert libraries("ValueError", message, "accuracy_score(y, model.predict(X))", frames) == {"LightGBM"}


@pytest.mark.parametrize(
    ("ename", "evalue", "line", "expected"),
    [
        # A function in Python would show a frame, so what is called around it never ran.
        (
            "AxisError",
            "axis 1 is out of bounds for array of dimension 1",
            "accuracy_score(y, p.argmax(axis=1))",
            "NumPy",
        ),
        (
            "ValueError",
            "cannot reshape array of size 3 into shape (4,2)",
            "confusion_matrix(a.reshape(4, 2), b)",
            "NumPy",
        ),
        ("ValueError", "axes don't match array", "plt.imshow(images[0].transpose((1, 2, 0)))", "NumPy"),
        (
            "IndexError",
            "Dimension out of range (expected to be in range of [-1, 0], but got 2)",
            "out.sum(2)",
            "PyTorch",
        ),
        ("IndexError", "index 5 is out of bounds for dimension 0 with size 4", "row[5]", "PyTorch"),
        (
            "RuntimeError",
            "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
            "all_out = np.concatenate([model(x).numpy()])",
            "PyTorch",
        ),
        (
            "TypeError",
            "stack(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor",
            "print(np.mean(torch.stack(losses[0])))",
            "PyTorch",
        ),
        ("RuntimeError", "number of dimensions does not match", "plt.imshow(image.permute(1, 2))", "PyTorch"),
        (
            "NotImplementedError",
            "Cannot convert a symbolic tf.Tensor (sub:0) to a numpy array",
            "f(a)",
            "TensorFlow/Keras",
        ),
    ],
)
def test_without_a_frame_compiled_code_is_known_by_its_words(ename: str, evalue: str, line: str, expected: str) -> None:
    assert libraries(ename, evalue, line) == {expected}


def test_a_runtime_error_of_python_itself_is_not_of_pytorch() -> None:
    assert libraries("RuntimeError", "dictionary changed size during iteration", "for k in d: pass") == {None}


@pytest.mark.parametrize(
    ("ename", "evalue", "cell"),
    [
        (
            "AttributeError",
            "'numpy.ndarray' object has no attribute 'plot'",
            "fig, ax = plt.subplots(2, 2)\nax.plot(x)",
        ),
        ("AttributeError", "'numpy.ndarray' object has no attribute 'set_title'", "panels[0].set_title('a')"),
        ("IndexError", "too many indices for array: array is 1-dimensional, but 2 were indexed", "axs[0, 1].hist(x)"),
        ("IndexError", "index 2 is out of bounds for axis 0 with size 2", "ax[2].imshow(images[0])"),
        ("IndexError", "index 2 is out of bounds for axis 0 with size 2", "axes[i].imshow(images[0])"),
    ],
)
def test_an_array_of_axes_is_of_matplotlibs_making(ename: str, evalue: str, cell: str) -> None:
    assert libraries(ename, evalue, cell) == {"Matplotlib"}


@pytest.mark.parametrize(
    ("ename", "evalue", "line"),
    [
        ("AttributeError", "'numpy.ndarray' object has no attribute 'plot'", "predicted.plot()"),
        ("IndexError", "index 4 is out of bounds for axis 0 with size 4", "axes[0].imshow(images[i])"),
        ("IndexError", "index 4 is out of bounds for axis 0 with size 4", "ax.plot(images[i])"),
    ],
)
def test_another_array_beside_axes_is_of_numpy(ename: str, evalue: str, line: str) -> None:
    assert libraries(ename, evalue, line) == {"NumPy"}


def test_the_values_of_a_table_in_which_nothing_is_found_are_of_pandas_making() -> None:
    message = "index 0 is out of bounds for axis 0 with size 0"
    assert libraries("IndexError", message, "first = mails[mails['id'] == 14].values[0][0]") == {"pandas"}


@pytest.mark.parametrize(
    ("ename", "evalue", "line", "expected"),
    [
        (
            "ImportError",
            "cannot import name 'joblib' from 'sklearn.externals' (/x/y.py)",
            "from a import b",
            "scikit-learn",
        ),
        ("AttributeError", "module 'pandas' has no attribute 'datetimes'", "x = f.datetimes", "pandas"),
        ("TypeError", "LGBMClassifier.fit() got an unexpected keyword argument 'verbose'", "m.fit(a)", "LightGBM"),
        (
            "TypeError",
            "RegressorMixin.score() missing 1 required positional argument: 'y'",
            "m.rate(a)",
            "scikit-learn",
        ),
        (
            "TypeError",
            "PlotAccessor.scatter() missing 1 required positional argument: 'y'",
            "t.plot.scatter(1)",
            "pandas",
        ),
        ("TypeError", "merge() got an unexpected keyword argument 'of'", "np.array(pd.merge(a, of=b))", "pandas"),
        (
            "TypeError",
            "Adam.__init__() got an unexpected keyword argument 'a'",
            "o = torch.optim.Adam(w, a=1)",
            "PyTorch",
        ),
        ("AttributeError", "'Tensor' object has no attribute 'numpy'", "x.numpy()", "TensorFlow/Keras"),
        ("AttributeError", "'Tensor' object has no attribute 'append'", "x.append(1)", "PyTorch"),
        ("TypeError", "'_TensorSliceDataset' object is not subscriptable", "rows[0]", "TensorFlow/Keras"),
        ("TypeError", "'method' object is not subscriptable", "rows.groupby['a'].mean()", "pandas"),
        (
            "ValueError",
            "not enough values to unpack (expected 3, got 2)",
            "a, b, c = m.evaluate(x)",
            "TensorFlow/Keras",
        ),
        ("ValueError", "too many values to unpack (expected 2)", "fig, ax = plt.hist(x)", "Matplotlib"),
        ("KeyError", "'val_loss'", "plt.plot(trained.history['val_loss'])", "TensorFlow/Keras"),
    ],
)
def test_what_a_crash_is_about_tells_the_library(ename: str, evalue: str, line: str, expected: str) -> None:
    assert libraries(ename, evalue, line) == {expected}


@pytest.mark.parametrize(
    ("ename", "evalue"),
    [
        ("ImportError", "No module named 'rowing'"),
        ("ImportError", "No module named 'rowing.boats'; 'rowing' is not a package"),
        ("AttributeError", "module 'rowing' has no attribute 'boats'"),
        ("ImportError", "cannot import name 'boats' from 'rowing' (/home/a/rowing.py)"),
    ],
)
def test_a_package_that_nobody_knows_may_be_the_persons_own_and_is_no_library(ename: str, evalue: str) -> None:
    assert libraries(ename, evalue, "x = 1") == {None}


def test_the_cell_gives_all_of_a_long_call_of_which_the_traceback_shows_the_end() -> None:
    arguments = [f"    option_{number}=1," for number in range(9)]
    cell = "\n".join(["from lightgbm import train", "train(", *arguments, ")"])
    shown = f"<ipython-input-1-a> in <module>\n      9 {arguments[-2]}\n     10 {arguments[-1]}\n---> 12 )\n"
    error = ("TypeError", "bad operand", [shown, "TypeError: bad operand"])
    evidence = notebook_evidence(parsed(code(cell, 1, error=error)))
    assert evidence is not None
    assert evidence.inner_statement.startswith("train(")
    assert estimate_library(evidence).value == "LightGBM"


@pytest.mark.parametrize(
    ("ename", "evalue", "line", "expected"),
    [
        (
            "TypeError",
            "fit() got an unexpected keyword argument 'nb_epoch'",
            "clf.fit(x, y, nb_epoch=3)",
            "TensorFlow/Keras",
        ),
        (
            "TypeError",
            "fit() got an unexpected keyword argument 'verbose'",
            "m.fit(x, eval_set=v, verbose=1)",
            "LightGBM",
        ),
        ("TypeError", "fit() got an unexpected keyword argument 'X_train'", "clf.fit(X_train=x)", "scikit-learn"),
    ],
)
def test_arguments_tell_whose_method_of_the_same_name_it_is(ename: str, evalue: str, line: str, expected: str) -> None:
    assert libraries(ename, evalue, line) == {expected}


def test_tensors_are_of_the_only_library_with_tensors_that_the_code_uses() -> None:
    message = "'Tensor' object has no attribute 'lower'"
    assert libraries("AttributeError", message, "from tensorflow import io\nx.lower()") == {"TensorFlow/Keras"}
    assert libraries("AttributeError", message, "from tensorflow import io\nimport torch\nx.lower()") == {"PyTorch"}


CELL = "<ipython-input-1-a> in <module>\n----> 1 table.apply(clean)\n"
LIBRARY = "/opt/site-packages/pandas/core/series.py in apply(self, func)\n----> 9 mapped = func(x)\n"
COMPILED = "pandas/_libs/lib.pyx in pandas._libs.lib.map_infer()\n"


def test_a_library_that_calls_a_function_by_compiled_code_is_still_the_caller() -> None:
    own = "<ipython-input-1-a> in clean(x)\n----> 2     return int(x)\n"
    evidence = evidence_of_traceback("ValueError", "invalid literal for int()", [CELL, LIBRARY, COMPILED, own])
    assert estimate_library(evidence).value == "pandas"


def test_what_was_caught_before_did_not_call_the_cell() -> None:
    again = "<ipython-input-1-a> in <module>\n----> 4     raise ValueError('enough')\n"
    evidence = evidence_of_traceback("ValueError", "enough", [CELL, LIBRARY, COMPILED, again])
    assert estimate_library(evidence).value is None


def test_how_many_values_an_own_function_gives_is_no_matter_of_a_library() -> None:
    assert libraries("ValueError", "too many values to unpack (expected 2)", "a, b = turned(image)") == {None}


def test_a_file_that_is_not_there_is_no_matter_of_the_library_that_reads_it() -> None:
    frames = ["numpy/lib/npyio.py genfromtxt", "numpy/lib/_datasource.py open"]
    assert libraries("OSError", "rowing.csv not found.", "np.genfromtxt('rowing.csv')", frames) == {None}


def test_reasons_quote_no_more_than_can_be_read() -> None:
    chain = "plt" + ".part" * 1000
    evidence = evidence_of_traceback(
        "TypeError", f"{chain}() got a word", [f"Cell In[1], line 1\n----> 1 {chain}(x)\n"]
    )
    assert all(len(reason) < 200 for reason in estimate(evidence).library.reasons + estimate(evidence).stage.reasons)
