"""Compare the legal actions of engine and model in many positions, and write down what was compared.

    python -m tests.legal_sets.campaign --positions 2000 --jobs 2 --write reports/legal-sets.md

The report holds no time and no number of processes, so that the same positions give the same bytes.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, get_args

import msgspec

from rtm_verify.games.race_to_moscow.actions import Action
from rtm_verify.games.race_to_moscow.spec.universe import universe
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.symmetries import stands
from rtm_verify.proof.legal_sets import Comparison, Difference, compare, outcomes

from .as_log import as_log
from .positions import Origin, from_log, from_table, logs, mode, table

__all__ = ["Compared", "Report", "at_table", "in_log", "main", "run", "write_logs"]

AT_TABLE = 20  # positions
IN_LOG = 4
SHOWN = 3  # examples of each kind of difference


class Compared(msgspec.Struct, frozen=True):
    """One position, what was compared there, and the kinds of action of which an outcome was."""

    origin: Origin
    mode: str
    comparison: Comparison
    played: tuple[str, ...]


class Report(msgspec.Struct, frozen=True):
    """All positions of a campaign."""

    compared: tuple[Compared, ...]

    @property
    def differences(self) -> list[tuple[Origin, Difference]]:
        """Every difference, with the position it was found in."""
        return [(each.origin, difference) for each in self.compared for difference in each.comparison.differences]

    def count(self, pick: Callable[[Comparison], Any]) -> Counter[str]:
        """How often something is counted in all positions."""
        total: Counter[str] = Counter()
        for each in self.compared:
            total.update(pick(each.comparison))
        return total


def position(ruleset: Any, spec: Any, state: State, origin: Origin) -> Compared:
    """Compare in one position, and of each kind of action that is legal there the outcome of one."""
    comparison = compare(ruleset, spec, state, universe(ruleset.material, state), stands)
    played = _one_of_each(ruleset.legal(state), random.Random(str(origin)))  # noqa: S311
    differences = (*comparison.differences, *outcomes(ruleset, spec, state, played.values()))
    return Compared(origin, mode(state), msgspec.structs.replace(comparison, differences=differences), tuple(played))


def _one_of_each(actions: Iterable[Action], rng: random.Random) -> dict[str, Action]:
    kinds: dict[str, list[Action]] = {}
    for action in actions:
        kinds.setdefault(type(action).__name__, []).append(action)
    return {kind: rng.choice(same) for kind, same in kinds.items()}


def at_table(number: int, seed: int, most: int) -> list[Compared]:
    """Compare in the positions of one table."""
    found, spec = [], None
    for ruleset, state, origin in from_table(seed, table(seed, number), most):
        spec = spec or ruleset.spec()
        found.append(position(ruleset, spec, state, origin))
    return found


def in_log(path: Path) -> list[Compared]:
    """Compare in the positions of one log."""
    found, spec = [], None
    for ruleset, state, origin in from_log(path, IN_LOG):
        spec = spec or ruleset.spec()
        found.append(position(ruleset, spec, state, origin))
    return found


def run(positions: int, seed: int = 0, jobs: int = 1, paths: Iterable[Path] = (), at_each: int = AT_TABLE) -> Report:
    """Compare in this many positions of random games, so many at each table, and in those of logs."""
    sizes = [min(at_each, positions - start) for start in range(0, positions, at_each)]
    if jobs == 1:
        return Report(tuple(_all(map, sizes, seed, tuple(paths))))
    with ProcessPoolExecutor(jobs) as pool:
        return Report(tuple(_all(partial(pool.map, chunksize=1), sizes, seed, tuple(paths))))


def _all(spread: Any, sizes: list[int], seed: int, paths: tuple[Path, ...]) -> Iterator[Compared]:
    for found in spread(at_table, range(len(sizes)), [seed] * len(sizes), sizes):
        yield from found
    for found in spread(in_log, paths):
        yield from found


def lines(report: Report, seed: int) -> Iterator[str]:
    """The report as Markdown."""
    asked, agreed, silent = (
        report.count(lambda found: found.asked),
        report.count(lambda found: found.agreed),
        report.count(lambda found: found.silent),
    )
    legal = report.count(lambda found: [kind for kind, number in found.agreed.items() if number])
    played = Counter(kind for each in report.compared for kind in each.played)
    differences = report.differences
    yield "# The legal actions of engine and model"
    yield ""
    yield f"{len(report.compared)} positions, seed {seed}: {sum(agreed.values())} actions allowed by both,"
    yield f"{len(differences)} differences, {sum(silent.values())} listed actions on which the model has no opinion."
    yield "Written by `make campaigns`."
    yield ""
    yield "| kind of action | positions asked | where it is legal | allowed by both | no opinion | outcomes compared |"
    yield "|---|---:|---:|---:|---:|---:|"
    for kind in sorted(each.__name__ for each in get_args(Action)):
        yield f"| {kind} | {asked[kind]} | {legal[kind]} | {agreed[kind]} | {silent[kind]} | {played[kind]} |"
    yield ""
    yield "| what a position waits for | positions |"
    yield "|---|---:|"
    for name, number in sorted(Counter(each.mode for each in report.compared).items()):
        yield f"| {name} | {number} |"
    yield ""
    yield "## Differences"
    yield ""
    yield from _groups(differences)


def _groups(differences: list[tuple[Origin, Difference]]) -> Iterator[str]:
    groups: dict[tuple[str, str, tuple[str, ...]], list[tuple[Origin, Difference]]] = {}
    for origin, difference in differences:
        groups.setdefault((difference.form, difference.kind, difference.rules), []).append((origin, difference))
    if not groups:
        yield "None."
    for (form, kind, rules), cases in sorted(groups.items()):
        yield f"- {form}, {kind}, {len(cases)} times: {', '.join(rules) or 'no rule'}"
        for origin, difference in cases[:SHOWN]:
            yield f"    - {difference.action}: {origin}"


def write_logs(report: Report, folder: Path) -> None:
    """Write each game, up to where the two differ, as a log; what was found in a log is in one already."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in report.compared:
        origin, differences = each.origin, each.comparison.differences
        if origin.table and differences:
            name = "-".join(map(str, (*origin.table, origin.step)))
            text = as_log(origin.table, int(origin.step), differences)
            (folder / f"{name}.rtm").write_text(text, encoding="utf-8")


def main(words: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=2000, help="of random games")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--no-logs", action="store_true", help="leave the logs out")
    parser.add_argument("--write", type=Path, help="where the report goes; otherwise it is printed")
    parser.add_argument("--write-logs", type=Path, metavar="DIR", help="where games in which they differ go, as logs")
    chosen = parser.parse_args(words)
    report = run(chosen.positions, chosen.seed, chosen.jobs, () if chosen.no_logs else logs())
    text = "\n".join(lines(report, chosen.seed)) + "\n"
    if chosen.write_logs:
        write_logs(report, chosen.write_logs)
    if chosen.write:
        chosen.write.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 1 if report.differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
