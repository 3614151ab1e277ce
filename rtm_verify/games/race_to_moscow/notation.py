"""How moves of Race to Moscow are written in a log.

armor 4Pz Riga > Jekelopils [Soviet Bombers] pay 1 fuel > Sebezh [Captured Stock] load 1 ammo
fields 16A Tilsit > Kaunas [Mud] and 18A Memel > Liepaja [3 Mech Corps]
fleet Danzig Bay > Liepaja Coast
air Soviet [6 Mech Corps]
play Recon look Pursuit [Mud]
load 4Pz 1 fuel
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rtm_verify.errors import InputError, Place
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import NOTHING, SUPPLY_TYPES, Supplies
from rtm_verify.kernel.ruleset import Intent
from rtm_verify.log.cursor import Cursor
from rtm_verify.log.syntax import Draw, Move, Span
from rtm_verify.names import Names

__all__ = ["VERBS", "describe", "read_move"]

VERBS = ("armor", "fields", "fleet", "air", "play", "load", "drop")

# The words that may follow an area, and so end its name.
_CLAUSES = ("pay", "load", "drop", "hold", "use", "decline", "medal", "to", "flip", "look", "play", "and")
_DECKS: dict[str, a.DeckName] = {"Pursuit": "Pursuit", "Soviet": "Soviet"}


def read_move(material: Material, state: State, move: Move, file: str) -> tuple[Intent, ...]:
    """The actions a move stands for. Raises `InputError`, at its place, if it cannot be read."""
    return tuple(_Reader(material, state, move, file).read())


class _Reader:
    def __init__(self, material: Material, state: State, move: Move, file: str) -> None:
        self.material = material
        self.state = state
        self.cursor = Cursor(move.items, file, move.span)
        self.illegal = move.illegal
        self.start = 0
        self.payments: list[Place] = []  # where a payment stands that no area has followed yet

    def read(self) -> Iterator[Intent]:
        verb = self.cursor.take_word(*VERBS)
        match verb:
            case "armor":
                yield from self._army(armored=True)
            case "fields":
                yield self._intent(a.MoveFields())
                yield from self._army(armored=False)
                while self.cursor.accept("and"):
                    yield from self._army(armored=False)
                yield self._intent(a.EndFields())
            case "fleet":
                yield self._fleet()
            case "air":
                deck = self._deck()
                yield self._intent(a.AirSupport(deck))
                yield from self._draws()
            case "play":
                yield self._intent(self._held_card())
                yield from self._clauses(None)
            case _:
                army = self.cursor.take_name(self.material.army_names)
                yield self._intent(self._load(army) if verb == "load" else a.Drop(army, self._supplies()))
        self.cursor.finish()

    def _intent(self, action: a.Action) -> Intent:
        """An action with the text since the one before it."""
        items = self.cursor.items[self.start : self.cursor.index] or self.cursor.items[self.cursor.index - 1 :][:1]
        self.start = self.cursor.index
        first, last = items[0].span, items[-1].span
        span = Span(first.line, first.column, last.end_column)
        return Intent(action, span, " ".join(item.text for item in items))

    def _name(self, names: Names[int]) -> int:
        """A name that goes on to the next clause."""
        place = self.cursor.place
        name = self.cursor.take_words_until(*_CLAUSES).text
        try:
            return names[name]
        except InputError as error:
            words = name.split()
            known = next((n for n in range(len(words) - 1, 0, -1) if " ".join(words[:n]) in names), 0)
            if known and " ".join(words[known:]) in names:
                first, second = " ".join(words[:known]), " ".join(words[known:])
                raise InputError(error.message, place, name, f"write: {first} > {second}") from None
            raise error.at(place) from None

    def _army(self, *, armored: bool) -> Iterator[Intent]:
        """``4Pz Riga > Jekelopils [Soviet Bombers] pay 1 fuel > …``: an army's whole movement."""
        place = self.cursor.place
        army = self.cursor.take_name(self.material.army_names)
        if self.material.armored[army] != armored:
            name, kind = self.material.armies[army].name, self.material.armies[army].kind
            verb = "fields" if armored else "armor"
            raise InputError(
                f"{name} is an {kind} army".replace("an field", "a field"), place, suggestion=f"write: {verb}"
            )
        place = self.cursor.place
        area = self._name(self.material.board.area_names)
        stands = self.state.at[army]
        if stands != area:
            where = self.material.area(stands) if stands >= 0 else "no area"
            name = self.material.area(area)
            raise InputError(f"{self.material.army(army)} stands in {where}, not in {name}", place, name)
        yield self._intent(a.Activate(army))
        yield from self._clauses(army)
        if self.payments and not self.illegal:  # of an illegal move, the payment may be what is refused
            raise InputError("the payment buys nothing", self.payments[0], suggestion="> and an area must follow it")
        yield self._intent(a.EndMove())

    def _clauses(self, army: int | None) -> Iterator[Intent]:
        """What follows an area or a played card: draws, choices, payments, and for an army the next area."""
        readers: dict[str, Callable[[], a.Action]] = {
            "hold": a.Hold,
            "use": a.UseNow,
            "decline": a.Decline,
            "medal": self._medal,
            "flip": lambda: a.FlipTrack(self._name(self.material.board.area_names)),
            "look": lambda: a.Peek(self._deck()),
        }
        if army is not None:
            readers |= {
                "pay": lambda: self._payment(army),
                "load": lambda: self._load(army),
                "drop": lambda: a.Drop(army, self._supplies()),
                # No rule allows it here, and a log can show that (7.complete).
                "play": self._held_card,
            }
        while not self.cursor.done and not self.cursor.at_word("and"):
            if isinstance(self.cursor.peek(), Draw):
                yield from self._draws()
            elif army is not None and self.cursor.accept_arrow():
                self.payments.clear()
                yield self._intent(a.Enter(self._name(self.material.board.area_names)))
            elif self.cursor.at_word() or army is None:
                yield self._intent(readers[self.cursor.take_word(*readers)]())
            else:
                self.cursor.error("> and an area, a [card] or a choice is expected here")

    def _draws(self) -> Iterator[Intent]:
        for draw in self.cursor.draws():
            yield Intent(a.Reveal(self._card(draw)), draw.span, draw.text)
        self.start = self.cursor.index

    def _card(self, draw: Draw) -> int:
        """A card of the player's Pursuit deck or of the Soviet deck; which of them was drawn, the engine judges."""
        place = draw.span.place(self.cursor.file)
        if draw.unseen:
            raise InputError("the card drawn here is seen by all: name it", place, draw.text)
        cards = self.material.cards
        own, soviet = cards.names(PLAYERS[self.state.active]), cards.names("soviet")
        if draw.card in own:
            return own[draw.card][0]
        if draw.card in soviet:
            return soviet[draw.card][0]
        suggestion = own.suggest(draw.card) or soviet.suggest(draw.card)
        raise InputError(
            f"neither the Soviet deck nor {PLAYERS[self.state.active]}'s Pursuit deck has a card '{draw.card}'",
            place,
            draw.card,
            suggestion,
        )

    def _held_card(self) -> a.PlayHeld:
        return a.PlayHeld(self.cursor.take_name(self.material.cards.names(PLAYERS[self.state.active]))[0])

    def _deck(self) -> a.DeckName:
        return _DECKS[self.cursor.take_word(*_DECKS)]

    def _payment(self, army: int) -> a.PayOn:
        edition, armored = self.material.edition, self.material.armored[army]
        number, kind = (edition.push_fuel, "fuel") if armored else (edition.march_food, "food")
        place = self.cursor.place
        self.payments.append(place)
        if self.cursor.number() != number or not self.cursor.accept(kind):
            purpose = "an armored army pays {} to go on" if armored else "a field army pays {} for a forced march"
            raise InputError(purpose.format(f"{number} {kind}"), place, suggestion=f"write: pay {number} {kind}")
        return a.PayOn()

    def _medal(self) -> a.MoveMedal:
        source = self._name(self.material.board.area_names)
        self.cursor.take_word("to")
        return a.MoveMedal(source, self._name(self.material.board.area_names))

    def _load(self, army: int) -> a.Load:
        """``load 1 fuel``, or ``load 1 fuel for 1 ammo``: what is left in exchange stands behind ``for``."""
        supplies = self._supplies()
        return a.Load(army, supplies, self._supplies() if self.cursor.accept("for") else NOTHING)

    def _supplies(self) -> Supplies:
        """``1 fuel, 2 ammo``."""
        total = NOTHING
        while True:
            number = self.cursor.number()
            kind = self.cursor.take_word(*SUPPLY_TYPES)
            if number > self.material.edition.main_base_limit:
                self.cursor.error(f"{number} supplies are more than any place holds", text=str(number))
            total += Supplies(**{kind: number})
            if not self.cursor.accept_comma():
                return total

    def _fleet(self) -> Intent:
        place = self.cursor.place
        source = self._name(self.material.board.sea_names)
        if source != self.state.fleet:
            here = self.material.board.seas[self.state.fleet].name
            name = self.material.board.seas[source].name
            raise InputError(f"the fleet is in {here}, not in {name}", place, name)
        self.cursor.expect_arrow()
        return self._intent(a.MoveFleet(self._name(self.material.board.sea_names)))


def describe(material: Material, action: a.Action) -> str:
    """An action in the words of the log language.

    Where a log says several actions in one line, this is the part of the line that stands for this one.
    """
    match action:
        case a.MoveFields():
            return "fields"
        case a.EndFields():
            return "end of fields"
        case a.EndMove():
            return "end of move"
        case a.Activate(army):
            return f"{'armor' if material.armored[army] else 'field'} {material.army(army)}"
        case a.Enter(area):
            return f"> {material.area(area)}"
        case a.PayOn():
            return "pay"
        case a.Load(army, supplies, leaving):
            exchange = f" for {leaving}" if leaving != NOTHING else ""
            return f"load {material.army(army)} {supplies}{exchange}"
        case a.Drop(army, supplies):
            return f"drop {material.army(army)} {supplies}"
        case a.Reveal(card):
            return f"[{material.card(card).name}]"
        case a.MoveMedal(source, target):
            return f"medal {material.area(source)} to {material.area(target)}"
        case a.FlipTrack(area):
            return f"flip {material.area(area)}"
        case a.Hold():
            return "hold"
        case a.UseNow():
            return "use"
        case a.Decline():
            return "decline"
        case a.Peek(deck):
            return f"look {deck}"
        case a.PlayHeld(card):
            return f"play {material.card(card).name}"
        case a.AirSupport(deck):
            return f"air {deck}"
        case a.MoveFleet(sea):
            return f"fleet > {material.board.seas[sea].name}"
