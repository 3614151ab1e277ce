"""What the statements of a topic entail of things that a game's own data give too, such as its board.

Each such unknown is a free Boolean or number of the topic. It is *entailed* if the statements leave it only one value;
the least statements that do so are its proof. It is *open* if they leave several, and then the data may choose.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from rtm_verify.kernel.provenance import Provenance
from rtm_verify.proof.consistency import RLIMIT, Fact, Question, Statement, Topic, least

__all__ = ["Derivation", "Derived", "Known", "derive"]


class Known(msgspec.Struct, frozen=True):
    """What the data give for an unknown, and where their entry comes from, if one entry holds it."""

    value: int | bool
    provenance: Provenance | None = None


class Derived(msgspec.Struct, frozen=True):
    """What the statements say of an unknown, the least statements that say so, and what the data say."""

    fact: Fact
    proof: tuple[Statement, ...]
    known: Known

    @property
    def holds(self) -> bool:
        """Whether the data have the value that is entailed; of what is open, they have one that is allowed."""
        return self.fact.value is None or self.fact.value == self.known.value


class Derivation(msgspec.Struct, frozen=True):
    """Everything that a topic says of the unknowns that the data give.

    Parameters
    ----------
    given_up : the statements left out, because the others contradict them.
    fits : whether all statements can hold with all values of the data together. It can fail although every single fact
        holds: if only one of two areas can have a harbor, and the data give one to both.
    """

    topic: Topic
    derived: tuple[Derived, ...]
    given_up: tuple[str, ...]
    fits: bool


def derive(
    topic: Topic, known: Mapping[str, Known], given_up: Collection[str] = (), rlimit: int = RLIMIT
) -> Derivation:
    """What a topic entails of what is known, without the statements that are given up: the others can hold together.

    Raises
    ------
    BudgetError
        If z3 used up its budget.

    Examples
    --------
    >>> from rtm_verify.proof.formula import parse_formula
    >>> flags = {"fort": "Kaluga is fortified", "port": "Riga has a harbor"}
    >>> def said(name, text):
    ...     formula = parse_formula(text, {"fort": "flag", "port": "flag", "paid": "number"})
    ...     return Statement(id=name, at=(), text=text, formula=formula)
    >>> topic = Topic(id="t", title="T", flags=flags, numbers={"paid": "ammo"},
    ...               statements=(said("rule", "paid = fort"), said("other", "port or fort"), said("one", "paid = 1")))
    >>> found = derive(topic, {"fort": Known(True), "port": Known(False)})
    >>> [(str(one.fact), [statement.id for statement in one.proof], one.holds) for one in found.derived]
    [('Kaluga is fortified: yes', ['rule', 'one'], True), ('Riga has a harbor: not determined', [], True)]
    >>> found.fits
    True
    """
    question = Question(topic, rlimit)
    kept = tuple(statement.id for statement in topic.statements if statement.id not in given_up)
    return Derivation(
        topic,
        derived=tuple(
            Derived(fact, _proof(question, topic, kept, fact), known[fact.name]) for fact in question.facts(known, kept)
        ),
        given_up=tuple(statement.id for statement in topic.statements if statement.id in given_up),
        fits=question.allows(kept, {name: given.value for name, given in known.items()}),
    )


def _proof(question: Question, topic: Topic, names: tuple[str, ...], fact: Fact) -> tuple[Statement, ...]:
    """The least statements that leave a fact no other value; none for what is open."""
    if fact.value is None:
        return ()
    value = fact.value

    def open_after(chosen: Iterable[str]) -> bool:
        return question.differs(chosen, fact.name, value)

    # What speaks of the fact itself makes the better proof, and is little to search.
    near = [name for name in names if fact.name in topic.statement(name).formula.names]
    needed = least(names if open_after(near) else near, open_after)
    return tuple(topic.statement(name) for name in needed)
