"""What an exception says is missing: a name, or columns, keys and attributes. Read off its message."""

import re

_NAME = re.compile(r"name '([^']+)' is not defined")
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"|`([^`]*)`")
_ATTRIBUTE = re.compile(r"'?(\w+)' object has no attribute '([^']+)'")
_FIXED_ATTRIBUTES = frozenset(
    {"NoneType", "ndarray", "list", "dict", "tuple", "set", "str", "bytes", "int", "float", "bool"}
)
"""Types whose objects can't be given attributes: such an object is the wrong one, not an incomplete one."""
_DTYPE = re.compile(r"dtype='[^']*'|name='[^']*'")
_COLUMN = re.compile(r"^\W*Columns? not found: (.+?)\W*$")
_LIST_OF_KEYS = re.compile(
    r"not in index|not found in axis|are in the \[?columns|not in list|columns are missing|do not exist|"
    r"not in the columns"
)
_INTERPRETED = re.compile(r"Could not interpret (?:value|input) [`']([^`']+)[`']")


def missing_name(ename: str, evalue: str) -> str | None:
    """The name that a ``NameError`` misses; ``None`` for any other exception."""
    if ename.rsplit(".", 1)[-1].lower() not in {"nameerror", "unboundlocalerror"}:
        return None
    match = _NAME.search(evalue)
    return match.group(1) if match else None


def missing_keys(ename: str, evalue: str) -> list[str]:
    """Columns, keys or attributes that an exception misses: of ``KeyError``, and of others whose message says so."""
    kind = ename.rsplit(".", 1)[-1].lower()
    if kind == "attributeerror":
        attribute = _ATTRIBUTE.search(evalue)
        return [attribute.group(2)] if attribute and attribute.group(1) not in _FIXED_ATTRIBUTES else []
    if interpreted := _INTERPRETED.search(evalue):
        return [interpreted.group(1)]
    if column := _COLUMN.search(evalue):
        return [key.strip("'\" ") for key in column.group(1).split(",")]
    if _LIST_OF_KEYS.search(evalue):
        text = _DTYPE.sub("", evalue.strip().strip('"'))
        return [next(filter(None, quoted), "") for quoted in _QUOTED.findall(text)]
    if kind == "keyerror":
        # A plain KeyError's message is the key's repr; sheets may have lost a quote of it.
        return [evalue.strip().strip("'\"")]
    return []
