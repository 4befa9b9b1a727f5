"""Which libraries a parent process imports for its kernels."""

import ast
from collections import Counter
from collections.abc import Iterable

FORKABLE = frozenset(
    "bs4 dateutil matplotlib networkx numpy pandas patsy PIL pytz requests scipy seaborn sklearn statsmodels sympy "
    "tabulate tqdm wordcloud".split()
)
"""Top-level names of libraries that start no thread when they are imported, and whose imports take long."""

USUAL = tuple(
    "numpy pandas matplotlib.pyplot matplotlib.dates matplotlib.ticker seaborn scipy.stats sklearn.cluster "
    "sklearn.compose sklearn.datasets sklearn.decomposition sklearn.ensemble sklearn.feature_extraction.text "
    "sklearn.impute sklearn.linear_model sklearn.metrics sklearn.model_selection sklearn.naive_bayes "
    "sklearn.neighbors sklearn.pipeline sklearn.preprocessing sklearn.svm sklearn.tree".split()
)
"""What most notebooks of a bench import some of."""


def forkable_imports(notebooks: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """`USUAL`, and what else of forkable libraries more than one notebook (its cells' sources) imports."""
    counts = Counter(name for cells in notebooks for name in _imports(cells))
    shared = [name for name, number in counts.items() if number > 1 and name.partition(".")[0] in FORKABLE]
    return tuple(dict.fromkeys([*USUAL, *shared]))


def _imports(cells: Iterable[str]) -> set[str]:
    """What cells import; those that aren't Python say nothing."""
    found: set[str] = set()
    for source in cells:
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                found.add(node.module)
    return found
