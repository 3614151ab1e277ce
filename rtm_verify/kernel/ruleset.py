"""What a game gives to the kernel: how to set up, read, judge, apply, ask and draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from rtm_verify.kernel.event import Transition
from rtm_verify.kernel.picture import Picture
from rtm_verify.kernel.rule import Catalogue
from rtm_verify.kernel.ruling import Rulings
from rtm_verify.kernel.violation import Violation
from rtm_verify.log.syntax import Given, Item, Move, Name, Span

if TYPE_CHECKING:
    from rtm_verify.kernel.replay import Played

__all__ = ["Answer", "Breach", "Intent", "Ruleset", "Supposition"]

S = TypeVar("S")
A = TypeVar("A")


class Intent(msgspec.Struct, frozen=True):
    """One action that a line of a log speaks of, and where it speaks of it."""

    action: Any
    span: Span
    text: str


class Answer(msgspec.Struct, frozen=True):
    """Whether a fact holds, and what is the case."""

    holds: bool
    found: str


class Breach(msgspec.Struct, frozen=True):
    """An invariant that a position breaks: its name, the rules it rests on, and the element concerned."""

    invariant: str
    rules: tuple[str, ...]
    message: str


class Supposition(msgspec.Struct, frozen=True):
    """One fact of the starting position that could be otherwise, and what that comes to in a few words.

    What is `common` stops moves of any kind, whatever the log is about.
    """

    label: str
    given: Given
    common: bool = False


class Ruleset(Protocol[S, A]):
    """A game in one edition, with players, variants and rulings chosen.

    `judge` and `legal` agree: what `legal` lists has no violation, and what has none is listed, up to the
    symmetries the game states.
    """

    game: str
    edition: str
    catalogue: Catalogue
    rulings: Rulings
    readings: Mapping[str, str]

    def setup(self) -> Transition[S]:
        """The position a log starts from, with the events that built it."""
        ...

    def scenario_start(self) -> Transition[S]:
        """The position of the scenario itself, without the facts that a log gives beside it."""
        ...

    def actor(self, state: S) -> str:
        """The player whose turn it is."""
        ...

    def actor_name(self, name: str) -> str:
        """The canonical name of a player. Raises `InputError` if there is none of this name."""
        ...

    def read_move(self, state: S, move: Move) -> tuple[Intent, ...]:
        """The actions a move of a log stands for. Raises `InputError` if it cannot be read."""
        ...

    def is_open(self, state: S) -> bool:
        """Whether something must be settled before anything else."""
        ...

    def open_choice(self, state: S) -> str:
        """What must be settled before anything else, with what can be chosen; empty if nothing is open."""
        ...

    def settles(self, state: S, action: A) -> bool:
        """Whether the action is an answer to what is open; for a draw, also if the card is the wrong one."""
        ...

    def is_answer(self, action: A) -> bool:
        """Whether the action is a draw or a choice, which has no place where nothing is open."""
        ...

    def judge(self, state: S, action: A) -> tuple[Violation, ...]:
        """Every reason why the action is refused; none if it is legal."""
        ...

    def apply(self, state: S, action: A) -> Transition[S]:
        """The position after a legal action."""
        ...

    def legal(self, state: S) -> tuple[A, ...]:
        """Every legal action."""
        ...

    def query(self, state: S, fact: tuple[Item, ...]) -> Answer:
        """Whether a fact holds. Raises `InputError` if it cannot be read."""
        ...

    def suppositions(self, start: S, played: Sequence[Played], refused: Sequence[Played]) -> tuple[Supposition, ...]:
        """The facts of the starting position that matter to a log, each otherwise than it is, in a fixed order.

        `played` are the actions of moves that stand, `refused` those of illegal moves up to the one refused. A
        position that cannot be may be among them.
        """
        ...

    def on_map(self, name: str) -> str:
        """The canonical name of something a violation names, if the map can point it out; otherwise nothing."""
        ...

    def subject(self, action: A) -> str:
        """The canonical name of what on the map a refused action was aimed at, to be pointed out; or nothing."""
        ...

    def thing(self, name: Name) -> str:
        """The canonical name of something on the map, for a highlight. Raises `InputError` if unknown."""
        ...

    def invariants(self, state: S) -> tuple[Breach, ...]:
        """The invariants that a position between two moves breaks."""
        ...

    def spec(self) -> Any:
        """The rules as clauses for a second opinion (`proof.spec.Spec`), written apart from the engine."""
        ...

    def export(self, state: S) -> dict[str, Any]:
        """The position as plain data with names, the same for equal positions."""
        ...

    def export_action(self, action: A) -> dict[str, Any]:
        """An action as plain data with names."""
        ...

    def export_material(self) -> dict[str, Any]:
        """What positions and actions speak of, as plain data: the board, the cards, the pieces."""
        ...

    def picture(
        self, state: S, before: S | None, highlights: Iterable[str], title: str, through: Sequence[S] = ()
    ) -> Picture:
        """The position as a picture; what changed since `before` stands out, and the way there, `through` others."""
        ...
