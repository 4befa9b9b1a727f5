"""The page about the starter bench, made from the label sheet: what is in it, beside the data set that it imitates."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from junobench_lab.instances.bench import Bench
from junobench_lab.instances.labels import TITLES
from junobench_lab.instances.models import Dimension, InstanceSummary
from junobench_lab.instances.patterns import PATTERNS
from junobench_lab.running.heavy_instances import needs_of

from .stories import Story

PAGE = Path("docs") / "starter-bench.md"

PUBLISHED: dict[Dimension, dict[str, int]] = {
    "library": {
        "notebook-specific": 20,
        "TensorFlow/Keras": 15,
        "PyTorch": 15,
        "scikit-learn": 15,
        "NumPy": 15,
        "pandas": 15,
        "Seaborn": 6,
        "Matplotlib": 6,
        "statsmodels": 2,
        "TorchVision": 1,
        "LightGBM": 1,
    },
    "crash_type": {
        "invalid argument": 21,
        "tensor shape mismatch": 16,
        "key error": 11,
        "value error": 11,
        "variable not found": 10,
        "index error": 8,
        "attribute error": 8,
        "data value violation": 7,
        "unsupported broadcast": 5,
        "type error": 4,
        "module not found": 3,
        "runtime error": 3,
        "feature name mismatch": 2,
        "io error": 1,
        "model initialization error": 1,
    },
    "root_cause": {
        "API misuse": 45,
        "data confusion": 25,
        "NB specific": 20,
        "implementation error": 18,
        "ML model confusion": 2,
        "library cause": 1,
    },
    "stage": {
        "training": 31,
        "data preparation": 30,
        "evaluation/prediction": 21,
        "data visualization": 20,
        "model construction": 9,
    },
}
"""How often each label occurs among the 111 instances of JunoBench (arXiv 2510.18013)."""

_INTRODUCTION = """\
# The starter bench

{count} crashes in notebooks that were written for this project, in the voice of real work and with generated data:
nothing to download, no account. Their labels are those of [JunoBench](https://arxiv.org/abs/2510.18013), in about its
proportions; the pattern is a label of our own, which says what one learns.
This page is for people who teach or choose cases: root cause and pattern give the answer away.

`needs` is the extra that it takes to run a crash, as in `pip install "junobench-lab[torch]"`; `all` installs every one
of them. Without it the crash can be opened, read, traced and compared, and before a run the lab says what to install.
The tests run every crash but the one that needs TorchVision: no build of it fits the PyTorch for the CPU that they use.
It is verified by `junobench-lab verify knit-swatches --kernel NAME`, where NAME is the kernel of an environment with
both: last with torch 2.14.1 and torchvision 0.29.1.

Made by `tools/record.py` from the label sheet; don't edit it.
"""


def overview(stories: Sequence[Story], bench_folder: Path) -> str:
    """The page as markdown."""
    bench = Bench.open(bench_folder, "starter")
    titles = {story.id: story.meta.title for story in stories}
    summaries = sorted(bench.summaries(), key=lambda summary: summary.id)
    parts = [
        _INTRODUCTION.format(count=len(summaries)),
        "## Instances\n",
        *_instances(bench, summaries, titles),
        "",
        "## Labels beside those of JunoBench\n",
        *_distribution(summaries),
        "## Patterns\n",
        *_patterns(summaries),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _instances(bench: Bench, summaries: Sequence[InstanceSummary], titles: dict[str, str]) -> Iterator[str]:
    yield from _head("id", "title", "library", "crash type", "root cause", "stage", "pattern", "needs")
    for summary in summaries:
        labels = summary.labels
        needs = ", ".join(f"`{library.extra}`" for library in needs_of(bench, summary.id))
        yield _row(
            f"`{summary.id}`",
            titles.get(summary.id),
            labels.library,
            labels.crash_type,
            labels.root_cause,
            labels.stage,
            labels.pattern,
            needs,
        )


def _distribution(summaries: Sequence[InstanceSummary]) -> Iterator[str]:
    for dimension, published in PUBLISHED.items():
        ours = Counter(getattr(summary.labels, dimension) for summary in summaries)
        total, published_total = len(summaries), sum(published.values())
        yield from _head(TITLES[dimension].lower(), "here", "share", "JunoBench", "share")
        for value in sorted({*ours, *published}, key=lambda value: (-published.get(value, 0), value)):
            there = published.get(value, 0)
            yield _row(value, ours[value], _share(ours[value], total), there, _share(there, published_total))
        yield ""


def _patterns(summaries: Sequence[InstanceSummary]) -> Iterator[str]:
    by_pattern: dict[str | None, list[str]] = {}
    for summary in summaries:
        by_pattern.setdefault(summary.labels.pattern, []).append(f"`{summary.id}`")
    yield from _head("pattern", "what it is", "instances")
    for pattern, meaning in PATTERNS.items():
        yield _row(pattern, meaning, ", ".join(by_pattern.get(pattern, [])))


def _head(*titles: str) -> Iterator[str]:
    yield _row(*titles)
    yield "|" + "---|" * len(titles)


def _row(*cells: object) -> str:
    return f"| {' | '.join('' if cell is None else str(cell) for cell in cells)} |"


def _share(count: int, total: int) -> str:
    return f"{100 * count / total:.0f} %" if total else ""
