"""A variant before it is recorded: cells in document order, and the session that ran them."""

from dataclasses import dataclass, replace
from pathlib import Path

from .blocks import KEY, Block, StoryError, places, read_blocks

REEXECUTE_MARK = "# [re-execute] this cell ran more than once, which made it crash"
"""First line that the benchmark's convention asks for; whoever replays the notebook runs the cell twice."""


@dataclass(frozen=True)
class DraftCell:
    key: str
    type: str
    source: str
    crash: bool = False
    reexecute: bool = False
    hidden: bool = False
    """Ran, but isn't in the saved notebook (deleted)."""

    def marked(self, mark: bool) -> str:
        """The source; with ``mark``, a cell that ran twice says so in its first line."""
        return f"{REEXECUTE_MARK}\n{self.source}" if mark and self.reexecute else self.source


@dataclass(frozen=True)
class Step:
    """One execution of the session."""

    key: str | None
    """Cell that runs; ``None`` for a scratch cell that was lost."""
    source: str = ""
    """Source of the scratch cell."""


@dataclass(frozen=True)
class Draft:
    cells: list[DraftCell]
    """In document order, deleted ones included."""
    session: list[Step]

    def visible(self) -> list[DraftCell]:
        return [cell for cell in self.cells if not cell.hidden]

    def position(self, key: str, where: str) -> int:
        for position, cell in enumerate(self.cells):
            if cell.key == key:
                return position
        raise StoryError(f"{where}: there is no cell {key}; keys are {', '.join(cell.key for cell in self.cells)}.")

    def count(self, key: str) -> int | None:
        """The count that the notebook saves: that of the last execution."""
        found = [place for place, step in enumerate(self.session, start=1) if step.key == key]
        return found[-1] if found else None

    def sources(self, mark: bool) -> list[str]:
        """What every execution of the session runs, line for line as it is saved (a traceback names lines)."""
        saved = {cell.key: cell.marked(mark) for cell in self.cells}
        return [step.source if step.key is None else saved[step.key] for step in self.session]

    @property
    def crash(self) -> DraftCell | None:
        return next((cell for cell in self.cells if cell.crash), None)


def read_story(folder: Path) -> Draft:
    """The reproduced variant. Raises `StoryError`."""
    blocks = read_blocks(folder / "story.py")
    cells: list[DraftCell] = []
    session: dict[int, Step] = {}
    shown = 0
    for block in blocks:
        block.only(words={"crash", "reexecute", "lost", "deleted"}, values={"run", "id"})
        where = block.where
        lost, deleted = "lost" in block.words, "deleted" in block.words
        if not lost and not deleted:
            shown += 1
        key = block.values.get("id") or f"c{shown}"
        if deleted:
            key = block.value("id")
        cell = DraftCell(
            key, block.type, block.source, "crash" in block.words, "reexecute" in block.words, hidden=deleted
        )
        if not lost:
            _accept(cell, cells, where)
            cells.append(cell)
        for place in places(block.values["run"], where) if "run" in block.values else []:
            if block.type != "code" or not block.source:
                raise StoryError(f"{where}: only a code cell with a source gets a count; drop run=.")
            if place in session:
                raise StoryError(f"{where}: two cells claim place {place} of the session.")
            session[place] = Step(None, block.source) if lost else Step(key)
    if holes := sorted(set(range(1, max(session, default=0) + 1)) - set(session)):
        missing = ", ".join(map(str, holes))
        raise StoryError(f"{folder.name}/story.py: nothing runs at place {missing}; write a '# %% lost run=...' block.")
    draft = Draft(cells, [session[place] for place in sorted(session)])
    _check_crash(draft, folder.name)
    return draft


def _accept(cell: DraftCell, before: list[DraftCell], where: str) -> None:
    if not KEY.fullmatch(cell.key):
        raise StoryError(f"{where}: id={cell.key} isn't a key; use a-z, 0-9 and _.")
    if any(other.key == cell.key for other in before):
        raise StoryError(f"{where}: the key {cell.key} is taken.")


def _check_crash(draft: Draft, where: str) -> None:
    crashing = [cell for cell in draft.cells if cell.crash]
    if len(crashing) != 1 or draft.count(crashing[0].key) is None or crashing[0].hidden:
        raise StoryError(f"{where}/story.py: exactly one cell that ran and is still there carries 'crash'.")
    repeated = [cell for cell in draft.cells if cell.reexecute]
    ran = sum(step.key == crashing[0].key for step in draft.session)
    if repeated and (repeated != crashing or ran != 2):
        raise StoryError(f"{where}/story.py: 'reexecute' belongs on the crash cell, with two places in run=.")


def change(story: Draft, path: Path) -> Draft:
    """The variant that a file of changes describes. Raises `StoryError`."""
    draft = story
    for block in read_blocks(path):
        verb = block.words[0] if block.words else ""
        if verb not in _VERBS:
            raise StoryError(f"{block.where}: begin with one of {', '.join(_VERBS)}.")
        draft = _VERBS[verb](draft, block)
    return draft


def _replace(draft: Draft, block: Block) -> Draft:
    block.only(words={"replace"}, values={"id"})
    at = draft.position(block.value("id"), block.where)
    cells = list(draft.cells)
    cells[at] = replace(cells[at], source=block.source, type=block.type)
    return replace(draft, cells=cells)


def _insert(draft: Draft, block: Block) -> Draft:
    block.only(words={"insert", "never"}, values={"after", "id", "before"})
    cell = DraftCell(block.value("id"), block.type, block.source)
    _accept(cell, draft.cells, block.where)
    after = block.value("after")
    at = 0 if after == "start" else draft.position(after, block.where) + 1
    cells = [*draft.cells[:at], cell, *draft.cells[at:]]
    session = list(draft.session)
    if block.type == "code" and block.source and "never" not in block.words:
        keys = [step.key for step in session]
        if "before" in block.values:
            anchor, shift = block.values["before"], 0
        else:
            anchor, shift = after, 1
        if anchor not in keys:
            raise StoryError(f"{block.where}: {anchor} never runs, so the new cell has no place; add before= or never.")
        place = keys.index(anchor) if shift == 0 else len(keys) - keys[::-1].index(anchor)
        session.insert(place, Step(cell.key))
    return Draft(cells, session)


def _restore(draft: Draft, block: Block) -> Draft:
    block.only(words={"restore"}, values={"id"})
    at = draft.position(block.value("id"), block.where)
    cells = list(draft.cells)
    cells[at] = replace(cells[at], hidden=False, source=block.source or cells[at].source)
    return replace(draft, cells=cells)


def _delete(draft: Draft, block: Block) -> Draft:
    block.only(words={"delete"}, values={"id"})
    key = draft.cells[draft.position(block.value("id"), block.where)].key
    return Draft([cell for cell in draft.cells if cell.key != key], [step for step in draft.session if step.key != key])


def _order(draft: Draft, block: Block) -> Draft:
    return replace(draft, session=_steps(draft, block))


def _then(draft: Draft, block: Block) -> Draft:
    return replace(draft, session=[*draft.session, *_steps(draft, block)])


def _steps(draft: Draft, block: Block) -> list[Step]:
    steps: list[Step] = []
    for key in block.words[1:]:
        if key == "gap":
            steps.append(Step(None, "pass"))
            continue
        cell = draft.cells[draft.position(key, block.where)]
        if cell.type != "code" or not cell.source or cell.hidden:
            raise StoryError(f"{block.where}: {key} can't run: it is deleted, empty or no code cell.")
        steps.append(Step(key))
    return steps


_VERBS = {
    "replace": _replace,
    "insert": _insert,
    "restore": _restore,
    "delete": _delete,
    "order": _order,
    "then": _then,
}
