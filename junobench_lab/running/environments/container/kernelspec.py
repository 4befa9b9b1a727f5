"""The kernels "JunoBench (container)" in the list of JupyterLab, without and with a network.

They are installed with the image, as they are of no use without one.
"""

import contextlib
import json
import tempfile
from pathlib import Path
from typing import Any

from ....errors import EnvironmentUnavailable
from .settings import KERNEL_NAME, KERNEL_TITLE, NETWORK_KERNEL_NAME, NETWORK_KERNEL_TITLE


def _kernelspec(title: str, config: dict[str, Any]) -> dict[str, Any]:
    return {
        # The container has a program of its own; this is what tools show that don't know of provisioners.
        "argv": ["python", "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": title,
        "language": "python",
        # Reaches what the kernel has started, too, and is quicker than a signal by way of Docker.
        "interrupt_mode": "message",
        "metadata": {"kernel_provisioner": {"provisioner_name": KERNEL_NAME, "config": config}},
    }


KERNELSPECS = {
    KERNEL_NAME: _kernelspec(KERNEL_TITLE, {}),
    NETWORK_KERNEL_NAME: _kernelspec(NETWORK_KERNEL_TITLE, {"network": True}),
}


def install_kernelspecs() -> None:
    """Install them for this person. Raises `EnvironmentUnavailable` where that isn't possible."""
    from jupyter_client.kernelspec import KernelSpecManager

    for name, spec in KERNELSPECS.items():
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "kernel.json").write_text(json.dumps(spec, indent=1), encoding="utf-8")
            try:
                KernelSpecManager().install_kernel_spec(folder, name, user=True)
            except OSError as error:
                raise EnvironmentUnavailable(
                    f"The kernel {spec['display_name']} could not be installed ({error.strerror}: {error.filename})."
                ) from error


def remove_kernelspecs() -> None:
    from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel

    for name in KERNELSPECS:
        with contextlib.suppress(NoSuchKernel, OSError):
            KernelSpecManager().remove_kernel_spec(name)
