"""Title, labels and diagnosis of a story."""

import sys
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator, model_validator

from .blocks import StoryError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LIBRARY_CAUSES = {
    "NumPy": "numpy",
    "pandas": "pandas",
    "scikit-learn": "sklearn",
    "Matplotlib": "matplotlib",
    "Seaborn": "seaborn",
    "notebook-specific": "None",
}
"""Library as shown to people -> value of the sheet's column ``Libs-cause``."""


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

    @field_validator("library")
    @classmethod
    def _known_library(cls, library: str) -> str:
        if library not in LIBRARY_CAUSES:
            raise ValueError(f"{library!r} is none of {', '.join(LIBRARY_CAUSES)}")
        return library

    @model_validator(mode="after")
    def _order_faults_have_no_library(self) -> "LabelMeta":
        if (self.library == "notebook-specific") != (self.root_cause == "NB specific"):
            raise ValueError("root cause 'NB specific' and library 'notebook-specific' go together")
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
