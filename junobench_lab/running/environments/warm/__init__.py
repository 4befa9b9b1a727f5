"""Kernels that are forked from a process which has imported the usual libraries already.

`parent_side` runs in that process and in the kernels; the other modules are the lab's side.
"""
