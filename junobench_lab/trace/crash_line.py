"""The line of a cell that a traceback blames.

A saved traceback names the cell it went through in one of several ways, by the version of IPython and by where the
notebook ran::

    <ipython-input-5-1b2f3eec6a3f> in <cell line: 4>()       IPython 7 and older, Colab
    /tmp/ipykernel_23/1279619201.py in <module>              ipykernel 6 with IPython 7
    Input In [5], in <cell line: 4>()                        IPython 8.0
    Cell In[94], line 1                                      IPython 8.7 and newer
    File <ipython-input-5-1b2f3eec6a3f>:4                    IPython 8 without ipykernel
      File "<ipython-input-3-7059fab0c511>", line 1          syntax errors
    <timed exec> in <module>                                 the body of %%time

with the lines around it below, the blamed one behind an arrow (``----> 4 df.shape``).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_TERMINAL_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_LINKS = re.compile(r"</?a\b[^>]*>")
"""VS Code puts the line number of an arrow into a link."""

_NEXT_SECTION = re.compile(
    r"^(During handling of the above exception|The above exception was the direct cause)\b.*$", re.MULTILINE
)
_ARROW = re.compile(r"\s*-+> ?(?P<line>\d+) ?(?P<text>.*)")
_CONTEXT = re.compile(r"\s*\d+( |$)")

_CELL_FILE = r"""
    <?ipython-input-(?P<count_in_name>\d+)-\w+>?(\.py)?
  | <ipython-input-\w+>
  | \S*[/\\]ipykernel_\d+[/\\]\d+\.py
  | \S*[/\\]ipython-input-((?P<count_in_file>\d+)-)?\d+\.py
"""
_CELL = re.compile(
    rf"""
    \s* (?: (?:Cell|Input)\ In\ ?\[(?P<count>\d+)\]
          | (?:File\ )?"?(?:{_CELL_FILE})"?
          | .*\.ipynb\ Cell\ \d+'? )
    (?: (?:,?\ line\ |:)(?P<line>\d+) )?
    (?: ,?\ (?:in|line)\ (?P<function>.+) )?
    \s*""",
    re.VERBOSE,
)
_MAGIC_BODY = re.compile(
    r'\s*(?:File )?"?<(?:timed (?:exec|eval)|magic-timeit|unknown)>"?'
    r"(?:(?:, line |:)(?P<line>\d+))?(?:,? in (?P<function>.+))?\s*"
)
_STATEMENT_LINE = re.compile(r"<cell line: (\d+)>")
_TOP_LEVEL = re.compile(r"<module>|<cell line: \d+>|async-def-wrapper|inner\(_it, _timer\)|\?\(\)")
"""A question mark stands where IPython couldn't find out the function; without arguments it is the cell itself."""

_RUNS_MAGIC = re.compile(r"get_ipython\(\)\.run_cell_magic\(")


@dataclass
class _Frame:
    """A frame of the traceback that lies in a cell, or in what a cell magic made of its body."""

    count: int | None
    top_level: bool
    """Whether it is the cell itself rather than a function."""
    in_magic: bool
    line: int | None = None
    """As its first line says, 1-based."""
    arrow: int | None = None
    text: str | None = None
    """The code behind the arrow, or below the name of the file."""


def crash_line(traceback: Sequence[str], count: int | None, source: str) -> int | None:
    """The line in the crash cell that was running when the exception came up, 1-based.

    It is the line of the cell's own frame, not of a function that it called, even where that stands in the same cell.
    ``traceback`` are the parts of the error output, with or without terminal colours; ``count`` is the cell's saved
    count. ``None`` where the traceback doesn't tell, as in the body of a ``%%time`` cell in older versions.
    """
    text = _LINKS.sub("", _TERMINAL_CODES.sub("", "\n".join(traceback)))
    # Chained exceptions end with the one that was shown. A message may quote another process's traceback, though,
    # so the section that counts is the last one that goes through the cell.
    frames_by_section = [_frames(section) for section in reversed(_sections(text))]
    for frames in frames_by_section:
        own = [frame for frame in frames if frame.top_level]
        if own:
            return _blamed(own, count, source)
    for frames in frames_by_section:
        for frame in frames:
            if frame.count is not None and frame.count == count:
                return _line_in(source, frame)
    return None


def _blamed(own: Sequence[_Frame], count: int | None, source: str) -> int | None:
    """The line of the outermost frame that is the cell's; with a cell magic that of the magic's body inside it."""
    outermost = next((frame for frame in own if count is not None and frame.count == count), own[0])
    if outermost.text is not None and _RUNS_MAGIC.search(outermost.text):
        body = next((frame for frame in own[own.index(outermost) + 1 :]), None)
        return _line_in(source, body) if body is not None else None
    return _line_in(source, outermost)


def _sections(text: str) -> list[str]:
    starts = [0, *(match.end() for match in _NEXT_SECTION.finditer(text))]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def _frames(section: str) -> list[_Frame]:
    """The frames in cells, outermost first."""
    frames: list[_Frame] = []
    current: _Frame | None = None
    plain = False
    for line in section.split("\n"):
        if arrow := _ARROW.match(line):
            if current is not None and current.arrow is None:
                current.arrow, current.text = int(arrow["line"]), arrow["text"]
        elif not _CONTEXT.match(line):
            frame = _frame(line)
            if frame is not None:
                frames.append(frame)
            elif plain and current is not None and current.text is None:
                current.text = line
            if frame is not None or line[:1].strip():
                # A line at the margin begins another frame, whose arrows aren't the cell's.
                current = frame
            # Syntax errors come without numbers: an indented line that names a file, the code below it.
            plain = frame is not None and line.startswith(" ")
    return frames


def _frame(line: str) -> _Frame | None:
    if match := _CELL.fullmatch(line):
        counts = (match["count"], match["count_in_name"], match["count_in_file"])
        count = next((int(number) for number in counts if number), None)
        function, in_magic = match["function"], False
    elif match := _MAGIC_BODY.fullmatch(line):
        count, function, in_magic = None, match["function"], True
    else:
        return None
    number = int(match["line"]) if match["line"] else None
    if function and (statement := _STATEMENT_LINE.match(function)):
        # Where a statement begins; 0 is Colab's way to say nothing.
        number = number or int(statement[1]) or None
    return _Frame(count, function is None or _TOP_LEVEL.match(function) is not None, in_magic, number)


def _line_in(source: str, frame: _Frame) -> int | None:
    """The frame's line as a line of the source, ``None`` where it can't be one.

    IPython counts from the first line that isn't blank, a cell magic from the first such line below it. The code that
    the traceback shows settles it, also where lines were put in or taken out after the crash.
    """
    number = frame.arrow or frame.line
    if number is None:
        return None
    lines = source.split("\n")
    written = [place for place, line in enumerate(lines) if line.strip()]
    in_body = frame.in_magic and len(written) > 1 and lines[written[0]].lstrip().startswith("%%")
    number += written[in_body] if written else 0
    text = (frame.text or "").strip()
    if text:
        same = [place for place, line in enumerate(lines, 1) if line.strip() == text]
        if same:
            return min(same, key=lambda place: abs(place - number))
    return number if 1 <= number <= len(lines) else None
