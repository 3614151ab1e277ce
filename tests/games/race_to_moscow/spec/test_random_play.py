"""Random play, with attempts at what is forbidden: both opinions say the same, under any reading of the rulings."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.ruleset import rulings
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.replay import Played

SCENARIOS = ("riga", "courland", "galicia", "brest", "briansk", "recon-in-hand", "vilnius", "full-card")


def attempt(table: Any, rng: random.Random) -> a.Action:
    """Some action, legal or not, but not absurd: an army on the move tries the areas around it."""
    state, board = table.state, table.material.board
    army = state.moving.army if state.moving and rng.random() < 0.7 else rng.randrange(len(state.at))
    area = rng.choice(members(board.neighbours[state.at[army]]))
    objectives = members(board.objective)
    load = Supplies(rng.randrange(2), rng.randrange(2), rng.randrange(2))
    deck: a.DeckName = rng.choice(("Pursuit", "Soviet"))
    return rng.choice(
        (
            a.MoveFields(),
            a.EndFields(),
            a.Activate(army),
            a.Enter(area),
            a.Enter(area),
            a.PayOn(),
            a.Load(army, load),
            a.Drop(army, load),
            a.EndMove(),
            a.Reveal(rng.randrange(1, 88)),
            a.MoveMedal(rng.choice(objectives), rng.choice(objectives)),
            a.FlipTrack(area),
            a.Hold(),
            a.UseNow(),
            a.Decline(),
            a.Peek(deck),
            a.PlayHeld(rng.randrange(1, 55)),
            a.AirSupport(deck),
            a.MoveFleet(rng.randrange(len(board.seas))),
        )
    )


def pinned(rng: random.Random) -> dict[str, str]:
    """Some readings."""
    return {name: rng.choice(list(rulings()[name].alternatives)) for name in rulings() if rng.random() < 0.3}


@pytest.mark.parametrize("seed", range(12))
def test_both_opinions_agree_in_random_play(seed: int, table: Callable[..., Any]) -> None:
    rng = random.Random(seed)  # noqa: S311 (play, not secrets)
    for scenario in rng.sample(SCENARIOS, 3):
        here = table(scenario, pinned(rng))
        for _ in range(40):
            for action in (attempt(here, rng) for _ in range(3)):
                if violations := here.ruleset.judge(here.state, action):
                    assert here.opinion(Played(action, here.state), violations) == ()
            legal = here.ruleset.legal(here.state)
            if not legal:
                break
            dull = (a.Load, a.Drop)
            action = rng.choices(legal, [1 if isinstance(each, dull) else 12 for each in legal])[0]
            assert here.opinion(here.play(action)) == ()
