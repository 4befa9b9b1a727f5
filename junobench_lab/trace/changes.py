"""What code changes in place, and which columns and keys it names: the conventions of the libraries that notebooks use.

The syntax alone doesn't tell that ``model.fit(X)`` changes ``model``; these tables hold what the documentation of
Python's containers, NumPy, pandas, scikit-learn, Keras and PyTorch says.
"""

import ast
import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

CHANGING_METHODS = frozenset(
    {
        # containers
        "append",
        "extend",
        "insert",
        "remove",
        "pop",
        "popitem",
        "clear",
        "update",
        "setdefault",
        "add",
        "discard",
        "sort",
        "reverse",
        "appendleft",
        "popleft",
        "extendleft",
        "rotate",
        "difference_update",
        "intersection_update",
        "symmetric_difference_update",
        # estimators of scikit-learn
        "fit",
        "fit_transform",
        "fit_predict",
        "partial_fit",
        "set_params",
        # models of Keras and PyTorch
        "compile",
        "fit_generator",
        "load_weights",
        "add_module",
        "load_state_dict",
        "train",
        "eval",
        "step",
        "zero_grad",
        "backward",
        "requires_grad_",
        # arrays
        "fill",
        "resize",
        "put",
        "itemset",
        "setflags",
        # figures and axes
        "add_subplot",
        "set_title",
        "set_xlabel",
        "set_ylabel",
        "set_xlim",
        "set_ylim",
        "set_xticks",
        "set_yticks",
    }
)
"""Methods that change the object they are called on."""

CHANGING_FUNCTIONS = frozenset({"shuffle", "heappush", "heappop", "heapify", "copyto", "put", "place", "putmask"})
"""Functions of modules that change their first argument (``random.shuffle(x)``, ``np.copyto(x, y)``)."""

KEY_REMOVERS = frozenset({"drop", "pop", "__delitem__"})
KEY_ADDERS = frozenset({"assign", "insert", "rename", "agg", "aggregate", "reset_index", "to_frame", "melt"})
NAMING_ARGUMENTS = frozenset({"name", "names", "var_name", "value_name"})
"""Keyword arguments that name new columns."""
KEY_ARGUMENTS = frozenset(
    {
        "columns",
        "labels",
        "by",
        "on",
        "left_on",
        "right_on",
        "subset",
        "x",
        "y",
        "hue",
        "index",
        "values",
        "key",
        "keys",
    }
)
"""Keyword arguments that name columns in pandas and Seaborn."""

Action = Literal["read", "add", "remove"]


def root_name(node: ast.AST) -> str | None:
    """The name that ``x.a[1].b`` hangs on: ``x``; ``None`` where it hangs on a call or a literal."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def changed_by_call(call: ast.Call) -> list[str]:
    """Names whose object a call may change in place."""
    if not isinstance(call.func, ast.Attribute):
        return []
    receiver = root_name(call.func.value)
    changed = []
    inplace = any(
        keyword.arg == "inplace" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True
        for keyword in call.keywords
    )
    if receiver is not None and (inplace or call.func.attr in CHANGING_METHODS):
        changed.append(receiver)
    if call.func.attr in CHANGING_FUNCTIONS and call.args:
        first = root_name(call.args[0])
        if first is not None:
            changed.append(first)
    return changed


Known = Mapping[str, Sequence[str]]
"""Names of the cell that stand for strings that it spells out: ``c`` in ``for c in ["a", "b"]``."""

_MOST_STRINGS = 200
"""More strings from one expression aren't spelt out."""


def constant_strings(node: ast.AST, known: Known | None = None) -> list[str]:
    """Strings that an expression spells out: ``"a"``, ``["a", "b"]``, the keys of ``{"a": ...}``, ``f"{c}_log"``."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return [text for element in node.elts for text in constant_strings(element, known)]
    if isinstance(node, ast.Dict):
        return [text for key in node.keys if key is not None for text in constant_strings(key, known)]
    if isinstance(node, ast.Name):
        return list(known.get(node.id, ())) if known else []
    if isinstance(node, ast.JoinedStr):
        return _joined([constant_strings(part, known) for part in node.values])
    if isinstance(node, ast.FormattedValue):
        return constant_strings(node.value, known)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        sides = [node.left, node.right]
        if any(isinstance(side, (ast.List, ast.Tuple)) for side in sides):
            return [text for side in sides for text in constant_strings(side, known)]
        return _joined([constant_strings(side, known) for side in sides])
    return []


def _joined(parts: Sequence[list[str]]) -> list[str]:
    if not all(parts) or math.prod(len(part) for part in parts) > _MOST_STRINGS:
        return []
    return ["".join(combination) for combination in itertools.product(*parts)]


def keys_of_subscript(node: ast.AST, known: Known | None = None) -> list[str]:
    """Keys that ``x["a"]``, ``x[["a", "b"]]``, ``x.loc[rows, "a"]`` or ``x.a`` name."""
    if isinstance(node, ast.Attribute):
        return [node.attr] if isinstance(node.value, ast.Name) else []
    if not isinstance(node, ast.Subscript):
        return []
    return constant_strings(node.slice, known)


class CallKey(NamedTuple):
    """A column or key that a call names."""

    name: str
    """The object that the call hangs on."""
    key: str
    action: Action


def keys_of_call(node: ast.AST, known: Known | None = None) -> list[CallKey]:
    """Columns or keys that a method call names, and those of the calls that it hangs on."""
    found: list[CallKey] = []
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        found += own_keys_of_call(node, known)
        node = node.func.value
    return found


def own_keys_of_call(node: ast.Call, known: Known | None = None) -> list[CallKey]:
    """Columns or keys that a method call itself names."""
    if not isinstance(node.func, ast.Attribute) or not (node.args or node.keywords):
        return []
    root = _chain_root(node.func.value)
    if root is None:
        return []
    method = node.func.attr
    named = [keyword for keyword in node.keywords if keyword.arg in KEY_ARGUMENTS]
    mentioned = [key for part in (*node.args, *(k.value for k in named)) for key in constant_strings(part, known)]
    pairs: list[tuple[str, Action]] = []
    if method == "rename":
        for mapping in (*node.args, *(k.value for k in node.keywords if k.arg in {"columns", "mapper"})):
            if isinstance(mapping, ast.Dict):
                pairs += [(key, "remove") for key in constant_strings(mapping, known)]
                pairs += [(key, "add") for value in mapping.values for key in constant_strings(value, known)]
            elif isinstance(mapping, ast.Constant):
                pairs += [(key, "add") for key in constant_strings(mapping)]
    elif method in KEY_REMOVERS:
        pairs += [(key, "remove") for key in mentioned]
    elif method == "assign":
        pairs += [(keyword.arg, "add") for keyword in node.keywords if keyword.arg]
    elif method in {"agg", "aggregate"}:
        pairs += [(key, "read") for key in mentioned]
        for keyword in node.keywords:
            if keyword.arg and isinstance(keyword.value, ast.Tuple) and keyword.value.elts:
                pairs += [(key, "read") for key in constant_strings(keyword.value.elts[0], known)]
                pairs.append((keyword.arg, "add"))
    elif method == "insert" and len(node.args) >= 2:
        pairs += [(key, "add") for key in constant_strings(node.args[1], known)]
    elif not method[:1].isupper():
        # A class makes a new object of what it's given (`keys_of_new_object`).
        if method in KEY_ADDERS:
            naming = [k.value for k in node.keywords if k.arg in NAMING_ARGUMENTS]
            pairs += [(key, "add") for value in naming for key in constant_strings(value, known)]
            if method == "to_frame":
                return [CallKey(root, key, "add") for key in mentioned]
        pairs += [(key, "read") for key in mentioned]
    return [CallKey(root, key, action) for key, action in pairs]


class MadeKey(NamedTuple):
    """A column or key that a new object has."""

    key: str
    prefix: bool = False
    """Whether the key only starts so (``get_dummies`` makes "sex_male" of "sex")."""


def keys_of_new_object(value: ast.expr, known: Known | None = None) -> list[MadeKey]:
    """Keys that an expression gives a new object: ``{"a": 1}``, ``pd.DataFrame(...)``, ``pd.get_dummies(...)``."""
    if isinstance(value, ast.Dict):
        return [MadeKey(key) for key in constant_strings(value, known)]
    if not isinstance(value, ast.Call):
        return []
    function = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", None)
    keywords = {keyword.arg: keyword.value for keyword in value.keywords if keyword.arg}
    if function == "DataFrame":
        parts = [part for part in (*value.args[:1], keywords.get("data"), keywords.get("columns")) if part is not None]
        shapes = [part for part in parts if isinstance(part, ast.Dict) or part is keywords.get("columns")]
        return [MadeKey(key) for part in shapes for key in constant_strings(part, known)]
    if function == "dict":
        return [MadeKey(name) for name in keywords]
    if function in {"read_csv", "read_table"} and "names" in keywords:
        return [MadeKey(key) for key in constant_strings(keywords["names"], known)]
    if function == "get_dummies":
        named = keywords.get("prefix", keywords.get("columns"))
        prefixes = constant_strings(named, known) if named is not None else []
        if not prefixes and value.args:
            # `pd.get_dummies(df["sex"])` names the columns by their values; `prefix=` or `columns=` would tell more.
            return []
        return [MadeKey(f"{prefix}_", prefix=True) for prefix in prefixes]
    if isinstance(value.func, ast.Attribute):
        return keys_of_new_object(value.func.value, known)
    return []


def _chain_root(node: ast.AST) -> str | None:
    """The name at the head of a chain of calls: ``df`` in ``df.dropna().rename(...)``."""
    while True:
        root = root_name(node)
        if root is not None:
            return root
        while isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            node = node.func.value
        else:
            return None
