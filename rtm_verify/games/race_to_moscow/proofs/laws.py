"""What the variables of the model mean in any position: which are entries of arrays, and what the others say.

A law is trusted: it is not proved from the clauses, but a test sees that each holds at steps of recorded games and
cases. Laws say how the action and what is worked out from the board hang together with the arrays, never what a rule
demands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import getdoc
from typing import Any

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.armies import load_armies
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.proofs.arrays import NAMES
from rtm_verify.games.race_to_moscow.proofs.statics import (
    AXIOMS,
    army_of,
    is_armored,
    is_baltic,
    is_objective,
    kind_of,
    limit_of,
    number_of_players,
    plays,
    printed_by,
)
from rtm_verify.games.race_to_moscow.spec.okh_cards import OKH_CARDS
from rtm_verify.games.race_to_moscow.spec.variables import VARIABLES
from rtm_verify.games.race_to_moscow.spec.words import FOOD, NOBODY, WOLFSSCHANZE
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES
from rtm_verify.proof.induction import Entry, Law, Meaning, Region, Suppositions, Total

__all__ = ["MEANING"]

# The areas that change hands by an encirclement. Each kind of thing in them is answered for by a variable of its own.
_REGIONS = (
    Region("pocket", ("owner",), "cut off'"),
    Region("pocket", ("track",), "pocket tracks'", after="pocket tracks'"),
    Region("pocket", ("soviet", "stacked"), "pocket markers left'", "pocket markers'", "pocket markers left'"),
    Region("pocket", ("infantry", "armor"), "pocket sides left'", after="pocket sides left'"),
    Region("pocket", ("medals",), "pocket medals gone'", before="pocket medals'"),
    Region("pocket", ("rewards",), "pocket medals owed'"),
    Region("pocket", ("bunkers",), "pocket bunkers stay'"),
    Region("pocket", ("bunkers",), "pocket bunkers gone'"),
)

_TOTALS = (
    Total("stacked", ("markers stacked",)),
    Total("trains", ("trains on map",)),
    Total("trucks", tuple(f"trucks of {player} on map" for player in range(len(PLAYERS)))),
)

# The arrays of which a variable without an entry answers for more than the places that an action names.
_TOUCHED: dict[str, tuple[str, ...]] = {
    "armies that have moved": ("moved",),
    "cards held new": ("held_this_turn",),
    "areas attacked": ("attacked",),
    "others made way": ("at",),
    "markers stacked": ("stacked",),
    "stacked here": ("stacked",),
    "trains as they lay": ("trains",),
    **{f"trucks of {player} as they lay": ("trucks",) for player in range(len(PLAYERS))},
    **dict.fromkeys(("stand-ins in order", "discards", "discards as they should be"), ("discards",)),
}

# Entries of which the model says in another way where they are.
_ELSEWHERE = {
    "place of the army in the way": Entry("at", ("army in the way",)),
    "own marker": None,  # control markers alone are no array: see the law
}


def _entries() -> dict[str, Entry]:
    """The variables that are entries of an array."""
    found = {name: Entry(v.where.array, v.where.at) for name, v in VARIABLES.items() if v.where}
    return {name: entry for name, entry in (found | _ELSEWHERE).items() if entry is not None}


def _further(q: Suppositions) -> Iterator[tuple[str, Any]]:
    """Where any army stands; the army on the move, where it stands and where it came from."""
    for position in (q.before, q.after):
        mover = position("moving.army")
        yield "army", mover
        yield "area", position("at", mover)
        yield "area", position("at", q.any_place("army"))
        yield "area", position("at", q.any_place("army", other=True))
        yield "area", position("moving.entered_from")
        yield "area", position("pending.area")
        yield "card", position("pending.card")


_LAWS: list[Law] = []

Says = Callable[..., Any]


def _law(*needs: str, of: tuple[str, ...] = (), actions: tuple[str, ...] = ()) -> Callable[[Says], Says]:
    """Note a law; `needs` are the variables without which it says nothing, `actions` those it speaks of, if not all."""

    def note(says: Says) -> Says:
        def told(q: Suppositions, *places: Any) -> Any:
            return says(q, *places) if not actions or q.template.name in actions else True

        _LAWS.append(Law(getdoc(says) or "", of, told, needs))
        return says

    return note


def _for_each(law: Callable[[str], None], *names: str) -> None:
    for name in names:
        law(name)


_LAWS += [Law(axiom.sentence, axiom.domains, lambda _, *places, says=axiom.says: says(*places), ()) for axiom in AXIOMS]


# What an action is about

_NAMES_ARMY = ("Activate", "Load", "Drop")
_NAMES_AREA = ("Enter", "AdvanceRailhead", "CounterAttack", "PlaceSoviet", "WinterAttack")
_OF_OPEN_AREA = ("Defend", "Withdraw", "ShowSide")
_IN_WINTER = ("WinterAttack", "Defend", "Withdraw")


@_law()
def _(q: Suppositions) -> Any:
    """What is the player's is the active player's."""
    return And(q.index("player") == q.before("active"), plays(q.before("active")))


@_law()
def _(q: Suppositions) -> Any:
    """The army in question is the one on the move, unless the action names one, or is about an area."""
    if q.template.name in (*_NAMES_ARMY, *_IN_WINTER):
        return True
    return Implies(q.before("moving.army") != NOBODY, q.index("army") == q.before("moving.army"))


@_law()
def _(q: Suppositions) -> Any:
    """The area in question is where that army stands, unless the action names one, or an open question does."""
    if q.template.name in _NAMES_AREA:
        return True
    if q.template.name in _OF_OPEN_AREA:
        return Implies(q.before("pending.area") >= 0, q.index("area") == q.before("pending.area"))
    here = q.before("at", q.index("army"))
    stands = Implies(here >= 0, q.index("area") == here)
    if q.template.name == "MoveMedal":  # of Wolfsschanze no army is on the move
        return Or(kind_of(q.before("pending.card")) == WOLFSSCHANZE, stands)
    return stands


@_law(of=("army",), actions=_IN_WINTER)
def _(q: Suppositions, army: Any) -> Any:
    """The army in question is the one in the area that is struck, if there is one."""
    return Implies(And(q.before("at", army) >= 0, q.before("at", army) == q.index("area")), army == q.index("army"))


def _is_number(name: str) -> None:
    @_law(name)
    def _(q: Suppositions) -> Any:
        """A variable that is the number of a place is that place."""
        return q.value(name) == q.index(name)


_for_each(_is_number, "army", "area", "card", "receiver", "OKH card")


@_law()
def _(q: Suppositions) -> Any:
    """Players and armies that are named by their numbers, and where such armies stand."""
    players = [q.index(f"player {player}") == player for player in range(len(PLAYERS))]
    armies = [
        And(q.index(f"army {army}") == army, q.index(f"area of army {army}") == q.before("at", army))
        for army in range(len(load_armies().all))
        if q.has(f"place of army {army}")
    ]
    return And(*players, *armies)


@_law(actions=_NAMES_ARMY)
def _(q: Suppositions) -> Any:
    """An army that an action names is one of the game."""
    return q.index("army") >= 0


@_law("looked area", "Soviet marker there")
def _(q: Suppositions) -> Any:
    """The area looked at is one of the board; whether a Soviet marker lies there."""
    looked = q.value("looked area")
    return And(looked >= 0, q.value("Soviet marker there") == q.before("soviet", looked))


@_law("harbor area")
def _(q: Suppositions) -> Any:
    """The harbor is the area of the OKH card."""
    return And(q.value("harbor area") == q.index("OKH area"), q.value("harbor area") >= 0)


@_law("asked area")
def _(q: Suppositions) -> Any:
    """The area asked about."""
    return q.value("asked area") == q.index("asked area")


@_law(actions=("Hold", "UseNow", "Decline", "MoveMedal", "FlipTrack", "CancelPartisans", "Peek", "LookUnder", "Fight"))
def _(q: Suppositions) -> Any:
    """The card in question is the open one."""
    return Implies(q.before("pending.kind") != 0, q.index("card") == q.before("pending.card"))


@_law("OKH card")
def _(q: Suppositions) -> Any:
    """Cards are numbered from 1."""
    return q.value("OKH card") > 0


@_law("OKH card", "OKH card kind")
def _(q: Suppositions) -> Any:
    """A card's kind is one and the same in both ways to tell it."""
    wolfsschanze = q.value("OKH card kind") == OKH_CARDS["wolfsschanze"]
    return wolfsschanze == (kind_of(q.index("OKH card")) == WOLFSSCHANZE)


@_law("card kind")
def _(q: Suppositions) -> Any:
    """The kind of the card in question."""
    return q.value("card kind") == kind_of(q.index("card"))


@_law("card kind", actions=("Draw",))
def _(q: Suppositions) -> Any:
    """A card drawn on entering an area is no OKH card."""
    return And(kind_of(q.index("card")) != WOLFSSCHANZE, q.index("card") > 0)


@_law("unit ammo", "card brings", "card kind")
def _(q: Suppositions) -> Any:
    """A card is a unit, or brings a supply, or does something else, or nothing."""
    unit, brings, other = q.value("unit ammo") > 0, q.value("card brings") != 0, q.value("card kind") != 0
    return And(Not(And(unit, brings)), Not(And(unit, other)), Not(And(brings, other)))


@_law("armored unit")
def _(q: Suppositions) -> Any:
    """Units of an armored deck are told apart only with a Soviet player."""
    return True if "soviet-player" in q.rules.variants else Not(q.value("armored unit"))


@_law("unit fuel")
def _(q: Suppositions) -> Any:
    """A card costs no less than nothing."""
    return And(q.value("unit fuel") >= 0, q.value("unit ammo") >= 0)


# Armies


@_law("own army")
def _(q: Suppositions) -> Any:
    """The army's player."""
    return q.value("own army") == (army_of(q.index("army")) == q.before("active"))


@_law("armored")
def _(q: Suppositions) -> Any:
    """The army's kind."""
    return q.value("armored") == is_armored(q.index("army"))


@_law("occupied", of=("army",))
def _(q: Suppositions, army: Any) -> Any:
    """An area with an army is occupied."""
    return Implies(q.before("at", army) == q.index("area"), q.value("occupied"))


@_law(actions=("Enter", "AdvanceRailhead", "CounterAttack", "PlaceSoviet", "WinterAttack"))
def _(q: Suppositions) -> Any:
    """An area that an action names is one of the board."""
    return q.index("area") >= 0


@_law("army attacked", of=("army",))
def _(q: Suppositions, army: Any) -> Any:
    """Whether an army stands in the area that is struck."""
    here = q.index("area")
    return And(
        Implies(q.value("army attacked"), q.before("at", q.index("army")) == here),
        Implies(q.before("at", army) == here, q.value("army attacked")),
    )


@_law("in reach of an army", of=("army",))
def _(q: Suppositions, army: Any) -> Any:
    """An army reaches the area it stands in."""
    return Implies(q.before("at", army) == q.index("area"), q.value("in reach of an army"))


@_law("own rider", "place of rider")
def _(q: Suppositions) -> Any:
    """Whose army rides."""
    return q.value("own rider") == (army_of(q.index("rider")) == q.before("active"))


@_law("own lifted army")
def _(q: Suppositions) -> Any:
    """Whose army gets what comes by air."""
    return q.value("own lifted army") == (army_of(q.index("lifted army")) == q.before("active"))


@_law("army at receiver", of=("army",))
def _(q: Suppositions, army: Any) -> Any:
    """Whether an army stands in the area that supplies come to."""
    here = q.index("receiver")
    return And(
        Implies(q.value("army at receiver"), q.before("at", q.index("army at receiver")) == here),
        Implies(q.before("at", army) == here, q.value("army at receiver")),
    )


@_law("place of a new start", of=("army",))
def _(q: Suppositions, army: Any) -> Any:
    """A lost army is formed again in a free area of its player's, not the lost one, or nowhere."""
    place = q.value("place of a new start")
    own = q.before("owner", place) == army_of(q.index("army"))
    return Or(place == NOBODY, And(place >= 0, own, place != q.index("area"), q.before("at", army) != place))


@_law("first of the way", "way is controlled", "length of the way")
def _(q: Suppositions) -> Any:
    """A way that is controlled leads to an area of the army's player, not the lost one."""
    first = q.value("first of the way")
    own = And(first >= 0, first != q.index("area"), q.before("owner", first) == army_of(q.index("army")))
    return Implies(And(q.value("way is controlled"), q.value("length of the way") >= 1), own)


@_law("second of the way", "way is controlled", "length of the way")
def _(q: Suppositions) -> Any:
    """And so does its second part."""
    second = q.value("second of the way")
    own = And(second >= 0, second != q.index("area"), q.before("owner", second) == army_of(q.index("army")))
    return Implies(And(q.value("way is controlled"), q.value("length of the way") >= 2), own)


@_law("others made way'", "way ends free", "way is simple", "way is needed", of=("army", "army"))
def _(q: Suppositions, army: Any, other: Any) -> Any:
    """Armies that make way along a way do so each to an area of its own, which is the next on it."""
    way = And(q.value("others made way'"), q.value("way ends free"), q.value("way is simple"), q.value("way is needed"))
    apart = Or(army == other, q.after("at", army) < 0, q.after("at", army) != q.after("at", other))
    return Implies(And(way, q.value("place'") == q.value("first of the way"), q.value("way is controlled")), apart)


@_law("others made way'", "way is controlled", of=("army",))
def _(q: Suppositions, army: Any) -> Any:
    """An army that makes way stays on its player's ground; who is not in the way stays where he is."""
    here, there = q.before("at", army), q.after("at", army)
    own = And(there >= 0, there != q.index("area"), q.before("owner", there) == army_of(army))
    mine = army_of(army) == army_of(q.index("army"))
    return Or(here == there, army == q.index("army"), And(own, mine), Not(q.value("way is controlled")))


# Areas


def _limit(name: str, index: str) -> None:
    @_law(name)
    def _(q: Suppositions) -> Any:
        """The limit of an area."""
        return q.value(name) == limit_of(q.index(index))


_limit("area limit", "area")
_limit("limit of receiver", "receiver")
_limit("harbor limit", "OKH area")


def _owner(name: str, index: str) -> None:
    @_law(name)
    def _(q: Suppositions) -> Any:
        """Who controls an area."""
        return And(q.value(name) == q.before("owner", q.index(index)), q.index(index) >= 0)


_owner("owner of receiver", "receiver")
_owner("owner of sender", "sender")


@_law(actions=("TakeSupplies",))
def _(q: Suppositions) -> Any:
    """A base is an area of the board."""
    return q.index("receiver") >= 0


@_law(actions=("RemoveExcess",))
def _(q: Suppositions) -> Any:
    """Excess leaves the area that is open."""
    return Implies(q.before("pending.area") >= 0, q.index("receiver") == q.before("pending.area"))


@_law(*(f"{kind} taken" for kind in SUPPLY_TYPES), actions=("Drop",))
def _(q: Suppositions) -> Any:
    """To drop is to take nothing."""
    return And([q.value(f"{kind} taken") == 0 for kind in SUPPLY_TYPES])


@_law("controlled ground")
def _(q: Suppositions) -> Any:
    """Whether anybody controls the area."""
    return q.value("controlled ground") == (q.before("owner", q.index("area")) != NOBODY)


@_law("main base")
def _(q: Suppositions) -> Any:
    """A Main Supply Base is its player's by print."""
    return Implies(q.value("main base"), printed_by(q.index("receiver")) == q.before("active"))


@_law("own harbor")
def _(q: Suppositions) -> Any:
    """Whether the active player controls the harbor."""
    return q.value("own harbor") == (q.before("owner", q.index("OKH area")) == q.before("active"))


@_law("asked marker is own")
def _(q: Suppositions) -> Any:
    """Where a player's own marker lies he controls the area."""
    return Implies(q.value("asked marker is own"), q.before("owner", q.index("OKH area")) == q.before("active"))


@_law("own marker")
def _(q: Suppositions) -> Any:
    """The same of the area whose marker is turned at the railhead."""
    return Implies(q.value("own marker"), q.before("owner", q.index("area")) == q.before("active"))


@_law("marker owner")
def _(q: Suppositions) -> Any:
    """Whose marker lies in the area asked about controls it."""
    owner = q.value("marker owner")
    return Or(owner == NOBODY, q.before("owner", q.index("asked area")) == owner)


@_law("marker to strike")
def _(q: Suppositions) -> Any:
    """What can be struck is a marker of a player of the game, so not ground that is his by print."""
    here = q.index("area")
    owner = q.before("owner", here)
    struck = And(owner >= 0, owner < len(PLAYERS), plays(owner), printed_by(here) == NOBODY)
    return Implies(q.value("marker to strike"), struck)


@_law("target has marker", "target has printed medal", "other area")
def _(q: Suppositions) -> Any:
    """Where a medal goes to."""
    source, target = q.index("source"), q.index("target")
    return And(
        q.value("target has marker") == (q.before("owner", target) != NOBODY),
        q.value("target has printed medal") == is_objective(target),
        q.value("other area") == (source != target),
    )


@_law("source or target entered")
def _(q: Suppositions) -> Any:
    """Whether it comes from or goes to the area in question."""
    here = q.index("area")
    return q.value("source or target entered") == Or(here == q.index("source"), here == q.index("target"))


@_law("adjacent sea", "sea")
def _(q: Suppositions) -> Any:
    """Sea areas of the Baltic are next to such only."""
    return Implies(And(q.value("adjacent sea"), is_baltic(q.before("fleet"))), is_baltic(q.value("sea")))


# Supplies, vehicles and cards


@_law(of=("area",))
def _(q: Suppositions, area: Any) -> Any:
    """A list of markers, and of cards that stand in, has no fewer than none."""
    counts = [p("stacked", area) >= 0 for p in (q.before, q.after)]
    return And(*counts, *(p(f"stand_ins.{kind}") >= 0 for kind in SUPPLY_TYPES for p in (q.before, q.after)))


@_law(of=("area",))
def _(q: Suppositions, area: Any) -> Any:
    """Nothing lies where no area is."""
    nothing = [p(f"depots.{kind}", area) == 0 for kind in SUPPLY_TYPES for p in (q.before, q.after)]
    return Implies(area < 0, And(nothing))


def _mask(name: str, array: str, kind: str) -> None:
    @_law(name, f"{name}'", of=(kind,))
    def _(q: Suppositions, place: Any) -> Any:
        """A set that is as it was has the members it had; one that is empty has none."""
        before, after = q.before(array, place), q.after(array, place)
        same = Implies(q.value(f"{name}'") == q.value(name), after == before)
        return And(same, Implies(q.value(f"{name}'") == 0, Not(after)))


_mask("armies that have moved", "moved", "army")
_mask("cards held new", "held_this_turn", "card")
_mask("areas attacked", "attacked", "area")


@_law("markers stacked", "markers stacked'", "stacked here'", of=("area",))
def _(q: Suppositions, area: Any) -> Any:
    """A further marker lies where it was put, and the others where they were."""
    before, after = q.before("stacked", area), q.after("stacked", area)
    here = Implies(q.value("stacked here'"), after == before + If(area == q.index("area"), 1, 0))
    return And(here, Implies(q.value("markers stacked'") == q.value("markers stacked"), after == before))


def _lying(player: int) -> None:
    lay, on_map = f"trucks of {player} as they lay'", f"trucks of {player} on map'"

    @_law(lay, on_map, of=("line",))
    def _(q: Suppositions, line: Any) -> Any:
        """Trucks that lie as they lay do so line by line; where no truck is on the map, none is on any line."""
        before, after = q.before("trucks", player, line), q.after("trucks", player, line)
        return And(Implies(q.value(lay), after == before), Implies(q.value(on_map) == 0, Not(after)))


for _player in range(len(PLAYERS)):
    _lying(_player)


@_law(of=("player", "line"))
def _(q: Suppositions, player: Any, line: Any) -> Any:
    """Only players have trucks."""
    trucks = Or(q.before("trucks", player, line), q.after("trucks", player, line))
    return Implies(Or(player < 0, player >= len(PLAYERS)), Not(trucks))


@_law("foreign truck on route", of=("player",))
def _(q: Suppositions, player: Any) -> Any:
    """Whether a truck of another player is on the route."""
    other = And(player != q.before("active"), q.before("trucks", player, q.index("route")))
    return Implies(And(q.value("route"), other), q.value("foreign truck on route"))


@_law("route")
def _(q: Suppositions) -> Any:
    """A route is a line of the board."""
    return Implies(q.value("route"), q.index("route") >= 0)


def _counted(name: str) -> None:
    @_law(name)
    def _(q: Suppositions) -> Any:
        """What is counted is never fewer than none."""
        return q.value(name) >= 0


_for_each(_counted, "trains on map", *(f"trucks of {player} on map" for player in range(len(PLAYERS))))
_for_each(_counted, "Soviet deck", "armored deck", "Mech Corps in deck", "Pursuit deck", "discards", "OKH deck")


@_law("players")
def _(q: Suppositions) -> Any:
    """How many players there are."""
    return q.value("players") == number_of_players


@_law(actions=("EatFrom",))
def _(q: Suppositions) -> Any:
    """Who is asked where to eat from is an army."""
    return Implies(q.before("pending.kind") == FOOD, q.before("pending.army") >= 0)


@_law("next player")
def _(q: Suppositions) -> Any:
    """The next player is one of the game."""
    following = q.value("next player")
    return And(following >= 0, following < len(PLAYERS), plays(following))


@_law("next player", "last of the round")
def _(q: Suppositions) -> Any:
    """Who plays alone is always the last of the round; otherwise the next player is another."""
    alone = q.value("next player") == q.before("active")
    return Implies(alone, q.value("last of the round"))


@_law("may be on top", "card is trophy'", of=("player",))
def _(q: Suppositions, player: Any) -> Any:
    """A card that may lie on a deck is nobody's trophy."""
    return Implies(q.value("may be on top"), Not(q.before("trophies", player, q.index("card"))))


@_law("Soviet cards at hand'")
def _(q: Suppositions) -> Any:
    """A deck has no fewer cards than none, and one is drawn only where there is one."""
    return q.value("Soviet cards at hand'") >= 0


# A pocket


@_law("cut off'", of=("area",))
def _(q: Suppositions, area: Any) -> Any:
    """What was taken as cut off had nobody's marker."""
    taken = And(q.inside("pocket", area), q.value("cut off'"))
    return Implies(taken, And(q.before("owner", area) == NOBODY, area >= 0))


@_law("pocket has own colour'", "double pocket as ruled'", of=("area",))
def _(q: Suppositions, area: Any) -> Any:
    """What was taken as ruled is a player's."""
    owner = q.after("owner", area)
    ruled = And(q.inside("pocket", area), q.value("pocket has own colour'"), q.value("double pocket as ruled'"))
    return Implies(ruled, And(owner >= 0, owner < len(PLAYERS)))


def _medals(q: Suppositions) -> Region:
    return next(region for region in q.regions if region.arrays == ("medals",))


@_law("pocket medals gone'", of=("area",))
def _(q: Suppositions, area: Any) -> Any:
    """Medals that are gone are gone from each area."""
    after = q.region_sum(_medals(q), after=True)
    gone = Implies(q.inside("pocket", area), q.after("medals", area) == 0)
    return Implies(q.value("pocket medals gone'"), And(after == 0, gone))


@_law("pocket medals owed'", of=("area",))
def _(q: Suppositions, area: Any) -> Any:
    """Medals owed are those of each area."""
    owed = q.after("rewards", area) == q.before("medals", area)
    return Implies(And(q.value("pocket medals owed'"), q.inside("pocket", area)), owed)


@_law("pocket bunkers stay'", of=("area",))
def _(q: Suppositions, area: Any) -> Any:
    """Bunkers that stay are each where it was."""
    stays = q.after("bunkers", area) == q.before("bunkers", area)
    return Implies(And(q.value("pocket bunkers stay'"), q.inside("pocket", area)), stays)


@_law("pocket bunkers gone'", of=("area",))
def _(q: Suppositions, area: Any) -> Any:
    """Bunkers that are gone are gone from each area."""
    return Implies(And(q.value("pocket bunkers gone'"), q.inside("pocket", area)), Not(q.after("bunkers", area)))


@_law("pocket medals gone'", "pocket medals of 0'")
def _(q: Suppositions) -> Any:
    """Each medal of a pocket goes to one player; no area has fewer than none."""
    mine = [q.value(f"pocket medals of {player}'") for player in range(len(PLAYERS))]
    return And(sum(mine) == q.region_sum(_medals(q), after=False), *(medals >= 0 for medals in mine))


@_law("pocket markers'")
def _(q: Suppositions) -> Any:
    """A pocket has no fewer Soviet markers than none."""
    return And(q.value("pocket markers'") >= 0, q.value("pocket markers left'") >= 0)


MEANING = Meaning(
    names=NAMES,
    entries=_entries(),
    regions=_REGIONS,
    totals=_TOTALS,
    touched=_TOUCHED,
    laws=tuple(_LAWS),
    further=_further,
    pairs=frozenset({"army", "player"}),
)
