"""The crash type: by exception and message. The first rule that fits decides; the special ones stand first.

The rules were set on crashes that are not in the data set. Values are those of the data set's label sheet.
"""

import re
from dataclasses import dataclass

from .evidence import CrashEvidence
from .models import Estimate
from .votes import first_rule


@dataclass(frozen=True)
class CrashTypeRule:
    """If the exception's type and its message fit, the crash is of this type."""

    value: str
    kind: str
    """Pattern for the whole type, lowercase and without its module."""
    message: str
    """Pattern to be found in the message."""
    reason: str
    confidence: float = 0.85
    inside_library: bool | None = None
    """Whether the exception has to come up inside a library; ``None`` where it doesn't matter."""

    def fits(self, evidence: CrashEvidence) -> bool:
        if self.inside_library is not None and self.inside_library != bool(evidence.library_frames):
            return False
        if re.fullmatch(self.kind, evidence.kind) is None:
            return False
        return re.search(self.message, evidence.message, re.DOTALL) is not None


_SHAPES = (
    r"mat1 and mat2|have (the )?same (shape|rank)|[Ss]hape mismatch|[Ss]hape of passed values"
    r"|[Dd]imension mismatch|unknown rank|size-incompatible|[Ss]ize mismatch|size of tensor"
    r"|[Ii]ncompatible shapes|Shapes? .*(incompatible|must|not compatible)"
    r"|incompatible with the layer|logits and labels|cannot reshape|not aligned|inconsistent numbers of samples"
    r"|Data cardinality|Expected \dD|expected \d-?[dD]|expected .* to have (shape|\d|rank)|X has \d+ features"
    r"|1d array was expected|y should be a 1d|bad input shape|must have same first dimension|array dimensions"
    r"|same number of dimensions|must be the same size|1-dimensional|Found array with dim|[Nn]umber of features"
    r"|core dimension|is invalid for input of size|Dimensions must be equal|min_ndim|rank \d|input size torch"
    r"|Given groups"
    r"|input shapes?|shape mismatch: indexing|Sizes of tensors|dimensional array|stack expects each tensor"
    r"|Target size|batch_size .* to match|weight of size|Cannot batch tensors|[Dd]imension \d (in both shapes|out of)"
    r"|matching shapes|must be (rank|\dD|\d-D)|should be \dD|Shape must be|[Uu]nknown TensorShape|Input to reshape"
    r"|shape\[|expected shape|features?,? but \w+ is expecting|train and valid|lengths? of (x|feature|label)"
)
_VALUES = (
    r"NaN|[Ii]nfinit|\binf\b|null values|[Nn]egative|previously unseen|least populated class|only one class"
    r"|one class|continuous"
    r"|[Ff]ound unknown categories|contain different number|[Ss]ingular|not positive definite"
    r"|outside (of )?the (valid )?range"
    r"|out of bounds? (nanosecond|for int)"
    r"|[Nn]umber of classes|unique (classes|values)|labels? (values?|not in)|does not contain|too large|duplicate"
    r"|trying to merge on|view limit|\.empty\(\)|!ssize|wrong number of|Unknown label type|overflow|constant"
    r"|convert (NA|float)"
    r"|number of (labels|samples).*(greater|less)|cannot contain|No features|Invalid classes|mismatch.*classes"
    r"|Mixed type"
)
_ARGUMENTS = (
    r"unexpected keyword|required (positional|keyword)|positional argument|invalid combination of arguments"
    r"|multiple values for"
    r"|not a valid|[Uu]nrecognized|[Uu]nknown (metric|loss|optimizer|format|param|argument|layer|property)"
    r"|[Uu]nsupported|Invalid"
    r"|[Ii]s not supported|must be|should be|one of|[Pp]lease choose|supports only|[Ee]xpected|Please (provide|specify)"
    r"|not understood|argument"
    r"|parameter|[Cc]annot (use|specify|be used|interpret|convert|handle)|got [^ ]+ (instead|which)|at least"
    r"|instead of|[Aa]llowed"
    r"|loading state_dict|must (have|specify|provide|call)|required|Could not interpret|Can't|not available|need(s)? to"
)
_OPERATIONS = (
    r"unsupported operand|not callable|not subscriptable|not iterable|unhashable|not supported between"
    r"|can only concatenate"
    r"|item assignment|indices must be|cannot unpack"
)
_DATA_FRAME_AXES = (
    r"[Cc]ould not interpret (input|value)|feature.names|[Cc]olumns? [^\n]{0,60}(expected|not|missing|overlap)"
)

_MODULE_NAMES = (
    r"np|pd|plt|sns|tf|torch|nn|keras|sklearn|os|re|sys|math|json|time|random|datetime|pickle|cv2|glob|itertools|"
    r"collections|string|copy|nltk|gc|stats|scipy|sm|xgb|lgb|px|go|tfds|transforms|requests"
)

RULES: tuple[CrashTypeRule, ...] = (
    CrashTypeRule(
        "module not found", "modulenotfounderror|importerror", "", "A module, or a name in it, can't be imported.", 0.95
    ),
    CrashTypeRule(
        "module not found",
        "nameerror",
        rf"name '({_MODULE_NAMES})' is not defined",
        "The undefined name is the customary one of a module that wasn't imported.",
        0.7,
    ),
    CrashTypeRule("variable not found", "nameerror|unboundlocalerror", "", "A name isn't defined.", 0.95),
    CrashTypeRule(
        "io error",
        "filenotfounderror|fileexistserror|permissionerror|isadirectoryerror|notadirectoryerror|unicodedecodeerror"
        r"|parsererror|badzipfile|emptydataerror|.*ioerror|.*httperror|urlerror|.*connect\w*error|operationalerror",
        "",
        "A file, an address or a service can't be read.",
        0.9,
    ),
    CrashTypeRule(
        "io error",
        "oserror|ioerror|valueerror|exception|notfounderror",
        r"[Nn]o such file|not found|does(n't| not) exist|identify image|open file|URL|Unable to",
        "A file or an address can't be read.",
        0.75,
        True,
    ),
    CrashTypeRule("io error", "oserror|ioerror", r"^(?!.*Invalid argument)", "A file can't be read.", 0.7),
    CrashTypeRule(
        "model initialization error",
        "notfittederror|.*",
        r"not fitted|not been (built|compiled|fitted)|[Mm]ust (be )?compile|compile your model|hasn't been built"
        r"|has never been called|isn't fitted|Call 'fit'|not yet been built|Fail to find the dnn",
        "A model is used before it was built, compiled or fitted.",
    ),
    CrashTypeRule("key error", "keyerror", "", "A key isn't there.", 0.95),
    CrashTypeRule("index error", "indexerror|indexingerror|invalidindexerror", "", "A position isn't there.", 0.9),
    CrashTypeRule(
        "invalid argument",
        "attributeerror",
        r"'NoneType' object",
        "A library got None where it needs an object.",
        0.55,
        True,
    ),
    CrashTypeRule("attribute error", "attributeerror", "", "An object lacks an attribute.", 0.95),
    CrashTypeRule(
        "unsupported broadcast",
        ".*",
        r"could not be broadcast|could not broadcast|cannot be broadcast|[Bb]roadcastable"
        r"|[Ll]engths must match to compare",
        "Two arrays can't be broadcast together.",
        0.95,
    ),
    CrashTypeRule(
        "feature name mismatch",
        "valueerror|xlrderror|lightgbmerror|.*",
        rf"{_DATA_FRAME_AXES}|[Nn]o sheet named|already exists|is not in list|not in (the )?columns"
        rf"|refers to an Operation",
        "Columns, features or other names aren't those that are expected.",
        0.75,
    ),
    CrashTypeRule(
        "value error",
        "valueerror",
        r"values to unpack|[Ll]ength (of|mismatch)|truth value|same length|setting an array element"
        r"|inhomogeneous|cannot be empty"
        r"|could not convert string|invalid literal|does not match format|time data|Must have equal len"
        r"|mismatched columns|[Ww]rong (length|number of items)",
        "A value, or the number of values, isn't one that the operation takes.",
        0.75,
    ),
    CrashTypeRule(
        "runtime error",
        "resourceexhaustederror|memoryerror|runtimeerror|outofmemoryerror",
        r"memory|OOM|No space|allocat",
        "Memory or disk is used up.",
        0.8,
    ),
    CrashTypeRule("tensor shape mismatch", ".*", _SHAPES, "Shapes of arrays or tensors don't fit.", 0.85),
    CrashTypeRule(
        "data value violation",
        "valueerror|overflowerror|linalgerror|error|typeerror|invalidargumenterror|intcastingnanerror|lightgbmerror"
        "|floatingpointerror|outofboundsdatetime",
        _VALUES,
        "The data hold values that the operation doesn't take.",
        0.75,
    ),
    CrashTypeRule(
        "data value violation", "overflowerror|linalgerror", "", "The data hold values of a wrong kind.", 0.7
    ),
    CrashTypeRule(
        "type error",
        "typeerror",
        r"numeric|agg function failed",
        "A calculation isn't defined for data that are no numbers.",
        0.6,
    ),
    CrashTypeRule(
        "type error", "typeerror", _OPERATIONS, "An operation isn't defined for the types of its operands.", 0.8
    ),
    CrashTypeRule(
        "type error",
        "typeerror",
        r"write\(\) argument|no len\(\)",
        "A value has a wrong type.",
        0.7,
        False,
    ),
    CrashTypeRule(
        "invalid argument",
        "runtimeerror",
        "loading state_dict|Expected one of|not able to",
        "The message tells of an argument that the called API doesn't take.",
        0.6,
    ),
    CrashTypeRule("runtime error", "runtimeerror", "", "A library stopped while it ran.", 0.6),
    CrashTypeRule("data value violation", "error", "OpenCV", "OpenCV refuses an image.", 0.45),
    CrashTypeRule(
        "invalid argument", ".*", _ARGUMENTS, "The message tells of an argument that the called API doesn't take.", 0.65
    ),
    CrashTypeRule("invalid argument", "typeerror", "", "An API is called with a value of a wrong type.", 0.5, True),
    CrashTypeRule("type error", "typeerror", "", "A value has a wrong type.", 0.5),
    CrashTypeRule(
        "value error", "valueerror|zerodivisionerror", "", "A value isn't one that the operation takes.", 0.4
    ),
    CrashTypeRule("invalid argument", ".*", "", "A library refuses what it was given.", 0.3, True),
)


def estimate_crash_type(evidence: CrashEvidence) -> Estimate:
    """The crash type, by the first rule that fits."""
    return first_rule((rule.value, rule.confidence, _reason(rule, evidence)) for rule in RULES if rule.fits(evidence))


def _reason(rule: CrashTypeRule, evidence: CrashEvidence) -> str:
    return f"{evidence.ename}: {rule.reason[:1].lower()}{rule.reason[1:]}"
