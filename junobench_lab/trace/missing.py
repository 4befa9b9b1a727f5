"""What an exception says is missing: a name, or columns and keys. Read off its message."""

import re

_NAME = re.compile(r"name '([^']+)' is not defined")
_UNBOUND = re.compile(r"cannot access (?:local|free) variable '([^']+)'|local variable '([^']+)' referenced before")
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_ATTRIBUTE = re.compile(r"'(?:DataFrame|Series|DataFrameGroupBy|SeriesGroupBy)' object has no attribute '([^']+)'")
_LIST_OF_KEYS = re.compile(r"not in index|not found in axis|are in the \[columns\]|not in list|columns are missing")


def missing_name(ename: str, evalue: str) -> str | None:
    """The name that a ``NameError`` misses; ``None`` for any other exception."""
    if ename.rsplit(".", 1)[-1].lower() not in {"nameerror", "unboundlocalerror"}:
        return None
    match = _NAME.search(evalue)
    return match.group(1) if match else None


def missing_keys(ename: str, evalue: str) -> list[str]:
    """Columns or keys that an exception misses: of ``KeyError``, and of others whose message says so."""
    kind = ename.rsplit(".", 1)[-1].lower()
    attribute = _ATTRIBUTE.search(evalue)
    if kind == "attributeerror":
        return [attribute.group(1)] if attribute else []
    if kind != "keyerror" and not _LIST_OF_KEYS.search(evalue):
        return []
    if kind == "keyerror" and not _LIST_OF_KEYS.search(evalue):
        # A plain KeyError's message is the key's repr; sheets may have lost a quote of it.
        return [evalue.strip().strip("'\"")]
    return [single or double for single, double in _QUOTED.findall(evalue.strip().strip('"'))]
