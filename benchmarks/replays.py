"""Logs replayed with every invariant at every step: how long a game takes, whether later steps cost more, and what
all the short logs together cost.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import msgspec

from rtm_verify.kernel.replay import replay
from rtm_verify.library import ruleset_of, short_logs
from rtm_verify.log.reader import read_log
from rtm_verify.log.syntax import Log
from rtm_verify.report.result import Result

GAMES = Path(__file__).parents[1] / "replays" / "games"


def main() -> int:
    """Print a line a game, with the cost of a step in the whole game against that in its first half; then the rest."""
    costs = []
    for path in sorted(GAMES.glob("*.rtm")):
        log = read_log(path)
        half = msgspec.structs.replace(log, body=log.body[: len(log.body) // 2])
        (whole, steps), (part, steps_of_part) = _timed(log, path), _timed(half, path)
        growth = (whole / steps) / (part / steps_of_part)
        costs.append(whole / steps)
        print(f"{path.stem:40} {steps:5} steps {whole:7.3f} s   a step against the first half's: {growth:5.2f}")
    begin = time.perf_counter()
    results = [result for path in short_logs() for result in Result.every(path)]
    seconds = time.perf_counter() - begin
    each, step = seconds / len(results), sum(costs) / len(costs)
    print(f"{len(results)} replays of examples, cases and twins: {seconds:.1f} s, {each * 1000:.1f} ms each")
    print(f"a short log, read and set up, against a step of a game: {each / step:.1f}")
    return 0


def _timed(log: Log, path: Path) -> tuple[float, int]:
    """The best of three, and the number of steps."""
    seconds = []
    for _ in range(3):
        begin = time.perf_counter()
        result = replay(log, ruleset_of(log, path))
        seconds.append(time.perf_counter() - begin)
        if result.verdict != "green":
            raise SystemExit(f"{path}: {result.verdict}")
    return min(seconds), len(result.steps)


if __name__ == "__main__":
    sys.exit(main())
