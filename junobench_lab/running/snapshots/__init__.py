"""Kernels kept between two cells of a run, so that the next run of the same attempt goes on from there (Linux).

While an attempt runs in a local kernel, the kernel forks after cells that took long (`kernel_side/snapshot`). The
copy has one thread and no connection; it waits on a socket of ours, and whenever it is asked it forks a kernel that
has its whole session and fresh sockets. `SnapshotStore` keeps a few of them for the attempt that was run last,
together with the run's private folder, whose path a session may know.

A later run goes on from the last copy whose executed cells are the first of its plan, with the same sources in the
same order, where the instance's input files and the private folder are as they were. Its first events are those of
the run that made the copy, and `KernelReady.resumed` says how many steps they are.

What a copy can't stand for forbids it, and the run starts over: files written or changed elsewhere, other programs,
the network, open files and connections, threads, shared memory, libraries with threads or devices of their own. A
check that would be passed is never decided by a run that went on from a copy: the whole plan is then run again.
"""
