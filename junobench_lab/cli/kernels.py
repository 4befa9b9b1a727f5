"""Whether a kernel is there, asked before the work begins."""

from ..errors import EnvironmentUnavailable


def require_kernel(name: str | None) -> str:
    """The name of the kernel that will be used. Raises `EnvironmentUnavailable` where it isn't installed."""
    from jupyter_client.kernelspec import KernelSpecManager

    from ..running.environments.local import DEFAULT_KERNEL

    kernel = name or DEFAULT_KERNEL
    installed = KernelSpecManager().find_kernel_specs()
    if kernel.lower() not in installed:
        raise EnvironmentUnavailable(
            f"There is no kernel named {kernel[:80]!r}; installed are: {', '.join(sorted(installed)) or 'none'}."
        )
    return kernel
