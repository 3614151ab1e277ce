"""Names as people write them: spelling variants, accents and case resolve to one thing."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from rtm_verify.errors import InputError

__all__ = ["Names", "folded", "nearest"]

T = TypeVar("T")


def folded(name: str) -> str:
    """A name without case, accents, spaces and punctuation.

    >>> folded("Königsberg") == folded("konigsberg")
    True
    >>> folded("Velikiye  Luki") == folded("VELIKIYE-LUKI")
    True
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in plain if c.isalnum())


def nearest(word: str, known: Iterable[str]) -> str:
    """A "did you mean" for an unknown word, or nothing if no known word is near.

    >>> nearest("Rgia", ["Riga", "Tilsit"])
    'did you mean Riga?'
    """
    by_fold = {folded(name): name for name in known}
    close = difflib.get_close_matches(folded(word), by_fold, n=1, cutoff=0.6)
    return f"did you mean {by_fold[close[0]]}?" if close else ""


class Names(Generic[T]):
    """The names of one kind of thing, each with its spelling variants.

    Examples
    --------
    >>> areas = Names("area", {"Siauliai": ("Siaulai",), "Riga": ()}, {"Siauliai": 0, "Riga": 1})
    >>> areas["siaulai"]
    0
    >>> areas["Rgia"]
    Traceback (most recent call last):
    rtm_verify.errors.InputError: unknown area 'Rgia': did you mean Riga?
    """

    def __init__(self, noun: str, spellings: Mapping[str, Iterable[str]], values: Mapping[str, T]) -> None:
        self.noun = noun
        self._values: dict[str, T] = {}
        self._names: list[str] = []
        owner: dict[str, str] = {}
        for name, others in spellings.items():
            self._names.append(name)
            for spelling in (name, *others):
                key = folded(spelling)
                if not key:
                    raise InputError(f"{noun} name '{spelling}' has no letter or digit")
                if owner.setdefault(key, name) != name:
                    raise InputError(f"'{spelling}' names two {noun}s: {owner[key]} and {name}")
                self._values[key] = values[name]

    def __getitem__(self, name: str) -> T:
        try:
            return self._values[folded(name)]
        except KeyError:
            raise InputError(f"unknown {self.noun} '{name}'", text=name, suggestion=self.suggest(name)) from None

    def __contains__(self, name: str) -> bool:
        return folded(name) in self._values

    def near(self, name: str) -> str:
        """A "did you mean" for an unknown name, or nothing if no name is near."""
        return nearest(name, self._names)

    def suggest(self, name: str) -> str:
        """A "did you mean" for an unknown name, or the list of names if there are few."""
        return self.near(name) or (f"one of {', '.join(self._names)}" if len(self._names) <= 12 else "")
