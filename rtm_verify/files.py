"""Reading input files within limits, and writing output files whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from rtm_verify.errors import InputError, Place

__all__ = ["MAX_BYTES", "check_new", "claim_folder", "read_text", "write_new", "write_whole"]

# A recorded three-player game is below 200 kB; a file of this size is a mistake or an attack.
MAX_BYTES = 8 * 1024 * 1024

_MARKER = ".rtm-verify"


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, with line ends as ``\\n``.

    Raises
    ------
    InputError
        If the file is missing, a directory, larger than `MAX_BYTES`, not UTF-8, or holds NUL bytes.
    """
    place = Place(str(path))
    try:
        kind = path.stat().st_mode
        data = b""
        if stat.S_ISREG(kind):
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError("no such file", place) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the path itself
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"cannot be read ({reason})", place) from None
    if not stat.S_ISREG(kind):  # a pipe would be waited for for ever
        raise InputError(f"this is {'a directory' if stat.S_ISDIR(kind) else 'no ordinary file'}", place)
    if len(data) > MAX_BYTES:
        raise InputError(f"larger than {MAX_BYTES // (1024 * 1024)} MB: not a file of this tool", place)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise InputError(
            "not UTF-8 text", Place(str(path), line, column), suggestion="save the file as UTF-8"
        ) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        index = text.index("\0")
        line = text.count("\n", 0, index) + 1
        raise InputError("holds a NUL byte", Place(str(path), line, index - text.rfind("\n", 0, index)))
    return text


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file so that a reader, or an interruption, sees the old file or the new one, never a part.

    Raises
    ------
    InputError
        If the place cannot be written.
    """
    raw = data.encode("utf-8") if isinstance(data, str) else data
    temporary = ""
    try:
        path = Path(os.path.realpath(path))  # a link stays a link: what it points to is written
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask()
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise InputError(f"cannot be written ({error.strerror or error})", Place(str(path))) from None
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_new(path: Path, data: str | bytes, *, force: bool = False) -> None:
    """Write a file that is not there yet, or is to be replaced. Raises `InputError` if it is there and not forced."""
    check_new(path, force=force)
    write_whole(path, data)


def check_new(path: Path, *, force: bool = False) -> None:
    """Raise `InputError` if a file is there and not to be replaced: to be asked before a long task."""
    if os.path.lexists(path) and not force:
        raise InputError("this file exists already", Place(str(path)), suggestion="name another one, or use --force")


def claim_folder(folder: Path, *, force: bool = False) -> None:
    """Make sure that a folder is ours to write into: new, empty, written by this tool before, or forced.

    Raises
    ------
    InputError
        If the folder holds something else, or cannot be made.
    """
    marker = folder / _MARKER
    try:
        foreign = folder.exists() and not marker.exists() and (not folder.is_dir() or any(folder.iterdir()))
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", Place(str(folder))) from None
    if foreign and not (force and folder.is_dir()):
        raise InputError(
            "the folder holds files that this tool did not write"
            if folder.is_dir()
            else "this is a file, not a folder",
            Place(str(folder)),
            suggestion="name another folder" + (", or use --force" if folder.is_dir() else ""),
        )
    if foreign:
        return  # forced this once: the folder stays its owner's
    write_whole(marker, "This folder is written by rtm-verify, which may replace what is in it.\n")


def _umask() -> int:
    """The process's umask; reading it means setting it, so it is put back at once."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
