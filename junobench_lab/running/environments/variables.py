"""The environment variables of kernels on this machine."""

import os
from pathlib import Path

from ..pinning import DROPPED_ENVIRONMENT, PINNED_ENVIRONMENT
from .processes import MARK


def kernel_variables(*, ipython: Path, temporary: Path, mark: str) -> dict[str, str]:
    """All variables of a kernel; the kernelspec's own are put over them by `jupyter_client`.

    ``mark`` is that of its processes (see `processes`).
    """
    kept = {name: value for name, value in os.environ.items() if name not in DROPPED_ENVIRONMENT}
    return {
        **kept,
        **PINNED_ENVIRONMENT,
        # A person's profile may hold start-up files, and its history is one file for all kernels.
        "IPYTHONDIR": str(ipython),
        "TMPDIR": str(temporary),
        "JOBLIB_TEMP_FOLDER": str(temporary),
        MARK: mark,
    }
