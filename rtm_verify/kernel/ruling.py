"""Where a rulebook is open or contradicts itself: the readings, the default, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.files import read_text
from rtm_verify.names import nearest
from rtm_verify.toml import decode, locate

__all__ = ["Ruling", "Rulings"]


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open point of a rulebook.

    Parameters
    ----------
    id : a stable name that a log can pin: ``ruling captured-goods = card``.
    question : what the rulebook leaves open, in one sentence.
    passages : the places that speak of it, such as ``2024:613``.
    alternatives : the readings, each with what it means.
    default : the reading taken when a log pins none, by edition; ``*`` stands for every other edition.
    why : the reason for the default.
    rules : the clauses it touches.
    """

    id: str
    question: str
    passages: tuple[str, ...]
    alternatives: dict[str, str]
    default: dict[str, str]
    why: str
    rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.alternatives) < 2:
            raise ValueError("a ruling has at least two alternatives")
        if unknown := [choice for choice in self.default.values() if choice not in self.alternatives]:
            raise ValueError(f"the default '{unknown[0]}' is not an alternative")
        if "*" not in self.default:
            raise ValueError("the default has an entry for '*', every edition not named")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ruling: tuple[Ruling, ...]


class Rulings(Mapping[str, Ruling]):
    """All rulings of a game, by id."""

    def __init__(self, rulings: tuple[Ruling, ...]) -> None:
        self._rulings = {ruling.id: ruling for ruling in rulings}

    @classmethod
    def load(cls, path: Path) -> Rulings:
        """The rulings of a TOML file; an id that stands twice is refused."""
        text = read_text(path)
        rulings = decode(text, _File, str(path)).ruling
        seen: set[str] = set()
        for index, ruling in enumerate(rulings):
            if ruling.id in seen:
                place = Place(str(path), *locate(text, ("ruling", index, "id")))
                raise InputError(f"the ruling '{ruling.id}' stands twice", place)
            seen.add(ruling.id)
        return cls(rulings)

    def __getitem__(self, key: str) -> Ruling:
        try:
            return self._rulings[key]
        except KeyError:
            suggestion = nearest(key, self._rulings) or f"one of {', '.join(self._rulings)}"
            raise InputError(f"unknown ruling '{key}'", text=key, suggestion=suggestion) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._rulings)

    def __len__(self) -> int:
        return len(self._rulings)

    def choose(self, edition: str, pins: Mapping[str, str]) -> dict[str, str]:
        """The reading of every ruling: the pinned one, or the edition's default."""
        chosen = {}
        for name, choice in pins.items():
            if choice not in self[name].alternatives:
                known = self[name].alternatives
                suggestion = nearest(choice, known) or f"one of {', '.join(known)}"
                raise InputError(f"the ruling '{name}' has no reading '{choice}'", text=choice, suggestion=suggestion)
        for name, ruling in self._rulings.items():
            chosen[name] = pins.get(name) or ruling.default.get(edition, ruling.default["*"])
        return chosen
