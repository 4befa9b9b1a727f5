"""A cell tried in a throw-away fork of the kernel in which the session lives (Linux).

The kernel's main thread forks, waits with a bound, and kills what is left; the session itself runs nothing of the cell.
In the child (`child`):

1. it is bounded by the system: killed with its parent, by an alarm, and first when memory runs out (`limits`);
2. it is cut off from the session's outside (`isolation`): sockets and pipes it inherited lead nowhere, files that are
   open get a position of their own, shared memory becomes private, outputs go nowhere, and all that was alive is
   exempt from garbage collection, so that no finaliser of the session's objects runs;
3. what it may not do to the world (`guard`) ends it on the spot, with the line that would have done it: writing files
   elsewhere than in a scratch folder, the network, other processes, signals, `input()`. What Python can't see (C code
   that opens a file) is refused by the system (`refusal`);
4. it marks what the cell can reach (`marks`, `reach`), runs the cell as the kernel would, compares, and reports through
   a pipe of its own.

The child ends with ``os._exit``: no exit handler runs and no buffer is flushed.
"""
