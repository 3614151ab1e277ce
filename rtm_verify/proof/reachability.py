"""That a search finds all that can be reached and no more, from any start, over any ground.

A set is *closed* if it holds the start and, with any member, the members' neighbours on the ground. What can be reached
is the least closed set: it is closed, and every other closed set includes it (Knaster and Tarski). Of a search that
goes in rounds this is shown without following any path: the start is in every closed set X; a round leads out of no X;
when rounds end, what was reached is closed; and they end, since each but the last adds a member.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import z3

from rtm_verify.proof.loop import Loop
from rtm_verify.proof.obligation import Obligation
from rtm_verify.proof.sets import Formula, Set, all_of, no, one_of

__all__ = ["Found", "closed", "loosened", "search_obligations", "unrolled"]

Search = Callable[..., int]  # (seed, within, neighbours) -> what is reached, as `kernel.bits.flood`
Links = Sequence[Set | int]


def closed(area: Set, seed: Set, within: Set, links: Links) -> Formula:
    """Whether a set holds what of the seed is on the ground `within`, and all neighbours on it of its members.

    >>> known = [Set.of(mask, 3) for mask in (0b011, 0b001, 0b111)]
    >>> closed(*known, [0b010, 0b101, 0b010])
    False
    """
    return all_of(((seed & within).within(area), _leads_out_of_none(area, area, within, links)))


def _leads_out_of_none(members: Set, area: Set, within: Set, links: Links) -> Formula:
    """Whether every neighbour on the ground of every member is in an area."""
    size = len(area.bits)
    away = [one_of((no(inside), found)) for inside, found in zip(within.bits, area.bits, strict=True)]
    parts: list[Formula] = []
    for member, nearby in zip(members.bits, links, strict=True):
        absent = no(member)
        near = ((bit, fine) for bit, fine in zip(Set.of(nearby, size).bits, away, strict=True) if bit is not False)
        parts += [one_of((absent, no(bit), fine)) for bit, fine in near]
    return all_of(parts)


def loosened(tables: Sequence[Links], size: int) -> list[Set]:
    """Links that can be those of any table: where tables differ, or do not say, nothing is known.

    >>> [links.bits for links in loosened([[0b10, 0b01], [0b10, 0b00]], 2)]
    [(False, True), (link1-0, False)]
    """

    def link(a: int, b: int, found: Sequence[Formula]) -> Formula:
        known = isinstance(found[0], bool) and all(bit is found[0] for bit in found)
        return found[0] if known else z3.Bool(f"link{a}-{b}")

    rows = ([Set.of(table[start], size).bits for table in tables] for start in range(size))
    return [Set(link(a, b, found) for b, found in enumerate(zip(*row, strict=True))) for a, row in enumerate(rows)]


def search_obligations(search: Search, links: Links, name: str) -> list[Obligation]:
    """What must be shown of a search along given links, for every seed and every ground.

    Parameters
    ----------
    search : a function with one loop (see `Loop`), of whose variables no round changes others than `reached` and
        `wave`, and those that it sets itself.
    links : the neighbours of each number; of what is not known, nothing is assumed.
    """
    size = len(links)
    seed, within, reached, wave, other = (Set.named(part, size) for part in ("seed", "ground", "reached", "wave", "X"))
    loop = Loop(search, size)
    head = loop.enter(seed=seed, within=within, neighbours=links)
    now = head | {"reached": reached, "wave": wave}
    later, result = loop.round(now), loop.leave(now)
    # What has the same value in every round is known; what hangs on the rounds gone by would have to be proved.
    if changed := sorted({part for part in now if later[part] is not now[part]} - {"reached", "wave"}):
        raise ValueError(f"{name}: a round changes {', '.join(changed)} too")

    def sound(reached: Set, wave: Set) -> Formula:
        """What holds whenever the loop is reached: only the wave still has neighbours to look at."""
        parts = (seed & within).within(reached), reached.within(within), wave.within(reached)
        return all_of((*parts, _leads_out_of_none(reached & ~wave, reached, within, links)))

    def claim(part: str, sentence: str, given: tuple[Formula, ...], *goals: Formula) -> Obligation:
        sets = {"seed": seed, "ground": within, "reached": reached, "wave": wave, "X": other}
        return Obligation(f"{name}: {part}", sentence, given, all_of(goals), sets)

    goes_on, any_closed = loop.goes_on(now), closed(other, seed, within, links)
    grown = one_of((no(loop.goes_on(later)), (later["reached"] & ~reached).some()))
    return [
        claim("start", "At first only the wave has neighbours to look at.", (), sound(head["reached"], head["wave"])),
        claim("start is reachable", "The start is in every closed set.", (any_closed,), head["reached"].within(other)),
        claim(
            "round", "A round keeps that so.", (sound(reached, wave), goes_on), sound(later["reached"], later["wave"])
        ),
        claim(
            "round is reachable",
            "A round leads out of no closed set.",
            (any_closed, goes_on, wave.within(reached), reached.within(other)),
            later["reached"].within(other),
        ),
        claim(
            "rounds end",
            "Nothing reached is lost, and each round but the last adds a member.",
            (sound(reached, wave), goes_on),
            reached.within(later["reached"]),
            grown,
        ),
        claim(
            "end",
            "When no round follows, the result is what was reached, and it is closed.",
            (sound(reached, wave), no(goes_on)),
            result.within(reached),
            reached.within(result),
            closed(result, seed, within, links),
        ),
    ]


class Found(msgspec.Struct):
    """Stands in for a search that has been proved: it answers with a set of which only the proved facts are known.

    Attributes
    ----------
    calls : what it was asked, and what it answered.
    """

    size: int
    calls: list[tuple[Set, Set, Links, Set]] = []

    def __call__(self, seed: Set | int, within: Set | int, neighbours: Links) -> Set:
        """A set that is not known."""
        answer = Set.named(f"found{len(self.calls)} ", self.size)
        start, ground = Set.of(seed, self.size), Set.of(within, self.size)
        if not start.above is ground.above is False:  # nothing has been proved of such a question
            raise ValueError("a search is asked for a set without an end")
        self.calls.append((start, ground, neighbours, answer))
        return answer

    def closed(self) -> Iterator[Formula]:
        """That each answer is closed, and on its ground."""
        for seed, within, links, answer in self.calls:
            yield closed(answer, seed, within, links)
            yield answer.within(within)

    def least(self, other: Callable[[Set], Set]) -> Iterator[Formula]:
        """That each answer is in the set that `other` names for its ground, if that set is closed."""
        for seed, within, links, answer in self.calls:
            named = other(within)
            yield one_of((no(closed(named, seed, within, links)), answer.within(named)))


def unrolled(search: Search, rounds: int, size: int, kept: list[Formula]) -> Callable[..., Any]:
    """The search itself, run for so many rounds; that it takes just as many is added to the list `kept`."""

    def run(seed: Set | int, within: Set | int, neighbours: Links) -> Any:
        loop = Loop(search, size)
        now = loop.enter(seed=Set.of(seed, size), within=Set.of(within, size), neighbours=neighbours)
        for _ in range(rounds):
            kept.append(loop.goes_on(now))
            now = loop.round(now)
        kept.append(no(loop.goes_on(now)))
        return loop.leave(now)

    return run
