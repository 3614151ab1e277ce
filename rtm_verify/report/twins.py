"""The twins of a log as a table, as JSON, and as logs of their own."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Any

import msgspec

from rtm_verify.kernel.replay import Replay
from rtm_verify.kernel.twins import VERDICTS, Twin, find_twins, twin_log, worth_keeping
from rtm_verify.kernel.words import counted
from rtm_verify.library import ruleset_of
from rtm_verify.log.writer import write
from rtm_verify.render.dot import plain
from rtm_verify.report.result import Result

__all__ = ["Family", "families_json", "family_lines", "total_line", "twin_files"]

_WIDTH = 100
_MESSAGE = 240  # an open choice lists everything that can be chosen
_QUIET = ("same", "impossible")  # told in one paragraph each: nothing is to be learned from a single one


class Family(msgspec.Struct, frozen=True):
    """A log and its twins.

    Parameters
    ----------
    path : the log's file.
    """

    path: Path
    replay: Replay
    twins: tuple[Twin, ...]

    @classmethod
    def of(cls, result: Result) -> Family:
        """The twins of a log that replays green."""
        replay, ruleset = result.played()
        return cls(result.path, replay, tuple(find_twins(replay, ruleset, lambda log: ruleset_of(log, result.path))))

    @property
    def name(self) -> str:
        """The log by its folder and name, however its path is written.

        >>> Family(Path("replays/2024/../2024/riga.rtm"), None, ()).name
        '2024/riga'
        """
        return "/".join(filter(None, (self.path.resolve().parent.name, self.path.stem)))


def family_lines(family: Family) -> Iterator[str]:
    """A table of a log's twins: those that part from it line by line, the others in a paragraph."""
    title = family.replay.log.header("title")
    yield from _wrapped(f"{family.name}: {title}" if title else family.name)
    rows = [twin for twin in family.twins if twin.verdict not in _QUIET]
    if rows:
        yield "  verdict     step   change, and the rules that decide"
    for twin in rows:
        rules = f"  [{', '.join(twin.rules)}]" if twin.rules else ""
        head = f"  {twin.verdict:<12}{twin.step:<7}"
        yield from _wrapped(f"{twin.supposed.label}{rules}", head, " " * (len(head) + 2))
        more = f" (and {len(twin.details) - 1} more)" if len(twin.details) > 1 else ""
        yield from _wrapped(textwrap.shorten(twin.message, _MESSAGE, placeholder=" …") + more, " " * (len(head) + 2))
    for verdict in _QUIET:
        labels = [twin.supposed.label for twin in family.twins if twin.verdict == verdict]
        if labels:
            yield from _wrapped("; ".join(labels), f"  {verdict:<12}", " " * 14)
    yield f"  {_counts(family.twins)}"


def total_line(families: Sequence[Family]) -> str:
    """How many twins there are of each verdict in all."""
    everything = [twin for family in families for twin in family.twins]
    return f"{counted(len(families), 'log')}, {_counts(everything)}"


def families_json(families: Sequence[Family]) -> str:
    """All twins as one JSON object, the same for equal logs."""
    data = {
        "logs": [
            {
                "log": family.name,
                "title": family.replay.log.header("title"),
                "twins": [_plain_twin(twin) for twin in family.twins],
                "counts": _counted(family.twins),
            }
            for family in families
        ],
        "counts": _counted(twin for family in families for twin in family.twins),
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()


def twin_files(family: Family) -> Iterator[tuple[PurePath, str]]:
    """The twins worth keeping as logs: where each is to stand, and its text."""
    for number, twin in enumerate(worth_keeping(family.twins), start=1):
        name = f"{number:02}-{_slug(twin.supposed.given.text)}.rtm"
        yield PurePath(family.name, name), write(twin_log(family.replay.log, family.name, twin))


def _plain_twin(twin: Twin) -> dict[str, Any]:
    return {
        "change": twin.supposed.label,
        "given": twin.supposed.given.text,
        "verdict": twin.verdict,
        "step": twin.step,
        "rules": twin.rules,
        "message": twin.message,
        "details": twin.details,
    }


def _counted(twins: Iterable[Twin]) -> dict[str, int]:
    counts = Counter(twin.verdict for twin in twins)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def _counts(twins: Sequence[Twin]) -> str:
    told = ", ".join(f"{number} {verdict}" for verdict, number in _counted(twins).items() if number)
    return f"{counted(len(twins), 'twin')}: {told or 'none'}"


def _slug(text: str) -> str:
    """A fact as the name of a file.

    >>> _slug("line Königsberg > Tilsit has a train")
    'line-konigsberg-tilsit-has-a-train'
    """
    plain_letters = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain_letters))


def _wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    return textwrap.wrap(
        plain(text),
        _WIDTH,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
