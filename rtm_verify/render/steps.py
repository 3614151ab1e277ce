"""The pictures of a replay, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rtm_verify.errors import InputError
from rtm_verify.kernel.picture import Picture
from rtm_verify.kernel.replay import Replay, Step
from rtm_verify.kernel.ruleset import Ruleset
from rtm_verify.render.draw import Format, draw

__all__ = ["draw_steps", "shown_things", "step_picture"]


def step_picture(ruleset: Ruleset[Any, Any], step: Step) -> Picture:
    """The position after a step, with what the step changed."""
    actor = f"{step.actor}: " if step.actor else ""
    refused = " (refused)" if step.violations else ""
    title = f"{step.label}  {actor}{step.text}{refused}"
    return ruleset.picture(step.state, step.before, shown_things(ruleset, step), title, step.through)


def shown_things(ruleset: Ruleset[Any, Any], step: Step) -> tuple[str, ...]:
    """What the picture of a step points out: what the log highlights, and what stands in the way of a refused move."""
    blockers = (blocker for violation in step.violations for blocker in violation.blockers)
    return tuple(dict.fromkeys((*step.highlights, *(name for name in map(ruleset.on_map, blockers) if name))))


def draw_steps(
    replay: Replay, ruleset: Ruleset[Any, Any], file_format: Format, label: str = ""
) -> Iterator[tuple[str, bytes]]:
    """A file name and its content for each step, or for the one with the label.

    Raises
    ------
    InputError
        If no step has the label.
    """
    steps = [step for step in replay.steps if not label or step.label == label]
    if not steps:
        known = ", ".join(step.label for step in replay.steps)
        raise InputError(f"no step has the label '{label}'", suggestion=f"one of {known}")
    return ((f"step-{step.label}.{file_format}", draw(step_picture(ruleset, step), file_format)) for step in steps)
