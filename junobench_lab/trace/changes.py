"""What code changes in place, and which columns and keys it names: the conventions of the libraries that notebooks use.

The syntax alone doesn't tell that ``model.fit(X)`` changes ``model``; these tables hold what the documentation of
Python's containers, NumPy, pandas, scikit-learn, Keras and PyTorch says.
"""

import ast
from typing import Literal

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
KEY_ADDERS = frozenset({"assign", "insert"})
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


def constant_strings(node: ast.AST) -> list[str]:
    """Strings that an expression spells out: ``"a"``, ``["a", "b"]``, the keys of ``{"a": ...}``."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return [text for element in node.elts for text in constant_strings(element)]
    if isinstance(node, ast.Dict):
        return [text for key in node.keys if key is not None for text in constant_strings(key)]
    return []


def keys_of_subscript(node: ast.AST) -> list[str]:
    """Keys that ``x["a"]``, ``x[["a", "b"]]``, ``x.loc[rows, "a"]`` or ``x.a`` name."""
    if isinstance(node, ast.Attribute):
        return [node.attr] if isinstance(node.value, ast.Name) else []
    if not isinstance(node, ast.Subscript):
        return []
    return constant_strings(node.slice)


def keys_of_call(node: ast.AST) -> list[tuple[str, str, Action]]:
    """Columns or keys that a method call names: (name of the object, key, what the call does to the key)."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return []
    root = _chain_root(node.func.value)
    if root is None:
        return []
    method = node.func.attr
    found: list[tuple[str, str, Action]] = []
    named = [keyword for keyword in node.keywords if keyword.arg in KEY_ARGUMENTS]
    mentioned = [*node.args, *(keyword.value for keyword in named)]
    if method == "rename":
        for mapping in (*node.args, *(k.value for k in node.keywords if k.arg in {"columns", "mapper"})):
            if isinstance(mapping, ast.Dict):
                found += [(root, key, "remove") for key in constant_strings(mapping)]
                found += [(root, key, "add") for value in mapping.values for key in constant_strings(value)]
    elif method in KEY_REMOVERS:
        found += [(root, key, "remove") for argument in mentioned for key in constant_strings(argument)]
    elif method == "assign":
        found += [(root, keyword.arg, "add") for keyword in node.keywords if keyword.arg]
    elif method == "insert" and len(node.args) >= 2:
        found += [(root, key, "add") for key in constant_strings(node.args[1])]
    else:
        found += [(root, key, "read") for argument in mentioned for key in constant_strings(argument)]
    return found + keys_of_call(node.func.value)


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
