from __future__ import annotations

from pathlib import Path

import pytest

from .table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)
