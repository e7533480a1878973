"""Tables in Markdown from stored results, written between the markers of `bench/README.md`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench.figures import FIGURES, Result, messages_per_second, number
from bench.plan import Experiment, Run, Study
from bench.record import read_result

README = Path(__file__).parent / "README.md"
Row = list[str]


def write_tables(experiment: Experiment, folder: Path, page: Path = README) -> None:
    """Put the tables of an experiment between its two markers on the page."""
    begin, end = (f"<!-- {word} {experiment.name} -->" for word in ("begin", "end"))
    text = page.read_text()
    if text.count(begin) != 1 or text.count(end) != 1:
        raise SystemExit(f"{page}: it needs one line {begin} and, below, one line {end}")
    before, rest = text.split(begin)
    after = rest.split(end)[1]
    page.write_text(f"{before}{begin}\n{tables(experiment, folder)}\n{end}{after}")


def tables(experiment: Experiment, folder: Path) -> str:
    """Return a section for each study that has results."""
    sections = []
    results: list[Result] = []
    for study in experiment.studies:
        found = [(run, result) for run in study.runs if (result := read_result(folder, run))]
        if found:
            sections.append(_section(study, found))
            results += [result for _, result in found]
    return "\n\n".join([_provenance(results), *sections]) if sections else "No results yet."


def _provenance(results: Sequence[Result]) -> str:
    """Return which machines and versions the figures come from."""
    machines = {
        f"{machine['processor']}, {machine['cores']} cores, {machine['memory_gib']} GiB, "
        f"caches {', '.join(f'{name} {size}' for name, size in machine['caches'].items())}"
        for machine in (result["machine"] for result in results)
    }
    versions: dict[str, set[str]] = {}
    for result in results:
        for name, version in result["versions"].items():
            versions.setdefault(name, set()).add(version)
    used = ", ".join(f"{name} {' and '.join(sorted(each))}" for name, each in versions.items())
    return f"Measured on: {'; '.join(sorted(machines))}. With: {used}."


def _section(study: Study, found: list[tuple[Run, Result]]) -> str:
    _insist_on_agreement(found)
    return f"### {study.title}\n\n{study.question}\n\n{_table(found)}"


def _insist_on_agreement(found: list[tuple[Run, Result]]) -> None:
    """Refuse to compare indexes that do not deliver the same for the same first messages."""
    answers: dict[str, dict[str, int]] = {}
    for run, result in found:
        if "match" in result["measured"]:
            head = result["measured"]["match"]["head_deliveries"]
            answers.setdefault(run.case, {})[run.index] = head
    for case, heads in answers.items():
        if len(set(heads.values())) > 1:
            raise SystemExit(f"{found[0][0].study}, {case}: deliveries differ: {heads}")


def _table(found: list[tuple[Run, Result]]) -> str:
    rows = [_row(run, result, found) for run, result in found]
    headings = [
        "",
        "index" if found[0][0].partitions is None else "plan",
        "times scan",
        "times prototype",
        *(figure.heading for figure in FIGURES),
    ]
    filled = [column for column in range(len(headings)) if any(row[column] for row in rows)]
    lines = [[headings[column] for column in filled], ["---"] * len(filled)]
    lines += [[row[column] for column in filled] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _row(run: Run, result: Result, found: list[tuple[Run, Result]]) -> Row:
    row = [_case(run), run.index]
    row += [_ratio(run, result, found, rival) for rival in ("scan", "prototype")]
    for figure in FIGURES:
        try:
            row.append(figure.of(result))
        except KeyError:
            row.append("")
    return row


def _case(run: Run) -> str:
    """Return the value that varies, such as ``1,000,000 subscriptions``."""
    axis, _, value = run.case.partition("=")
    return f"{int(value):,} {axis}" if value.isdigit() else value


def _ratio(run: Run, result: Result, found: list[tuple[Run, Result]], rival: str) -> str:
    """Return how many times as fast as its rival in the same case this one matched."""
    rivals = {other.index: theirs for other, theirs in found if other.case == run.case}
    if run.index == rival or rival not in rivals or "match" not in result["measured"]:
        return ""
    return number(messages_per_second(result) / messages_per_second(rivals[rival]))
