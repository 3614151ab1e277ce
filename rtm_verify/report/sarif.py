"""A SARIF 2.1.0 report: what is wrong in which line of which log, for hosts that show it beside the text."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

import rtm_verify
from rtm_verify.errors import Place
from rtm_verify.kernel.replay import Finding, FindingKind
from rtm_verify.render.dot import plain
from rtm_verify.report.checks import Check, checks
from rtm_verify.report.result import Result

__all__ = ["sarif_report"]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

# A finding that breaks a clause stands under the clause; the others under what kind of finding they are.
_KINDS: Mapping[FindingKind, str] = {
    "refused": "A move is against the rules.",
    "unmet": "An expected fact does not hold.",
    "not-cited": "A step does not rest on a rule it is said to rest on.",
    "not-refused": "A move said to be illegal is legal.",
    "wrong-reason": "A move said to be illegal is refused by other rules.",
    "invariant": "A position breaks what must always hold.",
    "erratum": "The rulebook prints a result that its rules do not give.",
    "bad-input": "The log cannot be read.",
}


def sarif_report(results: Sequence[Result]) -> str:
    """The report as JSON, the same text for the same results.

    Failures and logs that cannot be read are errors, errata are notes.
    """
    found = [pair for result in results for pair in _found(result)]
    described: dict[str, dict[str, Any]] = {}
    for check, finding in found:
        for rule_id in dict.fromkeys((_rule_id(finding), *finding.rules)):
            described.setdefault(rule_id, _rule(rule_id, check, finding))
    positions = {rule_id: position for position, rule_id in enumerate(described)}
    prints: dict[str, int] = {}
    run = {
        "tool": {
            "driver": {"name": "rtm-verify", "version": rtm_verify.__version__, "rules": list(described.values())}
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(check, finding, positions, prints) for check, finding in found],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2) + "\n"


def _found(result: Result) -> Iterator[tuple[Check, Finding]]:
    return ((check, finding) for check in checks(result) for finding in check.findings)


def _rule_id(finding: Finding) -> str:
    return finding.rules[0] if finding.rules else finding.kind


def _rule(rule_id: str, check: Check, finding: Finding) -> dict[str, Any]:
    if not finding.rules or check.result.ruleset is None:
        return {"id": rule_id, "shortDescription": {"text": _KINDS[finding.kind]}}
    rule = check.result.ruleset.catalogue[rule_id]
    return {
        "id": rule_id,
        "shortDescription": {"text": _message(rule.summary)},
        "properties": {"place": rule.place},
    }


def _result(check: Check, finding: Finding, positions: Mapping[str, int], prints: dict[str, int]) -> dict[str, Any]:
    rule_id = _rule_id(finding)
    properties: dict[str, Any] = {"kind": finding.kind, "claim": plain(check.text), "rules": list(finding.rules)}
    if check.step:
        properties["step"] = check.step.label
    if check.result.edition:
        properties["edition"] = plain(check.result.edition)
    return {
        "ruleId": rule_id,
        "ruleIndex": positions[rule_id],
        "level": "error" if finding.fails else "note",
        "message": {"text": _message(finding.message)},
        "locations": [_location(finding.place)],
        "partialFingerprints": {"primaryLocationLineHash": _fingerprint(check, finding, prints)},
        "properties": properties,
    }


def _message(text: str) -> str:
    """A text in which nothing is taken for a placeholder or a link, which are part of SARIF's messages.

    >>> _message("[Mud](x) {0}")
    '[Mud] (x) {{0}}'
    """
    return plain(text).replace("{", "{{").replace("}", "}}").replace("](", "] (")


def _location(place: Place) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": _artifact(Path(place.file))}
    if place.line:
        physical["region"] = {"startLine": place.line} | ({"startColumn": place.column} if place.column else {})
    return {"physicalLocation": physical}


def _artifact(path: Path) -> dict[str, str]:
    """A file within the working directory is named from there, so that the report is the same on every machine."""
    here = Path.cwd()
    full = Path(os.path.normpath(here / path))
    if not full.is_relative_to(here):
        return {"uri": full.as_uri()}
    return {"uri": quote_from_bytes(os.fsencode(full.relative_to(here).as_posix())), "uriBaseId": "%SRCROOT%"}


def _fingerprint(check: Check, finding: Finding, prints: dict[str, int]) -> str:
    """Stays the same when lines are added above: it is made of what is claimed where, not of its line.

    Parameters
    ----------
    prints : how often each was given already; the same claim may stand twice in a step.
    """
    step = check.step.label if check.step else ""
    told = (_artifact(check.result.path)["uri"], check.result.edition, step, check.text, _rule_id(finding))
    digest = hashlib.sha256("\n".join(told).encode("utf-8", "backslashreplace")).hexdigest()[:32]
    prints[digest] = prints.get(digest, 0) + 1
    return f"{digest}:{prints[digest]}"
