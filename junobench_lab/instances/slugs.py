"""Names that can stand in an address and in a folder's name."""

import re
import unicodedata

SLUG = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)*")


def is_slug(text: str) -> bool:
    return SLUG.fullmatch(text) is not None and len(text) <= 80


def slug(text: str) -> str:
    """The nearest slug of a text: "JunoBench 2025" -> "junobench-2025"; "" where nothing of it can stay."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:80].rstrip("-")
