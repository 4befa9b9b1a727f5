"""Sizes as people read them."""


def bytes_in_words(size: int) -> str:
    """Such as "48 kB" (decimal units, as in file managers)."""
    if size < 1000:
        return f"{size} B"
    value = size / 1000
    for unit in ("kB", "MB"):
        if value < 1000:
            return f"{value:.0f} {unit}"
        value /= 1000
    return f"{value:.1f} GB"
