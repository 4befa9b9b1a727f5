"""What a bench, an instance and a variant are, as values.

Terms and label values follow the JunoBench data set (arXiv 2510.18013).
"""

from typing import Any, Literal

from pydantic import Field

from ..model import Model

VariantName = Literal["original", "reproduced", "fixed", "fixed2"]
VARIANTS: tuple[VariantName, ...] = ("original", "reproduced", "fixed", "fixed2")
REFERENCE_VARIANTS: tuple[VariantName, ...] = ("fixed", "fixed2")
"""Variants that give the answer away; a learner sees them only after a reveal."""

Dimension = Literal["library", "crash_type", "root_cause", "stage"]
DIMENSIONS: tuple[Dimension, ...] = ("library", "crash_type", "root_cause", "stage")
"""The labels of the data set that estimators, tasks and scores are about."""
FilterDimension = Literal["library", "crash_type", "root_cause", "stage", "pattern"]
FILTER_DIMENSIONS: tuple[FilterDimension, ...] = (*DIMENSIONS, "pattern")
"""The labels by which a list of instances is filtered: those of the data set, and our own."""


class Labels(Model):
    """The labels of one crash. ``None`` means that the sheet doesn't say."""

    library: str | None = None
    """Library cause as shown to people ("scikit-learn"); "notebook-specific" where the order is the cause."""
    crash_type: str | None = None
    root_cause: str | None = None
    stage: str | None = None
    ml_bug: str | None = None
    pattern: str | None = None
    """The recurring mistake behind the crash (see `patterns`): a label of our own, which JunoBench's sheet lacks."""

    @property
    def notebook_specific(self) -> bool:
        """Whether the crash comes from the order in which cells ran, not from what they say."""
        return self.root_cause == "NB specific"


class Crash(Model):
    """The exception that the sheet records for an instance (from the original run)."""

    ename: str
    """Exception type as in the sheet: lowercase, maybe dotted. Compare with `same_exception`."""
    evalue: str = ""


class Problem(Model):
    """Something that is wrong with a bench or an instance, in words."""

    subject: str
    """What it is about: "sheet", "labels", a variant's name, "data"."""
    message: str


class DataFile(Model):
    path: str
    """Relative to the instance folder, with forward slashes; with one at the end for a folder of many files."""
    size: int
    """Bytes; of all its files for a folder."""
    files: int = 1
    """Number of files: more than one for a folder that is listed as a whole."""


class DataSource(Model):
    """Where an instance's input comes from, as the sheet says."""

    title: str
    licence: str | None = None
    url: str | None = None


class VariantInfo(Model):
    """A variant as the folder shows it, without opening the notebook."""

    name: VariantName
    file: str
    """File name in the instance folder."""
    size: int
    """Bytes."""


class InstanceSummary(Model):
    """A row of the catalog: all that the sheet and a folder listing tell."""

    id: str
    bench: str
    ok: bool
    """Whether no problem was found (without opening notebooks)."""
    labels: Labels
    crash: Crash | None = None
    notebook_specific: bool = False
    needs_network: bool = False
    """Whether its notebook fetches something: in a container it gets a network only where the person agrees."""
    problems: list[Problem] = Field(default_factory=list)


class Instance(Model):
    """One crash with everything about it but the answer (see `Diagnosis`)."""

    summary: InstanceSummary
    variants: list[VariantInfo]
    data: list[DataFile]
    sources: list[DataSource]
    notebook_url: str | None = None
    readme: str | None = None
    """Text of the instance's README, where the data come from."""
    extra: dict[str, str] = Field(default_factory=dict)
    """Columns of the sheet that this reader doesn't know, kept as they are."""


class Diagnosis(Model):
    """Why the reproduced variant crashes, from the ground-truth sheet. Behind a reveal."""

    id: str
    text: str | None


class BenchInfo(Model):
    """A bench in the list of benches."""

    name: str
    title: str
    path: str
    instances: int | None = None
    """Number of instances; ``None`` where the bench can't be read."""
    problems: list[Problem] = Field(default_factory=list)


class FacetValue(Model):
    value: str
    count: int
    """Instances with this value that match the other filters."""
    total: int
    """Instances with this value in the whole bench."""
    meaning: str | None = None
    """What the value means, in a sentence; ``None`` where its name says enough."""


class Facet(Model):
    dimension: FilterDimension
    title: str
    values: list[FacetValue]
    """Most frequent in the whole bench first."""


class InstancePage(Model):
    """A part of the filtered list, with the counts of every filter."""

    bench: str
    instances: list[InstanceSummary]
    matched: int
    total: int
    offset: int
    facets: list[Facet]
    problems: list[Problem] = Field(default_factory=list)
    """Problems of the bench as a whole."""


class InstanceFilter(Model):
    """Which instances to list. Values of one dimension are alternatives, dimensions add up."""

    query: str = ""
    """Words that must all occur in the id, the exception or the labels; case doesn't matter."""
    library: list[str] = Field(default_factory=list)
    crash_type: list[str] = Field(default_factory=list)
    root_cause: list[str] = Field(default_factory=list)
    stage: list[str] = Field(default_factory=list)
    pattern: list[str] = Field(default_factory=list)


CellType = Literal["code", "markdown", "raw"]


class Cell(Model):
    """A notebook cell as the rules need it."""

    cell: int
    """Place among all cells, 0-based; a person reads ``cell + 1``."""
    type: CellType
    source: str
    count: int | None = None
    """Saved execution count; ``None`` for a cell that never ran."""
    id: str | None = None
    outputs: list[dict[str, Any]] = Field(default_factory=list)
    """Outputs as in nbformat 4; bulky ones may be left out (see `Notebook.left_out`)."""
    metadata: dict[str, Any] = Field(default_factory=dict)
    """Metadata of the cell as in nbformat 4 (tags and so on); no rule reads it."""
    attachments: dict[str, Any] = Field(default_factory=dict)
    """Images that a markdown or raw cell carries, as in nbformat 4."""
