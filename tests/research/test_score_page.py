"""The page of scores: what it says, against hand-made grades."""

import re
from datetime import datetime, timezone

import pytest

from junobench_lab.errors import InvalidRequest
from junobench_lab.research.score_page import score_page
from junobench_lab.research.scoring.models import Graded, LabelPair, Score
from junobench_lab.research.scoring.score import score_graded

NOW = datetime(2030, 1, 2, 3, 4, tzinfo=timezone.utc)


def graded(item: str, right: bool, library: str = "pandas") -> Graded:
    pair = LabelPair(truth="crash", predicted="crash" if right else "no crash")
    about = {"item": item, "instance": f"story-{item}", "variant": "reproduced", "library": library}
    return Graded.model_validate({**about, "marks": {"accuracy": float(right)}, "labels": {"crash": pair}})


def score(*rights: bool, task: str = "detection") -> Score:
    items = [graded(str(place), right) for place, right in enumerate(rights)]
    return score_graded(task, items, predicted=len(items), runs=1)  # type: ignore[arg-type]


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.split("<body>")[1]).split())


def test_figures_of_each_system_stand_in_a_row() -> None:
    text = text_of(
        score_page([("first", score(True, True, False, False)), ("second", score(True, True, True, False))], made=NOW)
    )
    assert "first 4 of 4 0.500" in text
    assert "second 4 of 4 0.750" in text


def test_two_systems_are_compared_by_the_items_that_one_alone_has_right() -> None:
    """One discordant item: the exact two-sided p-value is 1."""
    text = text_of(score_page([("a", score(True, False)), ("b", score(True, True))], made=NOW))
    assert "a and b 1 0 1 0 1" in text


def test_every_item_is_marked_for_every_system() -> None:
    text = text_of(score_page([("a", score(True, False)), ("b", score(False, True))], made=NOW))
    assert "story-0 reproduced, pandas ✓ right ✗ wrong" in text
    assert "story-1 reproduced, pandas ✗ wrong ✓ right" in text


def test_a_bar_is_as_long_as_its_value() -> None:
    page = score_page([("a", score(True, True, True, False))], made=NOW)
    assert '<rect width="165.0"' in page


def test_names_can_hold_anything_and_the_page_fetches_nothing() -> None:
    page = score_page([("<script>alert(1)</script>", score(True))], made=NOW)
    assert "<script" not in page
    assert not re.search(r"(?:src|href)=", page)


def test_scores_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(InvalidRequest, match="at least one"):
        score_page([], made=NOW)
    with pytest.raises(InvalidRequest, match="different items"):
        score_page([("a", score(True)), ("b", score(True, False))], made=NOW)
    other = score(True).model_copy(update={"task": "order"})
    with pytest.raises(InvalidRequest, match="several tasks"):
        score_page([("a", score(True)), ("b", other)], made=NOW)
