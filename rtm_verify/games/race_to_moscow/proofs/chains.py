"""Chains to a Victory area, as the rulebooks put it: from where to where a chain can be traced.

This is written from the rulebooks over what is printed on a board: areas, lines and sea areas by their names. It knows
nothing of the engine or of the masks that the engine works with.

An area, or a sea area, is *connected* if a way leads to it: from nothing, or from something connected. Only
uncontrolled areas, and sea areas without the fleet, can be connected. A way may be shut by the fleet in one more sea
area.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from rtm_verify.games.race_to_moscow.board import Board

__all__ = ["Node", "SeaRule", "Way", "cut_off", "ways"]

SeaRule = Literal["harbor-to-leningrad", "sea-areas"]  # the values of the policy sea-chain
HAVEN = "Leningrad"


class Node(NamedTuple):
    """An area or a sea area."""

    kind: Literal["area", "sea"]
    name: str


class Way(NamedTuple):
    """`to` is connected if `via` is, unless the fleet is in the sea area `shut`. Without `via`, it is in any case."""

    to: Node
    via: Node | None = None
    shut: str | None = None


def ways(board: Board, sea_rule: SeaRule, *, refuge: bool) -> Iterator[Way]:
    """All ways of a board.

    Parameters
    ----------
    refuge : a chain may also end next to a Victory area that is controlled (ruling controlled-victory-area).
    """
    victory = {area.name for area in board.areas if area.victory}

    def end(name: str) -> bool:
        return refuge and name in victory

    def way(to: Node, via: str, shut: str | None = None) -> Way:
        return Way(to, None if end(via) else Node("area", via), shut)

    # "a continuous chain of uncontrolled areas to a Victory area" (2024:530, first:1126-1127)
    yield from (Way(Node("area", name)) for name in sorted(victory))
    # every line, a red one as well (2024:532, first:1132-1133)
    for line in board.lines:
        yield way(Node("area", line.a), line.b)
        yield way(Node("area", line.b), line.a)
    basins = {sea.name: sea.basin for sea in board.seas}
    harbors = {area.name: area.harbor for area in board.areas if area.harbor is not None}
    if sea_rule == "harbor-to-leningrad":
        # in the north, from a harbor to Leningrad, unless the fleet is in the sea area of that harbor (2024:532, 649)
        for name, sea in harbors.items():
            if basins[sea] == "Baltic":
                yield way(Node("area", name), HAVEN, shut=sea)
    else:
        # through sea areas, from harbor to harbor; not through the fleet's (first:1131-1132, first:1181)
        for name, sea in harbors.items():
            yield Way(Node("area", name), Node("sea", sea))
            yield way(Node("sea", sea), name)
        for other in board.seas:
            yield from (Way(Node("sea", name), Node("sea", other.name)) for name in other.adjacent)


def cut_off(
    board: Board, controlled: Collection[str], fleet: str, sea_rule: SeaRule, *, refuge: bool = False
) -> list[str]:
    """The areas that are encircled in one position, found by going along the ways until nothing new is connected.

    >>> from rtm_verify.games.race_to_moscow.board import default_board
    >>> board = default_board()
    >>> printed = board.names(board.all_printed)
    >>> around = ["Kaunas", "Kedainai", "Panevezys", "Riga"]  # of Liepaja, Siauliai and Ventspils (2024:536-540)
    >>> cut_off(board, printed + around, "Danzig Bay", "harbor-to-leningrad")
    []
    >>> cut_off(board, printed + around, "Courland Coast", "harbor-to-leningrad")  # 2024:653
    ['Siauliai', 'Liepaja', 'Ventspils']
    """
    blocked = {*(Node("area", name) for name in controlled), Node("sea", fleet)}
    found, size = set[Node](), -1
    known = [way for way in ways(board, sea_rule, refuge=refuge) if way.to not in blocked and way.shut != fleet]
    while len(found) > size:
        size = len(found)
        found |= {way.to for way in known if way.via is None or way.via in found}
    return [area.name for area in board.areas if not {Node("area", area.name)} & (found | blocked)]
