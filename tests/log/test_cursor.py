"""Walking through items, as a game's notation does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rtm_verify.errors import InputError
from rtm_verify.log import Cursor, Draw, Span, Word, parse_items
from rtm_verify.names import Names

AREAS = Names("area", {"Velikiye Luki": (), "Velikiye": (), "Riga": ()}, {"Velikiye Luki": 1, "Velikiye": 2, "Riga": 3})


def cursor(text: str) -> Cursor:
    return Cursor(parse_items(text), "f")


def test_a_name_goes_up_to_the_next_sign_or_stop_word() -> None:
    here = cursor("Velikiye Luki 2 hold > Rzhev, Riga [Mud]")
    name = here.take_words_until("hold")
    assert name.text == "Velikiye Luki 2"
    assert name.span == Span(1, 1, 16)
    assert here.accept("hold")
    assert not here.accept("hold")
    here.expect_arrow()
    assert here.take_words_until().text == "Rzhev"
    assert here.accept_comma()
    assert here.take_words_until().text == "Riga"
    assert [draw.card for draw in here.draws()] == ["Mud"]
    assert here.draws() == ()
    assert here.done
    here.finish()


def test_the_longest_known_name_is_taken() -> None:
    here = cursor("velikiye luki Riga Velikiye > x")
    assert [here.take_name(AREAS) for _ in range(3)] == [1, 3, 2]
    assert here.at_arrow()


def test_a_cursor_can_go_back() -> None:
    here = cursor("a > b")
    start = here.index
    here.take()
    assert here.accept_arrow()
    here.index = start
    assert here.at_word("a")
    assert here.peek() == Word("a", Span(1, 1, 2))


def test_an_unseen_card_is_a_draw_like_any_other() -> None:
    assert cursor("[?, Mud]").draws() == (Draw("?", Span(1, 2, 3)), Draw("Mud", Span(1, 5, 8)))


@pytest.mark.parametrize(
    ("text", "step", "message"),
    [
        ("", Cursor.take, "f: something is missing at the end"),
        ("Riga", Cursor.number, "f:1:1: a number is expected here: 'Riga'"),
        ("Riga", Cursor.expect_arrow, "f:1:1: > is expected here: 'Riga'"),
        ("> a", Cursor.take_words_until, "f:1:1: a name is expected here: '>'"),
        ("> a", Cursor.take_word, "f:1:1: a word is expected here: '>'"),
        ("a", Cursor.finish, "f:1:1: nothing more is expected here"),
        ("armr", lambda c: c.take_word("armor", "fleet"), "f:1:1: armor or fleet is expected here: 'armr': did you"),
        (
            "expec",
            lambda c: c.take_word("armor", "fleet", "rail", "pass"),
            "f:1:1: unknown word: 'expec': did you mean expect?",
        ),
        ("> a", lambda c: c.take_name(AREAS), "f:1:1: a name is expected here (area): '>'"),
        ("Rgia", lambda c: c.take_name(AREAS), "f:1:1: unknown area 'Rgia': did you mean Riga?"),
        ("Riga", lambda c: c.error("no", "do this"), "f:1:1: no: 'Riga': do this"),
    ],
)
def test_an_error_stands_at_the_item_where_the_cursor_is(
    text: str, step: Callable[[Cursor], object], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        step(cursor(text))
    assert str(caught.value).startswith(message)


def test_an_error_at_the_end_stands_behind_the_last_item() -> None:
    here = cursor("pay 1")
    here.take()
    here.take()
    with pytest.raises(InputError, match="f:1:6: a name is expected here"):
        here.take_words_until()


def test_an_error_in_an_empty_row_stands_where_the_row_does() -> None:
    with pytest.raises(InputError, match="f:7:3: a number"):
        Cursor((), "f", Span(7, 3, 9)).number()
