"""Policies: what the editions of the rulebook settle differently, each by a named value."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from rtm_verify.toml import decode

__all__ = ["Policy", "all_policies", "load_policies"]


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that each edition answers.

    Parameters
    ----------
    values : the answer of each edition.
    at : the lines of each edition that give it.
    """

    id: str
    question: str
    rules: tuple[str, ...]
    values: dict[str, str]
    at: dict[str, tuple[str, ...]]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    policy: tuple[Policy, ...]


@cache
def all_policies() -> tuple[Policy, ...]:
    """Every policy of the game. They are read once."""
    file = files("rtm_verify.games.race_to_moscow") / "data" / "policies.toml"
    return decode(file.read_text(encoding="utf-8"), _File, "policies.toml").policy


def load_policies(edition: str) -> dict[str, str]:
    """The values of an edition, by policy.

    >>> load_policies("2024")["lost-medal"], load_policies("first")["lost-medal"]
    ('returned', 'kept')
    """
    return {policy.id: policy.values[edition] for policy in all_policies()}
