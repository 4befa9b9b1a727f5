"""Loaded systems beside the instances, within what this person may see."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from ..errors import InvalidRequest, NotRevealed, UnknownInstance
from ..instances.models import InstanceFilter
from ..research.agents.kept import kept_of, kept_trajectory, read_trajectories
from ..research.agents.models import Trajectory
from ..research.agents.replay import Replay, cells_at_the_start, replay, trajectory_row
from ..research.loaded.grading import GradedSystem
from ..research.loaded.kept import kept_systems, system_of
from ..research.loaded.load import LoadedSystems, system_list
from ..research.loaded.models import LoadedSystem, Standing, SystemList
from ..research.loaded.said import on_instance
from ..research.loaded.standings import chosen_instances, marks_of, system_facets
from .models import AddSystem, GradingRequest, InstanceSystems, ListedInstances, TrajectoryRequest, Unloaded
from .own_files import own_file
from .practising import Practising
from .workplace import Workplace

_PATIENCE = 1.0
"""Seconds for which an answer waits for the grading of systems: a usual bench takes less."""
_WORKED_ON = "What systems and agents made of this crash is hidden while you work on it: it may tell the answer."


class Systems:
    """Where answers may not be seen at all, no system is at hand: marks of right and wrong would tell them."""

    def __init__(self, place: Workplace, practising: Practising, log: logging.Logger) -> None:
        self._place = place
        self._practising = practising
        self._loaded = LoadedSystems(_PATIENCE, log)

    def close(self) -> None:
        self._loaded.close()

    def loaded(self, bench: str) -> SystemList:
        """Raises `UnknownBench`, `BrokenBench`."""
        return system_list(self._place.catalog.bench(bench), self._of(bench))

    def add(self, asked: AddSystem) -> LoadedSystem:
        """Raises `InvalidRequest` for files that can't be used, and `NotRevealed` where answers may not be seen."""
        if not self._place.reveals.allowed:
            raise NotRevealed(
                "Answers may not be seen on this server (may_reveal is off), so no system can be judged here."
            )
        root = self._place.contents_root
        files = [own_file(root, path) for path in asked.paths]
        return self._loaded.add(self._place.catalog.bench(asked.bench), files, asked.name)

    def grade(self, asked: GradingRequest) -> SystemList:
        """Grade what was cancelled. Raises `UnknownBench`, `BrokenBench`."""
        self._loaded.grade_again(asked.bench)
        return self.loaded(asked.bench)

    def cancel_grading(self, bench: str) -> SystemList:
        """Raises `UnknownBench`, `BrokenBench`."""
        self._place.catalog.bench(bench)
        self._loaded.cancel_grading(bench)
        return self.loaded(bench)

    def remove(self, key: str) -> Unloaded:
        """Raises `UnknownSystem`."""
        return Unloaded(key=key, sentence=self._loaded.remove(key))

    def page(
        self, bench: str, chosen: InstanceFilter, standings: Mapping[str, Standing], offset: int, limit: int
    ) -> ListedInstances:
        """A part of the list, filtered by labels and by what systems are right about.

        An instance that was begun lacks the marks that could be hints, and is on no list by what systems are right
        about: that would tell them. Raises `UnknownSystem`.
        """
        systems = self._of(bench)
        for key in standings:
            system_of(key, [system.kept for system in systems])
        hidden = self._practising.worked_on(bench) if systems else set()
        among = chosen_instances(systems, standings, hidden)
        page = self._practising.page(bench, chosen, offset, limit, among)
        facets = []
        marks = {}
        if systems:
            listed, _ = self._place.catalog.bench(bench).filterable()
            facets = system_facets(systems, standings, listed, chosen, hidden)
            ids = [row.id for row in page.instances if row.id not in hidden]
            marks = {id: found for id in ids if (found := marks_of(systems, id))}
        return ListedInstances(**dict(page), systems=facets, marks=marks)

    def on_instance(self, bench: str, id: str) -> InstanceSystems:
        """Raises `UnknownBench`, `UnknownInstance`, `BrokenBench`."""
        self._place.catalog.bench(bench).summary(id)
        systems = self._of(bench)
        kept = [trajectory_row(name, trajectory) for name, trajectory in kept_of(bench, id)]
        if not self._practising.sight(bench, id).systems:
            hidden = _WORKED_ON if (systems or kept) and self._place.reveals.allowed else None
            return InstanceSystems(hidden=hidden, systems=[], trajectories=[])
        found = [one for system in systems if (one := on_instance(system, id)) is not None]
        return InstanceSystems(hidden=None, systems=found, trajectories=kept)

    def replay(self, asked: TrajectoryRequest) -> Replay:
        """Raises `InvalidRequest` for a file that is no trajectory, and `NotRevealed` where it may tell the answer."""
        if asked.name is not None:
            file = kept_trajectory(asked.name)
        else:
            assert asked.path is not None
            file = own_file(self._place.contents_root, asked.path)
        kept = read_trajectories(file)
        if asked.episode >= len(kept):
            raise InvalidRequest(
                f"{file.name} holds {len(kept)} episodes, counted from 0: there is no {asked.episode}."
            )
        told = self._replayed(kept[asked.episode])
        return told.model_copy(update={"episodes": [f"{one.id}, by {one.agent}" for one in kept]})

    def _replayed(self, trajectory: Trajectory) -> Replay:
        if trajectory.bench not in self._place.catalog.names():
            return replay(trajectory, None)
        bench = self._place.catalog.bench(trajectory.bench)
        try:
            bench.summary(trajectory.id)
        except UnknownInstance:
            return replay(trajectory, None)
        if not self._practising.sight(trajectory.bench, trajectory.id).systems:
            raise NotRevealed(
                f"What an agent did with {trajectory.id} may tell the answer: reveal its reference fix to see it."
                if self._place.reveals.allowed
                else "Answers may not be seen on this server (may_reveal is off), so no agent's way can be shown."
            )
        return replay(trajectory, cells_at_the_start(bench, trajectory.id, trajectory.limits.text))

    def _of(self, bench: str) -> list[GradedSystem]:
        """Nothing where the list of systems is damaged: that must not keep the bench from being shown."""
        opened = self._place.catalog.bench(bench)
        if not self._place.reveals.allowed:
            return []
        try:
            kept = kept_systems(bench)
        except InvalidRequest:
            return []
        return self._loaded.of(opened) if kept else []
