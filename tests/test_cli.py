"""The commands as a user meets them: output, exit code, and never a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rtm_verify import __version__

from .command import Run

ROOT = Path(__file__).parents[1]
GREEN = ROOT / "replays" / "race-to-moscow-2024" / "08-2-velikiye-luki-2.rtm"
REPLAYS = ROOT / "replays"
APART = ("cases", "games", "twins")
EXAMPLES = [log for log in REPLAYS.rglob("*.rtm") if log.relative_to(REPLAYS).parts[0] not in APART]
LOGS = len(EXAMPLES)
REPLAYED = sum(1 + log.read_text(encoding="utf-8").count("\nalso ") for log in EXAMPLES)  # by each edition
HEAD = "game race-to-moscow 2024\nscenario rulebook/riga\n"
MOVE = "gray\n  armor 4Pz Riga > Jekelopils [Mud]\n"


def written(text: str) -> Path:
    path = Path("a.rtm")
    path.write_text(text, encoding="utf-8")
    return path


def test_replay_prints_the_ledger_of_a_log(run: Run) -> None:
    outcome = run("replay", GREEN)
    assert outcome.code == 0
    assert "4 Panzergruppe spends 1 fuel to move. [8.2.fuel, 8.common.spent]" in outcome.out
    assert "fuel −1 = 2" in outcome.out
    assert "green: 3 steps" in outcome.out


def test_replay_without_a_log_takes_the_rulebooks_examples(run: Run) -> None:
    outcome = run("replay")
    assert outcome.code == 0
    assert "the rulebook prints '4Pz has 1 fuel, 1 ammo'" in " ".join(outcome.out.split())
    assert f"{LOGS} logs in {REPLAYED} replays: {REPLAYED} green" in outcome.out


def test_a_refused_move_exits_1_and_names_its_rule(run: Run) -> None:
    outcome = run("replay", written(HEAD + MOVE.replace("\n  ", "\n  ").rstrip() + " > Sebezh [Partisans]\n"))
    assert outcome.code == 1
    assert "a.rtm:4:37: 4 Panzergruppe is halted: going on costs 1 fuel. (8.halt.push;" in " ".join(outcome.out.split())


def test_keep_going_finds_what_is_wrong_after_a_refused_move(run: Run) -> None:
    text = HEAD + "gray\n armor 4Pz Riga > Moskva\n armor 4Pz Riga > Tilsit\n"
    path = written(text)
    assert run("replay", path).out.count("No line joins") == 1
    assert run("replay", "--keep-going", path).out.count("No line joins") == 2


def test_nothing_is_claimed_of_a_move_that_was_refused(run: Run) -> None:
    outcome = run("replay", written(HEAD + "gray\n armor 4Pz Riga > Moskva\n printed 4Pz at Moskva\n cites 8.2.fuel\n"))
    assert outcome.code == 1
    assert "erratum" not in outcome.out
    assert "not-cited" not in outcome.out


def test_a_terminal_without_the_characters_shows_others() -> None:
    command = [sys.executable, "-m", "rtm_verify", "replay", str(GREEN)]
    environment = {"PYTHONIOENCODING": "cp1252", "PATH": "/usr/bin"}
    done = subprocess.run(command, capture_output=True, check=False, env=environment)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, b"")


def test_hidden_folders_are_not_searched(run: Run) -> None:
    Path(".venv").mkdir()
    (Path(".venv") / "hidden.rtm").write_text("x")
    outcome = run("replay", ".")
    assert outcome.code == 2
    assert "no .rtm log in this folder" in outcome.err


def test_fmt_tells_of_no_file_that_it_could_not_write(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(HEAD + MOVE)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    outcome = run("fmt", path)
    assert outcome.code == 2
    assert "formatted" not in outcome.out
    assert "No space left" in outcome.err


def test_an_unmet_expectation_exits_1_with_what_was_found(run: Run) -> None:
    outcome = run("replay", written(HEAD + MOVE + "    expect 4Pz has 3 fuel\n"))
    assert outcome.code == 1
    assert "a.rtm:5:5: expected '4Pz has 3 fuel', found: 2 fuel" in outcome.out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a.rtm:1:1: no header says which game this is"),
        ("game chess\nscenario x", "a.rtm:1:6: unknown game 'chess': one of race-to-moscow"),
        ("game race-to-moscow 1999\nscenario rulebook/riga", "a.rtm:1:6: unknown edition '1999'"),
        ("game race-to-moscow 2024", "a.rtm:1:1: no header says which scenario"),
        ("game race-to-moscow 2024\nscenario rulebook/rgia", "a.rtm:2:10: no scenario 'rulebook/rgia': did you mean"),
        ("game race-to-moscow 2024\nscenario ../secret", "a.rtm:2:10: a name within the folder is expected"),
        ("game race-to-moscow 2024\nscenario /etc/passwd", "a.rtm:2:10: a name within the folder is expected"),
        (HEAD + "tilte x", "a.rtm:3:1: unknown header 'tilte': did you mean title?"),
        (HEAD + "variant harder", "a.rtm:3:9: unknown variant 'harder': did you mean hard?"),
        (HEAD + "ruling captured-good = card", "a.rtm:3:8: unknown ruling 'captured-good': did you mean"),
        (HEAD + "ruling captured-goods = crad", "a.rtm:3:8: the ruling 'captured-goods' has no reading 'crad'"),
        (HEAD + "board ../x.toml", "a.rtm:3:7: a name within the folder is expected"),
        (HEAD + "board x.toml", "a.rtm:3:7: the board cannot be used: x.toml: no such file"),
        (HEAD + "gray\n armor 4Pz Riga Jekelopils [Mud]", "unknown area 'Riga Jekelopils': write: Riga > Jekelopils"),
        (HEAD + "gray\n armor 4Pz Riga -> Jekelopils [Mud]", "a.rtm:4:17: this is no part of a name: '-': write > for"),
        (HEAD + "gray\n armor 4Pz Riga > Jekelopils [Mud] pay 1 fuel", "a.rtm:4:40: the payment buys nothing"),
        (HEAD + "gray\n march 4Pz Riga", "unknown word: 'march': one of armor, fields, fleet"),
        (HEAD + "expect 4Pz has 1 fuel, 2 fuel", "a.rtm:3:26: fuel is named twice"),
        (HEAD + "expect 4Pz has -1 fuel", "a.rtm:3:16: not an amount"),
        (HEAD + "grey\n armor 4Pz Riga > Sebezh", "a.rtm:3:1: unknown player 'grey': did you mean gray?"),
        (HEAD + "white\n armor 2Pz Warschau > Siedlce", "a.rtm:3:1: it is gray's turn, not white's"),
        (HEAD + "gray\n armour 4Pz Riga > Sebezh", "a.rtm:4:2: unknown word: 'armour': did you mean armor?"),
        (HEAD + "gray\n armor 5Pz Riga > Sebezh", "a.rtm:4:8: unknown army '5Pz'"),
        (HEAD + "gray\n armor 16A Eydtkau > Kaunas", "a.rtm:4:8: 16 Army is a field army: write: fields"),
        (HEAD + "gray\n armor 4Pz Rgia > Sebezh", "a.rtm:4:12: unknown area 'Rgia': did you mean Riga?"),
        (HEAD + "gray\n armor 4Pz Tilsit > Riga", "a.rtm:4:12: 4Pz stands in Riga, not in Tilsit"),
        (HEAD + "gray\n armor 4Pz Riga > Jekelopils", "a.rtm:4:17: after '> Jekelopils' something is left open"),
        (HEAD + "gray\n armor 4Pz Riga > Jekelopils [Recon]", "a.rtm:4:31: after '[Recon]' something is left open"),
        (HEAD + "gray\n armor 4Pz Riga > Jekelopils [?]", "a.rtm:4:31: the card drawn here is seen by all"),
        (HEAD + "gray\n armor 4Pz Riga > Panevezys [Mud]", "a.rtm:4:30: '[Mud]' answers nothing"),
        (HEAD + "gray\n armor 4Pz Riga > Jekelopils [Mudd]", "has a card 'Mudd': did you mean Mud?"),
        (HEAD + "gray\n armor 4Pz Riga > Jekelopils [Mud] pay 2 fuel", "an armored army pays 1 fuel to go on"),
        (HEAD + "gray\n armor 4Pz Riga load 99 fuel > Sebezh", "99 supplies are more than any place holds"),
        (HEAD + "gray\n fleet Gulf of Riga > Danzig Bay", "a.rtm:4:8: the fleet is in Danzig Bay"),
        (HEAD + MOVE + "cites 8.9", "a.rtm:5:7: unknown rule or section '8.9'"),
        (HEAD + MOVE + "expect Rgia uncontrolled", "a.rtm:5:8: unknown subject 'Rgia': did you mean Riga?"),
        (HEAD + MOVE + "expect 4Pz has 3 fule", "did you mean fuel?"),
        (HEAD + MOVE + "highlight Rgia", "a.rtm:5:11: unknown area 'Rgia': did you mean Riga?"),
        (HEAD + MOVE + "because 8.2.fuel", "'because' belongs to an illegal move"),
    ],
)
def test_bad_input_gives_one_message_at_its_place_and_exit_code_2(run: Run, text: str, message: str) -> None:
    outcome = run("replay", written(text))
    assert outcome.code == 2
    assert message in " ".join((outcome.out + outcome.err).split())
    assert "Traceback" not in outcome.err
    assert [path.name for path in Path().iterdir()] == ["a.rtm"]


def test_a_log_that_breaks_off_shows_its_steps_up_to_there(run: Run) -> None:
    outcome = run("replay", written(HEAD + MOVE + "  fleet Danzig Bay > Atlantic\n"))
    assert outcome.code == 2
    assert "4 Panzergruppe enters Jekelopils." in outcome.out
    assert "unknown sea area 'Atlantic'" in outcome.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("replay", "none.rtm"),
        ("render", "none.rtm"),
        ("fmt", "none.rtm"),
        ("board", "check", "none.toml"),
        ("rules", "8.2.fule"),
        ("rulings", "nothing"),
        ("frobnicate",),
        ("render", GREEN, "--format", "gif"),
        ("render", GREEN, "--step", "99"),
        ("replay", GREEN, "--board", "none.toml"),
    ],
)
def test_a_wrong_argument_exits_2_and_writes_nothing(run: Run, arguments: tuple[str | Path, ...]) -> None:
    outcome = run(*arguments)
    assert outcome.code == 2
    assert outcome.err
    assert "Traceback" not in outcome.err
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("file_format", "magic"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("dot", b"")]
)
def test_render_draws_a_step(run: Run, file_format: str, magic: bytes) -> None:
    outcome = run("render", GREEN, "--format", file_format, "--step", "3", "--out", "pictures")
    assert outcome.code == 0
    path = Path("pictures") / GREEN.stem / f"step-3.{file_format}"
    assert outcome.out == f"{path}\n"
    assert path.read_bytes().startswith(magic)


def test_render_draws_every_step_as_svg(run: Run) -> None:
    run("render", GREEN, "--out", "pictures")
    assert sorted(path.name for path in (Path("pictures") / GREEN.stem).glob("*.svg")) == [
        f"step-{n}.svg" for n in range(4)
    ]


def test_output_goes_into_no_folder_of_others(run: Run) -> None:
    Path("mine").mkdir()
    Path("mine/letter.txt").write_text("x")
    outcome = run("render", GREEN, "--out", "mine")
    assert outcome.code == 2
    assert "--force" in outcome.err
    assert [path.name for path in Path("mine").iterdir()] == ["letter.txt"]
    assert run("render", GREEN, "--out", "mine", "--step", "0", "--force").code == 0


def test_site_writes_an_index_with_a_page_for_every_example(run: Run) -> None:
    outcome = run("site", "--out", "site")
    assert outcome.code == 0
    assert "Open site/index.html" in outcome.out
    index = Path("site/index.html").read_text(encoding="utf-8")
    assert len(list(Path("site").rglob("*.html"))) == REPLAYED + 3
    for page in ("coverage.html", "errata.html"):
        assert f'href="{page}"' in index
        assert Path("site", page).is_file()
    assert "Kaluga taken, Moskva missed by one fuel" in index


def test_fmt_formats_in_place_and_check_only_looks(run: Run) -> None:
    path = written(HEAD + MOVE)
    before = path.read_text()
    outcome = run("fmt", "--check", path)
    assert (outcome.code, outcome.out, path.read_text()) == (1, "a.rtm: not canonical\n", before)
    assert run("fmt", path).code == 0
    assert path.read_text() != before
    assert run("fmt", "--check", path).code == 0


def test_fmt_leaves_all_files_alone_if_one_is_wrong(run: Run) -> None:
    good = written(HEAD + MOVE)
    before = good.read_text()
    bad = Path("b.rtm")
    bad.write_text("game x\n[")
    assert run("fmt", good, bad).code == 2
    assert good.read_text() == before


def test_rules_shows_a_clause_and_a_section(run: Run) -> None:
    clause = run("rules", "8.2.fuel")
    assert clause.code == 0
    assert "8.2.fuel  (obligation, 2024:498)" in clause.out
    assert run("rules", "8.encirclement").out.count("8.encirclement.") > 10
    assert len(run("rules").out.splitlines()) > 600


def test_rulings_shows_the_readings_and_the_default(run: Run) -> None:
    outcome = run("rulings", "captured-goods")
    assert outcome.code == 0
    assert "area: into the area entered" in outcome.out
    assert "[default: every edition]" in " ".join(outcome.out.split())


def test_an_owner_can_start_from_the_shipped_board_and_play_on_their_own(run: Run) -> None:
    assert run("board", "new", "my.toml").code == 0
    assert run("board", "check", "my.toml").out == "my.toml: a sound board\n"
    text = Path("my.toml").read_text(encoding="utf-8")
    text = text.replace('"Jekelopils"', '"Jakobstadt"').replace('spellings = ["Jekabpils"', 'spellings = ["Jekelopils"')
    Path("my.toml").write_text(text, encoding="utf-8")
    outcome = run("replay", GREEN, "--board", "my.toml")
    assert outcome.code == 0
    assert "4 Panzergruppe enters Jakobstadt." in outcome.out
    assert run("board", "new", "my.toml").code == 2


def test_every_defect_of_a_board_is_told(run: Run) -> None:
    run("board", "new", "my.toml")
    text = Path("my.toml").read_text(encoding="utf-8")
    Path("my.toml").write_text(text.replace('name = "Riga"', 'name = "Rga"').replace('name = "Brest"', 'name = "Brst"'))
    outcome = run("board", "check", "my.toml")
    assert outcome.code == 2
    assert len(outcome.err.splitlines()) > 2
    assert "my.toml:" in outcome.err


def test_the_names_a_log_needs_can_be_listed(run: Run) -> None:
    areas = run("board", "show").out
    assert len(areas.splitlines()) > 100
    assert "Riga  gray, harbor on Gulf of Riga" in areas
    riga = run("board", "show", "riga").out
    assert "  gray line to Jekelopils" in riga
    assert "  red line to Kovel" in run("board", "show", "Brest").out
    assert "2024:" in riga
    assert run("board", "show", "Rgia").code == 2
    assert "  40 Army  #48" in run("cards").out
    assert "rulebook/riga  4 Panzergruppe in Riga" in run("scenarios").out


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").out == f"rtm-verify {__version__}\n"


def test_an_internal_error_is_one_line_and_exit_code_4(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr("rtm_verify.library.find_logs", fail)
    monkeypatch.delenv("RTM_VERIFY_DEBUG", raising=False)
    outcome = run("replay")
    assert outcome.code == 4
    assert outcome.err.startswith("rtm-verify: internal error: RuntimeError: boom")
    assert len(outcome.err.splitlines()) == 1


def test_the_heavy_libraries_are_imported_only_where_used() -> None:
    code = (
        "import sys, rtm_verify.cli; "
        "print([m for m in ('z3', 'networkx', 'pygraphviz', 'lark', 'jinja2') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "[]"


def test_a_replay_imports_neither_z3_nor_networkx_nor_pygraphviz() -> None:
    code = (
        "import sys; from pathlib import Path; from rtm_verify.library import replay_file; "
        f"replay_file(Path({str(GREEN)!r})); "
        "print([m for m in ('z3', 'networkx', 'pygraphviz', 'jinja2') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "[]"


def test_output_into_a_closed_pipe_is_no_error() -> None:
    script = f"{sys.executable} -m rtm_verify rules | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", script], capture_output=True, text=True, check=False)  # noqa: S603, S607
    assert done.stderr == ""
    assert done.stdout.startswith("2.1")


def test_check_asks_the_second_opinion_about_every_log(run: Run) -> None:
    outcome = run("check")
    assert outcome.code == 0
    assert sum(line.startswith(("agrees ", "silent ")) for line in outcome.out.splitlines()) == REPLAYED


def test_check_of_a_log_that_breaks_off_exits_2(run: Run) -> None:
    outcome = run("check", written(HEAD + MOVE + "  fleet Danzig Bay > Atlantic\n"))
    assert outcome.code == 2
    assert "unknown sea area 'Atlantic'" in outcome.err


ORSHA = """game = "race-to-moscow"
title = "White before Smolensk"
order = ["gray", "white", "brown"]
phase = "reaction"
[players.white]
controls = ["Vilnius", "Polotsk", "Velikiye Luki", "Minsk", "Borisov", "Orsha"]
[armies.9A]
at = "Polotsk"
[armies.4A]
at = "Minsk"
halt = true
"""
REACTION = """game race-to-moscow 2024
scenario orsha
gray
  illegal reaction attack Borisov
    because 12.attack.army
  reaction attack Orsha
"""


def orsha(text: str = REACTION) -> Path:
    Path("scenarios").mkdir()
    Path("scenarios/orsha.toml").write_text(ORSHA, encoding="utf-8")
    return written(text)


def test_reaction_lists_what_can_be_attacked_and_what_protects_the_rest(run: Run) -> None:
    outcome = run("reaction", orsha(), "--step", "1")
    assert (outcome.code, outcome.err) == (0, "")
    assert "  can be attacked: Orsha (white)\n" in outcome.out
    assert "    Borisov (white): 4A [12.attack.grounded]\n" in outcome.out
    assert "    Velikiye Luki (white): 9A\n" in outcome.out
    assert "ended now" not in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_reaction_without_a_step_speaks_of_the_last_position_and_says_what_it_supposes(run: Run) -> None:
    outcome = run("reaction", orsha())
    assert outcome.code == 0
    assert "position after step 2 (gray: reaction attack Orsha)" in outcome.out
    assert "if the turn of white ended now" in " ".join(outcome.out.split())


def test_reaction_gives_json_too(run: Run) -> None:
    outcome = run("reaction", orsha(), "--step", "0", "--format", "json")
    assert outcome.code == 0
    assert json.loads(outcome.out)["eligible"]["attack"] == ["Orsha"]


def test_reaction_draws_the_map_with_its_signs(run: Run) -> None:
    log = orsha()
    assert run("reaction", log, "--step", "0", "--render", "map.svg").code == 0
    svg = Path("map.svg").read_text(encoding="utf-8")
    assert ">ATTACK</text>" in svg
    assert ">safe: 9A</text>" in svg
    again = run("reaction", log, "--step", "0", "--render", "map.svg")
    assert (again.code, again.err) == (
        2,
        "rtm-verify: map.svg: this file exists already: name another one, or use --force\n",
    )
    assert run("reaction", log, "--step", "0", "--render", "map.svg", "--force").code == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--step", "9"), "a.rtm: no step has the label '9': one of 0, 1, 2"),
        (("--render", "map.gif"), "map.gif: this name does not say what to draw: end it in .svg, .png, .pdf, .dot"),
    ],
)
def test_reaction_refuses_what_it_does_not_know(run: Run, options: tuple[str, ...], message: str) -> None:
    outcome = run("reaction", orsha(), *options)
    assert (outcome.code, outcome.out, outcome.err) == (2, "", f"rtm-verify: {message}\n")


def test_reaction_of_a_log_that_breaks_off_exits_2_with_one_message_at_its_place(run: Run) -> None:
    outcome = run("reaction", orsha(REACTION + "  reaction attack Atlantis\n"))
    assert outcome.code == 2
    assert outcome.err.startswith("rtm-verify: a.rtm:7:19: unknown area 'Atlantis'")
    assert len(outcome.err.splitlines()) == 1
    missing = run("reaction", "none.rtm")
    assert (missing.code, missing.out, missing.err) == (2, "", "rtm-verify: none.rtm: no such file\n")


def test_the_page_of_a_refused_reaction_shows_the_signs(run: Run) -> None:
    assert run("site", orsha(), "--out", "site").code == 0
    (page,) = Path("site").rglob("a*.html")
    text = page.read_text(encoding="utf-8")
    assert ">ATTACK</text>" in text
    assert "4A in or next to Borisov protects it." in text
    assert ">W ×</text>" in text


def test_policies_lists_what_the_editions_settle_differently(run: Run) -> None:
    outcome = run("policies")
    assert outcome.code == 0
    assert "    2024: returned (2024:572)\n    first: kept (first:1538-1542)" in outcome.out


def test_variants_lists_every_variant(run: Run) -> None:
    outcome = run("variants")
    assert outcome.code == 0
    assert [line.split()[0] for line in outcome.out.splitlines()][:3] == ["advanced", "redeployment", "hard"]


def test_twins_says_which_move_is_refused_by_which_rule(run: Run) -> None:
    path = written(HEAD + MOVE)
    outcome = run("twins", path)
    assert (outcome.code, outcome.err) == (0, "")
    assert "refused     1      4Pz has no fuel  [8.2.fuel]" in outcome.out
    assert json.loads(run("twins", path, "--format", "json").out)["counts"]["broken"] == 0


def test_twins_writes_logs_that_replay_green(run: Run) -> None:
    outcome = run("twins", written(HEAD + MOVE), "--write", "kept")
    logs = sorted(Path("kept").rglob("*.rtm"))
    assert logs[0].name == "01-4pz-has-no-fuel.rtm"
    assert f"kept: {len(logs)} twins written" in outcome.out
    assert run("replay", "kept").code == 0
    assert run("fmt", "--check", "kept").code == 0


def test_a_log_that_is_not_green_has_no_twins(run: Run) -> None:
    failed = run("twins", written(HEAD + MOVE + "    expect 4Pz at Riga\n"))
    assert failed.code == 1
    assert "has no twins" in failed.err
    assert run("twins", written("game race-to-moscow 2024\n")).code == 2


def test_twins_are_not_written_among_other_files(run: Run) -> None:
    written(HEAD + MOVE)
    outcome = run("twins", "a.rtm", "--write", ".")
    assert outcome.code == 2
    assert "did not write" in outcome.err


def test_quiet_replays_tell_only_what_is_wrong_and_the_totals(run: Run) -> None:
    path = written(HEAD + MOVE)
    outcome = run("replay", "--quiet", path)
    assert (outcome.code, len(outcome.out.strip().splitlines())) == (0, 1)
    assert outcome.out.strip().startswith("1 log: 1 green")


def test_cases_and_coverage_are_listed_by_section(run: Run) -> None:
    cases = run("cases", "8.2")
    assert cases.code == 0
    assert "8.2-01" in cases.out
    assert "8.5-01" not in cases.out
    wrong = run("cases", "8.99")
    assert (wrong.code, "no case and no section with cases '8.99'" in wrong.err) == (2, True)
    assert run("cases", "--format", "schema").out.startswith("{")
    missing = run("coverage", "8.2", "--missing")
    assert (missing.code, missing.out.startswith("Nothing is missing")) == (0, True)


def test_coverage_can_be_measured_on_other_logs(run: Run) -> None:
    path = written(HEAD + MOVE)
    outcome = run("coverage", "8.2.fuel", "--logs", path)
    assert "8.2.fuel  LACKS broken (kept 1)" in outcome.out


def test_coverage_of_logs_that_cannot_be_read_is_refused(run: Run) -> None:
    outcome = run("coverage", "8.2", "--logs", "missing.rtm")
    assert (outcome.code, outcome.err) == (2, "rtm-verify: missing.rtm: no such file\n")
