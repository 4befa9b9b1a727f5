"""``python -m junobench_lab.cli`` does what ``junobench-lab`` does."""

from . import main

main()
