"""Race to Moscow as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rtm_verify.errors import InputError, Place
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow import engine
from rtm_verify.games.race_to_moscow.armies import load_armies
from rtm_verify.games.race_to_moscow.board import PLAYERS, default_board, load_board
from rtm_verify.games.race_to_moscow.cards import load_cards
from rtm_verify.games.race_to_moscow.edition import load_edition
from rtm_verify.games.race_to_moscow.engine import decks
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.export import export, export_action, export_material
from rtm_verify.games.race_to_moscow.facts import query
from rtm_verify.games.race_to_moscow.given import with_given
from rtm_verify.games.race_to_moscow.invariants import breaches
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.notation import describe, read_move
from rtm_verify.games.race_to_moscow.scenario import Scenario, build, read_scenario
from rtm_verify.games.race_to_moscow.state import PendingKind, State
from rtm_verify.games.race_to_moscow.twins import suppositions
from rtm_verify.games.race_to_moscow.variants import choose_variants
from rtm_verify.kernel.event import Transition
from rtm_verify.kernel.picture import Picture
from rtm_verify.kernel.replay import Played
from rtm_verify.kernel.rule import Catalogue
from rtm_verify.kernel.ruleset import Answer, Breach, Intent, Supposition
from rtm_verify.kernel.ruling import Rulings
from rtm_verify.kernel.violation import Violation
from rtm_verify.log.syntax import Given, Item, Move, Name

if TYPE_CHECKING:
    from rtm_verify.games.race_to_moscow.spec import Opinion

__all__ = ["EDITIONS", "RaceToMoscow", "catalogue", "rulings"]

EDITIONS = ("2024", "first")

_DATA = files("rtm_verify.games.race_to_moscow") / "data"
_IMPOSSIBLE = "the position cannot be: "


@cache
def catalogue() -> Catalogue:
    """The rule clauses of all books of the game."""
    with as_file(_DATA / "rules") as folder:
        return Catalogue.load(folder / "2024.toml", folder / "aid.toml", folder / "first.toml")


@cache
def rulings() -> Rulings:
    """The open points of the game's rulebooks."""
    with as_file(_DATA / "rulings.toml") as path:
        return Rulings.load(path)


class RaceToMoscow:
    """The game in one edition, on one board, with the readings chosen; it implements `kernel.ruleset.Ruleset`.

    Parameters
    ----------
    scenario : the file of the position to start from.
    pins : rulings pinned to a reading; the others have their edition's default.
    board : a board file to use instead of the shipped one.
    file : the log's name, for errors in its moves.
    variants : the optional rules in play.
    given : facts by which the position differs from the scenario.
    """

    game = "race-to-moscow"

    def __init__(
        self,
        edition: str,
        scenario: Path,
        pins: dict[str, str] | None = None,
        board: Path | None = None,
        file: str = "<text>",
        variants: Iterable[str] = (),
        given: Sequence[Given] = (),
    ) -> None:
        if edition not in EDITIONS:
            raise InputError(
                f"unknown edition '{edition}' of {self.game}", None, edition, f"one of {', '.join(EDITIONS)}"
            )
        self.edition = edition
        self.catalogue = catalogue()
        self.rulings = rulings()
        self.readings: Mapping[str, str] = self.rulings.choose(edition, pins or {})
        self.material = Material(
            load_board(board) if board else default_board(),
            load_cards(),
            load_armies(),
            load_edition(edition),
            self.readings,
            choose_variants(variants),
        )
        self._scenario = scenario
        self._file = file
        self._given = given

    def setup(self) -> Transition[State]:
        """The scenario's position, changed by the facts given."""
        start = self.scenario_start()
        if not self._given:
            return start
        changed, text = read_scenario(self._scenario)
        for given in self._given:
            changed = with_given(self.material, changed, given, self._file)
        try:
            return self._build(changed, text, str(self._scenario)).transition()
        except InputError as error:
            # The scenario alone can be, so it is a given fact that cannot: the last, for the others may lead up to it.
            raise InputError(
                f"the position cannot be as given: {error.message.removeprefix(_IMPOSSIBLE)}",
                self._given[-1].span.place(self._file),
                error.text,
                error.suggestion,
            ) from None

    def scenario_start(self) -> Transition[State]:
        """The scenario's own position."""
        scenario, text = read_scenario(self._scenario)
        return self._build(scenario, text, str(self._scenario)).transition()

    def _build(self, scenario: Scenario, text: str, file: str) -> Draft:
        draft = build(self.material, scenario, text, file)
        for breach in breaches(self.material, draft.state):
            raise InputError(
                f"{_IMPOSSIBLE}{breach.invariant}: {breach.message} ({', '.join(breach.rules)})",
                Place(file),
            )
        return draft

    def actor(self, state: State) -> str:
        """The player whose turn it is."""
        return PLAYERS[state.active]

    def actor_name(self, name: str) -> str:
        """A player's colour."""
        return PLAYERS[self.material.player_names[name]]

    def read_move(self, state: State, move: Move) -> tuple[Intent, ...]:
        """The actions a move stands for."""
        return read_move(self.material, state, move, self._file)

    def is_open(self, state: State) -> bool:
        """Whether a card is to be drawn or a choice to be made."""
        return state.pending is not None

    def open_choice(self, state: State) -> str:
        """What is open, and what can be chosen."""
        if state.pending is None:
            return ""
        answers = [describe(self.material, action) for action in engine.legal(self.material, state)]
        return f"{_QUESTIONS[state.pending.kind]}: one of {', '.join(answers)}"

    def settles(self, state: State, action: a.Action) -> bool:
        """Whether the action answers what is open."""
        if state.pending is None:
            return False
        if decks.pile_in_question(state) is not None:
            return isinstance(action, a.Reveal)
        return isinstance(action, _ANSWERS[state.pending.kind])

    def is_answer(self, action: a.Action) -> bool:
        """Whether the action is a draw or a choice."""
        return isinstance(action, _ALL_ANSWERS)

    def judge(self, state: State, action: a.Action) -> tuple[Violation, ...]:
        """Every reason why the action is refused."""
        return engine.judge(self.material, state, action)

    def apply(self, state: State, action: a.Action) -> Transition[State]:
        """The position after a legal action."""
        return engine.apply(self.material, state, action)

    def legal(self, state: State) -> tuple[a.Action, ...]:
        """Every legal action."""
        return engine.legal(self.material, state)

    def query(self, state: State, fact: tuple[Item, ...]) -> Answer:
        """Whether a fact holds."""
        return query(self.material, state, fact, self._file)

    def suppositions(
        self, start: State, played: Sequence[Played], refused: Sequence[Played]
    ) -> tuple[Supposition, ...]:
        """The facts of the starting position that matter to a log, each otherwise than it is."""
        return suppositions(self.material, start, played, refused)

    def thing(self, name: Name) -> str:
        """An area, army or sea area, for a highlight."""
        if name.text in self.material.army_names:
            return self.material.army(self.material.army_names[name.text])
        if name.text in self.material.board.sea_names:
            return self.material.board.seas[self.material.board.sea_names[name.text]].name
        return self.material.area(self.material.board.area_names[name.text])

    def on_map(self, name: str) -> str:
        """An army, area or sea area as the map has it; nothing for a line or a card."""
        board = self.material.board
        known = name in self.material.army_names or name in board.sea_names or name in board.area_names
        return self.thing(Name(name)) if known else ""

    def subject(self, action: a.Action) -> str:
        """The area that the Soviets were to attack or to place a marker in."""
        if isinstance(action, a.CounterAttack | a.PlaceSoviet | a.WinterAttack):
            return self.material.area(action.area)
        return ""

    def invariants(self, state: State) -> tuple[Breach, ...]:
        """The invariants a position breaks."""
        return breaches(self.material, state)

    def spec(self) -> Opinion:
        """The rules as z3 clauses."""
        from rtm_verify.games.race_to_moscow.spec import Opinion  # z3 is loaded only for who asks

        return Opinion(self.material)

    def export(self, state: State) -> dict[str, Any]:
        """The position as plain data."""
        return export(self.material, state)

    def export_action(self, action: a.Action) -> dict[str, Any]:
        """An action as plain data."""
        return export_action(self.material, action)

    def export_material(self) -> dict[str, Any]:
        """The board, the cards and the armies as plain data."""
        return export_material(self.material)

    def picture(
        self,
        state: State,
        before: State | None,
        highlights: Iterable[str],
        title: str,
        through: Sequence[State] = (),
    ) -> Picture:
        """The map of a position; where a Soviet Reaction was refused, with what would be possible."""
        from rtm_verify.games.race_to_moscow.picture import picture

        if state.phase == "reaction" and (before is None or before == state):
            from rtm_verify.games.race_to_moscow.reaction import reaction_picture

            return reaction_picture(self, state, title, highlights)
        return picture(
            self.material.board,
            self.material.armies,
            state,
            before=before,
            through=through,
            highlights=highlights,
            title=title,
        )


_QUESTIONS: dict[PendingKind, str] = {
    "pursuit": "a Pursuit card is drawn and the log does not name it",
    "soviet": "a Soviet card is drawn and the log does not name it",
    "peek pursuit": "the top Pursuit card is seen and the log does not name it",
    "peek soviet": "the top Soviet card is seen and the log does not name it",
    "peek which": "Recon looks at a deck",
    "medal": "the card moves a medal",
    "flip": "Partisans turn an opponent's marker",
    "keep": "the card can be held or used at once",
    "excess": "an area holds more than its limit",
    "food": "an army eats from its card or from its area",
    "armored": "a card of the Soviet armored deck is drawn and the log does not name it",
    "okh": "an OKH card is revealed and the log does not name it",
    "cancel": "Partisans can be cancelled",
    "battle": "an OKH card can be played in this combat, or taken for it",
    "harbor": "Transportflottille serves a harbor",
    "airlift": "Luftbrücke brings a supply to an army",
    "track": "Eisenbahnpioniere turn a marker",
    "army": "Auftragstaktik activates an army",
    "side": "the Soviet marker is turned over and the log does not say what it shows",
    "peek side": "the side of the Soviet marker is seen and the log does not say which",
    "winter": "the army answers the winter counter-attack",
}

_ANSWERS: dict[PendingKind, type[Any] | tuple[type[Any], ...]] = {
    "peek which": (a.Peek, a.LookUnder),
    "medal": (a.MoveMedal, a.Decline),
    "flip": a.FlipTrack,
    "keep": (a.Hold, a.UseNow),
    "excess": a.RemoveExcess,
    "food": a.EatFrom,
    "cancel": (a.CancelPartisans, a.Decline),
    "battle": (a.Fight, a.PlayOkh, a.TakeOkh),
    "harbor": a.ShipTo,
    "airlift": a.Airlift,
    "track": a.LayTrack,
    "army": a.Activate,
    "side": a.ShowSide,
    "peek side": a.ShowSide,
    "winter": (a.Defend, a.Withdraw),
}

# What has no place where nothing is open; an army can be activated, and an OKH card played, without being asked.
_ALL_ANSWERS = (
    a.Reveal
    | a.MoveMedal
    | a.FlipTrack
    | a.Hold
    | a.UseNow
    | a.Decline
    | a.Peek
    | a.LookUnder
    | a.RemoveExcess
    | a.EatFrom
    | a.CancelPartisans
    | a.Fight
    | a.ShipTo
    | a.Airlift
    | a.LayTrack
    | a.ShowSide
    | a.Defend
    | a.Withdraw
)
