"""Parquet files, where PyArrow is installed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .columns import made_up
from .file_kind import MakingUp, Unreadable


class Parquet:
    """See `kinds.FileKind`."""

    what = "rows"

    def count(self, file: Path) -> int | None:
        return int(_read(file).num_rows)

    def take(self, source: Path, target: Path, items: Sequence[int]) -> None:
        _write(_read(source).take(list(items)), target)

    def make_up(self, source: Path, target: Path, making: MakingUp) -> None:
        arrow = _arrow()
        table = _read(source)
        columns = []
        try:
            for field, column in zip(table.schema, table.columns, strict=True):
                values = made_up(column.to_pylist(), field.name, making)
                columns.append(arrow.array(values, type=field.type))
            made = arrow.table(columns, schema=table.schema)
        except (ValueError, TypeError, NotImplementedError) as error:
            raise Unreadable(f"A column's values can't be made up ({type(error).__name__}).") from None
        _write(made, target)


def _arrow() -> Any:
    from importlib import import_module

    try:
        return import_module("pyarrow")
    except ImportError:
        raise Unreadable("Parquet files are read with PyArrow, which isn't installed.") from None


def _read(file: Path) -> Any:
    from importlib import import_module

    arrow = _arrow()
    try:
        return import_module("pyarrow.parquet").read_table(file, partitioning=None)
    except (OSError, ValueError, arrow.ArrowException) as error:
        raise Unreadable(f"It can't be read as Parquet ({type(error).__name__}).") from None


def _write(table: Any, target: Path) -> None:
    from importlib import import_module

    import_module("pyarrow.parquet").write_table(table, target)
