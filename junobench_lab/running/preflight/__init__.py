"""Trying a cell before it runs: what is asked of a kernel, and what its answer means (see `kernel_side/preflight`).

The request is silent and not stored; its one user expression brings the code along and leaves none of it behind. So
counts, history, `Out`, `_` and the displays of the session are as they were. It works in any Python kernel that a
client can reach, also where the kernel runs on another machine.
"""
