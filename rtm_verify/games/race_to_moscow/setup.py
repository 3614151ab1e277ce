"""Chapter 4: the game is set up."""

from __future__ import annotations

from msgspec.structs import replace

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck, Layer
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import NOTHING

__all__ = ["set_up"]


def set_up(material: Material, order: tuple[int, ...], okh: tuple[int, ...] = ()) -> Draft:
    """The starting position for three players, step by step as the rulebook tells it (2024, chapter 4).

    Parameters
    ----------
    order : the players in turn order (4.order).
    okh : the OKH cards revealed (4.okh-pool); empty if nobody noted them.
    """
    if sorted(order) != list(range(len(PLAYERS))):
        raise InputError("the set-up knows games of three players: the order names gray, white and brown, each once")
    board, edition, cards, count = material.board, material.edition, material.cards, len(order)
    revealed = edition.okh_revealed[count]
    if okh and len(set(okh)) != revealed:
        raise InputError(f"{revealed} different OKH cards are revealed, not {len(set(okh))}")
    draft = Draft(material, _empty_table(material))
    everyone = (1, 1, 1)

    draft.do("setup", "Bunkers stand on all fortified areas.", "4.bunkers", bunkers=board.fortified)
    draft.do(
        "setup",
        "The armies stand in their starting areas.",
        "4.armies",
        "4.board.start-place",
        at=tuple(board.start[army.id] for army in material.armies),
    )
    draft.do("setup", f"The fleet is in {board.seas[board.fleet_start].name}.", "4.fleet", fleet=board.fleet_start)
    draft.do(
        "setup",
        "Each player has a shuffled Pursuit deck.",
        "4.pursuit-deck",
        pursuit=tuple(_shuffled(deck) for deck in cards.pursuit),
    )
    draft.do(
        "setup",
        "The army cards hold the supplies printed on them.",
        "4.army-supplies",
        "4.armored-load",
        "4.field-load",
        loads=tuple(material.army_loads[army.kind].supplies for army in material.armies),
    )
    draft.do(
        "setup",
        "Each logistics card, at level 1, holds "
        f"{edition.trucks_per_player} trucks and {edition.trains_start_card} trains.",
        "4.logistics",
        "4.transports",
        trucks_held=tuple(edition.trucks_per_player * one for one in everyone),
        trains_held=tuple(edition.trains_start_card * one for one in everyone),
        level=1,
    )
    draft.do(
        "setup",
        f"Each Main Supply Base holds {edition.base_load}.",
        "4.base-supplies",
        depots=tuple(edition.base_load if area in board.main_base else NOTHING for area in range(len(board.areas))),
    )
    draft.do("setup", f"The Supply Stock holds {edition.supply_stock}.", "4.stock", stock=edition.supply_stock)
    draft.do(
        "setup",
        "Trains are put in the Transport Stock and in the Transport Reserve.",
        "4.trains",
        "4.reserve",
        trains_stock=edition.trains_stock,
        trains_reserve=edition.trains_reserve[count],
    )
    draft.do("setup", "Soviet markers lie on all Soviet symbols.", "4.soviet-markers", soviet=board.soviet)
    draft.do("setup", f"{edition.pool[count]} Soviet markers lie beside the board.", "4.pool", pool=edition.pool[count])
    draft.do(
        "setup",
        "The green Soviet cards lie shuffled on the shuffled blue ones.",
        "4.soviet-split",
        "4.soviet-blue",
        "4.soviet-deck",
        soviet_deck=Deck((*_shuffled(cards.green).layers, *_shuffled(cards.blue).layers)),
    )
    medals = tuple(area.medals for area in board.areas)
    draft.do(
        "setup",
        "Medals lie on the objective areas, two of them on Kiev.",
        "4.medals",
        "4.kiev",
        medals=medals,
        medals_left=edition.medal_tokens - sum(medals),
    )
    pool = sum(1 << card for card in okh)
    draft.do(
        "setup",
        "The OKH deck is shuffled" + (f", {revealed} cards are revealed." if okh else "."),
        "4.okh",
        *(("4.okh-pool",) if okh else ()),
        okh_deck=_shuffled(cards.okh & ~pool),
        okh_pool=pool,
    )
    draft.do(
        "setup",
        f"The player order is {', '.join(PLAYERS[player] for player in order)}.",
        "4.order",
        "4.order-track",
        order=order,
        active=order[0],
    )
    held = tuple(0 if player == order[0] else edition.second_players_medals for player in range(len(PLAYERS)))
    draft.do(
        "setup",
        "All players but the first receive a medal.",
        "4.order-medals",
        medals_held=held,
        medals_left=draft.state.medals_left - sum(held),
    )
    draft.state = replace(draft.state, core_left=edition.core_actions)
    return draft


def _empty_table(material: Material) -> State:
    """Before anything is unpacked. The first player and the level are placeholders that set-up overwrites."""
    nobody = (0, 0, 0)
    areas = len(material.board.areas)
    return State(
        order=(),
        active=-1,
        core_left=0,
        control=nobody,
        soviet=0,
        bunkers=0,
        medals=(0,) * areas,
        depots=(NOTHING,) * areas,
        fleet=material.board.fleet_start,
        at=(-1,) * len(material.armies),
        loads=(NOTHING,) * len(material.armies),
        stock=NOTHING,
        pool=0,
        trucks_held=nobody,
        trains_held=nobody,
        trains_stock=0,
        trains_reserve=0,
        level=0,
        medals_held=nobody,
        medals_left=0,
        pursuit=(Deck(), Deck(), Deck()),
        soviet_deck=Deck(),
        okh_deck=Deck(),
    )


def _shuffled(cards: int) -> Deck:
    return Deck((Layer(cards, cards.bit_count()),))
