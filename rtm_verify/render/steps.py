"""The pictures of a replay, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rtm_verify.errors import InputError, Place
from rtm_verify.kernel.picture import Picture
from rtm_verify.kernel.replay import Replay, Step
from rtm_verify.kernel.ruleset import Ruleset
from rtm_verify.render.draw import Format, draw

__all__ = ["draw_steps", "find_step", "shown_things", "step_picture"]


def step_picture(ruleset: Ruleset[Any, Any], step: Step) -> Picture:
    """The position after a step, with what the step changed."""
    actor = f"{step.actor}: " if step.actor else ""
    refused = " (refused)" if step.violations else ""
    title = f"{step.label}  {actor}{step.text}{refused}"
    return ruleset.picture(step.state, step.before, shown_things(ruleset, step), title, step.through)


def shown_things(ruleset: Ruleset[Any, Any], step: Step) -> tuple[str, ...]:
    """What the picture of a step points out: what the log highlights, and a refused move's aim and obstacles."""
    blockers = (blocker for violation in step.violations for blocker in violation.blockers)
    aim = ruleset.subject(step.played[-1].action) if step.violations and step.played else ""
    return tuple(name for name in dict.fromkeys((*step.highlights, aim, *map(ruleset.on_map, blockers))) if name)


def draw_steps(
    replay: Replay, ruleset: Ruleset[Any, Any], file_format: Format, label: str = ""
) -> Iterator[tuple[str, bytes]]:
    """A file name and its content for each step, or for the one with the label.

    Raises
    ------
    InputError
        If no step has the label.
    """
    steps = (find_step(replay, label),) if label else replay.steps
    return ((f"step-{step.label}.{file_format}", draw(step_picture(ruleset, step), file_format)) for step in steps)


def find_step(replay: Replay, label: str = "") -> Step:
    """The step with the label; without one, the last of the main line.

    Raises
    ------
    InputError
        If no step has the label.
    """
    if not label:
        return [step for step in replay.steps if not step.branch][-1]
    for step in replay.steps:
        if step.label == label:
            return step
    known = ", ".join(step.label for step in replay.steps)
    raise InputError(f"no step has the label '{label}'", Place(replay.log.file), suggestion=f"one of {known}")
