"""The folder of a person's own bench: where instances, drafts and what is known of their making are.

::

    benchmark_desc.xlsx, ground_truth_crash_prediction.xlsx, benchmark/<id>/...   a bench like any other
    drafts/                   another one, of instances that aren't accepted yet
    curation/<id>.json        how an instance came to be
    curation/annotations/     labels by people, a file each
"""

import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from pydantic import ValidationError

from ...errors import BrokenBench, InvalidRequest, UnknownInstance
from ...instances.bench import Bench
from ...instances.ground_truth import GROUND_TRUTH_FILE, GROUND_TRUTH_SHEET
from ...instances.layout import FILE_NAMES, INSTANCES_FOLDER, BenchLayout, find_layout
from ...instances.models import BenchInfo, VariantName
from ...instances.notebooks import Notebook, to_nbformat
from ...instances.registry import add_bench, starter_bench
from ...instances.sheet import ID_COLUMN, SHEET_FILE, SHEET_NAME
from ...instances.slugs import is_slug, slug
from ...instances.workbook import read_table
from ...one_writer import one_writer
from .models import CurationRecord
from .sheets import Value, remove_rows, write_label_rows, write_truth_rows

DRAFTS = "drafts"
CURATION = "curation"


class OwnBench:
    """A bench that can be written to. Opening it makes nothing."""

    def __init__(self, path: Path) -> None:
        """Raises `InvalidRequest` for a folder that holds something else, and for the starter bench."""
        self.path = path.expanduser().absolute()
        starter = starter_bench().path
        if self.path.resolve().is_relative_to(starter.resolve()):
            raise InvalidRequest("The starter bench is part of the product and stays as it is: name your own folder.")
        if self.path.exists() and not self.path.is_dir():
            raise InvalidRequest(f"{self.path} is a file: a bench is a folder.")
        if self.path.is_dir() and not self.exists and not self._may_become_one():
            raise InvalidRequest(
                f"{self.path} holds other things and no label sheet ({SHEET_FILE}): name a bench, or a folder that is "
                "empty or doesn't exist yet."
            )

    @property
    def exists(self) -> bool:
        try:
            find_layout(self.path)
        except BrokenBench:
            return False
        return True

    @property
    def has_own_making(self) -> bool:
        """Whether instances were made here, be they accepted or not."""
        return (self.path / CURATION).is_dir() or (self.path / DRAFTS / CURATION).is_dir()

    @property
    def drafts(self) -> "OwnBench":
        """The bench of its drafts."""
        return OwnBench(self.root / DRAFTS)

    @property
    def root(self) -> Path:
        """The folder of the sheet."""
        return self.layout.sheet.parent

    @property
    def layout(self) -> BenchLayout:
        if self.exists:
            return find_layout(self.path)
        return BenchLayout(self.path / SHEET_FILE, self.path / INSTANCES_FOLDER, self.path / GROUND_TRUTH_FILE)

    def bench(self) -> Bench:
        return Bench.open(self.path)

    def writing(self) -> AbstractContextManager[None]:
        """No other process writes into the bench meanwhile. Raises `InvalidRequest`."""
        return one_writer(self.root / CURATION / ".writing")

    def require_fit_for_new(self) -> None:
        """Raises `InvalidRequest` where no instance could be put into the bench; nothing is made."""
        if self.path.name == DRAFTS and self.path.parent.is_dir() and OwnBench(self.path.parent).has_own_making:
            raise InvalidRequest(
                f"{self.path} is where the drafts of {self.path.parent} are kept: name that one as the bench."
            )
        there = next(folder for folder in (self.root, *self.root.parents) if folder.exists())
        try:
            with tempfile.TemporaryDirectory(dir=there, prefix="."):
                pass
        except OSError as error:
            raise InvalidRequest(_cant_write(self.path, error)) from None

    def ids(self) -> set[str]:
        return {summary.id for summary in self.bench().summaries()} if self.exists else set()

    def folder(self, id: str) -> Path:
        return self.layout.instances / id

    def record_file(self, id: str) -> Path:
        return self.root / CURATION / f"{id}.json"

    def record(self, id: str) -> CurationRecord:
        """Raises `UnknownInstance` where it wasn't made here."""
        file = self.record_file(id)
        try:
            return CurationRecord.model_validate_json(file.read_bytes())
        except OSError:
            raise UnknownInstance(f"Nothing is known of how {id!r:.80} was made: there is no {file}.") from None
        except ValidationError:
            raise BrokenBench(f"{file} is damaged or of another version: restore it.") from None

    def write_record(self, record: CurationRecord) -> None:
        write_text(self.record_file(record.id), record.model_dump_json(indent=1))

    def write(
        self,
        record: CurationRecord,
        *,
        original: bytes,
        variants: Mapping[VariantName, Notebook],
        inputs: Path | None,
        files: Sequence[Path],
        readme: str,
        labels: Mapping[str, Value],
        truth: Sequence[Mapping[str, Value]],
    ) -> None:
        """Write an instance, in the place of one with the same id: its folder, its rows and its record.

        ``files`` lie below ``inputs``. Raises `InvalidRequest` where the bench can't be written.
        """
        try:
            self.layout.instances.mkdir(parents=True, exist_ok=True)
            made = Path(tempfile.mkdtemp(dir=self.layout.instances, prefix="."))
            try:
                os.chmod(made, 0o755)
                (made / FILE_NAMES["original"].format(id=record.id)).write_bytes(original)
                for name, notebook in variants.items():
                    write_text(made / FILE_NAMES[name].format(id=record.id), _text_of(notebook))
                for file in files:
                    assert inputs is not None
                    target = made / file.relative_to(inputs)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(file, target)
                write_text(made / "README.md", readme)
                with self.writing():
                    self._put(record, made, labels, truth)
            finally:
                shutil.rmtree(made, ignore_errors=True)
        except OSError as error:
            raise InvalidRequest(_cant_write(self.path, error)) from None

    def _put(
        self, record: CurationRecord, made: Path, labels: Mapping[str, Value], truth: Sequence[Mapping[str, Value]]
    ) -> None:
        """Put a folder and all that is known of it in the place of what has the same id and notebook."""
        if record.id in self.ids() and not self.is_of(record.id, record.sha256):
            raise InvalidRequest(_other_draft(record.id))
        folder = self.folder(record.id)
        layout = self.layout
        # The row of the sheet last, as it makes an instance: what is killed before that can be made anew.
        self.write_record(record)
        if folder.exists():
            shutil.rmtree(folder)
        os.replace(made, folder)
        write_truth_rows(layout.ground_truth, truth)
        write_label_rows(layout.sheet, [labels])

    def is_of(self, id: str, sha256: str) -> bool:
        """Whether an instance was made of the notebook with that checksum."""
        try:
            return self.record(id).sha256 == sha256
        except (UnknownInstance, BrokenBench):
            return False

    def write_variant(self, id: str, name: VariantName, notebook: Notebook) -> None:
        """Put a variant into an instance's folder. Raises `InvalidRequest`."""
        write_text(self.folder(id) / FILE_NAMES[name].format(id=id), _text_of(notebook))

    def take_over(self, drafts: "OwnBench", record: CurationRecord) -> None:
        """Move a draft into this bench, rows and record included.

        Raises `BrokenBench`, and `InvalidRequest` where the bench can't be written or has got such an instance
        meanwhile.
        """
        with self.writing(), drafts.writing():
            # A row without a folder is left of one that was killed here, and is written once more.
            if self.folder(record.id).exists():
                raise InvalidRequest(_taken(record.id))
            drafts.require_still(record.id)
            self._take_over(drafts, record)

    def _take_over(self, drafts: "OwnBench", record: CurationRecord) -> None:
        labels, truth = _rows_of(drafts, record.id)
        layout = self.layout
        # The folder last: where something can't be written until then, the draft is still whole.
        write_label_rows(layout.sheet, labels)
        write_truth_rows(layout.ground_truth, truth)
        self.write_record(record)
        try:
            layout.instances.mkdir(parents=True, exist_ok=True)
            os.replace(drafts.folder(record.id), layout.instances / record.id)
        except OSError as error:
            self._remove_rows(record.id)
            raise InvalidRequest(_cant_write(self.path, error)) from None
        drafts.remove(record.id)

    def require_still(self, id: str) -> None:
        """Raises `InvalidRequest` where an instance isn't there any more."""
        if id not in self.ids() or not self.folder(id).is_dir():
            raise InvalidRequest(f"The draft {id} was accepted or discarded by somebody else meanwhile.")

    def write_record_of(self, record: CurationRecord) -> None:
        """Write the record of an instance that is there. Raises `InvalidRequest` where it isn't any more."""
        with self.writing():
            self.require_still(record.id)
            self.write_record(record)

    def remove(self, id: str) -> None:
        """Take an instance out, rows and record included. Raises `InvalidRequest`, `BrokenBench`."""
        with self.writing():
            shutil.rmtree(self.folder(id), ignore_errors=True)
            self._remove_rows(id)

    def _remove_rows(self, id: str) -> None:
        layout = self.layout
        remove_rows(layout.sheet, ID_COLUMN, [id])
        remove_rows(layout.ground_truth, "instance", [f"{id}_reproduced", f"{id}_fixed"])
        self.record_file(id).unlink(missing_ok=True)

    def _may_become_one(self) -> bool:
        """Whether nothing is in the folder but what this product puts there before the first instance is accepted, and
        hidden files, as systems and other programs leave them anywhere."""
        ours = {DRAFTS, CURATION, INSTANCES_FOLDER, GROUND_TRUTH_FILE}
        return all(entry.name in ours or entry.name.startswith(".") for entry in self.path.iterdir())


def keep(path: Path) -> BenchInfo:
    """Add a bench, or the drafts of one, to those that are listed; one that is already stays as it is.

    Raises `BrokenBench`.
    """
    return add_bench(path, title=f"{path.parent.name} (drafts)" if path.name == DRAFTS else None)


def free_id(own: OwnBench, wanted: str | None, notebook: Path, sha256: str) -> str:
    """The id of a new instance. A draft that was made from the same notebook is made anew.

    Raises `InvalidRequest` where the id is no slug, or taken.
    """
    id = wanted if wanted is not None else slug(notebook.stem)
    if wanted is None and not id:
        raise InvalidRequest(
            f"No name for the instance can be made of {notebook.name[:80]!r}: say one of lower-case letters and digits "
            "(--id)."
        )
    if not is_slug(id):
        raise InvalidRequest(
            f"{id[:80]!r} can't name an instance: use lower-case letters, digits, hyphens, dots and underscores (--id)."
        )
    if id in own.ids() or own.folder(id).exists():
        raise InvalidRequest(_taken(id))
    if id in own.drafts.ids() and not own.drafts.is_of(id, sha256):
        raise InvalidRequest(_other_draft(id))
    return id


def write_text(file: Path, text: str) -> None:
    """Write a file so that at every moment the old or the new one is there as a whole. Raises `InvalidRequest`."""
    temporary = file.with_name(f".{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, file)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise InvalidRequest(_cant_write(file.parent, error)) from None


def _text_of(notebook: Notebook) -> str:
    return json.dumps(to_nbformat(notebook), indent=1, ensure_ascii=False) + "\n"


def _rows_of(drafts: OwnBench, id: str) -> tuple[list[dict[str, Value]], list[dict[str, Value]]]:
    """The rows of an instance in both sheets, as text by column."""
    layout = drafts.layout
    found: list[list[dict[str, Value]]] = []
    for file, sheet, key, names in (
        (layout.sheet, SHEET_NAME, ID_COLUMN, {id}),
        (layout.ground_truth, GROUND_TRUTH_SHEET, "instance", {f"{id}_reproduced", f"{id}_fixed"}),
    ):
        table = read_table(file, sheet, key)
        rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
        found.append([{name: _value(text) for name, text in row.items()} for row in rows if row.get(key) in names])
    return found[0], found[1]


def _value(text: str) -> Value:
    """Tables are read as text; the column `detection` holds truth values."""
    return {"True": True, "False": False}.get(text, text)


def _other_draft(id: str) -> str:
    return f"There is a draft {id} of another notebook already: choose another name (--id)."


def _taken(id: str) -> str:
    return f"The bench has an instance {id} already: choose another name (--id)."


def _cant_write(path: Path, error: OSError) -> str:
    return f"{path} can't be written ({error.strerror}): see that the folder can be written and the disk isn't full."
