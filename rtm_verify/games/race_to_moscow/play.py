"""A whole game from a seed, written as an ordinary annotated log."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.bots import BOTS, SOVIET_PLAYER, deal, is_chance
from rtm_verify.games.race_to_moscow.engine.reaction_targets import decider
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.perft import legal_digest
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.games.race_to_moscow.scribe import complete, write_move
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.event import Event
from rtm_verify.kernel.words import counted
from rtm_verify.log.reader import parse
from rtm_verify.log.writer import write
from rtm_verify.names import nearest

__all__ = ["Game", "record"]

_SEATS = (*PLAYERS, "Soviet player")

# The events a reader of a log would not want to miss.
_TOLD = ("reorganization", "last-round", "redeploy", "winter", "army-lost", "okh-price", "victory")
_TOLD_RULES = {"5.victory-medals", "13.5.lose"}


def record(
    ruleset: RaceToMoscow,
    scenario: str,
    bots: Sequence[str],
    seed: int,
    rounds: int,
    pins: Mapping[str, str] | None = None,
) -> str:
    """A game as a log in canonical form, headers included.

    Parameters
    ----------
    scenario : the name of the scenario that the ruleset starts from.
    bots : the bots of the players, in player order, then the Soviet player's; the last one plays for all who are left.
    rounds : the game is broken off after so many, if it has not ended.
    """
    state = ruleset.setup().state
    seats = (*state.order, SOVIET_PLAYER) if ruleset.material.soviet_player else state.order
    for bot in bots:
        if bot not in BOTS:
            raise InputError(f"unknown bot '{bot}'", suggestion=nearest(bot, BOTS) or f"one of {', '.join(BOTS)}")
    if len(bots) > len(seats):
        raise InputError(f"{len(bots)} bots for {counted(len(seats), 'player')}")
    named = {seat: bots[min(place, len(bots) - 1)] for place, seat in enumerate(seats)}
    variants = sorted(ruleset.material.variants)
    game = Game(ruleset, named, seed)
    body = list(game.lines(rounds))
    lines = [
        f"game {ruleset.game} {ruleset.edition}",
        f"title {_title(state, variants)}: {game.outcome}",
        f"author rtm-verify play, seed {seed}: {', '.join(f'{_SEATS[seat]} {bot}' for seat, bot in named.items())}",
        f"scenario {scenario}",
        *(f"variant {variant}" for variant in variants),
        *(f"ruling {name} = {reading}" for name, reading in (pins or {}).items()),
        *body,
    ]
    return write(parse("\n".join(lines) + "\n", "<play>"))


def _title(state: State, variants: Sequence[str]) -> str:
    names = [PLAYERS[player].capitalize() for player in state.order]
    players = f"{names[0]} alone" if len(names) == 1 else " against ".join(names)
    return f"{players} ({', '.join(variants)})" if variants else players


class Game:
    """A game between bots that is being played.

    Parameters
    ----------
    bots : for each seat (a player's number, or `SOVIET_PLAYER`), the name of its bot.
    seed : of every choice and every card; the same seed plays the same game.
    """

    def __init__(self, ruleset: RaceToMoscow, bots: Mapping[int, str], seed: int) -> None:
        self.ruleset, self.bots = ruleset, bots
        self.state = ruleset.setup().state
        self._rng = random.Random(seed)  # noqa: S311 (a game is no secret)

    @property
    def outcome(self) -> str:
        """How the game stands or ended, in a few words."""
        state = self.state
        if state.phase != "over":
            return f"broken off after round {state.round - 1}"
        if state.winner >= 0:
            return f"{_SEATS[state.winner]} wins at once in round {state.round}"
        names = " and ".join(_SEATS[player] for player in members(state.winners))
        return f"{names} {'win' if ' and ' in names else 'wins'} on medals" if names else "all lose"

    def lines(self, rounds: int) -> Iterator[str]:
        """The body of the log: for each move what it was, what can be done after it, and what is remarkable."""
        turn: tuple[int, int] | None = None
        material = self.ruleset.material
        while self.state.phase != "over" and self.state.round <= rounds:
            if turn != (self.state.round, self.state.active):
                turn = (self.state.round, self.state.active)
                yield ""
                yield PLAYERS[self.state.active]
            played, events = self._move()
            yield f"  {write_move(material, played)}"
            yield f"    expect {legal_digest(material, self.ruleset.legal(self.state))}"
            yield from _notes(events)
        yield from self._result()

    def _move(self) -> tuple[list[tuple[State, a.Action]], list[Event]]:
        """What one line of a log tells: an action from its beginning to its end, or a whole reaction."""
        played: list[tuple[State, a.Action]] = []
        events: list[Event] = []
        begun = self.state
        while not played or not _told(begun, self.state):
            action = self._choose()
            played.append((self.state, action))
            step = self.ruleset.apply(self.state, action)
            events.extend(step.events)
            self.state = step.state
        return played, events

    def _choose(self) -> a.Action:
        material, state = self.ruleset.material, self.state
        legal = self.ruleset.legal(state)
        if is_chance(legal[0]):
            return deal(material, state, legal, self._rng)
        seat = _chooser(material, state)
        return BOTS[self.bots[seat]](material, state, legal, seat, self._rng)

    def _result(self) -> Iterator[str]:
        state = self.state
        if state.phase != "over":
            return
        for player in members(state.winners):
            yield f"    expect {_SEATS[player]} wins"
        for player in state.order:
            held, encircled = state.medals_held[player], state.encircled[player]
            medals, cards = counted(held, "medal"), counted(encircled, "encircled card")
            yield f"    expect {PLAYERS[player]} has {medals}, {cards}"


def _chooser(material: Material, state: State) -> int:
    """Who chooses in a position: mostly the active player, but a reaction, an army's meal or a guard is another's."""
    pending = state.pending
    if pending and pending.kind == "flip" and material.soviet_player:
        return SOVIET_PLAYER  # 14.6
    if pending and pending.kind == "food":
        return material.army_player[pending.army]
    if pending and pending.kind == "winter":
        army = material.army_in(state, pending.area)
        return state.active if army is None else material.army_player[army]
    if pending and pending.kind == "cancel":
        return next(player for player in state.order if material.controlled(state, player) >> pending.area & 1)
    if pending or state.phase != "reaction":
        return state.active
    return SOVIET_PLAYER if material.soviet_player else PLAYERS.index(decider(material, state))


def _told(begun: State, state: State) -> bool:
    """Whether a line that began in one position can end in another."""
    if begun.phase == "reaction" and state.phase == "reaction" and state.active == begun.active:
        return False
    return complete(state)


def _notes(events: Sequence[Event]) -> Iterator[str]:
    """What the viewer shows beside a step: the pocket that closed, the re-organization, how the game ended."""
    pocket = [
        change.owner
        for event in events
        if event.kind == "encircled"
        for change in event.changes
        if change.cell == "control"
    ]
    told = [f"A pocket is closed: {', '.join(pocket)}."] if pocket else []
    told += [event.text for event in events if event.kind in _TOLD or _TOLD_RULES & set(event.rules)]
    if told:
        text = " ".join(told).replace("\\", "\\\\").replace('"', '\\"')
        yield f'    note "{text}"'
