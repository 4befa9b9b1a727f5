"""How far two judges of the same texts agree: two models, or a model and a person. Pure."""

from collections.abc import Sequence

from pydantic import Field

from ...errors import InvalidRequest
from ...model import Model
from ..kappa import cohens_kappa
from .models import TextVerdict
from .verdicts_file import require_one_judge


class Disagreement(Model):
    """A text about which two judges say different things."""

    item: str
    case: str
    """SHA-256 of what was judged, see `JudgeCase.digest`."""
    right: list[bool]
    """One a judge, in their order."""
    why: list[str]


class JudgeAgreement(Model):
    """Two judges side by side, on the texts that both have judged."""

    judges: list[str]
    texts: int
    agreed: int
    kappa: float | None
    """Cohen's kappa; ``None`` where it isn't defined."""
    both_right: int
    only_first: int
    """Texts that only the first judge takes for right."""
    only_second: int
    neither: int
    alone: list[int]
    """Texts that one of them alone has judged, in the order of the judges; they count for nothing."""
    disagreements: list[Disagreement] = Field(default_factory=list)


def judge_agreement(first: Sequence[TextVerdict], second: Sequence[TextVerdict]) -> JudgeAgreement:
    """Of several verdicts on a text the last counts. Raises `InvalidRequest` where one side holds no verdict, or
    verdicts of several judges."""
    sides = [{one.case: one for one in verdicts if one.right is not None} for verdicts in (first, second)]
    for side in sides:
        if not side:
            raise InvalidRequest(
                "A file without verdicts can't be compared: name two that `junobench-lab judge` wrote."
            )
        require_one_judge(side.values())
    one, other = sides
    pairs = [(ours, other[case]) for case, ours in one.items() if case in other]
    said = [(ours.right is True, theirs.right is True) for ours, theirs in pairs]
    return JudgeAgreement(
        judges=[next(iter(side.values())).judge for side in sides],
        texts=len(pairs),
        agreed=sum(ours == theirs for ours, theirs in said),
        kappa=cohens_kappa([(str(ours), str(theirs)) for ours, theirs in said]),
        both_right=said.count((True, True)),
        only_first=said.count((True, False)),
        only_second=said.count((False, True)),
        neither=said.count((False, False)),
        alone=[len(side) - len(pairs) for side in sides],
        disagreements=[
            Disagreement(item=ours.item, case=ours.case, right=list(values), why=[ours.why, theirs.why])
            for (ours, theirs), values in zip(pairs, said, strict=True)
            if values[0] != values[1]
        ],
    )
