"""Random play under the full rules, side by side with python-chess in one run: the ratio is what counts.

Both sides do the same: list the legal moves, choose one at random, play it. Ours also writes the events with their
sentences and rules for every action; which cells they changed is worked out only for who asks.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import chess

from rtm_verify.errors import Place
from rtm_verify.games.race_to_moscow import engine
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.library import scenario_path

SECONDS = 2.0
ROUNDS = 3


def chess_plies(deadline: float, rng: random.Random) -> int:
    """Plies of random chess until the deadline."""
    plies = 0
    while time.perf_counter() < deadline:
        board = chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            plies += 1
    return plies


def transitions(edition: str) -> Callable[[float, random.Random], int]:
    """Actions of random Race to Moscow until the deadline."""
    ruleset = RaceToMoscow(edition, scenario_path("setup/three", Path("game.rtm"), Place("bench")))
    material, start = ruleset.material, ruleset.setup().state

    def run(deadline: float, rng: random.Random) -> int:
        count = 0
        while time.perf_counter() < deadline:
            state = start
            for _ in range(500):
                actions = engine.legal(material, state)
                if not actions:
                    break
                state = engine.apply(material, state, rng.choice(actions)).state
                count += 1
        return count

    return run


def rate(work: Callable[[float, random.Random], int], seed: int) -> float:
    """How many a second."""
    begin = time.perf_counter()
    return work(begin + SECONDS, random.Random(seed)) / (time.perf_counter() - begin)


def main() -> int:
    """Print the rates and their ratio, the median of interleaved rounds."""
    sides = {
        "python-chess plies": chess_plies,
        "2024 actions": transitions("2024"),
        "first actions": transitions("first"),
    }
    rates: dict[str, list[float]] = {name: [] for name in sides}
    for seed in range(ROUNDS):
        for name, work in sides.items():
            rates[name].append(rate(work, seed))
    middle = {name: sorted(values)[len(values) // 2] for name, values in rates.items()}
    chess_rate = middle["python-chess plies"]
    for name, value in middle.items():
        print(f"{name:20} {value:9,.0f} a second   {value / chess_rate:5.2f} of python-chess")
    return 0


if __name__ == "__main__":
    sys.exit(main())
