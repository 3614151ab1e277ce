"""What holds in every position between two moves, checked in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.engine.encirclement import encircled
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.setup import supplies_in_play
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import NOTHING, SUPPLY_TYPES
from rtm_verify.kernel.bits import flood, members
from rtm_verify.kernel.ruleset import Breach

__all__ = ["INVARIANTS", "breaches"]

Check = Callable[[Material, State], Iterator[str]]


def breaches(material: Material, state: State) -> tuple[Breach, ...]:
    """Every invariant the position breaks, once for each element concerned."""
    return tuple(
        Breach(name, rules, message)
        for name, (rules, check) in INVARIANTS.items()
        for message in check(material, state)
    )


def _supplies_conserved(material: Material, state: State) -> Iterator[str]:
    total = supplies_in_play(material, state.order)
    for kind in SUPPLY_TYPES:
        cards = sum(material.card_type(card).brings == kind for card in state.stand_ins)
        counted = sum(s.of(kind) for s in (*state.loads, *state.depots, state.stock)) - cards
        if counted != total.of(kind):
            yield f"{counted} {kind} tokens, not {total.of(kind)}"


def _no_negative_supplies(material: Material, state: State) -> Iterator[str]:
    places = (
        *((material.army(army), load) for army, load in enumerate(state.loads)),
        *((material.area(area), depot) for area, depot in enumerate(state.depots)),
        ("the stock", state.stock),
    )
    for name, supplies in places:
        if not supplies.covers(NOTHING):
            yield f"{name} has {supplies}"


def _army_card_limit(material: Material, state: State) -> Iterator[str]:
    for army, load in enumerate(state.loads):
        if load.total > material.edition.army_card_limit:
            yield f"{material.army(army)} carries {load.total} supplies"


def _area_limit(material: Material, state: State) -> Iterator[str]:
    for area, depot in enumerate(state.depots):
        if depot.total > material.area_limit(area):
            yield f"{material.area(area)} holds {depot.total} supplies"


def _supplies_controlled(material: Material, state: State) -> Iterator[str]:
    controlled = material.all_controlled(state)
    for area, depot in enumerate(state.depots):
        if depot != NOTHING and not controlled >> area & 1:
            yield f"{material.area(area)} holds {depot} and nobody controls it"


def _trucks_conserved(material: Material, state: State) -> Iterator[str]:
    for player in state.order:
        name = PLAYERS[player]
        count = state.trucks[player].bit_count() + state.trucks_held[player] + state.trucks_stock[player]
        if count != material.edition.trucks_per_player:
            yield f"{name} has {count} trucks in all"


def _trains_conserved(material: Material, state: State) -> Iterator[str]:
    count = state.trains.bit_count() + sum(state.trains_held) + state.trains_stock + state.trains_reserve
    edition, players = material.edition, len(state.order)
    if count != edition.trains_stock + edition.trains_reserve[players] + edition.trains_start_card * players:
        yield f"{count} trains in all"


def _soviet_markers_conserved(material: Material, state: State) -> Iterator[str]:
    count = state.soviet.bit_count() + len(state.stacked) + state.pool + state.boxed
    if count != material.edition.soviet_markers:
        yield f"{count} Soviet markers in all"
    if state.pool < 0:
        yield f"{state.pool} markers in the pool"


def _medals_conserved(material: Material, state: State) -> Iterator[str]:
    count = sum(state.medals) + sum(state.medals_held) + state.medals_left
    if count != material.edition.medal_tokens:
        yield f"{count} medals in all"
    if min(*state.medals, *state.medals_held, state.medals_left) < 0:
        yield "a negative number of medals"


def _cards_conserved(material: Material, state: State) -> Iterator[str]:
    for player in state.order:
        name, own = PLAYERS[player], material.cards.pursuit[player]
        stand_ins = sum(1 << card for card in state.stand_ins) & own
        seen = (state.discards[player], state.hands[player] & own, state.trophies[player] & own, stand_ins)
        yield from _deck_whole(f"{name}'s Pursuit deck", own, state.pursuit[player], seen)
    soviet, mech = material.cards.soviet, material.cards.mech if material.soviet_player else 0
    for title, cards, deck in (
        ("the Soviet deck", soviet & ~mech, state.soviet_deck),
        ("the Soviet armored deck", mech, state.armored_deck),
    ):
        yield from _deck_whole(title, cards, deck, tuple(mask & cards for mask in state.trophies))
    hidden = sum(layer.size for layer in state.soviet_deck.hidden)
    if hidden != sum(state.encircled):
        yield f"{hidden} Soviet cards are unseen, and {sum(state.encircled)} lie in encircled piles"


def _deck_whole(name: str, cards: int, deck: Deck, seen: tuple[int, ...]) -> Iterator[str]:
    """Every card of a deck is in one place: seen somewhere, or among those whose place is not known."""
    groups = (*deck.layers, *deck.hidden)
    unseen = reduce(or_, (group.cards for group in groups), 0)
    count = sum(group.size for group in groups) + sum(mask.bit_count() for mask in seen)
    if count != cards.bit_count() or reduce(or_, seen, unseen) != cards:
        yield f"{name} has {count} cards in all, not {cards.bit_count()}"
    if sum(seen) & unseen or sum(seen) != reduce(or_, seen, 0):
        yield f"a card of {name} is in two places"


def _held_by_players(material: Material, state: State) -> int:
    """The areas controlled by players in the game: areas blocked by absent ones keep what lies there."""
    return reduce(or_, (material.controlled(state, player) for player in state.order))


def _soviet_or_controlled(material: Material, state: State) -> Iterator[str]:
    for area in members(state.soviet & _held_by_players(material, state)):
        yield f"{material.area(area)} is controlled and has a Soviet marker"


def _one_army_per_area(material: Material, state: State) -> Iterator[str]:
    for army, area in enumerate(state.at):
        if area >= 0 and state.at.index(area) != army:
            yield f"{material.army(state.at.index(area))} and {material.army(army)} stand in {material.area(area)}"


def _one_owner(material: Material, state: State) -> Iterator[str]:
    masks = [material.controlled(state, player) for player in range(len(PLAYERS))]
    for first, second in ((0, 1), (0, 2), (1, 2)):
        for area in members(masks[first] & masks[second]):
            yield f"{material.area(area)} is controlled by {PLAYERS[first]} and {PLAYERS[second]}"
    for player, control in enumerate(state.control):
        for area in members(control & material.board.printed[player]):
            yield f"{material.area(area)} has a marker on its printed one"


def _armies_on_own_ground(material: Material, state: State) -> Iterator[str]:
    for army, area in enumerate(state.at):
        player = material.army_player[army]
        if area >= 0 and not material.controlled(state, player) >> area & 1:
            yield f"{material.army(army)} stands in {material.area(area)}, which {PLAYERS[player]} does not control"


def _track_on_markers(material: Material, state: State) -> Iterator[str]:
    for area in members(state.track & ~reduce(or_, state.control)):
        yield f"{material.area(area)} has a track and no control marker"


def _medals_on_objectives(material: Material, state: State) -> Iterator[str]:
    held = _held_by_players(material, state)
    for area, count in enumerate(state.medals):
        limited = material.readings["medal-limit"] == "every-area"
        if limited and count > material.edition.medals_max_in_area:
            yield f"{material.area(area)} has {count} medals"
        if count and not material.board.objective >> area & 1:
            yield f"{material.area(area)} has a medal and is no objective"
        if count and held >> area & 1:
            yield f"{material.area(area)} is controlled and still has a medal"


def _bunkers_on_forts(material: Material, state: State) -> Iterator[str]:
    for area in members(state.bunkers & ~material.board.fortified):
        yield f"{material.area(area)} has a bunker and is not fortified"


def _marker_supply(material: Material, state: State) -> Iterator[str]:
    for player, control in enumerate(state.control):
        if control.bit_count() > material.edition.control_markers:
            yield f"{PLAYERS[player]} has {control.bit_count()} control markers on the board"


def _nothing_encircled(material: Material, state: State) -> Iterator[str]:
    """Placing a marker cuts areas off, losing one does not: ground lost without a chain waits for the next check.

    That can be where the attack came from a blocked area with a Soviet marker, or in winter from anywhere.
    """
    if state.winner >= 0 or ("winter" in material.variants and material.readings["winter-front"] == "anywhere"):
        return
    cut_off = encircled(material, state)
    outposts = state.soviet & material.all_controlled(state)
    lost = flood(_around(material, outposts) & cut_off, cut_off, material.board.neighbours)
    for area in members(cut_off & ~lost):
        yield f"{material.area(area)} is cut off and nobody controls it"


def _around(material: Material, areas: int) -> int:
    """The areas next to some of these."""
    return reduce(or_, (material.board.neighbours[area] for area in members(areas)), 0)


def _fleet_at_sea(material: Material, state: State) -> Iterator[str]:
    if material.board.seas[state.fleet].basin != "Baltic":
        yield f"the fleet is in {material.board.seas[state.fleet].name}"


def _nothing_open(material: Material, state: State) -> Iterator[str]:
    if state.pending:
        yield f"open: {state.pending.kind}"
    if state.moving:
        yield f"{material.army(state.moving.army)} is still moving"
    if state.fields:
        yield "the field armies' action has not ended"
    if state.transport:
        yield "the transport of supplies has not ended"


def _core_actions(material: Material, state: State) -> Iterator[str]:
    del material
    if state.core_left < 0:
        yield f"{state.core_left} core actions are left"


def _winner_holds_city(material: Material, state: State) -> Iterator[str]:
    if state.phase == "over" and state.winner < 0 and not state.last_round:
        yield "the game is over without a reason"
    if state.winner >= 0 and not material.controlled(state, state.winner) & material.board.victory:
        yield f"{PLAYERS[state.winner]} has won without a Victory area"


INVARIANTS: dict[str, tuple[tuple[str, ...], Check]] = {
    "supplies conserved": (("4.stock", "8.common.spent"), _supplies_conserved),
    "no negative supplies": (("2.3.fuel", "2.3.ammo", "2.3.food"), _no_negative_supplies),
    "army cards hold six": (("2.2.limit",), _army_card_limit),
    "areas hold six, main bases nine": (("8.limits.area", "8.limits.base", "8.limits.card"), _area_limit),
    "supplies lie in controlled areas": (("8.carry.drop-control",), _supplies_controlled),
    "trucks conserved": (("2.4.trucks",), _trucks_conserved),
    "trains conserved": (("4.trains", "4.reserve"), _trains_conserved),
    "Soviet markers conserved": (("10.win.soviet", "8.encirclement.pool"), _soviet_markers_conserved),
    "medals conserved": (("4.medals", "8.medal.take"), _medals_conserved),
    "cards conserved": (
        ("10.lose.shuffle", "10.win.card", "8.common.discard", "3.1.shared", "3.1.soviet-deck", "3.1.pursuit-deck"),
        _cards_conserved,
    ),
    "no area both Soviet and controlled": (("10.win.marker", "10.win.soviet"), _soviet_or_controlled),
    "one army in an area": (("8.common.occupied",), _one_army_per_area),
    "one owner of an area": (("3.2.control", "3.2.printed", "8.common.foreign-marker"), _one_owner),
    "armies stand on own ground": (("8.common.marker", "10.lose.retreat"), _armies_on_own_ground),
    "track only on control markers": (("3.2.track",), _track_on_markers),
    "medals lie on open objectives": (("4.medals", "8.medal.take"), _medals_on_objectives),
    "bunkers only on fortified areas": (("4.bunkers",), _bunkers_on_forts),
    "forty control markers": (("4.markers",), _marker_supply),
    "nothing stays encircled": (("8.encirclement.timing",), _nothing_encircled),
    "the fleet is in the Baltic": (("4.fleet", "8.3.adjacent"), _fleet_at_sea),
    "no action is half done": (("7.complete",), _nothing_open),
    "core actions are counted": (("7.core",), _core_actions),
    "the winner holds a Victory area": (("5.immediate",), _winner_holds_city),
}
