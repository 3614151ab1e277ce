"""Pursuit cards: what the card drawn in an undefended area does (player aid; medal cards: first edition, chapter 7)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rtm_verify.games.race_to_moscow.actions import FlipTrack, MoveMedal
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.capture import capture
from rtm_verify.games.race_to_moscow.engine.combat import fight
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.held_cards import use
from rtm_verify.games.race_to_moscow.engine.stock import token_of
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.violation import Violation
from rtm_verify.kernel.words import counted

__all__ = [
    "decline",
    "flip_targets",
    "flip_track",
    "hold",
    "judge_decline",
    "judge_flip_track",
    "judge_hold",
    "judge_move_medal",
    "judge_use_now",
    "medal_moves",
    "move_medal",
    "resolve",
    "use_now",
]


def resolve(draft: Draft, card: int, *, supported: bool) -> None:
    """Apply a drawn Pursuit card; what the player must choose is left open in `State.pending`."""
    material, kind = draft.material, draft.material.card_type(card)
    if kind.is_unit:
        fight(draft, card, supported=supported)
        return
    if material.card(card).hold:
        draft.silently(pending=Pending("keep", card))
        return
    if kind.brings:
        _bring(draft, card)
        return
    if kind.id in ("halder", "fuhrerbefehl"):
        if any(medal_moves(material, draft.state, card)):
            draft.silently(pending=Pending("medal", card))
            return
        draft.do("no-effect", f"No medal can be moved by {material.card(card).name}.", *kind.rules)
    elif kind.id == "partisans":
        if flip_targets(draft.state):
            draft.silently(pending=Pending("flip", card))
            return
        draft.do("no-effect", "No opponent has a marker with a track: Partisans have no effect.", *kind.rules)
    elif kind.id == "auxiliaries":
        use(draft, card)
    elif kind.halt:
        _halt(draft, card)
    else:
        draft.do("no-effect", f"{material.card(card).name} has no effect.", *kind.rules)
    finish(draft, card)


def finish(draft: Draft, card: int, *, discarded: bool = True) -> None:
    """The resolved card is discarded, and the area entered is captured (8.common.discard, 8.common.marker)."""
    state, material = draft.state, draft.material
    if discarded:
        draft.do(
            "discard",
            f"{material.card(card).name} is discarded.",
            "8.common.discard",
            discards=draft.for_player(state.discards, state.discards[draft.player] | 1 << card),
        )
    moving = state.moving
    if moving and not material.controlled(draft.state, draft.player) >> state.at[moving.army] & 1:
        capture(draft, state.at[moving.army], "8.common.marker")


def _halt(draft: Draft, card: int) -> None:
    """The army stops; an armored one may pay to go on (8.halt.field, 8.halt.push)."""
    moving, material = draft.moving, draft.material
    rule = "8.halt.push" if material.armored[moving.army] else "8.halt.field"
    draft.do(
        "halt",
        f"{material.card(card).name}: {material.armies[moving.army].name} is halted.",
        *material.card_type(card).rules,
        rule,
        moving=replace(moving, halted=True),
    )


def _bring(draft: Draft, card: int) -> None:
    """One token comes into the area, or onto the army's card; if the stock has none, the card stands in for it."""
    material, state = draft.material, draft.state
    moving, kind, token = draft.moving, material.card_type(card), token_of(draft, card)
    area = state.at[moving.army]
    onto_card = (
        draft.reading("captured-goods") == "card" and state.loads[moving.army].total < material.edition.army_card_limit
    )
    if onto_card:
        place = f"onto the card of {material.armies[moving.army].name}"
        change: dict[str, object] = {"loads": draft.with_load(moving.army, state.loads[moving.army] + token)}
    else:
        place = f"in {material.area(area)}"
        change = {"depots": draft.with_depot(area, state.depots[area] + token)}
    if state.stock.covers(token):
        draft.do(
            "captured", f"{token} from the stock is placed {place}.", *kind.rules, stock=state.stock - token, **change
        )
        finish(draft, card)
        return
    draft.do(
        "stand-in",
        f"The stock has no {kind.brings}: the card {material.card(card).name} stands in for {token} {place}.",
        *kind.rules,
        "8.common.replacement",
        stand_ins=(*state.stand_ins, card),
        **change,
    )
    finish(draft, card, discarded=False)


# Cards with the hand symbol


def judge_hold(state: State) -> Iterator[Violation]:
    """Only a card with the hand symbol that was just drawn can be held (9.2.hold)."""
    if not state.pending or state.pending.kind != "keep":
        yield Violation("nothing-to-hold", ("9.2.hold",), "No card that can be held was drawn.", _open(state))


def hold(draft: Draft) -> None:
    """The card goes to the player's hand (9.2.hold)."""
    state, card = draft.state, draft.open.card
    draft.do(
        "hold",
        f"{PLAYERS[draft.player].capitalize()} keeps {draft.material.card(card).name}.",
        "9.2.hold",
        "8.common.hold",
        "aid.keep",
        hands=draft.for_player(state.hands, state.hands[draft.player] | 1 << card),
        pending=None,
    )
    finish(draft, card, discarded=False)


def judge_use_now(material: Material, state: State) -> Iterator[Violation]:
    """A card with the hand symbol can be used when it is drawn (9.2.now), unless actions may not interrupt a move."""
    if not state.pending or state.pending.kind != "keep":
        yield Violation("nothing-to-use", ("9.2.now",), "No card that can be used at once was drawn.", _open(state))
    elif material.readings["held-card-now"] == "after-move":
        yield Violation(
            "mid-move",
            ("7.complete",),
            "The card can be used once the army's movement is complete, not before.",
            facts=("ruling held-card-now = after-move",),
            fixes=("hold the card and play it after the move",),
            rulings=("held-card-now",),
        )


def use_now(draft: Draft) -> None:
    """The card is used at once (9.2.now)."""
    card = draft.open.card
    draft.reading("held-card-now")
    draft.silently(pending=None)
    use(draft, card, "9.2.now")
    finish(draft, card)


# Medal cards


def medal_moves(material: Material, state: State, card: int) -> Iterator[tuple[int, int]]:
    """From which area to which the card may move a medal."""
    moving = state.moving
    entered = 0 if moving is None else 1 << state.at[moving.army]
    sources = [area for area, count in enumerate(state.medals) if count and not entered >> area & 1]
    for source in sources:
        for target in members(material.board.objective & ~material.all_controlled(state) & ~entered):
            if _medal_may_go(material, state, card, source, target):
                yield source, target


def _medal_may_go(material: Material, state: State, card: int, source: int, target: int) -> bool:
    colours = [set(material.board.areas[area].colors) for area in (source, target)]
    number = 1 if material.card_type(card).id == "halder" else 2
    alike = colours[0] == colours[1] or material.readings["medal-card-limits"] == "card-text"
    return (
        source != target
        and len(colours[0]) == len(colours[1]) == number
        and alike
        and state.medals[target] < material.edition.medals_max_in_area
    )


def judge_move_medal(material: Material, state: State, action: MoveMedal) -> Iterator[Violation]:
    """The medal goes between open objective areas of the card's colours, not from or to the area just entered."""
    if not state.pending or state.pending.kind != "medal":
        yield Violation("no-medal-card", ("first.7.halder",), "No card moves a medal now.", _open(state))
        return
    card = state.pending.card
    if (action.source, action.target) in set(medal_moves(material, state, card)):
        return
    source, target = material.area(action.source), material.area(action.target)
    yield Violation(
        "medal-not-movable",
        material.card_type(card).rules,
        f"{material.card(card).name} cannot move a medal from {source} to {target}.",
        facts=tuple(
            f"{material.area(area)}: {counted(state.medals[area], 'medal')}, colours "
            f"{', '.join(material.board.areas[area].colors)}"
            for area in (action.source, action.target)
        ),
        blockers=(source, target),
        fixes=tuple(f"{material.area(a)} to {material.area(b)}" for a, b in medal_moves(material, state, card))[:5],
        rulings=("medal-card-limits",),
    )


def move_medal(draft: Draft, action: MoveMedal) -> None:
    """One medal moves."""
    material, card = draft.material, draft.open.card
    draft.reading("medal-card-limits")
    medals = list(draft.state.medals)
    medals[action.source] -= 1
    medals[action.target] += 1
    draft.do(
        "medal-moved",
        f"A medal moves from {material.area(action.source)} to {material.area(action.target)}.",
        *material.card_type(card).rules,
        medals=tuple(medals),
        pending=None,
    )
    finish(draft, card)


def judge_decline(material: Material, state: State) -> Iterator[Violation]:
    """A medal card's effect can be declined only where it is read as optional."""
    if not state.pending or state.pending.kind != "medal":
        yield Violation(
            "nothing-to-decline", ("8.common.resolve",), "No card's effect can be declined now.", _open(state)
        )
    elif material.readings["medal-card-optional"] == "must":
        yield Violation(
            "must-resolve",
            ("8.common.resolve",),
            f"{material.card(state.pending.card).name} must be resolved: a medal can be moved.",
            facts=("ruling medal-card-optional = must",),
            rulings=("medal-card-optional",),
        )


def decline(draft: Draft) -> None:
    """The card's effect is left unused."""
    card = draft.open.card
    draft.reading("medal-card-optional")
    name = draft.material.card(card).name
    draft.do("declined", f"{name} is left unused.", "8.common.resolve", pending=None)
    finish(draft, card)


# Partisans


def flip_targets(state: State) -> int:
    """The markers Partisans can turn: opponents' with a track; in solitaire the player's own (aid.partisans)."""
    markers = 0
    for player, control in enumerate(state.control):
        if (player != state.active) == (len(state.order) > 1):
            markers |= control
    return markers & state.track


def judge_flip_track(material: Material, state: State, action: FlipTrack) -> Iterator[Violation]:
    """Partisans turn an opponent's marker that shows a track (aid.partisans)."""
    if not state.pending or state.pending.kind != "flip":
        yield Violation("no-partisans", ("aid.partisans",), "No card turns a marker now.", _open(state))
    elif not flip_targets(state) >> action.area & 1:
        name = material.area(action.area)
        yield Violation(
            "not-a-target",
            ("aid.partisans",),
            f"{name} has no opponent's marker with the track side up.",
            facts=(f"track in {name}: {'yes' if state.track >> action.area & 1 else 'no'}",),
            blockers=(name,),
            fixes=tuple(material.board.names(flip_targets(state)))[:5],
        )


def flip_track(draft: Draft, action: FlipTrack) -> None:
    """The marker is turned to its plain side."""
    material, state, card = draft.material, draft.state, draft.open.card
    draft.do(
        "flip",
        f"Partisans: the marker in {material.area(action.area)} loses its track.",
        "aid.partisans",
        track=state.track & ~(1 << action.area),
        pending=None,
    )
    finish(draft, card)


def _open(state: State) -> tuple[str, ...]:
    return (f"open: {state.pending.kind if state.pending else 'nothing'}",)
