"""Messages by which a library can be known, by its own words."""

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

_PATTERNS = [(library, re.compile(pattern), words) for library, pattern, words in MESSAGES]


def libraries_of_message(message: str) -> list[tuple[str, str, str]]:
    """Libraries whose words a message has, with how to say so and the words found."""
    found = []
    for library, pattern, words in _PATTERNS:
        if match := pattern.search(message):
            found.append((library, words, match[0]))
    return found


COMPILED_MESSAGES: tuple[tuple[str, str], ...] = (
    ("cv2", r"^OpenCV\("),
    (
        TORCH,
        r"\b[Tt]ensors?\b(?! to a numpy)|CUDA|Dimension out of range \(expected|out of bounds for dimension \d"
        r"|mat1 and mat2|expected m1 and m2|invalid for input of size|received an invalid combination of arguments"
        r"|expected scalar type|expected sequence of length \d+ at dim|too many dimensions '|Could not infer dtype of"
        r"|can't convert np\.ndarray|expected np\.ndarray \(got|new\(\): |The shape of the mask \[|leaf Variable"
        r"|does not require grad|device (?:type|string)|same dtype|\btorch\.",
    ),
    (
        NUMPY,
        r"cannot reshape array of size|could not be broadcast|could not broadcast input array|shapes \(.*not aligned"
        r"|mismatch in its core dimension|out of bounds for (?:axis|array of dimension)|too many indices for array"
        r"|only integers, slices|arrays used as indices|boolean index did not match|shape mismatch: "
        r"|array element with a|only (?:integer scalar|size-1|length-1|0-dimensional) arrays"
        r"|invalid index to scalar|zero-size array|of an empty sequence|all the input array"
        r"|need at least one array|\bufunc\b|destination is read-only|axes don't match array"
        r"|repeated axis|as a data type|[Oo]bject too deep|no field of name|over a 0-d array"
        r"|len\(\) of unsized object|negative dimensions are|for an array with shape"
        r"|non-empty take|incompatible dim",
    ),
)
"""Libraries in which much is compiled, and how that says what is wrong: there is no frame of the library then."""

_OF_TENSORFLOW = re.compile(r"\btf\.|[Kk]eras|[Ss]ymbolic|EagerTensor|\[Op:|OOM when")
"""What tells the tensors of TensorFlow from those of PyTorch."""

_COMPILED = [(library, re.compile(pattern)) for library, pattern in COMPILED_MESSAGES]


def compiled_library_of_message(message: str) -> tuple[str, str] | None:
    """The library whose compiled code says such a thing, and the words found."""
    for library, pattern in _COMPILED:
        if library == TORCH and _OF_TENSORFLOW.search(message):
            continue
        if match := pattern.search(message):
            return library, match[0]
    return None
