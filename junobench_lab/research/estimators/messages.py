"""Messages by which a library can be known: its own words, or the types of its objects."""

import re

from .packages import (
    LIGHTGBM,
    MATPLOTLIB,
    NUMPY,
    PANDAS,
    SEABORN,
    SKLEARN,
    TENSORFLOW,
    TORCH,
    library_of_customary_name,
    library_of_method,
)

MESSAGES: tuple[tuple[str, str, str], ...] = (
    (
        TORCH,
        r"torch\.|state_dict|mat1 and mat2|CUDA|cuda|Expected object of|nn\.|input\.size|size mismatch|leaf [Vv]ariable"
        r"|requires grad|The size of tensor a|dataloader|DataLoader|invalid for input of size|Long tensor"
        r"|expected scalar type|element 0 of tensors|expected m1 and m2|conv2d\(\)|'(Tensor|Module\w*)' object",
        "words of PyTorch",
    ),
    (
        TENSORFLOW,
        r"KerasTensor|Keras|keras|tensorflow|tf\.|Graph execution|Input 0 of layer|EagerTensor"
        r"|Shapes? \(.*\) (and|must)"
        r"|incompatible with the layer|Error when checking|logits and labels|Layer |layer |[Ss]ymbolic"
        r"|Incompatible shapes"
        r"|Failed to convert a NumPy array to a Tensor|Data cardinality|'Sequential' object|'Functional' object"
        r"|\{\{node",
        "words of TensorFlow/Keras",
    ),
    (
        SKLEARN,
        r"Input (X |y )?contains|estimator|inconsistent numbers of samples|target is multiclass|n_samples"
        r"|n_splits|n_features"
        r"|Unknown label type|Reshape your data|feature names should match|continuous targets?|previously unseen labels"
        r"|X has \d+ features|not fitted|Found array with|Classification metrics|y_true|Solver \w+ supports"
        r"|Expected 2D array"
        r"|should be a 1d array|bad input shape|number of classes|'\w+(Classifier|Regress\w+|Encoder|Scaler"
        r"|SearchCV)' object"
        r"|pos_label|All the n_fits",
        "words of scikit-learn",
    ),
    (
        SEABORN,
        r"Could not interpret (input|value)|'(FacetGrid|PairGrid|JointGrid)' object|does not appear in `data`"
        r"|A wide-form input|distplot|sns\.",
        "words of Seaborn",
    ),
    (
        PANDAS,
        r"DataFrame|Series|not in index|columns? |Columns|in \[?(columns|index)|Timestamp|DatetimeIndex"
        r"|datetimelike|axis labels"
        r"|[Ll]ength of (values|passed values|index)|label|positional index|merge|tz-naive|CategoricalIndex"
        r"|not in the? ?\[?(columns|axis)|\.str accessor|Grouper|GroupBy|duplicate|No numeric (types|data) to",
        "words of pandas",
    ),
    (
        NUMPY,
        r"numpy\.|ndarray|cannot reshape array|could not be broadcast|broadcast input array|shapes \(.*not aligned"
        r"|out of bounds for axis|setting an array element|too many indices for array|object arrays"
        r"|[Ss]ingular matrix|ufunc"
        r"|dimensions? (for|except)|structured arrays|zero-size array|inhomogeneous|only (size|length)-1 arrays"
        r"|need at least one array"
        r"|only integer scalar arrays"
        r"|same number of dimensions|invalid index to scalar|arrays used as indices|only integers, slices"
        r"|boolean index did not",
        "words of NumPy",
    ),
    (
        MATPLOTLIB,
        r"x and y must|[Aa]xes|AxesSubplot|figure|Figure|num must be|Artist|Line2D|linestyle|RGBA|colormap|cmap"
        r"|colou?rs?\b"
        r"|Patch|Invalid shape|matplotlib|legend|subplot|Rectangle|Text\b|bins\b|marker|shape mismatch: objects cannot",
        "words of Matplotlib",
    ),
    (LIGHTGBM, r"LightGBM|lightgbm|Booster|LGBM", "words of LightGBM"),
    ("scipy", r"csr_matrix|csc_matrix|sparse matrix", "words of SciPy"),
)
"""Library, what its messages contain, and how to say so."""

_COMPILED = [(library, re.compile(pattern), words) for library, pattern, words in MESSAGES]


def libraries_of_message(message: str) -> list[tuple[str, str, str]]:
    """Libraries whose words a message has, with how to say so and the words found."""
    found = []
    for library, pattern, words in _COMPILED:
        if match := pattern.search(message):
            found.append((library, words, match[0]))
    return found


_OBJECT = re.compile(r"'?([\w.]+)' object (?:has no attribute|is not|does not)|module '([\w.]+)' has no attribute")
_FUNCTION = re.compile(r"^(?:Caught .*)?([A-Za-z_]\w*\.[\w.]+)(?:\(\):?)? (?:received|got|expected|missing|takes)")
_METHOD = re.compile(r"^(?:\w+\.)?(\w+)\(\) (?:got|missing|takes)")
_TYPES = {
    "DataFrame": PANDAS,
    "Series": PANDAS,
    "Index": PANDAS,
    "RangeIndex": PANDAS,
    "DatetimeIndex": PANDAS,
    "DataFrameGroupBy": PANDAS,
    "SeriesGroupBy": PANDAS,
    "Timestamp": PANDAS,
    "StringMethods": PANDAS,
    "Tensor": TORCH,
    "Parameter": TORCH,
    "DataLoader": TORCH,
    "EagerTensor": TENSORFLOW,
    "KerasTensor": TENSORFLOW,
    "Functional": TENSORFLOW,
    "History": TENSORFLOW,
    "AxesSubplot": MATPLOTLIB,
    "Axes": MATPLOTLIB,
    "Figure": MATPLOTLIB,
    "NearestNeighbors": SKLEARN,
    "FacetGrid": SEABORN,
    "Booster": LIGHTGBM,
}


def named_object(message: str) -> tuple[str, str] | None:
    """The library of the object, module or function that a message is about, and its name."""
    if match := _OBJECT.search(message):
        name = match[1] or match[2]
    elif match := _FUNCTION.search(message):
        name = match[1]
    elif match := _METHOD.search(message):
        library = library_of_method(match[1])
        return None if library is None else (library, f"{match[1]}()")
    else:
        return None
    root, _, rest = name.partition(".")
    last = name.rsplit(".", 1)[-1]
    library = _TYPES.get(last) or library_of_customary_name(last if not rest else root)
    return None if library is None else (library, name)
