"""Where the game enforces the clauses of its rulebooks: in the engine, the set-up, the invariants, and on the cards."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import msgspec

from rtm_verify.errors import Place
from rtm_verify.files import read_text
from rtm_verify.games.race_to_moscow.ruleset import catalogue, rulings
from rtm_verify.kernel.enforcement import Citation, Enforcement, cited_in_code
from rtm_verify.toml import decode, locate

__all__ = ["EDITION_OF_BOOK", "enforcement"]

EDITION_OF_BOOK = {"2024": "2024", "aid": "2024", "first": "first"}
"""The edition whose games each book speaks of: the player aid came with the rulebook of 2024."""

_CODE = ("engine/**/*.py", "setup.py")
_INVARIANTS = "invariants.py"
_CARDS = "data/cards/*.toml"
_VARIANTS = "data/variants.toml"


def enforcement() -> Enforcement:
    """The catalogue of the game with the places that enforce each clause; they are given from the game's folder on."""
    with as_file(files("rtm_verify.games.race_to_moscow")) as folder:
        return Enforcement(catalogue(), tuple(_cited(folder)), rulings())


def _cited(folder: Path) -> Iterator[Citation]:
    for pattern in _CODE:
        for path in folder.glob(pattern):
            yield from cited_in_code(read_text(path), path.relative_to(folder).as_posix(), catalogue())
    for found in cited_in_code(read_text(folder / _INVARIANTS), _INVARIANTS, catalogue()):
        yield msgspec.structs.replace(found, use="invariant")
    for path in folder.glob(_CARDS):
        yield from _on_cards(read_text(path), path.relative_to(folder).as_posix())
    yield from _on_variants(read_text(folder / _VARIANTS), _VARIANTS)


def _on_variants(text: str, file: str) -> Iterator[Citation]:
    """The clauses by which a variant can be chosen."""
    for index, variant in enumerate(decode(text, dict[str, Any], file)["variant"]):
        for field in ("rules", "rules_first"):
            for rule in variant.get(field, ()):
                yield Citation(rule, Place(file, locate(text, ("variant", index, field))[0]))


def _on_cards(text: str, file: str) -> Iterator[Citation]:
    """The clauses that the kinds of card rest on."""
    for index, kind in enumerate(decode(text, dict[str, Any], file).get("type", ())):
        for rule in kind.get("rules", ()):
            yield Citation(rule, Place(file, locate(text, ("type", index, "rules"))[0]))
