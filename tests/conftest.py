"""Common to all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# A slow machine is no failure; and CI tries the same examples every time, so that a red run can be repeated.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
