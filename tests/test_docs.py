"""The papers are true: code runs and prints what they say, links and names lead somewhere."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from effort import compiled_only

import nearcast
from nearcast.cli.application import app, run
from nearcast.errors import UnusableJava
from nearcast.indexes import INDEXES
from nearcast.spark.java import set_up_java

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "nearcast"
DOCS = ROOT / "docs"
PAGES = {
    str(page.relative_to(ROOT)): page
    for page in sorted([*ROOT.glob("*.md"), *ROOT.glob("bench/*.md"), *DOCS.rglob("*.md")])
}
DECISIONS = sorted((DOCS / "decisions").glob("[0-9]*.md"))
EXAMPLES = [
    ".".join(("nearcast", *module.relative_to(SOURCE).with_suffix("").parts))
    for module in sorted(SOURCE.rglob("*.py"))
    if ">>> " in module.read_text()
]
# These take long, or change the checkout; that they can be read must do.
ONLY_PARSED = {"demo", "run", "stream"}

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
INLINE = re.compile(r"`([^`\n]+)`")
DOTTED = re.compile(r"nearcast(\.\w+)+")
PATH = re.compile(r"[\w.-]+(/[\w.-]+)*/([\w-]+\.(py|md|toml|sh))?")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)

every_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)


def starts_spark(page: Path) -> bool:
    """Tell whether the blocks of a page need Spark."""
    return "import nearcast.spark" in page.read_text()


def skip_without_java() -> None:
    """Skip a test, with the reason, where Spark cannot run."""
    try:
        set_up_java()
    except UnusableJava as error:
        pytest.skip(str(error))


# Pages that start Spark take their turn with its tests, in the same process.
SPARK_MARKS = (
    pytest.mark.spark,
    pytest.mark.xdist_group("spark"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
)
every_page_in_its_turn = pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=name, marks=SPARK_MARKS if starts_spark(page) else ())
        for name, page in PAGES.items()
    ],
)


class Block(NamedTuple):
    """A block of code, the line it begins on, and what the page says that it prints."""

    language: str
    code: str
    line: int
    printed: str | None


def blocks_of(page: Path) -> Iterator[Block]:
    """Yield the blocks that do something; a text block shows what the one before it prints."""
    text = page.read_text()
    fences = [*FENCE.finditer(text), None]
    for fence, following in pairwise(fences):
        if fence and fence[1] in ("python", "sh"):
            shows = following is not None and following[1] == "text"
            line = text.count("\n", 0, fence.start()) + 1
            yield Block(fence[1], fence[2], line, following[2] if following and shows else None)


def without_code(page: Path) -> str:
    """Return a page without its blocks."""
    return FENCE.sub("", page.read_text())


def perform(block: Block, page: Path, names: dict[str, Any]) -> str:
    """Run a block and return what it prints."""
    with redirect_stdout(StringIO()) as printed:
        if block.language == "python":
            # With empty lines above it, an error tells the line in the page.
            exec(compile("\n" * block.line + block.code, str(page), "exec"), names)
        else:
            for line in block.code.replace("\\\n", " ").splitlines():
                type_in(shlex.split(line, comments=True))
    return printed.getvalue()


def type_in(words: list[str]) -> None:
    """Run a line of a terminal if it is ours, or see that it could be run."""
    if words[:1] == ["make"]:
        assert set(words[1:2]) <= recipes(), words
    if words[:1] == ["nearcast"]:
        if ONLY_PARSED.isdisjoint(words):
            assert run(words[1:]) == 0, words
        else:
            app.parse_args(words[1:], exit_on_error=False, print_error=False)


def recipes() -> set[str]:
    """Return what can be made."""
    return set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@every_page_in_its_turn
@compiled_only
def test_code_runs_and_prints_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if starts_spark(page):
        skip_without_java()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    names: dict[str, Any] = {"__name__": page.stem}
    for block in blocks_of(page):
        printed = perform(block, page, names)
        if block.printed is not None:
            assert printed == block.printed, f"{page.name}, line {block.line}"


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.finditer(without_code(page)):
        target = page.parent / link[1] if link[1] else page
        assert target.exists(), link[0]
        if link[2]:
            assert link[2] in anchors_of(target), link[0]


def anchors_of(page: Path) -> set[str]:
    """Return what its headings are called in links."""
    headings = HEADING.findall(without_code(page))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_page
def test_files_and_names_of_code_exist(page: Path) -> None:
    for name in INLINE.findall(without_code(page)):
        if PATH.fullmatch(name) and "NAME" not in name:
            assert any((base / name).exists() for base in (ROOT, SOURCE, page.parent)), name
        elif DOTTED.fullmatch(name):
            assert pkgutil.resolve_name(name) is not None


@pytest.mark.parametrize("name", INDEXES)
def test_every_index_has_a_page_that_is_linked(name: str) -> None:
    page = f"indexes/{name}.md"
    assert (DOCS / page).read_text().startswith(f"# `{name}`")
    assert f"docs/{page}" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("name", nearcast.__all__)
def test_every_public_name_is_in_the_guide(name: str) -> None:
    assert re.search(rf"\b{name}\b", (DOCS / "guide.md").read_text())


def test_decisions_are_numbered_and_listed() -> None:
    assert [int(page.name[:4]) for page in DECISIONS] == list(range(1, len(DECISIONS) + 1))
    listed = (DOCS / "decisions" / "README.md").read_text()
    assert all(f"]({page.name})" in listed for page in DECISIONS)


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_says_what_why_and_what_follows(page: Path) -> None:
    title, *sections = HEADING.findall(page.read_text())
    assert title.startswith(f"{int(page.name[:4])}. ")
    assert sections == ["Context", "Choice", "Alternatives", "Consequences"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    results = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted and not results.failed
