"""Formulas of a proof, read off real positions: what its arrays, variables and places are at a step that was played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Any

import z3

from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.proofs.arrays import NAMES, reader
from rtm_verify.games.race_to_moscow.proofs.laws import MEANING
from rtm_verify.games.race_to_moscow.proofs.statics import Statics
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.variables import INDICES, VARIABLES
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import members
from rtm_verify.proof.guards import compiled

__all__ = ["Reading", "Reality"]

SIGNS = {f"sum of {region.sign}": region for region in MEANING.regions}


class Reality:
    """The values of all names that formulas about a step use. A name that says nothing of this step is None."""

    def __init__(self, material: Material, before: State, action: Any = None, after: State | None = None) -> None:
        self.material, self.before, self.after = material, before, after or before
        self.scene = Scene(material, before, action, after) if action is not None else None
        self._near: list[int] = []
        self.values: dict[str, Any] = {}
        self.values.update(_named(Statics(material, before.order).functions))

    def __getitem__(self, name: str) -> Any:
        if name not in self.values:
            self.values[name] = self._find(name)
        return self.values[name]

    def known(self, names: Iterable[str]) -> Mapping[str, Any]:
        """The values of these names, and of others."""
        for name in names:
            self[name]
        return self.values

    def _find(self, name: str) -> Any:
        if name.endswith("()"):
            return self._function(name[:-2])
        if name in SIGNS or name.removesuffix("'") in SIGNS:
            return self._sum(name)
        plain = name.removesuffix("'")
        state = self.before if plain == name else self.after
        if name.startswith("index "):
            return self._read(INDICES.get(name.removeprefix("index ")), self.scene)
        if self.scene and plain in VARIABLES:
            return self._read(VARIABLES[plain].read, self.scene, state)
        if not NAMES.domains.get(plain, ("",)):
            return reader(self.material, state, plain)
        return None

    def _function(self, name: str) -> Any:
        if name == "in pocket":
            pocket = self.scene.pocket if self.scene else 0
            return lambda area: area >= 0 and bool(pocket >> area & 1)
        plain = name.removesuffix("'")
        return reader(self.material, self.before if plain == name else self.after, plain)

    def _sum(self, name: str) -> int:
        region = SIGNS.get(name) or SIGNS[name.removesuffix("'")]
        state = self.before if name in SIGNS else self.after
        pocket = members(self.scene.pocket) if self.scene else ()
        return sum(int(reader(self.material, state, array)(area)) for array in region.arrays for area in pocket)

    @staticmethod
    def _read(read: Callable[..., Any] | None, *of: Any) -> Any:
        """What is read; nothing if the action has no such part."""
        try:
            return read(*of) if read else None
        except AttributeError:
            return None

    def places(self, kind: str) -> Iterable[int]:
        """All places of a kind, and one that is none."""
        board = self.material.board
        return {
            "army": range(-1, len(self.material.armies)),
            "area": self._areas(),
            "player": range(3),
            "line": range(len(board.lines)),
            "card": sorted(self.material.cards.by_number)[::7],
        }[kind]

    def _areas(self) -> list[int]:
        """No area, those where something goes on, and some others."""
        if not self._near:
            before, after = self.before, self.after
            pocket = self.scene.pocket if self.scene else 0
            asked = {state.pending.area for state in (before, after) if state.pending}
            changed = {
                area
                for area in range(len(self.material.board.areas))
                if any(
                    getattr(before, field)[area] != getattr(after, field)[area]
                    for field in ("depots", "medals", "rewards")
                )
            }
            named = {self[f"index {name}"] for name in ("area", "receiver", "sender", "source", "target", "OKH area")}
            spread = range(0, len(self.material.board.areas), 9)
            near = {-1, *before.at, *after.at, *members(pocket), *asked, *changed, *named, *spread}
            self._near.extend(sorted(area for area in near if area is not None))
        return self._near


def _named(functions: Mapping[str, Any]) -> dict[str, Any]:
    return {f"{name}()" if callable(value) else name: value for name, value in functions.items()}


class Reading:
    """A formula as plain Python, with the places in it that stand for any."""

    def __init__(self, formula: Any) -> None:
        self.formula = formula
        self.node = compiled(formula)
        self._names = tuple(dict.fromkeys(_names(formula)))
        self.anywhere = [name for name in self._names if name.startswith("any ")]

    def exceptions(self, reality: Reality) -> Iterator[dict[str, int]]:
        """The places for which it does not hold; nowhere if it is true, or says nothing of this step."""
        kinds = [name.removeprefix("any ").removeprefix("other ") for name in self.anywhere]
        for places in product(*map(reality.places, kinds)):
            chosen = dict(zip(self.anywhere, places, strict=True))
            reality.values.update(chosen)
            if self.node(reality.known(self._names)) is False:
                yield chosen

    def says_nothing(self, reality: Reality) -> bool:
        """Whether something it speaks of cannot be read at this step."""
        reality.values.update((name, 0) for name in self.anywhere)
        return self.node(reality.known(self._names)) is None


def _names(formula: Any) -> Iterator[str]:
    """The names that stand in a formula; a function has () behind its name."""
    if isinstance(formula, z3.ExprRef):
        children = formula.children()
        if formula.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            yield f"{formula.decl().name()}()" if children else formula.decl().name()
        for child in children:
            yield from _names(child)
