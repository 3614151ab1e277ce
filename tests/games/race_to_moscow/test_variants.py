"""Which variants go together, and that every one of them can be played to its end in both editions."""

from __future__ import annotations

import random
import re
from itertools import combinations
from pathlib import Path

import pytest

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.ruleset import EDITIONS, catalogue, rulings
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.variants import all_variants, check_players, choose_variants

from .engine.table import Position, Table

VARIANTS = all_variants()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


# The list


def test_a_variant_names_clauses_of_the_catalogue_and_its_places_in_both_books() -> None:
    for variant in VARIANTS.values():
        assert variant.title
        assert variant.rules, variant.id
        assert all(rule in catalogue() for rule in variant.rules), variant.id
        assert {place.split(":")[0] for place in variant.at} == {"2024", "first"}, variant.id
        assert all(re.fullmatch(r"[a-z0-9]+:\d+(-\d+)?", place) for place in variant.at)


def test_what_excludes_another_is_excluded_by_it() -> None:
    for one, other in combinations(VARIANTS.values(), 2):
        assert (other.id in one.excludes) is (one.id in other.excludes), (one.id, other.id)
        assert set(one.excludes) <= set(VARIANTS)


@pytest.mark.parametrize(
    "pair",
    [("advanced", "abwehr"), ("advanced", "soviet-player"), ("abwehr", "soviet-player"), ("hard", "veteran")],
    ids=" and ".join,
)
def test_variants_that_contradict_each_other_are_refused_in_either_order(pair: tuple[str, str]) -> None:
    for names in (pair, pair[::-1]):
        with pytest.raises(InputError, match="cannot be played together"):
            choose_variants(names)


def test_all_other_pairs_go_together() -> None:
    apart = {frozenset((one, other)) for one in VARIANTS for other in VARIANTS[one].excludes}
    for pair in combinations(VARIANTS, 2):
        if frozenset(pair) not in apart:
            assert choose_variants(pair) == set(pair)


def test_an_unknown_variant_is_refused_with_a_suggestion_and_a_second_one_of_its_name_too() -> None:
    with pytest.raises(InputError, match="unknown variant 'wintr'") as caught:
        choose_variants(["wintr"])
    assert caught.value.suggestion is not None
    assert "winter" in caught.value.suggestion
    with pytest.raises(InputError, match="named twice"):
        choose_variants(["winter", "winter"])


def test_abwehr_is_for_two_or_three_players_and_all_others_for_any_number(table: Table) -> None:
    """2024:953, first:1649-1650."""
    for count in (1, 2, 3):
        for variant in VARIANTS:
            if (variant, count) == ("abwehr", 1):
                with pytest.raises(InputError, match="'abwehr' is not meant for 1 player"):
                    check_players([variant], count)
                with pytest.raises(InputError, match="'abwehr' is not meant for 1 player"):
                    table.position(order=PLAYERS[:1], variants=[variant])
            else:
                check_players([variant], count)
                assert table.position(order=PLAYERS[:count], variants=[variant]).state.order


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("variants", "pools"),
    [((), (6, 4, 3)), (("hard",), (3, 2, 2)), (("veteran",), (0, 0, 1))],
    ids=["basic", "hard", "veteran"],
)
def test_a_harder_game_has_fewer_markers_in_the_pool(
    table: Table, edition: str, variants: tuple[str, ...], pools: tuple[int, int, int]
) -> None:
    """2024:343-345, 2024:941-949."""
    for count, pool in zip((3, 2, 1), pools, strict=True):
        state = table.position(order=PLAYERS[:count], variants=variants, edition=edition).state
        assert state.pool == pool
        assert state.soviet.bit_count() == 20
        assert state.boxed == 6 - pool


# Total War


def test_in_total_war_one_players_victory_is_everybodys(table: Table) -> None:
    """2024:981. Without the variant it is that player's alone."""
    chain = '["Kaunas", "Panevezys", "Riga", "Jekelopils", "Pskov", "Luga"]'
    scenario = f'[players.gray]\ncontrols = {chain}\n[armies.4Pz]\nat = "Luga"\n'
    for variants, winners in (((), 0b001), (("total-war",), 0b111)):
        position = table.position(scenario, variants=variants)
        position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Leningrad")))
        position.do(a.Reveal(position.card("soviet", "3 Army")))
        assert position.state.phase == "over"
        assert position.state.winners == winners


def test_in_total_war_all_lose_if_nobody_takes_a_victory_area(table: Table) -> None:
    scenario = 'phase = "reaction"\nlast_round = true\nactive = "brown"\n'
    for variants, winners in (((), 0b100), (("total-war",), 0)):
        position = table.position(scenario, variants=variants)
        position.do(position.ruleset.legal(position.state)[0])
        assert position.state.phase == "over"
        assert position.state.winners == winners


# Random play

OKH = (
    *("Transportflottille", "Brandenburg", "Luftbrücke", "Panzerhaubitzen", "Pionieren", "Grosstransportraum"),
    *("Schnellkampfgruppe", "Auftragstaktik", "Stukageschwader", "Sicherungs-Division", "Eisenbahnpioniere"),
    "Wolfsschanze",
)
_WEIGHTS: dict[type[a.Action], int] = {a.Enter: 8, a.Activate: 6, a.MoveFields: 4, a.PlayOkh: 4, a.PayOn: 4}
STEPS = 220


def _choose(rng: random.Random, legal: tuple[a.Action, ...]) -> a.Action:
    """A kind of action first, then one of it: the many loads are no likelier than the rest."""
    kinds = sorted({type(action) for action in legal}, key=lambda kind: kind.__name__)
    kind = rng.choices(kinds, [_WEIGHTS.get(kind, 2) for kind in kinds])[0]
    return rng.choice([action for action in legal if type(action) is kind])


def _settled(state: State) -> bool:
    return not (state.pending or state.moving or state.fields or state.transport)


def _okh_cards(position: Position, state: State) -> int:
    """How many OKH cards are in the game."""
    okh = position.ruleset.material.cards.okh
    held = sum((hand & okh).bit_count() for hand in state.hands)
    return state.okh_deck.size + state.okh_pool.bit_count() + held


@pytest.mark.parametrize("other", [False, True], ids=["default readings", "other readings"])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("variant", ["no variant", *VARIANTS])
def test_no_game_ends_in_a_dead_end_and_what_is_listed_is_legal(
    table: Table, variant: str, edition: str, other: bool
) -> None:
    variants = [variant] if variant in VARIANTS else []
    for count in (3, 2, 1):
        if variants and count not in VARIANTS[variant].players:
            continue
        rng = random.Random(f"{variant} {edition} {other} {count}")  # noqa: S311
        pins = {name: rng.choice(list(rulings()[name].alternatives)) for name in rulings()} if other else {}
        order = rng.sample(PLAYERS, count)
        position = table.position(edition=edition, variants=variants, order=order, **pins)
        for name in OKH:
            position.give(rng.choice(order), name)
        _play(position, rng)


def _play(position: Position, rng: random.Random) -> None:
    """So many steps, or to the end of the game."""
    ruleset, state = position.ruleset, position.state
    for _ in range(STEPS):
        legal = ruleset.legal(state)
        if state.phase == "over" and not legal:
            return
        assert legal, f"a dead end: {state.pending}"
        assert len(set(legal)) == len(legal)
        for action in rng.sample(legal, min(len(legal), 25)):
            assert ruleset.judge(state, action) == (), action
        after = ruleset.apply(state, _choose(rng, legal)).state
        assert _okh_cards(position, after) <= _okh_cards(position, state)
        if _settled(after):
            assert ruleset.invariants(after) == ()
        state = after
