"""A fact in a few words says what the board file says, of every kind there is."""

from __future__ import annotations

import pytest

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.board import default_board
from rtm_verify.games.race_to_moscow.board_facts import read_fact


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (("line", "Lvov", "Proskurov"), True),
        (("line", "Danzig", "Riga"), False),
        (("road", "Riga", "Jekelopils"), True),
        (("road", "Jekelopils", "Riga"), True),
        (("road", "Danzig", "Moskva"), False),
        (("road", "Riga", "Jekelopils", "gray"), True),
        (("road", "Riga", "Jekelopils", "white"), False),
        (("beside", "Kedainai", "gray"), True),
        (("beside", "Danzig", "brown"), False),
        (("guard", "Borisov", "Orsha", "white"), True),
        (("guard", "Borisov", "Orsha", "gray"), False),
        (("colour", "Vilnius", "white"), True),
        (("colour", "Vilnius", "brown"), False),
        (("fortified", "Kaluga"), True),
        (("fortified", "Sebezh"), False),
        (("soviet", "Kaunas"), True),
        (("soviet", "Ventspils"), False),
        (("medal", "Lvov"), True),
        (("medal", "Stanislavov"), False),
        (("victory", "Rostov"), True),
        (("victory", "Kiev"), False),
        (("harbor", "Liepai"), True),
        (("harbor", "Siauliai"), False),
        (("printed", "Siedlce"), True),
        (("printed", "Brest"), False),
        (("printed", "Siedlce", "white"), True),
        (("printed", "Siedlce", "gray"), False),
        (("start", "Warschau"), True),
        (("start", "Siedlce"), False),
        (("start zone", "Siedlce"), True),
        (("start zone", "Orsha"), False),
        (("main base", "Danzig"), True),
        (("main base", "Piatra"), False),
        (("frontline base", "Piatra"), True),
        (("frontline base", "Reichshof"), False),
        (("other sea", "Liepaja", "Riga"), True),
        (("other sea", "Liepaja", "Ventspils"), False),
        (("other sea", "Liepaja", "Siauliai"), False),
        (("fleet start", "Liepaja"), True),
        (("fleet start", "Leningrad"), False),
        (("fleet start", "Kaunas"), False),
        (("medals", "Kiev"), 2),
        (("medals", "Sebezh"), 0),
        (("soviet areas",), 20),
        (("fortified areas",), 16),
    ],
)
def test_a_fact_is_what_the_board_file_says(words: tuple[str, ...], value: int | bool) -> None:
    fact = read_fact(words, default_board())
    assert (type(fact.value), fact.value) == (type(value), value)


def test_a_red_line_joins_areas_but_is_no_road() -> None:
    board = default_board()
    red = next(line for line in board.lines if line.red)
    assert read_fact(("line", red.a, red.b), board).value is True
    assert read_fact(("road", red.a, red.b), board).value is False


def test_a_fact_has_the_provenance_of_its_entry_if_one_entry_holds_it() -> None:
    board = default_board()

    def places(*words: str) -> tuple[str, ...] | None:
        provenance = read_fact(words, board).provenance
        return None if provenance is None else provenance.at

    assert places("road", "Riga", "Jekelopils", "gray") == ("2024:595",)
    assert places("line", "Danzig", "Riga") is None
    assert places("medal", "Velikiye Luki") == ("2024:619",)
    assert places("harbor", "Liepaja") == ("2024:540",)
    assert places("other sea", "Liepaja", "Ventspils") == ("2024:653",)
    assert places("start zone", "Orsha") is None


def test_a_fact_is_told_in_words() -> None:
    board = default_board()
    told = read_fact(("other sea", "Liepaja", "Riga"), board).meaning
    assert told == "Riga has a harbor on another sea area than Liepaja"
    assert read_fact(("printed", "Siedlce", "white"), board).meaning == "Siedlce has White's printed marker"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("fortifed", "Kaluga"), "there is no fact 'fortifed' about 1 name: did you mean fortified?"),
        (("line", "Kaluga"), "there is no fact 'line' about 1 name"),
        (("road", "Riga", "Jekelopils", "grey"), "unknown player 'grey': did you mean gray?"),
        (("fortified", "Kalga"), "unknown area 'Kalga': did you mean Kaluga?"),
    ],
)
def test_what_is_no_fact_is_refused(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_fact(words, default_board())
    assert str(caught.value).startswith(message)
