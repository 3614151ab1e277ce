"""Sections 5 and 6: a turn ends, and perhaps the round, and perhaps the game."""

from __future__ import annotations

from typing import Any

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.variables import Cell, answers, cell, fact
from rtm_verify.games.race_to_moscow.spec.words import ACTIONS, OVER
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import members
from rtm_verify.proof.template import Template

__all__ = ["end_turn", "in_reaction", "last_marker"]

SOVIETS = len(PLAYERS)  # the Soviet player's bit among the winners

cell("round", "round")
cell("last round", "last_round")
cell("Frontline Supply Base used", "frontline_taken")
answers("armies that have moved", lambda _, state: state.moved, lambda _: [Cell("moved")])
answers("cards held new", lambda _, state: state.held_this_turn, lambda _: [Cell("held_this_turn")])
answers("areas attacked", lambda _, state: state.attacked, lambda _: [Cell("attacked")])


def _place(state: State, player: int) -> int:
    return state.order.index(player) if player in state.order else -1


def _next(_: Scene, state: State) -> int:
    return state.order[(_place(state, state.active) + 1) % len(state.order)]


fact("next player", _next)
fact("last of the round", lambda _, state: state.active == state.order[-1])
fact("medals on the board", lambda _, state: sum(state.medals))


def _count(player: int) -> None:
    cell(f"encircled cards of {player}", "encircled", player)
    fact(f"place of {player}", lambda _, state: _place(state, player))
    fact(
        f"medals on cards of {player}",
        lambda scene, state: sum(scene.material.card(card).medal for card in members(state.trophies[player])),
    )
    fact(
        f"ammo on cards of {player}",
        lambda scene, state: sum(
            scene.material.card_type(card).ammo
            for card in members(state.trophies[player])
            if not scene.material.card(card).medal
        ),
    )


for _player in range(len(PLAYERS)):
    _count(_player)


def in_reaction(t: Template) -> None:
    """It is the step of the Soviet Reaction, and the game is not over."""
    phase = t.number("phase")
    t.guard("6.end", "5.immediate", phase != OVER)
    t.guard("12.always", "6.reaction", "6.railhead", "first.5.last", Or(phase == OVER, phase > ACTIONS))


def last_marker(t: Template, left: Any) -> Any:
    """Whether the round is the last one, once a marker has `left` the pool for good."""
    empty = t.number("pool'") == 0
    after = Or(t.flag("last round"), And(left, empty))
    t.effect("6.finish", "3.2.pool-end", "first.6.end-pool", "first.6.end-discard", t.flag("last round'") == after)
    return after


def end_turn(t: Template, book: Book, last: Any, struck: Any = 0) -> None:
    """The turn ends; the game is over if the round is the `last` one and ends. `struck` is the area lost just now.

    When the game is over, the position stays as the last turn has left it.
    """
    closes = True if book.reads("pool-end", "turn") else t.flag("last of the round")
    over = And(last, closes)
    on = Not(over)
    new_round = And(on, t.flag("last of the round"))

    t.effect("6.order", "first.5.next", t.number("active'") == If(on, t.number("next player"), t.number("active")))
    t.effect("6.rounds", "first.5.new-round", t.number("round'") == t.number("round") + If(new_round, 1, 0))
    t.effect("6.end", "6.actions", t.number("phase'") == If(over, OVER, ACTIONS))
    core = If(on, book.edition.core_actions, t.number("core actions"))
    t.effect("7.core", "first.5.two", t.number("core actions'") == core)

    fresh = {policy: on if book.settles(policy, "turn") else new_round for policy in _ONCE}
    moved = t.number("armies that have moved")
    t.effect("8.common.once", t.number("armies that have moved'") == If(fresh["army-once"], 0, moved))
    fleet = t.flag("fleet moved'") == And(t.flag("fleet moved"), Not(fresh["fleet-once"]))
    t.effect("8.3.once", fleet)
    used = And(t.flag("Frontline Supply Base used"), Not(fresh["frontline-once"]))
    t.effect("8.4.frontline-once", t.flag("Frontline Supply Base used'") == used)
    auxiliaries = t.number("auxiliaries used")
    t.effect("first.5.auxiliaries-once", "aid.action", t.number("auxiliaries used'") == If(on, 0, auxiliaries))
    t.effect("9.2.hold", "aid.keep", t.number("cards held new'") == If(on, 0, t.number("cards held new")))
    attacked = If(on, 0, t.number("areas attacked") + struck)
    t.effect("12.always", "12.basic-once", "13.3.free", "14.8.free", t.number("areas attacked'") == attacked)
    _winners(t, book, over)


_ONCE = ("army-once", "fleet-once", "frontline-once")


def _winners(t: Template, book: Book, over: Any) -> None:
    """Who has won, if the game is over by the count of medals; nobody before."""
    winners = t.number("winners'")
    t.effect("5.most-medals", "6.end", Implies(Not(over), winners == t.number("winners")))
    t.effect("5.immediate", t.number("winner'") == t.number("winner"))
    soviet = "soviet-player" in book.variants
    if "total-war" in book.variants:
        lost = 1 << SOVIETS if soviet and book.reads("total-war-soviet", "soviet") else 0
        t.effect("13.5.lose", "first.19.total-lose", "14.9.count", Implies(over, winners == lost))
        return
    players = range(len(PLAYERS))
    scores = [_score(t, book, player) for player in players]
    playing = [t.number(f"place of {player}") >= 0 for player in players]
    ahead = [And(playing[p], *(Implies(playing[q], _before(t, book, scores, p, q)) for q in players)) for p in players]
    if soviet:
        board = t.number("medals on the board")
        tie_theirs = book.reads("soviet-tie", "soviet")
        beaten = [Implies(playing[p], board >= scores[p] if tie_theirs else board > scores[p]) for p in players]
        theirs: Any = And(*beaten)
    else:
        theirs = False
    won = sum(If(And(ahead[p], Not(theirs)), 1 << p, 0) for p in players) + If(theirs, 1 << SOVIETS, 0)
    tie = "first.6.tie-stays" if book.settles("final-tie", "shared") else "5.tie-order"
    t.effect("5.most-medals", "5.tie-encircled", tie, "14.9.count", Implies(over, winners == won))


def _score(t: Template, book: Book, player: int) -> Any:
    """Tokens, medals on defeated cards, and one for each full number of ammo on the others."""
    exchanged, each = t.open_number(f"medals for ammo of {player}"), book.edition.ammo_per_medal
    ammo = t.number(f"ammo on cards of {player}")
    t.effect("5.medal-ammo", And(each * exchanged <= ammo, ammo < each * (exchanged + 1)))
    return t.number(f"medals of {player}'") + t.number(f"medals on cards of {player}") + exchanged


def _before(t: Template, book: Book, scores: list[Any], mine: int, other: int) -> Any:
    """Whether a player is not behind another."""
    cards = [t.number(f"encircled cards of {player}") for player in (mine, other)]
    places = [t.number(f"place of {player}") for player in (mine, other)]
    shared = book.settles("final-tie", "shared")
    by_cards = Or(cards[0] > cards[1], And(cards[0] == cards[1], True if shared else places[0] >= places[1]))
    return Or(scores[mine] > scores[other], And(scores[mine] == scores[other], by_cards))
