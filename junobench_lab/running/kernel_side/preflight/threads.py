"""Libraries whose own threads a fork lacks: which can go on with one, and which can't."""

from __future__ import annotations

import ctypes
import os
import sys


def settle(maps: list[bytes]) -> str | None:
    """Let libraries work without the threads that the parent has.

    ``maps`` are the lines of this process's memory map. Gives why one of them can't, or ``None``.
    """
    context = getattr(sys.modules.get("tensorflow.python.eager.context"), "_context", None)
    if getattr(context, "_initialized", False):
        return "TensorFlow has computed in this kernel, with threads that a trial lacks"
    if "jax" in sys.modules and getattr(sys.modules.get("jax._src.xla_bridge"), "_backends", None):
        return "JAX has computed in this kernel, with threads that a trial lacks"
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(1)
    _one_openmp_thread(maps)
    return None


def _one_openmp_thread(maps: list[bytes]) -> None:
    """OpenMP's pool of threads doesn't survive a fork, and a second use of it would wait for ever."""
    for path in {line.rsplit(b" ", 1)[-1] for line in maps if b"libgomp" in line or b"libiomp" in line}:
        try:
            ctypes.CDLL(os.fsdecode(path)).omp_set_num_threads(1)
        except (OSError, AttributeError):
            # Removed since it was loaded, or not what its name says.
            continue
