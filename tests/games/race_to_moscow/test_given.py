"""A log's header `given` changes one fact of its scenario."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rtm_verify.errors import InputError, Place
from rtm_verify.games.race_to_moscow.board import default_board
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.library import scenario_path
from rtm_verify.log import Given, parse_items

RIGA = "rulebook/riga"


def position(*facts: str, scenario: str = RIGA) -> tuple[RaceToMoscow, State]:
    path = scenario_path(scenario, Path("x.rtm"), Place("x.rtm"))
    found = RaceToMoscow("2024", path, given=[Given(parse_items(fact)) for fact in facts])
    return found, found.setup().state


# Facts that are not so in the scenario, and can be given.
CHANGES = [
    "4Pz has 0 fuel",
    "4Pz has 1 food",
    "4Pz has 0 supplies",
    "4Pz at Panevezys",
    "4Pz moved",
    "4Pz grounded",
    "Riga has 1 fuel, 1 ammo",
    "Danzig has 1 fuel",
    "Kaunas has track",
    "Sebezh has a Soviet marker",
    "Siauliai has no Soviet marker",
    "Velikiye Luki has 2 medals",
    "Pskov has no bunker",
    "Sebezh controlled by gray",
    "Velikiye Luki controlled by white",
    "Tula controlled by gray",  # an encirclement can bring it (ruling encircled-foreign-double)
    "Kedainai uncontrolled",
    "gray has 3 medals",
    "gray has 2 trucks, 1 train",
    "gray has 1 core action",
    "gray has 2 encircled cards",
    "gray holds Recon",
    "gray defeated 34 Army",
    "white Air Support on Soviet deck",
    "white Air Support spent",
    "gray HQ spent",
    "white active",
    "pool has 1 Soviet marker",
    "fleet in Gulf of Riga",
    "fleet moved",
    "line Riga > Panevezys has a gray truck, a train",
    "logistics level 2",
    "round 4",
    "phase reaction",
    "last round",
    "OKH pool has Pionieren, Brandenburg, Luftbrücke, Wolfsschanze",
]


@pytest.mark.parametrize("fact", CHANGES)
def test_a_given_fact_holds_and_did_not_before(fact: str) -> None:
    found, state = position()
    assert not found.query(state, parse_items(fact)).holds
    found, state = position(fact)
    assert found.query(state, parse_items(fact)).holds
    assert found.invariants(state) == ()


def test_what_a_given_fact_does_not_name_stays() -> None:
    found, state = position("Danzig has 1 fuel", "4Pz has 0 fuel", scenario=RIGA)
    for fact in ("Danzig has 1 fuel, 3 ammo, 3 food", "4Pz has 0 fuel, 1 ammo, 0 food", "Riga controlled by gray"):
        assert found.query(state, parse_items(fact)).holds, fact


def test_tokens_are_conserved_by_a_given_fact() -> None:
    _, before = position()
    _, after = position("4Pz has 0 fuel")
    assert after.stock.fuel == before.stock.fuel + 3


def test_an_area_that_changes_hands_has_one_owner() -> None:
    found, state = position("Vilnius controlled by gray", "Vilnius controlled by white")
    assert found.query(state, parse_items("Vilnius controlled by white")).holds
    vilnius = found.material.board.area_names["Vilnius"]
    assert sum(control >> vilnius & 1 for control in state.control) == 1


def test_track_and_supplies_go_with_the_marker() -> None:
    found, state = position("Kedainai has track, 2 ammo", "Kedainai uncontrolled")
    assert found.query(state, parse_items("Kedainai has no track, 0 ammo")).holds


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("stock has 3 ammo", "the stock follows from the rest of the position and cannot be given"),
        ("Soviet deck has 3 cards", "the Soviet deck follows from the rest of the position and cannot be given"),
        ("Riga encircled", "has or controlled or uncontrolled is expected here"),
        ("4Pz has 7 ammo", "a card holds 6 supplies, not 10"),
        ("4Pz has 2 supplies", "say how many of each"),
        ("Riga has 3 medals", "this cannot be given"),
        ("Riga has 2 bunkers", "an area has one bunker or none"),
        ("Riga has 7 ammo", "Riga holds 6 supplies, not 7"),
        ("Sebezh has 1 ammo", "Sebezh has supplies and nobody controls it"),
        ("Riga controlled by white", "white cannot control Riga: it has another colour"),
        ("Riga uncontrolled", "4Pz stands in Riga, which gray does not control"),
        ("Sebezh has a bunker", "Sebezh has a bunker and is not fortified"),
        ("white has 1 core action", "it is not white's turn"),
        ("gray holds Mud", "Mud has no hand symbol"),
        ("gray holds Tiger", "unknown card 'Tiger'"),
        ("line Riga > Moskva has a train", "no line for vehicles joins Riga and Moskva"),
        ("logistics level 3", "a Logistics card has level 1 or 2"),
        ("round 0", "a round is a number from 1 to 99"),
        ("pool has 40 Soviet markers", "there are not that many Soviet markers"),
        ("gray has 34 encircled cards", "the Soviet deck has not that many cards"),
        ("9Pz has 1 fuel", "unknown subject '9Pz'"),
        ("4Pz has 1 fuel extra", "nothing more is expected here"),
    ],
)
def test_what_cannot_be_given_is_refused_with_its_place(fact: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        position(fact)
    assert message in str(error.value)
    assert error.value.place is not None


names = st.sampled_from([area.name for area in default_board().areas])
facts = st.one_of(
    st.sampled_from(CHANGES),
    st.builds("{} controlled by {}".format, names, st.sampled_from(["gray", "white", "brown"])),
    st.builds("{} has {} {}".format, names, st.integers(0, 12), st.sampled_from(["fuel", "ammo", "food", "medals"])),
    st.builds("{} at {}".format, st.sampled_from(["4Pz", "16A", "2Pz", "11A"]), names),
    st.builds("{} {}".format, names, st.sampled_from(["uncontrolled", "has a Soviet marker", "has track"])),
)


@given(st.lists(facts, max_size=4))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_facts_given_together_make_a_sound_position_or_are_refused(chosen: list[str]) -> None:
    try:
        found, state = position(*chosen)
    except InputError as error:
        refused = error.place
    else:
        refused = None
        assert found.invariants(state) == ()
    assert refused is None or refused.file == "<text>"


def test_a_hand_can_be_emptied_and_a_card_held_is_named() -> None:
    _, state = position("gray has no held cards", scenario="rulebook/recon-in-hand")
    assert state.hands[0] == 0
    with pytest.raises(InputError, match="say which cards"):
        position("gray has 2 held cards")
