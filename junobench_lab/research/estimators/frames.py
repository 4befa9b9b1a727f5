"""A traceback as frames: which files it went through, and which statement was running in each.

Reads what IPython writes, in all its versions (with arrows), and Python's own plain style.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_TERMINAL_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_LINKS = re.compile(r"</?a\b[^>]*>")
_ARROW = re.compile(r"\s*-+> ?\d+ ?(?P<text>.*)")
_CONTEXT = re.compile(r"\s*\d+(?: (?P<text>.*))?")
_HEAD = re.compile(
    r"""\s*(?:File\ )?"?(?P<file>
        <[^>]+> | (?:Cell|Input)\ In\ ?\[\d+\] | [^"]*?\.(?:pyx|pyc|pyi|py|pxi|ipynb)
    )"?
    (?: \ Cell\ \d+'? )? (?: (?:,\ line\ |:) \d+ )? (?: ,?\ (?:in|line)\ (?P<function>.*) )?""",
    re.VERBOSE,
)
_CELL_FILE = re.compile(
    r"<?ipython-input-|[/\\]ipykernel_\d+[/\\]|(?:Cell|Input) In|\.ipynb|<timed (?:exec|eval)>|<string>"
)
_PACKAGE = re.compile(r"(?:site|dist)-packages[/\\](?:\w+-[^/\\]+\.egg[/\\])?(?P<package>\w+)")
_COMPILED = re.compile(r"(?P<package>\w+)\._?\w+\.")


@dataclass(frozen=True)
class Frame:
    """One frame, as the traceback shows it."""

    file: str
    function: str
    """With the arguments that IPython shows; "<module>" or empty for the cell itself."""
    statement: str
    """The code that was running; lines of one statement are joined where they are shown."""
    context: str
    """All lines that are shown around it."""

    @property
    def in_notebook(self) -> bool:
        return _CELL_FILE.search(self.file) is not None

    @property
    def package(self) -> str | None:
        """The top-level package that the file belongs to; ``None`` for a person's own files and Python itself."""
        if self.in_notebook:
            return None
        if "__array_function__" in self.file:
            return "numpy"
        if match := _PACKAGE.search(self.file):
            return match["package"].removesuffix(".py")
        if self.file.endswith((".pyx", ".pxi")) and (match := _COMPILED.match(self.function)):
            return match["package"]
        return None


@dataclass
class _Open:
    """A frame that is being read."""

    file: str
    function: str
    lines: list[str] = field(default_factory=list)
    at: int | None = None


STATEMENT_BOUND = 100
"""Lines above and below the blamed one that may belong to its statement."""


def plain_text(traceback: Sequence[str]) -> str:
    """The traceback without terminal colours and links."""
    return _LINKS.sub("", without_terminal_codes("\n".join(traceback)))


def without_terminal_codes(text: str) -> str:
    """The text without the codes that colour it in a terminal."""
    return _TERMINAL_CODES.sub("", text)


def read_frames(traceback: Sequence[str]) -> list[Frame]:
    """The frames, outermost first; those of chained exceptions in the order in which they are shown.

    A traceback of another process that the message quotes is no part of it.
    """
    frames: list[_Open] = []
    plain = False
    for line in plain_text(traceback).split("\n"):
        if frames and line.lstrip().startswith("Original Traceback "):
            # PyTorch's message quotes what happened in another process, below the frames of this one.
            break
        current = frames[-1] if frames else None
        if arrow := _ARROW.match(line):
            if current is not None and current.at is None:
                current.at = len(current.lines)
                current.lines.append(arrow["text"])
            elif current is None:
                frames.append(_Open("<string>", "", [arrow["text"]], 0))
        elif (context := _CONTEXT.fullmatch(line)) and current is not None:
            current.lines.append(context["text"] or "")
        elif head := _HEAD.fullmatch(line):
            frames.append(_Open(head["file"].strip(), head["function"] or ""))
            plain = line.startswith(" ")
        elif plain and current is not None and current.at is None and line.startswith("  "):
            # Python's own style: the code stands below the file's name, without numbers.
            current.at = 0
            current.lines.append(line.strip())
    return [_closed(frame) for frame in frames]


def statement_at(lines: Sequence[str], at: int) -> str:
    """The statement around a line: lines above and below are taken in while brackets are open across them.

    Newer versions of Python blame the first line of a call, older ones the last.
    """
    first = last = at
    balance = _open_brackets(lines[at])
    while balance < 0 and first > max(0, at - STATEMENT_BOUND):
        first -= 1
        balance += _open_brackets(lines[first])
    while balance > 0 and last + 1 < min(len(lines), at + STATEMENT_BOUND):
        last += 1
        balance += _open_brackets(lines[last])
    return "\n".join(line.strip() for line in lines[first : last + 1])


def _closed(frame: _Open) -> Frame:
    statement = "" if frame.at is None else statement_at(frame.lines, frame.at)
    return Frame(frame.file, frame.function, statement, "\n".join(frame.lines))


_QUOTED = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|#.*")


def _open_brackets(text: str) -> int:
    """Brackets that are opened and not closed; negative where more are closed."""
    code = _QUOTED.sub("", text)
    return sum(code.count(sign) for sign in "([{") - sum(code.count(sign) for sign in ")]}")
