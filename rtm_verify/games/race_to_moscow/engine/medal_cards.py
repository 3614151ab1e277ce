"""Befehl von F. Halder, Führerbefehl and Wolfsschanze: a medal is moved (first edition, chapter 7; 2024, 9.4)."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import Action, Decline, MoveMedal
from rtm_verify.games.race_to_moscow.engine.declining import declinable
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.resolving import finish
from rtm_verify.games.race_to_moscow.engine.turn import what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.violation import Violation
from rtm_verify.kernel.words import counted

__all__ = ["judge_move_medal", "medal_moves", "move_medal", "options"]

# What a move of a medal can offend against, with the clause of each card. The colours hang on the ruling
# medal-card-limits.
_CLAUSES = {
    "halder": {
        "medal": "first.7.halder",
        "colours": "first.7.halder",
        "target": "first.7.halder-target",
        "entered": "first.7.halder-entered",
        "limit": "first.7.halder-limit",
    },
    "fuhrerbefehl": {
        "medal": "first.7.fuhrerbefehl",
        "colours": "first.7.fuhrerbefehl",
        "target": "first.7.fuhrerbefehl-target",
        "entered": "first.7.fuhrerbefehl-entered",
        "limit": "first.7.fuhrerbefehl-limit",
    },
    "wolfsschanze": {
        "medal": "9.4.wolfsschanze",
        "target": "9.4.wolfsschanze",
        "controlled": "9.4.wolfsschanze-marker",
        "limit": "9.4.wolfsschanze-limit",
    },
}


# The rulings that a refusal hangs on.
_RULED = {"colours": ("medal-card-limits",), "limit": ("medal-limit",)}


def medal_moves(material: Material, state: State, card: int) -> Iterator[tuple[int, int]]:
    """From which area to which the card may move a medal."""
    open_objectives = members(material.board.objective & ~material.all_controlled(state))
    for source, count in enumerate(state.medals):
        for target in open_objectives if count else ():
            if not any(_defects(material, state, card, source, target)):
                yield source, target


def _defects(material: Material, state: State, card: int, source: int, target: int) -> Iterator[tuple[str, str]]:
    """Why the card cannot move a medal there: what it offends against, and the reason."""
    board, names = material.board, (material.area(source), material.area(target))
    if source == target:
        yield "medal", f"the medal would stay in {names[0]}"
    if not state.medals[source]:
        yield "medal", f"{names[0]} has no medal"
    pursuit = bool(material.cards.all_pursuit >> card & 1)
    if pursuit:
        colours = [board.areas[area].colors for area in (source, target)]
        number = 1 if material.card_type(card).id == "halder" else 2
        for name, colour in zip(names, colours, strict=True):
            if len(colour) != number:
                yield "medal", f"{name} has {counted(len(colour), 'colour')}, not {number}"
        if _differ(material, source, target) and material.readings["medal-card-limits"] == "same-colours":
            yield "colours", f"{names[0]} and {names[1]} differ in colour"
    if not board.objective >> target & 1:
        yield "target", f"{names[1]} has no printed medal"
    if material.all_controlled(state) >> target & 1:
        yield "target" if pursuit else "controlled", f"{names[1]} is controlled"
    if pursuit and state.moving and state.at[state.moving.army] in (source, target):
        yield "entered", f"the army has just entered {material.area(state.at[state.moving.army])}"
    if state.medals[target] >= material.edition.medals_max_in_area and _limited(material, card, target):
        yield "limit", f"{names[1]} has {counted(state.medals[target], 'medal')} already"


def _limited(material: Material, card: int, area: int) -> bool:
    """Whether an area cannot hold more medals than the limit (ruling medal-limit)."""
    everywhere = material.readings["medal-limit"] == "every-area" or bool(material.cards.okh >> card & 1)
    return everywhere or bool(material.board.victory >> area & 1)


def _differ(material: Material, source: int, target: int) -> bool:
    """Whether two areas differ in colour: the readings of the ruling part only there."""
    return set(material.board.areas[source].colors) != set(material.board.areas[target].colors)


def judge_move_medal(material: Material, state: State, action: MoveMedal) -> Iterator[Violation]:
    """The medal goes between open objective areas of the card's colours, not from or to the area just entered."""
    if not state.pending or state.pending.kind != "medal":
        yield Violation("no-medal-card", ("first.7.halder",), "No card moves a medal now.", what_is_open(state))
        return
    card = state.pending.card
    name, clauses = material.card(card).name, _CLAUSES[material.card_type(card).id]
    source, target = action.source, action.target
    for defect, reason in _defects(material, state, card, source, target):
        yield Violation(
            "medal-not-movable",
            (clauses[defect],),
            f"{name} cannot move a medal from {material.area(source)} to {material.area(target)}: {reason}.",
            facts=tuple(
                f"{material.area(area)}: {counted(state.medals[area], 'medal')}, colours "
                f"{', '.join(material.board.areas[area].colors)}"
                for area in (source, target)
            ),
            blockers=(material.area(source), material.area(target)),
            fixes=tuple(f"{material.area(a)} to {material.area(b)}" for a, b in medal_moves(material, state, card))[:5],
            rulings=_RULED.get(defect, ()),
        )


def move_medal(draft: Draft, action: MoveMedal) -> None:
    """One medal moves."""
    material, card = draft.material, draft.open.card
    pursuit = material.cards.all_pursuit >> card & 1
    if pursuit and _differ(material, action.source, action.target):
        draft.reading("medal-card-limits")
    if draft.state.medals[action.target] >= material.edition.medals_max_in_area:
        draft.reading("medal-limit")
    medals = list(draft.state.medals)
    medals[action.source] -= 1
    medals[action.target] += 1
    draft.do(
        "medal-moved",
        f"A medal moves from {material.area(action.source)} to {material.area(action.target)}.",
        *dict.fromkeys((*material.card_type(card).rules, *_CLAUSES[material.card_type(card).id].values())),
        medals=tuple(medals),
        pending=None,
    )
    if pursuit:
        finish(draft, card)


def options(material: Material, state: State) -> Iterator[Action]:
    """The medals the open card can move, and leaving it unused where that is allowed."""
    if state.pending:
        for source, target in medal_moves(material, state, state.pending.card):
            yield MoveMedal(source, target)
        if declinable(material, state.pending):
            yield Decline()
