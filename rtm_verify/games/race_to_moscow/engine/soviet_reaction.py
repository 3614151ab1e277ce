"""Chapter 12: the Soviets react at the end of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rtm_verify.games.race_to_moscow.actions import Action, CounterAttack, EndReaction, PlaceSoviet, WinterAttack
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.losing import lose_area
from rtm_verify.games.race_to_moscow.engine.reaction_targets import (
    Choice,
    Reason,
    Targets,
    adjacency,
    attackable,
    choice,
    decider,
    free_reaction,
    free_targets,
    front_side,
    may_place,
    narrowed,
    placeable,
    protects,
    why_no_attack,
    why_no_marker,
    winter_targets,
)
from rtm_verify.games.race_to_moscow.engine.soviet_markers import announce_last_round, put_marker
from rtm_verify.games.race_to_moscow.engine.turn import judge_not_over, judge_nothing_open
from rtm_verify.games.race_to_moscow.engine.turn_end import end_turn
from rtm_verify.games.race_to_moscow.front_cards import CounterAttack as CounterAttackPriority
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.violation import Violation

__all__ = [
    "attack",
    "end_reaction",
    "judge_attack",
    "judge_end_reaction",
    "judge_place",
    "judge_reacting",
    "options",
    "place",
]


def judge_reacting(material: Material, state: State, clause: str) -> Iterator[Violation]:
    """The Soviets react after the railhead has advanced (6.reaction, 12.always), and once only (12.basic-once)."""
    yield from judge_nothing_open(state)
    yield from judge_not_over(state)
    if state.phase == "actions":
        yield Violation(
            "no-reaction",
            ("12.always", "6.railhead", clause, *_already(material, state)),
            f"The Soviets react after {PLAYERS[state.active]}'s actions and railhead, which come first.",
            facts=(f"phase: {state.phase}", f"core actions left {state.core_left}"),
            fixes=("end the actions with: rail",),
        )


def _already(material: Material, state: State) -> tuple[str, ...]:
    """The clauses that allow one deed only, if a turn has just begun: the reaction before it has been made."""
    begun = state.core_left < material.edition.core_actions or state.fields or state.moving or state.transport
    if begun or (state.round == 1 and state.active == state.order[0]):
        return ()
    if material.soviet_player:
        return ("14.8.free",)
    if free_reaction(material):
        return ("13.3.free",)
    return () if "advanced" in material.variants else ("12.basic-once",)


def _judge_winter_first(material: Material, state: State) -> Iterator[Violation]:
    """Winter counter-attacks that must be made come first (ruling winter-attacks)."""
    waiting = winter_targets(material, state) if material.readings["winter-attacks"] == "must" else 0
    if waiting:
        yield Violation(
            "winter-first",
            ("13.4.all",),
            "The winter counter-attacks come first.",
            facts=(f"still to be attacked: {', '.join(material.board.names(waiting))}",),
            rulings=("winter-attacks",),
        )


# Counter-attack


def judge_attack(material: Material, state: State, action: CounterAttack) -> Iterator[Violation]:
    """The area is open to attack, and the card asks for it before anything else (12.order)."""
    yield from judge_reacting(material, state, "12.attack.remove")
    if state.phase != "reaction":
        return
    yield from _judge_winter_first(material, state)
    asked = choice(material, state)
    if asked.attacks >> action.area & 1:
        return
    targets = free_targets(material) if free_reaction(material) else _card_targets(material, state)
    reasons = tuple(why_no_attack(material, state, action.area, targets))
    rulings = tuple(_hinges(material, state, lambda _, other: bool(other.attacks >> action.area & 1)))
    if reasons:
        yield from _violations("protected", reasons, rulings, _free_limits(material))
    else:
        yield from _not_asked(material, state, asked, action.area, rulings)


def _card_targets(material: Material, state: State) -> Targets:
    side = front_side(material, state)
    return next(item.targets for item in side.priority if isinstance(item, CounterAttackPriority))


def _free_limits(material: Material) -> tuple[str, ...]:
    """The clauses that hold a free choice to the usual rules; none where the Front card chooses."""
    if material.soviet_player:
        return (material.clause("14.8.limits", first="first.20.limits"),)
    if free_reaction(material):
        return (material.clause("13.3.limits", first="first.19.abwehr-limits"),)
    return ()


def _violations(
    code: str, reasons: tuple[Reason, ...], rulings: tuple[str, ...], more: tuple[str, ...]
) -> Iterator[Violation]:
    for reason in reasons:
        rules = (*reason.rules, *more)
        yield Violation(code, rules, reason.text, facts=reason.facts, blockers=reason.by, rulings=rulings)


def _not_asked(
    material: Material, state: State, asked: Choice, area: int, rulings: tuple[str, ...]
) -> Iterator[Violation]:
    """The area could be chosen, but the card asks for something else (12.order, 12.next)."""
    board, name = material.board, material.area(area)
    if asked.attacks:
        wanted = f"a counter-attack on {' or '.join(board.names(asked.attacks))}"
    elif asked.places:
        wanted = f"a marker in {' or '.join(board.names(asked.places))}"
    else:
        wanted = "nothing"
    yield Violation(
        "not-the-priority",
        (*_passed_over(material, state, asked, area), "12.order", "12.next"),
        f"The Front card asks for {wanted}, not for {name}.",
        facts=(f"priority {asked.priority}", f"asked for: {wanted}"),
        blockers=(name,),
        rulings=rulings,
    )


def _passed_over(material: Material, state: State, asked: Choice, area: int) -> tuple[str, ...]:
    """The clauses of the priority in force by which the area is not chosen; none if it is not that priority's."""
    if free_reaction(material) or not asked.priority:
        return ()
    priority = front_side(material, state).priority[asked.priority - 1]
    if isinstance(priority, CounterAttackPriority):
        if attackable(material, state, priority.targets) >> area & 1:
            return ("first.3.southwest-cut",)
        return () if material.edition.name == "first" or "advanced" not in material.variants else ("12.advanced-all",)
    if not protects(material, state, priority) >> area & 1:
        if "advanced" in material.variants:
            return ("12.advanced-card",)
        return ("12.basic-objective" if asked.priority == 2 else "12.basic-victory",)
    places = placeable(material, state, adjacent=adjacency(material)) & protects(material, state, priority)
    lost_by = next(
        name for name, left in narrowed(material, state, places, priority.prefer) if left and not left >> area & 1
    )
    if asked.priority == 2:
        return ("first.3.southwest-fort" if lost_by == "fortified" else "first.3.southwest-objective",)
    return ("first.3.southwest-victory-fort" if lost_by == "fortified" else "first.3.southwest-victory",)


# What a counter-attack that is made has been held against.
_ATTACKED = ("12.attack.start", "12.attack.army", "12.attack.adjacent", "12.attack.arrows", "12.attack.target")


def attack(draft: Draft, action: CounterAttack) -> None:
    """The marker is removed; a Basic or free reaction is over, an Advanced one goes on (12.advanced-all)."""
    material, state = draft.material, draft.state
    asked = choice(material, state)
    _note_readings(draft, asked, lambda other: not other.attacks >> action.area & 1)
    several = bool(asked.attacks & asked.attacks - 1)
    if several and not free_reaction(material) and len(state.order) > 1:
        draft.reading("attack-tie")
    by = f", as {decider(material, state, attack=True)} decides" if several else ""
    why = _why(material, state, asked, asked.attacks)
    lose_area(draft, action.area, "12.attack.remove", *_ATTACKED, "12.always", "6.reaction", *why, by=by)
    draft.silently(attacked=draft.state.attacked | 1 << action.area)
    if "advanced" not in material.variants:
        end_turn(draft)


def _why(material: Material, state: State, asked: Choice, areas: int) -> tuple[str, ...]:
    """The clauses by which this is what the Soviets do."""
    if material.soviet_player:
        return ("14.8.free", material.clause("14.8.limits", first="first.20.limits"), "14.no-turn")
    if free_reaction(material):
        return ("13.3.free", material.clause("13.3.limits", first="first.19.abwehr-limits"))
    rules = [material.clause("12.instructions", first="first.18.priorities"), "12.order"]
    if asked.priority > 1:
        rules.append("12.next")
    if "advanced" in material.variants:
        placing = [material.clause("12.place.advanced", first="first.18.place-adjacent"), "12.advanced-card"]
        first = material.edition.name == "first"
        attacking = ["first.19.prevail", "first.19.attack-first"] if first else ["12.advanced-all", "12.advanced-own"]
        rules += attacking if asked.attacks else placing
        rules.append("aid.reaction.advanced")
    elif asked.attacks:
        rules += ["12.basic-once", "12.basic-solo" if len(state.order) == 1 else "12.basic-others"]
    else:
        rules += ["12.place.basic", "12.basic-objective" if asked.priority == 2 else "12.basic-victory"]
    # The one Front card whose text is printed stands for all three.
    fortified = not asked.places & ~state.bunkers
    if asked.attacks:
        rules.append("first.3.southwest-attack")
        if asked.attacks != attackable(material, state, _card_targets(material, state)):
            rules.append("first.3.southwest-cut")
    elif asked.priority == 2:
        rules += ["first.3.southwest-objective", *(("first.3.southwest-fort",) if fortified else ())]
    else:
        rules += ["first.3.southwest-victory", *(("first.3.southwest-victory-fort",) if fortified else ())]
    if "advanced" not in material.variants and material.edition.name == "first":
        rules.append("first.18.either")
    if areas & areas - 1:
        rules += ["12.tie", "12.seats"]
    return tuple(rules)


def _note_readings(draft: Draft, asked: Choice, refuses: Callable[[Choice], bool]) -> None:
    """The rulings that what is done rests on: another reading of them would ask for something else, or refuse it."""
    by_card = not free_reaction(draft.material)

    def matters(ruling: str, other: Choice) -> bool:
        return refuses(other) or (by_card and ruling in _BY_CARD and other != asked)

    for ruling in _hinges(draft.material, draft.state, matters):
        draft.reading(ruling)


_BY_CARD = {
    "attack-cascade": ("at-start", "cascade"),
    "cut-off": ("own-areas", "any-axis"),
    "cut-off-base": ("either", "main"),
    "front-preference": ("card-order", "fortified-first"),
    "front-distance": ("all-lines", "open-lines"),
    "near-victory-city": ("city-too", "next-to"),
    "lost-fort": ("open", "pays-again"),
}
_FREE = ("abwehr-targets", "free-placement")
_ALL_READINGS = _BY_CARD | {
    "soviet-stacking": ("one", "several"),
    "abwehr-targets": ("any", "others"),
    "free-placement": ("adjacent", "anywhere"),
}


def _hinges(material: Material, state: State, matters: Callable[[str, Choice], bool]) -> Iterator[str]:
    """The rulings of which another reading makes the difference."""
    free = free_reaction(material)
    for ruling, readings in _ALL_READINGS.items():
        if (ruling in _FREE and not free) or (ruling == "attack-cascade" and not state.attacked):
            continue  # no reading of it can make a difference here
        for reading in readings:
            if reading != material.readings[ruling]:
                other = choice(material.reading_as(ruling, reading), state)
                if matters(ruling, other):
                    yield ruling


# Placement


def judge_place(material: Material, state: State, action: PlaceSoviet) -> Iterator[Violation]:
    """The area can receive a marker, and the card asks for it (12.place)."""
    yield from judge_reacting(material, state, "12.place.basic")
    if state.phase != "reaction":
        return
    yield from _judge_winter_first(material, state)
    asked = choice(material, state)
    if asked.places >> action.area & 1:
        return
    if not may_place(material, state):
        rules = ("first.6.no-placement",) if state.pool else ("12.place.basic",)
        text = "No marker is placed once the last one has been." if state.pool else "The pool has no Soviet marker."
        yield Violation("no-marker-left", rules, text, facts=(f"Soviet markers in the pool {state.pool}",))
        return
    reasons = tuple(why_no_marker(material, state, action.area, adjacent=adjacency(material)))
    rulings = tuple(_hinges(material, state, lambda _, other: bool(other.places >> action.area & 1)))
    if reasons:
        yield from _violations("no-placement", reasons, rulings, _free_limits(material))
    else:
        yield from _not_asked(material, state, asked, action.area, rulings)


def place(draft: Draft, action: PlaceSoviet) -> None:
    """The marker is placed, and the turn is over."""
    material, state = draft.material, draft.state
    asked = choice(material, state)
    _note_readings(draft, asked, lambda other: not other.places >> action.area & 1)
    chosen = f", as {decider(material, state)} decides" if asked.places & asked.places - 1 else ""
    put_marker(
        draft,
        action.area,
        f"A Soviet marker is placed in {material.area(action.area)}{chosen}.",
        "12.place.land",
        "12.always",
        "6.reaction",
        *(("6.no-return",) if state.last_round else ()),
        *(("12.place.free", "12.place.adjacent") if adjacency(material) else ("12.place.advanced-free",)),
        *(("14.1.choose", "14.1.secret") if material.soviet_player else ()),
        *_why(material, state, asked, asked.places),
    )
    end_turn(draft)


# Nothing is possible


def judge_end_reaction(material: Material, state: State, _: EndReaction) -> Iterator[Violation]:
    """A reaction does nothing only if nothing is possible (12.next, 12.place.discard)."""
    yield from judge_reacting(material, state, "12.next")
    if state.phase != "reaction":
        return
    yield from _judge_winter_first(material, state)
    asked = choice(material, state)
    if asked.attacks | asked.places and not _may_discard(material, state, asked):
        names = material.board.names(asked.attacks | asked.places)
        yield Violation(
            "must-react",
            ("12.always", "12.order"),
            "The Soviets react: something is possible.",
            facts=(f"areas to choose from: {', '.join(names)}",),
            fixes=tuple(names)[:5],
            rulings=("free-discard",) if free_reaction(material) and not asked.places else (),
        )


def _may_discard(material: Material, state: State, asked: Choice) -> bool:
    """Whether placing may be chosen freely although it can only fail (ruling free-discard)."""
    free = free_reaction(material) and material.readings["free-discard"] == "may-discard"
    return free and not asked.places and may_place(material, state)


def end_reaction(draft: Draft, _: EndReaction) -> None:
    """A marker that finds no place goes to the box, if the pool has one (12.place.discard)."""
    state = draft.state
    if choice(draft.material, state).attacks:
        draft.reading("free-discard")
    if may_place(draft.material, state):
        draft.do(
            "soviet-marker",
            "No area can receive a Soviet marker: one of the pool goes to the box.",
            "12.place.discard",
            *(("first.6.end-discard",) if draft.material.edition.name == "first" else ()),
            pool=state.pool - 1,
            boxed=state.boxed + 1,
        )
        if not draft.state.pool and draft.reading("discarded-last") == "counts":
            announce_last_round(draft)
    else:
        draft.do("reaction", "The Soviets can neither counter-attack nor place a marker.", "12.next")
    end_turn(draft)


def options(material: Material, state: State) -> Iterator[Action]:
    """What the Soviets can do now."""
    winter = winter_targets(material, state)
    yield from map(WinterAttack, members(winter))
    if winter and material.readings["winter-attacks"] == "must":
        return
    asked = choice(material, state)
    yield from map(CounterAttack, members(asked.attacks))
    yield from map(PlaceSoviet, members(asked.places))
    if not asked.attacks | asked.places or _may_discard(material, state, asked):
        yield EndReaction()
