"""Records as JSON lines: UTF-8, one object a line."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import ValidationError

from ...errors import InvalidRequest
from ...model import Model
from .models import ANSWER, Answer, Item


def json_lines(records: Iterable[Model]) -> str:
    return "".join(record.model_dump_json() + "\n" for record in records)


def with_answers(items: Sequence[Item], answers: Sequence[Answer]) -> str:
    """Every item with the field ``answer``."""
    merged = zip(items, answers, strict=True)
    return "".join(f'{item.model_dump_json()[:-1]},"answer":{answer.model_dump_json()}}}\n' for item, answer in merged)


def read_text(path: Path) -> str:
    """Raises `InvalidRequest` where the file can't be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it isn't UTF-8 text"
        raise InvalidRequest(f"{path} can't be read ({reason}): name a text file.") from None


def read_answers(path: Path) -> list[Answer]:
    """The reference answers that `tasks --answers` wrote. Raises `InvalidRequest`, which names the line."""
    answers: list[Answer] = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            answers.append(ANSWER.validate_json(line))
        except ValidationError:
            raise InvalidRequest(
                f"Line {number} of {path} is no reference answer: write the file with `junobench-lab tasks --answers`."
            ) from None
    if len({answer.item for answer in answers}) < len(answers):
        raise InvalidRequest(f"{path} answers an item twice: score against one export at a time.")
    return answers
