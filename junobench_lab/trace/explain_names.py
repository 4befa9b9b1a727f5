"""Explaining a ``NameError``: the cell that makes the name never ran, ran later, can't run, or isn't there."""

import ast
import difflib
import re
from collections.abc import Sequence

from ..instances.models import Cell
from .crash_case import CrashCase, never_run, place_of, too_early
from .dataflow import cell_flow
from .missing import missing_name
from .models import Finding
from .order import failure
from .python_source import parse_cell

_FENCE = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_COMMENTED = r"^[ \t]*#[ \t]*(?:[\w, ]+,[ \t]*)?{name}[ \t]*(?:,[\w, ]+)?=(?!=)|^[ \t]*#.*\b(?:import|as)[ \t]+{name}\b"
_ASSIGNED = r"^[ \t]*(?:[\w, ]+,[ \t]*)?{name}[ \t]*(?:,[\w, ]+)?=(?!=)|^(?:def|class)[ \t]+{name}\b"


def explain_missing_name(case: CrashCase) -> list[Finding]:
    """Findings on a name that doesn't exist; empty for another exception, or where order isn't the cause."""
    name = missing_name(case.crash.ename, case.crash.evalue)
    if name is None:
        return []
    here = case.crash.cell
    writers = [*case.writers(name), *_unreadable_writers(case, name)]
    if any(cell in case.ran for cell in writers):
        return _unbound(case, name, [cell for cell in writers if cell in case.ran])
    later = [cell for cell in writers if cell in case.later]
    if later:
        cell = case.nearest(later, here)
        assert cell is not None
        return [too_early(case, cell, f"{name} is made by", name)]
    not_code = [cell.cell for cell in case.cells if cell.type != "code" and name in _names_in_text(cell)]
    never = [cell for cell in writers if case.never_ran(cell)]
    source = case.nearest([*never, *not_code], here)
    if source is not None and source in not_code:
        kind = case.cells[source].type
        sentence = (
            f"{name} is made in {place_of(source)}, which is a {kind} cell, so it cannot run. Make it a code cell."
        )
        return [Finding(kind="raw_cell", name=name, cells=[source], sentence=sentence)]
    if source is not None:
        return [never_run(case, source, f"{name} is made by", name)]
    for hidden, what in ((_star_imports(case), "the star import in"), (_opaque_cells(case), "what is run by")):
        cell = case.nearest(hidden, here)
        if cell is not None:
            return [never_run(case, cell, f"{name} may come from {what}", name)]
    return [_never_defined(case, name)]


def _unreadable_writers(case: CrashCase, name: str) -> list[int]:
    """Cells below a syntax error of their own that still look as if they would make the name."""
    pattern = re.compile(_ASSIGNED.format(name=re.escape(name)), re.MULTILINE)
    return [
        cell
        for cell, flow in case.flows.items()
        if flow.problem and name not in flow.writes and cell != case.crash.cell and pattern.search(_source(case, cell))
    ]


def _star_imports(case: CrashCase) -> list[int]:
    return [cell for cell, flow in case.flows.items() if flow.star_import and case.never_ran(cell)]


def _opaque_cells(case: CrashCase) -> list[int]:
    return [cell for cell, flow in case.flows.items() if flow.opaque and case.never_ran(cell)]


def _source(case: CrashCase, cell: int) -> str:
    return case.cells[cell].source


def _names_in_text(cell: Cell) -> set[str]:
    """Names that a raw or markdown cell would bind if it were code."""
    parts = [cell.source] if cell.type == "raw" else _FENCE.findall(cell.source)
    return {name for part in parts for name in cell_flow(part).writes}


def _unbound(case: CrashCase, name: str, writers: Sequence[int]) -> list[Finding]:
    """A cell that makes the name ran, and still it doesn't exist: unbound since, or never bound in that session."""
    deleters = [step for step in case.steps[:-1] if name in step.deletes]
    if deleters:
        return _deleted_by_code(case, name, deleters[-1].cell, writers)
    failed = _failed_before(case, name, writers)
    if failed is not None:
        return [failed]
    surely = [cell for cell in writers if _surely_binds(_source(case, cell), name)]
    source = case.nearest(surely, case.crash.cell)
    if source is None:
        # Made on a way through its cell that wasn't taken: the cell's own matter.
        return []
    sentence = (
        f"{name} is made by {place_of(source)}, but not in this session: the kernel was restarted or the cell was "
        "edited after it ran. Run it again."
    )
    return [Finding(kind="never_run", name=name, cells=[source], sentence=sentence)]


def _failed_before(case: CrashCase, name: str, writers: Sequence[int]) -> Finding | None:
    """The cell that makes the name stopped with an error of its own before it came to that line."""
    stopped = {cell: failed for cell in writers if (failed := failure(case.cells[cell])) is not None}
    source = case.nearest(stopped, case.crash.cell)
    if source is None:
        return None
    where = place_of(source)
    sentence = (
        f"{name} is made by {where}, but {where} stopped with {stopped[source].ename} before it came to that. "
        f"Repair {where} first."
    )
    return Finding(kind="never_run", name=name, cells=[source], sentence=sentence)


def _surely_binds(source: str, name: str) -> bool:
    """Whether a cell that ran to its end has bound a name: it does so at its top level, not on some way only."""
    for statement in parse_cell(source).tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if statement.name == name:
                return True
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            if any((alias.asname or alias.name.split(".")[0]) == name for alias in statement.names):
                return True
        elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if any(isinstance(n, ast.Name) and n.id == name for target in targets for n in ast.walk(target)):
                return True
    return False


def _deleted_by_code(case: CrashCase, name: str, deleter: int, writers: Sequence[int]) -> list[Finding]:
    """The name was made and then unbound by ``del`` in another cell that ran."""
    above = [cell for cell in writers if cell < case.crash.cell]
    if deleter < case.crash.cell and (not above or deleter > above[-1]):
        # Document order deletes it as well.
        return []
    where = place_of(case.crash.cell)
    sentence = f"{name} was deleted by {place_of(deleter)}, which should not have run before {where}."
    return [Finding(kind="should_not_have_run", name=name, cells=[deleter], sentence=sentence)]


def _never_defined(case: CrashCase, name: str) -> Finding:
    local = [cell for cell, flow in case.flows.items() if flow.functions and _binds_inside(_source(case, cell), name)]
    pattern = re.compile(_COMMENTED.format(name=re.escape(name)), re.MULTILINE)
    commented = [cell for cell in case.flows if cell != case.crash.cell and pattern.search(_source(case, cell))]
    known = {written for flow in case.flows.values() for written in flow.writes} | case.available
    alike = difflib.get_close_matches(name, sorted(known - {name}), n=3, cutoff=0.75)
    cells: list[int] = []
    if commented:
        cells = [_nearest(case, commented)]
        sentence = f"No cell makes {name}: in {place_of(cells[0])} the line that would is commented out."
    elif alike:
        sentence = f"No cell makes {name}. It may be misspelt: the notebook has {', '.join(alike)}."
    elif local:
        cells = [_nearest(case, local)]
        sentence = f"No cell makes {name}: in {place_of(cells[0])} it exists only inside a function."
    elif case.trace.lost:
        lost = "1 execution" if case.trace.lost == 1 else f"{case.trace.lost} executions"
        sentence = f"No cell makes {name}. {lost} left no cell: the one that made it was probably deleted after it ran."
    else:
        sentence = f"No cell makes {name}: it was never defined in this notebook."
    return Finding(kind="never_defined", name=name, cells=cells, sentence=sentence)


def _nearest(case: CrashCase, cells: Sequence[int]) -> int:
    nearest = case.nearest(cells, case.crash.cell)
    assert nearest is not None, "asked of no cells"
    return nearest


def _binds_inside(source: str, name: str) -> bool:
    """Whether a function or class of the cell has a name of its own like this."""
    for statement in parse_cell(source).tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for inner in ast.walk(statement):
                if isinstance(inner, ast.Name) and inner.id == name and isinstance(inner.ctx, ast.Store):
                    return True
                if isinstance(inner, ast.arg) and inner.arg == name:
                    return True
    return False
