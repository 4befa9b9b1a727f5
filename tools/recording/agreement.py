"""Whether the committed bench still says what the stories say, without running anything."""

import json
from pathlib import Path
from typing import Any

from . import sheets
from .notebooks import written_source
from .overview import overview
from .stories import CHECK_FILE, Story, Variant


def disagreements(stories: list[Story], bench: Path, page: Path | None = None) -> list[str]:
    """One sentence for each difference; empty where stories, bench and the ``page`` about it agree."""
    found: list[str] = []
    benchmark = bench / "benchmark"
    recorded = {path.name for path in benchmark.iterdir() if path.is_dir()} if benchmark.is_dir() else set()
    found += [f"{name}: recorded, but there is no such story." for name in sorted(recorded - {s.id for s in stories})]
    for story in stories:
        found += _about_folder(story, benchmark / story.id)
    for (name, sheet), rows in (
        (sheets.DESCRIPTION, sheets.description_rows(stories, bench)),
        (sheets.GROUND_TRUTH, sheets.ground_truth_rows(stories, bench)),
    ):
        if sheets.read_rows(bench / name, sheet) != rows:
            found.append(f"{name}: differs from what the stories' labels and recorded crashes say.")
    if page is not None and (not page.is_file() or page.read_text(encoding="utf-8") != overview(stories, bench)):
        found.append(f"{page.name}: differs from the label sheet; run tools/record.py.")
    return found


def _about_folder(story: Story, folder: Path) -> list[str]:
    if not folder.is_dir():
        return [f"{story.id}: not recorded yet."]
    found: list[str] = []
    expected = {story.file_name(variant.name) for variant in story.variants} | {"README.md"}
    if story.check is not None:
        expected.add(CHECK_FILE)
    present = {path.name for path in folder.iterdir() if path.is_file()}
    found += [f"{story.id}: {name} is missing." for name in sorted(expected - present)]
    found += [f"{story.id}: {name} comes from no story." for name in sorted(present - expected)]
    if "README.md" in present and (folder / "README.md").read_text(encoding="utf-8") != story.readme():
        found.append(f"{story.id}: README.md differs.")
    if CHECK_FILE in present & expected and (folder / CHECK_FILE).read_text(encoding="utf-8") != story.check:
        found.append(f"{story.id}: {CHECK_FILE} differs; run tools/record.py --checks.")
    for variant in story.variants:
        if (path := folder / story.file_name(variant.name)).is_file():
            found += _about_notebook(story, variant, json.loads(path.read_text(encoding="utf-8")))
    return found


def _about_notebook(story: Story, variant: Variant, notebook: dict[str, Any]) -> list[str]:
    draft = variant.draft
    said = [
        (cell.type, written_source(cell, mark=variant.mark, rewrite=variant.rewrite), draft.count(cell.key))
        for cell in draft.visible()
    ]
    saved = [(cell["cell_type"], "".join(cell["source"]), cell.get("execution_count")) for cell in notebook["cells"]]
    where = f"{story.id}, {variant.name}"
    if len(said) != len(saved):
        return [f"{where}: {len(saved)} cells are recorded, the story has {len(said)}."]
    found = [
        f"{where}: cell {number} differs in {what}."
        for number, pair in enumerate(zip(said, saved, strict=True), start=1)
        for what, ours, theirs in zip(("type", "source", "count"), *pair, strict=True)
        if ours != theirs
    ]
    crashing = [
        number
        for number, cell in enumerate(notebook["cells"], start=1)
        if any(output["output_type"] == "error" for output in cell.get("outputs", []))
    ]
    crashes = [n for n, cell in enumerate(draft.visible(), start=1) if cell.crash] if variant.crashes else []
    if crashing != crashes:
        found.append(f"{where}: cells {crashing} have crashed, the story says {crashes}.")
    return found
