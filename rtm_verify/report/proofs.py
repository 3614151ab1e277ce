"""What was proved for every position: as lines, as Markdown, and as JSON; counterexamples as logs."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from rtm_verify.kernel.words import counted
from rtm_verify.proof.claims import Claim, ClaimKind, Letter, Proved
from rtm_verify.proof.obligation import Proof

__all__ = ["counterexample_files", "proof_lines", "proof_markdown", "proofs_json", "summary"]

_KINDS: dict[ClaimKind, str] = {
    "invariant": "In every position",
    "total": "Conserved by every action",
    "step": "From every position to the next",
}


def summary(proved: Proved) -> str:
    """The verdict in a line.

    >>> summary(Proved(claims=(), impossible=(), letters=(), encirclement=()))
    'proved: 0 properties, 0 questions; encirclement: 0 obligations'
    """
    questions = sum(claim.asked for claim in proved.claims)
    parts = [f"{counted(len(proved.claims), 'property')}, {questions:,} questions"]
    if failed := [claim for claim in proved.claims if claim.failures]:
        parts[0] += f", {len(failed)} not proved"
    parts.append(f"encirclement: {counted(len(proved.encirclement), 'obligation')}")
    if wrong := sum(proof.verdict != "proved" for proof in proved.encirclement):
        parts[-1] += f", {wrong} not proved"
    if proved.contradictions:
        parts.append(f"{counted(len(proved.contradictions), 'action')} with suppositions that contradict each other")
    return f"{proved.verdict}: {'; '.join(parts)}"


def proof_lines(proved: Proved, *, quiet: bool = False) -> Iterator[str]:
    """Claim by claim, what was proved and how often; of what was not, where it fails."""
    for kind, heading in _KINDS.items():
        claims = [claim for claim in proved.claims if claim.kind == kind and (claim.failures or not quiet)]
        if claims:
            yield heading
        for claim in claims:
            yield from _claim_lines(claim)
    proofs = [proof for proof in proved.encirclement if proof.verdict != "proved" or not quiet]
    if proofs:
        yield "Encirclement, on the code that runs: every control marker, every place of the fleet"
    for proof in proofs:
        yield f"  {proof.verdict:<8} {proof.name}: {proof.sentence}"
        yield f"           {_evidence(proof)}"
    letters = [letter for letter in proved.letters if letter.counterexample is None or not quiet]
    if letters:
        yield "Where the letter of a passage breaks one of them, and what settles it"
    for letter in letters:
        yield from _letter_lines(letter)
    if proved.impossible and not quiet:
        yield "Impossible in every position, as it should be"
        for each in proved.impossible:
            yield f"  {each.action}, under {counted(len(each.rules), 'set')} of rules: {each.reason}"
    for contradiction in proved.contradictions:
        yield f"  unknown  {contradiction.action} ({contradiction.rules}): what is supposed contradicts itself"
    yield summary(proved)


def _claim_lines(claim: Claim) -> Iterator[str]:
    yield f"  {claim.verdict:<8} {claim.name} ({claim.asked}): {claim.sentence} [{', '.join(claim.rules)}]"
    for failure in claim.failures:
        yield f"           {failure.verdict} by {failure.action} ({failure.rules})"
        if failure.model:
            changed = [seen for seen in failure.model.entries if seen.before != seen.after]
            for seen in changed:
                where = ", ".join(map(str, seen.places))
                yield f"             {seen.array}{f'({where})' if where else ''}: {seen.before} becomes {seen.after}"


def _evidence(proof: Proof) -> str:
    if proof.verdict == "refuted":
        return f"an exception: {proof.exception}"
    if proof.refutation is None:
        return proof.why
    size = f"{counted(proof.refutation.clauses, 'clause')}, {counted(proof.refutation.steps, 'step')}"
    return f"{', '.join(proof.agreed)}; certificate of {size} checked"


def _letter_lines(letter: Letter) -> Iterator[str]:
    broken = "broken" if letter.counterexample else "NOT BROKEN"
    yield f"  {letter.passage}  {letter.name}: {letter.sentence}"
    yield f"           {broken}: {letter.property}. Settled by: {letter.settled}. Shown by: {letter.shown}"


def proof_markdown(proved: Proved) -> str:
    """The same as a report that can be committed: nothing in it changes from run to run."""
    return "\n".join(_markdown(proved)) + "\n"


def _markdown(proved: Proved) -> Iterator[str]:
    yield "# What is proved for every position"
    yield ""
    yield "Written by `rtm-verify prove --format md`. How it is done, and what it does not prove:"
    yield "[docs/verification.md](../docs/verification.md)."
    yield ""
    yield f"**{summary(proved)}.**"
    for kind, heading in _KINDS.items():
        yield from ("", f"## {heading}", "", "| property | sentence | rests on | questions | verdict |")
        yield "|---|---|---|---:|---|"
        for claim in proved.claims:
            if claim.kind == kind:
                rules = " ".join(f"`{rule}`" for rule in claim.rules)
                yield f"| {claim.name} | {claim.sentence} | {rules} | {claim.asked} | {claim.verdict} |"
    yield from ("", "## Encirclement, on the code that runs", "")
    yield from ("| obligation | sentence | agreed | clauses | proof steps | verdict |", "|---|---|---|---:|---:|---|")
    for proof in proved.encirclement:
        found = proof.refutation
        size = f"{found.clauses} | {found.steps}" if found else "| "
        yield f"| {proof.name} | {proof.sentence} | {', '.join(proof.agreed)} | {size} | {proof.verdict} |"
    yield from ("", "## Where the letter of a passage breaks a property", "")
    yield "The clauses that mend it are left out, and z3 finds a counterexample."
    yield from ("", "| passage | what it says | breaks | settled by | log |", "|---|---|---|---|---|")
    for letter in proved.letters:
        broken = letter.property if letter.counterexample else "nothing"
        shown = f"[{letter.shown.rpartition('/')[2]}](../replays/{letter.shown})"
        yield f"| {letter.passage} | {letter.sentence} | {broken} | {letter.settled} | {shown} |"
    yield from ("", "## Impossible in every position, as it should be", "")
    yield from ("| action | sets of rules | why |", "|---|---:|---|")
    for each in proved.impossible:
        yield f"| {each.action} | {len(each.rules)} | {each.reason} |"


def proofs_json(proved: Proved) -> str:
    """Everything but the seconds, which are not the same twice, and the text of the certificates."""
    plain = msgspec.to_builtins(proved)
    for proof in plain["encirclement"]:
        del proof["seconds"]
        if proof["refutation"]:
            proof["refutation"] = {key: proof["refutation"][key] for key in ("clauses", "steps")}
    text = msgspec.json.encode({"verdict": proved.verdict, **plain})
    return msgspec.json.format(text, indent=1).decode()


def counterexample_files(proved: Proved) -> list[tuple[str, str]]:
    """Every counterexample that is a log, with a name for its file."""
    found = [
        (f"{_slug(claim.name)}-{number:02}-{failure.action}", failure.log)
        for claim in proved.claims
        for number, failure in enumerate(claim.failures, 1)
    ]
    found += [(_slug(letter.name), letter.counterexample.log) for letter in proved.letters if letter.counterexample]
    return [(f"{name}.rtm", log) for name, log in found if log]


def _slug(name: str) -> str:
    return "-".join(re.findall(r"\w+", name.lower()))
