"""Which library a package, a customary name or a method belongs to: the estimators' knowledge of libraries.

Libraries go by the names that the labels have (`instances.labels`); others by the name of their package.
"""

import re

from ...instances.labels import LIBRARIES

TENSORFLOW, TORCH, SKLEARN = "TensorFlow/Keras", "PyTorch", "scikit-learn"
NUMPY, PANDAS, SEABORN, MATPLOTLIB = "NumPy", "pandas", "Seaborn", "Matplotlib"
TORCHVISION, STATSMODELS, LIGHTGBM = "TorchVision", "statsmodels", "LightGBM"

_PACKAGES = {
    "tensorflow_core": TENSORFLOW,
    "tensorflow_estimator": TENSORFLOW,
    "tensorflow_hub": TENSORFLOW,
    "tensorflow_addons": TENSORFLOW,
    "tf_keras": TENSORFLOW,
    "mpl_toolkits": MATPLOTLIB,
    "pylab": MATPLOTLIB,
    "xlrd": PANDAS,
    "openpyxl": PANDAS,
    "cartopy": MATPLOTLIB,
    "mplfinance": MATPLOTLIB,
    "imblearn": SKLEARN,
    "category_encoders": SKLEARN,
    "mlxtend": SKLEARN,
    "scikeras": TENSORFLOW,
    "keras_tuner": TENSORFLOW,
    "kerastuner": TENSORFLOW,
    "keras_preprocessing": TENSORFLOW,
    "keras_cv": TENSORFLOW,
    "tensorflow_datasets": TENSORFLOW,
    "pytorch_lightning": TORCH,
    "lightning": TORCH,
    "torchmetrics": TORCH,
    "torchtext": TORCH,
    "torchaudio": TORCH,
    "timm": TORCH,
    "accelerate": TORCH,
    "efficientnet_pytorch": TORCH,
    "ignite": TORCH,
    "pretrainedmodels": TORCH,
    "segmentation_models_pytorch": TORCH,
    "skorch": TORCH,
    "torch_geometric": TORCH,
    "torchinfo": TORCH,
    "torchsummary": TORCH,
    "efficientnet": TENSORFLOW,
    "keras_applications": TENSORFLOW,
    "keras_contrib": TENSORFLOW,
    "keras_core": TENSORFLOW,
    "keras_hub": TENSORFLOW,
    "keras_nlp": TENSORFLOW,
    "segmentation_models": TENSORFLOW,
    "tensorflow_decision_forests": TENSORFLOW,
    "tensorflow_io": TENSORFLOW,
    "tensorflow_probability": TENSORFLOW,
    "tensorflow_text": TENSORFLOW,
    "daal4py": SKLEARN,
    "scikitplot": SKLEARN,
    "sklearn_pandas": SKLEARN,
    "sklearnex": SKLEARN,
    "mpl_finance": MATPLOTLIB,
    "matplotlib_inline": MATPLOTLIB,
    "squarify": MATPLOTLIB,
    "statannot": SEABORN,
    "patsy": STATSMODELS,
    "pmdarima": STATSMODELS,
    "pandarallel": PANDAS,
    "swifter": PANDAS,
    "mtrand": NUMPY,
}
"""Packages that are a part of a library, or built for it and misused together with it."""

PLUMBING = frozenset(
    {
        "IPython",
        "ipykernel",
        "six",
        "joblib",
        "decorator",
        "tornado",
        "jedi",
        "wrapt",
        "threadpoolctl",
        "past",
        "future",
        # Bars around a loop over what the library gives.
        "tqdm",
        "fastprogress",
        "ipywidgets",
    }
)
"""Packages that stand between a notebook and the library it called, and are never the cause."""


def library_of_package(package: str) -> str | None:
    """The library of a top-level package; ``None`` for packages that are never the cause."""
    if package in PLUMBING:
        return None
    return _PACKAGES.get(package) or LIBRARIES.get(package.casefold(), package)


CUSTOMARY_NAMES: tuple[tuple[str, str], ...] = (
    (PANDAS, r"pd|pandas|DataFrame|Series|\w*_?df\d*|df_?\w*|dataframe|read_csv"),
    (NUMPY, r"np|numpy|linalg|lin"),
    (MATPLOTLIB, r"plt|ax(?:s|es|e|arr)?\d*|fig\d*|mpl|matplotlib|pyplot|pylab"),
    (SEABORN, r"sns|sb|seaborn"),
    (
        TORCHVISION,
        r"torchvision|transforms|ImageFolder|make_grid|save_image|ToTensor|ToPILImage|Compose|RandomResizedCrop"
        r"|RandomHorizontalFlip|CenterCrop|\w*MNIST|CIFAR10+|resnet\d+|vgg\d+(?:_bn)?|alexnet|densenet\d+|fasterrcnn\w+"
        r"|maskrcnn\w+|draw_bounding_boxes",
    ),
    (
        TORCH,
        r"torch|nn|F|optim|DataLoader|\w*_?loaders?|TensorDataset|Variable|autograd|criterion|loss_fn|random_split",
    ),
    (
        TENSORFLOW,
        r"tf|keras|tensorflow|layers|K|\w*history|hist|Sequential|Dense|Conv[123]D|LSTM|GRU|Flatten|Dropout"
        r"|Embedding|Input|Model|Adam"
        r"|ImageDataGenerator|to_categorical|pad_sequences|load_model|EarlyStopping|ModelCheckpoint|Tokenizer"
        r"|KerasClassifier"
        r"|KerasRegressor|MaxPooling2D|BatchNormalization|plot_model|image_dataset_from_directory",
    ),
    (LIGHTGBM, r"lgbm?|lightgbm|lgbm?_\w+|LGBM\w+"),
    (
        STATSMODELS,
        r"sm|smf|tsa|statsmodels|S?ARIMAX?|VAR|AutoReg|seasonal_decompose|STL|adfuller|kpss|p?acf|plot_p?acf|OLS|ols|GLM"
        r"|ExponentialSmoothing|SimpleExpSmoothing|Holt|variance_inflation_factor|add_constant|anova_lm|pairwise_tukeyhsd"
        r"|acorr_ljungbox|grangercausalitytests|coint",
    ),
    ("xgboost", r"xgb|xgboost|XGB\w+"),
    ("catboost", r"CatBoost\w+|catboost"),
    (
        SKLEARN,
        r"sklearn|metrics|preprocessing|model_selection|train_test_split|cross_val_\w+|cross_validate|GridSearchCV"
        r"|RandomizedSearchCV|StratifiedKFold|KFold|make_pipeline|Pipeline|ColumnTransformer"
        r"|make_column_transformer|PCA|KMeans"
        r"|TSNE|TfidfVectorizer|CountVectorizer|SVC|SVR|LinearSVC|TruncatedSVD|NMF|DBSCAN|Lasso|Ridge|ElasticNet"
        r"|SelectKBest"
        r"|\w+_score|\w+_error|confusion_matrix|classification_report|roc_curve|precision_recall_curve|log_loss"
        r"|export_graphviz"
        r"|plot_tree|plot_confusion_matrix|ConfusionMatrixDisplay|learning_curve|\w+Scaler|\w+Encoder|\w*Imputer"
        r"|LabelBinarizer"
        r"|\w+Forest\w*|(?:Linear|Logistic)Regression|\w+(?:Classifier|Regressor|NB)|scaler|le|encoder|clf"
        r"|grid\w*|imputer"
        r"|vectorizer|knn|rf|svm|svc|logreg|kmeans",
    ),
    ("cv2", r"cv2"),
    ("PIL", r"Image|PIL"),
    ("plotly", r"px|go|plotly|py|iplot|make_subplots|ff"),
    ("scipy", r"scipy|stats|sp|curve_fit|interp1d|minimize"),
    ("nltk", r"nltk|stopwords|word_tokenize|sent_tokenize"),
    ("wordcloud", r"WordCloud"),
    ("transformers", r"AutoTokenizer|AutoModel\w*|Trainer|TrainingArguments|\w+Tokenizer(?:Fast)?"),
)
"""Library -> names by which notebooks customarily call it, or what they make with it; the first that fits counts."""

METHODS: tuple[tuple[str, str], ...] = (
    (
        PANDAS,
        r"iloc|loc|groupby|merge|fillna|dropna|value_counts|isnull|isna|to_csv|set_index|reset_index|sort_values|drop"
        r"|drop_duplicates|applymap|apply|iterrows|astype|columns|corr|describe|get_dummies|pivot\w*|resample"
        r"|rename|rolling|join"
        r"|head|append|str|dt|map|to_datetime|replace|read_\w+",
    ),
    (NUMPY, r"reshape|argmax|ravel|flatten|shape|tolist|dot|argsort|concatenate|vstack|hstack"),
    (
        TORCH,
        r"backward|cuda|unsqueeze|squeeze|view|state_dict|load_state_dict|zero_grad|detach|item|parameters|to"
        r"|permute|step"
        r"|forward|eval",
    ),
    (
        TENSORFLOW,
        r"compile|fit_generator|add|summary|evaluate|history|predict_generator|predict_classes|flow_from_\w+|flow|numpy"
        r"|train_on_batch|save_weights|load_weights|build|as_default|restore|texts_to_sequences|fit_on_texts|run",
    ),
    (SKLEARN, r"fit|predict|transform|fit_transform|predict_proba|score|inverse_transform|get_feature_names\w*"),
    (
        MATPLOTLIB,
        r"set_\w+|plot|scatter|hist|legend|imshow|xlabel|ylabel|title|subplots|add_subplot|savefig|figure|bar"
        r"|barh|boxplot"
        r"|tick_params|annotate|add_patch",
    ),
)
"""Library -> methods and attributes that its objects are known by."""

KEYWORDS: tuple[tuple[str, str], ...] = (
    (
        TENSORFLOW,
        r"epochs?|nb_epoch|batch_size|validation_(?:data|split|steps)|steps_per_epoch|initial_epoch|workers"
        r"|use_multiprocessing",
    ),
    (
        LIGHTGBM,
        r"early_stopping_rounds|eval_(?:set|metric|names)|verbose_eval|num_boost_round|feval|categorical_feature",
    ),
)
"""Library -> arguments by which its models' methods differ from those of the same name in scikit-learn."""

_KNOWN = frozenset(library for library, _ in CUSTOMARY_NAMES)


def known_library_of_package(package: str) -> str | None:
    """The library of a package, where it is one that is known here: others may be a person's own files."""
    library = library_of_package(package)
    return library if library in _KNOWN else None


_CUSTOMARY = [(library, re.compile(names)) for library, names in CUSTOMARY_NAMES]
_KEYWORDS = [(library, re.compile(rf"\b(?:{names})\s*=(?!=)")) for library, names in KEYWORDS]
_METHODS = [(library, re.compile(names)) for library, names in METHODS]


def library_of_customary_name(name: str) -> str | None:
    return next((library for library, names in _CUSTOMARY if names.fullmatch(name)), None)


def library_of_method(name: str, code: str = "") -> str | None:
    """The library whose objects are known by a method; where scikit-learn's are, the arguments in the code decide."""
    found = next((library for library, names in _METHODS if names.fullmatch(name)), None)
    if found == SKLEARN and code:
        return next((library for library, names in _KEYWORDS if names.search(code)), found)
    return found
