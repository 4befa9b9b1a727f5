"""Kernels of this machine that can reach nothing but what a notebook needs: for code that nobody has looked at.

Linux's Landlock confines the kernel's process and all that it starts, without rights and without a daemon. `bounds`
says what may be reached, `confine` confines its own process and becomes the kernel.
"""
