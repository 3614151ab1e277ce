"""The variables of the templates: how each is read from a position, and which cells of the position it answers for.

A template that reads a variable after the action answers for its cells; whatever no variable answers for must not
change. That is the frame: it needs no list of its own, and no cell can fall between the clauses and the frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.words import KINDS, NOBODY, PHASES, SUPPLY, open_code
from rtm_verify.games.race_to_moscow.state import AIR_STATES, State
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES, SupplyType
from rtm_verify.kernel.bits import members
from rtm_verify.proof.template import Value

__all__ = ["READERS", "Cell", "Reader"]


class Cell(NamedTuple):
    """A part of a position: a field, an element of it, or some bits of either."""

    field: str
    element: int | None = None
    bits: int | None = None


Read = Callable[[Scene, State], Value]
Cells = Callable[[Scene], Iterable[Cell]]


class Reader(NamedTuple):
    """How a variable is read, and the cells it answers for."""

    read: Read
    cells: Cells


READERS: dict[str, Reader] = {}


def _no_cells(_: Scene) -> Iterable[Cell]:
    return ()


def _add(name: str, read: Read, cells: Cells = _no_cells) -> None:
    """A variable read from a position at a place that the scene names."""
    READERS[name] = Reader(read, cells)


def _scene(name: str, read: Callable[[Scene], Value], cells: Cells = _no_cells) -> None:
    """A fact of the scene as a whole."""
    READERS[name] = Reader(lambda scene, _: read(scene), cells)


def _table(name: str, read: Callable[[State], Value], *cells: Cell) -> None:
    """A variable read from a position whatever the scene."""
    READERS[name] = Reader(lambda _, state: read(state), lambda _: cells)


def _whole(field: str) -> Cells:
    return lambda _: (Cell(field),)


def _bit(mask: int, number: int) -> bool:
    return bool(mask >> number & 1)


# The turn

_table("active", lambda state: state.active)
_table("players", lambda state: len(state.order))
_table("core actions", lambda state: state.core_left, Cell("core_left"))
_table("auxiliaries used", lambda state: state.auxiliaries_used, Cell("auxiliaries_used"))
_table("fields", lambda state: state.fields, Cell("fields"))
_table("winner", lambda state: state.winner, Cell("winner"))
_table("winners", lambda state: state.winners, Cell("winners"))
_table("phase", lambda state: PHASES.index(state.phase), Cell("phase"))
_table("open", lambda state: open_code(state.pending), Cell("pending"))
_table("open card", lambda state: state.pending.card if state.pending else 0, Cell("pending"))

# The movement

_scene("army", lambda scene: scene.army)
_scene("armored", lambda scene: scene.material.armored[scene.army])
_add("own army", lambda scene, state: scene.material.army_player[scene.army] == state.active)
_add("moved", lambda scene, state: _bit(state.moved, scene.army), lambda s: [Cell("moved", bits=1 << s.army)])
_add("grounded", lambda scene, state: _bit(state.halt, scene.army))
_table("mover", lambda state: state.moving.army if state.moving else NOBODY, Cell("moving"))
_table("hops", lambda state: state.moving.hops if state.moving else 0, Cell("moving"))
_table("came from", lambda state: state.moving.entered_from if state.moving else NOBODY, Cell("moving"))
_table("halted", lambda state: bool(state.moving and state.moving.halted), Cell("moving"))
_table("marched", lambda state: bool(state.moving and state.moving.marched), Cell("moving"))
_table("defeated", lambda state: bool(state.moving and state.moving.over), Cell("moving"))
_add("place", lambda scene, state: state.at[scene.army], lambda s: [Cell("at", s.army)])

# The area

_scene("area", lambda scene: scene.area)


def _line(scene: Scene) -> int | None:
    return scene.board.line_between.get((scene.before.at[scene.army], scene.area))


def _own_line(scene: Scene, state: State) -> bool:
    line = _line(scene)
    return line is not None and PLAYERS[state.active] in scene.board.lines[line].colors


def _red_line(scene: Scene, state: State) -> bool:
    del state
    line = _line(scene)
    return line is not None and scene.board.lines[line].red


def _here(field: str) -> Cells:
    return lambda scene: [Cell(field, bits=1 << scene.area)]


_scene("line", lambda scene: _line(scene) is not None)
_add("red line", _red_line)
_add("own line", _own_line)
_add("own colour", lambda scene, state: _bit(scene.colours(scene.area), state.active))
_add("occupied", lambda scene, state: scene.area in state.at)
_add("controlled ground", lambda scene, state: scene.owner(state, scene.area) != NOBODY)
_add(
    "owner",
    lambda scene, state: scene.owner(state, scene.area),
    lambda scene: [Cell("control", player, 1 << scene.area) for player in range(len(PLAYERS))],
)
_add("track", lambda scene, state: _bit(state.track, scene.area), _here("track"))
_add("bunker", lambda scene, state: _bit(state.bunkers, scene.area), _here("bunkers"))
_add("Soviet marker", lambda scene, state: _bit(state.soviet, scene.area), _here("soviet"))
_add("medals", lambda scene, state: state.medals[scene.area], lambda s: [Cell("medals", s.area)])
_add("medals won here", lambda scene, state: state.rewards[scene.area], lambda s: [Cell("rewards", s.area)])
_scene("victory area", lambda scene: _bit(scene.board.victory, scene.area))
_scene("chain to base", lambda scene: scene.chain_to_base)
_scene("area limit", lambda scene: scene.material.area_limit(scene.area))

# Supplies


def _supplies(kind: SupplyType) -> None:
    _add(f"{kind} on card", lambda s, state: state.loads[s.army].of(kind), lambda s: [Cell("loads", s.army)])
    _add(f"{kind} in area", lambda s, state: state.depots[s.area].of(kind), lambda s: [Cell("depots", s.area)])
    _table(f"{kind} in stock", lambda state: state.stock.of(kind), Cell("stock"))
    _add(f"{kind} stand-ins", lambda s, state: s.standing_in(state, kind), _whole("stand_ins"))
    _scene(f"{kind} taken", lambda s: s.taken().of(kind))
    _scene(f"{kind} left", lambda s: s.left().of(kind))


for _kind in SUPPLY_TYPES:
    _supplies(_kind)


def _freed_cells(scene: Scene) -> list[Cell]:
    cells = [Cell("stand_ins")]
    cells.extend(Cell("discards", scene.owner_of(card), 1 << card) for card in scene.freed)
    return cells


_scene("stand-ins in order", lambda scene: scene.stand_ins_in_order, _freed_cells)
_scene("own stand-ins freed", lambda scene: sum(scene.owner_of(card) == scene.player for card in scene.freed))

# Medals, Soviet markers and cards kept by the players

_table("pool", lambda state: state.pool, Cell("pool"))
_table("medals left", lambda state: state.medals_left, Cell("medals_left"))
_add(
    "encircled cards",
    lambda scene, state: state.encircled[scene.player],
    lambda scene: [Cell("encircled", scene.player)],
)


def _player(player: int) -> None:
    _table(f"medals of {player}", lambda state: state.medals_held[player], Cell("medals_held", player))
    _table(f"air of {player}", lambda state: AIR_STATES.index(state.air[player]), Cell("air", player))
    _scene(f"pocket medals of {player}", lambda s: s.pocket_medals(player))


for _number in range(len(PLAYERS)):
    _player(_number)

# The card in question


def _own_card(field: str) -> Cells:
    return lambda scene: [Cell(field, scene.player, 1 << scene.card)]


_scene("card", lambda scene: scene.card)
_scene("card kind", lambda scene: KINDS.get(scene.material.card(scene.card).type, 0) if scene.card else 0)
_scene("card brings", lambda scene: SUPPLY[kind] if (kind := scene.brings(scene.card)) else 0)
_scene("unit ammo", lambda scene: scene.material.card_type(scene.card).ammo)
_scene("unit fuel", lambda scene: scene.material.card_type(scene.card).fuel)
_scene("halt icon", lambda scene: scene.material.card_type(scene.card).halt)
_scene("hand symbol", lambda scene: scene.material.card(scene.card).hold)
_add("own Pursuit card", lambda scene, state: _bit(scene.material.cards.pursuit[state.active], scene.card))
_scene("Soviet card", lambda scene: _bit(scene.material.cards.soviet, scene.card))
_add("may be on top", lambda scene, state: _bit(scene.deck(state).candidates(), scene.card))
_add("card in hand", lambda scene, state: _bit(state.hands[scene.player], scene.card), _own_card("hands"))
_add(
    "card held this turn",
    lambda scene, state: _bit(state.held_this_turn, scene.card),
    lambda scene: [Cell("held_this_turn", bits=1 << scene.card)],
)
_add("card discarded", lambda scene, state: _bit(state.discards[scene.player], scene.card), _own_card("discards"))
_add("card is trophy", lambda scene, state: _bit(state.trophies[scene.player], scene.card), _own_card("trophies"))
_add("card stands in", lambda scene, state: scene.card in state.stand_ins, _whole("stand_ins"))
_scene("medal movable", lambda scene: scene.medal_movable)
_scene("track to flip", lambda scene: scene.track_to_flip)

# The decks


def _both_decks(scene: Scene) -> list[Cell]:
    return [Cell("pursuit", scene.player), Cell("soviet_deck")]


def _deck_in_question(scene: Scene) -> list[Cell]:
    return [Cell("soviet_deck") if scene.deck_name == "Soviet" else Cell("pursuit", scene.player)]


_scene("card gone", lambda scene: scene.is_gone(scene.card), _both_decks)
_scene("card shuffled back", lambda scene: scene.is_back(scene.card), _both_decks)
_scene("card seen on top", lambda scene: scene.is_seen(scene.card), _deck_in_question)
_add(
    "Soviet cards taken unseen",
    lambda scene, state: scene.unseen(scene.before.soviet_deck) == state.soviet_deck,
    _whole("soviet_deck"),
)
_scene("Soviet cards at hand", lambda scene: scene.soviet_cards_at_hand)
_table("Soviet deck", lambda state: state.soviet_deck.size)
_add("Pursuit deck", lambda s, state: state.pursuit[s.player].size, lambda s: [Cell("pursuit", s.player)])
_add("discards", lambda s, state: state.discards[s.player].bit_count(), lambda s: [Cell("discards", s.player)])
_scene(
    "discards as they should be",
    lambda scene: scene.discards_as_they_should_be,
    lambda scene: [Cell("discards", scene.player)],
)
_scene("reshuffled only when empty", lambda scene: scene.reshuffled_only_when_empty)
_scene("asks Soviet deck", lambda scene: scene.deck_name == "Soviet")
_scene("cards to look at", lambda scene: scene.cards_to_look_at)

# Encirclement


def _pocket(field: str) -> Cells:
    return lambda scene: [Cell(field, bits=scene.pocket)]


_scene("pocket", lambda scene: scene.pocket.bit_count())
_scene(
    "cut off",
    lambda scene: scene.cut_off,
    lambda scene: [Cell("control", player, scene.pocket) for player in range(len(PLAYERS))],
)
_scene("rest connected", lambda scene: scene.rest_connected)
_scene("pocket has own colour", lambda scene: scene.own_colour)
_scene("double pocket as ruled", lambda scene: scene.double_as_ruled)
_add("pocket tracks", lambda scene, state: (state.track & scene.pocket).bit_count(), _pocket("track"))
_scene("pocket markers", lambda scene: (scene.before.soviet & scene.pocket).bit_count())
_add("pocket markers left", lambda scene, state: (state.soviet & scene.pocket).bit_count(), _pocket("soviet"))
_scene("pocket bunkers", lambda scene: (scene.before.bunkers & scene.pocket).bit_count())
_add("pocket bunkers left", lambda scene, state: (state.bunkers & scene.pocket).bit_count(), _pocket("bunkers"))
_add(
    "pocket medals left",
    lambda scene, state: sum(state.medals[area] for area in members(scene.pocket)),
    lambda scene: [Cell("medals", area) for area in members(scene.pocket)],
)

_scene("pocket medals", lambda scene: sum(scene.before.medals[area] for area in members(scene.pocket)))
_add(
    "pocket medals won",
    lambda scene, state: sum(state.rewards[area] for area in members(scene.pocket)),
    lambda scene: [Cell("rewards", area) for area in members(scene.pocket)],
)

# The fleet

_table("fleet", lambda state: state.fleet, Cell("fleet"))
_table("fleet moved", lambda state: state.fleet_moved, Cell("fleet_moved"))
_scene("sea", lambda scene: scene.action.sea)
_add("adjacent sea", lambda scene, state: _bit(scene.board.sea_neighbours[state.fleet], scene.action.sea))

# A medal that moves, a track that is spoiled

_scene("source colours", lambda scene: scene.colours(scene.action.source))
_scene("target colours", lambda scene: scene.colours(scene.action.target))
_scene("other area", lambda scene: scene.action.source != scene.action.target)
_add(
    "source medals",
    lambda scene, state: state.medals[scene.action.source],
    lambda scene: [Cell("medals", scene.action.source)],
)
_add(
    "target medals",
    lambda scene, state: state.medals[scene.action.target],
    lambda scene: [Cell("medals", scene.action.target)],
)
_scene("target has printed medal", lambda scene: scene.board.areas[scene.action.target].medals > 0)
_add("target has marker", lambda scene, state: scene.owner(state, scene.action.target) != NOBODY)
_scene("source or target entered", lambda s: s.area in (s.action.source, s.action.target))
_add("marker owner", lambda scene, state: scene.marker_owner(state, scene.action.area))
_add(
    "marker has track",
    lambda scene, state: _bit(state.track, scene.action.area),
    lambda scene: [Cell("track", bits=1 << scene.action.area)],
)
