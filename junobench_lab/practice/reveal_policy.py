"""The one policy of what a learner may see of an instance's answer; every route and view asks it. Pure.

Some labels say what kind of mistake led to the crash. The list of instances may show them as long as nobody has begun
with the instance; from the first attempt on they are a hint like any other. Whoever has solved it knows them.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from ..instances.models import REFERENCE_VARIANTS, InstanceSummary, Labels
from .models import Reveal


@dataclass(frozen=True)
class Sight:
    """What one person may see of one instance."""

    allowed: bool = True
    """Whether answers may be seen on this server at all."""
    revealed: Collection[Reveal] = field(default_factory=tuple)
    """What the person has asked for; nothing where answers aren't allowed."""
    attempted: bool = False
    solved: bool = False
    """Whether an attempt has passed the check."""

    @property
    def cause(self) -> bool:
        """The labels that name the kind of mistake: root cause, crash type, library, pattern."""
        return "root_cause" in self.revealed or (self.allowed and self.solved)

    @property
    def explanation(self) -> bool:
        """What the trace says about the crash: the findings."""
        return "explanation" in self.revealed

    @property
    def diagnosis(self) -> bool:
        return "diagnosis" in self.revealed

    @property
    def cause_cell(self) -> bool:
        """Which cell holds the cause."""
        return self.diagnosis or self.reference or (self.allowed and self.solved)

    @property
    def notes(self) -> bool:
        """Comments of the published notebook that speak of the fault; they are parts of a diagnosis."""
        return self.diagnosis or self.reference

    @property
    def reference(self) -> bool:
        """The reference fixes, their runs and comparisons with them."""
        return "fixed" in self.revealed

    @property
    def systems(self) -> bool:
        """What loaded systems and recorded agents said and did: whoever works on the instance would have it for an
        answer. Before an attempt begins, whoever has loaded systems is there to look at them."""
        return self.allowed and (not self.attempted or self.solved or self.reference)

    def may_see(self, variant: str | None) -> bool:
        """Whether a variant, its trace, its runs and its comparisons may be seen."""
        return self.reference or variant not in REFERENCE_VARIANTS

    def summary(self, summary: InstanceSummary) -> InstanceSummary:
        """A row of the catalog without the labels that are hidden."""
        if self.cause:
            return summary
        labels = summary.labels.model_copy(update={"root_cause": None, "pattern": None})
        if not self.attempted:
            return summary.model_copy(update={"labels": labels})
        # The library goes with the crash type: "notebook-specific" is one of its values, and the gap would say so.
        return summary.model_copy(update={"labels": Labels(stage=labels.stage), "notebook_specific": False})
