"""Running a notebook's recorded order in a kernel: plan, runner, outcome, records."""
