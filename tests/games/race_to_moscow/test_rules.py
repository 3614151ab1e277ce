"""The rule catalogue of Race to Moscow: the clauses that engine, logs and proofs cite."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

import rtm_verify.games.race_to_moscow as game
from rtm_verify.games.race_to_moscow.enforcement import enforcement
from rtm_verify.kernel.rule import Catalogue, Kind

BOOKS = ("2024", "aid", "first")
CLAUSE_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")

CITED = """
2.2.limit 3.1.pursuit-draw 3.1.soviet-draw 3.2.control 3.2.printed 3.2.printed-rail
4.bunkers 4.armies 4.fleet 4.pursuit-deck 4.army-supplies 4.logistics 4.transports 4.markers 4.base-supplies 4.stock
4.trains 4.reserve 4.soviet-markers 4.pool 4.soviet-deck 4.front-cards 4.medals 4.air 4.hq 4.okh 4.order
4.order-medals
4.board.colour 4.board.double 4.board.fort 4.board.start 4.board.frontline 4.board.objective 4.board.line
4.board.adjacent 4.board.double-line 4.board.red 4.board.harbor 4.board.sea
5.immediate 5.chain 5.victory-medals 5.moskva 5.assigned
7.core 7.bonus 7.order 7.repeat 7.complete
8.1.one-area 8.1.free 8.1.optional 8.1.march 8.1.march-halt 8.1.one-by-one 8.2.fuel 8.2.allowance
8.common.once 8.common.spent 8.common.colour 8.common.direction 8.common.occupied 8.common.foreign-marker
8.common.controlled 8.common.soviet-draw 8.common.pursuit-draw 8.common.reshuffle 8.common.resolve 8.common.marker
8.common.discard 8.common.hold 8.common.defeated 8.common.undefeated 8.common.continue 8.common.replacement
8.encirclement.cut 8.encirclement.several 8.encirclement.red 8.encirclement.harbor 8.encirclement.timing
8.encirclement.colour 8.encirclement.double 8.encirclement.fort 8.encirclement.medal 8.encirclement.pool
8.encirclement.card 8.encirclement.pile
8.halt.field 8.halt.push 8.fort.pay 8.fort.cannot 8.fort.bunker 8.fort.order 8.fort.permanent 8.medal.take
8.medal.lost 8.double.enter
8.carry.pick-up 8.carry.swap 8.carry.drop 8.carry.drop-control 8.carry.drop-limit 8.carry.start
8.3.gray 8.3.adjacent 8.3.once 8.3.block 8.limits.area 8.limits.base 8.limits.excess 8.limits.card
9.1.place 9.1.peek 9.1.stay 9.1.ammo 9.1.spent 9.1.again 9.1.several 9.1.own 9.2.hold 9.2.now 9.2.unlimited
10.must 10.spend 10.cost 10.win.pay 10.win.marker 10.win.soviet 10.win.card 10.lose.pay 10.lose.retreat 10.lose.end
10.lose.shuffle 10.lose.mixed 10.fort-first 10.air
aid.fuel aid.ammo aid.food aid.keep aid.peek aid.action aid.partisans aid.halt aid.army-1 aid.continue aid.army
aid.mech aid.elite aid.shock aid.medal first.7.halder first.7.fuhrerbefehl
"""


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    folder = Path(*game.__path__) / "data" / "rules"
    return Catalogue.load(*(folder / f"{book}.toml" for book in BOOKS))


@pytest.mark.parametrize("rule_id", CITED.split())
def test_every_rule_the_engine_cites_is_in_the_catalogue(catalogue: Catalogue, rule_id: str) -> None:
    assert rule_id in catalogue


def test_every_file_holds_the_clauses_of_its_own_book(catalogue: Catalogue) -> None:
    assert list(dict.fromkeys(rule.book for rule in catalogue)) == list(BOOKS)
    assert {rule.book for rule in catalogue.under("aid")} == {"aid"}
    assert {rule.book for rule in catalogue.under("first")} == {"first"}


def test_no_id_is_the_beginning_of_another(catalogue: Catalogue) -> None:
    assert [rule.id for rule in catalogue if catalogue.under(rule.id) != (rule,)] == []


def test_every_kind_of_clause_occurs(catalogue: Catalogue) -> None:
    assert {rule.kind for rule in catalogue} == set(get_args(Kind))


def test_every_chapter_has_clauses(catalogue: Catalogue) -> None:
    chapters = {*map(str, range(2, 15)), "aid", "first"}
    assert {rule.id.partition(".")[0] for rule in catalogue} == chapters


def test_a_section_s_clauses_stand_together(catalogue: Catalogue) -> None:
    sections = [rule.section for rule in catalogue if rule.book == "2024"]
    blocks = [section for section, before in zip(sections, ["", *sections], strict=False) if section != before]
    assert len(blocks) == len(set(blocks))


def test_a_summary_is_one_short_sentence(catalogue: Catalogue) -> None:
    def is_good(summary: str) -> bool:
        return bool(re.fullmatch(r"[A-Z].*\.", summary)) and 6 <= len(summary.split()) <= 25

    assert [rule.id for rule in catalogue if not is_good(rule.summary)] == []


def test_no_two_clauses_of_a_book_say_the_same(catalogue: Catalogue) -> None:
    said = [(rule.book, rule.summary) for rule in catalogue]
    assert len(said) == len(set(said))


def test_a_permission_says_that_something_may_be_done(catalogue: Catalogue) -> None:
    permits = re.compile(r"\b(may|can|lets?|open)\b")
    silent = [rule.id for rule in catalogue if rule.kind == "permission" and not permits.search(rule.summary)]
    assert silent == []


def test_a_prohibition_says_no(catalogue: Catalogue) -> None:
    forbids = re.compile(r"\b(no|not|never|neither|nor|nothing)\b", re.IGNORECASE)
    silent = [rule.id for rule in catalogue if rule.kind == "prohibition" and not forbids.search(rule.summary)]
    assert silent == []


def test_a_reason_for_not_enforcing_a_clause_is_one_short_sentence(catalogue: Catalogue) -> None:
    def is_good(reason: str) -> bool:
        return bool(re.fullmatch(r"[a-z].*[^.\s]", reason)) and 5 <= len(reason.split()) <= 16

    assert [rule.id for rule in catalogue if rule.unenforced and not is_good(rule.unenforced)] == []


def test_a_reason_for_not_enforcing_a_clause_is_its_own(catalogue: Catalogue) -> None:
    """Only what several books say in the same way has the same reason: no blanket covers many clauses."""
    shared = Counter(rule.unenforced for rule in catalogue if rule.unenforced)
    assert {reason: count for reason, count in shared.items() if count > len(BOOKS)} == {}
    for rule in catalogue:
        if shared[rule.unenforced] > 1:
            assert any(other.unenforced == rule.unenforced for other in catalogue.same(rule)), rule.id


def test_a_reason_names_clauses_of_the_catalogue_and_not_its_own(catalogue: Catalogue) -> None:
    for rule in catalogue:
        for named in CLAUSE_ID.findall(rule.unenforced):
            assert named in catalogue, (rule.id, named)
            assert named != rule.id


def test_what_the_program_enforces_needs_no_reason() -> None:
    found = enforcement()
    assert [rule.id for rule in found.catalogue if rule.unenforced and found.enforced(rule)] == []


@pytest.mark.parametrize(
    ("rule_id", "place", "title"),
    [
        ("8.2.fuel", "2024:498", "Move one armored army"),
        ("8.encirclement.cut", "2024:530", "Encirclement"),
        ("10.win.pay", "2024:820", "Combat"),
        ("aid.okh.keep", "aid:179", "Icons on OKH cards"),
        ("first.7.halder", "first:1007", "Army movement and pursuit cards"),
    ],
)
def test_a_clause_leads_to_its_place_in_the_rulebook(
    catalogue: Catalogue, rule_id: str, place: str, title: str
) -> None:
    rule = catalogue[rule_id]
    assert (rule.place, catalogue.section(rule)) == (place, title)
