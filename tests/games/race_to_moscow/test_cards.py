"""The decks hold what the rulebooks print, and a card file that is wrong is refused where it is wrong."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from importlib.resources import files

import pytest

from rtm_verify.errors import InputError, Place
from rtm_verify.games.race_to_moscow.armies import load_armies
from rtm_verify.games.race_to_moscow.cards import Card, Pile, load_cards, read_cards
from rtm_verify.kernel.provenance import Provenance

CARDS = load_cards()
ALL = tuple(CARDS.by_number.values())
PURSUIT_TYPES = {
    "captured-stock",
    "captured-supplies",
    "requisitions",
    "auxiliaries",
    "recon",
    "halder",
    "fuhrerbefehl",
    "partisans",
    "halt",
    "reserve-army",
    "no-effect",
}
# Lines of each book as this project cites them.
BOOK_LINES = {"2024": 1102, "first": 1742, "aid": 237}


def assert_within_the_books(source: Provenance) -> None:
    for place in source.at:
        book, _, lines = place.partition(":")
        first, _, last = lines.partition("-")
        assert 1 <= int(first) <= int(last or first) <= BOOK_LINES[book], place


def only(pile: Pile, name: str) -> Card:
    (number,) = CARDS.names(pile)[name]
    return CARDS.by_number[number]


def test_the_numbers_1_to_99_are_each_used_once() -> None:
    assert sorted(card.number for card in ALL) == list(range(1, 100))


def test_cards_and_armies_together_are_110_numbered_cards() -> None:
    numbers = [card.number for card in ALL] + [army.card for army in load_armies().all]
    assert sorted(numbers) == list(range(1, 111))


def test_the_decks_have_their_sizes_and_number_ranges() -> None:
    def span(first: int, last: int) -> int:
        return sum(1 << number for number in range(first, last + 1))

    assert CARDS.pursuit == (span(1, 18), span(19, 36), span(37, 54))
    assert (CARDS.green, CARDS.blue, CARDS.okh) == (span(55, 75), span(76, 87), span(88, 99))
    assert [mask.bit_count() for mask in (*CARDS.pursuit, CARDS.green, CARDS.blue, CARDS.okh)] == [18] * 3 + [
        21,
        12,
        12,
    ]
    assert CARDS.soviet == span(55, 87)


@pytest.mark.parametrize("deck", ["gray", "white", "brown"])
def test_every_pursuit_deck_holds_all_eleven_types(deck: str) -> None:
    assert {card.type for card in ALL if card.deck == deck} == PURSUIT_TYPES


@pytest.mark.parametrize("deck", ["gray", "white", "brown"])
def test_every_pursuit_deck_has_auxiliaries_with_and_without_the_hand_symbol(deck: str) -> None:
    assert {card.hold for card in ALL if card.deck == deck and card.type == "auxiliaries"} == {True, False}


def test_every_pursuit_deck_has_the_same_mix_of_types() -> None:
    mixes = [Counter((c.type, c.hold) for c in ALL if c.deck == deck) for deck in ("gray", "white", "brown")]
    assert mixes[0] == mixes[1] == mixes[2]


@pytest.mark.parametrize(
    ("name", "type_", "hold"),
    [
        ("Soviet Bombers", "halt", False),
        ("Captured Stock", "captured-stock", False),
        ("Axis Latvians", "auxiliaries", True),
        ("Führerbefehl", "fuhrerbefehl", False),
        ("Partisans", "partisans", False),
        ("Silberfuchs", "no-effect", False),
    ],
)
def test_a_card_named_for_gray_stands_in_the_gray_deck(name: str, type_: str, hold: bool) -> None:
    cards = [CARDS.by_number[number] for number in CARDS.names("gray")[name]]
    assert {(card.deck, card.type, card.hold) for card in cards} == {("gray", type_, hold)}
    assert any(card.provenance.kind == "rulebook" for card in cards)


def test_40_army_is_browns_card_48() -> None:
    card = only("brown", "40 Army")
    assert (card.number, card.type, CARDS.type_of(48).ammo) == (48, "reserve-army", 1)
    assert "40 Army" not in CARDS.names("gray")


@pytest.mark.parametrize(
    ("name", "cost", "deck"),
    [
        ("3 Mech Corps", (2, 1), "green"),
        ("3 Shock Army", (3, 0), "blue"),
        ("6 Mech Corps", (3, 1), "green"),
        ("16 Mech Corps", (2, 1), "green"),
    ],
)
def test_a_named_soviet_unit_has_its_cost_and_colour(name: str, cost: tuple[int, int], deck: str) -> None:
    card = only("soviet", name)
    kind = CARDS.types[card.type]
    assert ((kind.ammo, kind.fuel), card.deck, card.provenance.kind) == (cost, deck, "rulebook")


def test_the_printed_soviet_numbers_are_kept() -> None:
    assert (only("soviet", "3 Mech Corps").number, only("soviet", "3 Shock Army").number) == (68, 83)


@pytest.mark.parametrize(
    ("type_", "ammo", "fuel"),
    [
        ("reserve-army", 1, 0),
        ("army", 2, 0),
        ("shock-army", 3, 0),
        ("mech-corps", 2, 1),
        ("elite-mech-corps", 3, 1),
    ],
)
def test_a_unit_costs_what_the_player_aid_says_and_halts(type_: str, ammo: int, fuel: int) -> None:
    kind = CARDS.types[type_]
    assert (kind.ammo, kind.fuel, kind.halt, kind.is_unit) == (ammo, fuel, True, True)


def test_only_units_cost_supplies_and_only_units_bombers_and_mud_halt() -> None:
    assert {kind.id for kind in CARDS.types.values() if kind.halt and not kind.is_unit} == {"halt"}
    assert not any(kind.fuel for kind in CARDS.types.values() if not kind.is_unit)
    assert {card.name for card in ALL if card.type == "halt"} == {"Soviet Bombers", "Mud"}


def test_every_soviet_card_is_a_unit_and_none_has_a_copy() -> None:
    for card in ALL:
        if card.pile == "soviet":
            assert CARDS.type_of(card.number).is_unit
            assert CARDS.copies(card.number) == 1 << card.number


def test_green_cards_are_easier_than_blue_ones_on_average() -> None:
    def average(deck: str) -> Fraction:
        kinds = [CARDS.types[card.type] for card in ALL if card.deck == deck]
        return Fraction(sum(kind.ammo + kind.fuel for kind in kinds), len(kinds))

    assert average("green") < average("blue")


def test_larger_units_carry_a_medal_and_smaller_ones_do_not() -> None:
    for card in ALL:
        if card.medal:
            assert CARDS.types[card.type].ammo == 3
        assert card.medal or card.type != "elite-mech-corps"


def test_no_soviet_army_bears_the_number_of_an_axis_army() -> None:
    names = load_armies().names
    assert not [card.name for card in ALL if card.pile != "okh" and card.name in names]


@pytest.mark.parametrize(
    "name",
    [
        "Transportflottille",
        "Brandenburg",
        "Luftbrücke",
        "Panzerhaubitzen",
        "Pionieren",
        "Grosstransportraum",
        "Schnellkampfgruppe",
        "Auftragstaktik",
        "Stukageschwader",
        "Sicherungs-Division",
        "Eisenbahnpioniere",
        "Wolfsschanze",
    ],
)
def test_each_okh_card_exists_once_and_may_be_kept(name: str) -> None:
    card = only("okh", name)
    assert (card.deck, card.hold) == ("okh", True)
    assert [other.name for other in ALL if other.type == card.type] == [name]


@pytest.mark.parametrize(
    ("pile", "spelling", "name"),
    [
        ("gray", "Fuhrerbefehl", "Führerbefehl"),
        ("gray", "SOVIET BOMBERS", "Soviet Bombers"),
        ("gray", "Captured stock", "Captured Stock"),
        ("brown", "40th Army", "40 Army"),
        ("okh", "Stuka Geschwader", "Stukageschwader"),
        ("okh", "Auftragstatkik", "Auftragstaktik"),
        ("okh", "Transportflotille", "Transportflottille"),
    ],
)
def test_a_card_answers_to_the_spellings_of_the_rulebooks(pile: Pile, spelling: str, name: str) -> None:
    assert CARDS.names(pile)[spelling] == CARDS.names(pile)[name]


def test_a_number_names_one_card_of_its_own_pile() -> None:
    assert CARDS.names("brown")["#48"] == (48,)
    assert CARDS.names("gray")["#13"] == (13,)
    assert "#48" not in CARDS.names("gray")


def test_copies_are_alike() -> None:
    alike: dict[tuple[str, str], set[tuple[object, ...]]] = {}
    for card in ALL:
        attributes = (card.type, card.hold, card.medal, card.spellings)
        alike.setdefault((card.pile, card.name), set()).add(attributes)
    assert all(len(kinds) == 1 for kinds in alike.values())


def test_copies_include_the_card_itself() -> None:
    assert CARDS.copies(1) == 1 << 1 | 1 << 2
    assert CARDS.copies(48) == 1 << 48


def test_sources_cite_lines_that_exist() -> None:
    for source in (*(card.provenance for card in ALL), *(kind.provenance for kind in CARDS.types.values())):
        assert_within_the_books(source)


def test_the_rules_of_a_type_stand_in_the_catalogue() -> None:
    folder = files("rtm_verify.games.race_to_moscow") / "data" / "rules"
    books = [
        tomllib.loads(file.read_text(encoding="utf-8")) for file in folder.iterdir() if file.name.endswith(".toml")
    ]
    catalogue = {rule["id"] for book in books for rule in book.get("rule", ())}
    assert {rule for kind in CARDS.types.values() for rule in kind.rules} <= catalogue


TYPE = """\
[[type]]
id = "army"
family = "soviet"
ammo = 2
summary = "Combat"
rules = []
provenance = { kind = "reconstructed" }
"""


def card_text(number: int, name: str, extra: str = "", deck: str = "green", type_: str = "army") -> str:
    return (
        f'[[card]]\nnumber = {number}\nname = "{name}"\ndeck = "{deck}"\ntype = "{type_}"\n'
        f'{extra}provenance = {{ kind = "reconstructed" }}\n'
    )


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (card_text(55, "3 Army", "colour = 1\n"), 13, "unknown field `colour`"),
        (card_text(55, "3 Army", deck="pink"), 11, "Invalid enum value 'pink'"),
        (card_text(55, "3 Army", type_="amry"), 12, "did you mean army?"),
        (card_text(1, "3 Army", deck="gray"), 11, "does not occur in the gray deck"),
        (card_text(0, "3 Army"), 9, "not positive"),
        (card_text(55, "3 Army") + card_text(55, "5 Army"), 15, "used twice: 3 Army has it"),
        (card_text(55, "3 Army") + card_text(56, "3 Army", "medal = true\n"), 19, "differ in 'medal'"),
        (TYPE, 9, "'army' is defined twice"),
    ],
)
def test_a_wrong_card_file_is_refused_at_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_cards({"deck.toml": TYPE + text})
    assert message in str(caught.value)
    assert caught.value.place is not None
    assert (caught.value.place.file, caught.value.place.line) == ("deck.toml", line)


def test_two_names_with_one_spelling_are_refused() -> None:
    text = TYPE + card_text(55, "3 Army") + card_text(56, "5 Army", 'spellings = ["3rd army", "3 ARMY"]\n')
    with pytest.raises(InputError, match="names two Soviet cards") as caught:
        read_cards({"deck.toml": text})
    assert caught.value.place == Place("deck.toml")


def test_a_card_without_a_provenance_is_refused() -> None:
    text = TYPE + '[[card]]\nnumber = 55\nname = "3 Army"\ndeck = "green"\ntype = "army"\n'
    with pytest.raises(InputError, match="missing required field `provenance`") as caught:
        read_cards({"deck.toml": text})
    assert caught.value.place == Place("deck.toml", 8, 1)
