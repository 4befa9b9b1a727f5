"""Pages for a browser or a mail: one file, no scripts, nothing fetched, light and dark."""

from html import escape
from pathlib import Path

from .errors import InvalidRequest

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


def html_page(title: str, body: str) -> str:
    """The whole document; ``body`` is HTML, ``title`` is text."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
{body}</body>
</html>
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


def _not_writable(path: Path, reason: str | None) -> InvalidRequest:
    return InvalidRequest(f"The report can't be written to {path} ({reason}): choose another file.")
