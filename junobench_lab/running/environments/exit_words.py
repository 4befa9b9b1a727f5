"""Exit codes and signals in words."""

import signal

_SIGNALS = {
    "SIGSEGV": "The kernel crashed with a segmentation fault (SIGSEGV): a library accessed memory that isn't its own.",
    "SIGBUS": "The kernel crashed with a bus error (SIGBUS): a library accessed memory that can't be used.",
    "SIGILL": (
        "The kernel stopped at an illegal instruction (SIGILL): a library was built for another processor than this "
        "machine's, so install a build for it."
    ),
    "SIGFPE": "The kernel crashed with an arithmetic error inside a library (SIGFPE).",
    "SIGABRT": "A library gave up and aborted the kernel (SIGABRT).",
    "SIGKILL": "The kernel was killed from outside or by its own code (SIGKILL).",
    "SIGTERM": "The kernel was told to end by another program or by its own code (SIGTERM).",
    "SIGINT": "The kernel was ended by an interrupt (SIGINT).",
    "SIGXCPU": "The kernel used up its processor time limit (SIGXCPU).",
    "SIGSYS": "The kernel made a system call that isn't allowed here (SIGSYS).",
}


def exit_sentence(code: int | None) -> str:
    """What an exit code says: negative or above 128 for a signal, as `subprocess` and shells (containers) write it."""
    if code is None:
        return "The kernel ended, and its exit code is not known."
    number = -code if code < 0 else code - 128 if code > 128 else None
    if number is not None:
        try:
            name = signal.Signals(number).name
        except ValueError:
            return f"The kernel ended with exit code {code}."
        return _SIGNALS.get(name, f"The kernel was ended by the signal {name}.")
    if code == 0:
        return "The kernel ended by itself (exit code 0)."
    return f"The kernel ended with exit code {code}."
