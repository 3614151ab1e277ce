"""One number and one word for everything that is legal in a position, as an oracle for recorded games."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.notation import describe

__all__ = ["legal_digest"]

_LETTERS = str.maketrans("0123456789abcdef", "bcdfghjklmnpqrst")


def legal_digest(material: Material, legal: Iterable[a.Action]) -> str:
    """The fact a log can expect of these actions: their number, and eight letters that change with any of them."""
    names = sorted(describe(material, action) for action in legal)
    digest = hashlib.sha256("\n".join(names).encode()).hexdigest()[:8].translate(_LETTERS)
    return f"legal {len(names)} {digest}"
