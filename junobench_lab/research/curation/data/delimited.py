"""Tables as text: CSV, TSV and JSON lines, also compressed by gzip or alone in a zip archive. Records that stay are the
same bytes."""

import csv
import gzip
import io
import math
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import IO, Any, cast

from .columns import made_up
from .file_kind import MakingUp, Unreadable

_COMMENT = "#"
_MOST_ABOVE = 200
_MARKS = ",;\t|"
_HEAD = 1_000_000
"""Bytes within which a text has its first line end."""
_FAULTS = (OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError)
_GZIP = b"\x1f\x8b"
_ZIP = b"PK\x03\x04"
_IN_ZIP = (".csv", ".tsv", ".txt")
_MISSING = frozenset({"na", "n/a", "nan", "null", "none", "nat", "<na>"})
_TIMES = ("%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y")
_WHOLE = re.compile(r"[+-]?\d{1,18}")
_DECIMAL_COMMA = re.compile(r"[+-]?\d{1,15},\d{1,12}")
_MOSTLY = 0.8
"""From this share of numbers on a column is one of numbers, with some odd values."""


class DelimitedText:
    """See `kinds.FileKind`."""

    what = "rows"

    def count(self, file: Path) -> int | None:
        return max(_scanned(file).records - _head(file), 0)

    def take(self, source: Path, target: Path, items: Sequence[int]) -> None:
        head, wanted = _head(source), set(items)
        kept = (record for number, record in enumerate(_records(source)) if number < head or number - head in wanted)
        _write(target, kept, like=source)

    def make_up(self, source: Path, target: Path, making: MakingUp) -> None:
        if _is_lines(source):
            raise Unreadable("JSON lines aren't made up.")
        text, encoding = _decoded(_read(source))
        above, text = _comments(text)
        dialect = _dialect(text, source)
        rows = list(csv.reader(io.StringIO(text, newline=""), dialect))
        rows = [row for row in rows if row]
        if not rows:
            raise Unreadable("It is empty.")
        head = [] if all(_number(cell) is not None for cell in rows[0]) else rows[:1]
        body = rows[len(head) :]
        width = max(map(len, rows))
        filled = [row + [""] * (width - len(row)) for row in body]
        columns = [_made_up_text([row[place] for row in filled], _name(head, place), making) for place in range(width)]
        made = [list(cells) for cells in zip(*columns, strict=True)]
        written = io.StringIO(newline="")
        written.write(above)
        writer = csv.writer(written, dialect)
        writer.writerows(head)
        writer.writerows(cells[: len(row)] for cells, row in zip(made, body, strict=True))
        _write(target, [written.getvalue().encode(encoding)], like=source)


def _name(head: Sequence[Sequence[str]], place: int) -> str:
    named = head[0][place].strip() if head and place < len(head[0]) else ""
    return named or f"column{place + 1}"


def _made_up_text(cells: Sequence[str], name: str, making: MakingUp) -> list[str]:
    """A column of text cells: as what they stand for, and written in the same way."""
    present = [cell for cell in cells if not _is_missing(cell)]
    parse, write = _reading(present)
    values: list[Any] = [cell if _is_missing(cell) else parse(cell) for cell in cells]
    # A missing one is no text to be renamed: it is wrapped, and comes back as it was.
    missing = [_Missing(value) if _is_missing(cell) else value for cell, value in zip(cells, values, strict=True)]
    return [value.cell if isinstance(value, _Missing) else write(value) for value in made_up(missing, name, making)]


class _Missing:
    def __init__(self, cell: str) -> None:
        self.cell = cell


def _is_missing(cell: str) -> bool:
    return not cell.strip() or cell.strip().casefold() in _MISSING


def _reading(cells: Sequence[str]) -> tuple[Callable[[str], Any], Callable[[Any], str]]:
    """How the cells of a column are read and written."""
    if cells and sum(_DECIMAL_COMMA.fullmatch(cell.strip()) is not None for cell in cells) >= _MOSTLY * len(cells):
        return _with_comma(*_reading([cell.replace(",", ".") for cell in cells]))
    numbers = sum(_number(cell) is not None for cell in cells)
    if cells and numbers >= _MOSTLY * len(cells):
        whole = all(_WHOLE.fullmatch(cell.strip()) for cell in cells if _number(cell) is not None)
        digits = max((len(cell.strip().partition(".")[2]) for cell in cells if "e" not in cell.lower()), default=6)
        digits = min(digits, 12)

        def read(cell: str) -> Any:
            number = _number(cell)
            return cell if number is None else int(number) if whole else number

        def write(value: Any) -> str:
            return f"{value:.{digits}f}" if isinstance(value, float) else str(value)

        return read, write
    form = next((form for form in _TIMES if cells and all(_time(cell, form) for cell in cells)), None)
    if form is not None:
        return (lambda cell: _time(cell, form)), (lambda value: value.strftime(form))
    return (lambda cell: cell), str


def _with_comma(
    read: Callable[[str], Any], write: Callable[[Any], str]
) -> tuple[Callable[[str], Any], Callable[[Any], str]]:
    """The same for numbers with a comma where others have a point."""

    def read_comma(cell: str) -> Any:
        value = read(cell.replace(",", "."))
        return cell if isinstance(value, str) else value

    def write_comma(value: Any) -> str:
        return value if isinstance(value, str) else write(value).replace(".", ",")

    return read_comma, write_comma


def _number(cell: str) -> float | None:
    try:
        number = float(cell)
    except ValueError:
        return None
    return number if math.isfinite(number) and "_" not in cell else None


def _time(cell: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(cell.strip(), form)
    except ValueError:
        return None


@dataclass(frozen=True)
class _Scan:
    records: int
    quoted: bool
    """Whether line ends between quotes are none of a record. Where quotes never end, as in a text with a sign for
    inches, lines are records."""


def _scanned(file: Path) -> _Scan:
    try:
        state = file.stat()
    except OSError as error:
        raise Unreadable(f"It can't be read ({type(error).__name__}).") from None
    return _scan(file, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=64)
def _scan(file: Path, modified: int, size: int) -> _Scan:
    """Of a file as it was when it was modified; nothing large is held, as tables may well be larger than the memory."""
    records = lines = 0
    begun = within = False
    for line in _lines(file):
        filled = bool(line.strip())
        lines += filled
        if not begun and not filled:
            continue
        within ^= line.count(b'"') % 2 == 1
        begun = within
        records += not within
    return _Scan(lines, quoted=False) if begun else _Scan(records, quoted=True)


def _records(file: Path) -> Iterator[bytes]:
    """The records with their line ends; a blank line is none."""
    quoted = _scanned(file).quoted
    begun: list[bytes] = []
    within = False
    for line in _lines(file):
        if not begun and not line.strip():
            continue
        begun.append(line)
        within ^= quoted and line.count(b'"') % 2 == 1
        if not within:
            yield b"".join(begun)
            begun = []


def _lines(file: Path) -> Iterator[bytes]:
    """The lines with their ends, out of an archive, too. Raises `Unreadable`."""
    try:
        with _opened(file) as opened:
            head = opened.read(_HEAD)
        if b"\x00" in head[:4096]:
            raise Unreadable("It isn't text in one of the usual encodings.")
        if b"\n" not in head and b"\r" in head:
            yield from _read(file).splitlines(keepends=True)
            return
        with _opened(file) as opened:
            yield from opened
    except _FAULTS as error:
        raise Unreadable(f"It can't be read ({type(error).__name__}).") from None


@contextmanager
def _opened(file: Path) -> Iterator[IO[bytes]]:
    with ExitStack() as stack:
        plain = stack.enter_context(file.open("rb"))
        start = plain.read(4)
        plain.seek(0)
        if start.startswith(_GZIP):
            yield cast(IO[bytes], stack.enter_context(gzip.open(plain)))
        elif start == _ZIP:
            archive = stack.enter_context(zipfile.ZipFile(plain))
            yield stack.enter_context(archive.open(_only_table(archive)))
        else:
            yield plain


def _head(file: Path) -> int:
    """Records that aren't items: comments above the table, and the line of column names, which stays even where it is
    no such line."""
    if _is_lines(file):
        return 0
    # Enough to count marks, whatever the encoding.
    first = islice(_records(file), _MOST_ABOVE)
    return 1 + _lines_above([record.decode("latin-1") for record in first])


def _comments(text: str) -> tuple[str, str]:
    """The lines of comments above a table, and the table."""
    lines = text.splitlines(keepends=True)
    above = _lines_above([line for line in lines if line.strip()][:_MOST_ABOVE])
    filled = [number for number, line in enumerate(lines) if line.strip()]
    begins = filled[above] if above else 0
    return "".join(lines[:begins]), "".join(lines[begins:])


def _lines_above(lines: Sequence[str]) -> int:
    """How many lines are comments above the table; one that has columns like the next is the line of their names."""
    above = next((number for number, line in enumerate(lines) if not line.startswith(_COMMENT)), 0)
    if above and any(0 < lines[above - 1].count(mark) == lines[above].count(mark) for mark in _MARKS):
        return above - 1
    return above


def _is_lines(file: Path) -> bool:
    return ".jsonl" in file.name.lower()


def _read(file: Path) -> bytes:
    try:
        with _opened(file) as opened:
            data = opened.read()
    except _FAULTS as error:
        raise Unreadable(f"It can't be read ({type(error).__name__}).") from None
    if b"\x00" in data[:4096]:
        raise Unreadable("It isn't text in one of the usual encodings.")
    return data


def _only_table(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    members = [member for member in archive.infolist() if not member.is_dir()]
    if len(members) != 1 or not members[0].filename.lower().endswith(_IN_ZIP):
        raise Unreadable("Of archives, only those are read that hold one table and nothing else.")
    return members[0]


def _write(target: Path, parts: Iterable[bytes], *, like: Path) -> None:
    with like.open("rb") as opened:
        head = opened.read(4)
    # Without the time of now, so that the same rows are the same file.
    if head.startswith(_GZIP):
        target.write_bytes(gzip.compress(b"".join(parts), mtime=0))
    elif head == _ZIP:
        with zipfile.ZipFile(like) as archive:
            member = _only_table(archive)
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
            made.writestr(zipfile.ZipInfo(member.filename, member.date_time), b"".join(parts), zipfile.ZIP_DEFLATED)
    else:
        with target.open("wb") as opened:
            opened.writelines(parts)


def _decoded(data: bytes) -> tuple[str, str]:
    for encoding in ("utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8", "latin-1"):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    raise AssertionError("Every byte is a character of latin-1.")


def _dialect(text: str, file: Path) -> type[csv.Dialect]:
    first = text.partition("\n")[0]
    mark = "\t" if ".tsv" in file.name.lower() else max(_MARKS, key=first.count)

    class Dialect(csv.excel):
        delimiter = mark
        lineterminator = "\r\n" if "\r\n" in text[:10_000] else "\n"

    return Dialect
