"""Encirclement: uncontrolled areas without a chain to a Victory area fall (2024, chapter 8)."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.board import PLAYERS, Board
from rtm_verify.games.race_to_moscow.engine.air_support import spend_markers
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.medals import take_medals
from rtm_verify.games.race_to_moscow.engine.soviet_markers import markers_in, remove_markers
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import flood, members
from rtm_verify.kernel.words import counted

__all__ = ["close_pockets", "connected", "connected_by_sea", "encircled"]


def encircled(material: Material, state: State) -> int:
    """The uncontrolled areas from which no chain of uncontrolled areas leads to a Victory area, as a mask."""
    free = _free(material, state)
    refuge = material.readings["controlled-victory-area"] == "refuge"
    return free & ~_connected(material, free, state.fleet, refuge=refuge)


def _free(material: Material, state: State) -> int:
    return material.board.all_areas & ~material.all_controlled(state)


def _readings_part(material: Material, state: State) -> bool:
    """Whether it makes a difference here if a controlled Victory area ends a chain."""
    free = _free(material, state)
    if not material.board.victory & ~free:
        return False
    strict, kind = (_connected(material, free, state.fleet, refuge=refuge) for refuge in (False, True))
    return strict != kind


def _connected(material: Material, free: int, fleet: int, *, refuge: bool) -> int:
    """The uncontrolled areas with a chain, by the edition's way to trace it over sea (policy sea-chain)."""
    by_sea_areas = material.policies["sea-chain"] == "sea-areas"
    return (connected_by_sea if by_sea_areas else connected)(material.board, free, fleet, refuge=refuge)


def connected(board: Board, free: int, fleet: int, *, refuge: bool = False) -> int:
    """The uncontrolled areas with a chain to a Victory area; red lines count (8.encirclement.red).

    Parameters
    ----------
    free : the uncontrolled areas, as a mask.
    fleet : the sea area of the fleet; harbors there cannot be used (8.encirclement.harbor).
    refuge : a Victory area under control ends a chain too (ruling controlled-victory-area).
    """
    ends = board.victory if refuge else board.victory & free
    # All ones if Leningrad ends a chain, or none: without a branch, so that the proof can run it on formulas.
    to_leningrad = -(ends >> board.leningrad & 1)
    harbors = board.baltic_harbors & ~board.harbors_in[fleet] & to_leningrad
    return flood(ends | harbors & free, free | ends, board.neighbours) & free


def connected_by_sea(board: Board, free: int, fleet: int, *, refuge: bool = False) -> int:
    """The same where a chain runs from harbor to harbor through any sea area without the fleet (first.9.sea)."""
    ends = board.victory if refuge else board.victory & free
    return flood(ends, free | ends, board.sea_links[fleet]) & free


def close_pockets(draft: Draft, *, at_end: bool) -> None:
    """Encircled areas come under control, if this is the moment to check for it (8.encirclement.timing).

    Parameters
    ----------
    at_end : an army's or the fleet's movement has ended; otherwise a control marker has just been placed.
    """
    areas = members(encircled(draft.material, draft.state))
    if _readings_part(draft.material, draft.state):
        draft.reading("controlled-victory-area")
    if not areas:
        return
    if not at_end and draft.reading("encirclement-timing") == "end-of-move":
        return
    markers = sum(markers_in(draft, area) for area in areas)
    for area in areas:
        _take_over(draft, area, several=len(areas) > 1)
    _draw_face_down(draft, markers)


def _take_over(draft: Draft, area: int, *, several: bool) -> None:
    """One encircled area: a marker in its colour, its Soviet marker to the pool, its medals to the new owner."""
    material, state, bit = draft.material, draft.state, 1 << area
    name, owner = material.area(area), _new_owner(draft, area)
    colour_rule = "8.encirclement.double" if material.board.double & bit else "8.encirclement.colour"
    control = list(state.control)
    control[owner] |= bit
    draft.do(
        "encircled",
        f"{name} is cut off from every Victory area: {PLAYERS[owner]} places a control marker.",
        "8.encirclement.cut",
        *_ways_out(material, area),
        "8.encirclement.timing" if material.readings["encirclement-timing"] == "end-of-move" else "first.9.immediate",
        "8.encirclement.controlled",
        colour_rule,
        *(("8.encirclement.fort",) if material.board.fortified & bit else ()),
        *(("8.encirclement.several",) if several else ()),
        control=tuple(control),
    )
    remove_markers(draft, area, "8.encirclement.pool")
    if state.bunkers & bit and draft.reading("encircled-bunker") == "removed":
        bunkers = draft.state.bunkers & ~bit
        draft.do("bunker", f"The bunker of {name} is removed.", "8.encirclement.fort", bunkers=bunkers)
    if owner != draft.player and state.medals[area] and draft.reading("encircled-medal") == "active":
        owner = draft.player
    take_medals(draft, area, owner, "8.encirclement.medal")


def _ways_out(material: Material, area: int) -> tuple[str, ...]:
    """The clauses on ways by which the area could have been saved: a red line, a harbor."""
    board = material.board
    rules: tuple[str, ...] = ()
    if board.neighbours[area] & ~board.open_neighbours[area]:
        rules = ("8.encirclement.red",)
    if board.all_harbors >> area & 1:
        rules = (*rules, material.clause("8.encirclement.harbor", first="first.9.sea"))
    return rules


def _new_owner(draft: Draft, area: int) -> int:
    """The player of the area's colour; in an area of several colours the active player (8.encirclement.double)."""
    owners = [player for player in range(len(PLAYERS)) if draft.material.board.colored[player] >> area & 1]
    if len(owners) == 1:
        return owners[0]
    if draft.player in owners or draft.reading("encircled-foreign-double") == "active":
        return draft.player
    return owners[0]


def _draw_face_down(draft: Draft, count: int) -> None:
    """The active player takes an unseen Soviet card for each encircled marker (8.encirclement.card)."""
    state = draft.state
    if count and draft.material.soviet_player:
        draft.do("encircled-cards", "With a Soviet player no cards are taken for encircled markers.", "14.7.cards")
        return
    if count > state.soviet_deck.size:
        draft.reading("no-card-left")
    drawn = min(count, state.soviet_deck.size)
    if not drawn:
        return
    draft.do(
        "encircled-cards",
        f"{PLAYERS[draft.player].capitalize()} takes {counted(drawn, 'Soviet card')} face down.",
        "8.encirclement.card",
        draft.material.clause("8.encirclement.pile", first="first.9.resources"),
        soviet_deck=state.soviet_deck.draw_unseen(drawn),
        encircled=draft.for_player(state.encircled, state.encircled[draft.player] + drawn),
    )
    on_deck = tuple(player for player in range(len(PLAYERS)) if state.air[player] == "on Soviet deck")
    if on_deck and draft.reading("air-on-encircled-card") == "spent":
        spend_markers(draft, on_deck)
