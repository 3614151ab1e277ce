"""A log is a test: pytest collects ``*.rtm`` files, with an item for everything that is checked in them.

    pytest --rtm              every log below the paths, or `rtm = true` in the settings
    pytest replays/game.rtm   this one, without the option

The plugin is loaded by every pytest of an environment that has it, so it imports the engine only with the first log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rtm_verify.report.checks import Check

__all__ = ["pytest_addoption", "pytest_collect_file"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--rtm`` and the setting ``rtm``."""
    group = parser.getgroup("rtm", "logs of board games (rtm-verify)")
    group.addoption("--rtm", action="store_true", help="collect .rtm logs: each claim in them is a test")
    parser.addini("rtm", "collect .rtm logs, as with --rtm", type="bool", default=False)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a log, if logs are wanted or this one is named."""
    if file_path.suffix != ".rtm":
        return None
    wanted = parent.config.getoption("rtm") or parent.config.getini("rtm") or parent.session.isinitpath(file_path)
    return _LogFile.from_parent(parent, path=file_path) if wanted else None


class _LogFile(pytest.File):
    """A log; below it the steps, and below these what is checked in them."""

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """Everything that is checked in the log: it is replayed once, however often it is collected."""
        from rtm_verify.report.checks import checks
        from rtm_verify.report.result import Result

        here = Path.cwd()  # messages show the path as it would be typed here
        path = self.path.relative_to(here) if self.path.is_relative_to(here) else self.path
        return tuple(check for result in Result.every(path) for check in checks(result))

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        return _below(self, self.checks, 0)


class _Group(pytest.Collector):
    """The checks of one step, or of one more edition that the log is played by."""

    def __init__(self, *, checks: tuple[Check, ...], depth: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.checks = checks
        self.depth = depth

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        return _below(self, self.checks, self.depth)


def _below(parent: pytest.Collector, checks: Iterable[Check], depth: int) -> Iterator[pytest.Item | pytest.Collector]:
    for name, members in groupby(checks, lambda check: check.group[depth] if len(check.group) > depth else ""):
        if name:
            yield _Group.from_parent(parent, name=name, checks=tuple(members), depth=depth + 1)
        else:
            yield from (_CheckItem.from_parent(parent, name=check.name, check=check) for check in members)


class _ClaimError(Exception):
    """Something that a log claims is not so; the check knows what."""


class _CheckItem(pytest.Item):
    """One claim of a log."""

    def __init__(self, *, check: Check, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.check = check

    def runtest(self) -> None:
        for note in self.check.notes:
            self.user_properties.append(("erratum", note))
            self.add_report_section("call", "erratum", note)
        if self.check.failures:
            raise _ClaimError

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What is not so, for a reader of logs; only an error of the tool itself has a traceback."""
        if not isinstance(excinfo.value, _ClaimError):
            return super().repr_failure(excinfo, style)
        from rtm_verify.report.checks import explain

        return explain(self.check)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The line of the log, for tools that jump there."""
        place = self.check.place
        path = self.config.invocation_params.dir / place.file
        return path, place.line - 1 if place.line else None, " ".join((*self.check.group, self.check.text))
