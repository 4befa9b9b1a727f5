"""Arrays that a library gave and that were taken for something else: a figure's axes, the values of a table.

Such an array is one of NumPy, and so is the message. But what was misunderstood is the call that gave it (values of a
table: 1 of 1 development crash; arrays of other names are labelled with NumPy: 5 of 5).
"""

import re

from .calls import code_of, library_of_name
from .evidence import CrashEvidence
from .packages import MATPLOTLIB, PANDAS

_LACKS = re.compile(r"'numpy\.ndarray' object has no attribute '(\w+)'")
_OF_AXES_ALONE = re.compile(
    r"set_\w+|imshow|scatter|barh?|legend|ax[hv](?:line|span)|[xy]axis|tick_params|annotate|text|add_patch|boxplot"
    r"|fill_between|errorbar|contourf?|twin[xy]|grid|pie|spines|invert_[xy]axis|get_figure|step|stackplot|violinplot"
)
_OF_AXES_TOO = re.compile(r"plot|hist|axis|set|clear|table")
_SUBSCRIPT = re.compile(r"(?<![\w.])(?P<root>[A-Za-z_]\w*)\s*\[(?P<places>[^\]\[]*)\]")
_LOOKED_UP_IN_VALUES = re.compile(r"\.(?:values|to_numpy\(\))\s*\[")
_OUT_OF_BOUNDS = re.compile(r"index (?P<index>-?\d+) is out of bounds for axis")


def maker_of_array(evidence: CrashEvidence) -> tuple[str, str] | None:
    """The library whose call gave the array that the crash is about, and what array that is, as a clause."""
    if evidence.library_frames:
        return None
    statement = code_of(evidence.inner_statement)
    if match := _LACKS.search(evidence.message):
        if _OF_AXES_ALONE.fullmatch(match[1]) or (
            _OF_AXES_TOO.fullmatch(match[1]) and _is_axes(_root_of(match[1], statement), evidence)
        ):
            return MATPLOTLIB, f"an array of axes, as `subplots` gives it, has no `.{match[1]}`"
    elif evidence.kind == "indexerror" and "list" not in evidence.message:
        if any(_is_axes(root, evidence) for root in _blamed(statement, evidence.message)):
            return MATPLOTLIB, "the axes that `subplots` gives are looked up in another shape than they have"
        if _LOOKED_UP_IN_VALUES.search(statement):
            return PANDAS, "something is looked up in the values that a table gave"
    return None


def _root_of(attribute: str, statement: str) -> str:
    """The name whose attribute it is, whatever is looked up in its value: ``ax`` of ``ax[0].plot``."""
    match = re.search(rf"(?<![\w.])([A-Za-z_]\w*)\s*(?:\[[^\]]*\])*\.{attribute}\b", statement)
    return "" if match is None else match[1]


def _blamed(statement: str, message: str) -> list[str]:
    """The names in whose values the place was looked up that isn't there: all, but for those with another number."""
    told = _OUT_OF_BOUNDS.search(message)
    found = []
    for match in _SUBSCRIPT.finditer(statement):
        places = [place.strip() for place in match["places"].split(",")]
        if told is None or told["index"] in places or not all(place.isdecimal() for place in places):
            found.append(match["root"])
    return found


def _is_axes(name: str, evidence: CrashEvidence) -> bool:
    found = library_of_name(name, evidence.origins)
    return found is not None and found[0] == MATPLOTLIB
