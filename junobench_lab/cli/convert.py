"""``convert``: a script with cells as a notebook."""

from pathlib import Path
from typing import Annotated

import typer


def convert(
    script: Annotated[
        Path, typer.Argument(metavar="SCRIPT", help="Python with lines `# %%` between cells.", show_default=False)
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The notebook to write. Default: the terminal.", show_default=False
        ),
    ] = None,
) -> None:
    """Make a notebook of a script whose cells begin with a line `# %%` or `#%%`.

    Other tools write notebooks and repairs in this form. The notebook has no counts and no outputs; a file that exists
    is not written over. The exit code is 0 when the notebook was written.
    """
    import json

    from ..errors import InvalidRequest
    from ..instances.models import Cell
    from ..instances.notebooks import Notebook, to_nbformat
    from ..research.tasks.jsonl import read_text
    from ..research.tasks.percent_script import cells_of_script
    from .output_files import write_whole

    cells = cells_of_script(read_text(script))
    if not cells:
        raise InvalidRequest(f"{script} is empty, so there is no notebook in it.")
    if output is not None and output.exists():
        raise InvalidRequest(f"{output} exists already: name another file, or remove it.")
    python = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = Notebook(
        cells=[Cell(cell=cell.cell, type=cell.type, source=cell.source) for cell in cells], metadata=python, nbformat=4
    )
    write_whole(output, json.dumps(to_nbformat(notebook), indent=1, ensure_ascii=False) + "\n")
