"""Section 8.4: supplies come from the stock into a base, and what is too much leaves it."""

from __future__ import annotations

from z3 import And, Implies, Not, Or

from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.delivery import LIMITS, amount, deliver, excess, lying, some
from rtm_verify.games.race_to_moscow.spec.supplies import returned
from rtm_verify.games.race_to_moscow.spec.turn import core_action, game_on, new_action
from rtm_verify.games.race_to_moscow.spec.variables import cell, fact
from rtm_verify.games.race_to_moscow.spec.words import EXCESS, NOTHING_OPEN
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS"]

cell("frontline taken", "frontline_taken")
fact("main base", lambda scene, state: scene.action.base == scene.board.main_base[state.active])
fact("frontline base", lambda scene, state: scene.action.base == scene.board.frontline_base[state.active])


def take_supplies(t: Template, book: Book) -> None:
    """Supplies go from the stock into one of the player's bases."""
    edition, main, frontline = book.edition, t.flag("main base"), t.flag("frontline base")
    new_action(t)
    t.guard("8.4.base", "8.4.frontline", "first.12.base", "first.12.frontline", Or(main, frontline))
    held = t.number("owner of receiver") == t.number("active")
    t.guard("8.4.control", "8.4.frontline", Implies(frontline, held))
    once = Not(And(frontline, t.flag("frontline taken")))
    t.guard("8.4.frontline-once", "first.12.frontline-once", once)
    some(t, "8.4.main-amount", "8.4.frontline-amount", "8.4.base", "first.12.base")
    t.guard("8.4.main-amount", "first.12.base", Implies(main, amount(t) <= edition.take_main))
    t.guard("8.4.frontline-amount", "first.12.frontline", Implies(frontline, amount(t) <= edition.take_frontline))
    for kind in SUPPLY_TYPES:
        there = t.number(f"{kind} brought") <= t.number(f"{kind} in stock")
        t.guard("8.4.stock", "first.12.depleted", "4.board.supply-stock", there)
    if book.reads("take-excess", "refused"):
        fits = lying(t) + amount(t) <= t.number("limit of receiver")
        t.guard("8.limits.excess", "first.12.excess", *LIMITS, Implies(Or(main, frontline), fits))
    core_action(t, "7.core-supplies", "first.5.supplies")

    rules = ("8.4.base", "8.4.frontline", "8.4.stock", "first.12.base", "first.12.frontline")
    deliver(t, book, (), *rules)
    excess(t)
    taken = Or(t.flag("frontline taken"), frontline)
    t.effect("8.4.frontline-once", "first.12.frontline-once", t.flag("frontline taken'") == taken)


def remove_excess(t: Template, book: Book) -> None:
    """The player says which supplies above the limit go back to the stock: as many as are too much."""
    del book
    rules = ("8.limits.excess", "8.limits.choice", "first.12.excess", "first.12.choice")
    open_ = t.number("open") == EXCESS
    game_on(t)
    t.guard(*rules, open_)
    too_much = lying(t) - t.number("limit of receiver")
    t.guard(*rules, Implies(open_, amount(t) == too_much))
    for kind in SUPPLY_TYPES:
        removed, there = t.number(f"{kind} brought"), t.number(f"{kind} at receiver")
        t.guard(*rules, Implies(open_, And(removed >= 0, removed <= there)))
        t.effect(*rules, t.number(f"{kind} at receiver'") == there - removed)
    returned(t, ("at receiver",))
    t.effect(*rules, t.number("open'") == NOTHING_OPEN)


CHAPTERS: dict[str, Chapter] = {
    "TakeSupplies": take_supplies,
    "RemoveExcess": remove_excess,
}
