"""What branches, loops and handlers do to the names of a cell."""

import ast
from collections.abc import Iterable
from typing import Any

from .cell_names import Branch, CellNames
from .changes import constant_strings
from .syntax import catches_name_error, matches_anything


class ControlFlow(CellNames):
    """A name is surely bound only where every way leads past its binding."""

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        """Bind what a target names to a value."""
        raise NotImplementedError

    def _way(self, statements: Iterable[ast.stmt], bound: set[str]) -> Branch:
        outer, self.branch = self.branch, Branch(set(bound))
        for statement in statements:
            self.visit(statement)
        way, self.branch = self.branch, outer
        return way

    def _join(self, *ways: Branch) -> None:
        going_on = [way.bound for way in ways if not way.ends]
        if going_on:
            self.branch.bound = set.intersection(*going_on)
        else:
            self.branch.ends = True

    def visit_If(self, node: ast.If) -> None:
        self.visit(node.test)
        before = self.branch.bound
        self._join(self._way(node.body, before), self._way(node.orelse, before))

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.visit(node.test)
        before = set(self.branch.bound)
        self.visit(node.body)
        self.branch.bound = set(before)
        self.visit(node.orelse)
        self.branch.bound = before

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self.visit(node.values[0])
        before = set(self.branch.bound)
        for value in node.values[1:]:
            self.visit(value)
        self.branch.bound = before

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        # Taken as run at least once: a loop over nothing is rare in notebooks, a name left over from a loop is not.
        self.visit(node.iter)
        strings = constant_strings(node.iter, self.known)
        self.assign(node.target, node.iter)
        if isinstance(node.target, ast.Name):
            self.known.pop(node.target.id, None)
            if strings:
                self.known[node.target.id] = strings
        self._loop(node)

    visit_AsyncFor = visit_For

    def visit_While(self, node: ast.While) -> None:
        self.visit(node.test)
        self._loop(node)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While) -> None:
        before = self.branch.bound
        deleted = set(self.deletes)
        body = self._way(node.body, before)
        for name in set(self.deletes) - deleted - body.bound:
            # What a turn of the loop deletes is gone after it.
            before.discard(name)
        self.branch.bound = before | body.bound
        self.branch.bound |= self._way(node.orelse, self.branch.bound).bound

    def visit_Try(self, node: ast.Try) -> None:
        before = set(self.branch.bound)
        guards = any(catches_name_error(handler) for handler in node.handlers)
        self.guards += guards
        body = self._way(node.body, before)
        self.guards -= guards
        passed = self._way(node.orelse, body.bound)
        passed.ends = passed.ends or body.ends
        handled = []
        for handler in node.handlers:
            if handler.type is not None:
                self.visit(handler.type)
            if handler.name:
                self.writes.setdefault(handler.name)
                way = self._way(handler.body, before | {handler.name})
                way.bound.discard(handler.name)
                self.deletes.setdefault(handler.name)
            else:
                way = self._way(handler.body, before)
            handled.append(way)
        self._join(passed, *handled)
        for statement in node.finalbody:
            self.visit(statement)

    def visit_TryStar(self, node: Any) -> None:
        self.visit_Try(node)

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            self.visit(item.context_expr)
            if item.optional_vars is not None:
                self.assign(item.optional_vars, item.context_expr)
        for statement in node.body:
            self.visit(statement)

    visit_AsyncWith = visit_With

    def visit_Match(self, node: ast.Match) -> None:
        self.visit(node.subject)
        before = self.branch.bound
        ways = [Branch(set(before))]
        for case in node.cases:
            outer, self.branch = self.branch, Branch(set(before))
            self.visit(case.pattern)
            if case.guard is not None:
                self.visit(case.guard)
            for statement in case.body:
                self.visit(statement)
            ways.append(self.branch)
            self.branch = outer
            if case.guard is None and matches_anything(case.pattern):
                ways.pop(0)
        self._join(*ways)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        self.generic_visit(node)
        if node.name:
            self.bind(node.name)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        if node.name:
            self.bind(node.name)

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        self.generic_visit(node)
        if node.rest:
            self.bind(node.rest)

    def _leave(self, node: ast.AST) -> None:
        self.generic_visit(node)
        self.branch.ends = True

    visit_Raise = visit_Return = visit_Break = visit_Continue = _leave

    def visit_Global(self, node: ast.Global) -> None:
        """At the top level ``global x`` says nothing new."""
