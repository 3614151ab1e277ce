"""How moves of Race to Moscow are written in a log.

armor 4Pz Riga > Jekelopils [Soviet Bombers] pay 1 fuel > Sebezh [Captured Stock] load 1 ammo
fields 16A Tilsit > Kaunas [Mud] and 18A Memel > Liepaja [3 Mech Corps]
fleet Danzig Bay > Liepaja Coast
air Soviet [6 Mech Corps]
play Recon look Pursuit [Mud]
load 4Pz 1 fuel
take Danzig 3 ammo, 3 fuel
transport train Danzig > Königsberg 3 ammo, 3 fuel and truck Danzig > Königsberg 3 food
get 2 trucks, 3 trains feed card
reveal [Luftbrücke] [Brandenburg] [Pionieren] [Wolfsschanze]
okh Luftbrücke [Auftragstaktik]
play Luftbrücke lift 4Pz 1 fuel
play Auftragstaktik 4Pz Riga > Jekelopils [Mud]
rail Kedainai
reaction attack Orsha
reaction winter Rzhev withdraw Vyazma place Kaluga
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
from rtm_verify.kernel.words import counted
from rtm_verify.log.cursor import Cursor
from rtm_verify.log.syntax import Draw, Move, Number, Span, Word
from rtm_verify.names import Names

__all__ = ["VERBS", "describe", "read_move"]

VERBS = (
    "armor",
    "fields",
    "fleet",
    "air",
    "play",
    "load",
    "drop",
    "take",
    "transport",
    "get",
    "reveal",
    "okh",
    "rail",
    "reaction",
)

# The words that may follow an area, and so end its name.
_CLAUSES = (
    "pay",
    "load",
    "drop",
    "hold",
    "use",
    "decline",
    "medal",
    "to",
    "flip",
    "look",
    "play",
    "and",
    "feed",
    "remove",
    "ship",
    "lift",
    "track",
    "fight",
    "cancel",
    "okh",
    "infantry",
    "armor",
    "attack",
    "place",
    "winter",
    "defend",
    "withdraw",
    "stay",
    "truck",
    "train",
    "none",
)
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
                if not self.cursor.accept("none"):
                    yield from self._among_fields()
                while self.cursor.accept("and"):
                    yield from self._among_fields()
                yield self._intent(a.EndFields())
            case "fleet":
                yield self._fleet()
            case "air":
                yield self._intent(self._air())
                yield from self._clauses(None)
            case "play":
                yield self._intent(self._card_to_play())
                yield from self._after_card()
            case "reveal":
                yield self._intent(a.OpenPool())
                yield from self._draws()
            case "okh":
                yield self._intent(a.TakeOkh(self._okh_card()))
                yield from self._draws()
            case "rail":
                none = self.cursor.accept("none")
                yield self._intent(a.AdvanceRailhead(-1 if none else self._name(self.material.board.area_names)))
            case "reaction":
                yield from self._reaction()
            case "take":
                base = self.cursor.take_name(self.material.board.area_names)
                yield self._intent(a.TakeSupplies(base, self._supplies()))
                yield from self._clauses(None)
            case "transport":
                yield self._intent(a.BeginTransport())
                if not self.cursor.accept("none"):
                    yield from self._vehicle()
                while self.cursor.accept("and"):
                    yield from self._vehicle()
                yield self._intent(a.EndTransport())
            case "get":
                yield self._intent(self._vehicles())
                yield from self._clauses(None)
            case _:
                army = self.cursor.take_name(self.material.army_names)
                yield self._intent(self._load(army) if verb == "load" else a.Drop(army, self._supplies()))
                yield from self._clauses(None)
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

    def _army(self, *, armored: bool | None = None) -> Iterator[Intent]:
        """``4Pz Riga > Jekelopils [Soviet Bombers] pay 1 fuel > …``: an army's whole movement."""
        place = self.cursor.place
        army = self.cursor.take_name(self.material.army_names)
        if armored is not None and self.material.armored[army] != armored:
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
            raise InputError(
                "the payment buys nothing", self.payments[0], suggestion="> and an area must follow it, or: stay"
            )
        yield self._intent(a.EndMove())

    def _among_fields(self) -> Iterator[Intent]:
        """A field army's movement, or between two of them an OKH card, taken or played."""
        if self.cursor.accept("play"):
            yield self._intent(self._card_to_play())
            yield from self._after_card()
        elif self.cursor.accept("okh"):
            yield self._intent(a.TakeOkh(self._okh_card()))
            yield from self._draws()
        else:
            yield from self._army(armored=False)

    def _clauses(self, army: int | None, until: tuple[str, ...] = ()) -> Iterator[Intent]:
        """What follows an area or a played card: draws, choices, payments, and for an army the next area."""
        readers: dict[str, Callable[[], a.Action]] = {
            "hold": a.Hold,
            "use": a.UseNow,
            "decline": a.Decline,
            "medal": self._medal,
            "flip": lambda: a.FlipTrack(self._name(self.material.board.area_names)),
            "look": self._look,
            "infantry": lambda: a.ShowSide("infantry"),
            "armor": lambda: a.ShowSide("armor"),
            "ship": lambda: a.ShipTo(self._name(self.material.board.area_names)),
            "lift": lambda: a.Airlift(self.cursor.take_name(self.material.army_names), self._supplies()),
            "track": lambda: a.LayTrack(self._name(self.material.board.area_names)),
            "cancel": a.CancelPartisans,
            "feed": lambda: a.EatFrom("card" if self.cursor.take_word("card", "area") == "card" else "area"),
            "remove": lambda: a.RemoveExcess(self._supplies()),
        }
        if army is not None:
            readers |= {
                "pay": lambda: self._payment(army),
                "load": lambda: self._load(army),
                "drop": lambda: a.Drop(army, self._supplies()),
                "fight": a.Fight,
                # A held Pursuit card cannot be played here, and a log can show that (7.complete); some OKH cards can.
                "play": self._card_to_play,
                "okh": lambda: a.TakeOkh(self._okh_card()),
            }
        while not self.cursor.done and not self.cursor.at_word("and", *until):
            if isinstance(self.cursor.peek(), Draw):
                yield from self._draws()
            elif army is not None and self.cursor.accept_arrow():
                self.payments.clear()
                yield self._intent(a.Enter(self._name(self.material.board.area_names)))
            elif army is not None and self.cursor.accept("stay"):
                self.payments.clear()
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
        own, soviet, okh = cards.names(PLAYERS[self.state.active]), cards.names("soviet"), cards.names("okh")
        for names in (own, soviet, okh):
            if draw.card in names:
                return names[draw.card][0]
        suggestion = own.suggest(draw.card) or soviet.suggest(draw.card)
        raise InputError(
            f"neither the Soviet deck nor {PLAYERS[self.state.active]}'s Pursuit deck has a card '{draw.card}'",
            place,
            draw.card,
            suggestion,
        )

    def _card_to_play(self) -> a.PlayHeld | a.PlayOkh:
        """A held Pursuit card, or an OKH card."""
        place, index = self.cursor.place, self.cursor.index
        own, okh = self.material.cards.names(PLAYERS[self.state.active]), self.material.cards.names("okh")
        try:
            return a.PlayOkh(self.cursor.take_name(okh)[0])
        except InputError:
            self.cursor.index = index
        try:
            return a.PlayHeld(self.cursor.take_name(own)[0])
        except InputError as error:
            near = own.suggest(error.text) or okh.suggest(error.text)
            raise InputError(f"unknown card '{error.text}' to play", place, error.text, near) from None

    def _after_card(self) -> Iterator[Intent]:
        """What follows a card played between actions: its choices, or the movement that Auftragstaktik allows."""
        item = self.cursor.peek()
        if isinstance(item, Word | Number) and not self.cursor.at_word(*_CLAUSES):
            yield from self._army()
        else:
            yield from self._clauses(None)

    def _okh_card(self) -> int:
        return self.cursor.take_name(self.material.cards.names("okh"))[0]

    def _air(self) -> a.AirSupport | a.AirSupportOver:
        """``air Soviet``, or with a Soviet player ``air Brest``."""
        if self.cursor.at_word(*_DECKS):
            return a.AirSupport(self._deck())
        return a.AirSupportOver(self._area_or_deck())

    def _look(self) -> a.Peek | a.LookUnder:
        return a.Peek(self._deck()) if self.cursor.at_word(*_DECKS) else a.LookUnder(self._area_or_deck())

    def _area_or_deck(self) -> int:
        """An area, where a deck could be named too."""
        try:
            return self._name(self.material.board.area_names)
        except InputError as error:
            suggestion = error.suggestion or f"{' or '.join(_DECKS)}, or an area"
            raise InputError(error.message, error.place, error.text, suggestion) from None

    def _reaction(self) -> Iterator[Intent]:
        """``reaction attack Orsha``, ``reaction place Kaluga``, ``reaction none``; several in the order they happen."""
        areas = self.material.board.area_names
        readers: dict[str, Callable[[], a.Action]] = {
            "attack": lambda: a.CounterAttack(self._name(areas)),
            "place": lambda: a.PlaceSoviet(self._name(areas)),
            "none": a.EndReaction,
            "winter": lambda: a.WinterAttack(self._name(areas)),
            "defend": a.Defend,
            "withdraw": self._withdrawal,
        }
        while True:
            yield self._intent(readers[self.cursor.take_word(*readers)]())
            if self.cursor.done:
                return

    def _withdrawal(self) -> a.Withdraw:
        """``withdraw Vyazma``, or ``withdraw Vyazma > Smolensk`` if the army in Vyazma makes way to Smolensk."""
        path = [self._name(self.material.board.area_names)]
        while self.cursor.accept_arrow():
            path.append(self._name(self.material.board.area_names))
        return a.Withdraw(tuple(path))

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

    def _vehicle(self) -> Iterator[Intent]:
        """``train Danzig > Königsberg 3 ammo``, or an OKH card that is taken or played within the action."""
        played = self.cursor.at_word("play", "okh")
        if self.cursor.accept("play"):
            yield self._intent(self._card_to_play())
            yield from self._clauses(None, until=("truck", "train"))
        elif self.cursor.accept("okh"):
            yield self._intent(a.TakeOkh(self._okh_card()))
            yield from self._draws()
        # The vehicle may follow the card at once: transport play Grosstransportraum truck …
        if not played or self.cursor.at_word("truck", "train"):
            yield self._intent(self._load_and_way())
            if self.cursor.accept("remove"):
                yield self._intent(a.RemoveExcess(self._supplies()))

    def _load_and_way(self) -> a.PlaceVehicle | a.Redeploy:
        """``train Danzig > Königsberg 3 ammo``, or ``train 16A > Kaunas`` for an army that rides."""
        vehicle: a.Vehicle = "truck" if self.cursor.take_word("truck", "train") == "truck" else "train"
        areas, armies = self.material.board.area_names, self.material.army_names
        start = self.cursor.take_words_until(*_CLAUSES)
        self.cursor.expect_arrow()
        if start.text in armies:
            target = self.cursor.take_name(areas)
            loaded = isinstance(self.cursor.peek(), Number)
            return a.Redeploy(armies[start.text], target, vehicle, self._supplies() if loaded else NOTHING)
        try:
            source = areas[start.text]
        except InputError as error:
            raise error.at(start.span.place(self.cursor.file)) from None
        return a.PlaceVehicle(vehicle, source, self.cursor.take_name(areas), self._supplies())

    def _vehicles(self) -> a.TakeTransport:
        """``2 trucks, 3 trains``."""
        numbers = {"truck": 0, "train": 0}
        while True:
            number = self.cursor.number()
            numbers[self.cursor.take_word("truck", "trucks", "train", "trains").removesuffix("s")] += number
            if not self.cursor.accept_comma():
                return a.TakeTransport(numbers["truck"], numbers["train"])

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
        case a.OpenPool():
            return "reveal"
        case a.TakeOkh(card):
            return f"okh {material.card(card).name}"
        case a.PlayOkh(card):
            return f"play {material.card(card).name}"
        case a.ShipTo(area):
            return f"ship {material.area(area)}"
        case a.Airlift(army, supplies):
            return f"lift {material.army(army)} {supplies}"
        case a.LayTrack(area):
            return f"track {material.area(area)}"
        case a.Fight():
            return "fight"
        case a.CancelPartisans():
            return "cancel"
        case a.AdvanceRailhead(area):
            return f"rail {material.area(area) if area >= 0 else 'none'}"
        case a.CounterAttack(area):
            return f"attack {material.area(area)}"
        case a.PlaceSoviet(area):
            return f"place {material.area(area)}"
        case a.EndReaction():
            return "none"
        case a.WinterAttack(area):
            return f"winter {material.area(area)}"
        case a.Defend():
            return "defend"
        case a.Withdraw(path):
            return f"withdraw {' > '.join(map(material.area, path))}"
        case a.ShowSide(side):
            return side
        case a.LookUnder(area):
            return f"look {material.area(area)}"
        case a.AirSupportOver(area):
            return f"air {material.area(area)}"
        case a.TakeSupplies(base, supplies):
            return f"take {material.area(base)} {supplies}"
        case a.RemoveExcess(supplies):
            return f"remove {supplies}"
        case a.BeginTransport():
            return "transport"
        case a.PlaceVehicle(vehicle, source, target, supplies):
            return f"{vehicle} {material.area(source)} > {material.area(target)} {supplies}"
        case a.Redeploy(army, target, vehicle, supplies):
            more = f" {supplies}" if supplies != NOTHING else ""
            return f"{vehicle} {material.army(army)} > {material.area(target)}{more}"
        case a.EndTransport():
            return "end of transport"
        case a.TakeTransport(trucks, trains):
            taken = [counted(number, kind) for number, kind in ((trucks, "truck"), (trains, "train")) if number]
            return f"get {', '.join(taken)}"
        case a.EatFrom(place):
            return f"feed {place}"
        case a.MoveFleet(sea):
            return f"fleet > {material.board.seas[sea].name}"
