"""Random play: what must hold of every action in every position, whatever the rulebook says of it.

The walks are whole games in several editions, numbers of players and variants, with the default reading of every
ruling and with another one. They are seeded, so a failure comes again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import networkx as nx
import pytest

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.cells import changes
from rtm_verify.games.race_to_moscow.export import digest
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow, catalogue, rulings
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES, Supplies
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.event import Event, net

SEEDS = range(16)
SCENARIOS = Path(__file__).parents[4] / "scenarios" / "setup"


class Stride(msgspec.Struct, frozen=True):
    """One action of a walk, with the positions around it."""

    before: State
    legal: tuple[a.Action, ...]
    action: a.Action
    events: tuple[Event, ...]
    rulings: tuple[str, ...]
    after: State


# Ending the turn, and loading, are likely enough by their number.
WEIGHTS: dict[type[a.Action], int] = {
    a.Enter: 24,
    a.PayOn: 12,
    a.Activate: 16,
    a.MoveFields: 12,
    a.PlaceVehicle: 12,
    a.PlayOkh: 12,
    a.AdvanceRailhead: 3,
}


def choice(rng: random.Random, legal: tuple[a.Action, ...]) -> a.Action:
    """First a kind, moving on likelier than carrying, then one of it: so that walks get somewhere."""
    kinds = sorted({type(action) for action in legal}, key=lambda kind: kind.__name__)
    kind = rng.choices(kinds, [WEIGHTS.get(kind, 4) for kind in kinds])[0]
    return rng.choice([action for action in legal if type(action) is kind])


def walk(ruleset: RaceToMoscow, seed: int) -> Iterator[Stride]:
    """A whole game, its actions chosen among the legal ones."""
    rng = random.Random(seed)  # noqa: S311
    state = ruleset.setup().state
    while legal := ruleset.legal(state):
        action = choice(rng, legal)
        transition = ruleset.apply(state, action)
        yield Stride(state, legal, action, transition.events, transition.rulings, transition.state)
        state = transition.state
    assert state.phase == "over", "a dead end"


def other_readings(edition: str) -> dict[str, str]:
    """For every ruling a reading that is not the default."""
    known = rulings()
    default = known.choose(edition, {})
    return {name: next(r for r in known[name].alternatives if r != default[name]) for name in known}


# Edition, set-up, variants, and whether every ruling is read otherwise than by default.
GAMES: dict[str, tuple[str, str, tuple[str, ...], bool]] = {
    "2024": ("2024", "three", (), False),
    "2024, other readings": ("2024", "three-brown-first", ("winter", "redeployment"), True),
    "first edition": ("first", "three", ("advanced",), False),
    "first edition, other readings": ("first", "two-white-brown", ("abwehr", "hard"), True),
    "two players": ("2024", "two-gray-white", ("winter", "total-war"), False),
    "solitaire": ("first", "solo-white", (), False),
    "Soviet player": ("2024", "three", ("soviet-player",), False),
    "Soviet player, other readings": ("first", "solo-brown", ("soviet-player", "winter"), True),
}


@pytest.fixture(scope="module", params=GAMES)
def ruleset(request: pytest.FixtureRequest) -> RaceToMoscow:
    edition, setup, variants, other = GAMES[request.param]
    pins = other_readings(edition) if other else {}
    return RaceToMoscow(edition, SCENARIOS / f"{setup}.toml", pins, variants=variants)


@pytest.fixture(scope="module")
def walks(ruleset: RaceToMoscow) -> list[list[Stride]]:
    return [list(walk(ruleset, seed)) for seed in SEEDS]


def strides(walks: list[list[Stride]]) -> Iterator[Stride]:
    for steps in walks:
        yield from steps


def test_walks_are_long_enough_to_say_something(walks: list[list[Stride]]) -> None:
    assert sum(len(steps) for steps in walks) > 600
    kinds = {type(stride.action) for stride in strides(walks)}
    assert kinds >= {a.MoveFields, a.Activate, a.Enter, a.EndMove, a.Reveal, a.TakeSupplies, a.PlaceVehicle}
    assert kinds >= {a.AdvanceRailhead, a.PlaceSoviet, a.TakeTransport}


def test_walks_of_all_games_together_meet_every_kind_of_action() -> None:
    """Otherwise the tests below would say little."""
    met: set[type[a.Action]] = set()
    for edition, setup, variants, other in GAMES.values():
        pins = other_readings(edition) if other else {}
        game = RaceToMoscow(edition, SCENARIOS / f"{setup}.toml", pins, variants=variants)
        for seed in range(30):
            met |= {type(stride.action) for stride in walk(game, seed)}
    # Rare in random play, and each tested in its own chapter.
    rare = {a.CancelPartisans, a.Withdraw, a.Defend, a.UseNow, a.Decline, a.ShipTo, a.EatFrom, a.Redeploy}
    assert set(get_args(a.Action)) - met <= rare


def test_every_listed_action_is_accepted(ruleset: RaceToMoscow, walks: list[list[Stride]]) -> None:
    for stride in strides(walks):
        for action in stride.legal:
            assert ruleset.judge(stride.before, action) == (), action
        assert len(set(stride.legal)) == len(stride.legal)


def universe(ruleset: RaceToMoscow) -> list[a.Action]:
    """Every action there is, of loads a few."""
    material = ruleset.material
    areas, armies = range(len(material.board.areas)), range(len(material.armies))
    objectives = members(material.board.objective)
    tokens = (Supplies(1, 0, 0), Supplies(0, 1, 0), Supplies(0, 0, 1), Supplies(1, 1, 0), Supplies(0, 2, 1))
    return [
        *(a.MoveFields(), a.EndFields(), a.PayOn(), a.EndMove(), a.Hold(), a.UseNow(), a.Decline()),
        *(a.Activate(army) for army in armies),
        *(a.Enter(area) for area in areas),
        *(kind(army, token) for kind in (a.Load, a.Drop) for army in armies for token in tokens),
        *(a.Reveal(card) for card in range(1, 88)),
        *(a.MoveMedal(x, y) for x in objectives for y in objectives),
        *(a.FlipTrack(area) for area in areas),
        *(a.Peek(deck) for deck in ("Pursuit", "Soviet")),
        *(a.PlayHeld(card) for card in range(1, 55)),
        *(a.AirSupport(deck) for deck in ("Pursuit", "Soviet")),
        *(a.MoveFleet(sea) for sea in range(len(material.board.seas))),
        *(a.OpenPool(), a.Fight(), a.CancelPartisans(), a.EndReaction(), a.Defend()),
        *(a.BeginTransport(), a.EndTransport(), a.EatFrom("card"), a.EatFrom("area")),
        *(kind(card) for kind in (a.TakeOkh, a.PlayOkh) for card in range(88, 100)),
        *(kind(area) for kind in (a.ShipTo, a.LayTrack, a.AdvanceRailhead) for area in areas),
        *(kind(area) for kind in (a.CounterAttack, a.PlaceSoviet, a.WinterAttack) for area in areas),
        *(kind(area) for kind in (a.LookUnder, a.AirSupportOver) for area in areas),
        *(a.AdvanceRailhead(-1), a.ShowSide("infantry"), a.ShowSide("armor")),
        *(a.Airlift(army, token) for army in armies for token in tokens),
        *(a.Withdraw((area,)) for area in areas),
        *(a.Redeploy(army, area) for army in armies for area in areas),
        *(a.TakeSupplies(area, token) for area in material.board.main_base for token in tokens),
        *(a.RemoveExcess(token) for token in tokens),
        *(a.TakeTransport(trucks, trains) for trucks in range(4) for trains in range(10)),
        *(
            a.PlaceVehicle(vehicle, material.board.area_names[x], material.board.area_names[y], token)
            for vehicle in ("truck", "train")
            for line in material.board.lines
            for x, y in ((line.a, line.b), (line.b, line.a))
            for token in tokens
        ),
    ]


def test_every_unlisted_action_is_refused_with_a_clause(ruleset: RaceToMoscow, walks: list[list[Stride]]) -> None:
    """Up to the copies of a card: any copy stands for all (`actions.Reveal`)."""
    every, known = universe(ruleset), catalogue()
    rng = random.Random(0)  # noqa: S311
    for stride in rng.sample(list(strides(walks)), 200):
        listed = set(stride.legal)
        copies = {
            type(action)(copy)
            for action in listed
            if isinstance(action, a.Reveal | a.PlayHeld)
            for copy in members(ruleset.material.copies(action.card))
        }
        for action in rng.sample(every, 250):
            violations = ruleset.judge(stride.before, action)
            if action in listed or action in copies:
                assert not violations, action
                continue
            assert violations, f"{action} is accepted and not listed"
            for violation in violations:
                assert violation.code
                assert violation.message
                assert violation.facts, violation.code
                assert violation.rules, violation.code
                assert all(rule in known for rule in violation.rules), violation.rules


def test_every_event_cites_a_clause(walks: list[list[Stride]]) -> None:
    known = catalogue()
    for stride in strides(walks):
        for event in stride.events:
            assert event.text
            assert event.rules, event.text
            assert all(rule in known for rule in event.rules), event


# Only the first edition describes the medal cards; 2024 refers to a list it does not have (8.common.aid).
SOLE_SOURCE = ("first.7.halder", "first.7.fuhrerbefehl")


def test_no_event_cites_a_clause_that_the_edition_rules_otherwise(
    ruleset: RaceToMoscow, walks: list[list[Stride]]
) -> None:
    """A clause of the other edition may be cited where it says the same, or says alone what both mean."""
    known = catalogue()
    own = ("first",) if ruleset.edition == "first" else ("2024", "aid")
    cited = {rule for stride in strides(walks) for event in stride.events for rule in event.rules}
    wrong = {
        rule
        for rule in cited
        if known[rule].book not in own
        and any(other.book in own for other in known.differing(known[rule]))
        and not any(other.book in own for other in known.same(known[rule]))
    }
    # With other readings than the default a game follows the other edition's clause on purpose.
    if ruleset.rulings.choose(ruleset.edition, {}) != ruleset.readings:
        open_points = {rule for ruling in ruleset.rulings.values() for rule in ruling.rules}
        wrong -= {rule for rule in wrong if open_points & {rule, *(o.id for o in known.differing(known[rule]))}}
    assert wrong - set(SOLE_SOURCE) == set()


def test_every_ruling_named_is_a_ruling(ruleset: RaceToMoscow, walks: list[list[Stride]]) -> None:
    for stride in strides(walks):
        assert set(stride.rulings) <= set(ruleset.readings)


def test_all_invariants_hold_between_actions(ruleset: RaceToMoscow, walks: list[list[Stride]]) -> None:
    for stride in strides(walks):
        state = stride.after
        if not (state.moving or state.pending or state.fields or state.transport):
            assert ruleset.invariants(state) == ()


def test_tokens_markers_medals_and_cards_are_conserved_even_within_an_action(
    ruleset: RaceToMoscow, walks: list[list[Stride]]
) -> None:
    names = {
        *("supplies conserved", "no negative supplies", "army cards hold six", "areas hold six, main bases nine"),
        *("Soviet markers conserved", "medals conserved", "cards conserved", "one army in an area"),
    }
    for stride in strides(walks):
        if stride.after.pending is None:
            broken = [breach for breach in ruleset.invariants(stride.after) if breach.invariant in names]
            assert broken == [], stride.action


PILES = {"defeated": "defeated", "holds": "holds", "discards": "discarded"}


def cells(ruleset: RaceToMoscow, state: State) -> dict[tuple[str, str], int | str]:
    """The exported position as one cell for each thing that has a value, in the words of the ledger."""
    data = ruleset.export(state)
    found: dict[tuple[str, str], int | str] = {
        ("turn", "core actions left"): data["core actions left"],
        ("pool", "Soviet markers"): data["Soviet pool"],
        ("fleet", "in"): data["fleet"]["in"],
        ("fleet", "moved this round"): int(data["fleet"]["moved"]),
    }
    for name, area in data["areas"].items():
        found |= {(name, cell): int(value) if cell != "control" else value for cell, value in area.items()}
    for name, army in data["armies"].items():
        found |= {(name, cell): value for cell, value in army.items() if cell != "moved"}
        found[name, "moved this round"] = int("moved" in army)
    found |= {("stock", kind): data["stock"].get(kind, 0) for kind in SUPPLY_TYPES}
    for name, player in data["players"].items():
        found |= {(name, cell): player[cell] for cell in ("medals", "encircled cards", "Air Support")}
        for pile, verb in PILES.items():
            found |= {(name, f"{verb} {label(ruleset, card)}"): 1 for card in player[pile]}
    found |= {("stand-in", label(ruleset, card)): 1 for card in data["stand-ins"]}
    return found


def label(ruleset: RaceToMoscow, card: int) -> str:
    return f"#{card} {ruleset.material.card(card).name}"


def settled(walks: list[list[Stride]]) -> Iterator[tuple[State, list[Event], State]]:
    """From one position between two actions to the next, with the events in between."""
    for steps in walks:
        start, events = steps[0].before, list[Event]()
        for stride in steps:
            events.extend(stride.events)
            state = stride.after
            if not (state.moving or state.pending or state.fields or state.transport):
                yield start, events, state
                start, events = state, []


def test_events_explain_every_change_and_nothing_else(ruleset: RaceToMoscow, walks: list[list[Stride]]) -> None:
    """The net changes of the events are the differences, cell by cell."""
    for start, events, state in settled(walks):
        old, new = cells(ruleset, start), cells(ruleset, state)
        real = {}
        for cell in old.keys() | new.keys():
            nothing = "none" if cell[1] == "control" else 0
            was, now = old.get(cell, nothing), new.get(cell, nothing)
            if was != now:
                real[cell] = (was, now)
        told = {(c.owner, c.cell): (c.before, c.after) for c in net(events)}
        assert {cell: told.get(cell) for cell in real} == real
        assert {cell for cell in told if cell in old or cell in new} == set(real)


def test_no_field_of_a_position_changes_without_an_event(ruleset: RaceToMoscow, walks: list[list[Stride]]) -> None:
    fields = tuple(field.name for field in msgspec.structs.fields(State))
    for start, events, state in settled(walks):
        real = {(c.owner, c.cell): (c.before, c.after) for c in changes(ruleset.material, start, state, fields)}
        told = {(c.owner, c.cell): (c.before, c.after) for c in net(events)}
        assert told == real


@pytest.mark.parametrize("pile", ["Soviet deck", *(f"{player} Pursuit deck" for player in PLAYERS)])
def test_events_tell_how_many_cards_a_deck_has(walks: list[list[Stride]], pile: str) -> None:
    for stride in strides(walks):
        before, after = stride.before, stride.after
        if pile == "Soviet deck":
            sizes = before.soviet_deck.size, after.soviet_deck.size
        else:
            player = PLAYERS.index(pile.split()[0])
            sizes = before.pursuit[player].size, after.pursuit[player].size
        told = [(c.before, c.after) for c in net(stride.events) if (c.owner, c.cell) == (pile, "cards")]
        assert told == ([sizes] if sizes[0] != sizes[1] else [])


def test_positions_are_not_changed_by_playing_on(ruleset: RaceToMoscow, walks: list[list[Stride]]) -> None:
    """Old positions keep their digest, and playing the same actions again gives the same ones."""
    for steps in walks:
        before = [digest(ruleset.material, stride.before) for stride in steps]
        again = []
        for stride in steps:
            transition = ruleset.apply(stride.before, stride.action)
            assert transition.state == stride.after
            told = [
                [(event.kind, event.text, event.rules, event.changes) for event in events]
                for events in (transition.events, stride.events)
            ]
            assert told[0] == told[1]
            assert hash(transition.state) == hash(stride.after)
            again.append(digest(ruleset.material, stride.before))
        assert before == again


def test_the_same_seed_walks_the_same_way(ruleset: RaceToMoscow, walks: list[list[Stride]]) -> None:
    first = walks[0]
    second = list(walk(ruleset, SEEDS[0]))
    assert [digest(ruleset.material, s.after) for s in first] == [digest(ruleset.material, s.after) for s in second]


def test_no_position_is_a_dead_end_within_an_action(walks: list[list[Stride]]) -> None:
    """Whatever is open can be settled, and a movement can end."""
    for stride in strides(walks):
        assert stride.legal


def reachable(ruleset: RaceToMoscow, state: State) -> set[int]:
    """The uncontrolled areas with an uncontrolled chain to a Victory area, found with networkx (2024:530-532)."""
    board = ruleset.material.board
    taken = set(members(ruleset.material.all_controlled(state)))
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(area for area in range(len(board.areas)) if area not in taken)
    for line in board.lines:
        ends = board.area_names[line.a], board.area_names[line.b]
        if not taken & set(ends):
            graph.add_edge(*ends)
    leningrad = board.area_names["Leningrad"]
    fleet = board.seas[state.fleet].name
    if ruleset.edition == "first":
        _add_seas(graph, ruleset, state, taken)
    for number, area in enumerate(board.areas):
        if ruleset.edition != "first" and area.harbor and number not in taken and leningrad not in taken:
            sea = board.seas[board.sea_names[area.harbor]]
            if sea.basin == "Baltic" and sea.name != fleet:
                graph.add_edge(number, leningrad)
    saved: set[int] = set()
    for city in members(board.victory):
        if city not in taken:
            saved |= nx.node_connected_component(graph, city)
    return {area for area in saved if area >= 0}


def _add_seas(graph: nx.Graph[int], ruleset: RaceToMoscow, state: State, taken: set[int]) -> None:
    """Sea areas are nodes of their own, with negative numbers; the fleet's is no way (first:1131, first:1181)."""
    board = ruleset.material.board
    for number, sea in enumerate(board.seas):
        if number == state.fleet:
            continue
        for other in sea.adjacent:
            if board.sea_names[other] != state.fleet:
                graph.add_edge(-1 - number, -1 - board.sea_names[other])
        for area, entry in enumerate(board.areas):
            if entry.harbor == sea.name and area not in taken:
                graph.add_edge(-1 - number, area)


def test_what_falls_is_what_has_no_chain(ruleset: RaceToMoscow, walks: list[list[Stride]]) -> None:
    """Against a second implementation: nothing with a chain falls, nothing without one stays."""
    material, count = ruleset.material, 0
    everything = set(range(len(material.board.areas)))
    for stride in strides(walks):
        before, after = stride.before, stride.after
        fallen = set(members(material.all_controlled(after) & ~material.all_controlled(before)))
        ends_move = isinstance(stride.action, a.EndMove | a.MoveFleet)
        if not ends_move or before.winner >= 0:
            continue
        if ruleset.readings["controlled-victory-area"] == "refuge" and material.board.victory & ~_free(ruleset, after):
            continue
        left = everything - set(members(material.all_controlled(after)))
        assert left == reachable(ruleset, after)
        base = msgspec.structs.replace(before, fleet=after.fleet)
        open_areas = everything - set(members(material.all_controlled(before)))
        assert fallen == open_areas - reachable(ruleset, base)
        count += len(fallen)
        for area in fallen:
            owner = next(p for p in range(3) if after.control[p] >> area & 1)
            colours = material.board.areas[area].colors
            if len(colours) == 1:
                assert PLAYERS[owner] == colours[0]
            assert after.medals[area] == 0
        markers = {area for area in fallen if before.soviet >> area & 1}
        drawn = 0 if material.soviet_player else min(len(markers), before.soviet_deck.size)
        assert after.encircled[before.active] - before.encircled[before.active] == drawn
        assert after.pool - before.pool == len(markers)


def _free(ruleset: RaceToMoscow, state: State) -> int:
    return ruleset.material.board.all_areas & ~ruleset.material.all_controlled(state)


def helped(ruleset: RaceToMoscow, state: State, area: int) -> bool:
    """Whether Air Support on the card to be drawn pays for a fortification (first:1411-1414)."""
    if ruleset.edition != "first":
        return False
    if ruleset.material.soviet_player and state.soviet >> area & 1:
        return state.air_area[state.active] == area
    return state.air[state.active] == ("on Soviet deck" if state.soviet >> area & 1 else "on Pursuit deck")


def expected_moves(ruleset: RaceToMoscow, state: State) -> set[a.Action]:
    """What the movement rules allow (2024:488-508, 2024:558-564), where no card is open: a second implementation."""
    material, board = ruleset.material, ruleset.material.board
    player = state.active
    moving = state.moving
    if state.phase != "actions" or state.transport:
        return set()
    if moving is None:
        ready = {
            army
            for army, owner in enumerate(material.army_player)
            if owner == player and state.at[army] >= 0 and not (state.moved | state.halt) >> army & 1
        }
        if state.fields:
            return {a.Activate(army) for army in ready if not material.armored[army]}
        if not state.core_left:
            return set()
        return {a.Activate(army) for army in ready if material.armored[army] and state.loads[army].fuel}
    if moving.over:
        return set()
    armored, load, found = material.armored[moving.army], state.loads[moving.army], set[a.Action]()
    if armored and moving.halted and moving.hops < 3 + moving.fast and load.fuel:
        found.add(a.PayOn())
    if not armored and moving.hops == 1 and not moving.halted and not moving.marched and load.food:
        found.add(a.PayOn())
    allowance = 3 + moving.fast if armored else 2 if moving.marched else 1
    if moving.halted or moving.hops >= allowance:
        return found
    here, colour = material.area(state.at[moving.army]), PLAYERS[player]
    for line in board.lines:
        if line.red or colour not in line.colors or here not in (line.a, line.b):
            continue
        area = board.area_names[line.b if line.a == here else line.a]
        own = material.controlled(state, player) >> area & 1
        foreign = material.all_controlled(state) >> area & 1 and not own
        if colour not in board.areas[area].colors or area in state.at or foreign:
            continue
        forts = board.fortified if ruleset.readings["lost-fort"] == "pays-again" else state.bunkers
        if not own and forts >> area & 1 and not load.ammo and not moving.pioneers and not helped(ruleset, state, area):
            continue
        decks = (state.soviet_deck, state.armored_deck) if state.soviet >> area & 1 else (state.pursuit[player],)
        no_card = not own and not any(deck.size for deck in decks)
        no_card = no_card and (bool(state.soviet >> area & 1) or not state.discards[player])
        if no_card and ruleset.readings["no-card-left"] == "no-entry":
            continue
        found.add(a.Enter(area))
    return found


def test_exactly_the_moves_of_the_rulebook_are_legal(ruleset: RaceToMoscow, walks: list[list[Stride]]) -> None:
    """Nothing is missing from the list, and nothing is there too much."""
    count = 0
    for stride in strides(walks):
        if stride.before.pending is None:
            listed = {action for action in stride.legal if isinstance(action, a.Activate | a.Enter | a.PayOn)}
            assert listed == expected_moves(ruleset, stride.before)
            count += len(listed)
    assert count > 300


def test_every_card_that_may_lie_on_top_can_be_revealed(ruleset: RaceToMoscow, walks: list[list[Stride]]) -> None:
    """One action stands for all copies of a card, and none is left out."""
    for stride in strides(walks):
        kind = stride.before.pending.kind if stride.before.pending else ""
        if kind not in ("pursuit", "soviet", "peek pursuit", "peek soviet"):
            continue
        deck = stride.before.pursuit[stride.before.active] if "pursuit" in kind else stride.before.soviet_deck
        names = {ruleset.material.card(card).name for card in members(deck.candidates())}
        listed = [action for action in stride.legal if isinstance(action, a.Reveal)]
        assert {ruleset.material.card(action.card).name for action in listed} == names
        assert len(listed) == len(stride.legal) == len(names)


def test_no_army_ever_moves_twice_in_a_round_or_stands_on_foreign_ground(
    ruleset: RaceToMoscow, walks: list[list[Stride]]
) -> None:
    material = ruleset.material
    for stride in strides(walks):
        if isinstance(stride.action, a.Activate):
            assert not stride.before.moved >> stride.action.army & 1
            assert material.army_player[stride.action.army] == stride.before.active
        if isinstance(stride.action, a.Enter):
            moving = stride.before.moving
            assert moving is not None
            here, there = stride.before.at[moving.army], stride.action.area
            colour = PLAYERS[stride.before.active]
            assert colour in material.board.areas[there].colors
            assert there not in stride.before.at
            ends = {material.area(here), material.area(there)}
            line = next(line for line in material.board.lines if {line.a, line.b} == ends)
            assert not line.red
            assert colour in line.colors
            others = [p for p in range(3) if p != stride.before.active]
            assert not any(material.controlled(stride.before, p) >> there & 1 for p in others)
            assert moving.hops < (3 + moving.fast if material.armored[moving.army] else 2)
