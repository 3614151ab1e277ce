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
from rtm_verify.library import replay_file, ruleset_of
from rtm_verify.log.reader import parse, read_log

__all__ = ["Origin", "Stride", "Table", "from_log", "from_table", "logs", "mode", "spread", "table", "walk"]

Stride = tuple[State, tuple[a.Action, ...], a.Action]

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "scenarios"
REPLAYS = ROOT / "replays"

GAMES_AT_TABLE = 12
LONGEST = 700  # actions; nearly all games are over by then
_LATE = 0.6  # of the tables begin where a log does
# Chapters of the case list with actions to which little else leads: every other such table begins there.
_SELDOM = ("13.4", "14.5", "8.7")

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
    """A game as it is set up: edition, scenario, variants, rulings that are not read by default, and given facts."""

    number: int
    edition: str
    scenario: str
    variants: tuple[str, ...] = ()
    pins: dict[str, str] = {}
    givens: tuple[str, ...] = ()

    @property
    def headers(self) -> list[str]:
        """What a log of a game at this table begins with, after its title."""
        return [
            f"scenario {self.scenario}",
            *(f"variant {variant}" for variant in self.variants),
            *(f"ruling {ruling} = {reading}" for ruling, reading in self.pins.items()),
            *(f"given {given}" for given in self.givens),
        ]

    def ruleset(self) -> RaceToMoscow:
        """The game. Raises `InputError` if it cannot be played so."""
        log = parse("\n".join([f"game race-to-moscow {self.edition}", *self.headers]) + "\n", "<table>")
        made = ruleset_of(log, ROOT / "table.rtm")
        assert isinstance(made, RaceToMoscow)
        return made

    def __str__(self) -> str:
        return "; ".join([self.edition, *self.headers])


class Origin(msgspec.Struct, frozen=True):
    """Where a position comes from: a step of a log, or of a game at a table."""

    title: str
    step: str
    table: tuple[int, int, int] | None = None  # seed, number and game

    def __str__(self) -> str:
        return f"{self.title}, step {self.step}"


def table(seed: int, number: int) -> Table:
    """The table of this number. Editions take turns; a third of the tables reads every ruling by default, a third a few
    of them otherwise, a third most of them. The first two play the plain game of three; of the others, most begin where
    a log does, for random play seldom gets there from the start: of each chapter as many.
    """
    if number < len(EDITIONS):
        return Table(number, EDITIONS[number], "setup/three")
    rng = random.Random(f"{seed}/{number}")  # noqa: S311 (play, not secrets)
    share = (0.0, 0.15, 0.6)[number // 2 % 3]
    late = rng.random() < _LATE
    while True:
        begun = _begun(rng) if late else Table(number, "", rng.choice(_setups()))
        names = tuple(name for name in all_variants() if name in begun.variants or rng.random() < 0.25)
        pins = {name: rng.choice(list(rulings()[name].alternatives)) for name in rulings() if rng.random() < share}
        edition = EDITIONS[number % 2]
        found = Table(number, edition, begun.scenario, names, pins | begun.pins, begun.givens)
        try:
            check_players(names, len(found.ruleset().setup().state.order))
        except InputError:
            continue  # variants that do not go together, or a position of the other edition
        return found


def _setups() -> list[str]:
    return sorted(f"setup/{path.stem}" for path in (SCENARIOS / "setup").glob("*.toml"))


def _begun(rng: random.Random) -> Table:
    """A game as some log of some chapter begins it."""
    chapters: dict[Path, list[Path]] = {}
    for path in logs():
        chapters.setdefault(path.parent, []).append(path)
    seldom = [folder for folder in sorted(chapters) if folder.name in _SELDOM]
    log = read_log(rng.choice(chapters[rng.choice(rng.choice((seldom, sorted(chapters))))]))
    pins = {pin.ruling: pin.choice for pin in log.pins}
    return Table(0, "", log.header("scenario"), tuple(log.variants), pins, tuple(given.text for given in log.givens))


def walk(ruleset: RaceToMoscow, seed: int, number: int, game: int) -> Iterator[Stride]:
    """The positions of a game at a table, with what is legal there and what is played."""
    rng = random.Random(f"{seed}/{number}/{game}")  # noqa: S311
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
    """Which of many things to take, so that every label has its turn: by their places, in order. The rarest label comes
    first for half of them, any label for the others.

    >>> spread([{"often"}] * 9 + [{"often", "rare"}], 2, random.Random(0))[-1]
    9
    """
    under: dict[str, list[int]] = {}
    for place, names in enumerate(labels):
        for name in names:
            under.setdefault(name, []).append(place)
    # Labels come in sets, whose order is another in every process: nothing may hang on it.
    rarest = sorted(under.items(), key=lambda item: (len(item[1]), item[0]))
    heaps = [rng.sample(places, len(places)) for _, places in rarest]
    taken: set[int] = set()
    for limit in (most // 2, most):
        while any(heaps) and len(taken) < limit:
            for heap in heaps:
                while heap and heap[-1] in taken:
                    heap.pop()
                if heap and len(taken) < limit:
                    taken.add(heap.pop())
        rng.shuffle(heaps)
    return sorted(taken)


def from_table(seed: int, here: Table, most: int) -> Iterator[tuple[RaceToMoscow, State, Origin]]:
    """Positions out of some whole games at a table."""
    ruleset = here.ruleset()
    games = [list(walk(ruleset, seed, here.number, game)) for game in range(GAMES_AT_TABLE)]
    steps = [(game, step) for game, strides in enumerate(games) for step in range(len(strides))]
    labels = [_labels(*games[game][step][:2]) for game, step in steps]
    rng = random.Random(f"{seed}/{here.number}/spread")  # noqa: S311
    for place in spread(labels, most, rng):
        game, step = steps[place]
        title = f"table {here.number} ({here}), game {game}"
        yield ruleset, games[game][step][0], Origin(title, str(step), (seed, here.number, game))


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
