"""Every policy is played in both editions, and the editions part there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.policies import all_policies, load_policies
from rtm_verify.games.race_to_moscow.ruleset import EDITIONS, catalogue
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.bits import members

from .engine.table import Position, Table

GAME = Path(__file__).parents[3] / "rtm_verify" / "games" / "race_to_moscow"


def _next_turn(position: Position) -> None:
    """The active player's turn ends, whatever the Soviets do."""
    position.do(a.AdvanceRailhead(-1))
    active = position.state.active
    while position.state.active == active:
        position.do(position.ruleset.legal(position.state)[0])


def _refused(position: Position, action: a.Action, clause: str) -> bool:
    return any(clause in violation.rules for violation in position.ruleset.judge(position.state, action))


def army_once(table: Table, edition: str) -> object:
    position = table.position(edition=edition)
    position.do(a.Activate(position.army("4Pz")), a.EndMove())
    _next_turn(position)
    return bool(position.state.moved >> position.army("4Pz") & 1)


def fleet_once(table: Table, edition: str) -> object:
    position = table.position(edition=edition)
    position.do(a.MoveFleet(position.ruleset.material.board.sea_names["Courland Coast"]))
    _next_turn(position)
    return position.state.fleet_moved


def frontline_once(table: Table, edition: str) -> object:
    position = table.position(first="brown", edition=edition)
    position.do(a.TakeSupplies(position.area("Piatra"), Supplies(fuel=1)))
    _next_turn(position)
    return position.state.frontline_taken


def lost_medal(table: Table, edition: str) -> object:
    scenario = 'phase = "reaction"\n[players.white]\ncontrols = ["Bobruisk", "Mogilev"]\nmedals = 3\n'
    position = table.position(scenario, edition=edition, variants=["abwehr"])
    position.do(a.CounterAttack(position.area("Mogilev")))
    return position.state.medals_held[1]


def after_last_marker(table: Table, edition: str) -> object:
    position = table.position('phase = "reaction"\nlast_round = true\n', edition=edition)
    return any(isinstance(action, a.PlaceSoviet) for action in position.ruleset.legal(position.state))


def advanced_adjacency(table: Table, edition: str) -> object:
    position = table.position('phase = "reaction"\n', edition=edition, variants=["advanced"])
    return _refused(position, a.PlaceSoviet(position.area("Kharkov")), "12.place.adjacent")


def final_tie(table: Table, edition: str) -> object:
    position = table.position('phase = "reaction"\nlast_round = true\nactive = "brown"\n', edition=edition)
    medals = (5, 5, 3)
    left = 40 - sum(medals) - sum(position.state.medals)
    position.state = replace(position.state, medals_held=medals, medals_left=left)
    position.do(position.ruleset.legal(position.state)[0])
    return [("gray", "white", "brown")[player] for player in members(position.state.winners)]


LAST_TRAIN = "[armies.4Pz]\nfuel = 1\nfood = 1\nhalt = true\n[players.white]\nair = 'on Soviet deck'\n"


def _re_organized(table: Table, edition: str) -> Position:
    position = table.position(LAST_TRAIN, edition=edition)
    position.state = replace(position.state, trains_stock=1)
    position.do(a.TakeTransport(0, 1))
    while position.state.pending:
        position.do(a.EatFrom("card"))
    return position


def grounded_feeding(table: Table, edition: str) -> object:
    position = _re_organized(table, edition)
    return position.load("4Pz").food, bool(position.state.halt >> position.army("4Pz") & 1)


def air_at_reorganization(table: Table, edition: str) -> object:
    return _re_organized(table, edition).state.air[1]


def auxiliaries_per_turn(table: Table, edition: str) -> object:
    """Axis Latvians are played from the hand, then Axis Estonians are drawn, who cannot be held."""
    position = table.position('[players.gray]\nholds = ["Axis Latvians"]\n', edition=edition)
    position.do(a.PlayHeld(position.card("gray", "Axis Latvians")), a.Activate(position.army("4Pz")))
    position.do(a.Enter(position.area("Kedainai")), a.Reveal(position.card("gray", "Axis Estonians")))
    return position.state.core_left


def okh_take(table: Table, edition: str) -> object:
    pool = 'okh = ["Brandenburg", "Pionieren", "Wolfsschanze", "Luftbrücke"]\n'
    position = table.position(pool, edition=edition)
    position.do(a.Activate(position.army("4Pz")))
    return a.TakeOkh(position.card("okh", "Pionieren")) in position.ruleset.legal(position.state)


def solo_blocked(table: Table, edition: str) -> object:
    position = table.position(edition=edition, order=["gray"])
    return [
        name for name in ("Vilnius", "Minsk", "Kiev") if any(position.controls(p, name) for p in ("white", "brown"))
    ]


def sea_chain(table: Table, edition: str) -> object:
    """The fleet in the Gulf of Riga lies between Liepaja and Leningrad, and not before Liepaja."""
    scenario = 'fleet = "Gulf of Riga"\n[players.gray]\ncontrols = ["Kaunas", "Kedainai", "Panevezys"]\n'
    position = table.position(scenario + '[armies.4Pz]\nat = "Panevezys"\n', edition=edition)
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Riga")))
    position.do(a.Reveal(position.card("gray", "Silberfuchs")), a.EndMove())
    return position.controls("gray", "Liepaja")


def air_support_use(table: Table, edition: str) -> object:
    scenario = '[players.gray]\ncontrols = ["Narva"]\nair = "on Pursuit deck"\n[armies.4Pz]\nat = "Narva"\nfuel = 3\n'
    position = table.position(scenario, edition=edition)
    position.do(a.Activate(position.army("4Pz")))
    return a.Enter(position.area("Luga")) in position.ruleset.legal(position.state)


def drop_excess(table: Table, edition: str) -> object:
    scenario = (
        '[areas.Riga]\nfuel = 2\nammo = 3\nfood = 1\n[players.gray]\ncontrols = ["Kaunas", "Panevezys", "Riga"]\n'
    )
    scenario += '[armies.4Pz]\nat = "Riga"\nfuel = 1\nammo = 1\n'
    position = table.position(scenario, edition=edition)
    position.do(a.Activate(position.army("4Pz")))
    return not _refused(position, a.Drop(position.army("4Pz"), Supplies(ammo=1)), "8.carry.drop-limit")


def stukageschwader(table: Table, edition: str) -> object:
    position = table.position('[players.gray]\nair = "spent"\n', edition=edition)
    position.give("gray", "Stukageschwader")
    position.do(position.okh("Stukageschwader"))
    return position.state.air[0], position.state.pending.kind if position.state.pending else "nothing open"


# For each policy how it shows, and what is seen in the 2024 edition and in the first one.
PARTING: dict[str, tuple[Callable[[Table, str], object], object, object]] = {
    "army-once": (army_once, True, False),
    "fleet-once": (fleet_once, True, False),
    "frontline-once": (frontline_once, True, False),
    "lost-medal": (lost_medal, 2, 3),
    "after-last-marker": (after_last_marker, True, False),
    "advanced-adjacency": (advanced_adjacency, False, True),
    "final-tie": (final_tie, ["white"], ["gray", "white"]),
    "grounded-feeding": (grounded_feeding, (0, False), (1, True)),
    "air-at-reorganization": (air_at_reorganization, "on Soviet deck", "ready"),
    "auxiliaries-per-turn": (auxiliaries_per_turn, 3, 2),
    "okh-take": (okh_take, False, True),
    "solo-blocked": (solo_blocked, ["Vilnius"], ["Vilnius", "Minsk", "Kiev"]),
    "sea-chain": (sea_chain, False, True),
    "air-support-use": (air_support_use, False, True),
    "drop-excess": (drop_excess, False, True),
    "stukageschwader": (stukageschwader, ("ready", "nothing open"), ("spent", "peek which")),
}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_every_policy_is_played() -> None:
    assert set(PARTING) == {policy.id for policy in all_policies()}


@pytest.mark.parametrize("policy", PARTING)
def test_the_editions_part_at_a_policy(table: Table, policy: str) -> None:
    seen, in_2024, in_first = PARTING[policy]
    assert in_2024 != in_first
    assert seen(table, "2024") == in_2024
    assert seen(table, "first") == in_first


def test_every_edition_answers_every_policy_with_a_place_in_its_own_book() -> None:
    for policy in all_policies():
        assert set(policy.values) == set(policy.at) == set(EDITIONS), policy.id
        assert len(set(policy.values.values())) == len(EDITIONS), policy.id
        for edition, places in policy.at.items():
            assert places, policy.id
            assert all(re.fullmatch(rf"{edition}:\d+(-\d+)?", place) for place in places), policy.id


def test_a_policy_names_clauses_of_the_catalogue_and_asks_a_question() -> None:
    for policy in all_policies():
        assert policy.rules, policy.id
        assert all(rule in catalogue() for rule in policy.rules), policy.id
        assert policy.question.endswith("?"), policy.id


def test_no_policy_stands_twice() -> None:
    names = [policy.id for policy in all_policies()]
    assert len(set(names)) == len(names)


def test_the_engine_asks_for_every_policy_and_for_no_other() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(GAME.rglob("*.py")))
    asked = set(re.findall(r'policies\[["\']([a-z-]+)["\']\]', source))
    asked |= set(re.findall(r'"[a-z_]+": "([a-z]+-once)"', source))  # `turn_end.py` asks for these in a loop
    assert asked == {policy.id for policy in all_policies()}


def test_each_edition_has_one_value_for_each_policy() -> None:
    assert load_policies("2024")["okh-take"] == "between-actions"
    assert load_policies("first")["okh-take"] == "any-time"
    assert all(load_policies(edition).keys() == PARTING.keys() for edition in EDITIONS)
