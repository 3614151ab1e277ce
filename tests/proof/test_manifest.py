"""Certificates can be checked again, and no others are taken for them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from rtm_verify.errors import InputError
from rtm_verify.proof.manifest import MANIFEST, check_certificates, write_certificates
from rtm_verify.proof.obligation import Obligation, discharge
from rtm_verify.proof.sets import Set

A, B, C = (Set.named(name, 4) for name in "abc")
PROVED = discharge(Obligation("parts: through", "a part of a part is a part", (A.within(B), B.within(C)), A.within(C)))
OTHER = discharge(Obligation("parts: self", "nothing is left of a set", (A.some(),), A.within(A & A)))
REFUTED = discharge(Obligation("parts: back", "a whole is a part", (A.within(B),), B.within(A)))
CNF, DRUP = "01-parts-through.cnf", "01-parts-through.drup"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates") / "proofs"
    write_certificates([PROVED, OTHER], "sets", ["a tool 1.0"], folder)
    return folder


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    return Path(shutil.copytree(written, tmp_path / "copy"))


def test_what_was_written_is_accepted_and_says_what_it_proves(folder: Path) -> None:
    manifest = check_certificates(folder)
    assert (manifest.subject, manifest.made_by) == ("sets", ("a tool 1.0",))
    first, second = manifest.certificates
    assert (first.name, first.sentence, first.cnf, first.drup) == (PROVED.name, PROVED.sentence, CNF, DRUP)
    assert PROVED.refutation is not None
    assert (first.clauses, first.steps) == (PROVED.refutation.clauses, PROVED.refutation.steps)
    assert first.agreed == PROVED.agreed
    assert second.name == OTHER.name


def test_the_same_proofs_give_the_same_files(folder: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    write_certificates([PROVED, OTHER], "sets", ["a tool 1.0"], again)
    assert {path.name: path.read_bytes() for path in again.iterdir()} == {
        path.name: path.read_bytes() for path in folder.iterdir()
    }


def test_a_check_needs_no_solver(folder: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from rtm_verify.proof.manifest import check_certificates; "
        "check_certificates(Path(sys.argv[1])); "
        "print([name for name in ('z3', 'pysat', 'bitwuzla') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, folder], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == "[]\n"


def test_without_proof_of_every_claim_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no certificate of 'parts: back': it is refuted"):
        write_certificates([PROVED, REFUTED], "sets", [], tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(InputError, match="did not write"):
        write_certificates([PROVED], "sets", [], tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_certificates_written_before_are_replaced(folder: Path) -> None:
    write_certificates([OTHER], "less", [], folder)
    assert [each.name for each in check_certificates(folder).certificates] == [OTHER.name]
    assert sorted(path.name for path in folder.glob("0*")) == ["01-parts-self.cnf", "01-parts-self.drup"]


def test_an_interruption_leaves_no_manifest(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: str) -> None:
        raise InputError(f"no space left for {path.name}, {len(data)} bytes")

    monkeypatch.setattr("rtm_verify.proof.manifest.write_whole", full)
    with pytest.raises(InputError, match="no space left"):
        write_certificates([PROVED], "sets", [], folder)
    with pytest.raises(InputError, match=rf"{MANIFEST}: no such file"):
        check_certificates(folder)


def change(name: str, old: str, new: str) -> Callable[[Path], None]:
    """Replaces some text in a file once."""

    def apply(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return apply


def in_manifest(key: str, value: object) -> Callable[[Path], None]:
    """Writes something else into the first entry of the manifest."""

    def apply(folder: Path) -> None:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        manifest["certificates"][0][key] = value
        (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")

    return apply


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        (change(CNF, " 0\n", " 0\n1 0\n"), rf"{CNF}: this is not the file that the manifest names"),
        (change(DRUP, "0\n", "1 0\n"), rf"{DRUP}: this is not the file that the manifest names"),
        (lambda folder: (folder / CNF).unlink(), rf"{CNF}: no such file"),
        (lambda folder: (folder / MANIFEST).unlink(), rf"{MANIFEST}: no such file"),
        (change(MANIFEST, "{", "["), "this is no manifest of certificates"),
        (change(MANIFEST, '"sentence"', '"sentense"'), "this is no manifest of certificates"),
        (in_manifest("cnf", "../../elsewhere.cnf"), "this is no manifest of certificates"),
        (in_manifest("cnf", "02-parts-self.cnf"), "02-parts-self.cnf: this is not the file"),
        (in_manifest("steps", 10_000), rf"{DRUP}: there are \d+ clauses, and the manifest says 10000"),
        (in_manifest("cnf_sha256", "0" * 64), rf"{CNF}: this is not the file that the manifest names"),
    ],
)
def test_files_that_were_changed_are_refused(folder: Path, tamper: Callable[[Path], object], message: str) -> None:
    tamper(folder)
    with pytest.raises(InputError) as refused:
        check_certificates(folder)
    assert re.search(message, str(refused.value))


def forge(folder: Path, name: str, key: str, text: str, count: str, lines: int) -> None:
    """Changes a file and all that the manifest says of it."""
    (folder / name).write_text(text, encoding="utf-8")
    in_manifest(key, sha256(text.encode()).hexdigest())(folder)
    in_manifest(count, lines)(folder)


def test_a_forged_proof_is_refused_for_what_it_does_not_prove(folder: Path) -> None:
    forge(folder, DRUP, "drup_sha256", "0\n", "steps", 1)
    with pytest.raises(InputError, match=r"this does not prove 'parts: through'"):
        check_certificates(folder)


def test_forged_clauses_that_can_hold_are_refused(folder: Path) -> None:
    lines = (folder / CNF).read_text(encoding="utf-8").splitlines()[:3]
    forge(folder, CNF, "cnf_sha256", "\n".join(lines) + "\n", "clauses", 2)
    with pytest.raises(InputError, match=r"this does not prove 'parts: through'"):
        check_certificates(folder)


def test_a_forged_file_that_is_no_clauses_is_refused(folder: Path) -> None:
    forge(folder, DRUP, "drup_sha256", "1 2\n0\n", "steps", 2)
    with pytest.raises(InputError, match=rf"{DRUP}: line 1 is no clause"):
        check_certificates(folder)


def test_a_manifest_of_nothing_is_refused(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8")) | {"certificates": []}
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(InputError, match="this is no manifest"):
        check_certificates(folder)
