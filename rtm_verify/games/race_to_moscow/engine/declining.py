"""A player leaves a card's effect unused: a medal card, or the chance to cancel Partisans."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import Decline
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.partisans import flip
from rtm_verify.games.race_to_moscow.engine.resolving import finish
from rtm_verify.games.race_to_moscow.engine.turn import what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.kernel.violation import Violation

__all__ = ["declinable", "decline", "judge_decline"]


def declinable(material: Material, pending: Pending) -> bool:
    """Whether what is open may be left unused (9.4.sicherungs-division, ruling medal-card-optional)."""
    if pending.kind == "cancel":
        return True
    pursuit = material.cards.all_pursuit >> pending.card & 1
    return bool(pending.kind == "medal" and pursuit and material.readings["medal-card-optional"] == "may")


def judge_decline(material: Material, state: State, _: Decline) -> Iterator[Violation]:
    """A card's effect must be resolved, unless it is optional (8.common.resolve)."""
    if not state.pending or state.pending.kind not in ("medal", "cancel"):
        yield Violation(
            "nothing-to-decline", ("8.common.resolve",), "No card's effect can be declined now.", what_is_open(state)
        )
    elif not declinable(material, state.pending):
        okh = material.cards.okh >> state.pending.card & 1
        yield Violation(
            "must-resolve",
            ("9.4.wolfsschanze",) if okh else ("8.common.resolve",),
            f"{material.card(state.pending.card).name} must be resolved: a medal can be moved.",
            facts=("the card has been played",) if okh else ("ruling medal-card-optional = must",),
            rulings=() if okh else ("medal-card-optional",),
        )


def decline(draft: Draft, _: Decline) -> None:
    """The card's effect is left unused; Partisans that nobody cancels take effect."""
    open_ = draft.open
    if open_.kind == "cancel":
        flip(draft, open_.card, open_.area)
        return
    draft.reading("medal-card-optional")
    name = draft.material.card(open_.card).name
    draft.do("declined", f"{name} is left unused.", "8.common.resolve", pending=None)
    finish(draft, open_.card)
