"""All figures about speed: ``python -m benchmarks.performance`` prints JSON and renews docs/performance.md's table.

Each benchmark runs in a process of its own, one after the other. ``--instances`` and ``--times`` make it shorter.
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
_VERIFY, _READY, _CATALOG, _RULES = "verification", "kernels_kept_ready", "catalog", "trace_1000_cells"


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
    _Figure("by their own time in cold kernels", (_VERIFY, "ratios", "verify_over_own_time_of_cold_kernels")),
    _Figure("8 kernels kept ready, beyond their parent", (_READY, "bytes_beyond_the_parent"), "MB", "<= 400", 1e-6),
    _Figure("their parent", (_READY, "parent"), "MB", "", 1e-6),
    _Figure("10,000 instances, first page in a new process", (_CATALOG, "first_page"), "ms", "<= 300", 1e3),
    _Figure("further pages, 95th percentile", (_CATALOG, "further_pages_95th_percentile"), "ms", "<= 30", 1e3),
    _Figure("order and explanation of 1,000 cells", (_RULES, "seconds", "trace_flow_explain"), "ms", "<= 100", 1e3),
    _Figure("comparison of 200 cells with images", (_RULES, "seconds", "compare_with_images"), "ms", "<= 500", 1e3),
    _Figure("nbdime on the same two notebooks", (_RULES, "seconds", "nbdime_compares_the_same"), "ms", "", 1e3),
)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--instances", type=int, default=0, help="Light instances to verify; 0: all.")
    options.add_argument("--times", type=int, default=5, help="How often the verification is measured.")
    asked = options.parse_args()
    report: dict[str, Any] = {"machine": machine()}
    report[_VERIFY] = _run(_VERIFY, "--instances", str(asked.instances), "--times", str(asked.times))
    for name in (_READY, _CATALOG, _RULES):
        report[name] = _run(name)
    json.dump(report, sys.stdout, indent=2)
    print()
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
    verified, machine = report[_VERIFY], report["machine"]
    lines = [
        f"{verified['instances']} instances, {verified['runs']} runs, {verified['workers']} at a time; "
        f"{machine['processors']} processors, Python {machine['python']}, load {machine['load_before']:.0f} before.",
        "",
        "| figure | median | least to most | goal |",
        "|---|---|---|---|",
    ]
    for figure in FIGURES:
        found: Any = report
        for part in figure.path:
            found = found[part]
        least, most = found.get("least", found.get("fastest")), found.get("most", found.get("slowest"))
        median, least, most = (f"{value * figure.scale:.3g}" for value in (found["median"], least, most))
        unit = f" {figure.unit}" if figure.unit else ""
        lines.append(f"| {figure.words} | {median}{unit} | {least} to {most} | {figure.goal} |")
    return "\n".join(lines)


def _run(name: str, *arguments: str) -> Any:
    command = [sys.executable, "-m", f"benchmarks.{name}", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


if __name__ == "__main__":
    main()
