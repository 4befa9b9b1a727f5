"""All figures about speed: ``python -m benchmarks.performance`` prints JSON and renews docs/performance.md's table.

Each benchmark runs in a process of its own, one after the other. ``--instances`` and ``--times`` make it shorter;
``--only NAME`` measures one (several times: several) and prints its part of the table, but leaves the page alone. What
can't be measured on a machine (containers without a daemon, the front end without a browser) says why in the table.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
_BEGIN, _END = "<!-- figures -->", "<!-- end of figures -->"
_VERIFY, _START, _READY, _CHECKS = "verification", "kernel_start", "kernels_kept_ready", "checks"
_PREFLIGHT, _SNAPSHOTS, _CATALOG = "preflight", "snapshots", "catalog"
_FRONT_END, _RULES = "front_end", "trace_1000_cells"
NAMES = (_VERIFY, _START, _READY, _CHECKS, _PREFLIGHT, _SNAPSHOTS, _CATALOG, _FRONT_END, _RULES)


class _Figure(NamedTuple):
    words: str
    path: tuple[str, ...]
    unit: str = ""
    goal: str = ""
    scale: float = 1.0


FIGURES = (
    _Figure("`verify`, whole", (_VERIFY, "seconds", "verify"), "s"),
    _Figure("nbclient takes as long as `verify`, times", (_VERIFY, "ratios", "nbclient_over_verify"), "", ">= 6"),
    _Figure("papermill, times", (_VERIFY, "ratios", "papermill_over_verify")),
    _Figure("`verify --cold`, times", (_VERIFY, "ratios", "verify_cold_over_verify")),
    _Figure(
        "the same in processor time: nbclient, times",
        (_VERIFY, "ratios_of_processor_seconds", "nbclient_over_verify"),
    ),
    _Figure("papermill, times", (_VERIFY, "ratios_of_processor_seconds", "papermill_over_verify")),
    _Figure(
        "`verify` without 2 s, by the cells' own time in warm kernels",
        (_VERIFY, "ratios", "verify_over_own_time"),
        "",
        "<= 1.25",
    ),
    _Figure(
        "by their own time in cold kernels",
        (_VERIFY, "ratios", "verify_over_own_time_of_cold_kernels"),
        "<= 1.25",
    ),
    _Figure("a local kernel ready", (_START, "seconds", "local"), "s"),
    _Figure("a warm kernel ready", (_START, "seconds", "warm"), "s"),
    _Figure("a kernel in a container ready", (_START, "seconds", "container"), "s", "<= 0.7"),
    _Figure("the same by a local one's time", (_START, "ratio"), "", "<= 1.4"),
    _Figure("a kernel in a container that was started ahead ready", (_START, "seconds", "ahead"), "s"),
    _Figure("8 kernels kept ready, beyond their parent", (_READY, "bytes_beyond_the_parent"), "MB", "<= 400", 1e-6),
    _Figure("their parent", (_READY, "parent"), "MB", "", 1e-6),
    _Figure("check of a repair", (_CHECKS, "again"), "s"),
    _Figure("first check of an instance, with the run of its reference", (_CHECKS, "first"), "s"),
    _Figure("trial of a cell, beyond the cell's own time", (_PREFLIGHT, "beyond"), "ms", "<= 50"),
    _Figure("any question to a kernel", (_PREFLIGHT, "round_trip"), "ms"),
    _Figure(
        "run of an attempt from where the one before stood, by its edited cell's time",
        (_SNAPSHOTS, "ratio"),
        "",
        "<= 1.2",
    ),
    _Figure("10,000 instances, first page in a new process", (_CATALOG, "first_page"), "ms", "<= 300", 1e3),
    _Figure("in the first process ever, which reads sheet and folders", (_CATALOG, "read_anew"), "s"),
    _Figure("further pages, 95th percentile", (_CATALOG, "further_pages_95th_percentile"), "ms", "<= 30", 1e3),
    _Figure("all about one of them, the first in a process", (_CATALOG, "first_instance"), "ms", "", 1e3),
    _Figure("about further ones", (_CATALOG, "further_instances"), "ms", "", 1e3),
    _Figure("frames dropped while their list is scrolled", (_FRONT_END, "wheel", "frames_dropped"), "%", "0", 1e2),
    _Figure("while it is dragged to its end by the bar", (_FRONT_END, "drag", "frames_dropped"), "%", "0", 1e2),
    _Figure("by a lab that is left alone", (_FRONT_END, "left_alone", "frames_dropped"), "%", "", 1e2),
    _Figure("longest task while it is scrolled", (_FRONT_END, "wheel", "longest_task"), "ms", "<= 50"),
    _Figure("while it is filtered by typing", (_FRONT_END, "typing", "longest_task"), "ms", "<= 50"),
    _Figure("panel opened to first rows painted", (_FRONT_END, "panel"), "ms"),
    _Figure("attempt opened to marks and trace painted", (_FRONT_END, "attempt"), "ms", "<= 1000"),
    _Figure("its notebook opened by the lab alone", (_FRONT_END, "notebook_by_the_lab_alone"), "ms"),
    _Figure("scripts of the extension, packed", (_FRONT_END, "bundle", "whole"), "kB", "<= 400", 1e-3),
    _Figure("of these loaded with the lab", (_FRONT_END, "bundle", "with_the_lab"), "kB", "", 1e-3),
    _Figure("order and explanation of 1,000 cells", (_RULES, "seconds", "trace_flow_explain"), "ms", "<= 100", 1e3),
    _Figure("comparison of 200 cells with images", (_RULES, "seconds", "compare_with_images"), "ms", "<= 500", 1e3),
    _Figure("nbdime on the same two notebooks", (_RULES, "seconds", "nbdime_compares_the_same"), "ms", "", 1e3),
)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--instances", type=int, default=0, help="Light instances to verify; 0: all.")
    options.add_argument("--times", type=int, default=5, help="How often the verification is measured.")
    options.add_argument("--only", action="append", choices=NAMES, help="A benchmark to run; default: all of them.")
    asked = options.parse_args()
    arguments = {_VERIFY: ["--instances", str(asked.instances), "--times", str(asked.times)]}
    report: dict[str, Any] = {"machine": machine()}
    for name in asked.only or NAMES:
        report[name] = _run(name, *arguments.get(name, []))
    json.dump(report, sys.stdout, indent=2)
    print()
    if asked.only:
        print(table(report), file=sys.stderr)
    else:
        write_page(report)


def machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "processors": os.cpu_count(),
        "load_before": os.getloadavg()[0],
    }


def write_page(report: Mapping[str, Any]) -> None:
    """Put the figures into the page, between its two marks."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(_BEGIN)
    after = rest.partition(_END)[2]
    PAGE.write_text(f"{before}{_BEGIN}\n{table(report)}\n{_END}{after}", encoding="utf-8")


def table(report: Mapping[str, Any]) -> str:
    """The figures of the benchmarks that are in the report."""
    machine = report["machine"]
    on = f"{machine['processors']} processors, Python {machine['python']}, load {machine['load_before']:.0f} before."
    if _VERIFY in report:
        verified = report[_VERIFY]
        on = f"{verified['instances']} instances, {verified['runs']} runs, {verified['workers']} at a time; {on}"
    rows = [_row(figure, report) for figure in FIGURES if figure.path[0] in report]
    return "\n".join([on, "", "| figure | median | least to most | goal |", "|---|---|---|---|", *rows])


def _row(figure: _Figure, report: Mapping[str, Any]) -> str:
    found: Any = report
    for part in figure.path:
        if "not_measured" in found:
            break
        found = found[part]
    if "not_measured" in found:
        return f"| {figure.words} | not measured | {found['not_measured']} | {figure.goal} |"
    least, most = found.get("least", found.get("fastest")), found.get("most", found.get("slowest"))
    median, least, most = (f"{value * figure.scale:.3g}" for value in (found["median"], least, most))
    unit = f" {figure.unit}" if figure.unit else ""
    return f"| {figure.words} | {median}{unit} | {least} to {most} | {figure.goal} |"


def _run(name: str, *arguments: str) -> Any:
    command = [sys.executable, "-m", f"benchmarks.{name}", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


if __name__ == "__main__":
    main()
