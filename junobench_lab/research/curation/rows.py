"""What is written of an instance into the sheets of its bench and its README."""

from collections.abc import Mapping, Sequence

from ...instances.notebooks import Notebook
from ...instances.sheet import ID_COLUMN
from ...trace.order import trace_notebook
from ..estimators.evidence import crash_traceback
from .models import LABELS, CurationRecord, CurationWish, Label
from .sheets import LABEL_COLUMN_OF, STATUS_COLUMN, Value


def label_row(record: CurationRecord, reproduced: Notebook, wish: CurationWish) -> dict[str, Value]:
    """The row of the label sheet; exception and traceback are those of the reproduced variant."""
    crash = trace_notebook(reproduced).crash
    return {
        ID_COLUMN: record.id,
        "ename": record.signature.ename.lower(),
        "evalue": crash.evalue if crash is not None else "",
        "traceback": repr(crash_traceback(reproduced, crash.cell)) if crash is not None else "",
        "DatasetTitle_1": wish.data_title or (record.data[0].path if record.data else "nodata"),
        "DatasetLicenseName_1": wish.data_licence,
        "DatasetUrl_1": wish.data_url,
        **label_cells(record),
    }


def label_cells(record: CurationRecord) -> dict[str, Value]:
    """The cells of that row that hold labels, and who says so."""
    labels = record.labels()
    return {
        ID_COLUMN: record.id,
        **{LABEL_COLUMN_OF[label]: labels.get(label) for label in LABELS},
        STATUS_COLUMN: _status(record),
    }


def settled_cells(id: str, labels: Mapping[Label, str]) -> dict[str, Value]:
    """The same of an instance that wasn't made here, of which only what people settled is known."""
    cells: dict[str, Value] = {LABEL_COLUMN_OF[label]: value for label, value in labels.items()}
    return {ID_COLUMN: id, **cells, STATUS_COLUMN: _said_by("chosen by people", list(labels))}


def truth_rows(record: CurationRecord) -> list[dict[str, Value]]:
    """The rows of the ground truth: what is wrong with the reproduced variant, and that nothing is with the fixed."""
    crashes: dict[str, Value] = {
        "instance": f"{record.id}_reproduced",
        "detection": True,
        "diagnosis": record.diagnosis,
        "note": "proposed by the explanation" if record.diagnosis_proposed else None,
    }
    runs: dict[str, Value] = {"instance": f"{record.id}_fixed", "detection": False}
    library = record.labels().get("library")
    return [{"library": library, **crashes}, {"library": library, **runs}]


def settled_truth(id: str, diagnosis: str) -> dict[str, Value]:
    """The row of the ground truth that holds a person's diagnosis."""
    return {"instance": f"{id}_reproduced", "detection": True, "diagnosis": diagnosis, "note": None}


def readme(record: CurationRecord, wish: CurationWish) -> str:
    """Where the instance comes from. Learners read it, so it says nothing on the crash."""
    lines = [f"# {record.id}", "", f"Made of `{record.notebook}` on {record.made:%Y-%m-%d}.", ""]
    if record.data:
        lines += ["## Data", ""]
        for change in record.data:
            made_up = ", made up by the same schema" if change.synthetic else ""
            lines.append(f"- `{change.path}`: {change.after} of {change.before} {change.what}{made_up}")
        lines.append("")
    source = " ".join(part for part in (wish.data_title, wish.data_url) if part)
    if source:
        lines += [f"Source: {source}", ""]
    if source or wish.data_licence:
        lines += [f"Licence: {wish.data_licence or 'unknown'}", ""]
    return "\n".join(lines)


def _status(record: CurationRecord) -> str:
    """Who says so."""
    chosen = [label for label in LABELS if label in record.chosen]
    proposed = [label for label in LABELS if label in record.labels() and label not in record.chosen]
    parts = [_said_by("proposed by the estimators", proposed), _said_by("chosen by people", chosen)]
    return "; ".join(part for part in parts if part)


def _said_by(who: str, labels: Sequence[Label]) -> str:
    return f"{who}: {', '.join(label.replace('_', ' ') for label in labels)}" if labels else ""
