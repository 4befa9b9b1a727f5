"""Pictures: of a folder of them some are enough, and noise of the same size and mode stands for one."""

from collections.abc import Sequence
from pathlib import Path

from .file_kind import MakingUp, Unreadable


class Image:
    """See `kinds.FileKind`. A single picture isn't thinned out."""

    what = "pictures"

    def count(self, file: Path) -> int | None:
        return None

    def take(self, source: Path, target: Path, items: Sequence[int]) -> None:
        raise Unreadable("A picture isn't thinned out.")

    def make_up(self, source: Path, target: Path, making: MakingUp) -> None:
        try:
            from PIL import Image as Pictures
        except ImportError:
            raise Unreadable("Pictures are made up with Pillow, which isn't installed.") from None
        try:
            with Pictures.open(source) as opened:
                form, mode, size = opened.format, opened.mode, opened.size
            bands = len(Pictures.new(mode, (1, 1)).getbands())
            if mode in ("I", "F", "I;16"):
                raise Unreadable(f"Pictures of the mode {mode} aren't made up.")
            noise = making.random.bytes(size[0] * size[1] * bands)
            if mode in ("1", "P"):
                made = Pictures.frombytes("L", size, noise).convert(mode)
            else:
                made = Pictures.frombytes(mode, size, noise)
            made.save(target, format=form)
        except (OSError, ValueError, SyntaxError) as error:
            raise Unreadable(f"It can't be read as a picture ({type(error).__name__}).") from None
