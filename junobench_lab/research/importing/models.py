"""What came of an import."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Imported:
    """Predictions as lines of a file, and what could not be used, in words."""

    lines: list[dict[str, Any]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
