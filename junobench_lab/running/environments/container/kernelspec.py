"""The kernel "JunoBench (container)" in JupyterLab's list: installed with the image, as it is of no use without one."""

import contextlib
import json
import tempfile
from pathlib import Path

from ....errors import EnvironmentUnavailable
from .settings import KERNEL_NAME, KERNEL_TITLE

KERNELSPEC = {
    # The container has a program of its own; this is what tools show that don't know of provisioners.
    "argv": ["python", "-m", "ipykernel_launcher", "-f", "{connection_file}"],
    "display_name": KERNEL_TITLE,
    "language": "python",
    # Reaches what the kernel has started, too, and is quicker than a signal by way of Docker.
    "interrupt_mode": "message",
    "metadata": {"kernel_provisioner": {"provisioner_name": KERNEL_NAME, "config": {}}},
}


def install_kernelspec() -> Path:
    """Install it for this person; gives its folder."""
    from jupyter_client.kernelspec import KernelSpecManager

    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "kernel.json").write_text(json.dumps(KERNELSPEC, indent=1), encoding="utf-8")
        try:
            return Path(KernelSpecManager().install_kernel_spec(name, KERNEL_NAME, user=True))
        except OSError as error:
            raise EnvironmentUnavailable(
                f"The kernel {KERNEL_TITLE} could not be installed ({error.strerror}: {error.filename})."
            ) from error


def remove_kernelspec() -> None:
    from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel

    with contextlib.suppress(NoSuchKernel, OSError):
        KernelSpecManager().remove_kernel_spec(KERNEL_NAME)
