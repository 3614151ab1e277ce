"""Walking through the items of a move or fact: what a game's own notation is built on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn, TypeVar

from rtm_verify.errors import InputError, Place
from rtm_verify.log.syntax import ANNOTATIONS, NOWHERE, Arrow, Comma, Draw, Item, Name, Number, Span, Word
from rtm_verify.names import Names, nearest

__all__ = ["Cursor"]

T = TypeVar("T")

# A bound on the words tried as one name, so that a hostile line costs no more than an honest one.
_LONGEST_NAME = 8


class Cursor:
    """A place in a row of items, moving from left to right.

    Every `take` either moves on or raises an `InputError` at the item where it stands. To try something and
    come back, keep `index` and set it again.

    Examples
    --------
    >>> from rtm_verify.log.reader import parse_items
    >>> cursor = Cursor(parse_items("fleet Danzig Bay > Baltic [Mud] pay 1 fuel"))
    >>> cursor.take_word("armor", "fleet")
    'fleet'
    >>> cursor.take_words_until().text
    'Danzig Bay'
    >>> cursor.expect_arrow()
    >>> cursor.take_words_until("pay").text, cursor.draws()[0].card, cursor.accept("pay"), cursor.number()
    ('Baltic', 'Mud', True, 1)
    >>> cursor.finish()
    Traceback (most recent call last):
    rtm_verify.errors.InputError: <text>:1:40: nothing more is expected here: 'fuel'
    """

    def __init__(self, items: Sequence[Item], file: str = "<text>", span: Span = NOWHERE) -> None:
        """`span` is where the row stands, for an error in a row without items."""
        self.items = items
        self.file = file
        self.index = 0
        self._span = span

    @property
    def done(self) -> bool:
        """Whether all items are taken."""
        return self.index >= len(self.items)

    @property
    def place(self) -> Place:
        """Where the cursor stands: at the next item, or behind the last."""
        if not self.done:
            return self.items[self.index].span.place(self.file)
        if not self.items:
            return self._span.place(self.file)
        last = self.items[-1].span
        return Place(self.file, last.line, last.end_column)

    def error(self, message: str, suggestion: str = "", *, text: str | None = None) -> NoReturn:
        """Raise an `InputError` here; the offending text is the next item unless another is given."""
        raise self._error(message, suggestion, text)

    def _error(self, message: str, suggestion: str = "", text: str | None = None) -> InputError:
        if text is None:
            text = "" if self.done else self.items[self.index].text
        return InputError(message, self.place, text, suggestion)

    def peek(self) -> Item | None:
        """The next item, left where it is."""
        return None if self.done else self.items[self.index]

    def take(self) -> Item:
        """The next item, whatever it is."""
        if self.done:
            raise self._error("something is missing at the end")
        item = self.items[self.index]
        self.index += 1
        return item

    def at_word(self, *words: str) -> bool:
        """Whether the next item is a word; if words are given, one of these."""
        item = self.peek()
        return isinstance(item, Word) and (not words or item.text in words)

    def at_arrow(self) -> bool:
        """Whether the next item is an arrow."""
        return isinstance(self.peek(), Arrow)

    def accept(self, word: str) -> bool:
        """Take the next item if it is this word."""
        return self._accept(self.at_word(word))

    def accept_arrow(self) -> bool:
        """Take the next item if it is an arrow."""
        return self._accept(self.at_arrow())

    def accept_comma(self) -> bool:
        """Take the next item if it is a comma."""
        return self._accept(isinstance(self.peek(), Comma))

    def _accept(self, there: bool) -> bool:
        self.index += there
        return there

    def take_word(self, *words: str) -> str:
        """The next item, which must be a word; if words are given, one of these.

        At the start of a move the suggestion includes the annotation keywords: a verb nobody knows may be one misspelt.
        """
        item = self.peek()
        if isinstance(item, Word) and (not words or item.text in words):
            self.index += 1
            return item.text
        if not words:
            raise self._error("a word is expected here")
        known = (*words, *ANNOTATIONS) if self.index == 0 else words
        near = nearest(item.text[:40], known) if isinstance(item, Word) else ""
        if not near and len(words) >= 4:
            near = f"one of {', '.join(words)}"
        raise self._error(f"{' or '.join(words)} is expected here" if len(words) < 4 else "unknown word", near)

    def take_words_until(self, *stops: str) -> Name:
        """The words and numbers up to an arrow, comma, draw, one of the words `stops`, or the end: a name."""
        taken: list[Item] = []
        while isinstance(item := self.peek(), Word | Number) and item.text not in stops:
            if not any(map(str.isalnum, item.text)):
                raise self._error("this is no part of a name", "write > for an arrow" if "-" in item.text else "")
            taken.append(item)
            self.index += 1
        if not taken:
            raise self._error("a name is expected here")
        return _joined(taken)

    def take_name(self, names: Names[T]) -> T:
        """What the longest known name at this place stands for.

        Examples
        --------
        >>> from rtm_verify.log.reader import parse_items
        >>> armies = Names("army", {"4 Panzergruppe": ("4Pz",)}, {"4 Panzergruppe": 4})
        >>> Cursor(parse_items("4 Panzergruppe Riga")).take_name(armies)
        4
        >>> Cursor(parse_items("4Pzz > Riga")).take_name(armies)
        Traceback (most recent call last):
        rtm_verify.errors.InputError: <text>:1:1: unknown army '4Pzz': did you mean 4 Panzergruppe?
        """
        run: list[Item] = []
        for item in self.items[self.index : self.index + _LONGEST_NAME]:
            if not isinstance(item, Word | Number):
                break
            run.append(item)
        if not run:
            raise self._error(f"a name is expected here ({names.noun})")
        for length in range(len(run), 0, -1):
            known = _joined(run[:length]).text
            if known in names:
                self.index += length
                return names[known]
        # The run may go on behind the name, so the shortest start that is near to one is meant.
        starts = (_joined(run[:length]).text for length in range(1, len(run) + 1))
        text = next(filter(names.near, starts), run[0].text)
        raise self._error(f"unknown {names.noun} '{text}'", names.suggest(text), text)

    def expect_arrow(self) -> None:
        """Take the next item, which must be an arrow."""
        if not self.accept_arrow():
            raise self._error("> is expected here")

    def number(self) -> int:
        """The next item, which must be a number."""
        item = self.peek()
        if not isinstance(item, Number):
            raise self._error("a number is expected here")
        self.index += 1
        return item.value

    def draws(self) -> tuple[Draw, ...]:
        """The draws that stand here, if any."""
        taken: list[Draw] = []
        while isinstance(item := self.peek(), Draw):
            taken.append(item)
            self.index += 1
        return tuple(taken)

    def finish(self) -> None:
        """Refuse whatever is left."""
        if not self.done:
            raise self._error("nothing more is expected here")


def _joined(items: Sequence[Item]) -> Name:
    first, last = items[0].span, items[-1].span
    return Name(" ".join(item.text for item in items), Span(first.line, first.column, last.end_column))
