"""A verification as one page for a browser or a mail: no scripts, no other files, light and dark."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from html import escape
from pathlib import Path

from .._version import __version__
from ..errors import InvalidRequest
from ..instances.models import InstanceSummary
from .models import InstanceVerification, Outcome, Verification
from .verdicts import VERDICT_WORDS, as_expected, verdict_words
from .verify import VERIFIED

_STYLE = """
:root { color-scheme: light dark; --text: #1f2328; --quiet: #59636e; --page: #ffffff; --line: #d1d9e0;
  --band: #f6f8fa; --good: #1a7f37; --bad: #c21c25; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --quiet: #9aa4af; --page: #14171a; --line: #343a41; --band: #1c2024; --good: #5fc97a;
    --bad: #ff8b84; }
}
* { box-sizing: border-box; }
body { margin: 2rem auto; max-width: 76rem; padding: 0 1.25rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; }
.quiet { color: var(--quiet); font-weight: 400; }
td .good, td .bad, td .quiet { white-space: nowrap; }
.good { color: var(--good); }
.bad { color: var(--bad); font-weight: 600; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
.instances { width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--quiet); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 600; white-space: nowrap; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code { font: .9em ui-monospace, monospace; }
tr.wrong td, tr.wrong th { background: var(--band); }
@media print { body { margin: 0; max-width: none; } }
"""


def write_report(path: Path, page: str) -> None:
    """Write the page. Raises `InvalidRequest` where that isn't possible."""
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise _not_writable(path, error.strerror) from error


def require_place(path: Path) -> None:
    """See that a report can be written at a path before the work is done. Raises `InvalidRequest`."""
    if path.is_dir():
        raise _not_writable(path, "it is a folder")
    if not path.absolute().parent.is_dir():
        raise _not_writable(path, f"there is no folder {path.absolute().parent}")


def report_page(
    verification: Verification, *, title: str, kernel: str, made: datetime, labels: Sequence[InstanceSummary] = ()
) -> str:
    """The page, an HTML document.

    ``title`` is that of the bench, ``kernel`` the kernelspec that was used; ``labels`` are shown with the instances
    that they belong to.
    """
    instances = verification.instances
    well = sum(instance.ok for instance in instances)
    verdict = (
        f'<p class="good">✓ {well} of {len(instances)} instances do what their labels say.</p>'
        if verification.ok
        else f'<p class="bad">✗ Only {well} of {len(instances)} instances do what their labels say.</p>'
    )
    by_id = {summary.id: summary for summary in labels}
    rows = "\n".join(_row(instance, by_id.get(instance.id)) for instance in instances)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Verification of {escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>Verification of {escape(title)}</h1>
{verdict}
<p class="quiet">{made:%Y-%m-%d %H:%M} UTC · kernel {escape(kernel)} · {verification.seconds:,.0f} s · \
JunoBench Lab {escape(__version__)}</p>
<h2>Verdicts</h2>
{_totals(verification.totals)}
<h2>Instances</h2>
<div class="scroll">
<table class="instances">
<thead><tr><th scope="col">Instance</th><th scope="col">As labelled</th>\
{"".join(f'<th scope="col">{variant.capitalize()}</th>' for variant in VERIFIED)}\
<th scope="col">In words</th><th scope="col">Seconds</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
</div>
<h2>How to read it</h2>
<p>An instance does what its labels say when its reproduced variant crashes in the labelled cell with the labelled type
of exception, its fixed variants run through that cell without a crash, and the two differ in their code or its order.
“Could not run” is a failure of the machine, not of the instance.</p>
</body>
</html>
"""


def _row(instance: InstanceVerification, summary: InstanceSummary | None) -> str:
    outcomes: dict[str, Outcome | None] = {variant: getattr(instance, variant) for variant in VERIFIED}
    cells = "".join(f"<td>{_outcome(variant, outcome)}</td>" for variant, outcome in outcomes.items())
    mark = '<span class="good">✓ yes</span>' if instance.ok else '<span class="bad">✗ no</span>'
    flaky = ' <span class="bad">(varies)</span>' if instance.flaky else ""
    seconds = sum(outcome.seconds for outcome in outcomes.values() if outcome is not None)
    about = ""
    if summary is not None:
        labels = [label for label in (summary.labels.library, summary.labels.crash_type) if label]
        about = f'<br><span class="quiet">{escape(", ".join(labels))}</span>' if labels else ""
    row = "<tr>" if instance.ok else '<tr class="wrong">'
    return (
        f'{row}<th scope="row">{escape(instance.id)}{about}</th>'
        f"<td>{mark}{flaky}</td>{cells}<td>{escape(instance.sentence)}</td>"
        f'<td class="number">{seconds:.1f}</td></tr>'
    )


def _outcome(variant: str, outcome: Outcome | None) -> str:
    if outcome is None:
        return '<span class="quiet">not run</span>'
    well = as_expected(variant, outcome)
    where = ""
    if outcome.ename is not None and outcome.cell is not None:
        where = f"<br><code>{escape(outcome.ename)}</code> in cell {outcome.cell + 1}"
    return f'<span class="{"good" if well else "bad"}">{verdict_words(outcome)}</span>{where}'


def _totals(totals: Mapping[str, int]) -> str:
    rows = []
    for key, number in totals.items():
        variant, _, verdict = key.partition(".")
        words = next((words for name, words in VERDICT_WORDS.items() if name == verdict), verdict)
        rows.append(
            f'<tr><th scope="row">{escape(variant.capitalize())}</th><td>{words}</td>'
            f'<td class="number">{number}</td></tr>'
        )
    if not rows:
        return '<p class="quiet">Nothing was run.</p>'
    head = "".join(f'<th scope="col">{title}</th>' for title in ("Variant", "Verdict", "Instances"))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _not_writable(path: Path, reason: str | None) -> InvalidRequest:
    return InvalidRequest(f"The report can't be written to {path} ({reason}): choose another file.")
