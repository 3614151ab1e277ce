"""The commands: arguments in, exit code out.

Exit codes: 0 all is as it should be, 1 a rule or an expectation is broken, 2 bad input, 3 unknown, 4 internal error.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer

from rtm_verify.errors import InputError, Place

if TYPE_CHECKING:  # each command imports what it needs, so that the others start fast
    from rtm_verify.kernel.coverage import Row
    from rtm_verify.report.result import Result

__all__ = ["app", "main"]

app = typer.Typer(
    name="rtm-verify",
    help="Run a rulebook: replay annotated logs, judge every step, and cite the rule that decides it.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
board_app = typer.Typer(help="Boards: check one, or start your own.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(board_app, name="board")

Logs = Annotated[
    list[Path] | None,
    typer.Argument(metavar="LOG", help="Logs, or folders of logs; without any, the rulebook's own examples."),
]
Log = Annotated[Path, typer.Argument(metavar="LOG", help="A log (.rtm).")]
BoardFile = Annotated[Path | None, typer.Option("--board", metavar="FILE", help="Play on this board.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only what is found wrong, and the totals.")]
KeepGoing = Annotated[bool, typer.Option("--keep-going", help="Go on after a refused move, to find the rest.")]
Force = Annotated[bool, typer.Option("--force", help="Write into a folder that holds other files.")]
OutFile = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write it here instead of showing it.")
]
Replace = Annotated[bool, typer.Option("--force", help="Replace a file that is there already.")]


_MANY = 20  # fewer logs are replayed before a bar could be read

T = TypeVar("T")


def main() -> None:
    """The command ``rtm-verify``: whatever happens, the user sees a message and an exit code, never a traceback."""
    _prepare_streams()
    try:
        app()
    except InputError as error:
        _complain(str(error))
        sys.exit(2)
    except OSError as error:
        _complain(f"a file or the output cannot be read or written ({error.strerror or error})")
        sys.exit(2)
    except Exception as error:
        if os.environ.get("RTM_VERIFY_DEBUG"):
            raise
        _complain(f"internal error: {type(error).__name__}: {error} (set RTM_VERIFY_DEBUG=1 to see where)")
        sys.exit(4)


def _prepare_streams() -> None:
    """A terminal that lacks a character shows another one, and a reader who has seen enough may close the pipe."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def _exit_code(results: Sequence[Result]) -> int:
    codes = {"green": 0, "failed": 1, "unreadable": 2}
    return max(codes[result.verdict] for result in results)


def _complain(message: str) -> None:
    typer.echo(f"rtm-verify: {message}", err=True)


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.", is_eager=True)] = False,
) -> None:
    if version:
        from rtm_verify import __version__

        typer.echo(f"rtm-verify {__version__}")
        raise typer.Exit


def _replayed(paths: Sequence[Path], board: Path | None = None, *, keep_going: bool = False) -> list[Result]:
    """The logs, each played by every edition it names."""
    from rtm_verify.report.result import Result

    return [
        result
        for path in _tracked(paths, "Replaying")
        for result in Result.every(path, board=board, keep_going=keep_going)
    ]


def _tracked(items: Sequence[T], what: str) -> Iterable[T]:
    """The items, with a bar that shows how far they are if there are many and somebody is looking."""
    from rich.console import Console
    from rich.progress import track

    terminal = Console(stderr=True)
    quiet = len(items) < _MANY or not terminal.is_terminal
    return track(items, what, console=terminal, transient=True, disable=quiet)


@app.command()
def replay(
    logs: Logs = None,
    board: BoardFile = None,
    keep_going: KeepGoing = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show the set-up step by step too.")] = False,
    summary: Annotated[bool, typer.Option("--summary", help="One line a log, even for a single log.")] = False,
    quiet: Quiet = False,
    junit: Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write a JUnit report too.")] = None,
    sarif: Annotated[Path | None, typer.Option("--sarif", metavar="FILE", help="Write a SARIF report too.")] = None,
    force: Replace = False,
) -> None:
    """Replay logs: the ledger of one log, or a summary of several."""
    from rich.console import Console

    from rtm_verify.library import find_logs
    from rtm_verify.report.ledger import print_ledger, print_summary

    paths = find_logs(logs or [])
    _check_reports(paths, junit, sarif, force=force)
    results = _replayed(paths, board, keep_going=keep_going)
    _write_reports(results, junit, sarif, force=force)
    console = Console(highlight=False)
    if len(paths) == 1 and not summary and not quiet:
        for result in results:
            found, ruleset = result.played()
            print_ledger(found, ruleset, console, verbose=verbose)
    else:
        print_summary(results, console, quiet=quiet)
    raise typer.Exit(_exit_code(results))


def _check_reports(logs: Sequence[Path], junit: Path | None, sarif: Path | None, *, force: bool) -> None:
    """Before anything is replayed: no report takes the place of a log, of the other report, or unasked of any file."""
    from rtm_verify.files import check_new

    taken = set(map(os.path.realpath, logs))
    if junit and sarif and os.path.realpath(junit) == os.path.realpath(sarif):
        raise InputError("--junit and --sarif name the same file", Place(str(sarif)), suggestion="name two files")
    for path in filter(None, (junit, sarif)):
        if os.path.realpath(path) in taken:
            raise InputError("this is a log to be replayed", Place(str(path)), suggestion="name another file")
        check_new(path, force=force)


def _write_reports(results: Sequence[Result], junit: Path | None, sarif: Path | None, *, force: bool) -> None:
    from rtm_verify.files import write_new

    if junit:
        from rtm_verify.report.junit import junit_report

        write_new(junit, junit_report(results), force=force)
    if sarif:
        from rtm_verify.report.sarif import sarif_report

        write_new(sarif, sarif_report(results), force=force)


@app.command()
def play(
    scenario: Annotated[
        str, typer.Option(metavar="NAME", help="The position to start from (see: rtm-verify scenarios).")
    ] = "setup/three",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed plays the same game.")] = 1,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="race (the default) or wander; repeat it for each player in player order, a Soviet player last. "
            "The last one named plays for all who are left.",
        ),
    ] = None,
    edition: Annotated[str, typer.Option(metavar="NAME", help="2024 or first.")] = "2024",
    variant: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="An optional rule or variant; can be repeated.")
    ] = None,
    rounds: Annotated[int, typer.Option(metavar="N", min=1, max=200, help="Break off after so many rounds.")] = 60,
    out: OutFile = None,
    force: Replace = False,
) -> None:
    """Let bots play a game, and write it as an ordinary annotated log."""
    from rtm_verify.library import record_game

    _show(record_game(scenario, edition, variant or (), bot or ("race",), seed, rounds), out, force=force)


@app.command()
def check(
    logs: Logs = None,
    board: BoardFile = None,
    timing: Annotated[bool, typer.Option("--timing", help="Say how long a check took.")] = False,
    quiet: Quiet = False,
) -> None:
    """Ask the z3 model, an independent second opinion, about every action of the logs."""
    from rtm_verify.library import find_logs
    from rtm_verify.proof.conformance import check as ask
    from rtm_verify.report.check import check_lines, check_totals

    codes = {"agrees": 0, "silent": 0, "disagrees": 1, "unknown": 3}
    worst = 0
    reports = []
    for result in _tracked(_replayed(find_logs(logs or []), board), "Checking"):
        found, ruleset = result.played()
        reports.append(report := ask(found, ruleset))
        if not quiet or report.disagreements:
            for line in check_lines(result.title, report, ruleset.catalogue, timing=timing):
                typer.echo(line)
        if result.error:
            _complain(str(result.error))
        worst = max(worst, codes[report.verdict], 2 if result.error else 0)
    if quiet or len(reports) > 1:
        typer.echo(check_totals(reports))
    raise typer.Exit(worst)


@app.command()
def prove(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Only what has this in its name, such as medals.")] = "",
    board: Annotated[
        Path | None, typer.Option("--board", metavar="FILE", help="Prove the search for encircled areas on this board.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, max=64, help="Processes; 0: one for each core.")] = 0,
    quiet: Quiet = False,
    file_format: Annotated[Literal["text", "json", "md"], typer.Option("--format", help="Kind of answer.")] = "text",
    out: OutFile = None,
    logs: Annotated[
        Path | None, typer.Option("--write", metavar="DIR", help="Write every counterexample as a log, here.")
    ] = None,
    certificates: Annotated[
        Path | None,
        typer.Option("--certificates", metavar="DIR", help="Write the proofs of encirclement here, and nothing else."),
    ] = None,
    checked: Annotated[
        Path | None, typer.Option("--check", metavar="DIR", help="Check such proofs again, without any solver.")
    ] = None,
    force: Replace = False,
) -> None:
    """Prove what must hold in every position, and that encircled areas are found on every map."""
    if checked is not None:
        _check_certificates(checked)
        return
    jobs = jobs or os.cpu_count() or 1
    if certificates is not None:
        _write_certificates(board, jobs, certificates, force=force)
        return
    from rtm_verify.files import claim_folder, write_whole
    from rtm_verify.library import prove_game
    from rtm_verify.report.proofs import counterexample_files, proof_lines, proof_markdown, proofs_json

    with _progress("Proving") as tell:
        found = prove_game(board, jobs, tell, name)
    if logs:
        claim_folder(logs, force=force)
        for file, text in counterexample_files(found):
            write_whole(logs / file, text)
    match file_format:
        case "json":
            text = proofs_json(found)
        case "md":
            text = proof_markdown(found)
        case "text":
            text = "\n".join(proof_lines(found, quiet=quiet))
    _show(text.rstrip("\n") + "\n", out, force=force)
    raise typer.Exit({"proved": 0, "refuted": 1, "unknown": 3}[found.verdict])


@contextmanager
def _progress(what: str) -> Iterator[Callable[[str, int, int], None]]:
    """A bar that is told what is done, of how much; nothing is shown unless somebody is looking."""
    from rich.console import Console
    from rich.progress import Progress

    terminal = Console(stderr=True)
    with Progress(console=terminal, transient=True, disable=not terminal.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda name, done, total: bar.update(task, description=f"{what} {name}", completed=done, total=total)


def _write_certificates(board: Path | None, jobs: int, folder: Path, *, force: bool) -> None:
    from rtm_verify.library import certify

    proofs = certify(board, jobs, folder, force=force)
    for proof in proofs:
        typer.echo(f"{proof.verdict:<8} {proof.name}")
    wrong = [proof for proof in proofs if proof.verdict != "proved"]
    typer.echo(f"{folder}: {len(proofs)} certificates" if not wrong else "no certificates: not everything is proved")
    raise typer.Exit(0 if not wrong else 1 if any(proof.verdict == "refuted" for proof in wrong) else 3)


def _check_certificates(folder: Path) -> None:
    from rtm_verify.proof.manifest import check_certificates

    manifest = check_certificates(folder)
    typer.echo(f"{manifest.subject}: {len(manifest.certificates)} proofs are right")


@app.command()
def twins(
    logs: Logs = None,
    file_format: Annotated[Literal["text", "json"], typer.Option("--format", help="Kind of answer.")] = "text",
    out: Annotated[
        Path | None, typer.Option("--write", metavar="DIR", help="Write the refused ones worth keeping as logs, here.")
    ] = None,
    force: Force = False,
) -> None:
    """Change one fact of each log's position at a time, and say which move is refused then, and by which rule."""
    from rtm_verify.files import claim_folder, write_whole
    from rtm_verify.library import find_logs
    from rtm_verify.report.result import Result
    from rtm_verify.report.twins import Family, families_json, family_lines, total_line, twin_files

    results = [Result.of(path) for path in find_logs(logs or [])]
    families = [Family.of(result) for result in _tracked(results, "Twins") if result.verdict == "green"]
    files = [file for family in families for file in twin_files(family)] if out else []
    if out:
        claim_folder(out, force=force)
        for name, text in files:
            write_whole(out / name, text)
    if file_format == "json":
        typer.echo(families_json(families))
    else:
        for family in families:
            for line in (*family_lines(family), ""):
                typer.echo(line)
        typer.echo(total_line(families))
        if out:
            typer.echo(f"{out}: {len(files)} twins written")
    for result in results:
        if result.verdict != "green":
            _complain(
                str(result.error or f"{result.path}: the log has failed, so it has no twins; see: rtm-verify replay")
            )
    broken = any(twin.verdict == "broken" for family in families for twin in family.twins)
    raise typer.Exit(max(_exit_code(results), int(broken)))


@app.command()
def render(
    log: Log,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Where to write.")] = Path("reports/render"),
    file_format: Annotated[Literal["svg", "png", "pdf", "dot"], typer.Option("--format", help="Kind of file.")] = "svg",
    step: Annotated[str, typer.Option("--step", help="Only the step with this label, such as 0, 2 or 2a1.")] = "",
    board: BoardFile = None,
    force: Force = False,
) -> None:
    """Draw the map at every step of a log."""
    from rtm_verify.files import claim_folder, write_whole
    from rtm_verify.render.steps import draw_steps
    from rtm_verify.report.result import Result

    result = Result.of(log, board=board)
    found, ruleset = result.played()
    pictures = draw_steps(found, ruleset, file_format, step)
    claim_folder(out, force=force)
    for name, data in pictures:
        path = out / log.stem / name
        write_whole(path, data)
        typer.echo(str(path))
    if result.error:
        _complain(str(result.error))
    elif result.verdict != "green":
        _complain(f"{log}: the log is {result.verdict}; see: rtm-verify replay {log}")
    raise typer.Exit(_exit_code([result]))


@app.command()
def reaction(
    log: Log,
    step: Annotated[str, typer.Option("--step", help="After the step with this label; else after the last.")] = "",
    board: BoardFile = None,
    file_format: Annotated[Literal["text", "json"], typer.Option("--format", help="Kind of answer.")] = "text",
    picture: Annotated[
        Path | None, typer.Option("--render", metavar="FILE", help="Draw the map too (.svg, .png, .pdf or .dot).")
    ] = None,
    force: Replace = False,
) -> None:
    """Lay the Soviet Reaction open: each area that can be attacked or receive a marker, and why no other can."""
    from rtm_verify.files import write_new
    from rtm_verify.games.race_to_moscow.reaction import reaction_picture, reaction_survey
    from rtm_verify.render.draw import draw, format_of
    from rtm_verify.render.steps import find_step
    from rtm_verify.report.reaction import survey_json, survey_lines
    from rtm_verify.report.result import Result

    kind = format_of(picture) if picture else None
    result = Result.of(log, board=board)
    found, ruleset = result.played()
    shown = find_step(found, step)
    survey = reaction_survey(ruleset, shown.state)
    if picture and kind:
        drawn = reaction_picture(ruleset, shown.state, f"Soviet Reaction after step {shown.label}")
        write_new(picture, draw(drawn, kind), force=force)
    typer.echo(survey_json(survey, shown) if file_format == "json" else "\n".join(survey_lines(survey, shown)))
    if result.error:
        _complain(str(result.error))
    elif result.verdict != "green":
        _complain(f"{log}: the log is {result.verdict}; see: rtm-verify replay {log}")
    raise typer.Exit(_exit_code([result]))


@app.command()
def site(
    logs: Logs = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Where to write.")] = Path("reports/site"),
    board: BoardFile = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Replay logs and write a page for each, with an index."""
    from rich.console import Console

    from rtm_verify.files import claim_folder
    from rtm_verify.library import find_logs
    from rtm_verify.report.ledger import print_summary
    from rtm_verify.report.site import write_site

    results = _replayed(find_logs(logs or []), board)
    pages = () if logs else _library_pages()
    claim_folder(out, force=force)
    index = write_site(results, out, pages, lambda logs: _tracked(logs, "Drawing"))
    print_summary(results, Console(highlight=False), quiet=quiet)
    typer.echo(f"\nOpen {index} to see every step on the map.")
    raise typer.Exit(_exit_code(results))


def _library_pages() -> tuple[tuple[str, str, str], ...]:
    """The pages that belong to the shipped logs as a whole: name of the file, title, and text."""
    from rtm_verify.games.race_to_moscow.ruleset import catalogue
    from rtm_verify.report.coverage import coverage_html
    from rtm_verify.report.errata import errata_page, errata_survey

    rows, count = _coverage("")
    return (
        ("coverage.html", "Rule coverage", coverage_html(rows, catalogue(), count, "index.html")),
        ("errata.html", "Errata", errata_page(errata_survey(), "index.html")),
    )


@app.command()
def fmt(
    files: Annotated[list[Path], typer.Argument(metavar="LOG", help="Logs to bring into canonical form.")],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit 1 if a log is not canonical.")] = False,
) -> None:
    """Bring logs into canonical form."""
    from rtm_verify.files import read_text, write_whole
    from rtm_verify.library import find_logs
    from rtm_verify.log.writer import format_text

    # All are read before any is written, so that a wrong one leaves the others alone.
    texts = [(path, read_text(path)) for path in find_logs(files)]
    changed = [(path, new) for path, old in texts if (new := format_text(old, str(path))) != old]
    for path, new in changed:
        if not check:
            write_whole(path, new)
        typer.echo(f"{path}: {'not canonical' if check else 'formatted'}")
    raise typer.Exit(1 if check and changed else 0)


@app.command()
def rules(
    rule: Annotated[str, typer.Argument(metavar="ID", help="A clause or a section, such as 8.2.fuel or 8.2.")] = "",
    logs: Annotated[bool, typer.Option("--logs", help="Say which logs keep and break each clause.")] = False,
    missing: Annotated[bool, typer.Option("--missing", help="Only the clauses that nothing enforces.")] = False,
) -> None:
    """Show the rule catalogue, a section of it, or one clause: what it says, where it is enforced, what shows it."""
    from rtm_verify.games.race_to_moscow.enforcement import enforcement
    from rtm_verify.report.rulebook import rule_lines

    shown_by = {row.rule.id: row for row in _coverage(rule)[0]} if logs else None
    for line in rule_lines(enforcement(), rule, shown_by, missing=missing):
        typer.echo(line)


@app.command()
def coverage(
    rule: Annotated[str, typer.Argument(metavar="ID", help="A clause or a section, such as 8.2.fuel or 8.2.")] = "",
    logs: Annotated[
        list[Path] | None,
        typer.Option(
            "--logs", metavar="PATH", help="Measure these logs or folders; else all that ship but whole games."
        ),
    ] = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="Only the clauses that some log should show and none does.")
    ] = False,
    chapters: Annotated[bool, typer.Option("--chapters", help="Only the numbers of each section.")] = False,
    file_format: Annotated[
        Literal["text", "md", "html", "json"], typer.Option("--format", help="Kind of answer.")
    ] = "text",
    out: OutFile = None,
    force: Replace = False,
) -> None:
    """Show, clause by clause, the logs that keep it and those that break it."""
    from rtm_verify.games.race_to_moscow.ruleset import catalogue
    from rtm_verify.report.coverage import coverage_html, coverage_json, coverage_lines, coverage_markdown

    rows, count = _coverage(rule, logs)
    if missing:
        rows = tuple(row for row in rows if row.lacks)
    match file_format:
        case "text" if missing and not rows:
            text = "Nothing is missing: a log shows every clause each way it wants to be shown.\n"
        case "text":
            text = "\n".join(coverage_lines(rows, catalogue(), chapters_only=chapters)) + "\n"
        case "md":
            text = coverage_markdown(rows, catalogue(), count)
        case "html":
            text = coverage_html(rows, catalogue(), count)
        case "json":
            text = coverage_json(rows) + "\n"
    _show(text, out, force=force)


@app.command()
def cases(
    wanted: Annotated[str, typer.Argument(metavar="ID", help="A case or a section, such as 8.5-03 or 8.5.")] = "",
    file_format: Annotated[
        Literal["text", "md", "json", "schema"],
        typer.Option("--format", help="Kind of answer; schema: the JSON schema of the json."),
    ] = "text",
    out: OutFile = None,
    force: Replace = False,
) -> None:
    """List the cases: small positions with one judged move, for any implementation to run."""
    from rtm_verify.games.race_to_moscow.ruleset import catalogue
    from rtm_verify.library import case_logs
    from rtm_verify.report.cases import case_lines, cases_json, cases_markdown, cases_schema, read_cases

    if file_format == "schema":
        _show(cases_schema(), out, force=force)
        return
    by_log: dict[Path, list[Result]] = {}
    for result in _replayed(case_logs()):
        by_log.setdefault(result.path, []).append(result)
    found = read_cases(by_log.values())
    if wanted:
        found = tuple(runs for runs in found if wanted in (runs.case.id, runs.case.section))
        if not found:
            raise InputError(f"no case and no section with cases '{wanted}'", suggestion="see: rtm-verify cases")
    match file_format:
        case "text":
            text = "\n".join(case_lines(found, catalogue())) + "\n"
        case "md":
            text = cases_markdown(found, catalogue())
        case "json":
            text = cases_json(found)
    _show(text, out, force=force)
    raise typer.Exit(0 if all(runs.green for runs in found) else 1)


@app.command()
def examples(
    file_format: Annotated[Literal["text", "json"], typer.Option("--format", help="Kind of answer.")] = "text",
) -> None:
    """List the rulebooks' examples and what they forbid, each with the log that plays it and its verdict."""
    from rtm_verify.games.race_to_moscow.ruleset import catalogue
    from rtm_verify.library import example_index
    from rtm_verify.report.index import examine, example_lines, examples_json, load_index

    index = load_index(example_index(), catalogue())
    found = examine(index)
    if file_format == "json":
        typer.echo(examples_json(index, found))
    else:
        for line in example_lines(index, found, catalogue()):
            typer.echo(line)
    raise typer.Exit(1 if index.unlisted() or any(one.problems for one in found) else 0)


def _show(text: str, out: Path | None, *, force: bool) -> None:
    """Show a text, or write it to a file."""
    from rtm_verify.files import write_new

    if out is None:
        typer.echo(text, nl=False)
    else:
        write_new(out, text, force=force)
        typer.echo(f"{out}: written")


def _coverage(rule: str, paths: list[Path] | None = None) -> tuple[tuple[Row, ...], int]:
    """What logs show of a clause, a section or the whole catalogue, and how many logs were asked."""
    from rtm_verify.games.race_to_moscow.enforcement import EDITION_OF_BOOK, enforcement
    from rtm_verify.kernel.coverage import rows
    from rtm_verify.library import find_logs, short_logs
    from rtm_verify.report.result import measured

    found = enforcement()
    wanted = found.catalogue.under(rule) if rule else None
    files = find_logs(paths) if paths else short_logs()
    results = _replayed(files)
    for result in results:
        if result.error:  # what cannot be read shows nothing, and would only seem to be missing
            raise result.error
    return rows(found, measured(results), EDITION_OF_BOOK, wanted), len(files)


@app.command()
def policies() -> None:
    """Show what the editions of the rulebook settle differently."""
    from rtm_verify.games.race_to_moscow.listing import policy_lines

    for line in policy_lines():
        typer.echo(line)


@app.command()
def variants() -> None:
    """Show the optional rules and variants a log can name."""
    from rtm_verify.games.race_to_moscow.listing import variant_lines

    for line in variant_lines():
        typer.echo(line)


@app.command()
def rulings(
    ruling: Annotated[str, typer.Argument(metavar="ID", help="A ruling, such as captured-goods.")] = "",
) -> None:
    """Show where the rulebook is open, the readings, and the default."""
    from rtm_verify.games.race_to_moscow.ruleset import rulings as all_rulings
    from rtm_verify.report.rulebook import ruling_lines

    for line in ruling_lines(all_rulings(), ruling):
        typer.echo(line)


@app.command()
def errata(
    erratum: Annotated[str, typer.Argument(metavar="ID", help="An erratum, such as velikiye-luki-ammo.")] = "",
    file_format: Annotated[
        Literal["text", "json", "md", "html"], typer.Option("--format", help="Kind of answer.")
    ] = "text",
    out: OutFile = None,
    force: Replace = False,
) -> None:
    """Show where the rulebooks contradict themselves, their examples or each other, and the smallest repair."""
    from rtm_verify.report.errata import errata_json, errata_lines, errata_markdown, errata_page, errata_survey, only

    found = errata_survey()
    shown = only(found, erratum) if erratum else found
    match file_format:
        case "json":
            text = errata_json(shown)
        case "md":
            text = errata_markdown(shown)
        case "html":
            text = errata_page(shown)
        case "text":
            text = "\n".join(errata_lines(shown, full=bool(erratum)))
    _show(text.rstrip("\n") + "\n", out, force=force)
    raise typer.Exit(3 if found.undecided else 0)


@app.command()
def cards() -> None:
    """List the cards of every deck, with what they do."""
    from rtm_verify.games.race_to_moscow.listing import card_lines

    for line in card_lines():
        typer.echo(line)


@app.command()
def scenarios() -> None:
    """List the scenarios that ship with the tool."""
    from rtm_verify.library import shipped_scenarios

    for line in shipped_scenarios():
        typer.echo(line)


@board_app.command("show")
def board_show(
    area: Annotated[str, typer.Argument(metavar="AREA", help="An area; without one, all areas.")] = "",
    board: BoardFile = None,
) -> None:
    """Show an area with its lines and where its facts come from, or list all areas."""
    from rtm_verify.games.race_to_moscow.board import default_board, load_board
    from rtm_verify.games.race_to_moscow.listing import area_lines, board_lines

    shown = load_board(board) if board else default_board()
    for line in area_lines(shown, area) if area else board_lines(shown):
        typer.echo(line)


@board_app.command("check")
def board_check(file: Annotated[Path, typer.Argument(metavar="FILE", help="A board file (.toml).")]) -> None:
    """Say what is wrong with a board file: every defect, once the file is a board file at all."""
    from rtm_verify.files import read_text
    from rtm_verify.games.race_to_moscow.board import check_board

    defects = check_board(read_text(file), str(file))
    for defect in defects:
        _complain(str(defect))
    if defects:
        raise typer.Exit(2)
    typer.echo(f"{file}: a sound board")


@board_app.command("new")
def board_new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that does not exist yet.")],
    force: Replace = False,
) -> None:
    """Write the shipped board to a file, to be made into your own."""
    from rtm_verify.files import write_new
    from rtm_verify.games.race_to_moscow.board import board_text

    write_new(file, board_text(), force=force)
    typer.echo(f"{file}: the shipped board; change it and try: rtm-verify board check {file}")
