"""Making an instance through real kernels: what stays, what is said where it can't be done."""

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from junobench_lab.errors import InvalidRequest, UnknownInstance
from junobench_lab.instances.bench import Bench
from junobench_lab.research.curation import accept
from junobench_lab.research.curation.accept import accept_with_repair
from junobench_lab.research.curation.make import curate
from junobench_lab.research.curation.models import Curated, CurationBounds, CurationStep, CurationWish
from junobench_lab.research.curation.own_bench import OwnBench
from junobench_lab.research.curation.shrinking import DataWork, shrunk
from junobench_lab.research.curation.trials import CurationCancelled
from junobench_lab.running.environments.choice import environment_of
from tests.notebook_factory import code, crash_and_fix, parsed, raw, write_bench
from tests.research.curation.making import NAME_ERROR, TYPE_ERROR, folder, made, ran, repaired, steps, variant, wish
from tests.research.curation.making import accepted as accepted_by
from tests.research.curation.own_crashes import OWN_CRASHES, png


def test_the_wish_is_refused_where_nothing_crashed_or_it_does_not_crash_here(tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="holds no crash"):
        made(wish(tmp_path, code("x = 1", count=1)))
    with pytest.raises(InvalidRequest, match=r"doesn't crash here as Mine\.ipynb says"):
        made(wish(tmp_path, code("y = 1", count=1), code("y", count=2, error=NAME_ERROR)))
    assert not (tmp_path / "own").exists()


def test_two_cells_that_only_together_make_it_crash_are_found(tmp_path: Path) -> None:
    """No name leads from the two settings to the crash: only runs can tell."""
    cells = [
        code("import os", count=1),
        code("os.environ['A_TIDE'] = '1'", count=2),
        *(code(f"unused_{number} = {number}", count=3 + number) for number in range(5)),
        code("os.environ['B_TIDE'] = '1'", count=8),
        code(
            "import os as system\nassert not {'A_TIDE', 'B_TIDE'} <= set(system.environ), 'both'",
            count=9,
            error=("AssertionError", "both"),
        ),
    ]
    curated = made(wish(tmp_path, *cells, bounds=CurationBounds(runs=60)))
    assert ran(variant(curated, "reproduced")) == [
        "import os",
        "os.environ['A_TIDE'] = '1'",
        "os.environ['B_TIDE'] = '1'",
        "import os as system",
    ]
    assert curated.record.order.minimal


def test_where_the_bounds_are_reached_it_is_said_that_more_could_go(tmp_path: Path) -> None:
    cells = [
        code("import os\nos.environ['C_TIDE'] = '1'", count=1),
        *(code(f"unused_{number} = {number}", count=2 + number) for number in range(6)),
        code("import os\nassert 'C_TIDE' not in os.environ", count=8, error=("AssertionError", "")),
    ]
    curated = made(wish(tmp_path, *cells, bounds=CurationBounds(runs=2)))
    assert not curated.record.order.minimal
    assert ran(variant(curated, "reproduced"))[-1] == "import os"


def test_a_raw_cell_and_one_that_never_ran_stay_where_they_are_the_repair(tmp_path: Path) -> None:
    curated = made(
        wish(tmp_path, code("x = 1", count=1), raw("y = x"), code("z = 3"), code("y", count=2, error=NAME_ERROR))
    )
    cells = variant(curated, "reproduced").cells
    assert ("raw", "y = x") in [(cell.type, cell.source) for cell in cells]
    assert "z = 3" not in [cell.source for cell in cells]


def test_a_folder_of_pictures_gets_fewer_and_the_table_that_names_them_too(tmp_path: Path) -> None:
    pictures = tmp_path / "work" / "pictures"
    pictures.mkdir(parents=True)
    for number in range(40):
        (pictures / f"{number:02}.png").write_bytes(png(number))
    rows = "".join(f"pictures/{number:02}.png,{number % 2}\n" for number in range(40))
    (tmp_path / "work" / "labels.csv").write_text("file,label\n" + rows, encoding="utf-8")
    (tmp_path / "work" / "reading.py").write_text("def read(path):\n    return open(path, 'rb').read()\n")
    load = (
        "import csv, glob\nfrom reading import read\n"
        "rows = list(csv.DictReader(open('labels.csv')))\n"
        "pictures = [read(path) for path in sorted(glob.glob('pictures/*.png'))]"
    )
    crash = "pictures[0].reshape(4, 4)"
    error = ("AttributeError", "'bytes' object has no attribute 'reshape'")
    fixed = repaired(tmp_path, code(load), code("pictures[0][:4]"))
    curated = made(
        wish(
            tmp_path,
            code(load, count=1),
            code(crash, count=2, error=error),
            fixed=fixed,
            bounds=CurationBounds(rows=5, runs=60),
        )
    )
    assert curated.accepted, curated.sentence
    changes = {change.path: (change.before, change.after) for change in curated.record.data}
    assert changes == {"pictures/": (40, 5), "labels.csv": (40, 5)}
    assert (folder(curated) / "reading.py").exists()
    assert len(list((folder(curated) / "pictures").iterdir())) == 5


def test_made_up_data_hold_none_of_the_texts_and_keep_the_crash(tmp_path: Path) -> None:
    crash = OWN_CRASHES["wind"]
    file, fixed = crash.write(tmp_path / "work")
    curated = made(CurationWish(notebook=file, bench=tmp_path / "own", fixed=fixed, data="synthetic"))
    assert curated.accepted, curated.sentence
    (change,) = curated.record.data
    assert change.synthetic
    text = (folder(curated) / "weather" / "wind.csv").read_text(encoding="utf-8")
    assert text.startswith("day,station,wind\n")
    assert not any(word in text for word in ("calm", "north", "south"))
    # The value that made it crash is another one, and the crash the same.
    assert curated.record.signature.template == "could not convert string to float: '_'"
    assert curated.record.signature.names == []


def test_data_that_can_not_be_made_up_are_kept_and_keep_it_a_draft(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "codes.csv").write_text("code\nK-17\nK-18\n", encoding="utf-8")
    read = "rows = open('codes.csv').read().split()[1:]"
    crash = "known = [row for row in rows if hash(row) and sum(map(ord, row)) == 224]\nknown.pop().missing"
    error = ("AttributeError", "'str' object has no attribute 'missing'")
    fixed = repaired(tmp_path, code(read), code(crash.replace(".missing", "")))
    cells = [code(read, count=1), code(crash, count=2, error=error)]
    curated = made(wish(tmp_path, *cells, fixed=fixed, data="synthetic"))
    (change,) = curated.record.data
    assert (curated.accepted, change.synthetic) == (False, False)
    assert "codes.csv still holds real data" in curated.sentence
    assert change.note.startswith("Not made up: the crash doesn't stay")
    assert (folder(curated) / "codes.csv").read_text(encoding="utf-8") == "code\nK-17\nK-18\n"
    # Who has looked at it may accept it as it is.
    accepted = accepted_by(lambda: accept_with_repair(OwnBench(tmp_path / "own"), curated.id))
    assert accepted.accepted


def test_a_file_that_lies_elsewhere_keeps_it_a_draft(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.txt"
    elsewhere.write_text("1")
    read = f"text = open({str(elsewhere)!r}).read()"
    fixed = repaired(tmp_path, code(read), code("text.upper()"))
    cells = [code(read, count=1), code("text.y", count=2, error=("AttributeError", "no attribute 'y'"))]
    curated = made(wish(tmp_path, *cells, fixed=fixed))
    assert not curated.accepted
    assert f"It reads {elsewhere}" in curated.sentence


def test_a_repair_that_crashes_keeps_it_a_draft_until_one_runs(tmp_path: Path) -> None:
    cells = [code("x = 1", count=1), code("spare = 2", count=2), code("y", count=3, error=NAME_ERROR)]
    wrong = repaired(tmp_path, code("x = 1", count=1), code("y = z", count=2))
    curated = made(wish(tmp_path, *cells, fixed=wrong))
    assert not curated.accepted
    assert curated.sentence.startswith("The fixed notebook doesn't run. It crashes")
    own = OwnBench(tmp_path / "own")
    with pytest.raises(InvalidRequest, match=r"doesn't run\. .* The draft stays as it was"):
        accepted_by(lambda: accept_with_repair(own, curated.id, wrong))
    right = repaired(tmp_path, code("x = 1", count=1), code("spare = 2", count=2), code("y = 3\ny", count=3))
    accepted = accepted_by(lambda: accept_with_repair(own, curated.id, right))
    assert accepted.accepted, accepted.sentence
    assert ran(variant(accepted, "fixed")) == ["y = 3"]
    assert Bench.open(own.drafts.path).summaries() == []
    with pytest.raises(UnknownInstance, match="no draft 'mine'"):
        accepted_by(lambda: accept_with_repair(own, curated.id))


def test_a_crash_that_comes_and_goes_is_not_accepted(tmp_path: Path) -> None:
    """Every second run of the machine's clock crashes: verified twice, it shows."""
    counter = tmp_path / "counter"
    counter.write_text("0")
    source = (
        f"from pathlib import Path\nfile = Path({str(tmp_path)!r}) / 'counter'\n"
        "number = int(file.read_text()) + 1\nfile.write_text(str(number))\n"
        "if number < 4:\n    raise ValueError('now and then')"
    )
    fixed = repaired(tmp_path, code("pass"))
    curated = made(wish(tmp_path, code(source, count=1, error=("ValueError", "now and then")), fixed=fixed))
    assert not curated.accepted
    assert "different verdicts" in curated.sentence or "without a crash" in curated.sentence


def test_an_id_that_is_taken_is_refused_and_a_draft_of_the_same_notebook_is_made_anew(tmp_path: Path) -> None:
    cells = [code("y", count=1, error=NAME_ERROR)]
    assert not made(wish(tmp_path, *cells)).accepted
    assert not made(wish(tmp_path, *cells)).accepted
    assert len(Bench.open(tmp_path / "own" / "drafts").summaries()) == 1
    with pytest.raises(InvalidRequest, match="a draft mine of another notebook"):
        made(wish(tmp_path, code("x = 1", count=1), code("y", count=2, error=NAME_ERROR)))
    write_bench(tmp_path / "full", {"mine": crash_and_fix()})
    with pytest.raises(InvalidRequest, match="has an instance mine already"):
        made(wish(tmp_path, *cells).model_copy(update={"bench": tmp_path / "full"}))
    with pytest.raises(InvalidRequest, match="can't name an instance"):
        made(wish(tmp_path, *cells, id="../up"))


def test_a_bench_that_others_made_gets_the_row_and_keeps_its_own(tmp_path: Path) -> None:
    write_bench(tmp_path / "own", {"quays": crash_and_fix()}, diagnoses={"quays": "Never made."})
    fixed = repaired(tmp_path, code("y = 1"))
    curated = made(
        wish(
            tmp_path,
            code("y", count=1, error=NAME_ERROR),
            fixed=fixed,
            labels={"root_cause": "implementation error", "ml_bug": "python bug"},
            diagnosis="It was forgotten.",
        )
    )
    assert curated.accepted, curated.sentence
    bench = Bench.open(tmp_path / "own")
    assert [summary.id for summary in bench.summaries()] == ["quays", "mine"]
    assert bench.problems() == []
    assert (bench.diagnosis("quays").text, bench.diagnosis("mine").text) == ("Never made.", "It was forgotten.")
    labels = bench.summary("mine").labels
    assert (labels.root_cause, labels.ml_bug) == ("implementation error", "python bug")
    assert "chosen by people: root cause, ml bug" in bench.instance("mine").extra["label_status"]


def test_it_says_how_far_it_is_and_can_be_cancelled(tmp_path: Path) -> None:
    cells = [code("import time\ntime.sleep(600)", count=1), code("y", count=2, error=NAME_ERROR)]
    cancel = asyncio.Event()

    async def follow() -> list[CurationStep]:
        told = []
        async with contextlib.aclosing(curate(wish(tmp_path, *cells), cancel=cancel)) as events:
            async for event in events:
                assert isinstance(event, CurationStep)
                told.append(event)
                if event.runs:
                    cancel.set()
        return told

    with pytest.raises(CurationCancelled):
        asyncio.run(asyncio.wait_for(follow(), 120))
    assert not (tmp_path / "own").exists()


def test_the_steps_are_told_in_order(tmp_path: Path) -> None:
    events = steps(wish(tmp_path, code("y", count=1, error=NAME_ERROR)))
    assert isinstance(events[-1], Curated)
    stages = list(dict.fromkeys(event.stage for event in events if isinstance(event, CurationStep)))
    assert stages == ["reading", "reproducing", "order"]
    runs = [event.runs for event in events if isinstance(event, CurationStep)]
    assert runs == sorted(runs)


def test_a_cell_that_the_repair_edits_stays_though_it_crashes_without_it(tmp_path: Path) -> None:
    """Without it the repair would be one that adds a cell."""
    tidy = "words = [word.strip() for word in words]"
    cells = [
        code("words = [' 1', 'two']", count=1),
        code("spare = 1", count=2),
        code(tidy, count=3),
        code("sum(map(int, words))", count=4, error=("ValueError", "invalid literal for int() with base 10: 'two'")),
    ]
    fixed = repaired(
        tmp_path,
        *cells[:2],
        code("words = [word.strip() for word in words if word.strip().isdigit()]", count=3),
        code("sum(map(int, words))", count=4),
    )
    curated = made(wish(tmp_path, *cells, fixed=fixed))
    assert curated.accepted, curated.sentence
    assert ran(variant(curated, "reproduced")) == ["words = [' 1', 'two']", tidy, "sum(map(int, words))"]
    assert len(ran(variant(curated, "fixed"))) == 3


def test_files_that_cells_name_together_stay_as_long_as_something_reads_them(tmp_path: Path) -> None:
    """No line that stays names the file as a whole."""
    (tmp_path / "work" / "data").mkdir(parents=True)
    for name in ("north", "south"):
        (tmp_path / "work" / "data" / f"{name}.csv").write_text("a\n1\n", encoding="utf-8")
    (tmp_path / "work" / "data" / "unread.csv").write_text("a\n1\n", encoding="utf-8")
    cells = [
        code("folder = 'data'", count=1),
        code("texts = [open(f'{folder}/{name}.csv').read() for name in ('north', 'south')]", count=2),
        code("texts.missing", count=3, error=("AttributeError", "'list' object has no attribute 'missing'")),
    ]
    curated = made(wish(tmp_path, *cells))
    files = {file.name for file in Bench.open(curated.bench).input_files(curated.id)}
    assert {"north.csv", "south.csv"} <= files


# -- what is told, and how it ends


def sentences(events: Sequence[object]) -> list[str]:
    """What was told, each once."""
    return list(dict.fromkeys(event.sentence for event in events if isinstance(event, CurationStep)))


def test_every_file_that_is_made_smaller_or_up_is_told_and_every_run_that_verifies(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    lines = "".join(f"{number}\n" for number in range(200))
    (tmp_path / "work" / "tides.csv").write_text(f"metres\n{lines}", encoding="utf-8")
    cells = [code("rows = open('tides.csv').readlines()", count=1), code("rows[0] / 2", count=2, error=TYPE_ERROR)]
    fixed = repaired(tmp_path, cells[0], code("len(rows)"))
    events = steps(wish(tmp_path, *cells, fixed=fixed, data="synthetic"))
    told = sentences(events)
    assert told == [
        "Reading the notebook",
        "Running the recorded order",
        "Running the fixed notebook",
        "Looking for the shortest order that crashes alike",
        "Copying the data",
        "Leaving out files that nothing reads",
        "Making the data smaller: tides.csv",
        "Making up data: tides.csv",
        "Recording the crash and the fix",
        "Verifying the instance",
        *(f"Verifying the instance, {ended} of 4" for ended in range(1, 5)),
    ]
    runs = [event.runs for event in events if isinstance(event, CurationStep)]
    assert runs == sorted(runs) and runs[-1] == runs[-5] + 4


def test_accepting_a_draft_says_how_far_it_is_and_can_be_cancelled(tmp_path: Path) -> None:
    made(wish(tmp_path, code("y", count=1, error=NAME_ERROR)))
    own = OwnBench(tmp_path / "own")
    endless = repaired(tmp_path, code("import time\ntime.sleep(600)", count=1))
    cancel = asyncio.Event()
    told: list[str] = []

    async def follow() -> None:
        async with contextlib.aclosing(accept_with_repair(own, "mine", endless, cancel=cancel)) as events:
            async for event in events:
                told.append(event.sentence)
                if isinstance(event, CurationStep) and event.runs:
                    cancel.set()

    with pytest.raises(CurationCancelled):
        asyncio.run(asyncio.wait_for(follow(), 120))
    assert list(dict.fromkeys(told)) == ["Reading the draft", "Running the fixed notebook"]
    assert own.drafts.ids() == {"mine"}


def test_copying_many_files_ends_where_it_is_cancelled(tmp_path: Path) -> None:
    """Nothing runs meanwhile that would be asked."""
    files = [f"{number}.txt" for number in range(5)]
    for file in files:
        (tmp_path / file).write_text(file)
    asked = 0

    def require_going_on() -> None:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise CurationCancelled

    async def never(*_: object) -> bool:
        raise AssertionError("Nothing is tried.")

    staged = tmp_path / "staged"
    work = DataWork(staged, never, lambda: False, 50, [], "", require_going_on=require_going_on)
    with pytest.raises(CurationCancelled):
        asyncio.run(shrunk(work, tmp_path, files, "sampled"))
    assert len(list(staged.iterdir())) == 2


def test_it_is_verified_with_the_kernel_that_was_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, object]] = []

    def noted(*_: object, **more: object) -> None:
        asked.append((more["kernel"], more["cold"]))
        raise InvalidRequest("That is all that has to be known.")

    made(wish(tmp_path, code("y", count=1, error=NAME_ERROR)))
    own = OwnBench(tmp_path / "own")
    own.drafts.write_variant("mine", "fixed", parsed(code("y = 1", count=1)))
    monkeypatch.setattr(accept, "verify_bench", noted)
    for cold in (True, False):
        environment = environment_of("local", "python3", cold=cold)
        with pytest.raises(InvalidRequest, match="That is all"):
            accepted_by(lambda environment=environment: accept_with_repair(own, "mine", environment=environment))
    assert asked == [("python3", True), ("python3", False)]
