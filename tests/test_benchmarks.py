"""What the benchmarks make of what they measured; the timings themselves are in no test."""

from benchmarks.front_end import metered
from benchmarks.performance import table

MACHINE = {"processors": 2, "python": "3.11.7", "load_before": 0.4}


def test_frames_that_were_dropped_are_a_share_of_all_that_could_be_shown():
    """At 60 frames a second, 50 ms from one to the next leave out two, and 20 ms none."""
    found = metered({"frames": [16.7, 20.0, 50.0], "longTasks": [61.0, 72.0], "events": []})
    assert found["frames_dropped"]["median"] == 0.4
    assert (found["longest_task"]["median"], found["slowest_answer"]["median"]) == (72.0, 0.0)


def test_the_table_holds_what_was_measured_with_its_unit_and_goal():
    first = {"median": 0.0929, "least": 0.08, "most": 0.2}
    names = ("first_page", "read_anew", "further_pages_95th_percentile", "first_instance", "further_instances")
    report = {"machine": MACHINE, "catalog": dict.fromkeys(names, first)}
    lines = table(report).splitlines()
    assert lines[0] == "2 processors, Python 3.11.7, load 0 before."
    assert "| 10,000 instances, first page in a new process | 92.9 ms | 80 to 200 | <= 300 |" in lines
    assert len(lines) == 4 + len(names)


def test_what_could_not_be_measured_says_why():
    ready = {"median": 0.3, "least": 0.3, "most": 0.4}
    lacking = {"not_measured": "Docker does not answer."}
    seconds = {"local": ready, "warm": ready, "container": lacking, "ahead": lacking}
    lines = table({"machine": MACHINE, "kernel_start": {"seconds": seconds, "ratio": lacking}}).splitlines()
    assert "| a kernel in a container ready | not measured | Docker does not answer. | <= 0.7 |" in lines
    assert "| a local kernel ready | 0.3 s | 0.3 to 0.4 |  |" in lines
    whole = table({"machine": MACHINE, "front_end": {"not_measured": "There is no browser."}}).splitlines()
    assert all("not measured | There is no browser." in line for line in whole[4:])
