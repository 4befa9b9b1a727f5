"""What a message or an exception is of: the library of the object, module or function that it is about."""

import re

from .packages import (
    LIGHTGBM,
    MATPLOTLIB,
    NUMPY,
    PANDAS,
    SEABORN,
    SKLEARN,
    STATSMODELS,
    TENSORFLOW,
    TORCH,
    TORCHVISION,
    known_library_of_package,
    library_of_customary_name,
    library_of_method,
)

_MODULE = re.compile(
    r"module '(?P<module>[\w.]+)' has no attribute|cannot import name '?\w+'? from '(?P<package>[\w.]+)'"
)
_OBJECT = re.compile(r"'?([\w.]+)' object (?:has no attribute|is not|does not)")
_SIGNATURE = re.compile(
    r"^(?:Caught .*)?(?P<name>[A-Za-z_][\w.]*)(?:\(\):?)?"
    r" (?:received|got|expected|missing|takes)"
)
_TYPES = (
    (
        PANDAS,
        r"DataFrame|Series|\w*Index|(?:DataFrame|Series)GroupBy|Timestamp|Timedelta|Period|Interval|Categorical|NaTType"
        r"|NAType|StringMethods|\w*Resampler|Rolling|Styler|_i?LocIndexer|\w*DatetimeProperties|ExcelFile|ExcelWriter"
        r"|\w*PlotAccessor|\w*PlotMethods",
    ),
    (NUMPY, r"ndarray"),
    (
        TORCH,
        r"Parameter|DataLoader|\w*DataLoaderIter|TensorDataset|Subset|ConcatDataset|ModuleList|ModuleDict|Linear|Conv\dd"
        r"|BatchNorm\dd|CrossEntropyLoss|(?:MSE|BCE|NLL|L1)Loss|BCEWithLogitsLoss|StepLR|ReduceLROnPlateau|\w+AnnealingLR",
    ),
    (TORCHVISION, r"Compose|ToTensor|CIFAR10+|\w*MNIST|RandomResizedCrop|RandomHorizontalFlip|CenterCrop"),
    (
        TENSORFLOW,
        r"EagerTensor|Keras\w+|SparseTensor|RaggedTensor|ResourceVariable|Functional|History|Dense|InputLayer"
        r"|_?\w*(?:Slice|Batch|Map|Prefetch|Options|Shuffle|Take|Repeat|Zip)Dataset"
        r"|(?:Directory|NumpyArray|DataFrame)Iterator",
    ),
    (
        MATPLOTLIB,
        r"Axes|Axes3D|\w*AxesSubplot|Figure|Line2D|BarContainer|Text|Rectangle|AxesImage|PathCollection|Polygon|Legend"
        r"|Colorbar|Spines?|GridSpec|SubplotSpec|\w+Colormap|QuadMesh|Annotation|Wedge",
    ),
    (SEABORN, r"(?:Facet|Pair|Joint|Cluster)Grid"),
    (LIGHTGBM, r"LGBM\w+|Booster"),
    ("xgboost", r"XGB\w+"),
    ("catboost", r"CatBoost\w*"),
    (
        SKLEARN,
        r"Bunch|\w+(?:Mixin|Classifier|Regressor|Regression|Transformer|Vectorizer|Scaler|Encoder|Imputer|Clustering"
        r"|Mixture|SearchCV|NB|Discretizer|Features|Binarizer|Normalizer|CV)"
        r"|BaseEstimator|NearestNeighbors|\w*SV[CR]|\w*PCA|\w*KMeans|DBSCAN|TSNE|Pipeline|ColumnTransformer|\w*KFold"
        r"|Isomap|IsolationForest|OneClassSVM|LatentDirichletAllocation|TruncatedSVD|NMF|\w*Lasso|Ridge|ElasticNet",
    ),
    (
        STATSMODELS,
        r"OLS|GLS|WLS|GLM|Logit|Probit|ARIMA|SARIMAX|VAR|AutoReg|\w+Results(?:Wrapper)?|DecomposeResult"
        r"|ExponentialSmoothing|SimpleExpSmoothing|Holt",
    ),
)
"""Library -> types of its objects, by their last names."""

_TYPE_PATTERNS = [(library, re.compile(names)) for library, names in _TYPES]
_NOT_OF_TORCH = re.compile(
    r"'Tensor' object has no attribute '(?:numpy|get_shape|_keras_\w+|_shape_val|initializer|op)'"
)


def library_of_type(name: str) -> str | None:
    """The library that an object's type belongs to, by the last part of the type's name."""
    return next((library for library, names in _TYPE_PATTERNS if names.fullmatch(name)), None)


def named_object(message: str, statement: str = "") -> tuple[str, str] | None:
    """The library of the object, module or function that a message is about, and its name.

    What the ``statement`` gives to a method tells whose method it is, where a message names no more than the method.
    """
    if match := _MODULE.search(message):
        name = match["module"] or match["package"]
        library = known_library_of_package(name.partition(".")[0])
    elif match := _OBJECT.search(message):
        name = match[1]
        library = _library_of_object(name, message)
    elif match := _SIGNATURE.search(message):
        *owners, function = match["name"].split(".")
        name = match["name"] if owners else f"{function}()"
        known = (library_of_type(owner) or library_of_customary_name(owner) for owner in owners)
        library = next((one for one in known if one is not None), None) or library_of_method(function, statement)
    else:
        return None
    return None if library is None else (library, name)


def called_in_vain(message: str) -> str | None:
    """What a message says was called with other arguments than it takes: a function, or a class that is to be made."""
    match = _SIGNATURE.search(message)
    return None if match is None else match["name"].removesuffix(".__init__").rpartition(".")[2]


def _library_of_object(name: str, message: str) -> str | None:
    if name == "Tensor":
        # Both PyTorch and TensorFlow have tensors of that name; those of PyTorch have these attributes.
        return TENSORFLOW if _NOT_OF_TORCH.search(message) else TORCH
    root, _, rest = name.partition(".")
    return library_of_type(name.rpartition(".")[2]) or library_of_customary_name(root if rest else name)


EXCEPTIONS: tuple[tuple[str, str], ...] = (
    (NUMPY, r"linalgerror|axiserror|_?ufunc\w+|_arraymemoryerror"),
    (
        PANDAS,
        r"parsererror|emptydataerror|mergeerror|indexingerror|invalidindexerror|intcastingnanerror|dataerror"
        r"|specificationerror|undefinedvariableerror|outofbounds\w+|dateparseerror|unsortedindexerror",
    ),
    (SKLEARN, r"notfittederror|invalidparametererror"),
    (LIGHTGBM, r"lightgbmerror|lgbmnotfittederror"),
    (STATSMODELS, r"patsyerror|missingdataerror|perfectseparationerror|x13error"),
    (TORCH, r"outofmemoryerror|acceleratorerror|torchruntimeerror"),
    (
        TENSORFLOW,
        r"invalidargumenterror|resourceexhaustederror|failedpreconditionerror|unimplementederror|unknownerror"
        r"|internalerror|notfounderror|operatornotallowedingrapherror|inaccessibletensorerror",
    ),
)
"""Library -> exceptions of its own, by their types in lower case."""

_EXCEPTIONS = [(library, re.compile(names)) for library, names in EXCEPTIONS]

_PYTHONS_OWN = re.compile(
    r"StopIteration|changed size|event loop|coroutine|asyncio|super\(\)|thread|\block\b|recursion|No active exception"
    r"|interpreter|context|fork|bootstrapping|generator|lost sys"
)
"""Words of the RuntimeErrors that Python itself raises."""


def library_of_exception(kind: str, message: str) -> str | None:
    """The library whose compiled code raises exceptions of this type; ``kind`` is in lower case.

    NumPy, pandas and what is plain Python don't raise a RuntimeError from compiled code; PyTorch nearly always does.
    """
    for library, names in _EXCEPTIONS:
        if names.fullmatch(kind):
            return library
    return TORCH if kind == "runtimeerror" and not _PYTHONS_OWN.search(message) else None
