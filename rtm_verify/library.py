"""Where logs, scenarios and boards are found, and which game a log is of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from rtm_verify.errors import InputError, Place
from rtm_verify.kernel.replay import Replay, replay
from rtm_verify.kernel.ruleset import Ruleset
from rtm_verify.log.reader import parse, read_log
from rtm_verify.log.syntax import Header, Log
from rtm_verify.names import nearest
from rtm_verify.toml import load

if TYPE_CHECKING:  # z3 is loaded only by who asks it
    from rtm_verify.proof.claims import Proved
    from rtm_verify.proof.errata import ErrataData
    from rtm_verify.proof.obligation import Proof

__all__ = [
    "GAMES",
    "case_logs",
    "certify",
    "errata_data",
    "example_index",
    "find_logs",
    "prove_game",
    "record_game",
    "replay_file",
    "ruleset_of",
    "scenario_path",
    "shipped_scenarios",
    "short_logs",
]

GAMES = ("race-to-moscow",)

_WHOLE_GAMES = "games"  # whole games, which bots played
_CASES = "cases"
_RECORDED = (_WHOLE_GAMES, "twins", _CASES)  # folders that stand apart from the rulebooks' own examples


def find_logs(paths: Iterable[Path]) -> list[Path]:
    """The logs at these paths: files as they are, folders searched for ``*.rtm``, in a stable order.

    Without any path, the rulebooks' own examples: every folder of `replays` but those that stand apart.
    """
    found: list[Path] = []
    for path in list(paths) or _examples():
        if path.is_dir():
            # Hidden folders hold other people's things, such as an environment with this very package.
            logs = sorted(
                log for log in path.rglob("*.rtm") if not any(part[0] == "." for part in log.relative_to(path).parts)
            )
            if not logs:
                raise InputError("no .rtm log in this folder", Place(str(path)))
            found.extend(logs)
        else:
            found.append(path)
    return found


def case_logs() -> list[Path]:
    """The logs of the case list."""
    return find_logs([_as_seen_from_here(_home("replays") / _CASES)])


def example_index() -> Path:
    """The index of the rulebooks' examples."""
    return _as_seen_from_here(_home("replays") / "index.toml")


def short_logs() -> list[Path]:
    """Every log that ships and shows one thing: all but the recorded games."""
    folders = (folder for folder in _home("replays").iterdir() if folder.is_dir() and folder.name != _WHOLE_GAMES)
    return find_logs(sorted(map(_as_seen_from_here, folders)))


def _examples() -> list[Path]:
    folders = (folder for folder in _home("replays").iterdir() if folder.is_dir() and folder.name not in _RECORDED)
    return sorted(map(_as_seen_from_here, folders))


def replay_file(
    path: Path, *, board: Path | None = None, keep_going: bool = False, edition: str = ""
) -> tuple[Replay, Ruleset[Any, Any]]:
    """Read a log and replay it, by its own edition or the one asked for.

    Raises `InputError` if its headers name no game, edition or scenario there is.
    """
    log = read_log(path)
    ruleset = ruleset_of(log, path, board, edition)
    return replay(log, ruleset, keep_going=keep_going), ruleset


def ruleset_of(log: Log, path: Path, board: Path | None = None, edition: str = "") -> Ruleset[Any, Any]:
    """The ruleset that a log's headers ask for; `board` and `edition` replace the log's own."""
    if log.game not in GAMES:
        suggestion = nearest(log.game, GAMES) or f"one of {', '.join(GAMES)}"
        raise InputError(f"unknown game '{log.game}'", _header_place(log, "game"), log.game, suggestion)
    # A game's engine is loaded only for its own logs.
    from rtm_verify.games.race_to_moscow.ruleset import EDITIONS, RaceToMoscow

    scenario = log.find("scenario")
    if scenario is None:
        raise InputError(
            "no header says which scenario the log starts from",
            Place(log.file, 1, 1),
            suggestion="write: scenario NAME (see: rtm-verify scenarios)",
        )
    pins: dict[str, str] = {}
    for pin in log.pins:
        pins[pin.ruling] = pin.choice
    own = log.find("board")
    if board is None and own is not None:
        board = path.parent / _inner_path(own.value, log.place(own))
    try:
        return RaceToMoscow(
            edition or log.edition or EDITIONS[0],
            scenario_path(scenario.value, path, log.place(scenario)),
            pins,
            board,
            log.file,
            log.variants,
            log.givens,
        )
    except InputError as error:
        if own is not None and error.place and error.place.file == str(board):
            raise InputError(f"the board cannot be used: {error}", log.place(own)) from None
        raise error.at(_culprit(log, error)) from None


def record_game(
    scenario: str, edition: str, variants: Sequence[str], bots: Sequence[str], seed: int, rounds: int
) -> str:
    """A game between bots as the text of a log. Raises `InputError` for a name that is unknown."""
    from rtm_verify.games.race_to_moscow.play import record
    from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow

    path = scenario_path(scenario, Path("game.rtm"), Place("--scenario"))
    return record(RaceToMoscow(edition, path, variants=variants), scenario, bots, seed, rounds)


def errata_data() -> ErrataData:
    """What the game knows of its rulebooks' errata."""
    from rtm_verify.games.race_to_moscow.errata import load_errata

    return load_errata()


def prove_game(board: Path | None, jobs: int, progress: Callable[[str, int, int], None], only: str = "") -> Proved:
    """Prove what must hold in every position of the game; the search for encircled areas on this board."""
    from rtm_verify.games.race_to_moscow.board import default_board, load_board
    from rtm_verify.games.race_to_moscow.proofs.campaign import prove_all

    return prove_all(load_board(board) if board else default_board(), jobs, _can_be_set_up, progress, only)


def certify(board: Path | None, jobs: int, folder: Path, *, force: bool) -> Sequence[Proof]:
    """Prove the search for encircled areas on a board, and write what proves it into a folder."""
    from rtm_verify.games.race_to_moscow.board import default_board, load_board
    from rtm_verify.games.race_to_moscow.proofs.encirclement import write_certificates

    return write_certificates(load_board(board) if board else default_board(), folder, jobs=jobs, force=force)


def _can_be_set_up(text: str) -> bool:
    """Whether the text of a log has a position to start from."""
    path = Path("counterexample.rtm")
    try:
        ruleset_of(parse(text, str(path)), path).setup()
    except InputError:
        return False
    return True


def scenario_path(name: str, log_path: Path, place: Place) -> Path:
    """The file of a scenario: in a folder ``scenarios`` beside the log or above it, or among those that ship."""
    inner = _inner_path(name, place)
    for folder in _scenario_folders(log_path):
        if (candidate := folder / f"{inner}.toml").is_file():
            return _as_seen_from_here(candidate)
    hint = nearest(name, _known_scenarios(log_path)) or "see: rtm-verify scenarios"
    raise InputError(f"no scenario '{name}'", place, name, hint)


def shipped_scenarios() -> Iterator[str]:
    """The name of each scenario that ships, with its title."""
    folder = _home("scenarios")
    for file in sorted(folder.rglob("*.toml")):
        title = load(file, dict[str, Any])["title"]
        yield f"{file.relative_to(folder).with_suffix('').as_posix()}  {title}"


def _scenario_folders(log_path: Path) -> list[Path]:
    return [*(folder / "scenarios" for folder in log_path.resolve().parents), _home("scenarios")]


def _known_scenarios(log_path: Path) -> list[str]:
    folders = [folder for folder in _scenario_folders(log_path) if folder.is_dir()]
    return sorted(
        {f.relative_to(folder).with_suffix("").as_posix() for folder in folders for f in folder.rglob("*.toml")}
    )


def _inner_path(name: str, place: Place) -> PurePosixPath:
    """A path that stays within its folder: what a log names must not reach the rest of the disk."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
        raise InputError("a name within the folder is expected, not a path out of it", place, name)
    return path


def _as_seen_from_here(path: Path) -> Path:
    """The path as the user would write it, for messages."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _home(folder: str) -> Path:
    """The shipped logs or scenarios: in the installed package, or at the top of a checkout."""
    package = Path(str(files("rtm_verify")))
    bundled = package / "bundled" / folder
    return bundled if bundled.is_dir() else package.parent / folder


def _header_place(log: Log, name: str) -> Place:
    header = log.find(name)
    return log.place(header) if header else Place(log.file, 1, 1)


def _culprit(log: Log, error: InputError) -> Place:
    """The header that an error without a place is about: a pinned ruling, a variant, or an edition."""
    for pin in log.pins:
        if f"'{pin.ruling}'" in error.message:
            return log.place(pin)
    for header in log.headers:
        if isinstance(header, Header) and header.name in ("variant", "also") and header.value == error.text:
            return log.place(header)
    return _header_place(log, "game")
