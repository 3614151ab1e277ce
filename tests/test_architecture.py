"""The rooms of the house open in one direction only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import rtm_verify

PACKAGE = Path(rtm_verify.__file__).parent

# What each room may import, besides itself.
BASE = {"errors", "files", "names", "toml"}
ALLOWED = {
    "errors": set(),
    "files": {"errors"},
    "names": {"errors"},
    "toml": {"errors", "files"},
    "log": BASE,
    "kernel": BASE | {"log"},
    "proof": BASE | {"log", "kernel"},
    "games": BASE | {"log", "kernel", "proof"},
    "render": BASE | {"kernel"},
    "library": BASE | {"log", "kernel", "games", "proof"},
    "report": BASE | {"log", "kernel", "render", "library", "proof"},
    "pytest_plugin": {"report"},
    "cli": BASE | {"log", "kernel", "games", "render", "library", "report", "proof"},
}


def imported_rooms(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names if node.module == "rtm_verify")
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
    return {name.split(".")[1] for name in names if name.startswith("rtm_verify.") and name != "rtm_verify.__version__"}


@pytest.mark.parametrize("room", sorted(ALLOWED))
def test_a_room_imports_only_rooms_before_it(room: str) -> None:
    files = [PACKAGE / f"{room}.py"] if (PACKAGE / f"{room}.py").exists() else sorted((PACKAGE / room).rglob("*.py"))
    assert files
    for path in files:
        assert imported_rooms(path) - {room} <= ALLOWED[room], path.relative_to(PACKAGE)


def test_every_module_belongs_to_a_room() -> None:
    modules = {path.stem if path.is_file() else path.name for path in PACKAGE.iterdir() if path.suffix in ("", ".py")}
    assert modules - {"__init__", "__main__", "__pycache__", "bundled"} == set(ALLOWED)


def test_the_rooms_all_games_share_do_not_speak_of_one_game() -> None:
    words = ("race_to_moscow", "panzer", "soviet")
    for room in ("log", "kernel", "render"):
        for path in sorted((PACKAGE / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            docs = {
                ast.get_docstring(n, clean=False)
                for n in ast.walk(tree)
                if isinstance(n, ast.Module | ast.ClassDef | ast.FunctionDef)
            }
            code = [
                n.value
                for n in ast.walk(tree)
                if isinstance(n, ast.Constant) and isinstance(n.value, str) and n.value not in docs
            ]
            names = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name)]
            for text in (*code, *names):
                assert not any(word in text.lower() for word in words), f"{path.name}: {text}"
