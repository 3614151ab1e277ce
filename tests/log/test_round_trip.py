"""What is written reads back the same, and writing is stable: over trees and over texts."""

from __future__ import annotations

import re
import sys
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from rtm_verify.errors import InputError
from rtm_verify.log import (
    Actor,
    Annotation,
    Arrow,
    Because,
    Cites,
    Comma,
    Comments,
    Draw,
    Expect,
    Given,
    Header,
    Highlight,
    Item,
    Log,
    Move,
    Name,
    Note,
    Number,
    Pin,
    Printed,
    Statement,
    Variation,
    Word,
    format_text,
    parse,
    parse_items,
    strip_spans,
    write,
)
from rtm_verify.log.syntax import CONTROL, HEADERS, RESERVED, misspelt

T = TypeVar("T")

# --- trees -------------------------------------------------------------------------------------

any_text = st.text(max_size=30).map(lambda t: CONTROL.sub("", t))
text = any_text.map(lambda t: t if t.strip() else f"{t}x")
comment = any_text.map(lambda t: " ".join(t.split()))
comments = st.builds(Comments, st.lists(comment, max_size=2).map(tuple), comment)

letters = "abcXYZäéß019-–'’.:/&()+*!?%@°_\u0301"
spelling = st.builds(str.__add__, st.sampled_from(letters), st.text(letters + "#", max_size=12))
number_like = re.compile("0|[1-9][0-9]{0,8}")
word_text = st.one_of(spelling, st.sampled_from(sorted(RESERVED))).filter(lambda t: not number_like.fullmatch(t))
opening = spelling.filter(lambda t: t not in RESERVED and not misspelt(t) and not number_like.fullmatch(t))
card = any_text.map(lambda t: " ".join(re.sub(r"[\[\],]", "", t).split())).filter(bool)
item: st.SearchStrategy[Item] = st.one_of(
    st.builds(Word, word_text),
    st.builds(Number, st.integers(0, 10**9 - 1)),
    st.just(Arrow()),
    st.just(Comma()),
    st.builds(Draw, card),
)
rule = st.builds(Name, spelling)
name = st.builds(Name, st.lists(spelling, min_size=1, max_size=3).map(" ".join))


def some(strategy: st.SearchStrategy[T], least: int = 1, most: int = 4) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


remark = st.one_of(
    st.builds(Expect, some(item), comments),
    st.builds(Printed, some(item), comments),
    st.builds(Highlight, some(name), comments),
    st.builds(Note, text, comments),
)
annotation = st.one_of(remark, st.builds(Cites, some(rule), comments))
pin = st.builds(Pin, spelling, spelling, comments)
fact = st.builds(Given, some(item), comments)
because = st.builds(Because, some(rule), comments)


@st.composite
def moves(draw: st.DrawFn) -> Move:
    illegal = draw(st.booleans())
    rest = draw(some(item, least=0 if illegal else 1, most=30))
    annotations: list[Annotation] = list(draw(some(annotation, least=0)))
    if illegal:
        annotations.insert(draw(st.integers(0, len(annotations))), draw(because))
    return Move((Word(draw(opening)), *rest), illegal, tuple(annotations), draw(comments))


@st.composite
def bodies(draw: st.DrawFn, depth: int = 0, has_actor: bool = False) -> tuple[Statement, ...]:
    body: list[Statement] = []
    for kind in draw(st.lists(st.sampled_from("amrv"), max_size=4)):
        after_move = bool(body) and isinstance(body[-1], Move)
        if kind == "a":
            body.append(Actor(draw(opening), draw(comments)))
            has_actor = True
        elif kind == "m" and has_actor:
            body.append(draw(moves()))
        elif kind == "r" and not after_move:  # below a move it would be the move's
            body.append(draw(remark))
        elif kind == "v" and depth < 3:
            inner = draw(bodies(depth=depth + 1, has_actor=has_actor))
            body.append(Variation(draw(text), inner, draw(comments), draw(comments)))
    return tuple(body)


@st.composite
def logs(draw: st.DrawFn) -> Log:
    game = " ".join(draw(st.lists(spelling, min_size=1, max_size=2)))
    kinds: dict[str, st.SearchStrategy[Header | Pin | Given]] = {"ruling": pin, "given": fact}
    others = [
        draw(kinds[key] if key in kinds else st.builds(Header, st.just(key), text, comments))
        for key in draw(st.lists(st.sampled_from(HEADERS[1:]), unique=True))
    ]
    return Log((Header("game", game, draw(comments)), *others), draw(bodies()), draw(some(comment, least=0)))


@given(logs())
@settings(max_examples=200, deadline=None)
def test_every_tree_reads_back_as_it_was_written(log: Log) -> None:
    written = write(log)
    assert strip_spans(parse(written)) == log
    assert format_text(written) == written


# --- texts -------------------------------------------------------------------------------------

fragment = st.one_of(
    st.sampled_from(
        [*sorted(RESERVED), "gray", "white", "armor", "4Pz", "Riga", "12", "0304", "8.2.a", "=", ">", ",", "and"]
    ),
    st.sampled_from(["[Mud]", "[a, #48 b]", "[?]", "[", "]", '"a # b"', r'"\"\\\n"', '"', "# c", "#", "##x", "a#b"]),
    st.text(max_size=4),
)
loose_line = st.builds(
    lambda indent, parts, gap: indent + gap.join(parts),
    st.sampled_from(["", "  ", "\t"]),
    st.lists(fragment, max_size=6),
    st.sampled_from([" ", "  ", "\t", ""]),
)
continuation = st.sampled_from(
    [
        "> Rzhev # further",
        "  > Velikiye Luki [Axis Latvians] hold and march and march and march and march",
        "and 4A Brest > Minsk",
    ]
)
annotation_line = st.sampled_from(
    [
        "cites 8.2, 8.3 8.4",
        "expect  4Pz has 1 fuel,2 ammo#x # y",
        "printed Riga is free",
        "highlight Riga ,Velikiye  Luki",
        r'note "a \"b\" # c" # d',
    ]
)
between = st.sampled_from(["", "", "# alone", "##", "\t"])


@st.composite
def sources(draw: st.DrawFn, depth: int = 0) -> list[str]:
    """The lines of a log that is well formed, if ugly."""
    lines: list[str] = []
    for kind in draw(st.lists(st.sampled_from(["actor", "move", "move", "illegal", "variation"]), max_size=4)):
        if kind == "actor":
            lines.append(draw(st.sampled_from(["white", "\tgray # moves"])))
        elif kind == "variation" and depth < 3:
            lines += ['variation "v # w" # x', *draw(sources(depth=depth + 1)), draw(between), " end # of v"]
        else:
            lines.append("illegal pass" if kind == "illegal" else "armor 4Pz Riga>Sebezh[Mud,#4]pay 1 fuel # leg")
            lines += [line for more in draw(st.lists(continuation, max_size=4)) for line in (draw(between), more)]
            lines += ["because 8.2 # why"] if kind == "illegal" else []
            lines += [line for more in draw(st.lists(annotation_line, max_size=4)) for line in (draw(between), more)]
    return lines


def assert_formatted_for_good(log: Log) -> None:
    written = write(log)
    assert strip_spans(parse(written)) == strip_spans(log)
    assert format_text(written) == written


@given(sources())
@settings(max_examples=200, deadline=None)
def test_a_well_formed_text_is_formatted_for_good_and_loses_no_comment(lines: list[str]) -> None:
    source = "\n".join(["# top", "title t # of it", "game x 1", "gray", *lines, "# last"])
    log = parse(source)
    assert_formatted_for_good(log)
    marks = re.compile(r"(?<!\S)#+ ?\w*(?![^\n]*\")")
    assert sorted(marks.findall(write(log))) == sorted(marks.findall(source))


@given(sources(), st.lists(st.tuples(st.integers(0, 40), loose_line), max_size=3))
@settings(max_examples=300, deadline=None)
def test_any_text_is_refused_with_a_place_or_formatted_for_good(lines: list[str], loose: list[tuple[int, str]]) -> None:
    for index, line in loose:
        lines.insert(index, line)
    try:
        log = parse("\n".join(["game x 1", "gray", *lines]))
    except InputError as error:
        place = error.place
        log = None
    if log:
        assert_formatted_for_good(log)
    else:
        assert place is not None
        assert place.line >= 1


def is_word(spelled: str) -> bool:
    try:
        Word(spelled)
    except InputError:
        return False
    return True


def test_the_grammar_reads_every_word_the_tree_can_hold() -> None:
    spelled = [f"a{chr(code)}" for code in range(sys.maxunicode + 1) if is_word(f"a{chr(code)}")]
    assert len(spelled) > 100_000
    assert strip_spans(Expect(parse_items(" ".join(spelled)))).items == tuple(map(Word, spelled))


def test_the_grammar_reads_no_word_the_tree_cannot_hold() -> None:
    for code in range(0x3000):
        spelled = f"a{chr(code)}"
        if not is_word(spelled):
            try:
                items = [item.text for item in parse_items(spelled)]
            except InputError:
                items = []
            assert spelled not in items
