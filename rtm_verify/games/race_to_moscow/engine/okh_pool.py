"""Chapter 9.3: OKH cards are revealed, taken by the HQ, or bought in Total War (13.5)."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import OpenPool, TakeOkh
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.engine.decks import put_deck
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.okh_timing import useful_in_combat
from rtm_verify.games.race_to_moscow.engine.turn import judge_between_actions, judge_not_over, judge_nothing_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.violation import Violation
from rtm_verify.kernel.words import counted

__all__ = [
    "fill_pool",
    "judge_open_pool",
    "judge_take_okh",
    "open_pool",
    "options",
    "options_any_time",
    "options_in_combat",
    "take_okh",
]


# The pool is laid out


def judge_open_pool(material: Material, state: State, _: OpenPool) -> Iterator[Violation]:
    """The pool is revealed once, at set-up (4.okh-pool)."""
    yield from judge_between_actions(material, state)
    if not _unopened(state):
        yield Violation(
            "pool-open",
            ("4.okh-pool",),
            "The OKH pool has been revealed.",
            facts=(f"cards in the pool {state.okh_pool.bit_count()}",),
        )


def _unopened(state: State) -> bool:
    """Whether no card has been revealed: later on the deck replaces every card taken (9.3.replace)."""
    return not state.okh_pool and state.okh_deck.size > 0


def open_pool(draft: Draft, _: OpenPool) -> None:
    """The cards are revealed one by one."""
    draft.do("okh-pool", "The OKH pool is laid out.", "4.okh-pool", pending=Pending("okh"))


def fill_pool(draft: Draft, deck: Deck, card: int) -> None:
    """The top card of the OKH deck joins the pool; at set-up more follow (9.3.replace, 4.okh-pool)."""
    state = draft.state
    pool = state.okh_pool | 1 << card
    wanted = draft.material.edition.okh_revealed[len(state.order)]
    more = pool.bit_count() < wanted and not any(state.hq_spent) and deck.size > 1 and draft.open.card == 0
    draft.do(
        "okh-pool",
        f"{draft.material.card(card).name} joins the OKH pool.",
        "9.3.replace" if draft.open.card else "4.okh-pool",
        okh_pool=pool,
        **put_deck(state, "okh", deck.draw(card)),
    )
    open_ = draft.open
    waiting = Pending("battle", open_.battle, supported=open_.supported) if open_.battle else None
    draft.silently(pending=Pending("okh") if more else waiting)


# A card is taken


def judge_take_okh(material: Material, state: State, action: TakeOkh) -> Iterator[Violation]:
    """A card of the pool is taken with the HQ marker, or for medals in Total War (9.3.take, 13.5.buy)."""
    running = state.moving or state.transport or state.fields
    if running and material.policies["okh-take"] == "any-time":
        if not _in_combat(state):
            yield from judge_nothing_open(state)
        yield from judge_not_over(state)
    else:
        yield from judge_between_actions(material, state)
    name, player = material.card(action.card).name, state.active
    if not state.okh_pool >> action.card & 1:
        pool = [material.card(card).name for card in members(state.okh_pool)]
        yield Violation(
            "not-in-pool",
            ("9.3.take",),
            f"{name} does not lie in the OKH pool.",
            facts=(f"pool: {', '.join(pool) or 'empty'}",),
            fixes=tuple(pool),
        )
    if "total-war" in material.variants:
        yield from _judge_price(material, state)
    elif state.hq_spent[player]:
        yield Violation(
            "hq-spent",
            (material.clause("9.3.hq", first="first.16.again"), "7.bonus-okh-limit"),
            f"{PLAYERS[player].capitalize()}'s HQ marker is spent until the next Theatre Re-organization.",
            facts=("HQ marker: spent",),
            fixes=("wait for the next Theatre Re-organization",),
        )


def _in_combat(state: State) -> bool:
    """Whether a combat waits for what the active player does with OKH cards."""
    return state.pending is not None and state.pending.kind == "battle"


def _price(material: Material, state: State) -> int | None:
    """What the next OKH card costs; none is for sale after the last price (13.5.prices)."""
    prices = material.edition.total_war_prices
    each = material.readings["total-war-prices"] == "each"
    bought = state.okh_bought[state.active] if each else sum(state.okh_bought)
    return prices[bought] if bought < len(prices) else None


def _judge_price(material: Material, state: State) -> Iterator[Violation]:
    price, held = _price(material, state), state.medals_held[state.active]
    title = PLAYERS[state.active].capitalize()
    if price is None:
        bought = state.okh_bought[state.active]
        yield Violation(
            "none-for-sale",
            ("13.5.prices",),
            f"{title} has bought {counted(bought, 'OKH card')}: there is no price for another.",
            facts=(f"cards bought {bought}", f"by all players {sum(state.okh_bought)}"),
            rulings=("total-war-prices",),
        )
    elif held < price:
        yield Violation(
            "too-few-medals",
            ("13.5.prices", "13.5.buy", "13.5.no-hq"),
            f"The card costs {counted(price, 'medal')}, and {PLAYERS[state.active]} has {held}.",
            facts=(f"price {price}", f"medals {held}"),
            rulings=("total-war-prices",) if sum(state.okh_bought) else (),
        )


def take_okh(draft: Draft, action: TakeOkh) -> None:
    """The card comes to the player's area, and the deck replaces it (9.3.area, 9.3.replace)."""
    state, player, card = draft.state, draft.player, action.card
    title = PLAYERS[player].capitalize()
    price = _price(draft.material, state)
    if "total-war" in draft.material.variants and price is not None:
        if sum(state.okh_bought):
            draft.reading("total-war-prices")
        draft.do(
            "okh-price",
            f"{title} pays {counted(price, 'medal')}.",
            "13.5.buy",
            "13.5.prices",
            "13.5.no-hq",
            medals_held=draft.for_player(state.medals_held, state.medals_held[player] - price),
            medals_left=state.medals_left + price,
            okh_bought=draft.for_player(state.okh_bought, state.okh_bought[player] + 1),
        )
    else:
        draft.do(
            "hq",
            f"{title} lays the HQ marker beside the OKH deck.",
            draft.material.clause("9.3.hq", first="first.16.car"),
            "9.3.marker",
            "7.bonus-okh-limit",
            hq_spent=draft.for_player(state.hq_spent, True),
        )
    state = draft.state
    draft.do(
        "okh-card",
        f"{title} takes {draft.material.card(card).name}.",
        "9.3.take",
        "9.3.area",
        *(
            ("first.16.no-action", "first.16.any-time", "first.5.okh-take")
            if draft.material.policies["okh-take"] == "any-time"
            else ("7.bonus-okh-take", "7.bonus")
        ),
        "aid.okh.keep",
        okh_pool=state.okh_pool & ~(1 << card),
        hands=draft.for_player(state.hands, state.hands[player] | 1 << card),
    )
    waiting = draft.state.pending if _in_combat(state) else None
    if state.okh_deck.size:
        battle, supported = (waiting.card, waiting.supported) if waiting else (0, False)
        draft.silently(pending=Pending("okh", card, battle=battle, supported=supported))


def options(material: Material, state: State) -> Iterator[TakeOkh | OpenPool]:
    """The cards that can be taken between two actions."""
    if _unopened(state):
        yield OpenPool()
    yield from _takes(material, state)


def options_any_time(material: Material, state: State) -> Iterator[TakeOkh]:
    """The cards that can be taken in the middle of an action, where that is allowed (first.16.any-time)."""
    if material.policies["okh-take"] == "any-time" and state.winner < 0:
        yield from _takes(material, state)


def options_in_combat(material: Material, state: State, unit: int) -> Iterator[TakeOkh]:
    """The cards that can be taken while a combat waits, if one of them is of use in it (first.16.any-time)."""
    if useful_in_combat(material, state, state.okh_pool, unit):
        yield from options_any_time(material, state)


def _takes(material: Material, state: State) -> Iterator[TakeOkh]:
    if not state.okh_pool:
        return
    if "total-war" in material.variants:
        price = _price(material, state)
        if price is None or state.medals_held[state.active] < price:
            return
    elif state.hq_spent[state.active]:
        return
    yield from map(TakeOkh, members(state.okh_pool))
