"""The errata of the rulebooks: every one is shown, what is altered is noticed, and bad data is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.armies import load_armies
from rtm_verify.games.race_to_moscow.board import default_board
from rtm_verify.games.race_to_moscow.cards import load_cards
from rtm_verify.games.race_to_moscow.errata import BOOKS, differences, load_errata, load_folder
from rtm_verify.kernel.erratum import Erratum
from rtm_verify.proof import errata as proof_errata
from rtm_verify.proof.consistency import BudgetError, Judgement, Question, Topic, Verdict, judge, verdict
from rtm_verify.proof.derivation import Derivation, Derived, Known, derive
from rtm_verify.proof.errata import ErrataData, Misprint, Survey, survey
from rtm_verify.proof.formula import parse_formula
from rtm_verify.toml import load

ROOT = Path(__file__).parents[3]
DATA = Path(str(files("rtm_verify.games.race_to_moscow") / "data"))
LUKI = (
    Misprint("x.rtm:1", "8.2 EXAMPLE (2024:594-621)", "2024", "a result"),
    Misprint("y.rtm:1", "7 EXAMPLE (first:912-994)", "first", "a result"),
)
NUMBER = re.compile(r"(?<![a-z0-9_])\d+")

# What the books say only once, or only as a limit that is not reached: nothing notices if it is misprinted.
SAID_ONCE = {
    "2024": {
        "board": {"kiev", "bunkers"},
        "courland": {"areas"},
        "danzig-riga": {"card"},
        "difficulty": {"pool", "hard", "veteran"},
        "halt-markers": {"armies", "markers"},
        "reichshof": {"limit"},
        "soviet-score": {"medals"},
        "supply-tokens": {"range"},
        "unit-costs": {"army"},
    },
    "first": {
        "actions": {"frontline-example"},
        "allowances": {"card"},
        "board": {"kiev", "bunkers"},
        "courland": {"areas"},
        "danzig-riga": {"card"},
        "difficulty": {"pool", "hard", "veteran"},
        "halt-markers": {"armies", "markers"},
        "numbered-cards": {"pictured-reserve", "pictured-soviet"},
        "reichshof": {"limit", "taken"},
        "soviet-score": {"medals"},
        "supply-places": {"area-limit"},
        "supply-tokens": {"range"},
        "unit-costs": {"army", "shock"},
        "vehicles": {"truck-card"},
    },
}


@cache
def data() -> ErrataData:
    return load_errata()


@cache
def surveyed() -> Survey:
    return survey(data(), LUKI)


@cache
def judged() -> dict[tuple[str, str], Judgement]:
    return {(edition, topic.id): judge(topic) for edition, topic in data().topics}


@cache
def lean() -> ErrataData:
    """The errata without the board, for what has nothing to do with it."""
    return msgspec.structs.replace(data(), known={})


def altered(topic: Topic, name: str, text: str) -> Topic:
    """A topic in which a statement says something else."""
    formula = parse_formula(text, topic.sorts)
    statements = [msgspec.structs.replace(s, formula=formula) if s.id == name else s for s in topic.statements]
    return msgspec.structs.replace(topic, statements=tuple(statements))


def topic_of(edition: str, name: str) -> Topic:
    return judged()[edition, name].topic


def test_every_passage_lies_within_its_book_and_belongs_to_a_document_of_an_edition() -> None:
    books = [load(path, dict[str, Any])["book"] for path in sorted((DATA / "rules").glob("*.toml"))]
    lengths = {book["id"]: book["lines"] for book in books}
    places = [place for _, topic in data().topics for s in topic.statements for place in s.at]
    places += [place for erratum in data().errata for place in (*erratum.passages, *erratum.replays)]
    assert len(places) > 500
    for place in places:
        book, _, lines = place.partition(":")
        first, _, last = lines.partition("-")
        assert 1 <= int(first) <= int(last or first) <= lengths[book], place
    assert {book for books in BOOKS.values() for book in books} == set(lengths)


@pytest.mark.parametrize(
    ("edition", "topic", "core"),
    [
        ("2024", "soviet-card-numbers", ("green", "green-first", "green-last")),
        ("first", "soviet-card-numbers", ("green", "green-first", "green-last")),
        ("2024", "remaining-trains", ("common", "stock", "two", "remaining")),
        ("first", "remaining-trains", ("common", "stock", "one", "remaining")),
        ("2024", "marker-stripes", ("veteran-two", "veteran-one")),
        ("first", "marker-stripes", ("veteran-two", "veteran-one")),
        ("2024", "velikiye-luki", ("captured", "end-ammo", "same-start", "end-ammo-2")),
        ("first", "velikiye-luki", ("captured", "end-ammo", "same-start", "end-ammo-2")),
        ("2024", "kaunas-track", ("transport", "railhead", "reference")),
        ("first", "kaunas-track", ("transport", "railhead", "reference")),
        ("2024", "bunker-order", ("rule", "example")),
        ("2024", "captured-stock", ("example", "icon")),
        ("2024", "fleet-encirclement", ("definition", "example", "no-marker")),
        ("2024", "game-end", ("terms", "sequence")),
        ("first", "game-end", ("terms", "sequence")),
        ("2024", "held-card-now", ("at-once", "example")),
        ("2024", "okh-mid-action", ("action", "complete", "any-point")),
        ("2024", "supply-excess", ("limits", "transport")),
        ("2024", "transport-routes", ("any-colour", "any-route", "red")),
        ("2024", "railhead-first-turn", ("every-turn", "beside", "plain-side")),
        ("2024", "marker-after-loss", ("movement", "combat")),
        ("2024", "soviet-marker-return", ("combat", "aid")),
        ("2024", "lost-fort", ("legend", "permanent")),
        ("first", "turn-order", ("reaction", "after-turn")),
        ("first", "march-after-halt", ("rule", "mud")),
        ("first", "okh-taking", ("list", "not-an-action")),
        ("first", "supplies-without-control", ("list", "marker", "control")),
        ("first", "air-again", ("returns", "face-down")),
        ("first", "fuhrerbefehl", ("card", "list")),
    ],
)
def test_a_known_contradiction_is_found(edition: str, topic: str, core: tuple[str, ...]) -> None:
    assert core in judged()[edition, topic].contradictions


def test_no_other_topic_is_contradictory() -> None:
    names = {name for erratum in data().errata for name in erratum.topics}
    assert {topic for (_, topic), found in judged().items() if found.verdict == "contradictory"} == names
    assert not [found.topic.id for found in judged().values() if found.verdict == "unknown"]


def test_every_contradiction_is_minimal_and_every_correction_mends() -> None:
    for found in judged().values():
        for core in found.contradictions:
            assert cut(found.topic, set(core)) == "contradictory"
            for name in core:
                assert cut(found.topic, set(core) - {name}) == "consistent", (found.topic.id, core, name)
        names = {statement.id for statement in found.topic.statements}
        for correction in found.corrections:
            assert cut(found.topic, names - set(correction)) == "consistent"


def cut(topic: Topic, names: set[str]) -> Verdict:
    """The verdict on some of a topic's statements."""
    statements = tuple(statement for statement in topic.statements if statement.id in names)
    return verdict(msgspec.structs.replace(topic, statements=statements))


@pytest.mark.parametrize(
    ("topic", "statement", "mended"),
    [
        ("soviet-card-numbers", "green-first", "green_first = 55"),
        ("velikiye-luki", "end-ammo", "ammo_end = 2"),
        ("velikiye-luki", "end-ammo-2", "ammo_end_2 = 0"),
        ("marker-stripes", "veteran-one", "striped - 1 = 5"),
        ("remaining-trains", "remaining", "reserve_3 <= common - stock"),
        ("game-end", "terms", "not same_turn"),
        ("kaunas-track", "railhead", "same_turn implies kaunas"),
    ],
)
def test_mending_the_printed_value_makes_the_contradiction_vanish(topic: str, statement: str, mended: str) -> None:
    for edition in BOOKS:
        assert verdict(altered(topic_of(edition, topic), statement, mended)) == "consistent"


def test_what_a_repair_must_say_is_proved() -> None:
    def instead(topic: str, statement: str) -> list[tuple[str, object]]:
        repairs = {repair.dropped: repair for repair in judged()["2024", topic].repairs}
        repair = repairs[(statement,)]
        return [(fact.name, fact.value) for fact in (*repair.instead, *repair.facts)]

    assert instead("soviet-card-numbers", "green-first") == [("green_first", 55)]
    none = [("jekelopils", False), ("sebezh", False), ("luki", False)]
    assert instead("velikiye-luki", "end-ammo") == [("ammo_end", 2), *none]
    fortified = [("jekelopils", None), ("sebezh", None), ("luki", None)]
    assert instead("velikiye-luki", "end-ammo-2") == [("ammo_end_2", 0), *fortified]


def test_what_no_book_prints_follows_from_what_they_print() -> None:
    def facts(topic: str) -> dict[str, object]:
        return {fact.name: fact.value for fact in judged()["2024", topic].facts}

    assert facts("soviet-marker-pool") == {"symbols": 20}
    assert facts("supply-tokens") == {"gray_armored": 1, "white_armored": 2, "brown_armored": 1}
    assert facts("numbered-cards") == {"green_first": 55}
    assert facts("siedlce") == {"start_area": False, "first_turn": False}
    assert facts("reichshof") == {"first_turn": False}
    assert facts("courland") == {"ventspils_harbor": None, "ventspils_other_sea": False}


# --- the examples ---


def lines_of(place: str) -> set[tuple[str, int]]:
    """The lines of a passage, each with its book."""
    book, _, lines = place.partition(":")
    first, _, last = lines.partition("-")
    return {(book, line) for line in range(int(first), int(last or first) + 1)}


def lines_of_all(places: Iterable[str]) -> set[tuple[str, int]]:
    return {line for place in places for line in lines_of(place)}


@cache
def example_passages() -> set[tuple[str, int]]:
    """Every line of every worked example of both rulebooks."""
    entries = load(ROOT / "replays" / "index.toml", dict[str, Any])["entry"]
    examples = [entry for entry in entries if entry["kind"] == "example"]
    return lines_of_all(f"{entry['book']}:{lines}" for entry in examples for lines in entry["lines"])


def stated() -> set[tuple[str, int]]:
    """Every line that a statement transcribes."""
    return lines_of_all(place for _, topic in data().topics for s in topic.statements for place in s.at)


def test_every_line_of_every_example_is_transcribed_or_said_to_be_left_out() -> None:
    omitted = lines_of_all(place for omission in data().omitted for place in omission.at)
    assert len(example_passages()) > 400
    assert sorted(example_passages() - stated() - omitted) == []


def test_what_is_left_out_stands_in_an_example() -> None:
    for omission in data().omitted:
        for place in omission.at:
            assert lines_of(place) <= example_passages(), place
    assert len(data().omitted) < 10


# --- the board ---

# What the rulebooks leave open of the board: the shipped one has chosen.
OPEN = {
    "Lvov and Proskurov are joined by a line",
    "Stanislavov and Proskurov are joined by a line",
    "Czenovitsy and Proskurov are joined by a line",
    "Lvov and Brody are joined by a line",
    "Stanislavov and Brody are joined by a line",
    "Czenovitsy and Brody are joined by a line",
    "Mogilev Podolskiy has the Soviet symbol",
    "Brody has the Soviet symbol",
    "fortified areas",
    "Ventspils has a harbor",
    "Siauliai has a harbor",
    "Siauliai and Liepaja are joined by a line",
    "Siauliai and Ventspils are joined by a line",
    "Liepaja and Ventspils are joined by a line",
    "the fleet starts next to the sea area of Liepaja",
}

# Facts whose entry in the board file names other passages than those that prove them.
OTHER_PASSAGES = {
    # The line is there by 2024:697-707; that it is Gray's, the first edition says (ruling transport-lines).
    "Danzig and Königsberg are joined by a line of Gray's",
    "Königsberg and Tilsit are joined by a line of Gray's",
    "Tilsit and Kaunas are joined by a line of Gray's",
    "Kaunas and Panevezys are joined by a line of Gray's",
    "Panevezys and Riga are joined by a line of Gray's",
    # The file infers it from what is not said to be paid, the proof from the second example's sum.
    "Sebezh is fortified",
    # The file infers that there is no harbor at all.
    "Siauliai has a harbor on another sea area than Liepaja",
    # The file names the same sentence of the other edition, whose rule does not ask for a harbor there.
    "Leningrad has a harbor",
}


@cache
def derivations() -> tuple[tuple[str, Derivation], ...]:
    return surveyed().derived


def facts_of_the_board() -> Iterator[tuple[str, Topic, Derived]]:
    """Each fact that an edition entails or leaves open, with its topic."""
    for edition, derivation in derivations():
        for one in derivation.derived:
            yield edition, derivation.topic, one


def test_every_fact_of_the_board_that_is_entailed_holds_on_the_shipped_board() -> None:
    entailed = {one.fact.meaning: one for _, _, one in facts_of_the_board() if one.fact.value is not None}
    assert len(entailed) > 100
    assert [meaning for meaning, one in entailed.items() if not one.holds] == []


def test_the_shipped_board_keeps_all_statements_together() -> None:
    assert [(edition, found.topic.id) for edition, found in derivations() if not found.fits] == []
    assert {found.topic.id for _, found in derivations()} == set(data().known)


def test_no_edition_entails_what_the_other_refutes() -> None:
    values: dict[str, set[object]] = {}
    for _, _, one in facts_of_the_board():
        values.setdefault(one.fact.meaning, set()).add(one.fact.value)
    assert [meaning for meaning, found in values.items() if len(found - {None}) > 1] == []
    assert {meaning for meaning, found in values.items() if found == {None}} == OPEN


def test_a_proof_is_least_and_proves() -> None:
    proofs = 0
    for _, derivation in derivations():
        question = Question(derivation.topic)
        for one in derivation.derived:
            if one.fact.value is None:
                assert one.proof == ()
                continue
            proofs += 1
            names = [statement.id for statement in one.proof]
            assert not question.differs(names, one.fact.name, one.fact.value), one.fact.meaning
            for name in names:
                rest = [other for other in names if other != name]
                assert question.differs(rest, one.fact.name, one.fact.value), (one.fact.meaning, name)
    assert proofs > 200


def test_the_board_file_says_of_each_entailed_fact_that_it_comes_from_such_a_line() -> None:
    passages: dict[tuple[str, str], set[str]] = {}
    for _, topic in data().topics:  # the same sentence in both editions
        for statement in topic.statements:
            passages.setdefault((topic.id, statement.id), set()).update(statement.at)
    supported: dict[str, bool] = {}
    for _, topic, one in facts_of_the_board():
        origin = one.known.provenance
        if one.fact.value is None or origin is None:
            continue
        assert origin.kind in ("rulebook", "inferred"), one.fact.meaning
        proof = lines_of_all(place for statement in one.proof for place in passages[topic.id, statement.id])
        meaning = one.fact.meaning
        supported[meaning] = supported.get(meaning, False) or bool(proof & lines_of_all(origin.at))
    assert {meaning for meaning, found in supported.items() if not found} == OTHER_PASSAGES
    assert len(supported) > 90


@pytest.mark.parametrize("edition", BOOKS)
def test_a_board_with_one_entailed_fact_otherwise_does_not_fit_and_with_an_open_one_it_can(edition: str) -> None:
    topic, known = topic_of(edition, "board"), data().known["board"]
    question, names = Question(topic), [statement.id for statement in topic.statements]
    for one in derive(topic, known).derived:
        value = one.known.value
        other = not value if isinstance(value, bool) else value - 1
        assert question.allows(names, {one.fact.name: other}) == (one.fact.value is None), one.fact.meaning


def test_a_board_without_any_of_several_ways_is_noticed_though_each_is_open() -> None:
    known = {**data().known["courland"], "siauliai_liepaja": Known(False)}
    found = derive(topic_of("2024", "courland"), known)
    assert all(one.holds for one in found.derived)
    assert not found.fits


def test_facts_that_z3_cannot_decide_make_their_topic_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object) -> Derivation:
        raise BudgetError

    monkeypatch.setattr(proof_errata, "derive", give_up)
    siedlce = [(edition, topic) for edition, topic in data().topics if topic.id == "siedlce"]
    found = survey(msgspec.structs.replace(data(), topics=tuple(siedlce), errata=(), differences=()), ())
    assert [(one.edition, one.topic.id) for one in found.undecided] == [("2024", "siedlce"), ("first", "siedlce")]
    assert found.derived == ()


def changed_numbers(topic: Topic) -> Iterator[tuple[str, bool]]:
    """Each number of a topic's statements: the statement, and whether a change of it is noticed."""
    for statement in topic.statements:
        text = statement.formula.text
        for number in NUMBER.finditer(text):
            texts = [f"{text[: number.start()]}({int(number[0]) + step}){text[number.end() :]}" for step in (1, -1)]
            yield statement.id, any(verdict(altered(topic, statement.id, t)) == "contradictory" for t in texts)


@pytest.mark.parametrize("edition", BOOKS)
def test_a_misprint_in_a_consistent_topic_is_noticed_unless_the_book_says_it_once(edition: str) -> None:
    unnoticed: dict[str, set[str]] = {}
    guarded: list[bool] = []
    for (of, name), found in judged().items():
        if of == edition and found.tested:
            for statement, noticed in changed_numbers(found.topic):
                guarded.append(noticed)
                if not noticed:
                    unnoticed.setdefault(name, set()).add(statement)
    assert unnoticed == SAID_ONCE[edition]
    assert len(guarded) > 200
    assert sum(guarded) > 0.85 * len(guarded)


def test_every_topic_that_is_listed_as_consistent_could_have_failed() -> None:
    found = surveyed()
    assert len(found.consistent) > 50
    for posed in found.consistent:
        judgement = posed.judgement
        assert judgement.confirmed or any(fact.value is not None for fact in judgement.facts)
        for name in judgement.confirmed:
            denied = f"not ({judgement.topic.statement(name).formula.text})"
            assert verdict(altered(posed.topic, name, denied)) == "contradictory"


def test_a_new_contradiction_is_reported_though_no_entry_speaks_of_it() -> None:
    broken = altered(topic_of("2024", "brest"), "left", "left = 3")
    topics = [(edition, broken if (edition, t.id) == ("2024", "brest") else t) for edition, t in data().topics]
    found = survey(msgspec.structs.replace(lean(), topics=tuple(topics)), LUKI)
    new = [entry for entry in found.entries if entry.erratum.id == "topic-brest-2024"]
    assert [entry.found for entry in new] == [("topic",)]
    assert "2024:766" in new[0].erratum.passages
    assert not any(posed.topic.id == "brest" and posed.edition == "2024" for posed in found.consistent)


def test_an_unexpected_misprint_or_difference_is_reported_though_no_entry_speaks_of_it() -> None:
    misprint = Misprint("a/b.rtm:3", "8.4 EXAMPLE (2024:672-674)", "2024", "the rulebook prints 'x'")
    entries = tuple(erratum for erratum in data().errata if erratum.id != "aid-possess")
    found = survey(msgspec.structs.replace(lean(), errata=entries), (*LUKI, misprint))
    new = {entry.erratum.id: entry for entry in found.entries}
    assert new["replay-a-b-rtm-3"].erratum.passages == ("2024:672-674",)
    assert new["clause-aid.reorganization.take"].found == ("catalogue",)


def test_no_finding_is_reported_twice() -> None:
    found = surveyed()
    shown = [one for entry in found.entries for one in (*entry.posed, *entry.misprints, *entry.differences)]
    assert len(shown) == len({(type(one).__name__, str(one)) for one in shown})
    assert len({entry.erratum.id for entry in found.entries}) == len(found.entries) > 70


def test_an_entry_whose_evidence_is_gone_is_refused() -> None:
    mended = altered(topic_of("2024", "marker-stripes"), "veteran-one", "striped = 6")
    topics = [(edition, mended if topic.id == "marker-stripes" else topic) for edition, topic in data().topics]
    with pytest.raises(InputError, match="'striped-markers' rests on 'marker-stripes'"):
        survey(msgspec.structs.replace(lean(), topics=tuple(topics)), LUKI)
    with pytest.raises(InputError, match="'velikiye-luki-ammo' rests on 'first:912-931'"):
        survey(lean(), LUKI[:1])


def test_an_entry_that_gives_up_a_statement_in_vain_is_refused() -> None:
    entries = [
        msgspec.structs.replace(e, wrong=("green-last",)) if e.id == "soviet-card-numbers" else e for e in data().errata
    ]
    with pytest.raises(InputError, match="gives up green-last, which does not mend"):
        survey(msgspec.structs.replace(lean(), errata=tuple(entries)), LUKI)


def test_every_clause_of_the_aid_that_differs_from_the_rulebook_has_an_erratum() -> None:
    clauses = {clause for erratum in data().errata for clause in erratum.clauses}
    assert {one.rule.id for one in differences()} == clauses
    assert len(clauses) > 10


def test_misspelt_names_are_known_spellings_of_the_data() -> None:
    areas, okh, armies = default_board().area_names, load_cards().names("okh"), load_armies().names
    for wrong, right in (
        ("Siaulai", "Siauliai"),
        ("Liepai", "Liepaja"),
        ("Velkiye Luki", "Velikiye Luki"),
        ("Vilinius", "Vilnius"),
    ):
        assert areas[wrong] == areas[right]
    for wrong, right in (
        ("Auftragstatkik", "Auftragstaktik"),
        ("Transportflotille", "Transportflottille"),
        ("Stuka Geschwader", "Stukageschwader"),
    ):
        assert okh[wrong] == okh[right]
    assert armies["4 Panzegruppe"] == armies["4 Panzergruppe"]


# --- the loader ---

GOOD = """
[[topic]]
id = "t"
title = "A topic"

[topic.numbers]
n = "a number"

[[topic.statement]]
id = "one"
at = ["2024:10"]
text = "It is one."
formula = "n = 1"

[[topic.statement]]
id = "two"
at = ["2024:11"]
text = "It is two."
formula = "n = 2"

[[erratum]]
id = "one-or-two"
title = "One or two"
kind = "count"
severity = "misleads"
books = ["2024"]
passages = ["2024:10-11"]
problem = "It cannot be both."
repair = "Let it be one."
topics = ["t"]
wrong = ["two"]
"""


def loaded(folder: Path, text: str) -> ErrataData:
    (folder / "errata.toml").write_text(text, encoding="utf-8")
    return load_folder(folder)


def test_a_small_file_of_errata_is_read(tmp_path: Path) -> None:
    found = loaded(tmp_path, GOOD)
    assert [erratum.id for erratum in found.errata] == ["one-or-two"]
    assert [(edition, topic.id) for edition, topic in found.topics] == [("2024", "t")]
    entries = survey(msgspec.structs.replace(found, differences=()), ()).entries
    assert [entry.found for entry in entries] == [("topic",)]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('formula = "n = 2"', 'formula = "n == 2"', ":19:15: no formula: '= 2' is not expected here"),
        ('formula = "n = 2"', 'formula = "m = 2"', ":19:12: unknown 'm' is not declared"),
        ('at = ["2024:11"]', 'at = ["2024:5000"]', ":17:1: '2024:5000' is no passage of the book: its lines are 1 to"),
        ('at = ["2024:11"]', 'at = ["1999:1"]', ":17:1: unknown book '1999'"),
        ('at = ["2024:11"]', 'at = ["page 3"]', ":17:1: 'page 3' is not a place in a book"),
        ('at = ["2024:11"]', "at = []", "Expected `array` of length >= 1"),
        (
            'n = "a number"',
            'n = "a number"\n[topic.board]\nn = ["fortified", "Riga"]',
            ":7:1: 'n' stands in numbers and in board",
        ),
        (
            'n = "a number"',
            'n = "a number"\n[topic.board]\nf = ["fort", "Riga"]',
            ":9:1: there is no fact 'fort' about",
        ),
        ('n = "a number"', 'n = "a number"\n[topic.board]\nf = ["soviet", "Rgia"]', ":9:1: unknown area 'Rgia'"),
        ('n = "a number"', 'n = "a number"\n[topic.board]\nf = ["soviet", "Riga"]', ":9:1: nothing is said of 'f'"),
        (
            "[[erratum]]",
            '[[omitted]]\nat = ["2024:9999"]\nreason = "none"\n\n[[erratum]]',
            ":22:1: '2024:9999' is no passage of the book",
        ),
        ('id = "two"', 'id = "one"', ":16:1: the statement 'one' stands twice"),
        ('n = "a number"', 'n = "a number"\nm = "another"', ":8:1: nothing is said of 'm'"),
        ('title = "A topic"', 'title = "A topic"\nask = ["m"]', ":5:1: unknown 'm' is not declared"),
        ('topics = ["t"]', 'topics = ["s"]', "nothing is called 's'"),
        (
            'wrong = ["two"]',
            'wrong = ["tow"]',
            ":31:1: erratum 'one-or-two': nothing is called 'tow': did you mean two?",
        ),
        ('wrong = ["two"]', "", "names the statements of its topics that are wrong"),
        ('wrong = ["two"]', 'wrong = ["two"]\nrulings = ["none-such"]', "nothing is called 'none-such'"),
        ('wrong = ["two"]', 'wrong = ["two"]\nby_hand = "why"', "is shown by a machine, or says in by_hand"),
        ('passages = ["2024:10-11"]', 'passages = ["2024"]', "'2024' is not a place in a book"),
        ('severity = "misleads"', 'severity = "grave"', "Invalid enum value 'grave'"),
        ('id = "one-or-two"', 'id = "One or two"', "'One or two' is no id"),
        ('repair = "Let it be one."', 'repiar = "Let it be one."', "unknown field `repiar`"),
    ],
)
def test_bad_errata_are_refused_at_their_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(InputError) as caught:
        loaded(tmp_path, GOOD.replace(old, new))
    assert message in str(caught.value)
    assert caught.value.place
    assert caught.value.place.line > 0


def test_a_topic_or_an_erratum_that_stands_twice_is_refused(tmp_path: Path) -> None:
    topic, _, erratum = GOOD.partition("[[erratum]]")
    for twice, message in (
        (topic, "the topic 't' stands twice"),
        (f"[[erratum]]{erratum}", "the erratum 'one-or-two'"),
    ):
        with pytest.raises(InputError, match=message):
            loaded(tmp_path, GOOD + twice)


def test_an_axiom_that_rests_on_no_rule_there_is_is_refused(tmp_path: Path) -> None:
    axiom = '\n[[topic.axiom]]\ntext = "So it is."\nformula = "n > 0"\nrules = ["8.fort.pya"]\n'
    text = GOOD.replace("\n[[erratum]]", f"{axiom}\n[[erratum]]")
    with pytest.raises(InputError, match=r"unknown rule '8\.fort\.pya': did you mean 8\.fort\.pay\?"):
        loaded(tmp_path, text)


def test_an_erratum_is_shown_by_a_machine_or_says_why_not() -> None:
    with pytest.raises(ValueError, match="by_hand why none can find it"):
        Erratum(
            id="x",
            title="X",
            kind="term",
            severity="cosmetic",
            books=("2024",),
            passages=("2024:1",),
            problem="P",
            repair="R",
        )
