"""That the engine finds the encircled areas: on a given board, in every position, under each reading of the rules.

The engine's own functions are run, not a model of them. `encircled` is run with a stand-in for `flood`, which follows
the links from area to area, on unknown control markers and an unknown place of the fleet. Of the stand-in no more is
known than that it reaches the least closed set; that `flood` does so, along any links that it was asked for, is proved
too (`proof.reachability`). What the engine calls connected must be closed under the ways of the rulebook (`chains`),
and in every set that is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import msgspec

from rtm_verify.games.race_to_moscow.board import Board
from rtm_verify.games.race_to_moscow.engine import encirclement
from rtm_verify.games.race_to_moscow.proofs.chains import Node, SeaRule, Way, cut_off, ways
from rtm_verify.kernel.bits import flood, lowest, members
from rtm_verify.proof import manifest
from rtm_verify.proof.obligation import Obligation, Proof, discharge, solution
from rtm_verify.proof.reachability import Found, loosened, search_obligations, unrolled
from rtm_verify.proof.sets import Formula, Options, Set, all_of, no, one_of

__all__ = [
    "READINGS",
    "Reading",
    "WrongPosition",
    "obligations",
    "prove_encirclement",
    "write_certificates",
    "wrong_position",
]

MOST_ROUNDS = 6  # of the search in a position that is wrong: those of the seeded bugs take two at most


class Reading(msgspec.Struct, frozen=True):
    """How a chain is traced over sea (policy sea-chain), and whether a controlled Victory area ends one."""

    sea_rule: SeaRule
    refuge: bool

    def __str__(self) -> str:
        edition = "2024" if self.sea_rule == "harbor-to-leningrad" else "first edition"
        return f"{edition}, {'refuge' if self.refuge else 'no refuge'}"


SEA_RULES: tuple[SeaRule, ...] = ("harbor-to-leningrad", "sea-areas")
READINGS = tuple(Reading(rule, refuge) for rule in SEA_RULES for refuge in (False, True))


class WrongPosition(msgspec.Struct, frozen=True):
    """A position in which the engine and the rulebook do not agree on what is encircled, with areas by name.

    Parameters
    ----------
    engine, rulebook : the encircled areas, by each.
    """

    reading: Reading
    controlled: tuple[str, ...]
    fleet: str
    engine: tuple[str, ...]
    rulebook: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many areas are controlled, or not the same to both."""
        return len(self.controlled) + len({*self.engine} ^ {*self.rulebook})


def prove_encirclement(board: Board, jobs: int = 1) -> list[Proof]:
    """Prove that the engine finds the encircled areas of a board, for all control markers and places of the fleet.

    Parameters
    ----------
    jobs : how many processes share the work; the answer is the same, but for the seconds.
    """
    parts: tuple[Reading | None, ...] = (None, *READINGS)
    if jobs == 1:
        return [proof for part in parts for proof in _prove(board, part)]
    with ProcessPoolExecutor(min(jobs, len(parts))) as pool:
        return [proof for proofs in pool.map(partial(_prove, board), parts) for proof in proofs]


def write_certificates(board: Board, directory: Path, *, jobs: int = 1, force: bool = False) -> list[Proof]:
    """Prove it, and if all is proved, write the certificates into a folder (`proof.manifest`, which checks them too).

    Raises
    ------
    InputError
        If the folder cannot be written, or holds files of somebody else and `force` is not given.
    """
    proofs = prove_encirclement(board, jobs)
    if all(proof.verdict == "proved" for proof in proofs):
        map_data = msgspec.json.encode((board.areas, board.lines, board.seas))
        subject = f"encirclement on {board.title}, whose areas, lines and sea areas have the SHA-256 "
        tools = ("rtm-verify", "z3-solver", "python-sat", *(("bitwuzla",) if "bitwuzla" in proofs[0].agreed else ()))
        made_by = [f"{tool} {version(tool)}" for tool in tools]
        manifest.write_certificates(proofs, subject + sha256(map_data).hexdigest(), made_by, directory, force=force)
    return proofs


def obligations(
    board: Board, engine: ModuleType = encirclement, search: Callable[..., int] = flood
) -> Iterator[Obligation]:
    """What has to be shown: of the search, and of what the engine makes of it under each reading."""
    yield from _of_the_search(board, engine, search)
    for reading in READINGS:
        yield from _Case(board, reading).obligations(engine)


def _prove(board: Board, part: Reading | None) -> list[Proof]:
    """The obligations of one reading, or of the search."""
    of_part = _Case(board, part).obligations(encirclement) if part else _of_the_search(board, encirclement, flood)
    return [discharge(obligation) for obligation in of_part]


def wrong_position(
    board: Board, engine: ModuleType = encirclement, search: Callable[..., int] = flood
) -> WrongPosition | None:
    """A position that the engine gets wrong, with few markers and few wrong areas; None if there is none near.

    It is looked for where the search ends after a few rounds. The search is unrolled, so that what is found is real.
    Positions that can come up in a game come first; in others printed areas are uncontrolled, or the fleet is in the
    Black Sea.
    """
    for in_play in (True, False):
        for rounds in range(MOST_ROUNDS + 1):
            for reading in READINGS:
                found = _Case(board, reading).wrong(engine, search, rounds, in_play=in_play)
                if found is not None:
                    return found
    return None


def _of_the_search(board: Board, engine: ModuleType, search: Callable[..., int]) -> list[Obligation]:
    """The search, along all links that the engine asks it for under any reading."""
    stand_in = Found(len(board.areas))
    for reading in READINGS:
        _Case(board, reading).answer(engine, stand_in)
    asked = [links for _, _, links, _ in stand_in.calls]
    return search_obligations(search, loosened(asked, stand_in.size), "flood") if asked else []


class _Case:
    """A board and a reading, with the unknowns of a position."""

    def __init__(self, board: Board, reading: Reading) -> None:
        self.board, self.reading, self.size = board, reading, len(board.areas)
        self.controlled, self.fleet = Set.named("controlled", self.size), Set.named("fleet", len(board.seas))
        self.free, self.calm = board.all_areas & ~self.controlled, (1 << len(board.seas)) - 1 & ~self.fleet
        self.ways = tuple(ways(board, reading.sea_rule, refuge=reading.refuge))

    def obligations(self, engine: ModuleType) -> Iterator[Obligation]:
        """What must be shown of the engine, given that the search is right."""
        search = Found(self.size)
        encircled, connected = self.answer(engine, search)
        seas = self._connected_seas(connected)
        any_areas, any_seas = Set.named("X", self.size), Set.named("Xsea", len(self.board.seas))
        sets = {"controlled": self.controlled, "fleet": self.fleet, "encircled": encircled, "X": any_areas}
        place = _just_one(self.fleet)
        yield Obligation(
            f"{self.reading}: closed",
            "No way of the rulebook leads from what is connected to an area that is called encircled.",
            (place, *search.closed()),
            all_of((encircled.within(self.free), self._closed(connected, seas))),
            sets,
        )
        yield Obligation(
            f"{self.reading}: least",
            "What is connected is in every set that no way of the rulebook leads out of.",
            # Of all closed sets of the search, the one that matters: X, and the Victory areas where it starts.
            (place, self._closed(any_areas, any_seas), *search.least(lambda ground: any_areas | ground & ~self.free)),
            connected.within(any_areas),
            sets,
        )

    def wrong(
        self, engine: ModuleType, search: Callable[..., int], rounds: int, *, in_play: bool
    ) -> WrongPosition | None:
        """A position that the engine gets wrong and for which the search takes just so many rounds."""
        premises: list[Formula] = [_just_one(self.fleet)]
        always = self.board.all_printed if in_play else 0
        if in_play:
            baltic = sum(1 << number for number, sea in enumerate(self.board.seas) if sea.basin == "Baltic")
            premises += [Set.of(always, self.size).within(self.controlled), self.fleet.within(baltic)]
        encircled, connected = self.answer(engine, unrolled(search, rounds, self.size, premises))
        any_areas, any_seas = Set.named("X", self.size), Set.named("Xsea", len(self.board.seas))
        too_few = no(self._closed(connected, self._connected_seas(connected)))
        too_many = all_of((self._closed(any_areas, any_seas), no(connected.within(any_areas))))
        wrong = one_of((no(encircled.within(self.free)), too_few, too_many))
        values = solution((*premises, wrong), {"controlled": self.controlled, "fleet": self.fleet})
        if values is None:
            return None
        controlled, fleet = values["controlled"], lowest(values["fleet"])
        found = self._differs(engine, search, controlled, fleet)
        size = None
        while found is not None and found.size != size:  # a marker more or less, as long as that makes it smaller
            size = found.size
            for area in members(self.board.all_areas & ~always):
                other = self._differs(engine, search, controlled ^ 1 << area, fleet)
                if other is not None and other.size < found.size:
                    controlled, found = controlled ^ 1 << area, other
        return found

    def _differs(
        self, engine: ModuleType, search: Callable[..., int], controlled: int, fleet: int
    ) -> WrongPosition | None:
        """What engine and rulebook say of one position, if it is not the same."""
        board, reading = self.board, self.reading
        answer = _run(engine, search, board, reading, controlled, fleet)
        ours = tuple(board.names(answer & board.all_areas))  # what else a wrong answer holds has no name
        names, sea = tuple(board.names(controlled)), board.seas[fleet].name
        book = tuple(cut_off(board, names, sea, reading.sea_rule, refuge=reading.refuge))
        return WrongPosition(reading, names, sea, ours, book) if ours != book else None

    def answer(self, engine: ModuleType, search: Callable[..., Any]) -> tuple[Set, Set]:
        """The areas that the engine calls encircled, and the other uncontrolled ones."""
        by_fleet: dict[str, Any] = {
            "harbors_in": Options(self.board.harbors_in, self.size),
            "sea_links": Options(self.board.sea_links, self.size),
        }
        board = dataclasses.replace(self.board, **by_fleet)
        encircled = Set.of(_run(engine, search, board, self.reading, self.controlled, self.fleet), self.size)
        return encircled, self.free & ~encircled

    def _closed(self, areas: Set, seas: Set) -> Formula:
        """Whether no way leads out of a set of areas and sea areas."""
        return all_of(one_of((no(self._leads(way, areas, seas)), self._in(way.to, areas, seas))) for way in self.ways)

    def _connected_seas(self, areas: Set) -> Set:
        """The sea areas to which ways lead from connected areas. No chain of them is longer than there are any."""
        seas = Set.of(0, len(self.board.seas))
        into = [[way for way in self.ways if way.to == Node("sea", sea.name)] for sea in self.board.seas]
        for _ in into:
            seas = Set([one_of([self._leads(way, areas, seas) for way in there]) for there in into])
        return seas

    def _leads(self, way: Way, areas: Set, seas: Set) -> Formula:
        """Whether a way is open and starts in the sets."""
        start = True if way.via is None else self._in(way.via, areas, seas)
        shut = False if way.shut is None else self._in(Node("sea", way.shut), areas, self.fleet)
        return all_of((start, no(shut), self._in(way.to, self.free, self.calm)))

    def _in(self, node: Node, areas: Set, seas: Set) -> Formula:
        if node.kind == "area":
            return areas.has(self.board.area_names[node.name])
        return seas.has(self.board.sea_names[node.name])


def _run(
    engine: ModuleType, search: Callable[..., Any], board: Board, reading: Reading, controlled: Any, fleet: Any
) -> Any:
    """What `encircled` answers, with another search. Of the rest of the game it sees only what it asks for."""
    material = SimpleNamespace(
        board=board,
        policies={"sea-chain": reading.sea_rule},
        readings={"controlled-victory-area": "refuge" if reading.refuge else "no-refuge"},
        all_controlled=lambda _: controlled,
    )
    return _rebound(engine, flood=search)["encircled"](material, SimpleNamespace(fleet=fleet))


def _rebound(module: ModuleType, **names: Any) -> dict[str, Any]:
    """The functions of a module, of the very same code, which find something else under some names."""
    space = dict(vars(module))
    for name, function in vars(module).items():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            space[name] = FunctionType(function.__code__, space, name, function.__defaults__, function.__closure__)
            space[name].__kwdefaults__ = function.__kwdefaults__
    space.update(names)  # the functions look up names here, so it must stay the same dictionary
    return space


def _just_one(place: Set) -> Formula:
    """Whether a set has exactly one member."""
    pairs: Iterable[tuple[Formula, Formula]] = (
        (a, b) for index, a in enumerate(place.bits) for b in place.bits[:index]
    )
    return all_of((place.some(), *(one_of((no(a), no(b))) for a, b in pairs)))
