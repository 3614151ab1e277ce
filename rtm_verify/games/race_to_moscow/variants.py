"""The optional rules and variants a game can be played with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from rtm_verify.errors import InputError
from rtm_verify.kernel.words import counted
from rtm_verify.names import nearest
from rtm_verify.toml import decode

__all__ = ["Variant", "all_variants", "check_players", "choose_variants"]


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An optional rule or variant.

    Parameters
    ----------
    rules_first : the clauses of the first edition, if it rules otherwise.
    excludes : variants that cannot be in play beside it.
    players : for how many Axis players it is meant.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    at: tuple[str, ...]
    rules_first: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    players: tuple[int, ...] = (1, 2, 3)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    variant: tuple[Variant, ...]


@cache
def all_variants() -> Mapping[str, Variant]:
    """Every variant of the game, by its name in a log. They are read once.

    >>> list(all_variants())
    ['advanced', 'redeployment', 'hard', 'veteran', 'abwehr', 'winter', 'total-war', 'soviet-player']
    """
    file = files("rtm_verify.games.race_to_moscow") / "data" / "variants.toml"
    variants = decode(file.read_text(encoding="utf-8"), _File, "variants.toml").variant
    return MappingProxyType({variant.id: variant for variant in variants})


def choose_variants(names: Iterable[str]) -> frozenset[str]:
    """The variants of a game, if they go together.

    Raises
    ------
    InputError
        If a name is unknown, stands twice, or excludes another.

    Examples
    --------
    >>> sorted(choose_variants(["winter", "hard"]))
    ['hard', 'winter']
    >>> choose_variants(["hard", "veteran"])
    Traceback (most recent call last):
    rtm_verify.errors.InputError: the variants 'hard' and 'veteran' cannot be played together
    """
    known, chosen = all_variants(), set[str]()
    for name in names:
        if name not in known:
            suggestion = nearest(name, known) or f"one of {', '.join(known)}"
            raise InputError(f"unknown variant '{name}'", text=name, suggestion=suggestion)
        if name in chosen:
            raise InputError(f"the variant '{name}' is named twice", text=name)
        for other in known[name].excludes:
            if other in chosen:
                raise InputError(f"the variants '{other}' and '{name}' cannot be played together", text=name)
        chosen.add(name)
    return frozenset(chosen)


def check_players(variants: Iterable[str], count: int) -> None:
    """Refuse a variant that is not meant for so many Axis players (13.3.players)."""
    for name in sorted(variants):
        if count not in all_variants()[name].players:
            raise InputError(f"the variant '{name}' is not meant for {counted(count, 'player')}", text=name)
