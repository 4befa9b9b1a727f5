"""Five crashes of one's own become instances of a bench, from the saved notebook to the verified instance."""

import asyncio
import hashlib
from collections.abc import Mapping
from pathlib import Path

import numpy
import pytest

from junobench_lab.instances.bench import Bench
from junobench_lab.instances.models import InstanceSummary
from junobench_lab.research.curation.data.kinds import kind_of
from junobench_lab.research.curation.models import Curated, CurationWish
from junobench_lab.running.models import InstanceVerification
from junobench_lab.running.records import RecordStore
from junobench_lab.running.verify import verify_bench
from tests.research.curation.making import folder, made, ran, variant
from tests.research.curation.own_crashes import ODD_ROW, OWN_CRASHES


@pytest.fixture(scope="module")
def curated(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Curated]:
    """The five, made into one bench."""
    root = tmp_path_factory.mktemp("own")
    found = {}
    for name, crash in OWN_CRASHES.items():
        notebook, fixed = crash.write(root / name)
        found[name] = made(CurationWish(notebook=notebook, bench=root / "bench", fixed=fixed))
    return found


@pytest.fixture(params=OWN_CRASHES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def summary(one: Curated) -> InstanceSummary:
    return Bench.open(one.bench).summary(one.id)


def test_it_is_accepted_into_the_bench(curated: Mapping[str, Curated], name: str) -> None:
    one = curated[name]
    assert one.accepted, one.sentence
    assert Path(one.bench).name == "bench"
    assert summary(one).problems == []


def test_the_bench_lists_all_five_and_no_draft_is_left(curated: Mapping[str, Curated]) -> None:
    bench = Path(next(iter(curated.values())).bench)
    assert {each.id for each in Bench.open(bench).summaries()} == {one.id for one in curated.values()}
    assert list((bench / "drafts" / "benchmark").iterdir()) == []
    assert Bench.open(bench / "drafts").summaries() == []


def test_the_original_is_kept_byte_for_byte(curated: Mapping[str, Curated], name: str) -> None:
    one = curated[name]
    own = (Path(one.bench).parent / name / f"{name}.ipynb").read_bytes()
    assert (folder(one) / f"{one.id}.ipynb").read_bytes() == own
    assert one.record.sha256 == hashlib.sha256(own).hexdigest()


def test_only_what_the_crash_and_its_repair_need_runs(curated: Mapping[str, Curated], name: str) -> None:
    one = curated[name]
    assert ran(variant(one, "reproduced")) == OWN_CRASHES[name].needed
    assert one.record.order.minimal
    assert one.record.order.kept == len(OWN_CRASHES[name].needed)


def test_the_reproduced_variant_holds_the_crash_as_it_happened(curated: Mapping[str, Curated], name: str) -> None:
    one = curated[name]
    last = [cell for cell in variant(one, "reproduced").cells if cell.type == "code"][-1]
    error = next(output for output in last.outputs if output["output_type"] == "error")
    assert error["ename"] == one.record.signature.ename
    assert f"In[{last.count}]" in "".join(error["traceback"])


def test_the_fixed_variant_has_no_cell_that_the_reproduced_one_has_lost(
    curated: Mapping[str, Curated], name: str
) -> None:
    one = curated[name]
    repaired = {cell["source"] for cell in OWN_CRASHES[name].fixed["cells"]}
    published = {cell["source"] for cell in OWN_CRASHES[name].crashed["cells"]}
    new = repaired - published
    kept = {cell.source for cell in variant(one, "reproduced").cells}
    assert {cell.source for cell in variant(one, "fixed").cells} <= kept | new


def test_the_data_are_fewer_and_still_make_it_crash(curated: Mapping[str, Curated], name: str) -> None:
    one = curated[name]
    changes = {change.path: change for change in one.record.data}
    assert {path: change.before for path, change in changes.items()} == OWN_CRASHES[name].thinned
    for path, change in changes.items():
        file = folder(one) / path
        kind = kind_of(file)
        assert kind is not None
        assert kind.count(file) == change.after <= 50
    assert {path.relative_to(folder(one)).as_posix() for path in Bench.open(one.bench).input_files(one.id)} == set(
        changes
    )


def test_the_odd_row_is_among_those_that_stay(curated: Mapping[str, Curated]) -> None:
    lines = (folder(curated["wind"]) / "weather" / "wind.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "day,station,wind"
    assert f"{ODD_ROW},south,calm?" in lines


def test_rows_of_files_that_belong_together_stay_together(curated: Mapping[str, Curated]) -> None:
    at = folder(curated["scores"])
    samples, targets = numpy.load(at / "samples.npy"), numpy.load(at / "targets.npz")
    assert (samples[:, 0] / 4 == targets["targets"]).all()
    assert list(targets["names"]) == ["a", "b"]


def test_labels_are_proposed_and_said_to_be(curated: Mapping[str, Curated], name: str) -> None:
    one = curated[name]
    bench = Bench.open(one.bench)
    labels = summary(one).labels
    for label, estimate in one.record.proposed.items():
        if estimate.value is not None:
            assert getattr(labels, label) == estimate.value
        assert estimate.reasons or estimate.value is None
    assert bench.instance(one.id).extra["label_status"].startswith("proposed by the estimators: ")
    assert bench.diagnosis(one.id).text == one.record.diagnosis


def test_an_order_fault_is_proposed_as_one(curated: Mapping[str, Curated]) -> None:
    one = curated["Net prices"]
    assert summary(one).labels.root_cause == "NB specific"
    # The cell that never ran is where it was, for a person to run it.
    assert [cell.source for cell in variant(one, "reproduced").cells if cell.type == "code" and cell.count is None] == [
        "net = [price / 1.2 for price in gross]"
    ]


def test_the_whole_bench_verifies(curated: Mapping[str, Curated], tmp_path: Path) -> None:
    bench = Bench.open(next(iter(curated.values())).bench)

    async def verify() -> list[InstanceVerification]:
        items = verify_bench(bench, jobs=2, store=RecordStore(tmp_path / "runs"))
        return [item async for item in items if isinstance(item, InstanceVerification)]

    results = asyncio.run(asyncio.wait_for(verify(), 300))
    assert {result.id: result.sentence for result in results if not result.ok} == {}
    assert len(results) == len(OWN_CRASHES)


def test_the_readme_says_where_it_is_from_and_nothing_of_the_crash(curated: Mapping[str, Curated], name: str) -> None:
    one = curated[name]
    text = (folder(one) / "README.md").read_text(encoding="utf-8")
    assert f"{name}.ipynb" in text
    assert one.record.signature.ename not in text
    for path in OWN_CRASHES[name].thinned:
        assert path in text
