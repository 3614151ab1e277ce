"""What every worker needs and no fault touches, loaded once before the workers are forked: never the engine."""

from __future__ import annotations

import rtm_verify.games.race_to_moscow.spec.opinion
import rtm_verify.library
import rtm_verify.proof.conformance  # noqa: F401
from rtm_verify.games.race_to_moscow.edition import load_edition
from rtm_verify.games.race_to_moscow.policies import all_policies
from tests.faults.catalogue import load_chapters

load_chapters()
all_policies()
for _name in ("2024", "first"):
    load_edition(_name)
