"""A story as a whole: its variants, its labels, and the files that come from them."""

import re
from dataclasses import dataclass
from pathlib import Path

from .blocks import StoryError
from .drafts import Draft, change, read_story
from .meta import Meta, read_meta
from .notebooks import Rewrite, kaggle_paths, unchanged

CHECK_FILE = "check.py"
"""The instance's check, in the story's folder and beside the notebooks alike."""

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")


@dataclass(frozen=True)
class Variant:
    name: str
    """``original``, ``reproduced``, ``fixed`` or ``fixed2``."""
    draft: Draft
    crashes: bool
    mark: bool
    """Whether a cell that ran twice says so in its first line."""
    rewrite: Rewrite


@dataclass(frozen=True)
class Story:
    id: str
    folder: Path
    meta: Meta
    variants: list[Variant]
    check: str | None = None
    """Source of the check; ``None`` where the reference run has to do."""

    def file_name(self, variant: str) -> str:
        return f"{self.id}.ipynb" if variant == "original" else f"{self.id}_{variant}.ipynb"

    def readme(self) -> str:
        """README of the instance: where the input comes from, and nothing of the answer."""
        meta = self.meta
        return (
            f"# {meta.title}\n\n"
            f"Input: {meta.dataset} (`data/`), generated from a fixed seed; it describes nothing real.\n"
            f"Licence of notebook and data: {meta.licence}\n"
        )


def read_one(folder: Path) -> Story:
    """Raises `StoryError`."""
    if not _ID.fullmatch(folder.name):
        raise StoryError(f"{folder.name}: an id is two or more lowercase words joined by hyphens.")
    for needed in ("story.py", "fixed.py", "meta.toml", "make_data.py"):
        if not (folder / needed).is_file():
            raise StoryError(f"{folder.name}: {needed} is missing.")
    meta = read_meta(folder)
    story = read_story(folder)
    original = folder / "original.py"
    variants = [
        Variant(
            "original", change(story, original) if original.is_file() else story, True, False, kaggle_paths(meta.slug)
        ),
        Variant("reproduced", story, True, True, unchanged),
    ]
    variants += [
        Variant(name, change(story, path), False, False, unchanged)
        for name in ("fixed", "fixed2")
        if (path := folder / f"{name}.py").is_file()
    ]
    check = folder / CHECK_FILE
    return Story(folder.name, folder, meta, variants, check.read_text(encoding="utf-8") if check.is_file() else None)


def read_all(stories: Path) -> list[Story]:
    """Every story, sorted by id. Raises `StoryError`."""
    return [read_one(folder) for folder in sorted(stories.iterdir()) if (folder / "story.py").is_file()]
