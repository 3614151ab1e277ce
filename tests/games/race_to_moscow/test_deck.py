"""A deck knows exactly what can be known of it: compared with every order that fits what was seen."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtm_verify.games.race_to_moscow.deck import Deck, Layer
from rtm_verify.kernel.bits import members

Worlds = set[tuple[int, ...]]


def mask(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def fresh(layers: tuple[tuple[int, ...], ...]) -> tuple[Deck, Worlds]:
    """A deck of shuffled layers, and every order in which it may lie, top first."""
    deck = Deck(tuple(Layer(mask(layer), len(layer)) for layer in layers))
    orders = product(*(permutations(layer) for layer in layers))
    return deck, {tuple(card for part in order for card in part) for order in orders}


LAYERS = st.sampled_from([((1, 2, 3), (4, 5)), ((1,), (2, 3, 4)), ((1, 2, 3, 4),), ((1, 2), (3,), (4, 5))])
STEPS = st.lists(
    st.tuples(st.sampled_from(["peek", "draw", "unseen", "lose"]), st.integers(min_value=0, max_value=4)), max_size=7
)


@given(LAYERS, STEPS)
def test_what_may_be_on_top_is_what_is_on_top_in_some_order_that_fits(
    layers: tuple[tuple[int, ...], ...], steps: list[tuple[str, int]]
) -> None:
    deck, worlds = fresh(layers)
    for verb, choice in steps:
        assert deck.size == len(next(iter(worlds)))
        assert set(members(deck.candidates())) == {world[0] for world in worlds if world}
        if not deck.size:
            break
        tops = members(deck.candidates())
        card = tops[choice % len(tops)]
        match verb:
            case "peek":
                deck = deck.peek(card)
                worlds = {world for world in worlds if world[0] == card}
            case "draw":
                deck = deck.draw(card)
                worlds = {world[1:] for world in worlds if world[0] == card}
            case "unseen":
                deck = deck.draw_unseen(1)
                worlds = {world[1:] for world in worlds}
            case _:  # the card is drawn, and shuffled back after a lost combat
                deck = deck.draw(card).shuffle_in(1 << card)
                held = {frozenset(world) for world in worlds if world[0] == card}
                worlds = {order for cards in held for order in permutations(sorted(cards))}


def test_a_card_that_cannot_be_on_top_is_not_drawn() -> None:
    deck, _ = fresh(((1, 2), (3,)))
    with pytest.raises(ValueError, match="cannot be on top"):
        deck.draw(3)


def test_an_empty_deck_has_no_top_and_gives_no_card() -> None:
    assert Deck().candidates() == 0
    assert Deck().size == 0
    with pytest.raises(ValueError, match="empty"):
        Deck().draw_unseen(1)
    assert Deck().shuffle_in(0b10) == Deck((Layer(0b10, 1),))
