"""A JUnit report: a suite for each log, a case for everything checked in it, for servers that collect test results."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from rtm_verify.render.dot import plain
from rtm_verify.report.checks import Check, checks, explain
from rtm_verify.report.result import Result

__all__ = ["junit_report"]


def junit_report(results: Sequence[Result]) -> bytes:
    """The report as XML, the same bytes for the same results: it says neither when nor how fast.

    A claim that is not so is a failure; a log that cannot be read (on) is an error; an erratum is a property.
    """
    root = ET.Element("testsuites", name="rtm-verify")
    suites = [_suite(root, result) for result in results]
    for count in ("tests", "failures", "errors"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in suites)))
    ET.indent(root)
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _suite(root: ET.Element, result: Result) -> ET.Element:
    path = plain(result.path.as_posix())
    suite = ET.SubElement(root, "testsuite", name=f"{path} ({result.edition})" if result.edition else path, file=path)
    cases = [_case(suite, path, check) for check in checks(result)]
    suite.set("tests", str(len(cases)))
    for count, tag in (("failures", "failure"), ("errors", "error")):
        suite.set(count, str(sum(case.find(tag) is not None for case in cases)))
    return suite


def _case(suite: ET.Element, path: str, check: Check) -> ET.Element:
    case = ET.SubElement(suite, "testcase", classname=path, name="::".join((*check.group, check.name)))
    case.set("file", plain(check.place.file))
    if check.place.line:
        case.set("line", str(check.place.line))
    if check.notes:
        properties = ET.SubElement(case, "properties")
        for note in check.notes:
            ET.SubElement(properties, "property", name="erratum", value=note)
    if check.failures:
        first = check.failures[0]
        failure = ET.SubElement(case, "error" if first.kind == "bad-input" else "failure", type=first.kind)
        failure.set("message", plain(f"{first.place}: {first.message}"))
        failure.text = explain(check)
    return case
