"""How long files and functions may be, and what they must say: limits that nobody has to recall.

They are those of CONTRIBUTING, "Style, in ten lines".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINES_PER_FILE, LINES_PER_FUNCTION, ARGUMENTS_PER_KERNEL = 400, 60, 6
KERNEL_DECORATORS = {"kernel", "leaf"}
BAGS = {"utils", "util", "common", "core", "helpers", "helper", "misc"}

Function = ast.FunctionDef | ast.AsyncFunctionDef
FILES = {
    str(path.relative_to(ROOT)): path
    for folder in ("src", "tests", "bench", "tools")
    for path in sorted((ROOT / folder).rglob("*.py"))
}
PRODUCT = {name: path for name, path in FILES.items() if name.startswith(("src", "bench"))}


def functions_of(tree: ast.AST) -> Iterator[Function]:
    """Yield every function and method of a module."""
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def body_lines(function: Function) -> int:
    """Return how many lines a function's body has, what it says of itself left out."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def kernels_of(path: Path) -> list[Function]:
    """Return the compiled functions of a file."""
    return [each for each in functions_of(ast.parse(path.read_text())) if is_kernel(each)]


def is_kernel(function: Function) -> bool:
    return any(
        isinstance(each, ast.Name) and each.id in KERNEL_DECORATORS
        for each in function.decorator_list
    )


def argument_count(function: Function) -> int:
    """Return how many arguments a function takes, however they may be written."""
    given = function.args
    loose = [each for each in (given.vararg, given.kwarg) if each]
    return len([*given.posonlyargs, *given.args, *given.kwonlyargs, *loose])


def public(node: ast.AST) -> bool:
    return isinstance(node, (ast.ClassDef, Function)) and not node.name.startswith("_")


@pytest.mark.parametrize("path", FILES.values(), ids=FILES)
def test_a_file_is_tidy(path: Path) -> None:
    text = path.read_text()
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "a file opens by saying what it is for"
    assert BAGS.isdisjoint(path.relative_to(ROOT).with_suffix("").parts)
    assert len(text.splitlines()) <= LINES_PER_FILE
    for function in functions_of(tree):
        assert body_lines(function) <= LINES_PER_FUNCTION, function.name


@pytest.mark.parametrize("name", [name for name in PRODUCT if kernels_of(PRODUCT[name])])
def test_kernels_take_few_arguments(name: str) -> None:
    for function in kernels_of(PRODUCT[name]):
        assert argument_count(function) <= ARGUMENTS_PER_KERNEL, function.name


@pytest.mark.parametrize("path", PRODUCT.values(), ids=PRODUCT)
def test_what_is_public_is_documented(path: Path) -> None:
    """A method that keeps a promise is documented where the promise is made."""
    for node in ast.parse(path.read_text()).body:
        if public(node):
            assert ast.get_docstring(node), node.name


def test_the_limits_bite() -> None:
    long = "def f():\n" + "    pass\n" * (LINES_PER_FUNCTION + 1)
    wide = "@leaf\ndef f(a, b, /, c, d, *rest, e, **more): pass"
    assert body_lines(next(functions_of(ast.parse(long)))) > LINES_PER_FUNCTION
    kernel = next(functions_of(ast.parse(wide)))
    assert is_kernel(kernel) and argument_count(kernel) > ARGUMENTS_PER_KERNEL
    assert public(kernel) and not ast.get_docstring(kernel)
