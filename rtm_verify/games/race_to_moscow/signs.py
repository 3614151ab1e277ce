"""Signs on the map: what the Soviets can attack, what is protected and by what, and where they can place a marker.

Each sign is a ring and a tag, told apart by shape, line and word as well as by colour: ellipses for attacks, boxes for
placements; thick lines and capitals for what is asked for, thin lines for what is possible, dashes for what is safe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from rtm_verify.games.race_to_moscow.armies import Army
from rtm_verify.games.race_to_moscow.board import Board
from rtm_verify.games.race_to_moscow.sheet import HALO, MARKER, TOKEN, Point, Sheet, Style
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.picture import Mark, Shape
from rtm_verify.kernel.survey import Candidate, Survey

__all__ = ["Look", "Sign", "Signs", "sign_marks", "signs_of"]

Look = Literal["attack", "target", "safe", "place", "room", "winter"]

_ABOVE: Point = (0, 25)  # where a tag stands: in the row of the armies
_BESIDE: Point = (36, 9)  # or, if an army is there, in the place of a Soviet marker
_RING = (66.0, 45.0)

# What protects an area, by the clause, if it is nothing that has a name.
_SHORT = {
    "4.two.control": "blocked",
    "4.solo.markers": "blocked",
    "first.4.solo-control": "blocked",
    "12.basic-others": "own",
    "12.attack.start": "start",
    "12.attack.adjacent": "no front",
}


class Sign(msgspec.Struct, frozen=True):
    """What is to be said of an area, in a word, and in sentences for who points at it."""

    area: int
    look: Look
    label: str
    hint: str


class Signs(msgspec.Struct, frozen=True):
    """The signs of a map, and the armies and starting areas that protect something."""

    areas: tuple[Sign, ...]
    armies: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()


# From a survey


def signs_of(board: Board, survey: Survey) -> Signs:
    """The signs of a Soviet Reaction: one for each area, winter first, then attacks, then placements."""
    groups = {group.verb: group.candidates for group in survey.groups}
    found: dict[str, Sign] = {}
    for sign in (
        *_chosen(board, groups.get("winter", ()), survey.asked("winter"), "winter", "winter"),
        *_chosen(board, groups["attack"], survey.asked("attack"), "attack", "target"),
        *_chosen(board, groups["place"], survey.asked("place"), "place", "room"),
        *_safe(board, groups["attack"]),
    ):
        found.setdefault(board.areas[sign.area].name, sign)
    reasons = [why for candidate in groups["attack"] for why in candidate.reasons]
    armies = {name for why in reasons if why.rules[0] == "12.attack.army" for name in why.by}
    starts = {name for why in reasons if why.rules[0] == "12.attack.start" for name in why.by}
    return Signs(
        areas=tuple(found[name] for name in sorted(found)),
        armies=tuple(sorted(armies)),
        starts=tuple(sorted(board.area_names[name] for name in starts)),
    )


def _chosen(
    board: Board, candidates: Iterable[Candidate], asked: Sequence[str], wanted: Look, possible: Look
) -> Iterator[Sign]:
    """Those that can be chosen, and those of them that are asked for."""
    for candidate in candidates:
        if candidate.eligible:
            look = wanted if candidate.name in asked else possible
            spoken = "asked for" if look == wanted else "possible, not asked for"
            label, what = _LABELS[look]
            yield Sign(board.area_names[candidate.name], look, label, f"{candidate.name}: {what}, {spoken}")


_LABELS: dict[Look, tuple[str, str]] = {
    "attack": ("ATTACK", "counter-attack"),
    "target": ("target", "counter-attack"),
    "place": ("+PLACE", "Soviet marker"),
    "room": ("+place", "Soviet marker"),
    "winter": ("WINTER", "winter counter-attack"),
}


def _safe(board: Board, candidates: Iterable[Candidate]) -> Iterator[Sign]:
    for candidate in candidates:
        if candidate.reasons:
            by = [name for why in candidate.reasons for name in _protectors(why.rules[0], why.by)]
            hint = " ".join(f"{why.text} ({', '.join(why.rules)})" for why in candidate.reasons)
            yield Sign(board.area_names[candidate.name], "safe", f"safe: {' '.join(by)}", hint)


def _protectors(rule: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return names if rule == "12.attack.army" else (_SHORT.get(rule, "rule"),)


# On the sheet


def sign_marks(style: Style, sheet: Sheet, armies: Sequence[Army], state: State, signs: Signs) -> list[Mark]:
    """The marks of the signs: rings under the areas, tags above them, and frames around what protects."""
    marks: list[Mark] = []
    occupied = set(state.at)
    for sign in signs.areas:
        marks.append(_ring(style, sheet, sign))
        marks.append(_tag(style, sheet, sign, crowded=sign.area in occupied))
    places = {army.id: area for army, area in zip(armies, state.at, strict=True)}
    marks += [
        _shield(style, f"shield_{name}", sheet.areas[places[name]], (-27, 23), (41, 21), f"{name} protects")
        for name in signs.armies
    ]
    hint = "a starting area protects itself and its neighbours"
    marks += [
        _shield(style, f"shield_start_{area}", sheet.areas[area], (-36, 8), (26, 19), hint) for area in signs.starts
    ]
    return marks


def _ring(style: Style, sheet: Sheet, sign: Sign) -> Mark:
    placing = sign.look in ("place", "room")
    x, y = sheet.areas[sign.area]
    return Mark(
        id=f"sign_ring_{sign.area}",
        x=x,
        y=y,
        shape="box" if placing else "ellipse",
        width=_RING[0],
        height=_RING[1] - (6 if placing else 0),
        stroke=style.colors["ink" if sign.look == "safe" else "place" if placing else "attack"],
        stroke_width={"attack": 6.0, "winter": 6.0, "place": 6.0, "target": 2.5, "room": 2.0, "safe": 1.2}[sign.look],
        dashed=sign.look == "safe",
        hint=sign.hint,
        layer=HALO,
    )


def _tag(style: Style, sheet: Sheet, sign: Sign, *, crowded: bool) -> Mark:
    """The word above the area; beside it, and short, if an army stands there: that is what protects it."""
    small, colors = style.letters.small - 0.5, style.colors
    x, y = sheet.areas[sign.area]
    dx, dy = _BESIDE if crowded else _ABOVE
    plate = sheet.plates[sign.area]
    label = sign.label.split(":")[0] if crowded else style.fitted(sign.label, small, plate.right - plate.left + 24)
    placing = sign.look in ("place", "room")
    shape: Shape = "rounded" if sign.look == "safe" else "hexagon" if placing else "box"
    wanted = sign.look in ("attack", "place")
    fill = {"safe": "safe", "winter": "winter", "attack": "attack", "place": "place"}.get(sign.look, "open")
    return Mark(
        id=f"sign_{sign.area}",
        x=x + dx,
        y=y + dy,
        shape=shape,
        width=style.span(label, small) + (18 if placing else 6),
        height=12,
        label=label,
        size=small,
        bold=sign.look != "safe",
        fill=(colors[fill],),
        ink=colors["open" if wanted else "ink"],
        stroke=colors["ink" if sign.look == "safe" else "place" if placing else "attack"],
        stroke_width=1.0 if sign.look == "safe" else 1.8,
        dashed=sign.look == "safe",
        hint=sign.hint,
        layer=TOKEN,
    )


def _shield(style: Style, name: str, spot: Point, shift: Point, size: tuple[float, float], hint: str) -> Mark:
    return Mark(
        id=name,
        x=spot[0] + shift[0],
        y=spot[1] + shift[1],
        shape="rounded",
        width=size[0],
        height=size[1],
        stroke=style.colors["ink"],
        stroke_width=2.0,
        dashed=True,
        hint=hint,
        layer=MARKER,
    )
