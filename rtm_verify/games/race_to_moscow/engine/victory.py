"""Chapter 5: immediate victory in a Victory area."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import flood, members
from rtm_verify.kernel.words import counted

__all__ = ["chain_to_base", "settle_late_chain", "settle_victory_area"]


def chain_to_base(material: Material, state: State, player: int, area: int, *, reading: str) -> bool:
    """Whether an unbroken chain of controlled areas leads from `area` to the player's Main Supply Base (5.chain)."""
    links = 0
    for other in (player,) if reading == "own" else state.order:
        links |= material.controlled(state, other)
    reached = flood(1 << area, links, material.board.open_neighbours)
    return bool(reached >> material.board.main_base[player] & 1)


# Who may win in which city.
_CITIES = {
    "Moskva": ("5.moskva",),
    "Leningrad": ("5.assigned", "5.gray"),
    "Rostov": ("5.assigned", "5.brown"),
}


def settle_victory_area(draft: Draft, area: int) -> None:
    """A captured Victory area wins the game with a chain to the base, and medals without one."""
    if _joined(draft, area):
        _win(draft, area)
        return
    material, state, player = draft.material, draft.state, draft.player
    medals = material.edition.victory_area_medals if draft.reading("victory-area-medals") == "two" else 1
    medals = min(medals, state.medals_left)
    draft.do(
        "medal",
        f"{PLAYERS[player].capitalize()} receives {counted(medals, 'medal')} for {material.area(area)}, "
        "which no chain joins to the Main Supply Base.",
        material.clause("5.victory-medals", first="first.6.victory-medals"),
        medals_held=draft.for_player(state.medals_held, state.medals_held[player] + medals),
        medals_left=state.medals_left - medals,
    )
    if draft.reading("lost-victory-medals") == "returned":
        owed = draft.state.rewards[area] + medals
        rewards = (*draft.state.rewards[:area], owed, *draft.state.rewards[area + 1 :])
        text = f"They are owed if {material.area(area)} is lost."
        draft.do("medal", text, "8.medal.lost", rewards=rewards)


def settle_late_chain(draft: Draft) -> None:
    """A Victory area captured earlier wins once its chain is complete, where it is read so (ruling victory-moment)."""
    for area in members(draft.material.board.victory & draft.state.control[draft.player]):
        if _joined(draft, area) and draft.reading("victory-moment") == "later":
            _win(draft, area)
            return


def _joined(draft: Draft, area: int) -> bool:
    """Whether a chain joins the area to the base of the active player (ruling victory-chain)."""
    own, any_player = (
        chain_to_base(draft.material, draft.state, draft.player, area, reading=reading) for reading in ("own", "any")
    )
    return own or (any_player and draft.reading("victory-chain") == "any")


def _win(draft: Draft, area: int) -> None:
    material, player, name = draft.material, draft.player, draft.material.area(area)
    everyone = "total-war" in material.variants
    draft.do(
        "victory",
        f"{PLAYERS[player].capitalize()} wins: {name} is captured and joined to the Main Supply Base by "
        "controlled areas.",
        "5.immediate",
        material.clause("5.chain", first="first.6.chain"),
        *(("first.6.chain-ends",) if material.edition.name == "first" else ()),
        "5.capture",
        *_CITIES[name],
        *((material.clause("13.5.win", first="first.19.total-win"),) if everyone else ()),
        winner=player,
        winners=sum(1 << other for other in draft.state.order) if everyone else 1 << player,
        phase="over",
        pending=None,  # whatever the card drawn there still asks, the game is over
    )
