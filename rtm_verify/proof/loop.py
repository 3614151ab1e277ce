"""A function of sets with one `while` loop, taken apart so that it can be run on formulas.

In play a set is an `int` whose bits are its members; in a proof it is a `Set` of formulas. Operators mean the same on
both, but a loop over formulas would never know when to stop. So the loop is cut where a proof by induction cuts it:
what comes before it, its test, one round of it, and what comes after. The pieces are the statements of the function's
own source, run one after the other, so that what is proved is what is played.

Two things are not run but followed by rule. That rounds follow each other until the test fails is the meaning of
`while`. And ``for n in members(s):`` over a `Set` goes through all numbers; after each, what its body assigned
counts only if `n` is in `s`. Any other statement that would have to decide on a formula is refused, and so is source
that is not what the function was compiled from.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping
from types import CodeType, FunctionType
from typing import Any

from rtm_verify.kernel.bits import members
from rtm_verify.proof.sets import Formula, Set, choose

__all__ = ["Loop"]

Locals = dict[str, Any]


class Loop:
    """The pieces of a function: ``before; while test: round; after; return result``.

    Parameters
    ----------
    function : it is read from its source.
    size : how many numbers there are: sets are of those below.

    Examples
    --------
    >>> from rtm_verify.kernel.bits import flood
    >>> loop = Loop(flood, 3)
    >>> head = loop.enter(seed=Set.named("s", 3), within=0b110, neighbours=[0b010, 0b101, 0b010])
    >>> head["wave"].bits
    (False, s1, s2)
    >>> loop.round(head)["reached"].bits
    (False, Or(s1, And(s2, Not(s1))), Or(s2, And(s1, Not(s2))))
    """

    def __init__(self, function: Callable[..., Any], size: int) -> None:
        if not isinstance(function, FunctionType) or hasattr(function, "__wrapped__"):
            raise TypeError(f"{function!r} is no plain function")
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
        if not isinstance(definition, ast.FunctionDef):
            raise TypeError(f"{function.__name__} is no plain function")
        if _fingerprint(_code_of(definition)) != _fingerprint(function.__code__):
            raise ValueError(f"the source of {function.__name__} is not what runs")
        if any(isinstance(node, ast.NamedExpr) for node in ast.walk(definition)):
            raise ValueError(f"{function.__name__} assigns within an expression")
        *statements, last = definition.body
        where = [index for index, statement in enumerate(statements) if isinstance(statement, ast.While)]
        if len(where) != 1 or not isinstance(last, ast.Return) or last.value is None:
            raise ValueError(f"{function.__name__} is not one loop with a result after it")
        loop = statements[where[0]]
        assert isinstance(loop, ast.While)  # noqa: S101 (for the type checker)
        if loop.orelse:
            raise ValueError(f"the loop of {function.__name__} has an else")
        self.name, self.size = function.__name__, size
        self._globals = function.__globals__
        self._before, self._body = statements[: where[0]], loop.body
        self._test, self._after, self._result = loop.test, statements[where[0] + 1 :], last.value

    def enter(self, **arguments: Any) -> Locals:
        """The variables when the loop is first reached."""
        return self._run(self._before, arguments)

    def goes_on(self, variables: Mapping[str, Any]) -> Formula:
        """Whether another round follows: a set counts as true if it has a member."""
        return Set.of(self._value(self._test, variables), self.size).some()

    def round(self, variables: Mapping[str, Any]) -> Locals:
        """The variables after one more round."""
        return self._run(self._body, variables)

    def leave(self, variables: Mapping[str, Any]) -> Any:
        """What the function returns once the test has failed."""
        return self._value(self._result, self._run(self._after, variables))

    def _run(self, statements: Iterable[ast.stmt], variables: Mapping[str, Any]) -> Locals:
        found = dict(variables)
        for statement in statements:
            match statement:
                case ast.For(ast.Name(number), ast.Call(ast.Name(called), [argument], []), body, []) if (
                    self._globals.get(called) is members
                ):
                    chosen = Set.of(self._value(argument, found), self.size)
                    found = self._each(number, chosen, body, found)
                case ast.Expr(ast.Constant()):
                    continue  # the docstring
                case ast.AugAssign(ast.Name(name)) if isinstance(found.get(name), int | Set):  # others change in place
                    exec(_compiled(statement), self._globals, found)  # noqa: S102 (the project's own source)
                case ast.Assign(targets) if all(isinstance(target, ast.Name) for target in targets):
                    exec(_compiled(statement), self._globals, found)  # noqa: S102
                case _:
                    raise ValueError(f"{self.name}: a proof cannot follow `{ast.unparse(statement)}`")
        return found

    def _each(self, number: str, chosen: Set, body: list[ast.stmt], variables: Locals) -> Locals:
        if chosen.above is not False:
            raise ValueError(f"{self.name}: the members of a set without an end are no loop")
        for index in range(self.size):
            after = self._run(body, variables | {number: index})
            changed = {name for name in after if name != number and after[name] is not variables.get(name)}
            if not changed <= variables.keys():
                raise ValueError(f"{self.name}: {', '.join(sorted(changed - variables.keys()))} may have no value")
            for name in changed:
                with_it, without = (Set.of(values[name], self.size) for values in (after, variables))
                variables = variables | {name: choose(chosen.has(index), with_it, without)}
        return variables

    def _value(self, expression: ast.expr, variables: Mapping[str, Any]) -> Any:
        return eval(_compiled(expression), self._globals, dict(variables))  # noqa: S307 (the project's own source)


def _code_of(definition: ast.FunctionDef) -> CodeType:
    module = compile(ast.Module([definition], []), "<loop>", "exec", dont_inherit=True)
    return next(constant for constant in module.co_consts if isinstance(constant, CodeType))


def _fingerprint(code: CodeType) -> tuple[Any, ...]:
    constants = tuple(constant for constant in code.co_consts if not isinstance(constant, str))  # texts are indented
    return code.co_code, code.co_names, code.co_varnames, constants


def _compiled(node: ast.stmt | ast.expr) -> CodeType:
    if isinstance(node, ast.expr):
        return compile(ast.Expression(node), "<loop>", "eval")
    return compile(ast.Module([node], []), "<loop>", "exec")
