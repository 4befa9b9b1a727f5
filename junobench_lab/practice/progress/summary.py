"""What a person's events come to: states, time, sums, charts. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from typing import get_args

from ...instances.facets import Filterable
from ...instances.models import Facet, InstanceFilter
from ..models import Reveal
from .models import (
    STATES,
    AttemptProgress,
    InstanceProgress,
    Progress,
    ProgressChart,
    ProgressEvent,
    ProgressGroup,
    State,
)

LONGEST_PAUSE = 20 * 60.0
"""Seconds between two events that count as work at most: beyond that, somebody has left."""

SOLVED: tuple[State, ...] = ("passes", "equals")

_STATE_OF_LEVEL: dict[str | None, State] = {
    "runs": "runs",
    "passes_check": "passes",
    "equals_reference": "equals",
}
_REVEALS: tuple[Reveal, ...] = get_args(Reveal)


def progress(bench: str, listed: Filterable, events: Iterable[ProgressEvent], note: str | None = None) -> Progress:
    """The progress in a bench of these instances; events of instances that it no longer has are left out."""
    known = frozenset(listed.columns.ids)
    instances = [one for one in instance_progress(events) if one.bench == bench and one.id in known]
    states: dict[str, State] = {one.id: one.state for one in instances}
    by_place = [states.get(id, "new") for id in listed.columns.ids]
    counts = Counter(by_place)
    attempts = sum(len(one.attempts) for one in instances)
    hints = sum(len(one.hints) for one in instances)
    seconds = sum(one.seconds for one in instances)
    return Progress(
        bench=bench,
        counts={state: counts[state] for state in STATES},
        total=len(listed),
        instances=instances,
        attempts=attempts,
        hints=hints,
        seconds=seconds,
        charts=[_chart(facet, listed, by_place) for facet in listed.filter(InstanceFilter())[1]],
        sentence=f"{_counted(attempts, 'attempt')}, {_counted(hints, 'hint')}, {duration(seconds)}.",
        note=note,
    )


def instance_progress(events: Iterable[ProgressEvent]) -> list[InstanceProgress]:
    """What the events come to for each instance that occurs in them, by bench and id."""
    by_instance: dict[tuple[str, str], list[ProgressEvent]] = {}
    for event in sorted(events, key=lambda event: event.at):
        by_instance.setdefault((event.bench, event.id), []).append(event)
    return [_instance(bench, id, by_instance[bench, id]) for bench, id in sorted(by_instance)]


def _instance(bench: str, id: str, events: Sequence[ProgressEvent]) -> InstanceProgress:
    by_attempt: dict[tuple[datetime | None, int], list[ProgressEvent]] = {}
    for event in events:
        if event.attempt is not None:
            by_attempt.setdefault((event.started, event.attempt), []).append(event)
    attempts = [_attempt(number, started, own) for (started, number), own in by_attempt.items()]
    return InstanceProgress(
        bench=bench,
        id=id,
        state=max((attempt.state for attempt in attempts), key=STATES.index, default="new"),
        attempts=attempts,
        hints=_hints(events),
        seconds=sum(attempt.seconds for attempt in attempts),
    )


def _attempt(number: int, started: datetime | None, events: Sequence[ProgressEvent]) -> AttemptProgress:
    checks = [event for event in events if event.kind == "checked"]
    states = [_STATE_OF_LEVEL.get(check.value, "tried") for check in checks]
    return AttemptProgress(
        attempt=number,
        started=started,
        state=max(states, key=STATES.index, default="tried"),
        checks=len(checks),
        hints=_hints(events),
        seconds=time_at_work(events),
    )


def _hints(events: Iterable[ProgressEvent]) -> list[Reveal]:
    used = {event.value for event in events if event.kind == "hint"}
    return [what for what in _REVEALS if what in used]


def time_at_work(events: Sequence[ProgressEvent]) -> float:
    """Seconds between the events of an attempt, in their order; a pause counts for `LONGEST_PAUSE` at most.

    What lies before an attempt is opened again is no work.
    """
    return sum(
        min(LONGEST_PAUSE, (after.at - before.at).total_seconds())
        for before, after in pairwise(events)
        if after.kind != "opened"
    )


def _chart(facet: Facet, listed: Filterable, states: Sequence[State]) -> ProgressChart:
    by_value: dict[str, Counter[State]] = {value.value: Counter() for value in facet.values}
    for (value, state), count in Counter(zip(listed.columns.labels[facet.dimension], states, strict=True)).items():
        if value in by_value:
            by_value[value][state] += count
    groups = [
        ProgressGroup(
            value=value,
            counts={state: counts[state] for state in STATES if counts[state]},
            total=counts.total(),
            solved=sum(counts[state] for state in SOLVED),
        )
        for value, counts in by_value.items()
    ]
    return ProgressChart(dimension=facet.dimension, title=facet.title, groups=groups)


def duration(seconds: float) -> str:
    """Such as "3 h 12 min" or "4 min"."""
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
