"""A position that the engine gets wrong as a log: it fails on that engine, and holds on one that is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rtm_verify.games.race_to_moscow.board import PLAYERS, Board
from rtm_verify.games.race_to_moscow.proofs.chains import cut_off
from rtm_verify.games.race_to_moscow.proofs.encirclement import WrongPosition
from rtm_verify.log.writer import format_text

__all__ = ["position_log"]


def position_log(board: Board, wrong: WrongPosition, board_file: str = "") -> str:
    """The text of the log: the position as given facts, and what the rulebook says of it as expectations.

    A position in which areas are cut off and not yet taken lasts no longer than the step that makes it. Only under one
    reading of the winter variant can it be given, so the log pins that; it has no bearing on what is encircled.

    Parameters
    ----------
    board_file : the board as the log names it, if it is not the shipped one.
    """
    printed = board.names(board.all_printed)
    baltic = {sea.name for sea in board.seas if sea.basin == "Baltic"}
    fleet = wrong.fleet if wrong.fleet in baltic else board.seas[board.fleet_start].name
    markers = [name for name in wrong.controlled if name not in printed]
    encircled = cut_off(board, [*printed, *markers], fleet, wrong.reading.sea_rule, refuge=wrong.reading.refuge)
    saved = [name for name in wrong.engine if name not in {*encircled, *printed}]
    edition = "2024" if wrong.reading.sea_rule == "harbor-to-leningrad" else "first"
    at_odds = [name for name in encircled + saved if (name in wrong.engine) != (name in wrong.rulebook)]
    lines = [
        f"game race-to-moscow {edition}",
        "title What is encircled in a position that the engine gets wrong",
        "scenario setup/three",
        *([f"board {board_file}"] if board_file else []),
        f"ruling controlled-victory-area = {'refuge' if wrong.reading.refuge else 'no-refuge'}",
        "variant winter",
        "ruling winter-front = anywhere",
        f"given fleet in {fleet}",
        *(f"given {name} controlled by {owner}" for name, owner in _owners(board, markers)),
        PLAYERS[0],
        *(f"expect {name} encircled" for name in encircled),
        *(f"expect {name} not encircled" for name in saved),
        *([f"highlight {', '.join(at_odds)}"] if at_odds else []),
        f'note "{" ".join(_note(wrong, printed, fleet))}"',
    ]
    return format_text("\n".join(lines) + "\n", "position.rtm")


def _owners(board: Board, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Who shall hold each area: a player who may, the one with the fewest markers so far if several may."""
    held = dict.fromkeys(PLAYERS, 0)
    for name in sorted(names, key=lambda name: len(board.areas[board.area_names[name]].colors)):
        owner = min(board.areas[board.area_names[name]].colors, key=held.__getitem__)
        held[owner] += 1
        yield name, owner


def _note(wrong: WrongPosition, printed: Iterable[str], fleet: str) -> Iterator[str]:
    yield f"Found by the proof of encirclement. The engine calls encircled: {_listed(wrong.engine)}."
    yield f"By the rulebook it is: {_listed(wrong.rulebook)}."
    yield "The winter variant is here only because areas can lie cut off under its ruling."
    if bare := [name for name in printed if name not in wrong.controlled]:
        yield f"In the position found these printed areas are uncontrolled, which no log can say: {_listed(bare)}."
    if fleet != wrong.fleet:
        yield f"In the position found the fleet is in {wrong.fleet}, which no log can say."


def _listed(names: Iterable[str], most: int = 8) -> str:
    first, *others = [*names] or ["no area"]
    more = f" and {len(others) + 1 - most} more" if len(others) >= most else ""
    return ", ".join((first, *others[: most - 1])) + more
