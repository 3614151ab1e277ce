"""Outcomes of steps of the logs, tampered with: from supplies to winter, each is refused, and the clause is named."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.replay import Played, Step
from rtm_verify.library import replay_file
from rtm_verify.proof.conformance import judge_played

REPLAYS = Path(__file__).parents[4] / "replays"
GRAY, WHITE, BROWN = range(len(PLAYERS))


class Case(NamedTuple):
    """What the names mean, and the positions before and after the action."""

    material: Material
    before: State
    after: State


Tamper = Callable[[Case], State]


# What is done to an outcome


def back(*fields: str) -> Tamper:
    """These fields are as they were."""
    return lambda c: replace(c.after, **{field: getattr(c.before, field) for field in fields})


def put(**fields: Any) -> Tamper:
    """These fields are otherwise."""
    return lambda c: replace(c.after, **fields)


def lying(area: str, **change: int) -> Tamper:
    """More or less lies in an area."""

    def tamper(c: Case) -> State:
        number, depots = c.material.board.area_names[area], list(c.after.depots)
        depots[number] = depots[number] + Supplies(**change)
        return replace(c.after, depots=tuple(depots))

    return tamper


def carried(army: str, **change: int) -> Tamper:
    """An army has more or less on its card."""

    def tamper(c: Case) -> State:
        number, loads = c.material.army_names[army], list(c.after.loads)
        loads[number] = loads[number] + Supplies(**change)
        return replace(c.after, loads=tuple(loads))

    return tamper


def owned(field: str, player: int, change: int) -> Tamper:
    """A player has more or fewer of something."""

    def tamper(c: Case) -> State:
        numbers = list(getattr(c.after, field))
        numbers[player] += change
        return replace(c.after, **{field: tuple(numbers)})

    return tamper


def halted(army: str) -> Tamper:
    """An army that is fed is not, or the other way round."""
    return lambda c: replace(c.after, halt=c.after.halt ^ 1 << c.material.army_names[army])


def alone_from(area: str) -> Tamper:
    """Only the army that stood in an area has moved."""

    def tamper(c: Case) -> State:
        left = c.material.board.area_names[area]
        places = zip(c.before.at, c.after.at, strict=True)
        return replace(c.after, at=tuple(now if was == left else was for was, now in places))

    return tamper


def every(*tampers: Tamper) -> Tamper:
    """One after the other."""

    def tamper(c: Case) -> State:
        for each in tampers:
            c = c._replace(after=each(c))
        return c.after

    return tamper


# The log, the action, what is done to its outcome, and a clause that is broken then.
CASES: dict[str, tuple[str, str, Tamper, str]] = {
    # Supplies
    "an ammo is taken that the stock keeps": ("08-4-reichshof-piatra", "TakeSupplies", back("stock"), "8.common.spent"),
    "a fuel more arrives than was taken": (
        "08-4-reichshof-piatra",
        "TakeSupplies",
        lying("Reichshof", fuel=1),
        "8.4.base",
    ),
    "what was taken arrives elsewhere": (
        "08-4-reichshof-piatra",
        "TakeSupplies",
        every(lying("Reichshof", fuel=-1), lying("Piatra", fuel=1)),
        "8.4.base",
    ),
    "taking supplies is no action": ("08-4-reichshof-piatra", "TakeSupplies", back("core_left"), "7.core-supplies"),
    "the Frontline Supply Base can be used again": (
        "08-4-cannot",
        "TakeSupplies",
        back("frontline_taken"),
        "8.4.frontline-once",
    ),
    "the excess stays": ("11-limit", "RemoveExcess", back("depots", "stock"), "first.12.excess"),
    "the excess is still open": ("11-limit", "RemoveExcess", back("pending"), "first.12.choice"),
    "other supplies leave than were named": (
        "08-4-reichshof-piatra",
        "RemoveExcess",
        every(
            lying("Reichshof", food=1, fuel=-1), lambda c: replace(c.after, stock=c.after.stock + Supplies(1, 0, -1))
        ),
        "8.limits.choice",
    ),
    # Transport
    "the transport is no action": ("08-5-danzig-tilsit", "BeginTransport", back("core_left"), "7.core-transport"),
    "what is carried does not leave": ("08-5-danzig-tilsit", "PlaceVehicle", lying("Danzig", fuel=3), "8.5.step"),
    "an ammo is created on the way": ("08-5-danzig-tilsit", "PlaceVehicle", lying("Königsberg", ammo=1), "8.5.step"),
    "fuel becomes food on the way": (
        "08-5-danzig-tilsit",
        "PlaceVehicle",
        lying("Königsberg", fuel=-1, food=1),
        "8.5.step",
    ),
    "the train stays on the card": ("08-5-danzig-tilsit", "PlaceVehicle", back("trains_held"), "8.5.available"),
    "no train is on the route": ("08-5-danzig-tilsit", "PlaceVehicle", back("trains"), "8.5.one-train"),
    "a truck is placed for the train": (
        "08-5-danzig-tilsit",
        "PlaceVehicle",
        owned("trucks_held", GRAY, -1),
        "8.5.available",
    ),
    "the vehicle does not count": ("08-5-danzig-tilsit", "PlaceVehicle", back("transport"), "8.5.level"),
    "the transport goes on": ("08-5-danzig-tilsit", "EndTransport", back("transport"), "7.complete"),
    "the army is left behind": ("13.1-01-by-train", "Redeploy", back("at"), "13.1.train"),
    "the train of the army is not placed": ("13.1-01-by-train", "Redeploy", back("trains"), "8.5.one-train"),
    # Take Transport and the Re-organization
    "a train is taken that the stock keeps": (
        "08-6-two-trains-left",
        "TakeTransport",
        back("trains_stock"),
        "8.6.take",
    ),
    "the train does not reach the card": ("08-6-two-trains-left", "TakeTransport", back("trains_held"), "8.6.card"),
    "the vehicles do not return": ("8.7-15-markers-return", "TakeTransport", back("trucks", "trains"), "8.7.remove"),
    "the level stays": ("08-7-feeding", "TakeTransport", back("level"), "8.7.level"),
    "the reserve stays where it is": (
        "08-7-reserve",
        "TakeTransport",
        back("trains_reserve", "trains_stock"),
        "8.7.reserve",
    ),
    "the reserve is that of two players": (
        "08-7-reserve-solo",
        "TakeTransport",
        lambda c: replace(c.after, trains_stock=c.after.trains_stock - 1, trains_reserve=c.after.trains_reserve + 1),
        "8.7.reserve-amount",
    ),
    "a fed army is halted": ("8.7-06-fed-from-the-card", "EatFrom", halted("16A"), "8.7.halt"),
    "the army eats from its card and not from the area": (
        "8.7-05-fed-from-the-area",
        "EatFrom",
        every(lying("Eydtkau", food=1), carried("16A", food=-1)),
        "8.7.feed",
    ),
    "nothing is eaten": ("8.7-06-fed-from-the-card", "EatFrom", back("loads", "stock"), "8.7.feed"),
    "the HQ markers stay spent": ("8.7-15-markers-return", "TakeTransport", back("hq_spent"), "8.7.hq"),
    "Air Support stays spent": ("8.7-15-markers-return", "TakeTransport", back("air"), "8.7.air"),
    "an army that brings food is still hungry": (
        "8.7-14-food-into-the-base",
        "TakeSupplies",
        back("halt"),
        "8.7.always-feed",
    ),
    # OKH cards
    "the OKH card is free": ("09-3-cannot", "TakeOkh", back("hq_spent"), "9.3.hq"),
    "the card stays in the pool": ("09-3-cannot", "TakeOkh", back("okh_pool"), "9.3.take"),
    "the card taken is lost": ("09-3-cannot", "TakeOkh", back("hands"), "9.3.area"),
    "the place in the pool stays empty": ("09-3-cannot", "TakeOkh", put(pending=None), "9.3.replace"),
    "the price of a Total War is not paid": (
        "13.5-03-second-card-for-three",
        "TakeOkh",
        back("medals_held", "medals_left"),
        "13.5.prices",
    ),
    "a card that was played is kept": ("9.4-01-transportflottille-baltic", "PlayOkh", back("hands"), "9.4.removed"),
    "nothing is asked of Transportflottille": (
        "9.4-01-transportflottille-baltic",
        "PlayOkh",
        put(pending=None),
        "9.4.any-point",
    ),
    "the ship brings two fuel": (
        "9.4-01-transportflottille-baltic",
        "ShipTo",
        lying("Riga", fuel=1),
        "9.4.transportflottille",
    ),
    "the ship brings nothing": (
        "9.4-01-transportflottille-baltic",
        "ShipTo",
        back("depots", "stock"),
        "9.4.transportflottille",
    ),
    "the fuel is not lifted": ("9.4-09-luftbrucke-far-army", "Airlift", back("loads"), "9.4.luftbrucke"),
    "the food lifted does not feed": ("9.4-12-luftbrucke-feeds", "Airlift", back("halt"), "8.7.always-feed"),
    "the marker keeps its plain side": (
        "9.4-36-eisenbahnpioniere-anywhere",
        "LayTrack",
        back("track"),
        "9.4.eisenbahnpioniere",
    ),
    "Sicherungs-Division is kept": (
        "9.4-33-sicherungs-division-cancels",
        "CancelPartisans",
        back("hands"),
        "9.4.removed",
    ),
    "cancelled Partisans are not discarded": (
        "9.4-33-sicherungs-division-cancels",
        "CancelPartisans",
        lambda c: replace(c.after, discards=c.before.discards),
        "8.common.discard",
    ),
    "the ammo of Panzerhaubitzen is not spent": (
        "9.4-14-panzerhaubitzen-in-combat",
        "Fight",
        back("loads", "stock"),
        "10.win.pay",
    ),
    # Railhead and reaction
    "no track is laid": ("08-5-tilsit-riga", "AdvanceRailhead", back("track"), "11.flip"),
    "an action is left after the railhead has advanced": (
        "08-5-tilsit-riga",
        "AdvanceRailhead",
        put(core_left=1),
        "11.when",
    ),
    "the turn goes on": ("08-5-tilsit-riga", "AdvanceRailhead", put(phase="actions"), "6.railhead"),
    "the attacked marker stays": ("12-counter-attack-orsha", "CounterAttack", back("control"), "12.attack.remove"),
    "a counter-attack leaves the turn where it is": (
        "12-counter-attack-orsha",
        "CounterAttack",
        back("active"),
        "6.order",
    ),
    "the Soviet marker is not placed": ("11-railhead-kedainai", "PlaceSoviet", back("soviet"), "12.place.basic"),
    "the Soviet marker comes from nowhere": ("11-railhead-kedainai", "PlaceSoviet", back("pool"), "12.place.basic"),
    "the next player has one action": ("11-railhead-kedainai", "PlaceSoviet", put(core_left=1), "7.core"),
    "the last marker ends nothing": ("06-last-round", "PlaceSoviet", put(last_round=False), "6.finish"),
    "a discarded marker stays in the pool": ("12.place-07-discarded", "EndReaction", back("pool"), "12.place.discard"),
    "a discarded marker is not in the box": ("12.place-07-discarded", "EndReaction", back("boxed"), "12.place.discard"),
    # Variants
    "the area lost in winter keeps its marker": (
        "13.4-08-lost-army",
        "WinterAttack",
        back("control"),
        "13.4.withdraw-marker",
    ),
    "no Soviet marker comes to the area lost in winter": (
        "13.4-08-lost-army",
        "WinterAttack",
        back("soviet", "pool"),
        "13.4.marker",
    ),
    "the lost army stays where it was": ("13.4-08-lost-army", "WinterAttack", back("at"), "13.4.lost"),
    "the army is not asked": ("13.4-01-defend", "WinterAttack", put(pending=None), "13.4.defend"),
    "the defence is free": ("13.4-01-defend", "Defend", back("loads", "stock"), "13.4.defend"),
    "the army does not withdraw": ("13.4-03-withdraw", "Withdraw", back("at"), "13.4.withdraw"),
    "an army withdraws and holds the area": ("13.4-03-withdraw", "Withdraw", back("control"), "13.4.withdraw-marker"),
    "nobody makes way": (
        "13.4-10-makes-way",
        "Withdraw",
        alone_from("Rzhev"),
        "13.4.displace",
    ),
    "infantry is met with the armored deck": (
        "14.4-01-infantry-deck",
        "ShowSide",
        put(pending=Pending("armored")),
        "14.4.infantry",
    ),
    "the side seen is forgotten": ("14.5-01-look-under-a-marker", "ShowSide", back("armor"), "14.1.sides"),
    "Air Support lies on no area": ("14.5-05-support-in-the-area", "AirSupportOver", back("air_area"), "14.5.air"),
    # First edition
    "bunker and Air Support both pay": ("15-brest-air-support", "Enter", carried("2Pz", ammo=1), "8.fort.pay"),
    "a marker on the card is kept in the first edition": (
        "15-brest-air-support",
        "AirSupport",
        back("air"),
        "first.15.place",
    ),
}


@cache
def played(log: str, kind: str) -> tuple[Any, Step, Played]:
    """The first action of a kind that a log plays."""
    (path,) = REPLAYS.rglob(f"{log}.rtm")
    replay, ruleset = replay_file(path)
    return next(
        (ruleset, step, each)
        for step in replay.steps
        for each in step.played
        if type(each.action).__name__ == kind and each.after is not None
    )


@pytest.mark.parametrize("name", CASES)
def test_a_tampered_outcome_breaks_its_clause(name: str) -> None:
    log, kind, tamper, rule = CASES[name]
    ruleset, step, each = played(log, kind)
    spec = ruleset.spec()
    assert judge_played(spec, step, each) == ()
    after = tamper(Case(ruleset.material, each.before, each.after))
    assert after != each.after
    found = judge_played(spec, step, replace(each, after=after))
    assert "outcome" in [disagreement.kind for disagreement in found]
    assert rule in found[0].rules
