"""Proofs as files in a folder, which can be checked again without the solvers that found them.

For each claim there are its clauses (``.cnf``, the form DIMACS), which say that it has an exception, and a proof that
they contradict each other (``.drup``, the form DRUP): other checkers read these too. ``manifest.json`` says which claim
they belong to, and their SHA-256. It is written last, and an earlier one is taken away first, so that an interruption
leaves a folder without one, which is refused.

To check a folder needs the checker of `rup` and nothing else of the proof. What that cannot see: whether the clauses
say what the sentence says (they were made by the code that is named in `made_by`, and are the same each time), and
whether somebody has changed the files and the manifest alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.files import claim_folder, read_text, write_whole
from rtm_verify.proof.rup import Clause, read_clauses, refutes

if TYPE_CHECKING:
    from rtm_verify.proof.obligation import Proof  # with the solvers, which a check must not need

__all__ = ["MANIFEST", "Certificate", "Manifest", "check_certificates", "write_certificates"]

MANIFEST = "manifest.json"

FileName = Annotated[str, msgspec.Meta(pattern=r"^[\w-]+\.(cnf|drup)\Z")]  # beside the manifest, and nowhere else
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Certificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim and the files that prove it.

    Parameters
    ----------
    clauses, steps : how many stand in the files.
    agreed : the solvers that found no exception to the claim.
    """

    name: str
    sentence: str
    cnf: FileName
    cnf_sha256: Digest
    drup: FileName
    drup_sha256: Digest
    clauses: int
    steps: int
    agreed: tuple[str, ...]


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a folder proves.

    Parameters
    ----------
    subject : what the claims are about, such as a board.
    made_by : the programs that made it, with their versions.
    """

    subject: str
    made_by: tuple[str, ...]
    certificates: Annotated[tuple[Certificate, ...], msgspec.Meta(min_length=1)]


def write_certificates(
    proofs: Sequence[Proof], subject: str, made_by: Sequence[str], directory: Path, *, force: bool = False
) -> Manifest:
    """Write what proves these claims into a folder that is new, empty, or was written by this tool.

    Raises
    ------
    InputError
        If a claim is not proved (nothing is written then), or the folder cannot be written or is not ours.
    """
    for proof in proofs:
        if proof.refutation is None:
            raise InputError(f"there is no certificate of '{proof.name}': it is {proof.verdict}")
    claim_folder(directory, force=force)
    _clear(directory)
    found = []
    for number, proof in enumerate(proofs, 1):
        assert proof.refutation is not None  # noqa: S101 (for the type checker)
        refutation, stem = proof.refutation, "-".join((f"{number:02}", *re.findall(r"\w+", proof.name)))
        certificate = Certificate(
            name=proof.name,
            sentence=proof.sentence,
            cnf=f"{stem}.cnf",
            cnf_sha256=_digest(refutation.cnf),
            drup=f"{stem}.drup",
            drup_sha256=_digest(refutation.drup),
            clauses=refutation.clauses,
            steps=refutation.steps,
            agreed=proof.agreed,
        )
        write_whole(directory / certificate.cnf, refutation.cnf)
        write_whole(directory / certificate.drup, refutation.drup)
        found.append(certificate)
    manifest = Manifest(subject, tuple(made_by), tuple(found))
    write_whole(directory / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
    return manifest


def check_certificates(directory: Path) -> Manifest:
    """Check every proof in a folder again, and say what the folder proves.

    Raises
    ------
    InputError
        At the first file that is missing, is not the one the manifest names, or does not prove its claim.
    """
    path = directory / MANIFEST
    try:
        manifest = msgspec.json.decode(read_text(path), type=Manifest)
    except msgspec.MsgspecError as error:
        raise InputError(f"this is no manifest of certificates: {error}", Place(str(path))) from None
    for certificate in manifest.certificates:
        _check(certificate, directory)
    return manifest


def _check(certificate: Certificate, directory: Path) -> None:
    clauses = _read(directory / certificate.cnf, certificate.cnf_sha256, certificate.clauses)
    proof = _read(directory / certificate.drup, certificate.drup_sha256, certificate.steps)
    if not refutes(clauses, proof):
        raise InputError(f"this does not prove '{certificate.name}'", Place(str(directory / certificate.drup)))


def _read(path: Path, digest: str, count: int) -> list[Clause]:
    """The clauses in a file, which must be the one and have as many lines as the manifest says."""
    text = read_text(path)
    if _digest(text) != digest:
        raise InputError("this is not the file that the manifest names: its SHA-256 is another", Place(str(path)))
    try:
        clauses = read_clauses(text)
    except ValueError as error:
        raise InputError(str(error), Place(str(path))) from None
    if len(clauses) != count:
        raise InputError(f"there are {len(clauses)} clauses, and the manifest says {count}", Place(str(path)))
    return clauses


def _clear(directory: Path) -> None:
    """Take away the certificates that were written here before, and their manifest first of all."""
    old = (path for suffix in ("cnf", "drup") for path in directory.glob(f"[0-9][0-9]-*.{suffix}"))
    for path in (directory / MANIFEST, *sorted(old)):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise InputError(f"cannot be removed ({error.strerror or error})", Place(str(path))) from None


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
