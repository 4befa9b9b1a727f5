"""Cases that are like a crash: by exception, message, API called, library and what the explanation finds."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...instances.models import Crash, Labels
from .calls import called_names
from .evidence import CrashEvidence, crash_of, message_template
from .models import Estimates, SimilarCase

KIND, MESSAGE, API, LIBRARY, CRASH_TYPE, FINDING = 2.0, 3.0, 1.5, 3.0, 2.5, 1.0
"""How much each agreement counts."""

SHOWN = 3
"""How many cases are shown for a crash."""


@dataclass(frozen=True)
class CaseFeatures:
    """What of a crash is compared."""

    kind: str
    words: frozenset[str]
    """Words of the message's template."""
    apis: frozenset[str]
    """Names that the crash statement calls, and the first library function that ran."""
    library: str | None
    crash_type: str | None
    finding: str | None
    """Kind of the decisive finding."""


@dataclass(frozen=True)
class KnownCase:
    """An instance of a bench, with what of it is compared."""

    bench: str
    id: str
    labels: Labels
    crash: Crash | None
    features: CaseFeatures


def features_of(evidence: CrashEvidence, library: str | None, crash_type: str | None) -> CaseFeatures:
    """What is compared of a crash; ``library`` and ``crash_type`` are its labels, known or estimated."""
    frames = [frame.function.partition("(")[0] for frame in evidence.library_frames if frame.package is not None]
    words = re.findall(r"[A-Za-z_]{2,}|#", message_template(evidence.message))
    return CaseFeatures(
        kind=evidence.kind,
        words=frozenset(word.casefold() for word in words),
        apis=frozenset({*called_names(evidence.inner_statement), *frames[:1]}),
        library=library,
        crash_type=crash_type,
        finding=evidence.findings[0] if evidence.findings else None,
    )


def known_case(bench: str, id: str, labels: Labels, evidence: CrashEvidence) -> KnownCase:
    """An instance as a case to compare with: by its labels, which are known."""
    features = features_of(evidence, labels.library, labels.crash_type)
    return KnownCase(bench, id, labels, crash_of(evidence), features)


def estimated_features(evidence: CrashEvidence, estimates: Estimates) -> CaseFeatures:
    """What is compared of a crash whose labels are estimated."""
    return features_of(evidence, estimates.library.value, estimates.crash_type.value)


def similar_cases(features: CaseFeatures, cases: Iterable[KnownCase], *, count: int = SHOWN) -> list[SimilarCase]:
    """The most alike cases, best first; of cases that are equally alike those that come first.

    No two have the same crash type and library, as far as there are others, so that labels estimated wrongly don't hide
    all other cases.
    """
    judged = [_judged(features, case) for case in cases]
    ranked = sorted((case for case in judged if case.why), key=lambda case: -case.likeness)
    chosen: list[SimilarCase] = []
    left_out: list[SimilarCase] = []
    for case in ranked:
        labels = [(one.labels.crash_type, one.labels.library) for one in chosen]
        known = (case.labels.crash_type, case.labels.library) in labels
        (left_out if known else chosen).append(case)
        if len(chosen) == count:
            break
    return sorted([*chosen, *left_out][:count], key=lambda case: -case.likeness)


def _judged(features: CaseFeatures, case: KnownCase) -> SimilarCase:
    agreements = sorted(_agreements(features, case.features), reverse=True)
    whole = KIND + MESSAGE + API + LIBRARY + CRASH_TYPE + FINDING
    return SimilarCase(
        bench=case.bench,
        id=case.id,
        likeness=round(sum(weight for weight, _ in agreements) / whole, 3),
        why=[reason for _, reason in agreements],
        labels=case.labels,
        crash=case.crash,
    )


def _agreements(one: CaseFeatures, other: CaseFeatures) -> list[tuple[float, str]]:
    found = []
    if one.kind == other.kind:
        found.append((KIND, f"The same exception, {one.kind}."))
    shared = _share(one.words, other.words)
    if shared >= 0.1:
        how = "The same message, names and numbers apart." if shared == 1 else "A message with many of the same words."
        # A few common words are no likeness worth telling, but still put one case before another.
        found.append((MESSAGE * shared, how if shared >= 0.4 else "Some words of the message."))
    apis = one.apis & other.apis
    if apis:
        found.append((API, f"Both call {_named(sorted(apis))}."))
    if one.library is not None and one.library == other.library:
        found.append((LIBRARY, f"The same library cause, {one.library}."))
    if one.crash_type is not None and one.crash_type == other.crash_type:
        found.append((CRASH_TYPE, f"The same crash type, {one.crash_type}."))
    if one.finding is not None and one.finding == other.finding and one.finding != "not_order":
        found.append((FINDING, f"The explanation finds the same: {one.finding.replace('_', ' ')}."))
    if found and one.library is None and other.library is None:
        found.append((LIBRARY, "No library is the cause of either."))
    return found


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0


def _named(names: Sequence[str]) -> str:
    return ", ".join(f"{name}()" for name in names[:3])
