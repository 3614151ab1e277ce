"""What the reader says of a log that is none: where, what, and what to do about it."""

from __future__ import annotations

import random
import time

import pytest

from rtm_verify.errors import InputError
from rtm_verify.log import (
    Actor,
    Because,
    Cites,
    Comments,
    Draw,
    Expect,
    Header,
    Highlight,
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
    parse,
    write,
)
from rtm_verify.log.syntax import MAX_DEPTH


def complaint(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse(text, "f")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # headers
        ("", "f:1:1: no header says which game this is: the form is: game GAME EDITION"),
        ("game x\ntitel Foo", "f:2:1: unknown header 'titel': did you mean title?"),
        ("game x\ntitel {Foo}", "f:2:1: unknown keyword 'titel': did you mean title?"),
        ("game x\nscenaro a/b", "f:2:1: unknown header 'scenaro': did you mean scenario?"),
        (
            "game x\n m Riga",
            "f:2:2: unknown header 'm': name the player on a line of its own above the first move",
        ),
        ("game x\ntitle a\ntitle b", "f:3:7: the header 'title' stands twice"),
        ("game x\ngame y", "f:2:6: the header 'game' stands twice"),
        ("game x\nvariant a\nvariant a", "f:3:9: the header 'variant a' stands twice"),
        ("game x\nruling a = b\nruling a = c", "f:3:8: the header 'ruling a' stands twice"),
        ("game x\nruling a", "f:2:9: the line ends too early: the form is: ruling NAME = CHOICE"),
        ("game x\nruling a = b c", "f:2:14: 'c' cannot stand here: the form is: ruling NAME = CHOICE"),
        ("game x\ntitle", "f:2:6: the line ends too early: the form is: title TEXT"),
        ("game x\ntitle # none", "f:2:7: the line ends too early: the form is: title TEXT"),
        ('game x\ntitle ""', "f:2:1: the header 'title' needs a text"),
        ("game x 2024 b", "f:1:1: a game is named by its id and edition: 'x 2024 b': the form is: game GAME EDITION"),
        ("game x\np\ntitle a", "f:3:7: a header stands here: headers stand above the first player"),
        # keywords
        ("game x\np\n m a\n  expct b", "f:4:3: unknown keyword 'expct': did you mean expect?"),
        ("game x\np\n m a\n  Expect b", "f:4:3: unknown keyword 'Expect': did you mean expect?"),
        ('game x\np\n m a\n  noet "b"', "f:4:3: unknown keyword 'noet': did you mean note?"),
        ("game x\np\n m a\n  becuase 8.2", "f:4:3: unknown keyword 'becuase': did you mean because?"),
        ("game x\np\n ilegal m a", "f:3:2: unknown keyword 'ilegal': did you mean illegal?"),
        ("game x\nEND", "f:2:1: unknown keyword 'END': did you mean end?"),
        ("game x\np\n illegal end\n because 1", "f:3:2: 'end' is a word of the log language and cannot be a move"),
        # annotations
        ("game x\np\n m a\n expect", "f:4:8: the line ends too early: the form is: expect FACT"),
        ("game x\np\n m a\n cites >", "f:4:8: '>' cannot stand here: the form is: cites RULE RULE"),
        ("game x\np\n cites 8.2", "f:3:2: 'cites' belongs to a move, and none stands above it"),
        (
            "game x\np\n m a\n because 8.2",
            "f:4:2: 'because' belongs to an illegal move: write illegal before the move",
        ),
        (
            "game x\np\n illegal m a\n m b",
            "f:3:2: an illegal move needs the rule that forbids it: add a line: because RULE",
        ),
        ("game x\np\n m a\n note b", "f:4:7: 'b' cannot stand here: the form is: note \"TEXT\""),
        ("game x\np\n m a\n highlight a,", "f:4:14: the line ends too early: the form is: highlight NAME, NAME"),
        ('game x\nnote " "', "f:2:1: a note needs a text"),
        # moves
        ("game x\np\n > a", "f:3:2: this line continues no move: '>'"),
        ("game x\np\n m a\n expect b\n and c", "f:5:2: this line continues no move: 'and'"),
        ("game x\np\n 4 m", "f:3:2: '4' is not a word"),
        ("game x\np\n > > [", "f:3:6: this bracket is not closed: '['"),
        ("game x\np\n [Mud]", "f:3:2: '[' cannot stand here: a line begins with a player, a verb or a keyword"),
        ("game x\np\n m a {", "f:3:6: '{' cannot stand here"),
        ("game x\np\n m a → b", "f:3:6: '→' cannot stand here: write > for an arrow"),
        ("game x\np\n m a\u00a0b", "f:3:5: '\\xa0' cannot stand here: this is a no-break space: write a plain one"),
        ("game x\np\n m >#b", "f:3:5: '#' is neither a comment here nor part of a word: put a space before a comment"),
        # brackets and quotes
        ("game x\np\n m [Mud", "f:3:4: this bracket is not closed: '[Mud': a card is written [Name]"),
        ("game x\np\n m [Mud [Rain]", "f:3:4: this bracket is not closed: '[Mud ': a card is written [Name]"),
        ("game x\np\n m Mud]", "f:3:7: this bracket closes none: ']'"),
        ("game x\np\n m []", "f:3:5: a card's name is missing: ']': write [?] for a card nobody saw"),
        ("game x\np\n m [a,,b]", "f:3:7: a card's name is missing: ',': write [?] for a card nobody saw"),
        ("game x\np\n m [\u00a0]", "f:3:5: a card's name is missing: '\\xa0': this is a no-break space"),
        ('game x\nnote "abc', "f:2:6: this quote is not closed on its line: '\"abc'"),
        (
            'game x\nnote "a\\d"',
            'f:2:8: unknown escape \\d: write \\" for a quote, \\\\ for a backslash, \\n for a new line',
        ),
        ('game x\nnote "a" b', "f:2:10: 'b' cannot stand here: the form is: note \"TEXT\""),
        # variations
        ("game x\nend", "f:2:1: 'end' closes no variation"),
        ('game x\nvariation "v"\n', "f:2:1: this variation has no end: close it with a line: end"),
        ("game x\nvariation v", "f:2:11: 'v' cannot stand here: the form is: variation \"TITLE\""),
        ("game x\nend now", "f:2:5: 'n' cannot stand here: the form is: end"),
        ('game x\nvariation "v"\np\n m a\nend\nm b', "f:6:1: no player has the move yet: 'm': name the player"),
        # characters
        ("game x\ntitle a\x07b", "f:2:8: a control character stands here: '\\x07'"),
        ("game x\n# a\x1b[31m", "f:2:4: a control character stands here: '\\x1b'"),
        ("game x\n# a\u202eb", "f:2:4: a control character stands here: '\\u202e'"),
    ],
)
def test_an_error_says_where_what_and_what_to_do(text: str, expected: str) -> None:
    assert complaint(text).startswith(expected)


def test_variations_nest_up_to_a_limit() -> None:
    def nested(depth: int) -> str:
        return "game x\n" + 'variation "v"\n' * depth + "end\n" * depth

    assert parse(nested(MAX_DEPTH)).body
    assert complaint(nested(MAX_DEPTH + 1)).startswith(f"f:{MAX_DEPTH + 2}:1: variations nest deeper than")


@pytest.mark.parametrize("verb", ["vote", "route", "send", "expel", "bend", "sail", "hand"])
def test_an_honest_verb_near_a_keyword_is_a_verb(verb: str) -> None:
    assert parse(f"game x\np\n {verb} a").body


MEGABYTE = 2**20
HOSTILE = {
    "one long word": "x" * MEGABYTE,
    "one long move": "game x\np\nm " + "a > " * (MEGABYTE // 4),
    "one long verb": "game x\np\n" + "m" * MEGABYTE + " a",
    "one long number": "game x\np\nm " + "1" * MEGABYTE,
    "one long note": 'game x\nnote "' + "a\\\\" * (MEGABYTE // 3) + '"',
    "an open note": 'game x\nnote "' + '\\"' * (MEGABYTE // 2),
    "one long comment": "game x\n" + "#" * MEGABYTE,
    "one long header": "game x\ntitle " + "a # b " * (MEGABYTE // 6),
    "blanks before a comment": "game x\ntitle a" + " \t" * (MEGABYTE // 2) + "# b",
    "open brackets": "game x\np\nm " + "[" * MEGABYTE,
    "an open bracket": "game x\np\nm [" + "a," * (MEGABYTE // 2),
    "many draws": "game x\np\nm " + "[a]" * (MEGABYTE // 3),
    "quotes": '"' * MEGABYTE,
    "blank lines": "game x" + "\n \t" * (MEGABYTE // 3),
    "many actors": "game x\n" + "".join(f"p{i}\n" for i in range(100_000)),
    "many verbs": "game x\np\n" + "".join(f"expel{i} a\n" for i in range(100_000)),
    "many continuations": "game x\np\nm a\n" + "> a\n" * 100_000,
    "many comments": "game x\n" + "# c\n" * 100_000,
    "deep variations": "game x\n" + 'variation "v"\n' * 100_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_or_refused_in_bounded_time(name: str) -> None:
    start = time.perf_counter()
    try:
        outcome = write(parse(HOSTILE[name]))
    except InputError as error:
        outcome = str(error)
    assert outcome
    # Linear behaviour takes a few seconds at most, quadratic behaviour would take hours.
    assert time.perf_counter() - start < 60


def test_reading_keeps_its_pace() -> None:
    pair = "  armor 4Pz Riga > Jekelopils [Soviet Bombers] pay 1 fuel\n    expect 4Pz has 1 fuel, 2 ammo\n"
    text = "game x\ngray\n" + pair * 5_000
    parse("game x")  # builds the parser
    start = time.perf_counter()
    log = parse(text)
    assert len(log.body) == 5_001
    # 10,000 lines; the promise is 5,000 lines per second, with room for a busy machine.
    assert time.perf_counter() - start < 10


@pytest.mark.parametrize("seed", range(200))
def test_random_bytes_are_refused_with_a_place(seed: int) -> None:
    data = random.Random(seed).randbytes(400)  # noqa: S311
    assert complaint(data.decode("latin-1")).startswith("f:")


def move(*annotations: Because | Cites, illegal: bool = False) -> Move:
    return Move((Word("m"), Word("a")), illegal, annotations)


def deep(depth: int) -> Statement:
    return Variation("v", (deep(depth - 1),) if depth > 1 else ())


@pytest.mark.parametrize(
    "build",
    [
        lambda: Word("two words"),
        lambda: Word("12"),
        lambda: Word("#a"),
        lambda: Word(""),
        lambda: Number(-1),
        lambda: Number(10**9),
        lambda: Draw("a, b"),
        lambda: Draw(" a"),
        lambda: Draw(""),
        lambda: Name("a  b"),
        lambda: Header("ruling", "a"),
        lambda: Header("titel", "a"),
        lambda: Header("title", " "),
        lambda: Pin("a b", "c"),
        lambda: Cites(()),
        lambda: Because((Name("8 2"),)),
        lambda: Expect(()),
        lambda: Printed(()),
        lambda: Highlight(()),
        lambda: Note("\x07"),
        lambda: Actor("end"),
        lambda: Actor("two words"),
        lambda: Move(()),
        lambda: Move((Number(1), Word("a"))),
        lambda: Move((Word("alone"),)),
        lambda: Move((Word("and"), Word("a"))),
        lambda: move(illegal=True),
        lambda: move(Because((Name("8.2"),))),
        lambda: Variation(""),
        lambda: Comments(("two\nlines",)),
        lambda: Comments(beside=" blank"),
        lambda: Log(()),
        lambda: Log((Header("title", "t"), Header("game", "x"))),
        lambda: Log((Header("game", "x"),), (move(),)),
        lambda: Log((Header("game", "x"),), (Actor("p"), move(), Note("n"))),
        lambda: Log((Header("game", "x"),), (deep(MAX_DEPTH + 1),)),
        lambda: Log((Header("game", "x"),), closing=(" a",)),
    ],
)
def test_a_tree_that_cannot_be_written_cannot_be_built(build: object) -> None:
    assert callable(build)
    with pytest.raises(InputError):
        build()
