"""Source of the process that kernels are forked from, and of the forked kernels.

It may use nothing but the standard library of Python 3.8, and nothing of it may be seen by a notebook.
"""
