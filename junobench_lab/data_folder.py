"""Where the product keeps what outlives a session: one folder, beside what Jupyter itself keeps for the person."""

from pathlib import Path

from jupyter_core.paths import jupyter_data_dir


def data_folder() -> Path:
    """The folder; it needn't exist yet. ``JUPYTER_DATA_DIR`` moves it."""
    return Path(jupyter_data_dir()) / "junobench-lab"
