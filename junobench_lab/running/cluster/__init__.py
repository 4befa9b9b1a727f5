"""Runs on many machines: one task of a Dask cluster an instance run, the same plans, events, outcomes and records.

`environment` is where the rest of the product meets it: a place where whole runs are carried out. `cluster` holds the
connection and waits for results, `configuration` reads what a person names. What happens on a worker is in `worker`
(reached through `worker_side`, which needs nothing but Python there), its input files in `shipping`, and `keeper` ends
the kernels of a worker that was killed.
"""
