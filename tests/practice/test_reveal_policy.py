"""What may be seen of an answer, and when."""

from junobench_lab.instances.models import InstanceSummary, Labels
from junobench_lab.practice.reveal_policy import Sight

LABELS = Labels(
    library="notebook-specific",
    crash_type="key error",
    root_cause="NB specific",
    stage="training",
    ml_bug="python bug",
    pattern="step already done",
)
ROW = InstanceSummary(id="trips", bench="mini", ok=True, labels=LABELS, notebook_specific=True)


def test_before_an_attempt_a_row_keeps_only_the_cause_to_itself():
    row = Sight().summary(ROW)
    assert row.labels == LABELS.model_copy(update={"root_cause": None, "pattern": None})
    assert row.notebook_specific


def test_from_the_first_attempt_on_a_row_tells_the_stage_alone():
    row = Sight(attempted=True).summary(ROW)
    assert row.labels == Labels(stage="training")
    assert not row.notebook_specific


def test_the_first_hint_and_a_solution_bring_the_labels_back():
    assert Sight(attempted=True, revealed=("root_cause",)).summary(ROW) == ROW
    assert Sight(attempted=True, solved=True).summary(ROW) == ROW


def test_where_answers_are_switched_off_a_solution_shows_none():
    sight = Sight(allowed=False, attempted=True, solved=True)
    assert not sight.cause and not sight.cause_cell
    assert sight.summary(ROW).labels.root_cause is None


def test_the_kind_of_mistake_tells_no_cell():
    assert not Sight(revealed=("root_cause",)).cause_cell
    assert Sight(revealed=("diagnosis",)).cause_cell


def test_each_step_shows_its_own_part_and_no_other():
    for what, seen in [
        ("root_cause", "cause"),
        ("explanation", "explanation"),
        ("diagnosis", "diagnosis"),
        ("fixed", "reference"),
    ]:
        sight = Sight(revealed=(what,))  # type: ignore[arg-type]
        parts = {part: getattr(sight, part) for part in ("cause", "explanation", "diagnosis", "reference")}
        assert [part for part, shown in parts.items() if shown] == [seen]


def test_a_reference_fix_is_seen_only_when_asked_for():
    assert [Sight().may_see(variant) for variant in ("original", "reproduced", "fixed", "fixed2", None)] == [
        True,
        True,
        False,
        False,
        True,
    ]
    assert Sight(revealed=("fixed",)).may_see("fixed2")
    assert not Sight(solved=True).may_see("fixed")


def test_comments_on_the_fault_come_with_the_diagnosis():
    assert not Sight(revealed=("root_cause", "explanation")).notes
    assert Sight(revealed=("diagnosis",)).notes
