"""Which kind of file a path is."""

import re
from pathlib import Path

from .file_kind import FileKind


def kind_of(file: Path) -> FileKind | None:
    """By its name; ``None`` for a kind that is left as it is."""
    name = file.name.lower()
    if re.search(r"\.(csv|tsv|jsonl)(\.gz)?$|\.zip$", name):
        from .delimited import DelimitedText

        return DelimitedText()
    if name.endswith(".xlsx"):
        from .spreadsheet import Spreadsheet

        return Spreadsheet()
    if name.endswith((".parquet", ".pq")):
        from .parquet import Parquet

        return Parquet()
    if name.endswith((".npy", ".npz")):
        from .arrays import Arrays

        return Arrays()
    if name.endswith((".png", ".jpg", ".jpeg", ".bmp", ".gif", ".tif", ".tiff", ".webp")):
        from .images import Image

        return Image()
    return None
