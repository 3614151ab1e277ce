"""The variables that several chapters share: the turn, the movement, the area, supplies, cards and decks."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.variables import Cell, Cells, Where, answers, bit, cell, fact, index
from rtm_verify.games.race_to_moscow.spec.words import KINDS, NO_TRANSPORT, NOBODY, NOTHING_OPEN, OPEN, PHASES, SUPPLY
from rtm_verify.games.race_to_moscow.state import AIR_STATES, State
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES, SupplyType

__all__: list[str] = []

index("army", lambda scene: scene.army)
index("area", lambda scene: scene.area)
index("player", lambda scene: scene.player)


def _bit(mask: int, number: int) -> bool:
    return bool(mask >> number & 1)


# The turn

cell("active", "active")
fact("players", lambda _, state: len(state.order))
cell("core actions", "core_left")
cell("auxiliaries used", "auxiliaries_used")
cell("fields", "fields")
cell("winner", "winner")
cell("winners", "winners")
cell("phase", "phase", code=PHASES.index)
cell("open", "pending.kind", absent=NOTHING_OPEN, code=OPEN.index)
cell("open card", "pending.card", absent=0)
cell("open area", "pending.area", absent=NOBODY)
cell("open army", "pending.army", absent=NOBODY)

# The movement

fact("army", lambda scene, _: scene.army)
fact("armored", lambda scene, _: scene.material.armored[scene.army])
fact("own army", lambda scene, state: scene.material.army_player[scene.army] == state.active)
bit("moved", "moved", "army")
bit("grounded", "halt", "army")
cell("mover", "moving.army", absent=NOBODY)
cell("hops", "moving.hops", absent=0)
cell("came from", "moving.entered_from", absent=NOBODY)
cell("halted", "moving.halted", absent=False)
cell("marched", "moving.marched", absent=False)
cell("defeated", "moving.over", absent=False)
cell("pioneers", "moving.pioneers", absent=False)
cell("fast", "moving.fast", absent=False)
cell("air paid", "moving.air_used", absent=False)  # Air Support has paid for the fortification being entered
cell("place", "at", "army")

# The transport

cell("vehicles placed", "transport.placed", absent=NO_TRANSPORT)
cell("trucks placed", "transport.trucks", absent=0)
cell("reinforced", "transport.reinforced", absent=False)
cell("level", "level")

# The area


def _line(scene: Scene) -> int | None:
    return scene.board.line_between.get((scene.before.at[scene.army], scene.area))


def _own_line(scene: Scene, state: State) -> bool:
    line = _line(scene)
    return line is not None and PLAYERS[state.active] in scene.board.lines[line].colors


def _red_line(scene: Scene, _: State) -> bool:
    line = _line(scene)
    return line is not None and scene.board.lines[line].red


fact("area", lambda scene, _: scene.area)
fact("line", lambda scene, _: _line(scene) is not None)
fact("red line", _red_line)
fact("own line", _own_line)
fact("own colour", lambda scene, state: _bit(scene.colours(scene.area), state.active))
fact("occupied", lambda scene, state: scene.area in state.at)
answers(
    "owner",
    lambda scene, state: scene.owner(state, scene.area),
    lambda scene: [Cell("control", player, 1 << scene.area) for player in range(len(PLAYERS))],
    Where("owner", ("area",)),
)
bit("track", "track", "area")
bit("bunker", "bunkers", "area")
bit("Soviet marker", "soviet", "area")
answers(
    "further markers",
    lambda scene, state: state.stacked.count(scene.area),
    lambda _: [Cell("stacked")],
    Where("stacked", ("area",)),
)
bit("infantry marker", "infantry", "area")
bit("armor marker", "armor", "area")
cell("medals", "medals", "area")
cell("medals won here", "rewards", "area")
fact("area limit", lambda scene, _: scene.material.area_limit(scene.area))

# Supplies


def _supplies(kind: SupplyType) -> None:
    cell(f"{kind} on card", "loads", "army", part=kind)
    cell(f"{kind} in area", "depots", "area", part=kind)
    cell(f"{kind} in stock", "stock", part=kind)
    answers(
        f"{kind} stand-ins",
        lambda scene, state: scene.standing_in(state, kind),
        lambda _: [Cell("stand_ins")],
        Where(f"stand_ins.{kind}"),
    )


for _kind in SUPPLY_TYPES:
    _supplies(_kind)


def _freed_cells(scene: Scene) -> list[Cell]:
    cells = [Cell("stand_ins")]
    cells.extend(Cell("discards", scene.owner_of(card), 1 << card) for card in scene.freed)
    return cells


answers("stand-ins in order", lambda scene, _: scene.stand_ins_in_order, _freed_cells)
fact("own stand-ins freed", lambda scene, _: sum(scene.owner_of(card) == scene.player for card in scene.freed))

# Medals, Soviet markers and cards kept by the players

cell("pool", "pool")
cell("medals left", "medals_left")
cell("encircled cards", "encircled", "player")


def _kept_by(player: int) -> None:
    index(f"player {player}", lambda _: player)
    cell(f"medals of {player}", "medals_held", player)
    cell(f"air of {player}", "air", player, code=AIR_STATES.index)
    cell(f"air area of {player}", "air_area", player)
    bit(f"air kept of {player}", "air_kept", f"player {player}")


for _player in range(len(PLAYERS)):
    _kept_by(_player)

# The card in question

index("card", lambda scene: scene.card)
fact("card", lambda scene, _: scene.card)
fact("card kind", lambda scene, _: KINDS.get(scene.material.card(scene.card).type, 0) if scene.card else 0)
fact("card brings", lambda scene, _: SUPPLY[kind] if (kind := scene.brings(scene.card)) else 0)
fact("unit ammo", lambda scene, _: scene.material.card_type(scene.card).ammo if scene.card else 0)
fact("unit fuel", lambda scene, _: scene.material.card_type(scene.card).fuel if scene.card else 0)
fact("halt icon", lambda scene, _: scene.material.card_type(scene.card).halt if scene.card else False)
fact("hand symbol", lambda scene, _: scene.material.card(scene.card).hold)
fact("own Pursuit card", lambda scene, state: _bit(scene.material.cards.pursuit[state.active], scene.card))
fact("Soviet card", lambda scene, _: _bit(scene.material.cards.soviet, scene.card))
fact("may be on top", lambda scene, state: _bit(scene.deck(state).candidates(), scene.card))
bit("card in hand", "hands", "card", of="player")
bit("card held this turn", "held_this_turn", "card")
bit("card discarded", "discards", "card", of="player")
bit("card is trophy", "trophies", "card", of="player")
answers("card stands in", lambda scene, state: scene.card in state.stand_ins, lambda _: [Cell("stand_ins")])

# The decks


def _both_decks(scene: Scene) -> list[Cell]:
    return [Cell("pursuit", scene.player), Cell("soviet_deck"), Cell("armored_deck")]


def _deck_in_question(scene: Scene) -> list[Cell]:
    return [Cell("soviet_deck") if scene.deck_name == "Soviet" else Cell("pursuit", scene.player)]


def _own(field: str) -> Cells:
    return lambda scene: [Cell(field, scene.player)]


answers("card gone", lambda scene, _: scene.is_gone(scene.card), _both_decks)
answers("card shuffled back", lambda scene, _: scene.is_back(scene.card), _both_decks)
answers("card seen on top", lambda scene, _: scene.is_seen(scene.card), _deck_in_question)
answers(
    "Soviet cards taken unseen",
    lambda scene, state: scene.unseen(scene.before.soviet_deck) == state.soviet_deck,
    lambda _: [Cell("soviet_deck")],
)
fact("Soviet cards at hand", lambda scene, _: scene.soviet_cards_at_hand)
fact("Soviet deck", lambda _, state: state.soviet_deck.size)
answers("Pursuit deck", lambda scene, state: state.pursuit[scene.player].size, _own("pursuit"))
answers("discards", lambda scene, state: state.discards[scene.player].bit_count(), _own("discards"))
answers("discards as they should be", lambda scene, _: scene.discards_as_they_should_be, _own("discards"))
fact("reshuffled only when empty", lambda scene, _: scene.reshuffled_only_when_empty)
fact("asks Soviet deck", lambda scene, _: scene.deck_name == "Soviet")
fact("cards to look at", lambda scene, _: scene.cards_to_look_at)
