"""Labels of other tables of crashes, finer than those of the data set's label sheet -> the sheet's."""

from junobench_lab.instances.labels import CRASH_TYPES, ROOT_CAUSES, STAGES, known_value, said

_CRASH_TYPES = {
    "wrong arguments to api": "invalid argument",
    "nameerror": "variable not found",
    "function not found": "variable not found",
    "class not found": "variable not found",
    "importerror": "module not found",
    "attributeerror": "attribute error",
    "keyerror": "key error",
    "runtimeerror": "runtime error",
    "out of memory (oom)": "runtime error",
    "valueerror": "value error",
    "cast exception": "value error",
    "zerodivisionerror": "value error",
    "valueerror - data range mismatch": "value error",
    "valueerror - data value violation": "data value violation",
    "valueerror - feature name mismatch": "feature name mismatch",
    "filenotfounderror": "io error",
    "fileexistserror": "io error",
    "requesterror": "io error",
    "unsupported file type (read file)": "io error",
    "file permission": "io error",
    "out of space (disk)": "io error",
}
_CRASH_TYPE_BEGINNINGS = {
    "indexerror": "index error",
    "typeerror": "type error",
    "initialization error": "model initialization error",
}
_STAGE_BEGINNINGS = {
    "data preparation": "data preparation",
    "data visualization": "data visualization",
    "training": "training",
    "evaluation": "evaluation/prediction",
    "model construction": "model construction",
}
_ROOT_CAUSES = {
    "misunderstanding of data structure": "data confusion",
    "misunderstanding of apis": "API misuse",
    "misunderstanding of libraries": "API misuse",
    "invalid argument": "API misuse",
    "wrong implementation": "implementation error",
    "typo": "implementation error",
    "undefined variable": "implementation error",
    "undefined function": "implementation error",
    "misunderstanding of ml model": "ML model confusion",
    "library versions incompatible": "library cause",
    "module not installed": "library cause",
    "api change": "library cause",
}


def crash_type_of(label: str) -> str | None:
    """The sheet's crash type; ``None`` where it has none for it."""
    key = (said(label) or "").casefold()
    return known_value(key, CRASH_TYPES) or _CRASH_TYPES.get(key) or _beginning(key, _CRASH_TYPE_BEGINNINGS)


def stage_of(label: str) -> str | None:
    """The sheet's stage; ``None`` where it has none for it, as for setting up an environment."""
    key = (said(label) or "").casefold()
    return known_value(key, STAGES) or _beginning(key, _STAGE_BEGINNINGS)


def root_cause_of(label: str) -> str | None:
    """The sheet's root cause; ``None`` where it has none for it."""
    key = (said(label) or "").casefold()
    return known_value(key, ROOT_CAUSES) or _ROOT_CAUSES.get(key) or _beginning(key, {"nb specific": "NB specific"})


def _beginning(key: str, beginnings: dict[str, str]) -> str | None:
    return next((value for beginning, value in beginnings.items() if key.startswith(beginning)), None)
