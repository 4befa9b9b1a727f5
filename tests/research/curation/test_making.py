"""Making an instance: what counts as the same crash, what stays, what is said where it can't be done."""

import asyncio
import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from junobench_lab.errors import InvalidRequest, UnknownInstance
from junobench_lab.instances.bench import Bench
from junobench_lab.instances.notebooks import parse_notebook
from junobench_lab.research.curation import accept, own_bench
from junobench_lab.research.curation.accept import accept_with_repair, discard_draft
from junobench_lab.research.curation.alike import are_alike
from junobench_lab.research.curation.annotations import settle
from junobench_lab.research.curation.inputs import missed_inputs
from junobench_lab.research.curation.make import curate
from junobench_lab.research.curation.models import CrashSignature, Curated, CurationBounds, CurationStep, CurationWish
from junobench_lab.research.curation.own_bench import OwnBench, free_id
from junobench_lab.research.curation.shortest_order import Reduction, needed_places, repair_places
from junobench_lab.research.curation.shrinking import DataWork, shrunk
from junobench_lab.research.curation.trials import CurationCancelled
from junobench_lab.research.curation.written import session_of, with_lost_runs, written
from junobench_lab.running.environments.choice import environment_of
from junobench_lab.trace.live import SessionExecution, SessionRecord
from junobench_lab.trace.order import trace_notebook
from tests.notebook_factory import code, crash_and_fix, markdown, notebook, parsed, raw, write_bench, write_notebook
from tests.research.curation.making import accepted as accepted_by
from tests.research.curation.making import folder, made, ran, steps, variant
from tests.research.curation.own_crashes import OWN_CRASHES, png

NAME_ERROR = ("NameError", "name 'y' is not defined")
TYPE_ERROR = ("TypeError", "unsupported operand type(s) for /: 'str' and 'int'")


def wish(tmp_path: Path, *cells: dict[str, Any], **more: Any) -> CurationWish:
    """A wish for a notebook of these cells."""
    file = write_notebook(tmp_path / "work" / "Mine.ipynb", notebook(*cells))
    return CurationWish(notebook=file, bench=tmp_path / "own", **more)


def repaired(tmp_path: Path, *cells: dict[str, Any]) -> Path:
    return write_notebook(tmp_path / "work" / "Mine repaired.ipynb", notebook(*cells))


# -- what is the same crash


def signature(**other: Any) -> CrashSignature:
    usual: dict[str, Any] = {"ename": "KeyError", "template": "'_'", "names": ["metres"], "line": 2}
    return CrashSignature(**{**usual, **other})


@pytest.mark.parametrize(
    "other", [{"ename": "IndexError"}, {"template": "'_' not in index"}, {"names": ["feet"]}, {"line": 3}]
)
def test_another_type_message_name_or_line_is_another_crash(other: dict[str, Any]) -> None:
    assert are_alike(signature(), signature())
    assert are_alike(signature(), signature(line=None))
    assert not are_alike(signature(), signature(**other))


# -- what is left out, by rule alone


def test_the_first_cut_keeps_what_the_crash_takes_its_names_from() -> None:
    session = session_of(
        parsed(
            code("a = 1", count=1),
            code("b = [a]", count=2),
            code("c = 3", count=3),
            code("b.append(c)", count=4),
            code("print(a)", count=5),
            code("b[9]", count=6, error=("IndexError", "list index out of range")),
        )
    )
    assert session is not None
    assert needed_places(session) == [0, 1, 2, 3]


def test_cells_whose_effect_nobody_can_read_are_a_second_cut() -> None:
    session = session_of(
        parsed(code("%run setup.py", count=1), code("a = 1", count=2), code("y", count=3, error=NAME_ERROR))
    )
    assert session is not None
    assert needed_places(session) == []
    assert needed_places(session, with_unseen=True) == [0]


def test_what_a_repair_needs_stays_where_none_is_known() -> None:
    session = session_of(
        parsed(
            code("gross = [1, 2]", count=1),
            code("other = 1", count=2),
            code("y = sum(gross)"),
            code("y", count=3, error=NAME_ERROR),
        )
    )
    assert session is not None
    assert repair_places(session) == [0]


def test_without_the_cell_that_deletes_a_name_it_is_another_crash() -> None:
    session = session_of(parsed(code("y = 1", count=1), code("del y", count=2), code("y", count=3, error=NAME_ERROR)))
    assert session is not None
    reduction = Reduction(session)
    assert reduction.is_of_the_same_kind(reduction.notebook([0, 1]))
    assert not reduction.is_of_the_same_kind(reduction.notebook([]))


def test_cells_that_never_ran_stay_with_all_that_they_would_need() -> None:
    session = session_of(
        parsed(
            code("rate = 2"),
            code("idle = 3"),
            code("scaled = [rate]"),
            code("y = scaled[0]"),
            code("y", count=1, error=NAME_ERROR),
        )
    )
    assert session is not None
    assert [cell.source for cell in Reduction(session).notebook([]).cells] == [
        "rate = 2",
        "scaled = [rate]",
        "y = scaled[0]",
        "y",
    ]


def test_texts_above_cells_that_stay_stay_and_others_go() -> None:
    session = session_of(
        parsed(
            markdown("# Title"),
            code("gone = 1", count=1),
            markdown("Why"),
            code("y", count=2, error=NAME_ERROR),
            markdown("The end"),
            code("never = 2"),
        )
    )
    assert session is not None
    assert [cell.source for cell in Reduction(session).notebook([]).cells] == ["Why", "y"]


# -- how a session is written


def order_of(cells: Sequence[dict[str, Any]], order: Sequence[int]) -> list[str]:
    book = parse_notebook(notebook(*cells), where="it")
    return ran(written(book, order))


def test_a_cell_that_ran_twice_in_a_row_gets_the_mark() -> None:
    cells = [code("a = 0"), code("a += 1")]
    book = written(parse_notebook(notebook(*cells), where="it"), [0, 1, 1])
    assert [execution.cell for execution in trace_notebook(book).executions] == [0, 1, 1]
    assert book.cells[1].source.startswith("# [reexecute]")


def test_a_mark_goes_without_moving_the_lines_where_the_cell_runs_once() -> None:
    cells = [code("# [re-execute] add\na += 1", count=2)]
    book = written(parse_notebook(notebook(*cells), where="it"), [0])
    assert [execution.cell for execution in trace_notebook(book).executions] == [0]
    assert book.cells[0].source == "#  add\na += 1"


def test_a_cell_that_ran_again_later_has_a_copy_above_it() -> None:
    assert order_of([code("a"), code("b")], [0, 1, 0]) == ["a", "b", "a"]
    assert order_of([code("%%time\na"), code("b")], [0, 0, 1]) == ["%%time", "%%time", "b"]


@given(some.lists(some.integers(0, 3), min_size=1, max_size=8), some.lists(some.booleans(), min_size=4, max_size=4))
def test_any_order_is_read_as_it_was_written(order: list[int], marked: list[bool]) -> None:
    sources = [f"{'# [reexecute]' if mark else '#'} {cell}\ncell_{cell}" for cell, mark in enumerate(marked)]
    book = written(parsed(*map(code, sources)), order)
    executions = trace_notebook(book).executions
    again = [book.cells[execution.cell].source.split("\n")[-1] for execution in executions]
    assert again == [f"cell_{cell}" for cell in order]


def executed(*runs: tuple[str, str, bool]) -> SessionRecord:
    return SessionRecord(
        executions=[
            SessionExecution(id=id, source=source, ok=ok, count=place, ename=None if ok else "NameError", evalue="y")
            for place, (id, source, ok) in enumerate(runs, 1)
        ]
    )


def test_what_ran_in_the_kernel_counts_unless_it_can_not_be_told_by_the_cells_of_now() -> None:
    book = parsed(code("a", count=7, id="a"), code("y", count=9, id="y", error=NAME_ERROR))
    for record, order in (
        (executed(("a", "a", True), ("a", "a", True), ("y", "y", False)), [0, 0, 1]),
        (executed(("a", "a", True), ("gone", "b", True), ("y", "y", False)), [0, 1]),
        (executed(("a", "A", True), ("a", "a", True), ("y", "y", False)), [0, 1]),
        (executed(("a", "a", True), ("y", "y", True)), [0, 1]),
    ):
        session = session_of(book, record)
        assert session is not None
        assert list(session.order) == order


# -- with kernels


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


# -- odd notebooks


def test_without_saved_counts_the_cells_are_taken_to_have_run_from_the_top(tmp_path: Path) -> None:
    error = ("IndexError", "list index out of range")
    cells = [code("a = 1"), markdown("Then"), code("spare = 2"), code(" "), code("[a][a]", error=error), code("a = 0")]
    curated = made(wish(tmp_path, *cells))
    order = curated.record.order
    assert (order.recorded, order.kept, order.assumed) == (3, 2, True)
    assert ran(variant(curated, "reproduced")) == ["a = 1", "[a][a]"]


def test_one_count_alone_is_a_recorded_order(tmp_path: Path) -> None:
    session = session_of(parsed(code("y = 1"), code("y", count=1, error=NAME_ERROR)))
    assert session is not None
    assert (list(session.order), session.assumed) == ([1], False)


def test_a_notebook_that_asks_for_an_input_is_told_what_to_do(tmp_path: Path) -> None:
    cells = [
        markdown("Who"),
        code("name = input('Your name? ')", count=1),
        code("int(name)", count=2, error=("ValueError", "invalid literal for int() with base 10: 'Ann'")),
    ]
    with pytest.raises(InvalidRequest, match="Cell 2 asks for an input, which nobody gives while it is run: write"):
        made(wish(tmp_path, *cells))


def test_where_no_rule_applies_no_diagnosis_is_made_up_and_a_person_gives_one(tmp_path: Path) -> None:
    cells = [
        code("rows = [1, -1]", count=1),
        code("assert min(rows) > 0, 'bad'", count=2, error=("AssertionError", "bad")),
    ]
    curated = made(wish(tmp_path, *cells))
    assert curated.record.diagnosis == ""
    own = OwnBench(tmp_path / "own").drafts
    assert own.bench().diagnosis("mine").text is None

    settle(own, "mine", {"library": "pandas"}, " One row is negative.\n")
    assert own.bench().diagnosis("mine").text == "One row is negative."
    assert own.bench().summary("mine").labels.library == "pandas"
    record = own.record("mine")
    assert (record.diagnosis, record.diagnosis_proposed) == ("One row is negative.", False)
    assert record.chosen == {"library": "pandas"}
    # Labels that are settled later leave it as it is.
    settle(own, "mine", {"stage": "training"})
    assert own.bench().diagnosis("mine").text == "One row is negative."


def test_a_module_of_ones_own_is_no_library(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "tidelib.py").write_text("def depth(metres):\n    return float(metres)\n", encoding="utf-8")
    error = ("ValueError", "could not convert string to float: 'deep'")
    curated = made(wish(tmp_path, code("import tidelib", count=1), code("tidelib.depth('deep')", count=2, error=error)))
    library = curated.record.proposed["library"]
    assert (library.value, library.reasons) == (None, ["`tidelib` is a module beside the notebook, and no library."])


@pytest.mark.parametrize(
    "name, id", [("Größe, Łódź & Tromsø", "grosse-lodz-tromso"), ("naïve fiancé", "naive-fiance"), ("模型", None)]
)
def test_the_id_is_made_of_the_notebooks_name_where_that_has_letters_for_it(
    tmp_path: Path, name: str, id: str | None
) -> None:
    own = OwnBench(tmp_path / "own")
    if id is not None:
        assert free_id(own, None, Path(f"{name}.ipynb"), "0") == id
        return
    with pytest.raises(InvalidRequest, match=r"No name for the instance can be made of '模型\.ipynb'"):
        free_id(own, None, Path(f"{name}.ipynb"), "0")


@pytest.mark.parametrize(
    "metadata, refused",
    [
        ({"language_info": {"name": "R"}}, "R"),
        ({"kernelspec": {"name": "julia-1.10", "language": "julia"}}, "julia"),
        ({"kernelspec": {"name": "mine", "language": "Python"}, "language_info": {"name": "ipython"}}, None),
        ({"kernelspec": "odd", "language_info": {"name": 3}}, None),
    ],
)
def test_only_notebooks_of_python_are_taken(tmp_path: Path, metadata: dict[str, Any], refused: str | None) -> None:
    cells = [code("x <- 1", count=1)] if refused else [code("y", count=1, error=NAME_ERROR)]
    mine = wish(tmp_path, *cells)
    write_notebook(mine.notebook, {**notebook(*cells), "metadata": metadata})
    if refused is None:
        assert made(mine).id == "mine"
        return
    with pytest.raises(InvalidRequest, match=f"is a notebook of {refused}: instances are made of Python's"):
        made(mine)


def test_a_message_in_bold_is_plain_in_the_sheet(tmp_path: Path) -> None:
    message = "Called.\n\x1b[1mInput <a> doesn't fit\x1b[0m\x07"
    curated = made(wish(tmp_path, code(f"raise ValueError({message!r})", count=1, error=("ValueError", message))))
    crash = Bench.open(curated.bench).summary("mine").crash
    assert crash is not None and crash.evalue == "Called.\nInput <a> doesn't fit"


# -- the bench


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
