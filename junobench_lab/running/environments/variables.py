"""The environment variables of kernels on this machine."""

import os
import re
from pathlib import Path

from ..pinning import DROPPED_ENVIRONMENT, PINNED_ENVIRONMENT
from .processes import MARK

_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH", re.IGNORECASE)


def kernel_variables(*, ipython: Path, temporary: Path, mark: str, secrets: bool = True) -> dict[str, str]:
    """All variables of a kernel; the kernelspec's own are put over them by `jupyter_client`.

    ``mark`` is that of its processes (see `processes`). Without ``secrets`` those are left out whose names say that
    they hold some, such as keys of services.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in DROPPED_ENVIRONMENT and (secrets or not _SECRET.search(name))
    }
    return {
        **kept,
        **PINNED_ENVIRONMENT,
        # A person's profile may hold start-up files, and its history is one file for all kernels.
        "IPYTHONDIR": str(ipython),
        "TMPDIR": str(temporary),
        "JOBLIB_TEMP_FOLDER": str(temporary),
        MARK: mark,
    }
