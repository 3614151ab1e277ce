"""The command as a user runs it: words in, exit code and output out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

__all__ = ["Outcome", "Run"]


class Outcome(NamedTuple):
    """What became of a command."""

    code: int
    out: str
    err: str


Run = Callable[..., Outcome]
