"""Players that need no human: one that wanders, and one that really races for its Victory area.

The racer asks of every promising action what the position is worth once the action has been played to its end, cards
being dealt from what may still be in the deck: it knows nothing that it could not see at the table. A position is
worth more the nearer the armies are to the goal, the more supplies have come up to the spearhead, and the more
medals, areas and cards have been won.

Measured over the seeds 101 to 120, which were not looked at while the numbers below were chosen: against two wanderers
it wins 19, 19 and 20 games of 20 as Gray, White and Brown, with 10, 14 and 16 areas where a wanderer has 1. Among three
racers 7 games of 20 end at once in a Victory area; alone, 10 for Gray, 3 for White and 4 for Brown.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow import engine
from rtm_verify.games.race_to_moscow.board import PLAYERS, Board
from rtm_verify.games.race_to_moscow.engine.decks import deck_in_question
from rtm_verify.games.race_to_moscow.engine.standard_victory import count_medals
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.scribe import complete
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.bits import flood, members

__all__ = ["BOTS", "SOVIET_PLAYER", "Bot", "deal", "is_chance", "race", "wander"]

# A bot chooses one of the legal actions for a player: 0, 1, 2, or SOVIET_PLAYER.
Bot = Callable[[Material, State, Sequence[a.Action], int, random.Random], a.Action]
SOVIET_PLAYER = len(PLAYERS)

_FAR = 30.0
_WIN = 2500.0
_NEVER = -50.0  # what promises no more than this is not even tried
_SAMPLES = 4  # how often an action is tried before it is judged
_TRIED = 3  # how many actions of a kind are tried
_STEPS = 60  # an action that is not over by then is judged as it stands

# What a held OKH card is worth: it is played once it brings more.
_OKH = {"auftragstaktik": 6, "panzerhaubitzen": 3, "luftbrucke": 3, "pionieren": 3, "schnellkampfgruppe": 3}
_OKH_OTHER = 0.4
_AT_BASE = 0.8  # what supplies are worth in the main base
_PER_STEP = 0.5  # and how much more with every step towards the spearhead
_MEDAL = 11.0
_POOL = 4.0
_FEW = 7  # with fewer Soviet markers in the pool the end is near, and rivals' medals count
_CHAIN = 12.0
_EXPOSED = 2.0  # what an area costs that a counter-attack could take
_TRUCK, _TRAIN = 0.6, 0.8
_PLAYED_AT_ONCE = ("auxiliaries", "recon")


def is_chance(action: a.Action) -> bool:
    """Whether nobody chooses this: a card drawn, or the side of a Soviet marker."""
    return isinstance(action, a.Reveal | a.ShowSide)


def deal(material: Material, state: State, legal: Sequence[a.Action], rng: random.Random) -> a.Action:
    """Chance: each card that may lie on top is as likely as it has copies there."""
    deck = deck_in_question(state)
    cards = deck.candidates() if deck else 0
    weights = [
        (cards & material.copies(action.card)).bit_count() if isinstance(action, a.Reveal) else 1 for action in legal
    ]
    return rng.choices(legal, weights)[0]


def wander(_: Material, __: State, legal: Sequence[a.Action], ___: int, rng: random.Random) -> a.Action:
    """Any kind of action first, then any action of that kind: the very many loads are no likelier than the rest."""
    kinds = sorted({type(action).__name__ for action in legal})
    kind = rng.choice(kinds)
    return rng.choice([action for action in legal if type(action).__name__ == kind])


def race(material: Material, state: State, legal: Sequence[a.Action], player: int, rng: random.Random) -> a.Action:
    """Try what looks promising, and take what turns out best."""
    if len(legal) == 1:
        return legal[0]
    outlook = _Outlook(material, state, None if player == SOVIET_PLAYER else player)
    most = len(legal) if state.phase == "reaction" else _TRIED
    promising: dict[str, list[a.Action]] = {}
    for action in sorted(legal, key=outlook.promise, reverse=True):
        same = promising.setdefault(type(action).__name__, [])
        if len(same) < most and outlook.promise(action) > _NEVER:
            same.append(action)
    # The railhead ends the actions of a turn, so it waits until nothing else improves the position.
    railheads = promising.pop("AdvanceRailhead", [])
    tried = [action for same in promising.values() for action in same] or railheads or legal
    worths = [_try(material, state, action, player, rng) for action in tried]
    if railheads and max(worths) <= outlook.worth():
        return max(railheads, key=outlook.promise)
    return tried[worths.index(max(worths))]


BOTS: Mapping[str, Bot] = {"race": race, "wander": wander}


def _try(material: Material, state: State, first: a.Action, player: int, rng: random.Random) -> float:
    """What the position is worth to a player after an action, on average; the action is finished by its promise."""
    own_turn = state.phase == "actions" and not state.pending  # what rivals have does not change then
    worths = []
    for _ in range(_SAMPLES):
        after, dealt = engine.apply(material, state, first).state, False
        for _ in range(_STEPS):
            if complete(after) or after.phase == "over":
                break
            legal = engine.legal(material, after)
            if is_chance(legal[0]):
                action, dealt = deal(material, after, legal, rng), True
            else:
                action = max(legal, key=_Outlook(material, after).promise)
            after = engine.apply(material, after, action).state
        worths.append(_Outlook(material, after, player).worth() if own_turn else _advantage(material, after, player))
        if not dealt:
            break
    return sum(worths) / len(worths)


def _advantage(material: Material, state: State, player: int) -> float:
    """A player's own worth, less the best rival's; the Soviet player has nothing but rivals."""
    worth = {other: _Outlook(material, state, other).worth() for other in state.order}
    rivals = max((value for other, value in worth.items() if other != player), default=0.0)
    return worth.get(player, 0.0) - rivals


@lru_cache(maxsize=4096)
def _ways(board: Board, player: int, within: int, own: int, soviet: int, bunkers: int) -> tuple[float, ...]:
    """How far each area is from a Victory area; Soviets and bunkers on the way make it longer."""

    def hindrance(area: int) -> float:
        return 0.0 if own >> area & 1 else 0.3 + 1.2 * (soviet >> area & 1) + 0.4 * (bunkers >> area & 1)

    return _distances(board, player, within, members(board.victory & board.colored[player]), hindrance)


@lru_cache(maxsize=4096)
def _supply_ways(board: Board, player: int, within: int, own: int, front: int) -> tuple[float, ...]:
    """How far each area is from the front; a gap in the chain of one's own areas counts for several steps."""
    return _distances(board, player, within, [front], lambda area: 0.0 if own >> area & 1 else 4.0)


def _distances(
    board: Board, player: int, within: int, goals: Iterable[int], hindrance: Callable[[int], float]
) -> tuple[float, ...]:
    """How far each area is from the nearest goal along the player's lines."""
    far = [_FAR] * len(board.areas)
    queue = [(0.0, area) for area in goals]
    while queue:
        steps, area = heappop(queue)
        if steps >= far[area]:
            continue
        far[area] = steps
        onwards = steps + 1 + hindrance(area)
        for beside in members(board.roads[player][area] & within):
            heappush(queue, (onwards, beside))
    return tuple(far)


class _Outlook:
    """A position as one player sees it."""

    def __init__(self, material: Material, state: State, player: int | None = None) -> None:
        self.material, self.state = material, state
        self.player = player = state.active if player is None else player
        board = material.board
        self.own = material.controlled(state, player)
        self.within = within = board.colored[player] & ~(material.all_controlled(state) & ~self.own)
        self.far = _ways(board, player, within, self.own, state.soviet, state.bunkers)
        self.armies = [
            army for army, owner in enumerate(material.army_player) if owner == player and state.at[army] >= 0
        ]
        armored = sorted((army for army in self.armies if material.armored[army]), key=self._delay)
        self.spearhead = armored[0] if armored else -1
        front = state.at[self.spearhead] if armored else board.main_base[player]
        self.connected = bool(flood(1 << front, self.own, board.open_neighbours) >> board.main_base[player] & 1)
        self.to_front = _supply_ways(board, player, within, self.own, front)

    def _distance(self, army: int) -> float:
        return self.far[self.state.at[army]]

    def _delay(self, army: int) -> float:
        """How far an army is from the goal, with what must happen before it can move at all."""
        stranded = self.material.armored[army] and not self.state.loads[army].fuel
        return self._distance(army) + 4 * stranded + 2 * (self.state.halt >> army & 1)

    # What a position is worth

    def worth(self) -> float:
        """What the position promises its player."""
        state, player, board = self.state, self.player, self.material.board
        if state.phase == "over" and state.winners >> player & 1 and state.winner >= 0:
            return _WIN
        lying = sum(self._lying(area, state.depots[area]) for area in members(self.own) if state.depots[area].total)
        track = sum(2.0 * 0.9 ** int(self.to_front[area]) for area in members(state.control[player] & state.track))
        held = _TRUCK * min(state.trucks_held[player], 4) + _TRAIN * min(state.trains_held[player], 5)
        near_end = len(state.order) > 1 and (state.last_round or state.pool < _FEW)
        medals = self._medals() * (2 if "total-war" in self.material.variants else 2 * _MEDAL if near_end else _MEDAL)
        in_sight = 0.5 * sum(state.medals[area] for area in members(self.within & ~self.own & board.objective))
        areas = 1.2 * state.control[player].bit_count() + _POOL * min(state.pool, 6)
        areas -= _EXPOSED * self._exposed().bit_count()
        air = 3 if state.air[player] == "ready" else 5 if self._supported() else 0
        chain = _CHAIN if self.connected else 0.0
        armies = sum(map(self._army, self.armies))
        return armies + lying + track + held + medals + in_sight + areas + air + chain + self._hand()

    def _exposed(self) -> int:
        """The areas on the way to the front that no army covers, as far as a counter-attack is concerned."""
        board, state = self.material.board, self.state
        covered = board.start_zone
        for area in state.at:
            if area >= 0:
                covered |= board.neighbours[area] | 1 << area
        base = self.to_front[board.main_base[self.player]]
        open_ = state.control[self.player] & ~covered
        return sum(1 << area for area in members(open_) if self.to_front[area] < base)

    def _medals(self) -> float:
        """Medals, and what is won already of the next one."""
        cards = (self.material.card(card) for card in members(self.state.trophies[self.player]))
        ammo = sum(self.material.card_type(card.number).ammo for card in cards if not card.medal)
        needed = self.material.edition.ammo_per_medal
        return count_medals(self.material, self.state, self.player) + ammo % needed / needed

    def _army(self, army: int) -> float:
        """An army near the goal, with full hands and fed."""
        weight = 10 if army == self.spearhead else 5 if self.material.armored[army] else 2.5
        return self._card(army, self.state.loads[army]) + weight * (_FAR - self._delay(army))

    def _card(self, army: int, load: Supplies) -> float:
        """Supplies on a card: the first fuel moves the army, ammo for one combat and a bunker, one food to stay fed."""
        if not self.material.armored[army]:
            return 2.5 * min(load.ammo, 3) + 2 * min(load.food, 2) + 0.2 * load.total
        value = 5.0 * min(load.fuel, 1) + 5 * min(load.fuel, 2) + 3 * min(load.fuel, 3)
        value += 6 * min(load.ammo, 2) + 5 * min(load.ammo, 4) + (5 if load.food else 0) + 0.2 * load.total
        return value if army == self.spearhead else 0.7 * value

    def _lying(self, area: int, supplies: Supplies) -> float:
        """Supplies in an area: the further they have come on the way to the spearhead, the better."""
        base = self.to_front[self.material.board.main_base[self.player]]
        come = min(max(base - self.to_front[area], 0.0), 12.0) + (3 if not self.to_front[area] else 0)
        useful = 1.5 * min(supplies.fuel, 3) + 1.5 * min(supplies.ammo, 4) + min(supplies.food, 2)
        return useful * (_AT_BASE + _PER_STEP * come) + 0.1 * supplies.total

    def _hand(self) -> float:
        value = 0.0
        if self.state.okh_pool:
            value += 0.3  # there is something to choose from
        for card in members(self.state.hands[self.player]):
            kind = self.material.card_type(card).id
            if kind not in _PLAYED_AT_ONCE:
                value += _OKH.get(kind, _OKH_OTHER)
        return value

    def _supported(self) -> bool:
        """Whether Air Support lies where the spearhead can strike with it in this turn."""
        state, army = self.state, self.spearhead
        if army < 0 or not state.core_left or (state.moved | state.halt) >> army & 1 or not state.loads[army].fuel:
            return False
        here = state.at[army]
        targets = self.material.board.roads[self.player][here] & state.soviet
        if state.air[self.player] == "on a Soviet marker":
            targets &= 1 << state.air_area[self.player]
        elif state.air[self.player] != "on Soviet deck":
            return False
        return any(self.far[area] < self.far[here] for area in members(targets))

    # What an action promises before it is tried

    def promise(self, action: a.Action) -> float:
        """How much an action promises; what ends something promises nothing, so what promises less is not done."""
        state = self.state
        match action:
            case a.Enter(area):
                return self._enter(area)
            case a.PayOn():
                return self._go_on()
            case a.Load(army, supplies, leaving):
                card = state.loads[army]
                gain = self._card(army, card + supplies - leaving) - self._card(army, card) - 0.5
                return gain if gain > 0 else _NEVER
            case a.Airlift(army, supplies):
                return self._card(army, state.loads[army] + supplies) - self._card(army, state.loads[army])
            case a.PlaceVehicle(vehicle, source, target, supplies):
                moved = state.depots[source] - supplies, state.depots[target] + supplies
                gain = self._lying(source, moved[0]) + self._lying(target, moved[1])
                gain -= self._lying(source, state.depots[source]) + self._lying(target, state.depots[target])
                return gain - (_TRUCK if vehicle == "truck" else _TRAIN) + self._feeds(target, supplies)
            case a.TakeSupplies(base, supplies):
                return self._lying(base, state.depots[base] + supplies)
            case a.RemoveExcess(supplies):
                area = state.pending.area if state.pending else self.material.board.main_base[self.player]
                return self._lying(area, state.depots[area] - supplies)
            case a.TakeTransport(trucks, trains):
                return trucks + trains
            case a.Activate(army):
                return 5 - self._distance(army) / 10 if self._ready(army) else -1
            case a.AdvanceRailhead(area) | a.LayTrack(area):
                return -self.to_front[area] if area >= 0 else -_FAR
            case a.MoveMedal(source, target):
                return (self.within >> target & 1) - (self.within >> source & 1)
            case a.Redeploy(army, target, _, _):
                return 2 * (self._distance(army) - self.far[target]) - 1.5
            case a.Drop():
                return _NEVER
            case a.PlayOkh() | a.TakeOkh() | a.Decline():
                return -1
            case a.PlayHeld() | a.Fight() | a.UseNow() | a.CancelPartisans() | a.Defend():
                return 1
            case _:
                return 0

    def _enter(self, area: int) -> float:
        """The way ahead, a medal, and the danger of a combat that cannot be paid for."""
        state = self.state
        if state.moving is None:
            return 0
        army = state.moving.army
        forward = 10 * (self._distance(army) - self.far[area])
        if self.own >> area & 1:
            return forward
        ammo = state.loads[army].ammo - (state.bunkers >> area & 1)
        danger = 0 if not state.soviet >> area & 1 else 2 if ammo >= 3 else 8 if ammo == 2 else 60
        return forward + 9 * state.medals[area] + 2 - danger

    def _go_on(self) -> float:
        """Paying pays if the way ahead is worth it and enough is left to move again."""
        moving = self.state.moving
        if moving is None:
            return 0
        ways = self.material.board.roads[self.player][self.state.at[moving.army]]
        best = max((self._enter(area) for area in members(ways) if self.far[area] < _FAR), default=0)
        fuel = self.state.loads[moving.army].fuel
        return best - (6 if not self.material.armored[moving.army] or fuel > 1 else 25)

    def _ready(self, army: int) -> bool:
        load = self.state.loads[army]
        return not self.material.armored[army] or load.fuel + self.state.depots[self.state.at[army]].fuel > 1

    def _feeds(self, target: int, supplies: Supplies) -> float:
        """Food for a grounded army lets it march again."""
        army = self.material.army_in(self.state, target)
        return 15 if army in self.armies and supplies.food and self.state.halt >> (army or 0) & 1 else 0
