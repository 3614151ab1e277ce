"""Positions to compare the two opinions in: out of whole random games at many tables, and out of the logs.

Everything is seeded. Of each game those positions are taken that together show the most: every kind of open question
and of action that occurs has its turn, so that what is rare is not drowned by what is common.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.ruleset import EDITIONS, RaceToMoscow, rulings
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.variants import all_variants, check_players
from rtm_verify.library import replay_file

__all__ = ["Origin", "Table", "from_log", "from_table", "logs", "mode", "spread", "table", "walk"]

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "scenarios"
REPLAYS = ROOT / "replays"

GAMES_AT_TABLE = 4
LONGEST = 700  # actions; nearly all games are over by then
_LATE = 0.4  # of the tables begin in the middle of a game

# Moving on is likelier than carrying, so that games get somewhere; and what is rare is done where it can be.
_USUAL = 4
_WEIGHTS: dict[type[a.Action], int] = {
    a.Enter: 24,
    a.PayOn: 12,
    a.Activate: 16,
    a.MoveFields: 12,
    a.PlaceVehicle: 12,
    a.PlayOkh: 12,
    a.Redeploy: 12,
    a.UseNow: 8,
    a.TakeOkh: 8,
    a.WinterAttack: 8,
    a.AdvanceRailhead: 3,
}


class Table(msgspec.Struct, frozen=True):
    """A game as it is set up: edition, scenario, variants, and the rulings that are not read by default."""

    number: int
    edition: str
    scenario: str
    variants: tuple[str, ...]
    pins: dict[str, str]

    def ruleset(self) -> RaceToMoscow:
        """The game."""
        return RaceToMoscow(self.edition, SCENARIOS / f"{self.scenario}.toml", self.pins, variants=self.variants)

    def __str__(self) -> str:
        pins = " ".join(f"{ruling}={reading}" for ruling, reading in self.pins.items())
        return ", ".join(filter(None, (self.edition, self.scenario, *self.variants, pins)))


class Origin(msgspec.Struct, frozen=True):
    """Where a position comes from: a step of a game at a table, with the actions that led there, or of a log."""

    title: str
    step: str
    actions: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.title}, step {self.step}"


def table(seed: int, number: int) -> Table:
    """The table of this number. Editions take turns; a third of the tables reads every ruling by default, a third a few
    of them otherwise, a third most of them. The first two play the plain game of three; of the others, some begin in
    the middle of a game, where random play seldom gets from the start.
    """
    if number < len(EDITIONS):
        return Table(number, EDITIONS[number], "setup/three", (), {})
    rng = random.Random(f"{seed}/{number}")  # noqa: S311 (play, not secrets)
    share = (0.0, 0.15, 0.6)[number // 2 % 3]
    late = rng.random() < _LATE
    while True:
        scenario = rng.choice(_scenarios("cases", "rulebook") if late else _scenarios("setup"))
        names = tuple(name for name in all_variants() if rng.random() < 0.25)
        pins = {name: rng.choice(list(rulings()[name].alternatives)) for name in rulings() if rng.random() < share}
        found = Table(number, EDITIONS[number % 2], scenario, names, pins)
        try:
            check_players(names, len(found.ruleset().setup().state.order))
        except InputError:
            continue  # variants that do not go together, or a scenario of the other edition
        return found


def _scenarios(*folders: str) -> list[str]:
    return sorted(f"{folder}/{path.stem}" for folder in folders for path in (SCENARIOS / folder).glob("*.toml"))


def walk(ruleset: RaceToMoscow, seed: str) -> Iterator[tuple[State, tuple[a.Action, ...], a.Action]]:
    """The positions of a game, with what is legal there and what is played."""
    rng = random.Random(seed)  # noqa: S311
    state = ruleset.setup().state
    for _ in range(LONGEST):
        legal = ruleset.legal(state)
        if not legal:
            return
        kinds = sorted({type(action) for action in legal}, key=lambda kind: kind.__name__)
        kind = rng.choices(kinds, [_WEIGHTS.get(kind, _USUAL) for kind in kinds])[0]
        action = rng.choice([action for action in legal if type(action) is kind])
        yield state, legal, action
        state = ruleset.apply(state, action).state


def mode(state: State) -> str:
    """What a position waits for, in a word or two."""
    if state.pending:
        return f"open: {state.pending.kind}"
    if state.moving:
        return "an army moves"
    if state.phase != "actions":
        return state.phase
    return "transport" if state.transport else "field armies" if state.fields else "between actions"


def spread(labels: Sequence[Iterable[str]], most: int, rng: random.Random) -> list[int]:
    """Which of many things to take, so that every label has its turn: by their places, in order.

    >>> spread([{"often"}] * 9 + [{"often", "rare"}], 2, random.Random(0))[-1]
    9
    """
    under: dict[str, list[int]] = {}
    for place, names in enumerate(labels):
        for name in names:
            under.setdefault(name, []).append(place)
    heaps = [rng.sample(places, len(places)) for _, places in sorted(under.items(), key=lambda item: len(item[1]))]
    taken: set[int] = set()
    while any(heaps) and len(taken) < most:
        for heap in heaps:
            while heap and heap[-1] in taken:
                heap.pop()
            if heap and len(taken) < most:
                taken.add(heap.pop())
    return sorted(taken)


def from_table(seed: int, here: Table, most: int) -> Iterator[tuple[RaceToMoscow, State, Origin]]:
    """Positions out of some whole games at a table."""
    ruleset = here.ruleset()
    games = [list(walk(ruleset, f"{seed}/{here.number}/{game}")) for game in range(GAMES_AT_TABLE)]
    steps = [(game, step) for game, strides in enumerate(games) for step in range(len(strides))]
    labels = [_labels(*games[game][step][:2]) for game, step in steps]
    rng = random.Random(f"{seed}/{here.number}/spread")  # noqa: S311
    spec = ruleset.spec()
    for place in spread(labels, most, rng):
        game, step = steps[place]
        played = tuple(spec.describe(action) for _, _, action in games[game][:step])
        yield ruleset, games[game][step][0], Origin(f"table {here.number} ({here}), game {game}", str(step), played)


def _labels(state: State, legal: tuple[a.Action, ...]) -> set[str]:
    return {mode(state), *(type(action).__name__ for action in legal)}


@lru_cache(maxsize=1)
def logs() -> tuple[Path, ...]:
    """Every log but the twins, which start from the same positions."""
    return tuple(sorted(path for path in REPLAYS.rglob("*.rtm") if "twins" not in path.parts))


def from_log(path: Path, most: int) -> Iterator[tuple[Any, State, Origin]]:
    """Positions of a log."""
    replay, ruleset = replay_file(path)
    found: dict[State, str] = {}
    for step in replay.steps:
        for played in step.played:
            found.setdefault(played.before, step.label)
    positions = list(found)
    labels = [_labels(state, ruleset.legal(state)) for state in positions]
    rng = random.Random(path.stem)  # noqa: S311
    for place in spread(labels, most, rng):
        state = positions[place]
        yield ruleset, state, Origin(path.relative_to(ROOT).as_posix(), found[state])
