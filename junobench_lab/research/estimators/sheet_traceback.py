"""A traceback as the label sheet keeps it: the text of a list of strings, cut off where a cell of the sheet is full."""

import ast

_ENDINGS = ("", "']", '"]', "\\n']", "]")


def traceback_of_sheet(text: str) -> list[str]:
    """The parts of the traceback; those that are complete, and the rest as one part, where the text was cut off."""
    for end in (len(text), len(text) - 1, len(text) - 2, len(text) - 3):
        for closing in _ENDINGS:
            try:
                parts = ast.literal_eval(text[:end] + closing)
            except (SyntaxError, ValueError, MemoryError, RecursionError):
                continue
            if isinstance(parts, list):
                return [str(part) for part in parts]
    return [text]
