"""A verification as one page for a browser or a mail: no scripts, no other files, light and dark."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from html import escape

from .._version import __version__
from ..html_page import html_page
from ..instances.models import InstanceSummary
from ..sizes import bytes_in_words
from .models import ContainerUsage, InstanceVerification, Outcome, Verification
from .verdicts import VERDICT_WORDS, as_expected, verdict_words
from .verify import VERIFIED


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
    body = f"""<h1>Verification of {escape(title)}</h1>
{verdict}
<p class="quiet">{made:%Y-%m-%d %H:%M} UTC · kernel {escape(kernel)} · {verification.seconds:,.0f} s · \
JunoBench Lab {escape(__version__)}{_usage(verification)}</p>
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
"""
    return html_page(f"Verification of {title}", body)


def usage_words(usage: ContainerUsage) -> str:
    return (
        f"Its containers held {bytes_in_words(usage.memory)} of memory and {bytes_in_words(usage.disk)} of disk "
        "together at most."
    )


def _usage(verification: Verification) -> str:
    return f"<br>{usage_words(verification.usage)}" if verification.usage is not None else ""


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
