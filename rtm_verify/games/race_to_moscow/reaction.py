"""The Soviet Reaction laid open: every area that can be counter-attacked or receive a marker, and why no other can.

`engine/reaction_targets.py` decides; this module asks it area by area, and says what the Front card makes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine import reaction_targets as targets
from rtm_verify.games.race_to_moscow.engine.reaction_targets import Choice, Reason
from rtm_verify.games.race_to_moscow.front_cards import (
    CounterAttack,
    ObjectiveProtection,
    Priority,
    VictoryProtection,
    load_front_cards,
)
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.picture import picture
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow, rulings
from rtm_verify.games.race_to_moscow.signs import signs_of
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.picture import Picture
from rtm_verify.kernel.ruleset import Ruleset
from rtm_verify.kernel.survey import Candidate, Demand, Group, Narrowing, Survey, Why

__all__ = ["reaction_picture", "reaction_survey"]

# A reason without names, by the clause that decides it.
_KINDS = {
    "4.two.control": "blocked for a player who is not in the game",
    "4.solo.markers": "blocked for a player who is not in the game",
    "first.4.solo-control": "blocked for a player who is not in the game",
    "12.basic-others": "marker of the player whose turn it is",
    "12.attack.start": "in or next to a starting area",
    "12.attack.army": "in or next to an area with an army",
    "12.attack.adjacent": "next to no uncontrolled area and no Soviet marker",
    "12.place.free": "controlled",
    "12.place.advanced-free": "controlled",
    "12.place.basic": "a Soviet marker is there already",
    "aid.reaction.place": "the pool is empty",
    "12.place.adjacent": "not next to a Soviet marker",
    "12.basic-objective": "not spoken of by the Front card",
    "12.advanced-card": "not spoken of by the Front card",
    "first.6.no-placement": "no marker is placed any more",
    "13.4.zone": "outside the winter zone",
    "13.4.several": "attacked in this reaction",
    "13.4.marker": "the pool is empty",
}

_PREFERENCES = {
    "cuts-off-army": "cuts an army off from its supply base",
    "closest-to-army": "closest to an army",
    "fortified": "fortified",
}

# The rulings that what the Soviets do can hang on.
_RULINGS = (
    "attack-cascade",
    "cut-off",
    "cut-off-base",
    "lost-fort",
    "front-preference",
    "front-distance",
    "near-victory-city",
    "soviet-stacking",
    "free-placement",
    "abwehr-targets",
    "winter-attacks",
    "winter-front",
    "winter-empty-pool",
)


def reaction_survey(ruleset: Ruleset[Any, Any], state: State) -> Survey:
    """What the Soviets can do at the end of the turn, as if it ended now if the reaction has not begun (chapter 12).

    Raises
    ------
    InputError
        If the ruleset is that of another game.
    """
    return _Surveyor(_material(ruleset), state).survey()


def reaction_picture(ruleset: Ruleset[Any, Any], state: State, title: str, highlights: Iterable[str] = ()) -> Picture:
    """The map of a position with signs for everything the survey says of its areas."""
    material = _material(ruleset)
    signs = signs_of(material.board, reaction_survey(ruleset, state))
    return picture(material.board, material.armies, state, highlights=highlights, title=title, signs=signs)


def _material(ruleset: Ruleset[Any, Any]) -> Material:
    if not isinstance(ruleset, RaceToMoscow):
        raise InputError(f"{ruleset.game} has no Soviet Reaction")
    return ruleset.material


class _Surveyor:
    """Asks the engine about one position."""

    def __init__(self, material: Material, state: State) -> None:
        self.material, self.state, self.board = material, state, material.board
        self.player = PLAYERS[state.active]
        self.free = targets.free_reaction(material)
        self.advanced = "advanced" in material.variants
        self.side = targets.front_side(material, state)
        self.choice = targets.choice(material, state)
        self.winter = targets.winter_targets(material, state)
        self.must_winter = bool(self.winter) and material.readings["winter-attacks"] == "must"
        self.adjacent = targets.adjacency(material)
        self.may_place = targets.may_place(material, state)
        self.open = targets.placeable(material, state, adjacent=self.adjacent) if self.may_place else 0

    def survey(self) -> Survey:
        text, rules = self._outcome()
        decider, decider_rules = self._decider()
        groups = [self._attacks(), self._placements()]
        demands = list(self._demands())
        if "winter" in self.material.variants:
            groups.append(self._winter())
            demands.insert(0, self._winter_demand())
        return Survey(
            title=f"Soviet Reaction at the end of {self.player}'s turn, round {self.state.round}",
            premise=self._premise(),
            source=self._source(),
            outcome=text,
            outcome_rules=rules,
            decider=decider,
            decider_rules=decider_rules,
            demands=tuple(demands),
            groups=tuple(groups),
            rulings=tuple(self._rulings()),
        )

    def _names(self, mask: int) -> tuple[str, ...]:
        return tuple(sorted(self.board.names(mask)))

    # What is asked for

    def _premise(self) -> str:
        if self.state.phase == "reaction":
            return ""
        if self.state.phase == "over" or self.state.winner >= 0:
            return f"The game is over: this is what would hold if it went on and {self.player}'s turn ended now."
        return f"It is not the reaction yet: this is what would hold if the turn of {self.player} ended now."

    def _source(self) -> str:
        if self.material.soviet_player:
            return "The Soviet player chooses freely"
        if self.free:
            return "Abwehr, a free choice"
        name = load_front_cards()[self.player].name
        return f"Front card of {self.player} ({name}, {'Advanced' if self.advanced else 'Basic'} side)"

    def _outcome(self) -> tuple[str, tuple[str, ...]]:
        attacks, places = self._names(self.choice.attacks), self._names(self.choice.places)
        if self.must_winter:
            wanted = f"winter counter-attacks on {' and '.join(self._names(self.winter))}"
            return f"{wanted} come first", ("13.4.zone", "13.4.all")
        wants = []
        if attacks:
            every = "every counter-attack that is possible, now on" if self.advanced else "a counter-attack on"
            wants.append(f"{every} {' or '.join(attacks)}")
        if places:
            wants.append(f"a Soviet marker in {' or '.join(places)}")
        if wants:
            number = f"priority {self.choice.priority}, " if self.choice.priority else ""
            return number + ", or ".join(wants), ("12.order",) if self.choice.priority else self._free_rules()
        if self.may_place:
            return "nothing is possible: a Soviet marker of the pool goes to the box", ("12.place.discard",)
        return "nothing is possible", ("12.next",)

    def _free_rules(self) -> tuple[str, ...]:
        return ("14.8.free", "14.8.limits") if self.material.soviet_player else ("13.3.free", "13.3.limits")

    def _decider(self) -> tuple[str, tuple[str, ...]]:
        """Who chooses, where there is something to choose."""
        areas = self.choice.attacks | self.choice.places
        if self.must_winter or not areas & areas - 1:
            return "", ()
        who = targets.decider(self.material, self.state, attack=bool(self.choice.attacks))
        if self.free:
            return f"{who} decides.", self._free_rules()[:1]
        if len(self.state.order) == 1:
            return f"{who} decides: nobody else plays.", ("12.tie",)
        return f"{who}, to the left of {self.player}, decides.", ("12.tie", "12.seats")

    def _rulings(self) -> Iterator[str]:
        """The readings in force without which the Soviets could do something else."""
        found = self._result(self.material)
        for name in _RULINGS:
            ruling, reading = rulings()[name], self.material.readings[name]
            others = (other for other in ruling.alternatives if other != reading)
            if any(self._result(self.material.reading_as(name, other)) != found for other in others):
                yield f"{name} = {reading}: {ruling.question} {ruling.alternatives[reading]}"

    def _result(self, material: Material) -> tuple[Choice, int, str]:
        winter = targets.winter_targets(material, self.state)
        return targets.choice(material, self.state), winter, material.readings["winter-attacks"] if winter else ""

    # Priority by priority

    def _demands(self) -> Iterator[Demand]:
        if self.free:
            yield self._free_demand("attack", "counter-attack", self.choice.attacks)
            yield self._free_demand("place", "place a Soviet marker", self.choice.places)
            return
        for number, priority in enumerate(self.side.priority, 1):
            yield self._demand(number, priority)

    def _free_demand(self, verb: str, text: str, areas: int) -> Demand:
        instead = "" if areas else self._barred() if verb == "place" else "Impossible: no marker can be attacked."
        return Demand(
            number=0,
            verb=verb,
            text=text,
            rules=self._free_rules(),
            asked=bool(areas) and not self.must_winter,
            instead=instead if not areas or not self.must_winter else "Comes after the winter counter-attacks.",
            allowed=self._names(areas),
            left=self._names(areas),
        )

    def _demand(self, number: int, priority: Priority) -> Demand:
        allowed, narrowed, left = self._narrowed(priority)
        asked = number == self.choice.priority and not self.must_winter
        text, rules = self._described(priority)
        return Demand(
            number=number,
            verb="attack" if isinstance(priority, CounterAttack) else "place",
            text=text,
            rules=rules,
            asked=asked,
            instead="" if asked else self._instead(priority, allowed),
            allowed=self._names(allowed),
            narrowed=tuple(narrowed),
            left=self._names(left),
        )

    def _narrowed(self, priority: Priority) -> tuple[int, list[Narrowing], int]:
        """The areas a priority allows, what each preference leaves of them, and what remains in the end."""
        material, state = self.material, self.state
        if isinstance(priority, CounterAttack):
            allowed = targets.attackable(material, state, priority.targets)
            found = targets.cutting(material, state, allowed) if priority.prefer else 0
            told = [Narrowing(_PREFERENCES["cuts-off-army"], self._names(found))] if allowed & allowed - 1 else []
            return allowed, told, found or allowed
        allowed = left = self.open & targets.protects(material, state, priority)
        told = []
        for preference, found in targets.narrowed(material, state, allowed, priority.prefer):
            told.append(Narrowing(_PREFERENCES[preference], self._names(found)))
            left = found or left
        return allowed, told, left

    def _described(self, priority: Priority) -> tuple[str, tuple[str, ...]]:
        if isinstance(priority, CounterAttack):
            if priority.targets == "any":
                return "every counter-attack that is possible, on any player", ("12.advanced-all", "12.advanced-own")
            if len(self.state.order) == 1:
                return "one counter-attack on the only player", ("12.basic-once", "12.basic-solo")
            return "one counter-attack on another player", ("12.basic-once", "12.basic-others")
        if isinstance(priority, VictoryProtection):
            return f"a Soviet marker near {priority.near}", (self._card_rule("12.basic-victory"),)
        return self._objective(priority), (self._card_rule("12.basic-objective"),)

    def _card_rule(self, basic: str) -> str:
        return "12.advanced-card" if self.advanced else basic

    def _objective(self, priority: ObjectiveProtection) -> str:
        whose = f" in {self.player}'s colour" if priority.areas == "own" else ""
        return f"a Soviet marker in an objective area{whose}"

    def _instead(self, priority: Priority, allowed: int) -> str:
        """Why a priority is not what is asked for now."""
        if self.must_winter:
            return "Comes after the winter counter-attacks."
        if allowed and self.advanced and self.choice.attacks:
            return "After the counter-attacks, if no earlier placement is possible; as the position is now:"
        if allowed:
            return f"Not reached: priority {self.choice.priority} is possible. It would allow:"
        if isinstance(priority, CounterAttack):
            return "Impossible: every marker it could strike is protected, or there is none (see below)."
        return self._barred(targets.protects(self.material, self.state, priority))

    def _barred(self, areas: int = 0) -> str:
        """Why a placement is impossible: the pool, or each of its areas."""
        if not self.may_place:
            return f"Impossible: {self._no_marker().text}"
        if not areas:
            return "Impossible: no area can receive a marker (see below)."
        return f"Impossible: none of {', '.join(self._names(areas))} can receive a marker (see below)."

    # Area by area

    def _attacks(self) -> Group:
        """Every area with a control marker."""
        whom = targets.free_targets(self.material) if self.free else self._card_targets()
        solo = len(self.state.order) == 1
        candidates = (
            self._candidate(area, targets.why_no_attack(self.material, self.state, area, whom))
            for area in self._sorted(self._marked())
        )
        title = "Counter-attack on any player" if whom == "any" or solo else "Counter-attack on another player"
        return Group("attack", title, "can be attacked", "protected", tuple(candidates))

    def _card_targets(self) -> targets.Targets:
        return next(item.targets for item in self.side.priority if isinstance(item, CounterAttack))

    def _placements(self) -> Group:
        """Every area that nobody controls, and every one the card speaks of."""
        named = self._named_by_card()
        areas = self.board.all_areas & ~self.material.all_controlled(self.state) | (0 if self.free else named)
        candidates = (self._candidate(area, self._why_no_marker(area, named)) for area in self._sorted(areas))
        title = f"Place a Soviet marker, {self.state.pool} in the pool"
        return Group("place", title, "can receive it", "cannot", tuple(candidates))

    def _named_by_card(self) -> int:
        """The areas that some placement of the card speaks of; with a free choice, all."""
        if self.free:
            return self.board.all_areas
        named = 0
        for priority in self.side.priority:
            if not isinstance(priority, CounterAttack):
                named |= targets.protects(self.material, self.state, priority)
        return named

    def _why_no_marker(self, area: int, named: int) -> Iterator[Reason]:
        if not self.may_place:
            yield self._no_marker()
        if not named >> area & 1:
            rules = ("12.advanced-card",) if self.advanced else ("12.basic-objective", "12.basic-victory")
            yield Reason(rules, f"The Front card of {self.player} does not speak of {self.material.area(area)}.")
        yield from targets.why_no_marker(self.material, self.state, area, adjacent=self.adjacent)

    def _no_marker(self) -> Reason:
        if self.state.pool:
            return Reason(("first.6.no-placement",), "No marker is placed once the last one has been.")
        return Reason(("aid.reaction.place",), "The pool has no Soviet marker.")

    def _candidate(self, area: int, reasons: Iterator[Reason]) -> Candidate:
        whys = tuple(Why(_kind(reason), reason.rules, reason.text, reason.by) for reason in reasons)
        return Candidate(self.material.area(area), self._owner(area), whys)

    def _owner(self, area: int) -> str:
        for player, name in enumerate(PLAYERS):
            if self.material.controlled(self.state, player) >> area & 1:
                return name
        return ""

    def _sorted(self, areas: int) -> list[int]:
        return sorted(members(areas), key=self.material.area)

    def _marked(self) -> int:
        gray, white, brown = self.state.control
        return gray | white | brown

    # Winter (13.4)

    def _winter(self) -> Group:
        """Every marker in the winter zone."""
        areas = self._sorted(self._marked() & self.board.winter)
        candidates = tuple(
            self._candidate(area, targets.why_no_winter(self.material, self.state, area)) for area in areas
        )
        return Group("winter", "Winter counter-attack", "can be attacked", "spared", candidates)

    def _winter_demand(self) -> Demand:
        must = self.material.readings["winter-attacks"] == "must"
        return Demand(
            number=0,
            verb="winter",
            text=f"winter counter-attacks, {'on each of the areas' if must else 'as many as are wanted'}",
            rules=("13.4.zone", "13.4.all", "13.4.several"),
            asked=bool(self.winter),
            instead="" if self.winter else "Impossible: no marker in the winter zone can be attacked.",
            allowed=self._names(self.winter),
            left=self._names(self.winter),
        )


def _kind(reason: Reason) -> str:
    """The reason without names."""
    return _KINDS.get(reason.rules[0], reason.text)
