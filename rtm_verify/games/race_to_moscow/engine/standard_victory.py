"""Chapter 5: medals decide when the game has ended without an immediate victory."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.words import counted

__all__ = ["SOVIET", "count_medals", "name_winners", "soviet_medals"]

# The Soviet player's bit among the winners (14.9).
SOVIET = len(PLAYERS)


def count_medals(material: Material, state: State, player: int) -> int:
    """Medal tokens, medals on defeated cards, and one for every three ammo on the others (5.medal-ammo)."""
    cards = [material.card(card) for card in members(state.trophies[player])]
    ammo = sum(material.card_type(card.number).ammo for card in cards if not card.medal)
    on_cards = sum(card.medal for card in cards)
    return state.medals_held[player] + on_cards + ammo // material.edition.ammo_per_medal


def soviet_medals(state: State) -> int:
    """What the Soviet player scores: the medals left on the board (14.9.count)."""
    return sum(state.medals)


def name_winners(draft: Draft) -> None:
    """The most medals win; then encircled cards; then the later place in the order, or nobody (5.tie-order)."""
    material, state = draft.material, draft.state
    if "total-war" in material.variants:
        soviet = material.soviet_player and draft.reading("total-war-soviet") == "soviet"
        text = "No Victory area was won: in Total War all players lose" + (
            ", and the Soviet player wins." if soviet else "."
        )
        draft.do("defeat", text, "13.5.lose", "first.19.total-lose", winners=1 << SOVIET if soviet else 0)
        return
    medals = {player: count_medals(material, state, player) for player in state.order}
    told = ", ".join(f"{PLAYERS[player]} {count}" for player, count in medals.items())
    rules = [
        "5.most-medals",
        "5.medal-objective",
        "5.medal-unit",
        "3.2.card-medal-value",
        "5.medal-ammo",
        "10.win.medals",
    ]
    if len(state.order) == 1:
        rules.append("first.6.solo-standard")
    best = max(medals.values())
    leading = [player for player in state.order if medals[player] == best]
    if material.soviet_player:
        told += f", the Soviet player {soviet_medals(state)}"
        rules += ["14.9.medals", "14.9.count"]
        if _soviets_win(draft, best):
            draft.do("victory", f"Medals: {told}. The Soviet player wins.", *rules, winners=1 << SOVIET)
            return
    if len(leading) > 1:
        most = max(state.encircled[player] for player in leading)
        leading = [player for player in leading if state.encircled[player] == most]
        rules += [
            "5.tie-encircled",
            "8.encirclement.tie-break",
            material.clause("8.encirclement.no-effect", first="first.9.resources"),
        ]
    if len(leading) > 1:
        later = material.policies["final-tie"] == "later-in-order"
        leading = leading[-1:] if later else leading
        rules.append("5.tie-order" if later else "first.6.tie-stays")
    names = " and ".join(PLAYERS[player] for player in leading)
    draft.do(
        "victory",
        f"Medals: {told}. {names.capitalize()} {'wins' if len(leading) == 1 else 'share the victory'} "
        f"with {counted(best, 'medal')}.",
        *rules,
        winners=sum(1 << player for player in leading),
    )


def _soviets_win(draft: Draft, best: int) -> bool:
    score = soviet_medals(draft.state)
    if score == best:
        return draft.reading("soviet-tie") == "soviet"
    return score > best
