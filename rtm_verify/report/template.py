"""The HTML templates; whatever is put into one is escaped."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # jinja2 is imported where a page is written, so that the command line starts fast
    from jinja2 import Environment

__all__ = ["fill"]


def fill(name: str, **values: Any) -> str:
    """A template of this package with its blanks filled."""
    return _environment().get_template(name).render(values)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("rtm_verify.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
