"""Connected or cut off, shown by something that can be checked without searching.

That a place is connected is shown by a *rank*: every place has a neighbour of lower rank, down to a root. That a set is
cut off is shown by the set itself: it holds no root, and no edge leads out of it into open ground. The two checkers
follow no path; a search that finds the ranks need not be trusted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

__all__ = ["Edges", "exits", "rank", "ungrounded"]

Edges = Mapping[int, Collection[int]]


def rank(nodes: Collection[int], edges: Edges, roots: Collection[int]) -> dict[int, int]:
    """For each node that a chain of nodes joins to a root, the length of the shortest one.

    >>> rank({1, 2, 3, 9}, {1: [2], 2: [1, 3], 3: [2]}, {3})
    {3: 0, 2: 1, 1: 2}
    """
    ranks = {root: 0 for root in sorted(roots) if root in nodes}
    wave = list(ranks)
    backwards: dict[int, list[int]] = {}
    for node in nodes:
        for other in edges.get(node, ()):
            backwards.setdefault(other, []).append(node)
    while wave:
        found = dict.fromkeys(node for other in wave for node in backwards.get(other, ()) if node not in ranks)
        for node in found:
            ranks[node] = min(ranks[other] for other in edges[node] if other in ranks) + 1
        wave = list(found)
    return ranks


def ungrounded(nodes: Collection[int], edges: Edges, roots: Collection[int], ranks: Mapping[int, int]) -> Iterator[int]:
    """The nodes that the ranks do not show to be connected: none if the certificate is good.

    >>> list(ungrounded({1, 2}, {1: [2]}, {2}, {2: 0, 1: 1}))
    []
    >>> list(ungrounded({1, 2, 3}, {1: [2], 2: [1]}, {3}, {1: 1, 2: 2, 3: 0}))
    [1]
    """
    for node in sorted(nodes):
        if node not in ranks or ranks[node] < 0:
            yield node
        elif ranks[node] == 0:
            if node not in roots:
                yield node
        elif not any(other in nodes and ranks.get(other, ranks[node]) < ranks[node] for other in edges.get(node, ())):
            yield node


def exits(pocket: Collection[int], ground: Collection[int], edges: Edges, roots: Collection[int]) -> Iterator[int]:
    """The nodes of a pocket that are a root or have an edge to open ground outside it: none if it is cut off.

    >>> list(exits({1, 2}, {1, 2, 3}, {1: [2], 2: [1, 3]}, {3}))
    [2]
    """
    for node in sorted(pocket):
        if node in roots or any(other in ground and other not in pocket for other in edges.get(node, ())):
            yield node
