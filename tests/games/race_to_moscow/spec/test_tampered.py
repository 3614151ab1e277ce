"""An outcome that was tampered with is refused, and the clause it breaks is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.state import AIR_STATES, Moving, Pending, PendingKind, Phase, State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.replay import Played
from rtm_verify.library import replay_file
from rtm_verify.proof.conformance import judge_played

Make = Callable[..., Any]


class Case(NamedTuple):
    """The table, and the positions before and after the action."""

    here: Any
    before: State
    after: State


Tamper = Callable[[Case], State]

LOGS = sorted((Path(__file__).parents[4] / "replays").glob("race-to-moscow-*/*.rtm"))


def load(here: Any, state: State, army: str, **change: int) -> State:
    loads = list(state.loads)
    loads[here.army(army)] = replace(loads[here.army(army)], **change)
    return replace(state, loads=tuple(loads))


def control(here: Any, state: State, area: str, player: int, on: bool = True) -> State:
    masks = list(state.control)
    masks[player] = masks[player] | here.bit(area) if on else masks[player] & ~here.bit(area)
    return replace(state, control=tuple(masks))


def medals(here: Any, state: State, area: str, count: int) -> State:
    counts = list(state.medals)
    counts[here.area(area)] = count
    return replace(state, medals=tuple(counts))


def depot(here: Any, state: State, area: str, supplies: Supplies) -> State:
    depots = list(state.depots)
    depots[here.area(area)] = supplies
    return replace(state, depots=tuple(depots))


def moving(state: State, **change: Any) -> State:
    assert isinstance(state.moving, Moving)
    return replace(state, moving=replace(state.moving, **change))


# The stories, each up to the action whose outcome is tampered with.


def sets_off(table: Make) -> tuple[Any, Played]:
    here = table("riga")
    return here, here.play(a.Activate(here.army("4Pz")))


def enters(table: Make) -> tuple[Any, Played]:
    here, _ = sets_off(table)
    return here, here.play(a.Enter(here.area("Jekelopils")))


def enters_own(table: Make) -> tuple[Any, Played]:
    here, _ = sets_off(table)
    return here, here.play(a.Enter(here.area("Panevezys")))


def draws(card: str) -> Callable[[Make], tuple[Any, Played]]:
    def story(table: Make) -> tuple[Any, Played]:
        here, _ = enters(table)
        return here, here.play(a.Reveal(here.card(card)))

    return story


def pays(table: Make) -> tuple[Any, Played]:
    here, _ = draws("Mud")(table)
    return here, here.play(a.PayOn())


def holds(table: Make) -> tuple[Any, Played]:
    here, _ = draws("Recon")(table)
    return here, here.play(a.Hold())


def moves_medal(table: Make) -> tuple[Any, Played]:
    here, _ = draws("Führerbefehl")(table)
    return here, here.play(a.MoveMedal(here.area("Rzhev"), here.area("Velikiye Luki")))


def flips(table: Make) -> tuple[Any, Played]:
    here, _ = draws("Partisans")(table)
    return here, here.play(a.FlipTrack(here.area("Brest")))


def takes_medal(table: Make) -> tuple[Any, Played]:
    here, _ = draws("Silberfuchs")(table)
    for name in ("Sebezh", "Velikiye Luki"):
        here.play(a.Enter(here.area(name)))
        played = here.play(a.Reveal(here.card("Captured Supplies" if name == "Sebezh" else "Captured Stock")))
    return here, played


def storms(table: Make) -> tuple[Any, Played]:
    here = table("brest")
    here.play(a.Activate(here.army("2Pz")))
    return here, here.play(a.Enter(here.area("Brest")))


def loses(table: Make) -> tuple[Any, Played]:
    here, _ = storms(table)
    return here, here.play(a.Reveal(here.card("6 Mech Corps")))


def places_air(table: Make) -> tuple[Any, Played]:
    here = table("brest")
    return here, here.play(a.AirSupport("Soviet"))


def wins(table: Make) -> tuple[Any, Played]:
    here, _ = places_air(table)
    here.play(a.Reveal(here.card("6 Mech Corps")), a.Activate(here.army("2Pz")), a.Enter(here.area("Brest")))
    return here, here.play(a.Reveal(here.card("6 Mech Corps")))


def sails(table: Make) -> tuple[Any, Played]:
    here = table("courland")
    army, riga = here.army("4Pz"), here.area("Riga")
    here.play(a.Activate(army), a.Enter(riga), a.Reveal(here.card("Silberfuchs")), a.EndMove())
    return here, here.play(a.MoveFleet(here.material.board.sea_names["Courland Coast"]))


def closes_pocket(table: Make) -> tuple[Any, Played]:
    here = table("galicia")
    here.play(a.MoveFields(), a.Activate(here.army("11A")), a.Enter(here.area("Mogilev Podolskiy")))
    here.play(a.Reveal(here.card("26 Army")), a.EndMove(), a.EndFields(), a.Activate(here.army("1Pz")))
    here.play(a.Enter(here.area("Brody")), a.Reveal(here.card("5 Army")), a.PayOn())
    here.play(a.Enter(here.area("Proskurov")), a.Reveal(here.card("Endless Steppe")))
    return here, here.play(a.EndMove())


CASES: dict[str, tuple[Callable[[Make], tuple[Any, Played]], Tamper, str]] = {
    "fuel is not spent": (sets_off, lambda c: load(c.here, c.after, "4Pz", fuel=3), "8.2.fuel"),
    "spent fuel vanishes": (sets_off, lambda c: replace(c.after, stock=c.before.stock), "8.common.spent"),
    "the core action is kept": (sets_off, lambda c: replace(c.after, core_left=2), "7.core"),
    "the army may move again": (sets_off, lambda c: replace(c.after, moved=0), "8.common.once"),
    "an ammo is created": (enters, lambda c: load(c.here, c.after, "4Pz", ammo=2), "8.fort.pay"),
    "the army stays where it was": (enters, lambda c: replace(c.after, at=c.before.at), "8.2.allowance"),
    "the hop is not counted": (enters, lambda c: moving(c.after, hops=0), "8.2.allowance"),
    "the way back is forgotten": (enters, lambda c: moving(c.after, entered_from=0), "10.lose.retreat"),
    "no card is drawn": (enters, lambda c: replace(c.after, pending=None), "8.common.pursuit-draw"),
    "the wrong deck is drawn from": (
        enters,
        lambda c: replace(c.after, pending=Pending("soviet")),
        "8.common.soviet-draw",
    ),
    "a card is drawn in a controlled area": (
        enters_own,
        lambda c: replace(c.after, pending=Pending("pursuit")),
        "8.common.controlled",
    ),
    "a marker is placed before the card": (
        enters,
        lambda c: control(c.here, c.after, "Jekelopils", 0),
        "8.common.marker",
    ),
    "the full deck is reshuffled": (
        enters,
        lambda c: replace(c.after, pursuit=(Deck(), *c.after.pursuit[1:])),
        "8.common.reshuffle",
    ),
    "no marker is placed": (
        draws("Silberfuchs"),
        lambda c: control(c.here, c.after, "Jekelopils", 0, on=False),
        "8.common.marker",
    ),
    "another player's marker is placed": (
        draws("Silberfuchs"),
        lambda c: control(c.here, control(c.here, c.after, "Jekelopils", 0, on=False), "Jekelopils", 1),
        "8.common.marker",
    ),
    "the marker shows track": (
        draws("Silberfuchs"),
        lambda c: replace(c.after, track=c.after.track | c.here.bit("Jekelopils")),
        "8.common.track-down",
    ),
    "a second card is drawn": (
        draws("Silberfuchs"),
        lambda c: replace(c.after, pending=Pending("pursuit")),
        "8.common.pursuit-draw",
    ),
    "the card is not discarded": (
        draws("Silberfuchs"),
        lambda c: replace(c.after, discards=c.before.discards),
        "8.common.discard",
    ),
    "the card stays in the deck": (
        draws("Silberfuchs"),
        lambda c: replace(c.after, pursuit=c.before.pursuit),
        "8.common.pursuit-draw",
    ),
    "the halt is ignored": (draws("Mud"), lambda c: moving(c.after, halted=False), "8.halt.field"),
    "a card without the icon halts": (draws("Silberfuchs"), lambda c: moving(c.after, halted=True), "8.halt.field"),
    "the captured token is missing": (
        draws("Captured Stock"),
        lambda c: depot(c.here, c.after, "Jekelopils", Supplies()),
        "aid.ammo",
    ),
    "the captured token is of another kind": (
        draws("Captured Stock"),
        lambda c: depot(c.here, c.after, "Jekelopils", Supplies(fuel=1)),
        "aid.fuel",
    ),
    "the stock does not pay for the token": (
        draws("Captured Stock"),
        lambda c: replace(c.after, stock=c.before.stock),
        "8.common.spent",
    ),
    "the extra action is not given": (
        draws("Axis Estonians"),
        lambda c: replace(c.after, core_left=c.before.core_left),
        "aid.action",
    ),
    "an extra action comes from nowhere": (
        draws("Silberfuchs"),
        lambda c: replace(c.after, core_left=c.before.core_left + 1),
        "aid.action",
    ),
    "a medal card is passed over": (
        draws("Führerbefehl"),
        lambda c: replace(c.after, pending=None),
        "first.7.fuhrerbefehl",
    ),
    "Partisans are passed over": (draws("Partisans"), lambda c: replace(c.after, pending=None), "aid.partisans"),
    "the halt is not lifted": (pays, lambda c: moving(c.after, halted=True), "8.halt.push"),
    "the push costs nothing": (
        pays,
        lambda c: replace(c.after, loads=c.before.loads, stock=c.before.stock),
        "8.halt.push",
    ),
    "the card is not kept": (holds, lambda c: replace(c.after, hands=c.before.hands), "9.2.hold"),
    "a medal is doubled": (
        moves_medal,
        lambda c: medals(c.here, c.after, "Rzhev", 1),
        "first.7.fuhrerbefehl",
    ),
    "the track stays": (flips, lambda c: replace(c.after, track=c.before.track), "aid.partisans"),
    "the medal is not taken": (takes_medal, lambda c: medals(c.here, c.after, "Velikiye Luki", 1), "8.medal.take"),
    "the medal goes to another player": (
        takes_medal,
        lambda c: replace(
            c.after, medals_held=(c.before.medals_held[0], c.before.medals_held[1] + 1, c.before.medals_held[2])
        ),
        "8.medal.take",
    ),
    "the bunker is left": (storms, lambda c: replace(c.after, bunkers=c.before.bunkers), "8.fort.bunker"),
    "the bunker is removed without paying": (
        storms,
        lambda c: replace(c.after, loads=c.before.loads, stock=c.before.stock),
        "8.fort.pay",
    ),
    "a marker is placed after a lost combat": (loses, lambda c: control(c.here, c.after, "Brest", 1), "10.win.marker"),
    "the army stays after a lost combat": (loses, lambda c: replace(c.after, at=c.before.at), "10.lose.retreat"),
    "a defeated army moves on": (loses, lambda c: moving(c.after, over=False), "10.lose.end"),
    "a defeated army keeps its ammo": (
        loses,
        lambda c: replace(c.after, loads=c.before.loads, stock=c.before.stock),
        "10.lose.pay",
    ),
    "the undefeated card is kept": (
        loses,
        lambda c: replace(c.after, trophies=(0, 1 << c.here.card("6 Mech Corps"), 0)),
        "10.win.card",
    ),
    "the undefeated card leaves the deck": (
        loses,
        lambda c: replace(c.after, soviet_deck=c.before.soviet_deck.draw(c.here.card("6 Mech Corps"))),
        "10.lose.shuffle",
    ),
    "the Soviet marker stays after a won combat": (
        wins,
        lambda c: replace(c.after, soviet=c.before.soviet),
        "10.win.soviet",
    ),
    "the Soviet marker does not return to the pool": (
        wins,
        lambda c: replace(c.after, pool=c.before.pool),
        "10.win.soviet",
    ),
    "the combat is won for nothing": (
        wins,
        lambda c: replace(c.after, loads=c.before.loads, stock=c.before.stock),
        "10.win.pay",
    ),
    "Air Support is not spent": (wins, lambda c: replace(c.after, air=c.before.air), "9.1.spent"),
    "Air Support pays for two": (
        wins,
        lambda c: replace(
            load(c.here, c.after, "2Pz", ammo=1), stock=replace(c.after.stock, ammo=c.after.stock.ammo - 1)
        ),
        "10.air",
    ),
    "the defeated card is lost": (wins, lambda c: replace(c.after, trophies=c.before.trophies), "10.win.card"),
    "another player's Air Support is placed": (
        places_air,
        lambda c: replace(c.after, air=("on Soviet deck", "ready", "ready")),
        "9.1.own",
    ),
    "an encircled area is not taken": (
        sails,
        lambda c: control(c.here, c.after, "Ventspils", 0, on=False),
        "8.encirclement.cut",
    ),
    "nothing is taken": (
        sails,
        lambda c: replace(
            c.after,
            control=c.before.control,
            soviet=c.before.soviet,
            pool=c.before.pool,
            encircled=c.before.encircled,
            soviet_deck=c.before.soviet_deck,
        ),
        "8.encirclement.timing",
    ),
    "an area is taken that is not encircled": (
        sails,
        lambda c: control(c.here, c.after, "Pskov", 0),
        "8.encirclement.cut",
    ),
    "an encircled area gets another colour": (
        sails,
        lambda c: control(c.here, control(c.here, c.after, "Ventspils", 0, on=False), "Ventspils", 2),
        "8.encirclement.colour",
    ),
    "a Soviet marker stays in the pocket": (
        sails,
        lambda c: replace(c.after, soviet=c.after.soviet | c.here.bit("Liepaja")),
        "8.encirclement.pool",
    ),
    "the pool does not grow": (sails, lambda c: replace(c.after, pool=c.before.pool), "8.encirclement.pool"),
    "a face-down card is missing": (sails, lambda c: replace(c.after, encircled=(1, 0, 0)), "8.encirclement.card"),
    "the Soviet deck keeps its cards": (
        sails,
        lambda c: replace(c.after, soviet_deck=c.before.soviet_deck),
        "8.encirclement.card",
    ),
    "the fleet stays": (sails, lambda c: replace(c.after, fleet=c.before.fleet), "8.3.adjacent"),
    "the medal of the pocket goes to the wrong player": (
        closes_pocket,
        lambda c: replace(c.after, medals_held=(c.before.medals_held[0] + 1, *c.before.medals_held[1:])),
        "8.encirclement.medal",
    ),
    "the medal of the pocket stays": (
        closes_pocket,
        lambda c: medals(c.here, c.after, "Lvov", 1),
        "8.encirclement.medal",
    ),
    "the movement goes on": (closes_pocket, lambda c: replace(c.after, moving=c.before.moving), "8.1.one-by-one"),
    "a victory out of nothing": (draws("Silberfuchs"), lambda c: replace(c.after, winner=0), "5.immediate"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_tampered_outcome_breaks_its_clause(name: str, table: Make) -> None:
    story, tamper, rule = CASES[name]
    here, played = story(table)
    assert here.opinion(played) == ()
    after = tamper(Case(here, played.before, played.after))
    assert after != played.after
    found = here.opinion(replace(played, after=after))
    assert [each.kind for each in found if each.kind == "outcome"] == ["outcome"]
    assert rule in found[0].rules


def test_another_players_air_support_does_not_help(table: Make) -> None:
    here, _ = storms(table)
    here.state = replace(here.state, air=("on Soviet deck", "ready", "ready"))
    played = here.play(a.Reveal(here.card("6 Mech Corps")))
    assert here.opinion(played) == ()
    assert played.after.at[here.army("2Pz")] == here.area("Siedlce")
    assert played.after.air == ("spent", "ready", "ready")
    helped, won = wins(table)
    assert "9.1.own" in here.opinion(replace(played, after=replace(won.after, air=played.after.air)))[0].rules
    assert helped.opinion(won) == ()


def test_an_allowed_action_that_the_rules_forbid_is_called_so(table: Make) -> None:
    here, played = enters(table)
    tired = replace(played.before, moving=replace(played.before.moving, hops=3))
    after = moving(played.after, hops=4)
    (found,) = here.opinion(replace(played, before=tired, after=after))
    assert (found.kind, found.rules[:2]) == ("forbidden", ("8.2.allowance", "8.halt.push-allowance"))


def test_a_refusal_that_the_rules_do_not_share_is_called_so(table: Make) -> None:
    here, played = enters(table)
    (found,) = here.opinion(Played(played.action, played.before))
    assert found.kind == "permitted"


def test_no_marker_is_laid_on_a_printed_one(table: Make) -> None:
    here = table("galicia")
    played = here.play(a.MoveFields(), a.Activate(here.army("17A")), a.Enter(here.area("Reichshof")))
    assert here.opinion(played) == ()
    (found,) = here.opinion(replace(played, after=control(here, played.after, "Reichshof", 2)))
    assert "8.common.marker" in found.rules


def test_a_change_far_away_is_named(table: Make) -> None:
    here, played = enters(table)
    after = depot(here, played.after, "Odessa", Supplies(fuel=1))
    (found,) = here.opinion(replace(played, after=after))
    assert (found.kind, found.details) == ("frame", (f"depots[{here.area('Odessa')}]",))


def changed(value: Any) -> Iterator[Any]:
    """Values that differ from one in a single cell."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value ^ 1 << 12)
    elif isinstance(value, Deck):
        yield value.draw_unseen(1) if value.size else value.shuffle_in(0b10)
    elif isinstance(value, str):
        others = next(kinds for kinds in (AIR_STATES, get_args(Phase), get_args(PendingKind)) if value in kinds)
        yield from (other for other in others if other != value)
    elif isinstance(value, msgspec.Struct):
        for field in msgspec.structs.fields(type(value)):
            for other in changed(getattr(value, field.name)):
                yield replace(value, **{field.name: other})
    elif isinstance(value, tuple) and value:
        for index in {0, len(value) // 2, len(value) - 1}:
            for other in changed(value[index]):
                yield (*value[:index], other, *value[index + 1 :])
    elif isinstance(value, tuple):
        yield (1,)


def says_nothing(after: State, other: State) -> bool:
    """Whether two positions differ only in whether a defeated army is also halted."""
    if not (after.moving and other.moving and after.moving.over):
        return False
    return replace(other, moving=replace(other.moving, halted=after.moving.halted)) == after


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=[pytest.mark.deep] * (number % 8 > 0)) for number, path in enumerate(LOGS)],
)
def test_no_single_cell_can_be_changed_unnoticed(path: Path) -> None:
    replay, ruleset = replay_file(path)
    spec = ruleset.spec()
    seen: set[str] = set()
    for step in replay.steps:
        for played in step.played:
            kind = type(played.action).__name__
            if played.after is None or kind in seen:
                continue
            seen.add(kind)
            for field in msgspec.structs.fields(State):
                for value in changed(getattr(played.after, field.name)):
                    other = replace(played.after, **{field.name: value})
                    if not says_nothing(played.after, other):
                        assert judge_played(spec, step, replace(played, after=other)), (kind, field.name, value)
