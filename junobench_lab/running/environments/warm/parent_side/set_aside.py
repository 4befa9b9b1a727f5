"""Takes modules out of `sys.modules`, and brings each back when a notebook imports it.

To the notebook a module that comes back is one that it imported: what the import of the module does to others (warning
filters, warnings, environment variables, attributes of packages) is done when it comes back, and not before. A file of
the notebook's own with the name of a module comes first where it would come first in a fresh kernel.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import os
import random
import sys
import warnings
from collections.abc import Iterable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from .watched_imports import ABSENT, ImportRecord


class SetAside:
    """A finder (see `sys.meta_path`) for the modules that it has taken away."""

    def __init__(self, records: dict[str, ImportRecord], baseline: set[str]) -> None:
        """Take all modules out of `sys.modules` that aren't in ``baseline``; ``records`` tell how they got there."""
        self._records = records
        self._modules: dict[str, Any] = {}
        self._closures: dict[str, frozenset[str]] = {}
        self._depth = 0
        self._main = sys.modules.get("__main__")
        self._attributes: set[str] = set()
        """Modules that were an attribute of their package, under their own name."""
        for name in [name for name in sys.modules if name not in baseline]:
            self._modules[name] = sys.modules.pop(name)
        # The import system puts each module at the end when its code is through.
        places = {name: place for place, name in enumerate(self._modules)}
        for name, module in self._modules.items():
            package = self._known(name.rpartition(".")[0])
            child = name.rpartition(".")[2]
            if package is not None and vars(package).get(child) is module:
                delattr(package, child)
                self._attributes.add(name)
            if isinstance(module, ModuleType):
                vars(module).pop("__warningregistry__", None)
                self._note_needs_of_extension(name, module, places)
        for record in records.values():
            for variable in record.variables:
                os.environ.pop(variable, None)
            for registry, each, _ in record.registered:
                registry.pop(each, None)
            for finder in record.finders:
                if finder in sys.meta_path:
                    sys.meta_path.remove(finder)
        sys.meta_path.insert(0, self)

    def look_ahead(self, names: Iterable[str]) -> None:
        """Find out now what will be asked when a notebook imports ``names``."""
        for name in names:
            while name:
                self._closure(name)
                name = name.rpartition(".")[0]

    @property
    def names(self) -> list[str]:
        return sorted(self._modules)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name not in self._modules or target is not None:
            return None
        if self._depth == 0:
            self._forget_shadowed(name)
            if name not in self._modules:
                return None
        module = self._modules[name]
        original = getattr(module, "__spec__", None)
        loader: Any = _Loader(self, name)
        spec = importlib.machinery.ModuleSpec(name, loader, origin=getattr(original, "origin", None))
        if hasattr(module, "__path__"):
            spec.submodule_search_locations = module.__path__
        return spec

    def bring_back(self, name: str, module: Any, original: Any) -> None:
        if isinstance(module, ModuleType) and original is not None:
            module.__spec__ = original
        self._modules.pop(name, None)
        record = self._records.get(name)
        if record is None:
            return
        for inserted, each in record.inserted.items():
            if self._modules.pop(inserted, None) is not None:
                # `multiprocessing` calls the main module by another name, too; that is the notebook's by now.
                sys.modules[inserted] = sys.modules["__main__"] if each is self._main else each
                package = self._known(inserted.rpartition(".")[0])
                if inserted in self._attributes and package is not None:
                    setattr(package, inserted.rpartition(".")[2], each)
        self._depth += 1
        try:
            for need in record.needs:
                if need in self._modules:
                    self._import(need)
        finally:
            self._depth -= 1
        _bind_as_before(name, module, record)
        _redo(record)

    def _import(self, name: str) -> None:
        """What `importlib.import_module` does for a module that was set aside, in a tenth of the time."""
        package, _, child = name.rpartition(".")
        if package in self._modules:
            self._import(package)
            if name not in self._modules:
                # Its package has imported it.
                return
        module = self._modules[name]
        if self._is_found_by_another(name, package):
            importlib.import_module(name)
            return
        sys.modules[name] = module
        self.bring_back(name, module, self.original_spec(name))
        # The import system moves a module to the end, too, once its code is through.
        sys.modules[name] = module = sys.modules.pop(name)
        if package in sys.modules:
            setattr(sys.modules[package], child, module)

    def _is_found_by_another(self, name: str, package: str) -> bool:
        """Whether a finder that a notebook or its kernel has put before this one wants the module."""
        path = getattr(sys.modules.get(package), "__path__", None)
        for finder in sys.meta_path:
            if finder is self:
                return False
            find = getattr(finder, "find_spec", None)
            if find is not None and find(name, path, None) is not None:
                return True
        return True

    def original_spec(self, name: str) -> Any:
        return getattr(self._modules[name], "__spec__", None)

    def module(self, name: str) -> Any:
        return self._modules[name]

    def _known(self, name: str) -> Any:
        module = self._modules.get(name) or sys.modules.get(name)
        return module if isinstance(module, ModuleType) else None

    def _note_needs_of_extension(self, name: str, module: ModuleType, places: dict[str, int]) -> None:
        """Compiled modules import past all hooks; what they have imported is among their names.

        ``places``: the order in which modules were there. What came later is only where a name is shown to belong.
        """
        origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
        if name not in self._records or not origin.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES)):
            return
        for value in list(vars(module).values()):
            if isinstance(value, ModuleType):
                found = value.__name__
            elif isinstance(value, (type, FunctionType, BuiltinFunctionType)):
                found = value.__module__
            else:
                continue
            if isinstance(found, str) and places.get(found, places[name]) < places[name]:
                self._records[name].needs[found] = None

    def _closure(self, name: str) -> frozenset[str]:
        """The module and all that it needs."""
        if name not in self._closures:
            found: set[str] = set()
            waiting = [name]
            while waiting:
                each = waiting.pop()
                if each in found:
                    continue
                found.add(each)
                parts = each.rpartition(".")[0]
                record = self._records.get(each)
                waiting += [need for need in (record.needs if record is not None else ()) if need in self._modules]
                if parts in self._modules:
                    waiting.append(parts)
            self._closures[name] = frozenset(found)
        return self._closures[name]

    def _forget_shadowed(self, wanted: str) -> None:
        """Forget what a fresh kernel would find elsewhere by now, and all that needs it: it is imported anew."""
        roots = {name.partition(".")[0] for name in self._closure(wanted)}
        shadowed = {root for root in roots if root in self._modules and self._is_shadowed(root)}
        if not shadowed:
            return
        for name in list(self._modules):
            if any(each.partition(".")[0] in shadowed for each in self._closure(name)):
                del self._modules[name]
        self._closures.clear()

    def _is_shadowed(self, root: str) -> bool:
        spec: Any = getattr(self._modules[root], "__spec__", None)
        origin = getattr(spec, "origin", None)
        # Compiled modules of a package register under short names, too, by which nobody could import them.
        if origin in (None, "built-in", "frozen") or spec.name != root:
            return False
        try:
            found = importlib.machinery.PathFinder.find_spec(root)
        except Exception:
            return True
        return found is None or found.origin != origin


class _Loader:
    """Loads one module that was set aside; others may put a method of their own over its `exec_module`."""

    def __init__(self, aside: SetAside, name: str) -> None:
        self._aside = aside
        self._name = name
        self._original = aside.original_spec(name)

    def create_module(self, spec: Any) -> Any:
        return self._aside.module(self._name)

    def exec_module(self, module: Any) -> None:
        # IPython leaves out frames that say so, if the import fails.
        __tracebackhide__ = True
        self._aside.bring_back(self._name, module, self._original)


def _bind_as_before(name: str, module: Any, record: ImportRecord) -> None:
    """Names of submodules are what they were when the package's code was through: some packages rebind them."""
    if not isinstance(module, ModuleType):
        return
    for child, value in record.bound.items():
        if value is ABSENT:
            if vars(module).get(child) is sys.modules.get(f"{name}.{child}", ABSENT):
                delattr(module, child)
        else:
            setattr(module, child, value)


def _redo(record: ImportRecord) -> None:
    for _ in range(record.drawn):
        random.getrandbits(32)
    for variable, value in record.variables.items():
        os.environ.setdefault(variable, value)
    for registry, each, registered in record.registered:
        registry[each] = registered
    sys.meta_path.extend(finder for finder in record.finders if finder not in sys.meta_path)
    if record.filters:
        filters: list[Any] = warnings.filters  # type: ignore[assignment]
        for front, each in record.filters:
            if each in filters:
                filters.remove(each)
            filters.insert(0 if front else len(filters), each)
        # Python remembers what it decided by the filters until it hears that they have changed.
        with warnings.catch_warnings():
            pass
    for said in record.warned:
        shown = sys.modules.get(_module_of(said.filename))
        registry = vars(shown).setdefault("__warningregistry__", {}) if shown is not None else {}
        warnings.warn_explicit(
            said.message, said.category, said.filename, said.lineno, module=_module_of(said.filename), registry=registry
        )


def _module_of(filename: str) -> str:
    for name, module in list(sys.modules.items()):
        if getattr(module, "__file__", None) == filename:
            return name
    return filename
