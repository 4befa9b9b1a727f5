"""Where kernels run: one module per kind of environment, one protocol for all (`base`)."""
