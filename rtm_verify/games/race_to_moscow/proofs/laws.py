"""What the variables of the model mean in any position: which are entries of arrays, and what the others say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from z3 import And, Implies

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.proofs.statics import army_of, is_armored, is_baltic, limit_of
from rtm_verify.games.race_to_moscow.spec.variables import VARIABLES
from rtm_verify.games.race_to_moscow.spec.words import NOBODY
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES
from rtm_verify.proof.induction import Entry, Law, Region, Suppositions
from rtm_verify.proof.template import Template

__all__ = ["LAWS", "REGIONS", "entries", "further", "touched"]

# The areas that change hands by an encirclement.
REGIONS = (
    Region("pocket", "soviet", "pocket markers left'", "pocket markers'", "pocket markers left'"),
    Region("pocket", "medals", "pocket medals left'", "pocket medals'", "pocket medals left'"),
    Region("pocket", "rewards", "pocket medals won'", after="pocket medals won'"),
    Region("pocket", "track", "pocket tracks'", after="pocket tracks'"),
    Region("pocket", "bunkers", "pocket bunkers left'", "pocket bunkers'", "pocket bunkers left'"),
    Region("pocket", "owner", "cut off'"),
)


def entries() -> dict[str, Entry]:
    """The variables that are entries of an array."""
    return {name: Entry(v.where.array, v.where.at) for name, v in VARIABLES.items() if v.where}


def touched(template: Template) -> frozenset[str]:
    return frozenset()


def further(q: Suppositions) -> Iterator[tuple[str, Any]]:
    """Where any army stands, the army on the move, and where it stands."""
    for position in (q.before, q.after):
        mover = position("moving.army")
        yield "army", mover
        yield "area", position("at", mover)
        yield "area", position("at", q.any_place("army"))


_LAWS: list[Law] = []

Says = Callable[..., Any]


def _law(name: str, *needs: str, of: tuple[str, ...] = ()) -> Callable[[Says], Says]:
    def note(says: Says) -> Says:
        _LAWS.append(Law(name, of, says, needs))
        return says

    return note


# What an action is about


@_law("the army on the move is the one in question")
def _(q: Suppositions) -> Any:
    """Unless the action itself names an army."""
    if q.template.name in ("Activate", "Load", "Drop"):
        return True
    return Implies(q.before("moving.army") != NOBODY, q.index("army") == q.before("moving.army"))


@_law("the area is where the army stands")
def _(q: Suppositions) -> Any:
    """Unless the action itself names an area."""
    return q.template.name in NAMES_AREA or q.index("area") == q.before("at", q.index("army"))


@_law("the army's number", "army")
def _(q: Suppositions) -> Any:
    return q.value("army") == q.index("army")


@_law("the area's number", "area")
def _(q: Suppositions) -> Any:
    return q.value("area") == q.index("area")


@_law("the army's player", "own army")
def _(q: Suppositions) -> Any:
    return q.value("own army") == (army_of(q.index("army")) == q.before("active"))


@_law("the army's kind", "armored")
def _(q: Suppositions) -> Any:
    return q.value("armored") == is_armored(q.index("army"))


@_law("the area's limit", "area limit")
def _(q: Suppositions) -> Any:
    return q.value("area limit") == limit_of(q.index("area"))


@_law("an occupied area", "occupied", of=("army",))
def _(q: Suppositions, army: Any) -> Any:
    return Implies(q.before("at", army) == q.index("area"), q.value("occupied"))


@_law("controlled ground", "controlled ground")
def _(q: Suppositions) -> Any:
    return q.value("controlled ground") == (q.before("owner", q.index("area")) != NOBODY)


@_law("cards that stand in are counted")
def _(q: Suppositions) -> Any:
    return And([p(f"stand_ins.{kind}") >= 0 for kind in SUPPLY_TYPES for p in (q.before, q.after)])


@_law("the next sea area", "adjacent sea", "sea")
def _(q: Suppositions) -> Any:
    """Sea areas of the Baltic are next to such only."""
    return Implies(And(q.value("adjacent sea"), is_baltic(q.before("fleet"))), is_baltic(q.value("sea")))


# A pocket


@_law("a pocket was open", "cut off'", of=("area",))
def _(q: Suppositions, area: Any) -> Any:
    taken = And(q.inside("pocket", area), q.value("cut off'"))
    return Implies(taken, q.before("owner", area) == NOBODY)


@_law("a pocket is taken", "pocket has own colour'", "double pocket as ruled'", of=("area",))
def _(q: Suppositions, area: Any) -> Any:
    owner = q.after("owner", area)
    ruled = And(q.inside("pocket", area), q.value("pocket has own colour'"), q.value("double pocket as ruled'"))
    return Implies(ruled, And(owner >= 0, owner < len(PLAYERS)))


@_law("a pocket's medals are somebody's", "pocket medals'")
def _(q: Suppositions) -> Any:
    return sum(q.value(f"pocket medals of {player}'") for player in range(len(PLAYERS))) == q.value("pocket medals'")


LAWS = tuple(_LAWS)
NAMES_AREA = frozenset({"Enter"})
