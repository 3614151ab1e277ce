"""A face-down deck as what is known of it: which cards may lie where, never an order nobody has seen."""

from __future__ import annotations

import msgspec

from rtm_verify.kernel.bits import members

__all__ = ["Deck", "Layer"]


class Layer(msgspec.Struct, frozen=True):
    """`size` cards lying together in unknown order, each of them one of `cards` (a mask of card numbers).

    `size` is below the number of candidates when some of them left the deck without being seen.
    """

    cards: int
    size: int


class Deck(msgspec.Struct, frozen=True):
    """A draw pile of layers, top first, and the cards that left it unseen.

    The Soviet deck starts as a green layer on a blue one (4.soviet-deck); peeking at the top card makes it a layer
    of its own; shuffling makes one layer of all. A card may be revealed if it fits everything seen so far.

    Examples
    --------
    >>> deck = Deck((Layer(0b0110, 2), Layer(0b1000, 1)))
    >>> members(deck.candidates())
    (1, 2)
    >>> deck = deck.draw(1).draw_unseen(1)
    >>> deck.size, members(deck.candidates())
    (1, (3,))
    """

    layers: tuple[Layer, ...] = ()
    hidden: tuple[Layer, ...] = ()

    @property
    def size(self) -> int:
        """How many cards lie in the deck."""
        return sum(layer.size for layer in self.layers)

    def candidates(self) -> int:
        """The cards that may be on top, as a mask; 0 if the deck is empty."""
        if not self.layers:
            return 0
        top = self.layers[0].cards
        if not self.hidden:
            return top
        return sum(1 << card for card in members(top) if self._fits(card))

    def peek(self, card: int) -> Deck:
        """The deck once `card` has been seen on top of it."""
        rest = self.draw(card)
        return Deck((Layer(1 << card, 1), *rest.layers), rest.hidden)

    def draw(self, card: int) -> Deck:
        """The deck without its top card, which was `card`."""
        bit = 1 << card
        if not self.layers or not self.layers[0].cards & bit:
            raise ValueError(f"card {card} cannot be on top")
        top, *below = self.layers
        layers = (Layer(top.cards, top.size - 1), *below)
        return Deck(_without(layers, bit), _without(self.hidden, bit))

    def draw_unseen(self, count: int) -> Deck:
        """The deck without its top `count` cards, which nobody looked at."""
        layers, hidden = list(self.layers), list(self.hidden)
        for _ in range(count):
            if not layers:
                raise ValueError("the deck is empty")
            top = layers[0]
            hidden.append(Layer(top.cards, 1))
            if top.size > 1:
                layers[0] = Layer(top.cards, top.size - 1)
            else:
                del layers[0]
        return Deck(tuple(layers), _merged(hidden))

    def put_under(self, card: int) -> Deck:
        """The deck with `card`, which everybody has seen, as its last."""
        return Deck((*self.layers, Layer(1 << card, 1)), self.hidden)

    def shuffle_in(self, cards: int) -> Deck:
        """The deck shuffled together with `cards` (a mask): one layer, nothing known of its order."""
        union = cards
        for layer in self.layers:
            union |= layer.cards
        size = self.size + cards.bit_count()
        return Deck((Layer(union, size),) if size else (), self.hidden)

    def _fits(self, card: int) -> bool:
        """Whether every unseen card still has a place to be once `card` is known to be on top.

        The groups' candidates are nested or disjoint (layers part a set, shuffling joins whole layers), so it is
        enough that no set of candidates is smaller than the groups within it.
        """
        after = self.draw(card)
        groups = (*after.layers, *after.hidden)
        return all(
            sum(inner.size for inner in groups if inner.cards | group.cards == group.cards) <= group.cards.bit_count()
            for group in groups
        )


def _without(layers: tuple[Layer, ...], bit: int) -> tuple[Layer, ...]:
    return tuple(Layer(layer.cards & ~bit, layer.size) for layer in layers if layer.size)


def _merged(layers: list[Layer]) -> tuple[Layer, ...]:
    sizes: dict[int, int] = {}
    for layer in layers:
        sizes[layer.cards] = sizes.get(layer.cards, 0) + layer.size
    return tuple(Layer(cards, size) for cards, size in sizes.items())
