"""What is kept of an instance where several write, something is missed, or a process is killed."""

import os
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.errors import InvalidRequest, UnknownInstance
from junobench_lab.instances.bench import Bench
from junobench_lab.research.curation import accept, own_bench
from junobench_lab.research.curation.accept import accept_with_repair, discard_draft
from junobench_lab.research.curation.inputs import missed_inputs
from junobench_lab.research.curation.models import CurationBounds
from junobench_lab.research.curation.own_bench import OwnBench
from junobench_lab.research.curation.written import session_of, with_lost_runs
from tests.notebook_factory import code, parsed
from tests.research.curation.making import NAME_ERROR, TYPE_ERROR, made, ran, repaired, variant, wish
from tests.research.curation.making import accepted as accepted_by


def test_a_bench_that_can_not_be_written_or_is_one_of_drafts_is_refused_before_anything_runs(tmp_path: Path) -> None:
    cells = [code("import time\ntime.sleep(600)", count=1), code("y", count=2, error=NAME_ERROR)]
    (tmp_path / "a file").write_text("")
    with pytest.raises(InvalidRequest, match="can't be written"):
        made(wish(tmp_path, *cells).model_copy(update={"bench": tmp_path / "a file" / "bench"}))
    made(wish(tmp_path, code("y", count=1, error=NAME_ERROR)))
    other = wish(tmp_path, *cells, id="other").model_copy(update={"bench": tmp_path / "own" / "drafts"})
    with pytest.raises(InvalidRequest, match=r"where the drafts of .* are kept: name that one"):
        made(other)
    assert not (tmp_path / "own" / "drafts" / "drafts").exists()


def test_a_draft_is_discarded_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    made(wish(tmp_path, code("y", count=1, error=NAME_ERROR)))
    own = OwnBench(tmp_path / "own")
    discard_draft(own, "mine")
    assert own.drafts.ids() == set()
    assert [file for file in own.path.rglob("*") if "mine" in file.name] == []
    with pytest.raises(UnknownInstance, match="no draft 'mine'; it has: none"):
        discard_draft(own, "mine")


def test_a_draft_that_another_process_made_meanwhile_of_another_notebook_stays(tmp_path: Path) -> None:
    """Both found the name free when they began."""
    made(wish(tmp_path, code("y", count=1, error=NAME_ERROR)))
    drafts = OwnBench(tmp_path / "own").drafts
    before = (drafts.folder("mine") / "mine.ipynb").read_bytes()
    other = drafts.record("mine").model_copy(update={"sha256": "0" * 64})
    with pytest.raises(InvalidRequest, match="a draft mine of another notebook"):
        drafts.write(other, original=b"{}", variants={}, inputs=None, files=[], readme="", labels={}, truth=[])
    assert (drafts.folder("mine") / "mine.ipynb").read_bytes() == before
    assert [file.name for file in drafts.layout.instances.iterdir()] == ["mine"]


def test_runs_of_which_only_a_gap_in_the_counts_is_left_are_guessed_where_it_crashes_alike(tmp_path: Path) -> None:
    cells = [
        code("xs = []", count=1),
        code("spare = 1", count=2),
        code("xs.append(len(xs))", count=5),
        code("assert len(xs) < 3, xs", count=8, error=("AssertionError", "[0, 1, 2]")),
    ]
    curated = made(wish(tmp_path, *cells))
    order = curated.record.order
    assert (order.recorded, order.kept, order.assumed) == (6, 5, True)
    assert ran(variant(curated, "reproduced")) == ["xs = []", *["xs.append(len(xs))"] * 3, "assert len(xs) < 3, xs"]


def test_no_runs_are_guessed_where_the_recorded_ones_crash_alike_or_the_gap_is_long() -> None:
    few = session_of(parsed(code("x = 1", count=4), code("y", count=9, error=NAME_ERROR)))
    assert few is not None
    guessed = with_lost_runs(few)
    # The crash ended the session: it has no earlier runs.
    assert guessed is not None and list(guessed.order) == [0, 0, 0, 0, 1]
    for whole in (
        parsed(code("x = 1", count=1), code("y", count=2, error=NAME_ERROR)),
        parsed(code("x = 1", count=900), code("y", count=901, error=NAME_ERROR)),
        parsed(code("x = 1"), code("y", error=NAME_ERROR)),
    ):
        session = session_of(whole)
        assert session is not None and with_lost_runs(session) is None


def test_files_that_only_data_name_are_found_when_they_are_missed(tmp_path: Path) -> None:
    """A table names pictures, and the code no folder; then one picture for each row that stays is enough."""
    work = tmp_path / "work"
    names = [f"{kind}/{number}.txt" for number in range(40) for kind in ("cats", "dogs")]
    for name in names:
        (work / "pictures" / name).parent.mkdir(parents=True, exist_ok=True)
        (work / "pictures" / name).write_text(name, encoding="utf-8")
    (work / "unread.txt").write_text("", encoding="utf-8")
    rows = "".join(f"pictures/{name}\n" for name in reversed(names))
    (work / "labels.csv").write_text(f"file\n{rows}", encoding="utf-8")
    read = "import os\ntexts = [open(os.path.join(name.strip())).read() for name in open('labels.csv').readlines()[1:]]"
    cells = [code(read, count=1), code("texts[0] / 2", count=2, error=TYPE_ERROR)]
    fixed = repaired(tmp_path, cells[0], code("len(texts)"))
    curated = made(wish(tmp_path, *cells, fixed=fixed, bounds=CurationBounds(rows=5)))
    assert curated.accepted, curated.sentence
    assert [(change.path, change.before, change.after) for change in curated.record.data] == [
        ("labels.csv", 80, 5),
        ("pictures/", 80, 5),
    ]


def test_paths_in_messages_lead_to_files_of_the_folder_alone(tmp_path: Path) -> None:
    for name in ("part 1.csv", "part 2.csv", "other.txt", "sub/deep/x.h5", "sub/y.h5", ".hidden/z.h5"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    parts = ["part 1.csv", "part 2.csv"]
    for message, found in (
        ("[Errno 2] No such file or directory: 'part 2.csv'", parts),
        ("[Errno 2] No such file or directory: '/tmp/copy/of/it/part 1.csv'", parts),
        ("Unable to open (name = 'sub/deep/x.h5', errno = 2)", ["sub/deep/x.h5", "sub/y.h5"]),
        ("[Errno 2] No such file or directory: 'other.txt'", []),
        ("[Errno 2] No such file or directory: '.hidden/z.h5'", []),
        ("[Errno 2] No such file or directory: '../../etc/passwd'", []),
        ("'' and '/' and '.' and '*'", []),
        ("list index out of range", []),
    ):
        assert missed_inputs(message, ["other.txt"], tmp_path) == found, message


class Killed(BaseException):
    """What ends a process ends it anywhere."""


@pytest.mark.parametrize("write", ["write_record", "write_label_rows", "write_truth_rows"])
def test_what_is_killed_while_it_is_written_can_be_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: str
) -> None:
    def killed(*_: object) -> None:
        raise Killed

    cells = [code("y", count=1, error=NAME_ERROR)]
    with monkeypatch.context() as patched:
        patched.setattr(OwnBench if write == "write_record" else own_bench, write, killed)
        with pytest.raises(Killed):
            made(wish(tmp_path, *cells))
    assert not made(wish(tmp_path, *cells)).accepted


def test_what_is_killed_while_it_is_accepted_can_be_accepted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All is written, and its folder isn't moved yet."""
    fixed = repaired(tmp_path, code("y = 1"))
    made(wish(tmp_path, code("y", count=1, error=NAME_ERROR)))
    replace = os.replace

    def killed_for_folders(source: Path, target: Path) -> None:
        if Path(source).is_dir():
            raise Killed
        replace(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", killed_for_folders)
        with pytest.raises(Killed):
            accepted_by(lambda: accept_with_repair(OwnBench(tmp_path / "own"), "mine", fixed))
    accepted = accepted_by(lambda: accept_with_repair(OwnBench(tmp_path / "own"), "mine", fixed))
    assert accepted.accepted, accepted.sentence
    assert Bench.open(tmp_path / "own").problems() == []


def test_a_draft_that_another_process_accepted_meanwhile_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed = repaired(tmp_path, code("y = 1"))
    own = OwnBench(tmp_path / "own")
    made(wish(tmp_path, code("y", count=1, error=NAME_ERROR)))
    verified = accept._verified

    async def after_another(*arguments: Any) -> Any:
        result = await verified(*arguments)
        own.take_over(own.drafts, own.drafts.record("mine"))
        return result

    monkeypatch.setattr(accept, "_verified", after_another)
    with pytest.raises(InvalidRequest, match="has an instance mine already"):
        accepted_by(lambda: accept_with_repair(own, "mine", fixed))
    with pytest.raises(InvalidRequest, match="accepted or discarded by somebody else meanwhile"):
        own.drafts.write_record_of(own.record("mine"))
    assert own.ids() == {"mine"}
    assert [file.name for file in (own.drafts.path / "curation").iterdir() if file.suffix] == []
