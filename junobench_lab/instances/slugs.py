"""Names that can stand in an address and in a folder's name."""

import re
import unicodedata

# Letters that Unicode doesn't take apart into one of these and a mark.
_SPELLED = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})
SLUG = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)*")


def is_slug(text: str) -> bool:
    return SLUG.fullmatch(text) is not None and len(text) <= 80


def slug(text: str) -> str:
    """The nearest slug of a text: "JunoBench 2025" -> "junobench-2025"; "" where nothing of it can stay."""
    spelled = text.casefold().translate(_SPELLED)
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:80].rstrip("-")
