"""The one kind of error a user sees: what is wrong, where, and what to do about it."""

from __future__ import annotations

import msgspec

__all__ = ["InputError", "Place"]


class Place(msgspec.Struct, frozen=True):
    """A position in an input file. Lines and columns count from 1; 0 means "the whole file"."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        """
        >>> str(Place("game.rtm", 3, 7))
        'game.rtm:3:7'
        >>> str(Place("game.rtm"))
        'game.rtm'
        """
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


class InputError(ValueError):
    """Something is wrong with what the user gave: a file, a name, a number.

    Parameters
    ----------
    message : what is wrong, in one sentence.
    place : where it stands, if it stands in a file.
    text : the offending text, shown in quotes if the message does not already show it.
    suggestion : what to do about it, such as ``did you mean Riga?``.

    Examples
    --------
    >>> print(InputError("unknown area 'Rgia'", Place("a.rtm", 4, 13), suggestion="did you mean Riga?"))
    a.rtm:4:13: unknown area 'Rgia': did you mean Riga?
    """

    def __init__(self, message: str, place: Place | None = None, text: str = "", suggestion: str = "") -> None:
        self.message = message
        self.place = place
        self.text = text
        self.suggestion = suggestion
        super().__init__(message)

    def at(self, place: Place) -> InputError:
        """The same error at a place, unless it already has one."""
        return self if self.place else InputError(self.message, place, self.text, self.suggestion)

    def _says(self, text: str) -> bool:
        """Whether the message shows the offending text; a short word may stand in it by chance, so quotes count."""
        return f"'{text}'" in self.message or (not text.isalnum() and text in self.message)

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        shown = f": {_quoted(self.text)}" if self.text and not self._says(self.text) else ""
        hint = f": {self.suggestion}" if self.suggestion else ""
        return _printable(f"{where}{_shortened(self.message)}{shown}{_shortened(hint)}")


def _quoted(text: str, limit: int = 60) -> str:
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


def _shortened(text: str, limit: int = 800) -> str:
    """A message that quotes a hostile input is cut, not printed by the megabyte."""
    return text if len(text) <= limit else f"{text[: limit - 20]}…{text[-19:]}"


def _printable(text: str) -> str:
    """Control characters from an input file never reach the user's terminal as such."""
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)
