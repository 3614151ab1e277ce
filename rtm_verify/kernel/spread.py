"""Pushing boxes apart until none covers another, each staying as near to its place as it can."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

__all__ = ["Box", "spread"]

TOLERANCE = 1e-6  # points: far below what anybody can see, above what rounding leaves behind


class Box(msgspec.Struct, frozen=True):
    """A rectangle by its edges."""

    left: float
    bottom: float
    right: float
    top: float

    def moved(self, x: float, y: float) -> Box:
        """The same rectangle, shifted.

        >>> Box(0, 0, 2, 1).moved(10, 0)
        Box(left=10, bottom=0, right=12, top=1)
        """
        return Box(self.left + x, self.bottom + y, self.right + x, self.top + y)

    def overlaps(self, other: Box) -> bool:
        """Whether the two share more than an edge.

        >>> Box(0, 0, 2, 1).overlaps(Box(1, 0, 3, 1)), Box(0, 0, 2, 1).overlaps(Box(2, 0, 3, 1))
        (True, False)
        """
        return (
            self.left < other.right and other.left < self.right and self.bottom < other.top and other.bottom < self.top
        )


def spread(boxes: Sequence[Box], gap: float = 0.0, rounds: int = 2000) -> tuple[tuple[float, float], ...]:
    """How far each box must move so that no two overlap and `gap` points lie between them.

    Boxes that overlap part along the axis on which they overlap less, each by half. The result depends on nothing but
    the boxes. After `rounds` rounds it stands as it is: boxes packed too tightly may still overlap.

    Examples
    --------
    >>> spread([Box(0, 0, 4, 9), Box(3, 0, 7, 9), Box(20, 0, 21, 9)])
    ((-0.5, 0.0), (0.5, 0.0), (0.0, 0.0))
    """
    shifts = [[0.0, 0.0] for _ in boxes]
    pairs = [(i, j) for j in range(len(boxes)) for i in range(j)]
    for _ in range(rounds):
        touched = False
        for i, j in pairs:
            a, b = boxes[i], boxes[j]
            (ax, ay), (bx, by) = shifts[i], shifts[j]
            right, left = a.right + ax - b.left - bx + gap, b.right + bx - a.left - ax + gap
            if right <= TOLERANCE or left <= TOLERANCE:
                continue
            above, below = a.top + ay - b.bottom - by + gap, b.top + by - a.bottom - ay + gap
            if above <= TOLERANCE or below <= TOLERANCE:
                continue
            touched = True
            across, along = min(right, left), min(above, below)
            axis, push = (
                (0, -right if right < left else left) if across < along else (1, -above if above < below else below)
            )
            shifts[i][axis] += push / 2
            shifts[j][axis] -= push / 2
        if not touched:
            break
    return tuple((x, y) for x, y in shifts)
