"""The cases of a bench, read from its reproduced notebooks."""

from ...errors import LabError
from ...instances.bench import Bench
from .estimate import notebook_evidence
from .evidence import CrashEvidence, evidence_of_traceback
from .similar import KnownCase, known_case


def cases_of(bench: Bench) -> list[KnownCase]:
    """All instances of which the bench tells an exception; those that can't be read go by their line in the sheet."""
    cases = []
    for summary in bench.summaries():
        evidence = _reproduced(bench, summary.id)
        if evidence is None and summary.crash is not None:
            evidence = evidence_of_traceback(summary.crash.ename, summary.crash.evalue, ())
        if evidence is not None:
            cases.append(known_case(bench.name, summary.id, summary.labels, evidence))
    return cases


def _reproduced(bench: Bench, id: str) -> CrashEvidence | None:
    try:
        return notebook_evidence(bench.notebook(id, "reproduced"))
    except LabError:
        return None
