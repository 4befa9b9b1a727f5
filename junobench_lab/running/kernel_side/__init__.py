"""Source that runs inside kernels, sent as text: it may use nothing but the standard library of Python 3.8."""
