"""The server extension: thin routes over the core, under ``/junobench-lab/api``."""
