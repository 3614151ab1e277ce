"""Chapter 9.4: OKH cards are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from rtm_verify.games.race_to_moscow.actions import (
    Action,
    Activate,
    Airlift,
    CancelPartisans,
    Decline,
    LayTrack,
    PlayOkh,
    ShipTo,
)
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.decks import home_pile, put_deck, the_deck
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.okh_timing import (
    EFFECTS,
    WHEN,
    battle_cards,
    can_start,
    harbors_in_reach,
    liftable,
    moment,
    plain_markers,
    shipment,
)
from rtm_verify.games.race_to_moscow.engine.partisans import guardians
from rtm_verify.games.race_to_moscow.engine.reorganization import feed_grounded, lift_by_card
from rtm_verify.games.race_to_moscow.engine.resolving import finish
from rtm_verify.games.race_to_moscow.engine.take_supplies import shed_excess
from rtm_verify.games.race_to_moscow.engine.turn import (
    judge_between_actions,
    judge_not_over,
    judge_nothing_open,
    what_is_open,
)
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, PendingKind, State, Transporting
from rtm_verify.games.race_to_moscow.supplies import NOTHING, TOKENS, Supplies
from rtm_verify.kernel.bits import lowest, members
from rtm_verify.kernel.violation import Violation

__all__ = [
    "airlift",
    "cancel",
    "judge_airlift",
    "judge_cancel",
    "judge_lay_track",
    "judge_play_okh",
    "judge_ship",
    "lay_track",
    "options_airlift",
    "options_army",
    "options_cancel",
    "options_harbor",
    "options_track",
    "play_okh",
    "ship",
]

# The clause of each card that says what it does and when.
_CLAUSES: dict[str, tuple[str, ...]] = {
    "transportflottille": ("9.4.transportflottille",),
    "luftbrucke": ("9.4.luftbrucke",),
    "eisenbahnpioniere": ("9.4.eisenbahnpioniere",),
    "wolfsschanze": ("9.4.wolfsschanze",),
    "stukageschwader": ("9.4.stukageschwader",),
    "auftragstaktik": ("9.4.auftragstaktik",),
    "panzerhaubitzen": ("9.4.panzerhaubitzen", "9.4.panzerhaubitzen-any-time"),
    "schnellkampfgruppe": ("9.4.schnellkampfgruppe",),
    "pionieren": ("9.4.pionieren",),
    "grosstransportraum": ("9.4.grosstransportraum",),
    "brandenburg": ("9.4.brandenburg",),
    "sicherungs-division": (
        "9.4.sicherungs-division",
        "9.4.sicherungs-division-timing",
    ),
}
# What the first edition says otherwise: of playing a card, and of what stands against it.
_CLAUSES_FIRST: dict[str, tuple[str, ...]] = {
    "stukageschwader": ("first.16.stukageschwader", "first.15.stuka"),
    "sicherungs-division": ("9.4.sicherungs-division", "first.16.sicherungs-division-timing"),
}
_MOMENTS = {
    "between": "between two actions",
    "moving": "on an army on the move",
    "activated": "when an army is activated, before it enters an area",
    "transport": "within the action that transports supplies",
    "battle": "in a combat with a Soviet unit",
    "partisans": "when the target of a Partisans card is known",
}


def _clauses(material: Material, kind: str) -> tuple[str, ...]:
    """The clauses of a card in the edition in play."""
    first = material.edition.name == "first" and kind in _CLAUSES_FIRST
    return _CLAUSES_FIRST[kind] if first else _CLAUSES[kind]


def judge_play_okh(material: Material, state: State, action: PlayOkh) -> Iterator[Violation]:
    """A card in the player's area is played at its moment, if it has an effect (9.4.any-point)."""
    card = action.card
    name, kind, player = material.card(card).name, material.card_type(card).id, state.active
    if kind not in WHEN:
        text = f"{name} is no OKH card."
        yield Violation("no-okh-card", ("9.4.any-point",), text, facts=(f"{name}: {material.card(card).deck} card",))
        return
    in_battle = state.pending is not None and state.pending.kind == "battle"
    if not state.hands[player] >> card & 1:
        yield Violation(
            "not-in-hand",
            ("9.3.area", "9.4.any-point"),
            f"{PLAYERS[player].capitalize()} does not hold {name}.",
            facts=(f"OKH cards held {(state.hands[player] & material.cards.okh).bit_count()}",),
        )
    if in_battle and WHEN[kind] in ("battle", "moving"):
        if state.pending and not battle_cards(material, state, state.pending.card) >> card & 1:
            yield Violation(
                "no-effect",
                _clauses(material, kind),
                f"{name} cannot be played in this combat.",
                facts=(f"combat with {material.card(state.pending.card).name}",),
                rulings=("brandenburg-pursuit",) if kind == "brandenburg" else (),
            )
        return
    yield from judge_nothing_open(state)
    if WHEN[kind] == "between" and not moment(material, state, kind):
        yield from judge_between_actions(material, state)
        return
    yield from judge_not_over(state)
    if state.phase == "reaction":
        yield from judge_between_actions(material, state)
        return
    if not moment(material, state, kind):
        yield Violation(
            "wrong-moment",
            _clauses(material, kind),
            f"{name} is played {_MOMENTS[WHEN[kind]]}.",
            facts=(f"on the move: {material.army(state.moving.army) if state.moving else 'no army'}",),
        )
    elif lacking := EFFECTS[kind](material, state):
        yield Violation(
            "no-effect",
            (*_full(material, state, kind), *_clauses(material, kind)),
            f"{name} would do nothing: {lacking}.",
            facts=(lacking,),
            rulings=("okh-supplies",) if kind in ("transportflottille", "luftbrucke", "panzerhaubitzen") else (),
        )


def _full(material: Material, state: State, kind: str) -> tuple[str, ...]:
    """The clause that keeps supplies from an army, if it is its full card that does."""
    if kind == "luftbrucke":
        full = state.stock != NOTHING and not liftable(material, state)
    elif kind == "panzerhaubitzen" and state.moving:
        full = state.loads[state.moving.army].total >= material.edition.army_card_limit
    else:
        full = False
    return ("2.2.limit",) if full else ()


def play_okh(draft: Draft, action: PlayOkh) -> None:
    """The card takes effect and leaves the game (9.4.removed); what it asks is left open."""
    state, card, player = draft.state, action.card, draft.player
    kind = draft.material.card_type(card).id
    running = bool(state.moving or state.transport or state.fields)
    if WHEN[kind] == "between" and running:
        draft.reading("okh-timing")
    within = ("first.5.exception",) if running and draft.material.edition.name == "first" else ()
    draft.do(
        "okh",
        f"{PLAYERS[player].capitalize()} plays {draft.material.card(card).name}.",
        *_clauses(draft.material, kind),
        "9.4.any-point",
        "9.4.removed",
        "7.bonus-okh-play",
        "7.bonus",
        *within,
        hands=draft.for_player(state.hands, state.hands[player] & ~(1 << card)),
    )
    _PLAY[kind](draft, card)


def _ask(question: PendingKind, draft: Draft, card: int) -> None:
    draft.silently(pending=Pending(question, card))


def _panzerhaubitzen(draft: Draft, _: int) -> None:
    """1 ammo for the army on the move, even in combat (9.4.panzerhaubitzen-any-time)."""
    state, army = draft.state, draft.moving.army
    ammo = Supplies(ammo=draft.material.edition.panzerhaubitzen_ammo)
    draft.do(
        "supply",
        f"{draft.material.armies[army].name} receives {ammo} from the stock.",
        "9.4.panzerhaubitzen",
        "aid.okh.ammo",
        "2.2.limit",
        loads=draft.with_load(army, state.loads[army] + ammo),
        stock=state.stock - ammo,
    )


def _pionieren(draft: Draft, _: int) -> None:
    army = draft.moving.army
    draft.do(
        "pioneers",
        f"{draft.material.armies[army].name} enters fortified areas without paying ammo.",
        "9.4.pionieren-free",
        "aid.okh.fort",
        moving=replace(draft.moving, pioneers=True),
    )


def _schnellkampfgruppe(draft: Draft, _: int) -> None:
    army, reach = draft.moving.army, draft.material.edition.schnellkampfgruppe_allowance
    draft.do(
        "fast",
        f"{draft.material.armies[army].name} may enter {reach} areas.",
        "9.4.schnellkampfgruppe",
        "aid.okh.move",
        moving=replace(draft.moving, fast=True),
    )


def _grosstransportraum(draft: Draft, _: int) -> None:
    edition = draft.material.edition
    draft.do(
        "trucks",
        f"{edition.grosstransportraum_trucks} more truck may be placed, "
        f"and each truck carries {edition.grosstransportraum_capacity}.",
        "9.4.grosstransportraum-truck",
        "9.4.grosstransportraum-load",
        transport=replace(draft.state.transport or Transporting(), reinforced=True),
    )


def _stukageschwader(draft: Draft, card: int) -> None:
    """2024: use without spending, or make ready; first edition: use even if spent (policy stukageschwader)."""
    state = draft.state
    readied = draft.material.policies["stukageschwader"] == "unspent-or-readied"
    if readied and state.air[draft.player] == "spent":
        draft.do(
            "air-support",
            f"{PLAYERS[draft.player].capitalize()}'s Air Support is ready again.",
            "9.4.stukageschwader-unflip",
            air=draft.for_player(state.air, "ready"),
        )
        return
    if state.air[draft.player] not in ("ready", "spent"):
        draft.reading("stuka-on-deck")
        text = f"{PLAYERS[draft.player].capitalize()}'s Air Support will not be spent."
        draft.do(
            "air-support",
            text,
            *_clauses(draft.material, "stukageschwader"),
            air_kept=state.air_kept | 1 << draft.player,
        )
        return
    draft.silently(pending=Pending("peek which", card))


def _brandenburg(draft: Draft, _: int) -> None:
    """The unit goes under its deck, and another one is drawn (9.4.brandenburg-bottom)."""
    material, open_ = draft.material, draft.open
    pile = home_pile(material, open_.card)
    draft.do(
        "under",
        f"{material.card(open_.card).name} goes under its deck.",
        "9.4.brandenburg-bottom",
        pending=None,
        **put_deck(draft.state, pile, the_deck(draft.state, pile).put_under(open_.card)),
    )
    if pile == "pursuit":
        draft.reading("brandenburg-pursuit")
    supported = open_.supported and draft.reading("brandenburg-air") == "goes-on"
    kind: PendingKind = "armored" if pile == "armored" else "soviet"
    draft.silently(pending=Pending(kind, supported=supported))


_PLAY: dict[str, Callable[[Draft, int], None]] = {
    "transportflottille": partial(_ask, "harbor"),
    "luftbrucke": partial(_ask, "airlift"),
    "eisenbahnpioniere": partial(_ask, "track"),
    "wolfsschanze": partial(_ask, "medal"),
    "auftragstaktik": partial(_ask, "army"),
    "stukageschwader": _stukageschwader,
    "panzerhaubitzen": _panzerhaubitzen,
    "pionieren": _pionieren,
    "schnellkampfgruppe": _schnellkampfgruppe,
    "grosstransportraum": _grosstransportraum,
    "brandenburg": _brandenburg,
}


# Transportflottille


def judge_ship(material: Material, state: State, action: ShipTo) -> Iterator[Violation]:
    """The supplies arrive in a harbor the player controls (9.4.transportflottille-control)."""
    yield from _judge_question(state, "harbor", "9.4.transportflottille")
    name, bit = material.area(action.area), 1 << action.area
    if not material.board.all_harbors & bit or not material.controlled(state, state.active) & bit:
        yield Violation(
            "no-harbor",
            ("9.4.transportflottille-control", "4.board.harbor"),
            f"{name} is no harbor that {PLAYERS[state.active]} controls.",
            facts=(f"harbor in {name}: {'yes' if material.board.all_harbors & bit else 'no'}",),
            blockers=(name,),
        )
    elif not harbors_in_reach(material, state) & bit:
        yield Violation(
            "area-full",
            ("8.limits.base" if action.area in material.board.main_base else "8.limits.area",),
            f"{name} cannot receive the supplies.",
            facts=(f"supplies in {name} {state.depots[action.area].total}", f"stock: {state.stock}"),
            blockers=(name,),
            rulings=("okh-supplies",),
        )


def _judge_question(state: State, kind: PendingKind, clause: str) -> Iterator[Violation]:
    if not state.pending or state.pending.kind != kind:
        yield Violation("nothing-asked", (clause,), "No OKH card asks for this now.", what_is_open(state))


def ship(draft: Draft, action: ShipTo) -> None:
    """Supplies from the stock are placed in the harbor; what is too much there is removed (8.limits.excess)."""
    state, area = draft.state, action.area
    brought = shipment(draft.material, state, area)
    draft.do(
        "supply",
        f"{brought} from the stock arrives in {draft.material.area(area)}.",
        "9.4.transportflottille",
        "aid.okh.harbor",
        depots=draft.with_depot(area, state.depots[area] + brought),
        stock=state.stock - brought,
        pending=None,
    )
    if brought != draft.material.edition.transportflottille_load:
        draft.reading("okh-supplies")
    feed_grounded(draft, area)
    shed_excess(draft, area, "okh-supplies")


def options_harbor(material: Material, state: State) -> Iterator[ShipTo]:
    """The harbors that can receive something."""
    yield from map(ShipTo, members(harbors_in_reach(material, state)))


# Luftbrücke


def judge_airlift(material: Material, state: State, action: Airlift) -> Iterator[Violation]:
    """One supply of the stock comes to one of the player's armies (9.4.luftbrucke)."""
    yield from _judge_question(state, "airlift", "9.4.luftbrucke")
    army, name = action.army, material.armies[action.army].name
    if material.army_player[army] != state.active or state.at[army] < 0:
        yield Violation(
            "not-yours",
            ("9.4.luftbrucke",),
            f"{name} is no army of {PLAYERS[state.active]} on the board.",
            facts=(f"owner {PLAYERS[material.army_player[army]]}",),
        )
    if action.supplies not in TOKENS:
        number = material.edition.luftbrucke_supply
        yield Violation(
            "not-one",
            ("9.4.luftbrucke", "aid.okh.supply"),
            f"Luftbrücke brings {number} supply.",
            facts=(f"asked for: {action.supplies}",),
        )
    if not state.stock.covers(action.supplies):
        yield Violation(
            "not-in-stock",
            ("9.4.luftbrucke",),
            f"The Supply Stock does not hold {action.supplies}.",
            facts=(f"stock: {state.stock}",),
        )
    if state.loads[army].total >= material.edition.army_card_limit:
        yield Violation(
            "card-full",
            ("2.2.limit",),
            f"The card of {name} is full.",
            facts=(f"on card {state.loads[army].total}",),
            rulings=("okh-supplies",),
        )


def airlift(draft: Draft, action: Airlift) -> None:
    """The supply comes onto the army's card."""
    state, army = draft.state, action.army
    draft.do(
        "supply",
        f"{draft.material.armies[army].name} receives {action.supplies} from the stock.",
        "9.4.luftbrucke",
        "aid.okh.supply",
        "2.2.limit",
        loads=draft.with_load(army, state.loads[army] + action.supplies),
        stock=state.stock - action.supplies,
        pending=None,
    )
    if action.supplies.food:
        lift_by_card(draft, army)


def options_airlift(material: Material, state: State) -> Iterator[Airlift]:
    """Which army can receive what."""
    for army in liftable(material, state):
        for token in TOKENS:
            if state.stock.covers(token):
                yield Airlift(army, token)


# Eisenbahnpioniere


def judge_lay_track(material: Material, state: State, action: LayTrack) -> Iterator[Violation]:
    """One of the player's own markers is turned, wherever it lies (9.4.eisenbahnpioniere)."""
    yield from _judge_question(state, "track", "9.4.eisenbahnpioniere")
    if not plain_markers(state) >> action.area & 1:
        name = material.area(action.area)
        yield Violation(
            "not-a-target",
            ("9.4.eisenbahnpioniere", "aid.okh.track"),
            f"{PLAYERS[state.active].capitalize()} has no marker with the track side down in {name}.",
            facts=(f"track in {name}: {'yes' if state.track >> action.area & 1 else 'no'}",),
            blockers=(name,),
        )


def lay_track(draft: Draft, action: LayTrack) -> None:
    """The marker is turned."""
    draft.do(
        "track",
        f"The marker in {draft.material.area(action.area)} is turned to its track side.",
        "9.4.eisenbahnpioniere",
        "aid.okh.track",
        track=draft.state.track | 1 << action.area,
        pending=None,
    )


def options_track(_: Material, state: State) -> Iterator[LayTrack]:
    """The markers that can be turned."""
    yield from map(LayTrack, members(plain_markers(state)))


# Auftragstaktik


def options_army(material: Material, state: State) -> Iterator[Activate]:
    """The armies that Auftragstaktik can activate; `movement.judge_activate` judges them."""
    for army, owner in enumerate(material.army_player):
        if owner == state.active and can_start(material, state, army):
            yield Activate(army)


# Sicherungs-Division


def judge_cancel(material: Material, state: State, _: CancelPartisans) -> Iterator[Violation]:
    """A Partisans card is cancelled by who may and holds the card, once its target is known."""
    if not state.pending or state.pending.kind != "cancel":
        yield Violation(
            "nothing-to-cancel",
            _clauses(material, "sicherungs-division"),
            "No Partisans card has a target now.",
            what_is_open(state),
        )
    elif not guardians(material, state, state.pending.area):
        yield Violation(
            "not-in-hand",
            ("9.4.sicherungs-division",),
            "Nobody who may cancel Partisans holds Sicherungs-Division.",
            facts=(f"target {material.area(state.pending.area)}",),
            rulings=("sicherungs-division-player",),
        )


def cancel(draft: Draft, _: CancelPartisans) -> None:
    """Partisans and Sicherungs-Division are gone, and the track stays (aid.okh.cancel)."""
    state, open_ = draft.state, draft.open
    player = lowest(guardians(draft.material, state, open_.area))
    card = state.hands[player] & draft.material.guards
    hands = tuple(hand & ~card if owner == player else hand for owner, hand in enumerate(state.hands))
    draft.reading("sicherungs-division-player")
    draft.do(
        "okh",
        f"{PLAYERS[player].capitalize()} cancels Partisans by Sicherungs-Division.",
        *_clauses(draft.material, "sicherungs-division"),
        "9.4.removed",
        "aid.okh.cancel",
        hands=hands,
        pending=None,
    )
    finish(draft, open_.card)


def options_cancel(_: Material, __: State) -> Iterator[Action]:
    """Cancel, or let it happen."""
    yield CancelPartisans()
    yield Decline()
