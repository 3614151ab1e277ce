"""Chapter 4: the game is set up; 13.2 and 14.3 change what is put out."""

from __future__ import annotations

from msgspec.structs import replace

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck, Layer
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import NOTHING, Supplies
from rtm_verify.games.race_to_moscow.variants import all_variants, check_players
from rtm_verify.kernel.bits import members

__all__ = ["blocked_areas", "set_up", "supplies_in_play"]


def set_up(material: Material, order: tuple[int, ...], okh: tuple[int, ...] = ()) -> Draft:
    """The starting position, step by step as the rulebook tells it (2024, chapter 4).

    Parameters
    ----------
    order : the players in turn order (4.order): three, two or one.
    okh : the OKH cards revealed (4.okh-pool); empty if the log reveals them itself.
    """
    if not order or len(set(order)) != len(order):
        raise InputError("the order names one, two or three of gray, white and brown, each once")
    board, edition, cards, count = material.board, material.edition, material.cards, len(order)
    check_players(material.variants, count)
    revealed = edition.okh_revealed[count]
    if okh and len(set(okh)) != revealed:
        raise InputError(f"{revealed} different OKH cards are revealed, not {len(set(okh))}")
    draft = Draft(material, _empty_table(material))
    present = tuple(int(player in order) for player in range(len(PLAYERS)))

    for variant in (all_variants()[name] for name in sorted(material.variants)):
        first = edition.name == "first" and variant.rules_first
        draft.do("setup", f"In play: {variant.title}.", *(variant.rules_first if first else variant.rules))
    draft.do("setup", "Bunkers stand on all fortified areas.", "4.bunkers", bunkers=board.fortified)
    draft.do(
        "setup",
        "The armies stand in their starting areas.",
        "4.armies",
        "4.board.start-place",
        at=tuple(
            board.start[army.id] if player in order else -1
            for army, player in zip(material.armies, material.army_player, strict=True)
        ),
    )
    draft.do("setup", f"The fleet is in {board.seas[board.fleet_start].name}.", "4.fleet", fleet=board.fleet_start)
    draft.do(
        "setup",
        "Each player has a shuffled Pursuit deck.",
        "4.pursuit-deck",
        pursuit=tuple(_shuffled(deck) if player in order else Deck() for player, deck in enumerate(cards.pursuit)),
    )
    draft.do(
        "setup",
        "The army cards hold the supplies printed on them.",
        "4.army-supplies",
        "4.armored-load",
        "4.field-load",
        loads=tuple(
            material.army_loads[army.kind].supplies if player in order else NOTHING
            for army, player in zip(material.armies, material.army_player, strict=True)
        ),
    )
    draft.do(
        "setup",
        "Each logistics card, at level 1, holds "
        f"{edition.trucks_per_player} trucks and {edition.trains_start_card} trains.",
        "4.logistics",
        "4.transports",
        "8.6.start",
        trucks_held=tuple(edition.trucks_per_player * one for one in present),
        trains_held=tuple(edition.trains_start_card * one for one in present),
        level=1,
    )
    bases = [board.main_base[player] for player in order]
    draft.do(
        "setup",
        f"Each Main Supply Base holds {edition.base_load}.",
        "4.base-supplies",
        depots=tuple(edition.base_load if area in bases else NOTHING for area in range(len(board.areas))),
    )
    draft.do("setup", f"The Supply Stock holds {edition.supply_stock}.", "4.stock", stock=edition.supply_stock)
    if count < len(PLAYERS) and draft.reading("absent-supplies") == "stock":
        rest = edition.supply_total - supplies_in_play(material, order, absent_in_stock=False)
        text = f"{rest} of absent players join the Supply Stock."
        draft.do("setup", text, "4.stock", stock=edition.supply_stock + rest)
    draft.do(
        "setup",
        "Trains are put in the Transport Stock and in the Transport Reserve.",
        "4.trains",
        "4.reserve",
        trains_stock=edition.trains_stock,
        trains_reserve=edition.trains_reserve[count],
    )
    _soviet_markers(draft, count)
    _soviet_decks(draft)
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
        "4.command",
        "4.front-cards",
        "4.hq",
        "4.air",
        order=order,
        active=order[0],
    )
    _block(draft, order)
    held = tuple(edition.second_players_medals if player in order[1:] else 0 for player in range(len(PLAYERS)))
    if sum(held):
        draft.do(
            "setup",
            "All players but the first receive a medal.",
            "4.order-medals",
            medals_held=held,
            medals_left=draft.state.medals_left - sum(held),
        )
    draft.state = replace(draft.state, core_left=edition.core_actions)
    return draft


def supplies_in_play(material: Material, order: tuple[int, ...], *, absent_in_stock: bool | None = None) -> Supplies:
    """All supply tokens of a game: those of its players and of the stock (ruling absent-supplies)."""
    edition = material.edition
    if absent_in_stock is None:
        absent_in_stock = material.readings["absent-supplies"] == "stock"
    if absent_in_stock:
        return edition.supply_total
    total = edition.supply_stock
    for player in order:
        total = total + edition.supply_armies[PLAYERS[player]] + edition.base_load
    return total


# Which markers a game with a Soviet player leaves in the box, by the difficulty and the number of Axis players (14.2).
_MARKERS_USED = {
    "basic": {3: "14.2.basic", 2: "14.2.basic-two", 1: "14.2.basic-one"},
    "hard": {3: "14.2.hard", 2: "14.2.hard-two", 1: "14.2.hard-one"},
    "veteran": {3: "14.2.veteran", 2: "14.2.veteran-two", 1: "14.2.veteran-one"},
}


def _soviet_markers(draft: Draft, count: int) -> None:
    """Markers lie on the symbols and in the pool, fewer of them in a harder game (13.2); the rest stays in the box."""
    material, edition = draft.material, draft.material.edition
    symbols = material.board.soviet
    draft.do(
        "setup",
        "Soviet markers lie on all Soviet symbols.",
        "4.soviet-markers",
        *(("14.3.place", "14.3.secret", "14.1.choose") if material.soviet_player else ()),
        soviet=symbols,
    )
    difficulty = next((name for name in ("hard", "veteran") if name in material.variants), "basic")
    pools, rules = {
        "basic": (edition.pool, ("4.pool",)),
        "hard": (edition.pool_hard, ("13.2.hard", "13.2.fewer")),
        "veteran": (edition.pool_veteran, ("13.2.veteran", "13.2.fewer")),
    }[difficulty]
    if material.soviet_player:
        rules = (*rules, _MARKERS_USED[difficulty][count])
    pool = pools[count]
    boxed = edition.soviet_markers - symbols.bit_count() - pool
    draft.do("setup", f"{pool} Soviet markers lie beside the board.", *rules, pool=pool, boxed=boxed)
    if not pool and draft.reading("veteran-start") == "ends":
        draft.do("setup", "The pool is empty: the game ends with this round.", "6.finish", last_round=True)


def _soviet_decks(draft: Draft) -> None:
    """Green on blue; with a Soviet player, infantry and armor apart (4.soviet-deck, 14.3.decks)."""
    cards = draft.material.cards
    if draft.material.soviet_player:
        draft.do(
            "setup",
            "The Soviet cards lie shuffled in an infantry deck and an armored deck.",
            "14.3.decks",
            "14.3.infantry",
            "14.3.armored",
            soviet_deck=_shuffled(cards.soviet & ~cards.mech),
            armored_deck=_shuffled(cards.mech),
        )
        return
    draft.do(
        "setup",
        "The green Soviet cards lie shuffled on the shuffled blue ones.",
        "4.soviet-split",
        "4.soviet-blue",
        "4.soviet-deck",
        soviet_deck=Deck((*_shuffled(cards.green).layers, *_shuffled(cards.blue).layers)),
    )


def blocked_areas(material: Material, order: tuple[int, ...]) -> tuple[int, int, int]:
    """The areas that control markers of absent players block, by the player whose markers they are.

    With two players those of the third colour, also double-coloured ones unless White is absent (4.two.double). Alone,
    all double-coloured areas unless White plays, and in the first edition every area of an absent colour.
    """
    board = material.board
    masks = [0, 0, 0]
    absent = [player for player in range(len(PLAYERS)) if player not in order]
    white = PLAYERS.index("white")
    for area in members(board.all_areas & ~board.all_printed):
        owners = [player for player in range(len(PLAYERS)) if board.colored[player] >> area & 1]
        strangers = [player for player in owners if player in absent]
        if not strangers or len(owners) == len(PLAYERS):
            continue  # what any player may capture is never blocked (5.moskva)
        double = len(owners) > 1
        if len(order) > 1:
            blocked = not double or white not in absent
        elif double:
            blocked = white not in order
        else:
            blocked = material.policies["solo-blocked"] == "absent-colours"
        if blocked:
            masks[strangers[0]] |= 1 << area
    return masks[0], masks[1], masks[2]


def _block(draft: Draft, order: tuple[int, ...]) -> None:
    """Markers of absent players block areas for good (4.two.control, 4.solo.double)."""
    masks = blocked_areas(draft.material, order)
    if order == (PLAYERS.index("white"),):
        text = "White, alone, may capture double-coloured areas: none is blocked."
        draft.do("setup", text, "4.solo.white", "first.4.solo-double")
    if not any(masks):
        return
    solo = ("4.solo.double", "4.solo.markers")
    first = ("first.4.solo-control", "first.4.solo-markers", "first.4.solo-enter", "first.4.solo-capture")
    if len(order) > 1:
        rules: tuple[str, ...] = ("4.two.control", "4.two.double", "4.two.markers", "4.two.enter", "4.two.capture")
    else:
        rules = first if draft.material.policies["solo-blocked"] == "absent-colours" else solo
    blocked = masks[0] | masks[1] | masks[2]
    draft.do("setup", "Control markers of the absent army groups block their areas.", *rules, control=masks)
    covered = draft.state.soviet & blocked
    if covered and draft.reading("blocked-soviet") == "none":
        draft.do(
            "setup",
            "Blocked areas have no Soviet marker.",
            "4.soviet-markers",
            soviet=draft.state.soviet & ~covered,
            boxed=draft.state.boxed + covered.bit_count(),
        )


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
        rewards=(0,) * areas,
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
