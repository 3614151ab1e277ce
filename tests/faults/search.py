"""The search for encircled areas: what the proof says of the engine as it stands, and where it errs.

Import this only after the fault is seeded: it loads the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from types import ModuleType, SimpleNamespace

import z3

from rtm_verify.games.race_to_moscow.board import default_board
from rtm_verify.games.race_to_moscow.engine import encirclement
from rtm_verify.games.race_to_moscow.proofs.chains import cut_off
from rtm_verify.games.race_to_moscow.proofs.encirclement import READINGS, Reading, obligations, wrong_position
from rtm_verify.kernel import bits
from rtm_verify.proof.obligation import discharge, solution

__all__ = ["proved", "refuted", "wrong"]

FEW = 2  # markers: positions with so many are all tried
SHOWN = 3  # areas

_BOARD = default_board()
_OPEN = [area for area in range(len(_BOARD.areas)) if not _BOARD.all_printed >> area & 1]


def refuted() -> tuple[str, ...]:
    """The obligations of the proof that have an exception, which z3 alone can show."""
    claims = obligations(_BOARD)
    return tuple(claim.name for claim in claims if solution((*claim.premises, z3.Not(claim.goal)), {}) is not None)


def proved() -> bool:
    """Whether every obligation is proved, with certificates and by all solvers."""
    return all(discharge(claim).verdict == "proved" for claim in obligations(_BOARD))


def wrong(claims: Sequence[str]) -> str:
    """The smallest position that the engine gets wrong in one line, given which claims fail; nothing if there is none.

    All positions with few markers are tried, against the engine without the fault, which is proved; if none of them is
    wrong, the solver is asked for one with no marker that could be left out.
    """
    if "flood: rounds end" in claims:
        return ""  # it would be searched for ever
    sound = _sound()
    for reading, markers, fleet in _positions():
        ours, book = (_encircled(module, reading, markers, fleet) for module in (encirclement, sound))
        if ours != book:
            return _told(reading, _BOARD.names(markers), _BOARD.seas[fleet].name, _names(ours))
    found = wrong_position(_BOARD)
    if found is None:
        return ""
    placed = [name for name in found.controlled if not _BOARD.all_printed >> _BOARD.area_names[name] & 1]
    return _told(found.reading, placed, found.fleet, set(found.engine))


def _sound() -> ModuleType:
    """The engine's chapter and its search as their files have them."""
    module = _from_file(encirclement)
    vars(module)["flood"] = _from_file(bits).flood
    return module


def _from_file(module: ModuleType) -> ModuleType:
    text, copy = Path(str(module.__file__)).read_text(encoding="utf-8"), ModuleType(module.__name__)
    exec(compile(text, str(module.__file__), "exec"), vars(copy))  # noqa: S102 (the project's own source)
    return copy


def _positions() -> Iterator[tuple[Reading, int, int]]:
    """Every reading, control markers beside the printed ones, and place of the fleet; few markers come first."""
    fleets = [number for number, sea in enumerate(_BOARD.seas) if sea.basin == "Baltic"]
    for number in range(FEW + 1):
        for markers, reading, fleet in product(combinations(_OPEN, number), READINGS, fleets):
            yield reading, sum(1 << area for area in markers), fleet


def _encircled(module: ModuleType, reading: Reading, markers: int, fleet: int) -> int:
    """The areas that are called encircled: the engine is shown no more of the game than it asks for."""
    material = SimpleNamespace(
        board=_BOARD,
        policies={"sea-chain": reading.sea_rule},
        readings={"controlled-victory-area": "refuge" if reading.refuge else "no-refuge"},
        all_controlled=lambda _: markers | _BOARD.all_printed,
    )
    found: int = module.encircled(material, SimpleNamespace(fleet=fleet))
    return found


def _names(areas: int) -> set[str]:
    return set(_BOARD.names(areas))


def _told(reading: Reading, placed: Sequence[str], fleet: str, engine: set[str]) -> str:
    """A position, and how the engine's answer differs from that of the rulebook's ways, gone one by one."""
    controlled = (*_BOARD.names(_BOARD.all_printed), *placed)
    book = set(cut_off(_BOARD, controlled, fleet, reading.sea_rule, refuge=reading.refuge))
    mistakes = [
        f"{verb} {_some(sorted(areas))}"
        for verb, areas in (("spares", book - engine), ("takes", engine - book))
        if areas
    ]
    markers = f"markers in {', '.join(placed)}" if placed else "no marker on the board"
    return f"{reading}; the fleet in {fleet}, {markers}: it wrongly {' and '.join(mistakes)}"


def _some(names: Sequence[str]) -> str:
    more = len(names) - SHOWN
    return f"{', '.join(names[:SHOWN])} and {more} more" if more > 0 else ", ".join(names)
