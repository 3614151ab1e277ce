"""A difference as an ordinary log: the game up to the position it was found in, with a note on what each side says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.games.race_to_moscow.scribe import complete, write_move
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.log.reader import parse
from rtm_verify.log.writer import write
from rtm_verify.proof.legal_sets import Difference, DifferenceKind

from .positions import Table, table, walk

__all__ = ["as_log"]

TOLD = 5  # of the differences of one kind by the same rules

_SAYS: dict[DifferenceKind, str] = {
    "not allowed": "The engine allows what the model does not",
    "refused": "The model allows what the engine does not",
    "not listed": "Both allow what the engine does not list",
    "outcome": "Both allow it, and the model not with the engine's outcome",
    "unbounded": "The model leaves an amount without a bound",
    "unknown": "The model has not come to an end",
    "error": "The model has failed",
}

Played = tuple[State, a.Action]


def as_log(source: tuple[int, int, int], step: int, differences: Iterable[Difference]) -> str:
    """The game at a table, to the end of the line in which the position is, as a log in canonical form.

    Parameters
    ----------
    source : seed, table and game.
    step : how many actions lead to the position.
    """
    seed, number, game = source
    here = table(seed, number)
    ruleset = here.ruleset()
    played = [(state, action) for state, _, action in walk(ruleset, seed, number, game)]
    text = "\n".join(_lines(ruleset, here, played, step, differences)) + "\n"
    return write(parse(text, "<legal sets>"))


def _lines(
    ruleset: RaceToMoscow, here: Table, played: Sequence[Played], step: int, differences: Iterable[Difference]
) -> Iterator[str]:
    told = [*_told(differences)]
    yield f"game race-to-moscow {here.edition}"
    yield f"title What engine and model say after {step} actions"
    yield from here.headers
    turn: tuple[int, int] | None = None
    done = 0
    while done < step:
        begun = played[done][0]
        if turn != (begun.round, begun.active):
            turn = (begun.round, begun.active)
            yield ""
            yield PLAYERS[begun.active]
        end = _end_of_line(ruleset, played, done)
        yield f"  {write_move(ruleset.material, played[done:end])}"
        if step < end:
            described = ruleset.spec().describe(played[step][1])
            told.insert(0, f"Within the last line, before its part {step - done + 1}, '{described}'.")
        done = end
    text = " ".join(told).replace("\\", "\\\\").replace('"', '\\"')
    yield f'{"    " if turn else ""}note "{text}"'


def _end_of_line(ruleset: RaceToMoscow, played: Sequence[Played], start: int) -> int:
    """Where the line ends that begins with an action: no line ends while something is open or under way."""
    begun = played[start][0]
    for end in range(start + 1, len(played) + 1):
        state, action = played[end - 1]
        after = played[end][0] if end < len(played) else ruleset.apply(state, action).state
        reacting = begun.phase == after.phase == "reaction" and begun.active == after.active
        if complete(after) and not reacting:
            return end
    raise ValueError("the game breaks off within a line")


def _told(differences: Iterable[Difference]) -> Iterator[str]:
    groups: dict[tuple[DifferenceKind, tuple[str, ...]], list[str]] = {}
    for difference in differences:
        groups.setdefault((difference.kind, difference.rules), []).append(difference.action)
    for (kind, rules), actions in groups.items():
        more = f" and {len(actions) - TOLD} more" if len(actions) > TOLD else ""
        yield f"{_SAYS[kind]} ({', '.join(rules) or 'no rule'}): {'; '.join(actions[:TOLD])}{more}."
