"""Writes instance folders of the starter bench, in the layout of the JunoBench data set."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat

from .blocks import StoryError
from .notebooks import build_notebook
from .session import Execution, play
from .stories import CHECK_FILE, Story, Variant

DATA_BYTES = 200_000


def record(story: Story, bench: Path) -> None:
    """Record all variants of a story; the instance folder is replaced only when everything went well.

    Raises `StoryError` where a session doesn't do what the story says.
    """
    with tempfile.TemporaryDirectory(prefix="recording-") as place:
        folder = Path(place, story.id)
        folder.mkdir()
        _make_data(story, folder)
        for variant in story.variants:
            notebook = _record_variant(story, variant, folder)
            (folder / story.file_name(variant.name)).write_text(_as_text(notebook), encoding="utf-8")
        (folder / "README.md").write_text(story.readme(), encoding="utf-8")
        if story.check is not None:
            (folder / CHECK_FILE).write_text(story.check, encoding="utf-8")
        target = bench / "benchmark" / story.id
        shutil.rmtree(target, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(folder, target)


def write_check(story: Story, bench: Path) -> None:
    """Bring the check beside the recorded notebooks up to date; nothing is run."""
    file = bench / "benchmark" / story.id / CHECK_FILE
    if story.check is None:
        file.unlink(missing_ok=True)
    else:
        file.write_text(story.check, encoding="utf-8")


def _as_text(notebook: dict[str, Any]) -> str:
    return str(nbformat.writes(nbformat.from_dict(notebook))) + "\n"


def _make_data(story: Story, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(story.folder.resolve() / "make_data.py")], cwd=folder, capture_output=True, text=True
    )
    if done.returncode:
        raise StoryError(f"{story.id}/make_data.py failed: {done.stderr.strip().splitlines()[-1]}")
    written = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    if not 0 < written < DATA_BYTES:
        raise StoryError(f"{story.id}/make_data.py wrote {written} bytes to data/; 1 to {DATA_BYTES} are allowed.")


def _record_variant(story: Story, variant: Variant, folder: Path) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="recording-") as place:
        shutil.copytree(folder / "data", Path(place, "data"))
        try:
            executions = play(variant.draft.sources(variant.mark), Path(place))
        except StoryError as error:
            raise StoryError(f"{story.id}, {variant.name}: {error}") from error
    _check_errors(story, variant, executions)
    return build_notebook(variant.draft, executions, mark=variant.mark, rewrite=variant.rewrite)


def _check_errors(story: Story, variant: Variant, executions: list[Execution]) -> None:
    """Exactly the crash crashes; a scratch cell may fail, as they do."""
    crash = variant.draft.crash
    crash_place = variant.draft.count(crash.key) if crash and variant.crashes else None
    for step, execution in zip(variant.draft.session, executions, strict=True):
        error, where = execution.error, f"{story.id}, {variant.name}: cell {step.key} (place {execution.count})"
        if execution.count == crash_place:
            expected = story.meta.crash
            if error is None:
                raise StoryError(f"{where} runs, but should crash.")
            if error["ename"] != expected.ename or not error["evalue"].startswith(expected.evalue):
                raise StoryError(
                    f"{where} raises {error['ename']}: {error['evalue']}; meta.toml says "
                    f"{expected.ename}: {expected.evalue}."
                )
        elif error is not None and step.key is not None:
            raise StoryError(f"{where} must run, but raises {error['ename']}: {error['evalue']}.")
