"""One action with the positions before and after it: who acts, where, with which card, and what was taken."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import Any, Literal

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.spec.lines import chain_lines, lines
from rtm_verify.games.race_to_moscow.spec.words import NOBODY
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import NOTHING, Supplies, SupplyType
from rtm_verify.kernel.bits import members
from rtm_verify.proof.certificate import Edges, exits, rank, ungrounded

__all__ = ["Scene"]

Pile = Literal["pursuit", "soviet", "armored"]

_ELSEWHERE = 0  # stands in for an army, area or card where there is none; no clause looks at it then


class Scene:
    """What variables are read from.

    Parameters
    ----------
    after : the position before again, if the action was refused.
    """

    def __init__(self, material: Material, before: State, action: a.Action, after: State | None) -> None:
        self.material = material
        self.board = material.board
        self.before = before
        self.action: Any = action
        self.after = before if after is None else after
        self.player = before.active

    @cached_property
    def army(self) -> int:
        """The army that acts, or the one on the move."""
        if isinstance(self.action, a.Activate | a.Load | a.Drop):
            return self.action.army
        if isinstance(self.action, a.WinterAttack | a.Defend | a.Withdraw):
            return self.before.at.index(self.area) if self.area in self.before.at else _ELSEWHERE
        return self.before.moving.army if self.before.moving else _ELSEWHERE

    @cached_property
    def area(self) -> int:
        """The area entered, or the one the army stands in."""
        if isinstance(self.action, a.Enter):
            return self.action.area
        if isinstance(self.action, a.AdvanceRailhead | a.CounterAttack | a.PlaceSoviet | a.WinterAttack):
            return max(self.action.area, _ELSEWHERE)
        if isinstance(self.action, a.Defend | a.Withdraw | a.ShowSide):
            return max(self.before.pending.area, _ELSEWHERE) if self.before.pending else _ELSEWHERE
        if isinstance(self.action, a.MoveMedal) and self.material.cards.okh >> self.card & 1:
            return self.board.main_base[self.player]  # no army has entered an area
        return max(self.before.at[self.army], _ELSEWHERE)

    # Cards

    @cached_property
    def deck_name(self) -> a.DeckName:
        """The deck in question."""
        if isinstance(self.action, a.Peek | a.AirSupport):
            return self.action.deck
        return "Soviet" if self.before.pending and self.before.pending.kind.endswith("soviet") else "Pursuit"

    @cached_property
    def pile(self) -> Pile:
        """The deck in question, of which there are two Soviet ones if somebody plays the Soviets."""
        pending = self.before.pending
        if isinstance(self.action, a.Fight) and pending:
            mech = self.material.soviet_player and self.material.cards.mech >> pending.card & 1
            soviet: Pile = "armored" if mech else "soviet"
            return soviet if self.material.cards.soviet >> pending.card & 1 else "pursuit"
        if isinstance(self.action, a.Reveal) and pending and pending.kind == "armored":
            return "armored"
        return "soviet" if self.deck_name == "Soviet" else "pursuit"

    def deck(self, state: State) -> Deck:
        """The deck in question as it is in a position."""
        return {
            "pursuit": state.pursuit[self.player],
            "soviet": state.soviet_deck,
            "armored": state.armored_deck,
        }[self.pile]

    @property
    def other_soviet_cards(self) -> int:
        """How many cards are left that could be drawn in place of the unit that is drawn now."""
        soviet = self.before.soviet_deck.size
        return soviet if self.pile == "pursuit" else self.deck(self.before).size - 1

    def has_card(self, cards: int, kind: str) -> bool:
        """Whether a card of this type is among some cards."""
        return any(self.material.card(card).type == kind for card in members(cards))

    @cached_property
    def card(self) -> int:
        """The card in question. Copies are alike, so a card revealed or played is any copy that can be it."""
        if isinstance(self.action, a.Reveal):
            fitting = members(self.material.copies(self.action.card) & self.deck(self.before).candidates())
            gone = [card for card in fitting if self.is_gone(card) or self.is_back(card) or self.is_seen(card)]
            return (*gone, *fitting, self.action.card)[0]
        if isinstance(self.action, a.PlayHeld):
            held = members(self.material.copies(self.action.card) & self.before.hands[self.player])
            gone = [card for card in held if not self.after.hands[self.player] >> card & 1]
            older = [card for card in held if not self.before.held_this_turn >> card & 1]
            return (*gone, *older, *held, self.action.card)[0]
        return self.before.pending.card if self.before.pending else _ELSEWHERE

    def unseen(self, deck: Deck) -> Deck:
        """A Soviet deck after as many cards were taken face down as the player's pile has grown by."""
        count = self.after.encircled[self.player] - self.before.encircled[self.player]
        return deck.draw_unseen(count) if 0 < count <= deck.size else deck

    def _drawn(self, card: int, back: bool) -> bool:
        before, after = self.before, self.after
        deck = self.deck(before)
        if isinstance(self.action, a.Reveal):  # otherwise the card has been drawn before
            if not deck.candidates() >> card & 1:
                return False
            deck = deck.draw(card)
            if self._renewed_at_once(card):
                deck = deck.shuffle_in(before.discards[self.player])
        if back:
            deck = deck.shuffle_in(1 << card)
        soviet = deck if self.pile == "soviet" else before.soviet_deck
        armored = deck if self.pile == "armored" else before.armored_deck
        pursuit = deck if self.pile == "pursuit" else before.pursuit[self.player]
        expected = (self.unseen(soviet), armored, pursuit)
        return expected == (after.soviet_deck, after.armored_deck, after.pursuit[self.player])

    def _renewed_at_once(self, card: int) -> bool:
        """Whether the last card of the Pursuit deck is drawn, and the rulings have the deck renewed at that moment."""
        at_once = self._renewable and self.material.readings["reshuffle-moment"] == "at-once"
        return at_once and self.pile == "pursuit" and self.deck(self.before).draw(card).size == 0

    @property
    def _renewable(self) -> bool:
        """Whether discards make a new Pursuit deck."""
        return self.material.readings["pursuit-renewal"] == "renewed"

    @cached_property
    def discards_as_they_should_be(self) -> bool:
        """Whether nothing but the card in question and cards freed has come to the discards, and nothing has left
        them but into a renewed deck."""
        before, after = self.before.discards[self.player], self.after.discards[self.player]
        fits = self.deck(self.before).candidates() >> self.card & 1
        kept = 0 if fits and self._renewed_at_once(self.card) else before
        for card in self.freed:
            if self.owner_of(card) == self.player:
                kept |= 1 << card
        return after & ~(1 << self.card) == kept & ~(1 << self.card)

    @property
    def cards_to_look_at(self) -> int:
        """How many cards the deck in question has, once it is renewed if it must be."""
        size = self.deck(self.before).size
        renewed = self._renewable and not size and self.deck_name == "Pursuit"
        return self.before.discards[self.player].bit_count() if renewed else size

    @property
    def something_to_look_at(self) -> bool:
        """Whether Recon finds a card, or with a Soviet player a marker in sight."""
        if self.material.soviet_player:
            return bool(self.in_sight & self.before.soviet)
        discards = self.before.discards[self.player] if self._renewable else 0
        return bool(self.before.soviet_deck.size or self.before.pursuit[self.player].size or discards)

    @cached_property
    def in_sight(self) -> int:
        """The areas next to an army of the player, as a mask."""
        lines = self.board.open_neighbours
        if self.material.readings["sight-lines"] == "all-lines":
            lines = self.board.neighbours
        near = 0
        for owner, area in zip(self.material.army_player, self.before.at, strict=True):
            if owner == self.player and area != NOBODY:
                near |= lines[area]
        return near

    def is_gone(self, card: int) -> bool:
        """Whether the deck is as it should be once the card has left it."""
        return self._drawn(card, back=False)

    def is_back(self, card: int) -> bool:
        """Whether the deck is as it should be once the card has been shuffled back."""
        return self._drawn(card, back=True)

    def is_seen(self, card: int) -> bool:
        """Whether the deck is as it should be once the card has been seen on top of it."""
        deck = self.deck(self.before)
        return bool(deck.candidates() >> card & 1) and deck.peek(card) == self.deck(self.after)

    @cached_property
    def freed(self) -> tuple[int, ...]:
        """The cards that stand in for supplies no longer."""
        return tuple(card for card in self.before.stand_ins if card not in self.after.stand_ins)

    def owner_of(self, card: int) -> int:
        """The player whose Pursuit deck a card belongs to."""
        return next((player for player, mask in enumerate(self.material.cards.pursuit) if mask >> card & 1), NOBODY)

    def brings(self, card: int) -> SupplyType | None:
        """The token a card brings."""
        return self.material.card_type(card).brings

    def standing_in(self, state: State, kind: SupplyType) -> int:
        """How many cards stand in for a supply."""
        return sum(self.brings(card) == kind for card in state.stand_ins)

    @cached_property
    def stand_ins_in_order(self) -> bool:
        """Whether the cards freed are those the ruling names, are discarded, and the others stay as they lie."""
        oldest = self.material.readings["stand-in-order"] == "oldest"
        left = list(self.before.stand_ins if oldest else reversed(self.before.stand_ins))
        for kind in (self.brings(card) for card in self.freed):
            left.remove(next(card for card in left if self.brings(card) == kind))
        if not oldest:
            left.reverse()
        if self.card in self.after.stand_ins and self.card not in left:
            left.append(self.card)
        discarded = all(self._discarded(card) for card in self.freed)
        return tuple(left) == self.after.stand_ins and discarded

    def _discarded(self, card: int) -> bool:
        """Whether a card lies in the discards, or has come from there into the reshuffled deck."""
        owner = self.owner_of(card)
        in_deck = any(layer.cards >> card & 1 for layer in self.after.pursuit[owner].layers)
        return bool(self.after.discards[owner] >> card & 1) or in_deck

    @cached_property
    def reshuffled_only_when_empty(self) -> bool:
        """Whether the player's deck and discards are as before, or the empty deck was made anew of the discards."""
        before, after, player = self.before, self.after, self.player
        pile = before.discards[player]
        for card in self.freed:
            if self.owner_of(card) == player:
                pile |= 1 << card
        if after.pursuit[player] == before.pursuit[player]:
            return after.discards[player] == pile
        empty = before.pursuit[player].size == 0
        return (
            empty and after.discards[player] == 0 and after.pursuit[player] == before.pursuit[player].shuffle_in(pile)
        )

    @cached_property
    def medal_movable(self) -> bool:
        """Whether the card drawn can move any medal."""
        sources = [area for area, count in enumerate(self.before.medals) if count]
        targets = members(self.board.objective & ~self.material.all_controlled(self.before))
        return any(self._movable(source, target) for source, target in product(sources, targets))

    def _movable(self, source: int, target: int) -> bool:
        exact = self.material.readings["medal-card-limits"] == "same-colours"
        ends = [self.board.areas[area].colors for area in (source, target)]
        wanted = 1 if self.material.card(self.card).type == "halder" else 2
        limited = self.medals_limited(target)
        return (
            source != target
            and self.area not in (source, target)
            and all(len(colors) == wanted for colors in ends)
            and (not exact or set(ends[0]) == set(ends[1]))
            and not (limited and self.before.medals[target] >= self.material.edition.medals_max_in_area)
        )

    def medals_limited(self, area: int) -> bool:
        """Whether a medal card of the Pursuit deck brings only so many medals to an area."""
        everywhere = self.material.readings["medal-limit"] == "every-area"
        return everywhere or bool(self.board.victory >> area & 1)

    @cached_property
    def track_to_flip(self) -> bool:
        """Whether Partisans find a marker to turn: an opponent's, one's own if one plays alone, or any if somebody
        plays the Soviets."""
        alone = len(self.before.order) == 1
        return any(
            control & self.before.track
            for player, control in enumerate(self.before.control)
            if self.material.soviet_player or (player == self.player) == alone
        )

    # The map

    def owner(self, state: State, area: int) -> int:
        """Who controls an area, by marker or by print; a number that is no player's if there is more than one."""
        owners = [
            player
            for masks in (state.control, self.board.printed)
            for player, mask in enumerate(masks)
            if mask >> area & 1
        ]
        return NOBODY if not owners else owners[0] if len(owners) == 1 else len(PLAYERS)

    def marker_owner(self, state: State, area: int) -> int:
        """Whose Control marker lies in an area."""
        return next((player for player, control in enumerate(state.control) if control >> area & 1), NOBODY)

    @cached_property
    def chain_to_base(self) -> bool:
        """Whether areas the player controls join the area to the Main Supply Base (5.chain)."""
        return self._joined_to_base(self.area)

    @cached_property
    def victory_area_joined(self) -> bool:
        """Whether the player controls a Victory area that is joined to the Main Supply Base."""
        held = self.board.victory & self.material.controlled(self.after, self.player)
        return any(self._joined_to_base(area) for area in members(held))

    def _joined_to_base(self, area: int) -> bool:
        edges = chain_lines(self.board)
        any_player = self.material.readings["victory-chain"] == "any"
        own = self.material.controlled(self.after, self.player)
        nodes = {*members(self.material.all_controlled(self.after) if any_player else own), area}
        base = {self.board.main_base[self.player]}
        ranks = rank(nodes, edges, base)
        if area in ranks:
            ranked = set(ranks)
            return not list(ungrounded(ranked, edges, base, ranks))
        return bool(list(exits(nodes - set(ranks), nodes, edges, base)))  # never, if the ranks are right

    @cached_property
    def pocket(self) -> int:
        """The areas that changed hands by encirclement, as a mask: all that did but the one the army has captured."""
        changed = 0
        for was, now in zip(self.before.control, self.after.control, strict=True):
            changed |= was ^ now
        return changed if isinstance(self.action, a.EndMove | a.MoveFleet) else changed & ~(1 << self.area)

    @cached_property
    def _open_ground(self) -> set[int]:
        """What nobody controls at the moment the encirclement is looked at."""
        return set(members(self.board.all_areas & ~self.material.all_controlled(self.after) | self._open_pocket))

    @property
    def _refuges(self) -> set[int]:
        """The Victory areas that save a chain though somebody controls them."""
        refuge = self.material.readings["controlled-victory-area"] == "refuge"
        return set(members(self.board.victory)) if refuge else set()

    @property
    def _ways(self) -> Edges:
        """Where a Soviet chain may go on, by land and by sea."""
        return lines(self.board, self.after.fleet, self.material.policies["sea-chain"] == "sea-areas")

    @property
    def _open_pocket(self) -> int:
        return self.pocket & ~self.material.all_controlled(self.before)

    @cached_property
    def cut_off(self) -> bool:
        """Whether everything taken was open, and had no way out to a Victory area."""
        if not self.pocket:
            return True
        pocket = members(self.pocket)
        if not self._open_ground.issuperset(pocket):
            return False
        return not list(exits(pocket, self._open_ground | self._refuges, self._ways, members(self.board.victory)))

    @cached_property
    def rest_connected(self) -> bool:
        """Whether everything still open has a way out to a Victory area."""
        ground = set(members(self.board.all_areas & ~self.material.all_controlled(self.after)))
        ground |= self._refuges
        edges, roots = self._ways, set(members(self.board.victory)) & ground
        return not list(ungrounded(ground, edges, roots, rank(ground, edges, roots)))

    def colours(self, area: int) -> int:
        """The players who may enter an area, as a mask."""
        return sum(1 << PLAYERS.index(color) for color in self.board.areas[area].colors)

    @cached_property
    def own_colour(self) -> bool:
        """Whether each area of one colour that was taken has a marker of that colour, and only that."""
        single = [area for area in members(self.pocket) if self.colours(area).bit_count() == 1]
        return all(self.colours(area) == 1 << self._new_owner(area) for area in single)

    @cached_property
    def double_as_ruled(self) -> bool:
        """Whether each area of several colours that was taken belongs to the active player, or as the ruling has it."""
        double = [area for area in members(self.pocket) if self.colours(area).bit_count() > 1]
        return all(self._new_owner(area) == self._double_owner(area) for area in double)

    def _new_owner(self, area: int) -> int:
        owner = self.owner(self.after, area)
        return owner if owner != NOBODY else len(PLAYERS)

    def _double_owner(self, area: int) -> int:
        colours = self.colours(area)
        if colours >> self.player & 1 or self.material.readings["encircled-foreign-double"] == "active":
            return self.player
        return members(colours)[0]

    def pocket_medals(self, player: int) -> int:
        """How many medals of the areas taken are this player's, who placed the marker."""
        if self.material.readings["encircled-medal"] == "active":
            placed = self.pocket if player == self.player else 0
        else:
            placed = self.pocket & self.after.control[player]
        return sum(self.before.medals[area] for area in members(placed))

    @cached_property
    def soviet_cards_at_hand(self) -> int:
        """How many cards the Soviet deck has left to be taken face down."""
        drawn = isinstance(self.action, a.Reveal) and self.deck_name == "Soviet"
        return self.before.soviet_deck.size - drawn

    # What an action says

    def taken(self) -> Supplies:
        """The supplies that go onto the card."""
        return self.action.supplies if isinstance(self.action, a.Load) else NOTHING

    def left(self) -> Supplies:
        """The supplies that are left in the area."""
        return self.action.leaving if isinstance(self.action, a.Load) else self.action.supplies
