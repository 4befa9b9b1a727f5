"""Where a person's attempts are, as seen from the command line."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..instances.bench import Bench
    from ..practice.attempts import Attempts


def attempts_at(bench: "Bench", root: Path | None = None) -> "Attempts":
    """The attempts at a bench below a contents root; that of a server that shows the current folder, else the folder
    itself."""
    from ..instances.catalog import Catalog
    from ..practice.attempts import Attempts
    from .servers import contents_root

    return Attempts(root if root is not None else contents_root(), Catalog(lambda: {bench.name: bench}))
