"""What a statement calls, and to which library that belongs."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .packages import library_of_customary_name, library_of_method, library_of_package

_STRING = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|#[^\n]*")
_CHAIN = re.compile(r"(?<![\w.])(?P<root>[A-Za-z_]\w*)(?P<rest>(?:\s*\.\s*[A-Za-z_]\w*)*)\s*(?P<call>\(?)")
_METHOD = re.compile(r"\.\s*([A-Za-z_]\w*)")


_QUOTED = 80
"""Characters of code that a reason quotes."""


@dataclass(frozen=True)
class Use:
    """A name as a statement uses it: ``pd.read_csv(...)`` is root "pd", methods ["read_csv"], called."""

    root: str
    methods: tuple[str, ...]
    called: bool

    @property
    def text(self) -> str:
        return ".".join((self.root, *self.methods)) + ("()" if self.called else "")


def quoted(code: str) -> str:
    """Code as a reason quotes it: of a long piece the beginning."""
    text = code.strip()
    return f"`{text}`" if len(text) <= _QUOTED else f"`{text[:_QUOTED]}…`"


def code_of(statement: str) -> str:
    """A statement without its strings and comments."""
    return _STRING.sub("''", statement)


def uses(statement: str) -> Iterator[Use]:
    """The names that a statement uses, left to right, with the attributes that follow them directly."""
    for match in _CHAIN.finditer(code_of(statement)):
        yield Use(match["root"], tuple(_METHOD.findall(match["rest"])), bool(match["call"]))


def looked_up(statement: str) -> list[Use]:
    """The names in whose values a statement looks something up: ``history.history`` of ``history.history["loss"]``."""
    code = code_of(statement)
    found = [match for match in _CHAIN.finditer(code) if not match["call"]]
    return [
        Use(match["root"], tuple(_METHOD.findall(match["rest"])), False)
        for match in found
        if code[match.end() :].startswith("[")
    ]


def methods(statement: str) -> list[str]:
    """All attributes and methods in a statement, those of results of calls included."""
    return _METHOD.findall(code_of(statement))


def called_names(code: str) -> set[str]:
    """The last name of everything that code calls: ``fit`` of ``model.fit(x)``."""
    return set(re.findall(r"([A-Za-z_]\w*)\s*\(", code_of(code)))


def library_of_name(name: str, origins: Mapping[str, str]) -> tuple[str, str] | None:
    """The library that a name stands for, and why; by the notebook's own code first, then by custom."""
    if name in origins:
        package = origins[name]
        library = _library_of_dotted(package)
        if library is not None:
            return library, f"`{name}` comes from {package}"
        return None
    library = library_of_customary_name(name)
    return None if library is None else (library, f"`{name}` customarily stands for something of {library}")


def library_of_methods(names: list[str], code: str = "") -> tuple[str, str] | None:
    """The library that the first known method belongs to, and its name; ``code`` is the statement around it."""
    for name in names:
        library = library_of_method(name, code)
        if library is not None:
            return library, name
    return None


def _library_of_dotted(package: str) -> str | None:
    top = package.partition(".")[0]
    if top in _STANDARD:
        return None
    return library_of_package(top)


_STANDARD = frozenset(
    {
        *("os", "sys", "re", "math", "random", "time", "datetime", "json", "pickle", "collections", "itertools"),
        *("functools", "glob", "pathlib", "warnings", "copy", "string", "csv", "shutil", "typing", "logging", "gc"),
        *("__future__", "tqdm", "IPython", "zipfile", "urllib", "statistics", "operator", "io", "subprocess"),
    }
)
"""Modules that are not a library in the sense of the labels."""
