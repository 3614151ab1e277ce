"""A table to play at: a position written as a scenario, moves written as a log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck, Layer
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.event import Transition
from rtm_verify.kernel.replay import Replay, Step, replay
from rtm_verify.log.reader import parse

__all__ = ["Position", "Table", "rules_of"]

_FIRST = {
    "gray": '["gray", "white", "brown"]',
    "white": '["white", "brown", "gray"]',
    "brown": '["brown", "gray", "white"]',
}


class Table:
    """Builds positions and plays logs in a folder of its own.

    `first` is the player whose turn it is; the moves of a log need no line that names that player.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    def ruleset(
        self,
        scenario: str = "",
        *,
        first: str = "gray",
        rulings: Mapping[str, str] | None = None,
        board: Path | None = None,
        edition: str = "2024",
        variants: Iterable[str] = (),
        order: Iterable[str] = (),
    ) -> RaceToMoscow:
        """The ruleset whose set-up is this scenario; `order` names the players if they are not all three."""
        self.count += 1
        path = self.folder / f"scenario-{self.count}.toml"
        players = str(list(order)).replace("'", '"') if order else _FIRST[first]
        head = f'game = "race-to-moscow"\ntitle = "test"\norder = {players}\n'
        path.write_text(head + scenario, encoding="utf-8")
        return RaceToMoscow(edition, path, dict(rulings or {}), board, "test.rtm", variants)

    def replay(
        self,
        moves: str,
        scenario: str = "",
        *,
        first: str = "gray",
        rulings: Mapping[str, str] | None = None,
        board: Path | None = None,
        edition: str = "2024",
        variants: Iterable[str] = (),
        order: Iterable[str] = (),
    ) -> Replay:
        """The moves played from the scenario, whatever comes of it."""
        ruleset = self.ruleset(
            scenario, first=first, rulings=rulings, board=board, edition=edition, variants=variants, order=order
        )
        head = "game race-to-moscow 2024\ntitle test\nscenario test\n"
        return replay(parse(f"{head}\n{first}\n{moves}\n", "test.rtm"), ruleset)

    def green(
        self,
        moves: str,
        scenario: str = "",
        *,
        first: str = "gray",
        rulings: Mapping[str, str] | None = None,
        board: Path | None = None,
        edition: str = "2024",
        variants: Iterable[str] = (),
        order: Iterable[str] = (),
    ) -> Step:
        """The last step of a log of which every claim must hold: moves accepted, facts met, `illegal` moves refused."""
        result = self.replay(
            moves,
            scenario,
            first=first,
            rulings=rulings,
            board=board,
            edition=edition,
            variants=variants,
            order=order,
        )
        assert result.error is None, str(result.error)
        assert not result.failures, "\n".join(finding.message for finding in result.failures)
        return result.steps[-1]

    def unreadable(self, moves: str, scenario: str = "", *, first: str = "gray") -> str:
        """The error of a log that cannot be read to its end."""
        result = self.replay(moves, scenario, first=first)
        assert result.error is not None, "the log was read to its end"
        return str(result.error)

    def position(
        self,
        scenario: str = "",
        *,
        first: str = "gray",
        edition: str = "2024",
        variants: Iterable[str] = (),
        order: Iterable[str] = (),
        **rulings: str,
    ) -> Position:
        """A position to act in, one small action after the other."""
        return Position(
            self.ruleset(scenario, first=first, rulings=rulings, edition=edition, variants=variants, order=order)
        )

    def board(self, *changes: tuple[str, str]) -> Path:
        """The shipped board with lines of text replaced, each exactly once (a pattern and what stands instead)."""
        from rtm_verify.games.race_to_moscow import ruleset

        text = (Path(ruleset.__file__).parent / "data" / "boards" / "eastern-front.toml").read_text(encoding="utf-8")
        for pattern, instead in changes:
            text, count = re.subn(pattern, instead, text)
            assert count == 1, f"{pattern} is found {count} times"
        path = self.folder / "board.toml"
        path.write_text(text, encoding="utf-8")
        return path


class Position:
    """A position that is played on action by action, also where a log could not say it."""

    def __init__(self, ruleset: RaceToMoscow) -> None:
        self.ruleset = ruleset
        self.state: State = ruleset.setup().state

    def area(self, name: str) -> int:
        """An area's number."""
        return self.ruleset.material.board.area_names[name]

    def army(self, name: str) -> int:
        """An army's number."""
        return self.ruleset.material.army_names[name]

    def card(self, pile: str, name: str) -> int:
        """The number of a card of a pile, any copy."""
        return self.ruleset.material.cards.names(pile)[name][0]  # type: ignore[arg-type]

    def do(self, *actions: a.Action) -> None:
        """Play actions that must be legal."""
        for action in actions:
            violations = self.ruleset.judge(self.state, action)
            assert not violations, f"{action}: {violations[0].message}"
            self.state = self.ruleset.apply(self.state, action).state

    def step(self, action: a.Action) -> Transition[State]:
        """Play an action that must be legal; its events and the rulings it hung on."""
        violations = self.ruleset.judge(self.state, action)
        assert not violations, f"{action}: {violations[0].message}"
        assert action in self.ruleset.legal(self.state) or isinstance(action, a.Reveal | a.PlayHeld | a.Load)
        transition = self.ruleset.apply(self.state, action)
        self.state = transition.state
        return transition

    def give(self, player: str, *names: str) -> None:
        """OKH cards come from the OKH deck into a player's area, as if taken in an earlier turn."""
        owner = PLAYERS.index(player)
        for name in names:
            bit = 1 << self.card("okh", name)
            deck, hands = self.state.okh_deck, self.state.hands
            layers = tuple(Layer(layer.cards & ~bit, layer.size - bool(layer.cards & bit)) for layer in deck.layers)
            self.state = replace(
                self.state,
                okh_deck=Deck(tuple(layer for layer in layers if layer.size), deck.hidden),
                hands=(*hands[:owner], hands[owner] | bit, *hands[owner + 1 :]),
            )

    def okh(self, name: str) -> a.PlayOkh:
        """The action that plays an OKH card."""
        return a.PlayOkh(self.card("okh", name))

    def load(self, army: str) -> Supplies:
        """What lies on an army's card."""
        return self.state.loads[self.army(army)]

    def controls(self, player: str, area: str) -> bool:
        """Whether a player's marker lies in an area."""
        return bool(self.state.control[PLAYERS.index(player)] >> self.area(area) & 1)

    def refusal(self, action: a.Action) -> set[str]:
        """The rules by which an action is refused; it must be."""
        violations = self.ruleset.judge(self.state, action)
        assert violations, f"{action} is not refused"
        assert action not in self.ruleset.legal(self.state), f"{action} is refused and listed as legal"
        return {rule for violation in violations for rule in violation.rules}


def rules_of(step: Step) -> set[str]:
    """The clauses by which a move is refused."""
    return {rule for violation in step.violations for rule in violation.rules}
