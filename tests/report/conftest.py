"""Logs for the reports: the shipped ones, and small ones with something wrong in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rtm_verify.library import find_logs
from rtm_verify.report.result import Result


@pytest.fixture(scope="session")
def shipped() -> list[Result]:
    """Some of the rulebooks' examples: enough of every kind, and not minutes of drawing."""
    logs = find_logs([])
    errs = next(path for path in logs if path.stem == "08-2-velikiye-luki-1")
    return [Result.of(path) for path in sorted({*logs[::5], errs})]


@pytest.fixture
def replayed(tmp_path: Path) -> Callable[..., Result]:
    """Writes a log that starts in Riga, and replays it."""

    def write(
        *lines: str,
        title: str = "A title",
        source: str = "8.2 EXAMPLE",
        name: str = "small.rtm",
        keep_going: bool = False,
    ) -> Result:
        path = tmp_path / name
        head = ["game race-to-moscow 2024", f'title "{title}"', f'source "{source}"', "scenario rulebook/riga", ""]
        path.write_text("\n".join([*head, "gray", *lines]) + "\n", encoding="utf-8")
        return Result.of(path, keep_going=keep_going)

    return write
