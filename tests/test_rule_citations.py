"""Every rule of docs/rules.md is cited where it is carried out and where it is tested; none is invented."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NUMBER = r"[PEAWDIX]\d+(?:\.\d+){0,2}"
CITATION = re.compile(rf"(?<![\w.])({NUMBER})(?:\s*-\s*({NUMBER}))?(?!\w)")
LAST_STEP = re.compile(r"^(.*?)(\d+)$")

NOT_IN_CODE = {
    "P1.6": "rupees are unlimited and everything may hold any number of pieces: there is nothing to do",
    "I3": "a property of all rules together: tests/test_properties.py counts every rupee",
    **{f"X{n}": "an example, not a rule: tests/test_rulebook_examples.py plays it" for n in range(1, 11)},
}
NOT_IN_TESTS = {
    "E4": "the two effects are the sides of one card (106), so no game has both in force",
    "W20": "she plays against two at the most, one on either side, so the arrow always decides",
}


def all_rules() -> list[str]:
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    return re.findall(rf"\*\*({NUMBER})\*\*", text)


def chapters() -> set[str]:
    """P1 ... P10, as they stand in the headings: naming a chapter is fine, but cites no rule."""
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    return set(re.findall(r"^#+ ([PEAWDIX]\d+) ", text, re.MULTILINE))


def items() -> set[str]:
    """W11.1, W11.2, ...: the numbered items below a rule may be cited, but need not be."""
    found, rule = set(), ""
    for line in (ROOT / "docs" / "rules.md").read_text("utf-8").splitlines():
        if bold := re.match(rf"\s*- \*\*({NUMBER})\*\*", line):
            rule = bold.group(1)
        elif item := re.match(r"\s+(\d+)\. ", line):
            found.add(f"{rule}.{item.group(1)}")
    return found


def cited(text: str) -> set[str]:
    """Exact numbers and ranges such as P4.2-P4.4."""
    found = set()
    for first, last in CITATION.findall(re.sub(r"#\s*noqa.*", "", text)):
        found |= {first, last} - {""}
        if last:
            (chapter, low), (same, high) = (LAST_STEP.match(number).groups() for number in (first, last))
            if (chapter == same and "." in chapter) or (chapter == same and chapter in "EAWDIX"):
                found |= {f"{chapter}{n}" for n in range(int(low), int(high) + 1)}
    return found


def cited_in(paths: Iterable[Path]) -> dict[str, str]:
    """Number -> a file that cites it."""
    return {
        number: str(path.relative_to(ROOT)) for path in paths for number in cited(path.read_text("utf-8"))
    }


@cache
def in_code() -> dict[str, str]:
    """The game and what it stands on (the batches and the generator carry out I6)."""
    return cited_in(path for package in ("pamir_env", "tabletop") for path in (ROOT / package).rglob("*.py"))


@cache
def in_tests() -> dict[str, str]:
    """`Example 3` in a test is X3."""
    files = [path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__).resolve()]
    examples = {
        f"X{number}": str(path.relative_to(ROOT))
        for path in files
        for number in re.findall(r"\b[Ee]xample (\d+)", path.read_text("utf-8"))
    }
    return {**examples, **cited_in(files)}


def test_the_rules_can_be_read():
    rules = all_rules()
    assert len(rules) == len(set(rules))
    assert {"P1.1", "P3.3.4", "P6.12", "P10.3", "E5", "W20", "I6", "X10"} <= set(rules)
    assert chapters() == {f"P{n}" for n in range(1, 11)}
    assert items() == {"W11.1", "W11.2", "W11.3"}


def test_how_citations_are_read():
    assert cited("# P4.3") == {"P4.3"}
    assert cited("P4.2-P4.4, P3.3.1 - P3.3.2") == {"P4.2", "P4.3", "P4.4", "P3.3.1", "P3.3.2"}
    assert cited("W3-W5; (E2); P9.") == {"W3", "W4", "W5", "E2", "P9"}
    assert cited("P4-P6") == {"P4", "P6"}
    assert cited("0x9E3779B9 'E501'  # noqa: E402") == {"E501"}
    assert cited("E 109, CARD_P4.x, xP1.1") == set()


def test_every_rule_is_cited_in_the_code():
    missing = [rule for rule in all_rules() if rule not in in_code() and rule not in NOT_IN_CODE]
    assert not missing, f"cited nowhere in pamir_env: {', '.join(missing)}"


def test_every_rule_is_cited_in_a_test():
    missing = [rule for rule in all_rules() if rule not in in_tests() and rule not in NOT_IN_TESTS]
    assert not missing, f"cited in no test: {', '.join(missing)}"


def test_no_citation_points_nowhere():
    known = {*all_rules(), *chapters(), *items()}
    wrong = {number: where for number, where in {**in_tests(), **in_code()}.items() if number not in known}
    assert not wrong


def test_the_exceptions_are_needed():
    """An exception that is no longer one goes."""
    rules = set(all_rules())
    assert set(NOT_IN_CODE) | set(NOT_IN_TESTS) <= rules
    assert not [rule for rule in NOT_IN_CODE if rule in in_code()]
    assert not [rule for rule in NOT_IN_TESTS if rule in in_tests()]
