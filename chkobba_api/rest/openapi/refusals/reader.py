"""The reader of one function: the errors that it makes, and the functions that it calls."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from chkobba_api.errors import DomainError
from chkobba_api.rest.openapi.refusals.values import (
    OPERATORS,
    UNKNOWN,
    Bound,
    Call,
    Found,
    Frame,
    Instance,
    Known,
    Many,
    Values,
    declared,
    each,
    is_constant,
    is_ours,
    subclasses,
)
from games.engine import messages
from games.engine.violations import RuleViolation

ERRORS: Final = (DomainError, RuleViolation)

signature: Final = cache(inspect.signature)
static_attribute: Final = cache(inspect.getattr_static)


@cache
def read(frame: Frame) -> tuple[frozenset[Found], frozenset[Call]]:
    """Return the codes that a function names, and its calls."""
    code = frame.function.__code__
    node = _functions_of(code.co_filename).get(code.co_firstlineno)
    if node is None:  # made by a library, such as the methods of a dataclass
        return frozenset(), frozenset()
    reader = _Reader(frame)
    body = node.body if isinstance(node.body, list) else [ast.Expr(node.body)]
    for reader.is_last in (False, True):  # the second time, all values of local variables are known
        reader.found, reader.calls = set(), set()
        reader.block(body)
    return frozenset(reader.found), frozenset(reader.calls)


@cache
def _functions_of(file: str) -> dict[int, Any]:
    """Return the functions of a file by their first lines, decorators included."""
    path = Path(file)
    tree = ast.parse(path.read_text(encoding="utf-8") if path.is_file() else "")
    return {
        min(node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ())), node.lineno): node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.Lambda)
    }


class _Reader(ast.NodeVisitor):
    """Reads one function, with the constants among its arguments."""

    is_last = False

    def __init__(self, frame: Frame) -> None:
        self.globals: dict[str, Any] = frame.function.__globals__
        self.owner = frame.owner
        self.defined_in = frame.function.__qualname__.rpartition(".")[0]
        self.found: set[Found] = set()
        self.calls: set[Call] = set()
        self.caught: tuple[type, ...] = ()
        self.local: dict[str, Values] = {}
        given = dict(frame.arguments)
        for name, parameter in signature(frame.function).parameters.items():
            allowed = {UNKNOWN, *declared(parameter.annotation, self.globals)}
            self.local[name] = {given[name]} if name in given else allowed
        if frame.owner is not None:
            self.local[next(iter(self.local), "")] = {frame.owner}
        for name, cell in zip(frame.function.__code__.co_freevars, frame.function.__closure__ or (), strict=True):
            with suppress(ValueError):  # the cell is empty
                self.local[name] = {UNKNOWN, *({Known(cell.cell_contents)} if callable(cell.cell_contents) else ())}

    def block(self, statements: Sequence[ast.stmt]) -> bool:
        """Read statements; return whether they certainly leave the block."""
        for statement in statements:
            if (
                isinstance(statement, ast.If)
                and self.is_last
                and (decided := self._decided(statement.test)) is not None
            ):
                if self.block(statement.body if decided else statement.orelse):
                    return True
            else:
                self.visit(statement)
                if isinstance(statement, ast.Return | ast.Raise | ast.Continue | ast.Break):
                    return True
        return False

    def _decided(self, test: ast.expr) -> bool | None:
        """Return the truth of a condition if it is known."""
        values = self.value(test)
        (only,) = values if len(values) == 1 else (None,)
        return bool(only.value) if isinstance(only, Known) else None

    def generic_visit(self, node: ast.AST) -> None:
        """Read all parts, statements in blocks."""
        for _, part in ast.iter_fields(node):
            if isinstance(part, list) and part and isinstance(part[0], ast.stmt):
                self.block(part)
            else:
                for one in part if isinstance(part, list) else [part]:
                    if isinstance(one, ast.expr):
                        self._mention(self.value(one))
                    elif isinstance(one, ast.AST):
                        self.visit(one)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.Lambda) -> None:
        """Read an inner function as if it were called here."""
        for argument in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]:
            note = argument.annotation
            self._learn_name(argument.arg, set(declared(ast.unparse(note), self.globals)) if note else set())
        self.block(node.body if isinstance(node.body, list) else [ast.Expr(node.body)])

    def visit_Try(self, node: ast.Try) -> None:
        """Read the body without the errors that a handler ends."""
        before = self.caught
        for handler in node.handlers:
            self._learn_name(handler.name or "", set())
            raises = [part.exc for part in ast.walk(handler) if isinstance(part, ast.Raise)]
            if not any(one is None or (isinstance(one, ast.Name) and one.id == handler.name) for one in raises):
                self.caught += self._classes(handler.type)
        self.block(node.body)
        self.caught = before
        for part in (*(handler.body for handler in node.handlers), node.orelse, node.finalbody):
            self.block(part)

    def visit_With(self, node: ast.With) -> None:
        """Read the body without the errors that ``suppress`` ends."""
        before = self.caught
        for item in node.items:
            values = self.value(item.context_expr)
            if isinstance(item.context_expr, ast.Call) and Known(suppress) in self.value(item.context_expr.func):
                self.caught += tuple(one for part in item.context_expr.args for one in self._classes(part))
            if item.optional_vars:
                self._learn(item.optional_vars, {one for value in values for one in each(value)} or values)
        self.block(node.body)
        self.caught = before

    def visit_For(self, node: ast.For | ast.comprehension) -> None:
        """Read a loop as one round."""
        self._learn(node.target, {one for value in self.value(node.iter) for one in each(value)})
        for test in getattr(node, "ifs", ()):
            self.value(test)
        self.block(getattr(node, "body", ()))
        self.block(getattr(node, "orelse", ()))

    visit_comprehension = visit_For

    def visit_Assign(self, node: ast.Assign) -> None:
        """Note what the targets may be."""
        values = self.value(node.value)
        self._mention(values)
        for target in node.targets:
            self._learn(target, values)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Note the declared type, and what the target may be."""
        values = self.value(node.value) if node.value else set()
        self._learn(node.target, {UNKNOWN, *values, *declared(ast.unparse(node.annotation), self.globals)})

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Forget the value of the target."""
        self.value(node.value)
        self._learn(node.target, set())

    def visit_Raise(self, node: ast.Raise) -> None:
        """Read the error; a class without arguments is called."""
        for part in filter(None, (node.exc, node.cause)):
            for value in self.value(part):
                if isinstance(value, Known) and isinstance(value.value, type):
                    self._make(value.value, ast.Call(part, [], []))

    def _learn(self, target: ast.expr, values: Values) -> None:
        if isinstance(target, ast.Name):
            self._learn_name(target.id, values)
        elif isinstance(target, ast.Tuple | ast.List):
            for place, part in enumerate(target.elts):
                self._learn(part, {one for value in values for one in each(value, place)})
        else:
            self.visit(target)

    def _learn_name(self, name: str, values: Values) -> None:
        self.local.setdefault(name, set()).update(values or {UNKNOWN})

    def value(self, node: ast.expr) -> Values:
        """Return what an expression may be, and note its calls."""
        read = getattr(self, f"_{type(node).__name__.lower()}", None)
        if read:
            values: Values = read(node)
            return values or {UNKNOWN}
        if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            for part in node.generators:
                self.visit(part)
        self.generic_visit(node)
        return {UNKNOWN}

    def _constant(self, node: ast.Constant) -> Values:
        return {Known(node.value)}

    def _name(self, node: ast.Name) -> Values:
        if node.id in self.local:
            return self.local[node.id]
        return {Known(self.globals[node.id])} if node.id in self.globals else set()

    def _attribute(self, node: ast.Attribute) -> Values:
        return {one for value in self.value(node.value) for one in self._member(value, node.attr) or [UNKNOWN]}

    def _ifexp(self, node: ast.IfExp) -> Values:
        decided = self._decided(node.test) if self.is_last else None
        return {
            one
            for part, leads in ((node.body, True), (node.orelse, False))
            if decided in (None, leads)
            for one in self.value(part)
        }

    def _boolop(self, node: ast.BoolOp) -> Values:
        ends = isinstance(node.op, ast.Or)
        results: Values = set()
        for part in node.values:
            values = self.value(part)
            decided = self._decided(part) if self.is_last else None
            if decided is ends:
                return values
            if decided is None:
                results |= values
        return results or {Known(not ends)}

    def _unaryop(self, node: ast.UnaryOp) -> Values:
        decided = self._decided(node.operand)
        return {Known(not decided)} if isinstance(node.op, ast.Not) and decided is not None else set()

    def _compare(self, node: ast.Compare) -> Values:
        sides = [self.value(part) for part in (node.left, *node.comparators)]
        known = [one for side in sides if len(side) == 1 for one in side if isinstance(one, Known)]
        compare = OPERATORS.get(type(node.ops[0]))
        return {Known(compare(*(one.value for one in known)))} if len(known) == len(sides) == 2 and compare else set()

    def _namedexpr(self, node: ast.NamedExpr) -> Values:
        values = self.value(node.value)
        self._learn(node.target, values)
        return values

    def _subscript(self, node: ast.Subscript) -> Values:
        keys = self.value(node.slice)
        results: Values = set()
        for value in self.value(node.value):
            if isinstance(value, Known) and isinstance(value.value, dict) and keys and UNKNOWN not in keys:
                results |= {
                    Known(value.value[key.value]) for key in keys if isinstance(key, Known) and key.value in value.value
                }
            else:
                results.update(each(value) or {UNKNOWN})
        return results

    def _starred(self, node: ast.Starred) -> Values:
        return self.value(node.value)

    def _lambda(self, node: ast.Lambda) -> Values:
        self.visit_FunctionDef(node)
        return set()

    def _tuple(self, node: ast.Tuple | ast.List) -> Values:
        return {Many(tuple(frozenset(self.value(part)) for part in node.elts))}

    def _call(self, call: ast.Call) -> Values:
        if isinstance(call.func, ast.Name) and call.func.id == "super":
            return {("super",)}
        functions = self.value(call.func)
        for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
            self._mention(self.value(argument))
        results: Values = set()
        for function in functions:
            called = function.value if isinstance(function, Known) else function
            if isinstance(called, type):
                results.add(Instance(called))
                self._make(called, call)
            elif isinstance(called, Bound):
                if called.function in (ERRORS[0].__init__, ERRORS[1].__init__) and isinstance(called.owner, Instance):
                    self._note(call, called.owner.of)
                else:
                    results.update(self._step(called.function, called.owner, call) or {UNKNOWN})
            elif callable(called) and isinstance(plain := inspect.unwrap(called), FunctionType):
                results.update(self._step(plain, None, call) or {UNKNOWN})
            else:
                results.add(UNKNOWN)
        return results

    def _make(self, kind: type, call: ast.Call) -> None:
        if kind in ERRORS:
            self._note(call, kind)
        elif isinstance(made := static_attribute(kind, "__init__", None), FunctionType):
            self._step(made, Instance(kind), call)

    def _note(self, call: ast.Call, error: type) -> None:
        for value in self.value(call.args[0]) if call.args else ():
            if isinstance(value, Known) and isinstance(value.value, str) and not issubclass(error, self.caught):
                self.found.add(Found(value.value, error))

    def _mention(self, values: Iterable[Any]) -> None:
        """Note functions that are handed on, as if they were called here."""
        for value in values:
            if isinstance(value, Bound):
                self._step(value.function, value.owner, None)
            elif isinstance(value, Known) and isinstance(value.value, FunctionType):
                self._step(value.value, None, None)

    def _step(self, function: Any, owner: Instance | Known | None, call: ast.Call | None) -> Iterable[Any]:
        """Note a call; return what it may return."""
        plain = inspect.unwrap(function)
        if not isinstance(plain, FunctionType) or not is_ours(plain) or plain.__module__ == messages.__name__:
            return ()
        arguments = frozenset(self._arguments(plain, owner, call)) if call else frozenset()
        self.calls.add(Call(Frame(plain, owner, arguments), self.caught))
        return declared(plain.__annotations__.get("return"), plain.__globals__)

    def _arguments(
        self, function: FunctionType, owner: Instance | Known | None, call: ast.Call
    ) -> Iterator[tuple[str, Known]]:
        """Yield the parameters of a call that are constants."""
        parameters = list(signature(function).parameters.values())[owner is not None :]
        if any(isinstance(part, ast.Starred) for part in call.args) or any(part.arg is None for part in call.keywords):
            return
        given = dict(zip((one.name for one in parameters), call.args, strict=False))
        given |= {part.arg: part.value for part in call.keywords if part.arg}
        for parameter in parameters:
            values = self.value(given[parameter.name]) if parameter.name in given else {Known(parameter.default)}
            (only,) = values if len(values) == 1 else (None,)
            if isinstance(only, Known) and is_constant(only.value):
                yield parameter.name, only

    def _classes(self, node: ast.expr | None) -> tuple[type, ...]:
        parts = node.elts if isinstance(node, ast.Tuple) else [node] if node else []
        values = [value for part in parts for value in self.value(part)]
        return tuple(one.value for one in values if isinstance(one, Known) and isinstance(one.value, type))

    def _member(self, value: Any, name: str) -> Iterable[Any]:
        """Return what an attribute may be."""
        if value == ("super",) and self.owner:
            kind: Any = self.owner.of if isinstance(self.owner, Instance) else type(self.owner.value)
            names = [one.__qualname__ for one in kind.__mro__]
            above = kind.__mro__[names.index(self.defined_in) + 1 :] if self.defined_in in names else ()
            made = next((vars(one)[name] for one in above if name in vars(one)), None)
            return [Bound(made, self.owner)] if isinstance(made, FunctionType) else []
        if isinstance(value, Known) and isinstance(value.value, ModuleType | type):
            found = getattr(value.value, name, None)
            if inspect.ismethod(found):
                return [Bound(found.__func__, Known(found.__self__))]
            return [] if found is None else [Known(found)]
        if isinstance(value, Known):
            kind = type(value.value)
            if not is_ours(kind) or not isinstance(static_attribute(kind, name, None), FunctionType | property):
                return [Known(getattr(value.value, name))] if is_ours(kind) and hasattr(value.value, name) else []
        elif isinstance(value, Instance):
            kind = value.of
        else:
            return []
        return list(self._member_of(value, kind, name))

    def _member_of(self, owner: Instance | Known, kind: type, name: str) -> Iterator[Any]:
        overriding = () if isinstance(owner, Known) or hasattr(kind, "http_method_names") else subclasses(kind)
        for one in (kind, *overriding):
            found = static_attribute(one, name, None)
            bound = owner if one is kind else Instance(one)
            getter = found.fget if isinstance(found, property) else getattr(found, "func", None)
            if isinstance(found, property | cached_property) and getter:
                yield from self._step(getter, bound, None)
            elif isinstance(found, classmethod | staticmethod):
                yield Bound(found.__func__, bound) if isinstance(found, classmethod) else Known(found.__func__)
            elif isinstance(found, FunctionType):
                yield Bound(found, bound)
            elif found is not None and is_constant(found):
                yield Known(found)
        for one in kind.__mro__:
            if is_ours(one) and name in vars(one).get("__annotations__", ()):
                yield from (UNKNOWN, *declared(one.__annotations__[name], vars(sys.modules[one.__module__])))
