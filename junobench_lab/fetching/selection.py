"""Which files of the data set belong to what was asked for. Pure."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import PurePosixPath

from ..errors import UnknownInstance
from ..instances.ground_truth import GROUND_TRUTH_FILE
from ..instances.layout import INSTANCES_FOLDER
from ..instances.sheet import SHEET_FILE
from .models import HubFile

_NOTEBOOK = ".ipynb"


def sheets(files: Iterable[HubFile]) -> list[HubFile]:
    """The label sheets, which every fetch brings along: they are small and make the folder a bench."""
    return [file for file in files if file.path in (SHEET_FILE, GROUND_TRUTH_FILE)]


def instance_ids(files: Iterable[HubFile]) -> list[str]:
    """Ids of the instances that the data set has, in the order of the listing."""
    return list(dict.fromkeys(id for file in files if (id := _instance(file)) is not None))


def files_of(files: Sequence[HubFile], ids: Sequence[str], *, notebooks_only: bool) -> dict[str, list[HubFile]]:
    """The files of each instance asked for (of all where none is), notebooks and READMEs before bulky data.

    Raises `UnknownInstance`.
    """
    known = instance_ids(files)
    for id in ids:
        if id not in known:
            near = get_close_matches(id, known, n=3, cutoff=0.6)
            hint = f"did you mean {' or '.join(near)}?" if near else f"it has {len(known)}, such as {known[0]}."
            raise UnknownInstance(f"The data set has no instance {id[:80]!r}: {hint}" if known else _NONE)
    chosen: dict[str, list[HubFile]] = {id: [] for id in ids or known}
    for file in files:
        owner = _instance(file)
        if owner in chosen and (not notebooks_only or _is_text_of_instance(file)):
            chosen[owner].append(file)
    return {
        id: sorted(found, key=lambda file: (not _is_text_of_instance(file), file.path)) for id, found in chosen.items()
    }


_NONE = "The data set lists no instances: see that the name of the source is right."


def is_safe(path: str) -> bool:
    """Whether a listed path stays inside the folder it is fetched to, on any system."""
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and ".." not in parts and not any(c in path for c in "\\:\0")


def _instance(file: HubFile) -> str | None:
    parts = PurePosixPath(file.path).parts
    return parts[1] if len(parts) > 2 and parts[0] == INSTANCES_FOLDER else None


def _is_text_of_instance(file: HubFile) -> bool:
    parts = PurePosixPath(file.path).parts
    own = len(parts) == 3
    return own and (parts[2].endswith(_NOTEBOOK) or parts[2].casefold().startswith("readme"))
