"""Fixtures of Jupyter Server (`jp_fetch`, `jp_serverapp`, ...) for all tests."""

pytest_plugins = ["pytest_jupyter.jupyter_server"]
