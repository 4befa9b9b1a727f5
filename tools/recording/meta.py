"""Title, labels and diagnosis of a story."""

import sys
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, field_validator, model_validator

from junobench_lab.instances.labels import (
    CRASH_TYPES,
    LIBRARIES,
    ML_BUGS,
    NOTEBOOK_SPECIFIC,
    NOTEBOOK_SPECIFIC_ROOT_CAUSE,
    ROOT_CAUSES,
    STAGES,
)
from junobench_lab.instances.patterns import PATTERNS

from .blocks import StoryError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LIBRARY_CAUSES = {shown: cause for cause, shown in reversed(LIBRARIES.items())} | {NOTEBOOK_SPECIFIC: "None"}
"""Library as shown to people -> value of the sheet's column ``Libs-cause`` ("scikit-learn" -> "sklearn")."""

KNOWN = {
    "library": tuple(LIBRARY_CAUSES),
    "root_cause": ROOT_CAUSES,
    "crash_type": CRASH_TYPES,
    "stage": STAGES,
    "ml_bug": ML_BUGS,
    "pattern": tuple(PATTERNS),
}


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CrashMeta(_Table):
    ename: str
    evalue: str
    """How the message begins."""


class LabelMeta(_Table):
    library: str
    root_cause: str
    crash_type: str
    stage: str
    ml_bug: str
    pattern: str

    @field_validator("library", "root_cause", "crash_type", "stage", "ml_bug", "pattern")
    @classmethod
    def _known(cls, value: str, field: ValidationInfo) -> str:
        known = KNOWN[str(field.field_name)]
        if value not in known:
            raise ValueError(f"{value!r} is none of {', '.join(known)}")
        return value

    @model_validator(mode="after")
    def _order_faults_have_no_library(self) -> "LabelMeta":
        if (self.library == NOTEBOOK_SPECIFIC) != (self.root_cause == NOTEBOOK_SPECIFIC_ROOT_CAUSE):
            raise ValueError(
                f"root cause {NOTEBOOK_SPECIFIC_ROOT_CAUSE!r} and library {NOTEBOOK_SPECIFIC!r} go together"
            )
        return self


class Meta(_Table):
    title: str
    dataset: str
    slug: str
    licence: str
    diagnosis: str
    crash: CrashMeta
    labels: LabelMeta

    @field_validator("diagnosis")
    @classmethod
    def _one_paragraph(cls, diagnosis: str) -> str:
        return " ".join(diagnosis.split())


def read_meta(folder: Path) -> Meta:
    """Raises `StoryError`."""
    where = f"{folder.name}/meta.toml"
    try:
        return Meta.model_validate(tomllib.loads((folder / "meta.toml").read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise StoryError(f"{where}: {error}.") from error
    except ValidationError as error:
        found = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise StoryError(f"{where}: {found}.") from error
