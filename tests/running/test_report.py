"""The page with the results of a verification."""

from datetime import datetime, timezone
from html.parser import HTMLParser

import pytest

from junobench_lab.errors import InvalidRequest
from junobench_lab.html_page import require_place, write_report
from junobench_lab.running.models import InstanceVerification, Outcome, Verification
from junobench_lab.running.report import report_page

MADE = datetime(2026, 1, 31, 12, 0, tzinfo=timezone.utc)


def outcome(verdict: str, sentence: str = "So it went.") -> Outcome:
    return Outcome(verdict=verdict, sentence=sentence, executed=1, planned=1, seconds=1.5)  # type: ignore[arg-type]


def page(*instances: InstanceVerification, title: str = "Harbour") -> str:
    verification = Verification(
        bench="harbour", ok=all(one.ok for one in instances), instances=list(instances), totals={}, seconds=3
    )
    return report_page(verification, title=title, kernel="python3", made=MADE)


SOUND = InstanceVerification(
    id="tide-tables",
    ok=True,
    reproduced=outcome("crash_as_labelled"),
    fixed=outcome("no_crash"),
    differ=True,
    sentence="All is well.",
)
BROKEN = InstanceVerification(id="half", ok=False, sentence="There is no <b>half_fixed.ipynb</b> & no data.")


class Elements(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_every_instance_is_on_the_page_with_its_sentence():
    text = Elements(page(SOUND, BROKEN)).text
    for words in ("tide-tables", "All is well.", "half", "1 of 2 instances", "2026-01-31 12:00 UTC"):
        assert words in text


def test_the_page_needs_nothing_but_itself():
    found = Elements(page(SOUND, BROKEN)).found
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in found}
    assert not any(name in attributes for _, attributes in found for name in ("src", "href", "onclick"))


def test_the_page_follows_the_readers_choice_of_light_or_dark():
    assert "prefers-color-scheme: dark" in page(SOUND)


def test_what_instances_say_can_not_become_markup():
    written = page(BROKEN, title="<script>alert(1)</script>")
    assert "<script>" not in written and "<b>" not in written
    assert "There is no <b>half_fixed.ipynb</b> & no data." in Elements(written).text


def test_whether_an_instance_is_well_is_said_in_words_not_in_colour_alone():
    text = Elements(page(SOUND, BROKEN)).text
    assert "✓ yes" in text and "✗ no" in text


def test_a_page_that_can_not_be_written_is_told_in_a_sentence(tmp_path):
    for place in (tmp_path, tmp_path / "nowhere" / "page.html"):
        with pytest.raises(InvalidRequest, match="can't be written"):
            require_place(place)
        with pytest.raises(InvalidRequest, match="can't be written"):
            write_report(place, page(SOUND))
