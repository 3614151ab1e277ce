"""Certificates of being connected and of being cut off."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rtm_verify.proof.certificate import exits, rank, ungrounded

graphs = st.dictionaries(st.integers(0, 9), st.frozensets(st.integers(0, 9), max_size=4), max_size=10)
sets = st.frozensets(st.integers(0, 9))


@given(nodes=sets, edges=graphs, roots=sets)
def test_what_has_a_rank_is_grounded_and_the_rest_has_no_exit(
    nodes: frozenset[int], edges: dict[int, frozenset[int]], roots: frozenset[int]
) -> None:
    ranks = rank(nodes, edges, roots)
    assert list(ungrounded(set(ranks), edges, roots & nodes, ranks)) == []
    assert list(exits(nodes - set(ranks), nodes, edges, roots & nodes)) == []


@given(nodes=sets, edges=graphs, roots=sets, ranks=st.dictionaries(st.integers(0, 9), st.integers(-1, 9)))
def test_no_forged_rank_grounds_what_is_cut_off(
    nodes: frozenset[int], edges: dict[int, frozenset[int]], roots: frozenset[int], ranks: dict[int, int]
) -> None:
    honest = rank(nodes, edges, roots)
    if not list(ungrounded(nodes, edges, roots & nodes, ranks)):
        assert set(honest) == nodes


def test_a_node_without_a_rank_is_not_grounded() -> None:
    assert list(ungrounded({1, 2}, {1: [2]}, {2}, {2: 0})) == [1]


def test_a_rank_of_zero_is_for_roots_only() -> None:
    assert list(ungrounded({1}, {}, {2}, {1: 0})) == [1]
