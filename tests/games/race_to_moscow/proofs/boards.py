"""Random boards that the tool accepts, much smaller than the shipped one: what a user may come with."""

from __future__ import annotations

import random

from rtm_verify.games.race_to_moscow.armies import load_armies
from rtm_verify.games.race_to_moscow.board import (
    FORTIFIED_AREAS,
    PLAYERS,
    SOVIET_SYMBOLS,
    VICTORY_AREAS,
    Board,
    read_board,
)

__all__ = ["board_file", "random_board"]

HOME = {"gray": "Leningrad", "white": "Moskva", "brown": "Rostov"}  # where each player's areas hang together
ORIGIN = 'provenance = { kind = "reconstructed" }'


def random_board(rng: random.Random, more: int = 6) -> Board:
    """A board with so many areas more than the rules ask for."""
    return read_board(board_file(rng, more), "random.toml")


def board_file(rng: random.Random, more: int = 6) -> str:
    """The text of such a board."""
    areas: dict[str, dict[str, object]] = {}
    for army in load_armies().all:
        areas[f"Camp {army.id}"] = {"colors": [army.player], "printed": army.player, "start": army.id}
    for player in PLAYERS:
        camp = next(name for name, area in areas.items() if area["printed"] == player)
        areas[camp]["base"] = "main"
    areas |= {name: {"colors": list(colors), "victory": True} for name, colors in VICTORY_AREAS.items()}
    areas["Kiev"] = {"colors": ["brown"], "medals": 2}
    areas["Depot"] = {"colors": ["brown"], "base": "frontline"}
    while sum("printed" not in area for area in areas.values()) < SOVIET_SYMBOLS + more:
        areas[f"Town {len(areas)}"] = {"colors": rng.sample(PLAYERS, rng.choice((1, 1, 2)))}
    towns = [name for name, area in areas.items() if "printed" not in area and name not in VICTORY_AREAS]
    for field, total in (("soviet", SOVIET_SYMBOLS), ("fortified", FORTIFIED_AREAS)):
        for name in [*VICTORY_AREAS, *rng.sample(towns, total - len(VICTORY_AREAS))]:
            areas[name][field] = True
    seas = _seas(rng)
    for name in rng.sample([*areas], rng.randrange(9)):
        areas[name]["harbor"] = rng.choice([*seas])
    return "\n".join(
        (
            'id = "random"',
            'title = "A random board"',
            ORIGIN,
            *(_entry("sea", {"name": name} | sea) for name, sea in seas.items()),
            *(_entry("area", {"name": name} | area) for name, area in areas.items()),
            *(_entry("line", {"a": a, "b": b} | line) for (a, b), line in _lines(rng, areas).items()),
        )
    )


def _seas(rng: random.Random) -> dict[str, dict[str, object]]:
    names = [f"Sea {number}" for number in range(rng.randrange(1, 5))]
    beside = {name: [other for other in names if other != name] for name in names}
    for index, name in enumerate(names):
        for other in names[:index]:
            if rng.random() < 0.5:
                beside[name].remove(other)
                beside[other].remove(name)
    basins = {name: rng.choice(("Baltic", "Black Sea")) for name in names} | {names[0]: "Baltic"}
    return {name: {"basin": basins[name], "adjacent": beside[name], "fleet_start": name == names[0]} for name in names}


def _lines(rng: random.Random, areas: dict[str, dict[str, object]]) -> dict[tuple[str, str], dict[str, object]]:
    """A tree for each player, so that all areas can be reached; a few red lines."""
    colors: dict[tuple[str, str], list[str]] = {}

    def join(a: str, b: str, player: str) -> None:
        colors.setdefault((min(a, b), max(a, b)), []).append(player)

    for player in PLAYERS:
        own = [name for name, area in areas.items() if player in str(area["colors"])]
        camps = [name for name in own if "printed" in areas[name]]
        tree = [HOME[player]]
        for camp in camps:
            join(camp, HOME[player], player)
        for name in rng.sample(own, len(own)):
            if name not in (HOME[player], *camps):
                join(name, rng.choice(tree), player)
                tree.append(name)
    lines: dict[tuple[str, str], dict[str, object]] = {pair: {"colors": found[:2]} for pair, found in colors.items()}
    for _ in range(rng.randrange(8)):
        a, b = sorted(rng.sample([*areas], 2))
        lines.setdefault((a, b), {"red": True})
    return lines


def _entry(table: str, fields: dict[str, object]) -> str:
    place = {} if table == "line" else {"lat": 50.0, "lon": 30.0}
    values = (f"{key} = {_toml(value)}" for key, value in (fields | place).items())
    return "\n".join((f"[[{table}]]", *values, ORIGIN))


def _toml(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value).replace("'", '"')
