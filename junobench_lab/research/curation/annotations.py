"""Labels that people give independently: a file each, how far they agree, and what is settled in the end."""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from ...errors import BrokenBench, InvalidRequest, UnknownInstance
from ...instances.slugs import slug
from ...model import Model
from ..kappa import cohens_kappa
from .models import LABELS, Label
from .own_bench import CURATION, OwnBench, write_text
from .proposals import checked_labels
from .rows import label_cells, settled_cells, settled_truth, truth_rows
from .sheets import write_label_rows, write_truth_rows

_LONGEST_NAME = 60
"""Characters, so that the file system takes the name whatever their script."""

LabelsById = dict[str, dict[Label, str]]


class Annotations(Model):
    """What one person says; the file can be made on another machine and put beside the others."""

    format: Literal[1] = 1
    annotator: str
    labels: LabelsById = Field(default_factory=dict)


class LabelAgreement(Model):
    """How far two people agree on one label."""

    label: Label
    cases: int
    """Instances to which both gave it."""
    agreed: int
    kappa: float | None
    """Cohen's kappa; ``None`` where it isn't defined."""


class Disagreement(Model):
    id: str
    label: Label
    values: list[str]
    """One an annotator, in their order."""
    settled: str | None = None


class LabelledAlone(Model):
    """Labels of an instance that one of two people gave and the other one didn't; they count for no agreement."""

    id: str
    annotator: str
    labels: list[Label]


class Agreement(Model):
    """Two annotators side by side."""

    annotators: list[str]
    labels: list[LabelAgreement]
    disagreements: list[Disagreement]
    alone: list[LabelledAlone] = Field(default_factory=list)


def annotate(own: OwnBench, annotator: str, id: str, labels: Mapping[Label, str]) -> Annotations:
    """Note a person's labels of an instance, over what they said before.

    Raises as `require_annotation`, and `InvalidRequest` for a value that isn't known or without labels.
    """
    require_annotation(own, annotator, id)
    checked = checked_labels(labels)
    if not checked:
        raise InvalidRequest("All labels were left out, so nothing is noted.")
    with own.writing():
        known = _read(own, annotator)
        given = {**known.labels.get(id, {}), **checked}
        changed = known.model_copy(update={"labels": {**known.labels, id: given}})
        write_text(_file(own, annotator), changed.model_dump_json(indent=1))
    return changed


def require_annotation(own: OwnBench, annotator: str, id: str) -> None:
    """Whether a person could label an instance, known before they are asked.

    Raises `UnknownInstance`, and `InvalidRequest` for a name that can't be one.
    """
    _require(own, id)
    _key(annotator)


def annotators(own: OwnBench) -> list[str]:
    """Who has labelled something."""
    return [_load(file).annotator for file in sorted(_folder(own).glob("*.json"))]


def agreement(own: OwnBench, names: Sequence[str] = ()) -> Agreement:
    """How far two people agree: those named, or the two that there are.

    Raises `InvalidRequest` where it isn't clear which two.
    """
    known = annotators(own)
    wanted = list({_key(name): name for name in names or known}.values())
    files = {name: _file(own, name) for name in wanted}
    missing = [name for name, file in files.items() if not file.exists()]
    if missing:
        has = ", ".join(known) or "nobody yet"
        raise InvalidRequest(f"{missing[0][:80]} has labelled nothing in this bench (so far: {has}).")
    if len(wanted) != 2:
        here = f"name two of those who labelled here: {', '.join(known)} (--by)"
        few = f"only {known[0]} has labelled here so far" if known else "nobody has labelled here yet"
        raise InvalidRequest(f"Agreement is between two people, and {here if len(known) > 1 else few}.")
    one, other = (_load(file) for file in files.values())
    settled = _settled(own)
    told = [_agreement_on(label, one.labels, other.labels) for label in LABELS]
    return Agreement(
        annotators=[one.annotator, other.annotator],
        labels=[each for each in told if each.cases],
        disagreements=[
            Disagreement(
                id=id,
                label=label,
                values=[one.labels[id][label], other.labels[id][label]],
                settled=settled.get(id, {}).get(label),
            )
            for label in LABELS
            for id in one.labels
            if _both(label, id, one.labels, other.labels) and one.labels[id][label] != other.labels[id][label]
        ],
        alone=[*_alone(one, other), *_alone(other, one)],
    )


def settle(own: OwnBench, id: str, labels: Mapping[Label, str], diagnosis: str | None = None) -> None:
    """Write labels, and a diagnosis, that people have settled on into the bench.

    Raises as `annotate`, and `BrokenBench`.
    """
    _require(own, id)
    checked = checked_labels(labels)
    with own.writing():
        if checked:
            _settle(own, id, checked)
        if diagnosis is not None:
            _settle_diagnosis(own, id, diagnosis.strip())


def _settle_diagnosis(own: OwnBench, id: str, diagnosis: str) -> None:
    write_truth_rows(own.layout.ground_truth, [settled_truth(id, diagnosis)])
    if own.record_file(id).exists():
        update = {"diagnosis": diagnosis, "diagnosis_proposed": False}
        own.write_record(own.record(id).model_copy(update=update))


def _settle(own: OwnBench, id: str, checked: Mapping[Label, str]) -> None:
    all_settled = _settled(own)
    all_settled[id] = {**all_settled.get(id, {}), **checked}
    if own.record_file(id).exists():
        record = own.record(id)
        record = record.model_copy(update={"chosen": {**record.chosen, **checked}})
        cells = label_cells(record)
        write_label_rows(own.layout.sheet, [cells])
        write_truth_rows(own.layout.ground_truth, truth_rows(record))
        own.write_record(record)
    else:
        write_label_rows(own.layout.sheet, [settled_cells(id, all_settled[id])])
    write_text(_settled_file(own), json.dumps({"format": 1, "labels": all_settled}, indent=1, ensure_ascii=False))


def settle_agreed(own: OwnBench, names: Sequence[str] = ()) -> LabelsById:
    """Settle all that two people agree on; gives what was settled. Raises as `agreement`."""
    two = agreement(own, names).annotators
    one, other = (_load(_file(own, name)).labels for name in two)
    found: LabelsById = {}
    for id in one:
        agreed: dict[Label, str] = {
            label: one[id][label]
            for label in LABELS
            if _both(label, id, one, other) and one[id][label] == other[id][label]
        }
        if agreed:
            settle(own, id, agreed)
            found[id] = agreed
    return found


def _agreement_on(label: Label, one: LabelsById, other: LabelsById) -> LabelAgreement:
    pairs = [(one[id][label], other[id][label]) for id in one if _both(label, id, one, other)]
    agreed = sum(ours == theirs for ours, theirs in pairs)
    return LabelAgreement(label=label, cases=len(pairs), agreed=agreed, kappa=cohens_kappa(pairs))


def _alone(one: Annotations, other: Annotations) -> list[LabelledAlone]:
    found = []
    for id, given in one.labels.items():
        labels = [label for label in LABELS if label in given and label not in other.labels.get(id, {})]
        if labels:
            found.append(LabelledAlone(id=id, annotator=one.annotator, labels=labels))
    return found


def _both(label: Label, id: str, one: LabelsById, other: LabelsById) -> bool:
    return label in one.get(id, {}) and label in other.get(id, {})


def _require(own: OwnBench, id: str) -> None:
    if id not in own.ids():
        has = ", ".join(sorted(own.ids())[:20]) or "none"
        raise UnknownInstance(f"The bench {own.path} has no instance {id[:80]!r}; it has: {has}.")


def _folder(own: OwnBench) -> Path:
    return own.root / CURATION / "annotations"


def _settled_file(own: OwnBench) -> Path:
    return own.root / CURATION / "settled.json"


def _key(annotator: str) -> str:
    """What tells people apart: letters and digits of any script, whatever their case. Raises `InvalidRequest`."""
    plain = unicodedata.normalize("NFKC", annotator).casefold()
    key = re.sub(r"[^\w]|_", "-", plain).strip("-")
    key = re.sub(r"-{2,}", "-", key)
    if not key or len(key) > _LONGEST_NAME:
        raise InvalidRequest(
            f"{annotator[:80]!r} can't name an annotator: use letters or digits, up to {_LONGEST_NAME} of them (--by)."
        )
    return key


def _file(own: OwnBench, annotator: str) -> Path:
    key = _key(annotator)
    file = _folder(own) / f"{key}.json"
    # Names had their marks taken off once: such a file is still the same person's.
    earlier = _folder(own) / f"{slug(annotator)}.json"
    if not file.exists() and earlier.exists() and _key(_load(earlier).annotator) == key:
        return earlier
    return file


def _read(own: OwnBench, annotator: str) -> Annotations:
    file = _file(own, annotator)
    return _load(file) if file.exists() else Annotations(annotator=annotator)


def _load(file: Path) -> Annotations:
    try:
        return Annotations.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        raise BrokenBench(f"{file} holds no labels that can be read: restore it, or label again.") from None


def _settled(own: OwnBench) -> LabelsById:
    file = _settled_file(own)
    if not file.exists():
        return {}
    try:
        return Annotations(annotator="all", labels=json.loads(file.read_bytes())["labels"]).labels
    except (OSError, ValueError, KeyError, TypeError):
        raise BrokenBench(f"{file} holds no labels that can be read: restore it, or settle again.") from None
