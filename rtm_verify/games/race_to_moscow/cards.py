"""The Pursuit, Soviet and OKH cards: 99 physical cards, each with its number, and the kinds they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.kernel.provenance import Provenance
from rtm_verify.names import Names, nearest
from rtm_verify.toml import Key, decode, locate

__all__ = ["Card", "CardType", "Cards", "Deck", "Family", "Pile", "load_cards", "read_cards"]

Family = Literal["pursuit", "soviet", "okh"]
Deck = Literal["gray", "white", "brown", "green", "blue", "okh"]
# A deck as it lies on the table: green and blue are one.
Pile = Literal["gray", "white", "brown", "soviet", "okh"]

_FAMILY: Mapping[Deck, Family] = {
    "gray": "pursuit",
    "white": "pursuit",
    "brown": "pursuit",
    "green": "soviet",
    "blue": "soviet",
    "okh": "okh",
}
_PILE: Mapping[Deck, Pile] = {
    "gray": "gray",
    "white": "white",
    "brown": "brown",
    "green": "soviet",
    "blue": "soviet",
    "okh": "okh",
}
_NOUN: Mapping[Pile, str] = {
    "gray": "gray Pursuit card",
    "white": "white Pursuit card",
    "brown": "brown Pursuit card",
    "soviet": "Soviet card",
    "okh": "OKH card",
}
_FILES = ("pursuit.toml", "soviet.toml", "okh.toml")


class CardType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of card: what it does and what it costs.

    Parameters
    ----------
    id : such as ``captured-stock`` or ``mech-corps``.
    family : the decks it occurs in.
    ammo, fuel : what winning the combat costs; both 0 if the card is no enemy unit.
    halt : whether the card carries the halt icon.
    brings : the supply token the card brings, if it brings one.
    summary : its effect, in one sentence.
    rules : the rules every card of this kind rests on.
    """

    id: str
    family: Family
    summary: str
    rules: tuple[str, ...]
    provenance: Provenance
    ammo: int = 0
    fuel: int = 0
    halt: bool = False
    brings: Literal["fuel", "ammo", "food"] | None = None

    @property
    def is_unit(self) -> bool:
        """Whether drawing it means combat."""
        return self.ammo > 0


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One physical card.

    Parameters
    ----------
    number : the number printed on it, 1 to 99.
    type : id of its `CardType`.
    hold : whether it has the hand symbol: it may be kept for a later turn.
    medal : whether it counts as a medal once defeated.
    spellings : other ways in which the name is written.
    """

    number: int
    name: str
    deck: Deck
    type: str
    provenance: Provenance
    hold: bool = False
    medal: bool = False
    spellings: tuple[str, ...] = ()

    @property
    def pile(self) -> Pile:
        """The deck in which the card lies on the table."""
        return _PILE[self.deck]


class Cards:
    """All cards, compiled for the engine: a set of cards is an `int` with bit ``1 << number`` for each card.

    Parameters
    ----------
    types : the kinds of card.
    cards : the cards; their numbers differ, and cards of equal name in a pile are copies of one another.

    Attributes
    ----------
    by_number : the cards by their number.
    types : the kinds by their id.
    pursuit, all_pursuit : the Pursuit decks of gray, white and brown, and all three together.
    green, blue, soviet, okh : the Soviet deck's two parts, the Soviet deck, the OKH deck.
    mech : the Mech Corps of the Soviet deck, which a Soviet player has in a deck of their own (14.3.armored).

    Examples
    --------
    >>> cards = load_cards()
    >>> cards.by_number[48].name, cards.type_of(48).ammo
    ('40 Army', 1)
    >>> cards.names("gray")["partisans"]
    (13, 14)
    >>> cards.soviet.bit_count()
    33
    """

    def __init__(self, types: Iterable[CardType], cards: Iterable[Card]) -> None:
        self.types: Mapping[str, CardType] = {kind.id: kind for kind in types}
        self.by_number: Mapping[int, Card] = {card.number: card for card in cards}
        self.pursuit = (self._mask("gray"), self._mask("white"), self._mask("brown"))
        self.all_pursuit = self.pursuit[0] | self.pursuit[1] | self.pursuit[2]
        self.green = self._mask("green")
        self.blue = self._mask("blue")
        self.soviet = self.green | self.blue
        self.okh = self._mask("okh")
        self.mech = sum(1 << number for number in self.by_number if self.type_of(number).id.endswith("mech-corps"))
        self._names: Mapping[Pile, Names[tuple[int, ...]]] = {
            pile: _names(noun, [card for card in self.by_number.values() if card.pile == pile])
            for pile, noun in _NOUN.items()
        }

        self._copies: Mapping[int, int] = {
            number: sum(1 << copy for copy in self._names[card.pile][card.name])
            for number, card in self.by_number.items()
        }

    def _mask(self, deck: Deck) -> int:
        return sum(1 << card.number for card in self.by_number.values() if card.deck == deck)

    def type_of(self, number: int) -> CardType:
        """The kind of the card with this number."""
        return self.types[self.by_number[number].type]

    def copies(self, number: int) -> int:
        """All cards that are the same as this one, itself included, as a mask.

        >>> load_cards().copies(14) == 1 << 13 | 1 << 14
        True
        """
        return self._copies[number]

    def names(self, pile: Pile) -> Names[tuple[int, ...]]:
        """The card names of a pile: a name stands for the numbers of all its copies, ``#48`` for one card.

        >>> load_cards().names("brown")["#48"]
        (48,)
        >>> load_cards().names("soviet")["3 Mesh Corps"]
        Traceback (most recent call last):
        rtm_verify.errors.InputError: unknown Soviet card '3 Mesh Corps': did you mean 3 Mech Corps?
        """
        return self._names[pile]


@cache
def load_cards() -> Cards:
    """The cards of the game as this project has them. They are read once."""
    folder = files("rtm_verify.games.race_to_moscow") / "data" / "cards"
    return read_cards({name: (folder / name).read_text(encoding="utf-8") for name in _FILES})


def read_cards(texts: Mapping[str, str]) -> Cards:
    """Cards from TOML texts, by file name: a reconstructed deck can be replaced by the real one.

    A card's type may stand in the same text or in an earlier one.

    Raises
    ------
    InputError
        If a text is not a card file, a number or a type id is used twice, a card's type is unknown or belongs to
        other decks, or cards of one name in a pile differ.
    """
    types: dict[str, CardType] = {}
    cards: dict[int, Card] = {}
    for file, text in texts.items():
        content = decode(text, _File, file)
        for index, kind in enumerate(content.type):
            if kind.id in types:
                raise InputError(f"type '{kind.id}' is defined twice", _place(file, text, "type", index, "id"))
            types[kind.id] = kind
        first: dict[tuple[Pile, str], Card] = {}
        for index, card in enumerate(content.card):
            original = first.setdefault((card.pile, card.name), card)
            for key, message, suggestion in _defects(card, original, types, cards):
                raise InputError(message, _place(file, text, "card", index, key), suggestion=suggestion)
            cards[card.number] = card
    try:
        return Cards(types.values(), cards.values())
    except InputError as error:  # two cards share a spelling
        raise error.at(Place(", ".join(texts))) from None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: tuple[CardType, ...] = ()
    card: tuple[Card, ...] = ()


def _defects(
    card: Card, original: Card, types: Mapping[str, CardType], cards: Mapping[int, Card]
) -> Iterator[tuple[str, str, str]]:
    """What is wrong with a card: the key concerned, a message and a suggestion."""
    if card.number < 1:
        yield "number", f"card number {card.number} is not positive", ""
    if card.number in cards:
        yield "number", f"card number {card.number} is used twice", f"{cards[card.number].name} has it"
    if card.type not in types:
        yield "type", f"unknown card type '{card.type}'", nearest(card.type, types)
    elif types[card.type].family != _FAMILY[card.deck]:
        yield "deck", f"type '{card.type}' does not occur in the {card.deck} deck", ""
    alike = msgspec.structs.replace(card, number=original.number, provenance=original.provenance)
    for field in msgspec.structs.fields(Card):
        if getattr(alike, field.name) != getattr(original, field.name):
            yield (
                field.name,
                f"two cards named '{card.name}' differ in '{field.name}'",
                f"see #{original.number}: copies are alike",
            )


def _names(noun: str, cards: Iterable[Card]) -> Names[tuple[int, ...]]:
    spellings: dict[str, tuple[str, ...]] = {}
    numbers: dict[str, tuple[int, ...]] = {}
    for card in cards:
        for name, others in ((card.name, card.spellings), (f"#{card.number}", ())):
            spellings[name] = others
            numbers[name] = (*numbers.get(name, ()), card.number)
    return Names(noun, spellings, numbers)


def _place(file: str, text: str, *keys: Key) -> Place:
    return Place(file, *locate(text, keys))
