"""Watches what the import of each module does besides making that module, so that it can be done again later."""

from __future__ import annotations

import builtins
import importlib
import importlib.util
import os
import random
import sys
import warnings
from collections.abc import Iterator
from types import ModuleType
from typing import Any

_bootstrap: Any = importlib._bootstrap
_Environ: Any = type(os.environ)

_GENERATED = 624
"""Words that the Mersenne Twister makes at a time."""

_REGISTRIES = (("matplotlib", "colormaps", "_cmaps"), ("matplotlib.units", "registry"))
"""Dictionaries in which other libraries enter something of theirs: the module, and the attributes that lead there."""

ABSENT = object()


class ImportRecord:
    """What happened while a module's code ran, modules imported by it not included."""

    def __init__(self) -> None:
        self.needs: dict[str, None] = {}
        """Modules that it asked for, in order."""
        self.inserted: dict[str, Any] = {}
        """Modules that it put into `sys.modules` by hand."""
        self.filters: list[tuple[bool, Any]] = []
        """Warning filters, each with whether it came to the front."""
        self.warned: list[warnings.WarningMessage] = []
        self.variables: dict[str, str] = {}
        """Environment variables that it set, or would have set if another module hadn't."""
        self.finders: list[Any] = []
        """What it added to the end of `sys.meta_path`."""
        self.registered: list[tuple[Any, Any, Any]] = []
        """What it put into a registry of another library: the registry, name, and value."""
        self.drawn = 0
        """32-bit words that it drew from the generator of `random`, which notebooks seed and draw from."""
        self.bound: dict[str, Any] = {}
        """Its names that are also names of its submodules, as they were when its code was through."""


class ImportWatch:
    """While it is entered, keeps an `ImportRecord` of every module that is imported.

    A warning goes to the record of the module whose code ran, whatever the filters say; the filters are afterwards as
    they were before.
    """

    def __init__(self) -> None:
        self.records: dict[str, ImportRecord] = {}
        self.variables_read: set[str] = set()
        """Environment variables that imports asked for."""
        self._running: list[ImportRecord] = []
        self._outside = ImportRecord()
        self._catching: Any = warnings.catch_warnings(record=True)
        self._said: list[warnings.WarningMessage] = []
        self._warned = 0
        self._filters: list[Any] = []
        self._variables: dict[Any, Any] = {}
        self._modules: set[str] = set()
        self._finders: list[Any] = []
        self._registries: dict[int, set[Any]] = {}
        self._lazy: list[ModuleType] = []
        """Packages that import a submodule when somebody asks for their attribute of that name."""
        self._place = 0
        self._load = _bootstrap._load_unlocked
        self._import_again = _bootstrap._gcd_import
        self._import = builtins.__import__
        self._read_variable = _Environ.__getitem__
        self._default_variable = _Environ.setdefault
        self._lazy_package = ModuleType

    def __enter__(self) -> ImportWatch:
        self._said = self._catching.__enter__()
        # What isn't shown by default can be shown by the filters of a notebook.
        warnings.simplefilter("always")
        self._filters = list(warnings.filters)
        self._variables = _variables()
        self._modules = set(sys.modules)
        self._finders = list(sys.meta_path)
        self._place = _place_of_generator()
        watch = self

        def load(spec: Any) -> Any:
            return watch._watched_load(spec)

        def import_again(name: str, package: Any = None, level: int = 0) -> Any:
            module = watch._import_again(name, package, level)
            watch._need(module.__name__ if level else name)
            return module

        def imported(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
            module = watch._import(name, globals, locals, fromlist, level)
            if watch._running:
                watch._note_import(name, globals, fromlist or (), level)
            return module

        def read_variable(environment: Any, key: str) -> str:
            watch.variables_read.add(key)
            value: str = watch._read_variable(environment, key)
            return value

        def default_variable(environment: Any, key: str, value: str) -> str:
            if watch._running and any(key in record.variables for record in watch._all_records()):
                watch._running[-1].variables[key] = value
            given: str = watch._default_variable(environment, key, value)
            return given

        class LazyPackage(ModuleType):
            """Only the first who asks makes an import; all who ask need the module."""

            def __getattribute__(self, name: str) -> Any:
                value = super().__getattribute__(name)
                full = f"{super().__getattribute__('__name__')}.{name}"
                if isinstance(value, ModuleType) and value.__name__ == full:
                    watch._need(full)
                return value

        self._lazy_package = LazyPackage
        _bootstrap._load_unlocked = load
        _bootstrap._gcd_import = import_again
        builtins.__import__ = imported
        _Environ.__getitem__ = read_variable
        _Environ.setdefault = default_variable
        return self

    def __exit__(self, *error: Any) -> None:
        _bootstrap._load_unlocked = self._load
        _bootstrap._gcd_import = self._import_again
        builtins.__import__ = self._import
        _Environ.__getitem__ = self._read_variable
        _Environ.setdefault = self._default_variable
        for package in self._lazy:
            package.__class__ = ModuleType
        self._settle()
        lasting = {id(each) for each in warnings.filters}
        for record in self.records.values():
            # Others were taken away again by a `with warnings.catch_warnings()` around an import.
            record.filters = [(front, each) for front, each in record.filters if id(each) in lasting]
        self._catching.__exit__(*error)

    def _watched_load(self, spec: Any) -> Any:
        self._need(spec.name)
        self._settle()
        record = ImportRecord()
        self._running.append(record)
        try:
            module = self._load(spec)
            self._settle(loaded=spec.name)
            self.records[spec.name] = record
            record.bound = _bound(spec.name, module)
            if type(module) is ModuleType and "__path__" in vars(module) and "__getattr__" in vars(module):
                module.__class__ = self._lazy_package
                self._lazy.append(module)
            return module
        finally:
            self._running.pop()

    def _all_records(self) -> Iterator[ImportRecord]:
        yield from self._running
        yield from self.records.values()

    def _need(self, name: str) -> None:
        if self._running:
            self._running[-1].needs[name] = None

    def _note_import(self, name: str, globals: Any, fromlist: Any, level: int) -> None:
        if level:
            package = (globals or {}).get("__package__") or ""
            try:
                name = importlib.util.resolve_name("." * level + name, package)
            except (ImportError, ValueError):
                return
        self._need(name)
        for item in fromlist:
            if isinstance(item, str) and f"{name}.{item}" in sys.modules:
                self._need(f"{name}.{item}")

    def _settle(self, loaded: str = "") -> None:
        """Put what is new down to the module whose code runs."""
        record = self._running[-1] if self._running else self._outside
        known = {id(each) for each in self._filters}
        filters = list(warnings.filters)
        new = [each for each in filters if id(each) not in known]
        if new:
            old_places = [place for place, each in enumerate(filters) if id(each) in known]
            first = old_places[0] if old_places else len(filters)
            record.filters += [(filters.index(each) < first, each) for each in reversed(new)]
            self._filters += new
        record.warned += self._said[self._warned :]
        self._warned = len(self._said)
        variables = _variables()
        if variables != self._variables:
            changed = {name: value for name, value in variables.items() if self._variables.get(name) != value}
            record.variables.update({os.fsdecode(name): os.fsdecode(value) for name, value in changed.items()})
            self._variables = variables
        for name in sys.modules.keys() - self._modules:
            # A module whose code runs is there already, and it isn't put there by hand.
            if name != loaded and name not in self.records and not _initializing(sys.modules[name]):
                record.inserted[name] = sys.modules[name]
                self._modules.add(name)
        if loaded:
            self._modules.add(loaded)
        for registry in _registries():
            names = self._registries.setdefault(id(registry), set(registry))
            record.registered += [(registry, name, registry[name]) for name in registry.keys() - names]
            names.update(registry)
        place = _place_of_generator()
        record.drawn += (place - self._place) % _GENERATED
        self._place = place
        record.finders += [each for each in sys.meta_path if each not in self._finders]
        self._finders = list(sys.meta_path)


def _variables() -> dict[Any, Any]:
    """All environment variables as they are kept: reading them by name would count as asking for them."""
    environment: Any = os.environ
    return dict(environment._data)


def _registries() -> Iterator[Any]:
    for module, *attributes in _REGISTRIES:
        found: Any = sys.modules.get(module)
        for attribute in attributes:
            found = getattr(found, attribute, None)
        if isinstance(found, dict):
            yield found


def _place_of_generator() -> int:
    """How many of the words made last are drawn."""
    place: int = random.getstate()[1][-1]
    return place


def _initializing(module: Any) -> bool:
    return bool(getattr(getattr(module, "__spec__", None), "_initializing", False))


def _bound(name: str, module: Any) -> dict[str, Any]:
    """Of a package: what it has under the names of its submodules that are imported by now."""
    if not isinstance(module, ModuleType) or not hasattr(module, "__path__"):
        return {}
    prefix = name + "."
    names = vars(module)
    return {
        child: names.get(child, ABSENT)
        for full in list(sys.modules)
        if full.startswith(prefix) and "." not in (child := full[len(prefix) :])
    }
