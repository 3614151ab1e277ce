"""What the reader makes of a log."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rtm_verify.errors import InputError, Place
from rtm_verify.log import (
    Actor,
    Arrow,
    Because,
    Cites,
    Comma,
    Comments,
    Draw,
    Expect,
    Header,
    Highlight,
    Log,
    Move,
    Note,
    Number,
    Pin,
    Printed,
    Span,
    Variation,
    Word,
    parse,
    parse_items,
    read_log,
    strip_spans,
)

EXAMPLE = """\
game      race-to-moscow 2024
title     4 Panzergruppe reaches Velikiye Luki before White
source    8.2 EXAMPLE 1 (2024:594-621)          # a comment
scenario  rulebook/riga
ruling    captured-goods = card                 # pins a ruling
variant   hard
variant   short

gray
  armor 4Pz Riga > Jekelopils [Soviet Bombers] pay 1 fuel
                 > Sebezh [Captured Stock] load 1 ammo
    cites     8.2.fuel, 8.halt
    expect    4Pz has 1 fuel, 2 ammo
    printed   4Pz has 1 fuel, 1 ammo
    highlight Riga, Velikiye Luki
    note      "A \\"comment\\" beside this step."
  illegal armor 4Pz Velikiye Luki > Rzhev
    because   8.common.once
  variation "What if the fleet had sailed first?"
    fleet Danzig Bay > Baltic
  end
white
  fields 9A Suwalki > Vilnius [Mud]
    and 4A Siedlce > Brest [6 Mech Corps]
"""


def body(text: str) -> list[object]:
    """The statements under a minimal header."""
    return [strip_spans(statement) for statement in parse(f"game x\n{text}").body]


def one_move(text: str) -> Move:
    """The one move of the player `p`."""
    actor, move = body(f"p\n{text}")
    assert isinstance(actor, Actor)
    assert isinstance(move, Move)
    return move


def words(text: str) -> tuple[Word, ...]:
    return tuple(map(Word, text.split()))


def test_headers_are_found_by_name() -> None:
    log = parse(EXAMPLE)
    assert (log.game, log.edition) == ("race-to-moscow", "2024")
    assert log.header("title") == "4 Panzergruppe reaches Velikiye Luki before White"
    assert log.header("source") == "8.2 EXAMPLE 1 (2024:594-621)"
    assert log.header("board") == ""
    assert log.variants == ("hard", "short")
    assert [(pin.ruling, pin.choice) for pin in log.pins] == [("captured-goods", "card")]


def test_a_header_is_placed_at_its_value() -> None:
    log = parse(EXAMPLE, "a.rtm")
    scenario = log.find("scenario")
    assert scenario is not None
    assert log.place(scenario) == Place("a.rtm", 4, 11)


def test_a_log_is_walked_statement_by_statement() -> None:
    kinds = [type(statement) for statement in parse(EXAMPLE).body]
    assert kinds == [Actor, Move, Move, Variation, Actor, Move]


def test_a_move_is_a_row_of_items_over_all_its_lines() -> None:
    move = one_move("armor 4Pz Riga > Sebezh [Mud] pay 1 fuel,\n > Rzhev")
    assert move.verb == "armor"
    assert move.items == (
        *words("armor 4Pz Riga"),
        Arrow(),
        Word("Sebezh"),
        Draw("Mud"),
        Word("pay"),
        Number(1),
        Word("fuel"),
        Comma(),
        Arrow(),
        Word("Rzhev"),
    )


def test_a_line_beginning_with_and_continues_the_move() -> None:
    assert one_move("fields 9A > Vilnius\nand 4A > Brest") == one_move("fields 9A > Vilnius and 4A > Brest")


def test_indentation_and_blank_lines_mean_nothing() -> None:
    flat = "\n\n".join(line.strip() for line in EXAMPLE.splitlines())
    assert strip_spans(parse(flat)) == strip_spans(parse(EXAMPLE))


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_any_line_end_will_do(newline: str) -> None:
    assert parse(EXAMPLE.replace("\n", newline)) == parse(EXAMPLE)


def test_the_last_line_needs_no_line_end() -> None:
    assert parse(EXAMPLE.rstrip()) == parse(EXAMPLE)


def test_annotations_hang_on_the_move_above() -> None:
    move = next(statement for statement in parse(EXAMPLE).body if isinstance(statement, Move))
    assert [type(annotation) for annotation in move.annotations] == [Cites, Expect, Printed, Highlight, Note]
    cites, _, _, highlight, note = move.annotations
    assert isinstance(cites, Cites)
    assert [rule.text for rule in cites.rules] == ["8.2.fuel", "8.halt"]
    assert isinstance(highlight, Highlight)
    assert [name.text for name in highlight.names] == ["Riga", "Velikiye Luki"]
    assert isinstance(note, Note)
    assert note.text == 'A "comment" beside this step.'


def test_an_illegal_move_carries_its_reason() -> None:
    move = one_move("illegal pass\n because 8.common.once 8.2")
    assert move.illegal
    (because,) = move.annotations
    assert isinstance(because, Because)
    assert [rule.text for rule in because.rules] == ["8.common.once", "8.2"]


@pytest.mark.parametrize("where", ["", "p\n", 'p\nvariation "v"\n m a\nend\n', "p\nm a\nq\n"])
def test_a_remark_not_below_a_move_speaks_of_the_position(where: str) -> None:
    remark = body(f"{where}expect Riga is free")[-1]
    assert remark == Expect(words("Riga is free"))


def test_a_remark_may_open_a_variation() -> None:
    (_, variation) = body('p\nvariation "v"\nnote "from here"\nend')
    assert variation == Variation("v", (Note("from here"),))


def test_variations_nest() -> None:
    (_, outer) = body('p\nvariation "a"\nm 1\nvariation "b"\nm 2\nend\nm 3\nend')
    assert isinstance(outer, Variation)
    assert [type(statement) for statement in outer.body] == [Move, Variation, Move]


def test_names_may_hold_accents_and_marks() -> None:
    text = "m Königsberg Kaunas/Kowno Soviet-Guards O'Brien B&W Nr.4 card#48 U\u0308ber 8.2:3 (north)"
    assert one_move(text).items == words(text)


@pytest.mark.parametrize(("text", "item"), [("12", Number(12)), ("0", Number(0)), ("0304", Word("0304"))])
def test_digits_are_a_number_unless_a_zero_leads_them(text: str, item: object) -> None:
    assert one_move(f"m {text}").items[1] == item


def test_digits_beyond_any_board_game_are_a_word() -> None:
    assert one_move(f"m {'9' * 5000}").items[1] == Word("9" * 5000)


@pytest.mark.parametrize("text", ["[Mud, #48 Rain]", "[Mud] [#48 Rain]", "[ Mud ,#48   Rain ]", "[Mud][#48 Rain]"])
def test_draws_stand_in_one_bracket_or_in_several(text: str) -> None:
    assert one_move(f"m {text}").items[1:] == (Draw("Mud"), Draw("#48 Rain"))


def test_an_unseen_draw_is_a_question_mark() -> None:
    (draw,) = one_move("m [?]").items[1:]
    assert isinstance(draw, Draw)
    assert draw.unseen


def test_keywords_decide_only_at_the_start_of_a_line() -> None:
    text = "m expect note end and illegal game title because variation cites"
    assert one_move(text).items == words(text)


def test_a_comment_starts_after_a_blank_outside_quotes_and_brackets() -> None:
    log = parse('game x # one\np\nm a#2 [#3 b # c] # four\nnote "# five" # six')
    assert log.headers[0].comments == Comments(beside="one")
    move = log.body[1]
    assert isinstance(move, Move)
    assert [item.text for item in move.items] == ["m", "a#2", "[#3 b # c]"]
    assert move.comments == Comments(beside="four")
    assert move.annotations[0].comments == Comments(beside="six")


def test_comments_stay_with_the_line_they_stand_above() -> None:
    log = parse('# g\ngame x\n# p\n\n#\np\n# m\nm a\n# n\nnote "n"\n# v\nvariation "v"\n# e\nend # b\n# last')
    actor, move, variation = log.body
    assert isinstance(actor, Actor)
    assert isinstance(move, Move)
    assert isinstance(variation, Variation)
    assert log.headers[0].comments.above == ("g",)
    assert actor.comments.above == ("p", "")
    assert move.comments.above == ("m",)
    assert move.annotations[0].comments.above == ("n",)
    assert variation.comments.above == ("v",)
    assert variation.closing == Comments(("e",), "b")
    assert log.closing == ("last",)


def test_comments_inside_a_move_are_kept_in_order() -> None:
    move = one_move("# 1\nm a # 2\n# 3\n> b\n> c # 4")
    assert move.comments == Comments(("1", "2", "3"), "4")


def test_the_only_comment_beside_a_move_stays_beside_it() -> None:
    assert one_move("m a # here\n> b").comments == Comments(beside="here")


def test_header_text_may_be_quoted() -> None:
    log = parse('game x\ntitle "Card # 48 \\\\ \\"Mud\\""')
    assert log.header("title") == 'Card # 48 \\ "Mud"'


def test_bare_header_text_may_hold_any_sign() -> None:
    log = parse('game x\ntitle A; {b} "c" > [d] e#f, g')
    assert log.header("title") == 'A; {b} "c" > [d] e#f, g'


def test_game_comes_first_wherever_it_stands() -> None:
    log = parse("title t\ngame x\nauthor a\nauthor b")
    names = [header.name for header in log.headers if isinstance(header, Header)]
    assert names == ["game", "title", "author", "author"]


def test_a_game_needs_no_edition() -> None:
    assert parse("game x").edition == ""


def test_every_item_knows_its_place() -> None:
    log = parse("game x\np\n  m Riga\n    > Minsk [Mud]")
    move = log.body[1]
    assert isinstance(move, Move)
    assert move.span == Span(3, 3, 9)
    assert [item.span for item in move.items] == [
        Span(3, 3, 4),
        Span(3, 5, 9),
        Span(4, 5, 6),
        Span(4, 7, 12),
        Span(4, 14, 17),
    ]


def test_a_log_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.rtm"
    path.write_text(EXAMPLE, encoding="utf-8")
    log = read_log(path)
    assert log.file == str(path)
    assert log.body == parse(EXAMPLE).body


def test_a_missing_file_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_log(tmp_path / "none.rtm")


def test_items_may_be_read_by_themselves() -> None:
    assert strip_spans(Expect(parse_items("a, 1 > [b]"))).items == (
        Word("a"),
        Comma(),
        Number(1),
        Arrow(),
        Draw("b"),
    )
    assert parse_items("") == ()


def test_items_by_themselves_are_one_line() -> None:
    with pytest.raises(InputError, match=r"a\.rtm:2:1"):
        parse_items("a b\nc d", "a.rtm")


def test_pins_and_headers_stay_in_the_authors_order() -> None:
    log = parse("game x\nruling b = 2\ntitle t\nruling a = one")
    assert strip_spans(log) == Log(
        (Header("game", "x"), Pin("b", "2"), Header("title", "t"), Pin("a", "one")),
    )


def test_importing_the_log_package_does_not_load_lark() -> None:
    code = "import sys, rtm_verify.log; print('lark' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert result.stdout.strip() == "False"
