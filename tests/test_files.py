"""Files are read within limits and written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rtm_verify import files
from rtm_verify.errors import InputError
from rtm_verify.files import claim_folder, read_text, write_whole


def test_line_ends_and_a_byte_order_mark_are_read_as_plain_text(tmp_path: Path) -> None:
    path = tmp_path / "a.rtm"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    assert read_text(path) == "one\ntwo\nthree\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a\nb\xff", "a.rtm:2:2: not UTF-8 text"),
        (b"a\nbc\0d", "a.rtm:2:3: holds a NUL byte"),
    ],
)
def test_what_is_not_text_is_refused_at_its_place(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "a.rtm"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_text(path)
    assert message in str(caught.value)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 10)
    path = tmp_path / "a.rtm"
    path.write_bytes(b"x" * 11)
    with pytest.raises(InputError, match="larger than"):
        read_text(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_text(tmp_path / "none")
    with pytest.raises(InputError, match="directory"):
        read_text(tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        read_text(Path("a\0b"))


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.txt"
    write_whole(path, "old")
    write_whole(path, b"new")
    assert path.read_text() == "new"
    assert [file.name for file in path.parent.iterdir()] == ["a.txt"]


def test_a_link_stays_a_link_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link.txt"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rtm")
    with pytest.raises(InputError, match="no ordinary file"):
        read_text(tmp_path / "pipe.rtm")


def test_an_interrupted_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    write_whole(path, "old")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="cannot be written"):
        write_whole(tmp_path / "file" / "a.txt", "x")


def test_a_folder_with_other_files_is_left_alone_unless_forced(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("x")
    with pytest.raises(InputError, match="--force"):
        claim_folder(tmp_path)
    claim_folder(tmp_path, force=True)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    with pytest.raises(InputError, match="--force"):
        claim_folder(tmp_path)


def test_a_new_folder_is_claimed_and_stays_claimed(tmp_path: Path) -> None:
    claim_folder(tmp_path / "new")
    write_whole(tmp_path / "new" / "a.txt", "x")
    claim_folder(tmp_path / "new")
    with pytest.raises(InputError, match="not a folder"):
        claim_folder(tmp_path / "new" / "a.txt", force=True)
