"""Instances by whether systems are right about them: filters, marks and shares by label. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from ...instances.facets import Filterable, filter_instances
from ...instances.models import InstanceFilter, InstanceSummary
from .grading import GradedSystem
from .models import Standing, SystemChart, SystemFacet, SystemGroup, SystemMark, SystemShare


def chosen_instances(
    systems: Sequence[GradedSystem], chosen: Mapping[str, Standing], hidden: Collection[str] = ()
) -> set[str] | None:
    """Ids of the instances on which every chosen system (by key) is what was chosen; ``None`` where none is chosen.

    Of those that are ``hidden`` nothing is told, so they aren't among them.
    """
    sets = [_ids(system, chosen[system.kept.key]) for system in systems if system.kept.key in chosen]
    return set.intersection(*sets).difference(hidden) if sets else None


def system_facets(
    systems: Sequence[GradedSystem],
    chosen: Mapping[str, Standing],
    listed: Filterable,
    labels: InstanceFilter,
    hidden: Collection[str] = (),
) -> list[SystemFacet]:
    """The counts of the filters by systems; as with labels, they heed all filters but the system's own."""
    found = set(listed.filter(labels)[0].ids).difference(hidden) if systems else set()
    facets = []
    for system in systems:
        others = {key: standing for key, standing in chosen.items() if key != system.kept.key}
        among = chosen_instances(systems, others)
        left = found if among is None else found & among
        right, wrong = (len(left & _ids(system, standing)) for standing in ("right", "wrong"))
        kept = system.kept
        facets.append(SystemFacet(key=kept.key, name=kept.name, task=kept.task, right=right, wrong=wrong))
    return facets


def marks_of(systems: Iterable[GradedSystem], id: str) -> list[SystemMark]:
    """The marks in the row of an instance; a system that isn't judged on it has none."""
    return [
        SystemMark(key=system.kept.key, standing=system.standings[id]) for system in systems if id in system.standings
    ]


def system_charts(systems: Sequence[GradedSystem], summaries: Sequence[InstanceSummary]) -> list[SystemChart]:
    """The share right by each label that the bench has; the most frequent value first."""
    charts = []
    for facet in filter_instances(summaries, InstanceFilter())[1]:
        groups = []
        for value in facet.values:
            ids = {summary.id for summary in summaries if getattr(summary.labels, facet.dimension) == value.value}
            shares = [_share(system, ids) for system in systems]
            groups.append(SystemGroup(value=value.value, total=value.total, shares=shares))
        if groups:
            charts.append(SystemChart(dimension=facet.dimension, title=facet.title, groups=groups))
    return charts


def _share(system: GradedSystem, ids: Collection[str]) -> SystemShare:
    judged = [standing for id, standing in system.standings.items() if id in ids]
    return SystemShare(key=system.kept.key, right=judged.count("right"), of=len(judged))


def _ids(system: GradedSystem, standing: str) -> set[str]:
    return {id for id, found in system.standings.items() if found == standing}
