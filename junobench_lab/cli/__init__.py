"""The command line: one module a command. Each loads what it needs when it is called, so that help comes at once."""


def main() -> None:
    """Entry point of ``junobench-lab``; ends the process with the exit code."""
    from .app import app

    app()
