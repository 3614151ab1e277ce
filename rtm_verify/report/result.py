"""What became of one log: its replay, or the error that kept it from being replayed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.kernel.coverage import Measured, measure
from rtm_verify.kernel.replay import Replay
from rtm_verify.kernel.ruleset import Ruleset
from rtm_verify.library import replay_file

__all__ = ["Result", "measured"]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A log and what was found in it.

    Parameters
    ----------
    path : the log's file.
    replay, ruleset : the replay and what it was played by, if there is one.
    error : why there is none.
    edition : the edition it was played by, if the log is played by several.

    Examples
    --------
    >>> missing = Result.of(Path("no-such.rtm"))
    >>> missing.verdict, missing.title, str(missing.error)
    ('unreadable', 'no-such.rtm', 'no-such.rtm: no such file')
    """

    path: Path
    replay: Replay | None = None
    ruleset: Ruleset[Any, Any] | None = None
    error: InputError | None = None
    edition: str = ""

    @classmethod
    def of(cls, path: Path, *, board: Path | None = None, keep_going: bool = False, edition: str = "") -> Result:
        """Replay a log; an error in it becomes part of the result."""
        try:
            replay, ruleset = replay_file(path, board=board, keep_going=keep_going, edition=edition)
        except InputError as error:
            return cls(path=path, error=error, edition=edition)
        return cls(path=path, replay=replay, ruleset=ruleset, error=replay.error, edition=edition)

    @classmethod
    def every(cls, path: Path, *, board: Path | None = None, keep_going: bool = False) -> tuple[Result, ...]:
        """Replay a log by its edition, and by each one its header ``also`` names."""
        first = cls.of(path, board=board, keep_going=keep_going)
        also = first.replay.log.values("also") if first.replay else ()
        return (first, *(cls.of(path, board=board, keep_going=keep_going, edition=edition) for edition in also))

    def played(self) -> tuple[Replay, Ruleset[Any, Any]]:
        """The replay and its ruleset. Raises the `InputError` that kept the log from being replayed."""
        if self.replay is None or self.ruleset is None:
            raise self.error or InputError("the log was not replayed", Place(str(self.path)))
        return self.replay, self.ruleset

    @property
    def verdict(self) -> Literal["green", "failed", "unreadable"]:
        """The replay's verdict; a log without a replay is unreadable."""
        return self.replay.verdict if self.replay else "unreadable"

    @property
    def title(self) -> str:
        """The log's title, or the name of its file."""
        return (self.replay.log.header("title") if self.replay else "") or self.path.name

    @property
    def source(self) -> str:
        """Where the log comes from, such as an example of the rulebook."""
        return self.replay.log.header("source") if self.replay else ""

    @property
    def moves(self) -> int:
        """How many moves were replayed; the set-up is none."""
        return max(0, len(self.replay.steps) - 1) if self.replay else 0

    @property
    def checked(self) -> int:
        """How many claims of the log were checked."""
        return self.replay.checked if self.replay else 0

    @property
    def errata(self) -> int:
        """In how many places the rulebook's printed results differ from its rules."""
        return len(self.replay.errata) if self.replay else 0


def measured(results: Iterable[Result]) -> Measured:
    """What the logs that could be replayed keep and break."""
    return measure((result.ruleset.edition, result.replay) for result in results if result.replay and result.ruleset)
