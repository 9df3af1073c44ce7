"""What is said of a policy that cannot be met is true: tried against every recoding there is."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hoarfrost as hf

HEIGHT = 2
rows = st.lists(
    st.tuples(st.sampled_from(["11", "12", "21", "22"]), st.sampled_from(["11", "12", "21", "33"])),
    min_size=2,
    max_size=12,
)
tops = st.tuples(st.integers(0, HEIGHT), st.integers(0, HEIGHT))


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return tmp_path_factory.mktemp("data") / "data.csv"


def sizes(table: list[tuple[str, str]], levels: tuple[int, ...]) -> list[int]:
    """The class sizes of one node, ascending."""
    classes = Counter(
        tuple(value[: HEIGHT - level] for value, level in zip(row, levels, strict=True))
        for row in table
    )
    return sorted(classes.values())


def best_k(table: list[tuple[str, str]], highest: tuple[int, ...], limit: int) -> int:
    """The largest k of any node, when so many records may be left out."""
    found = []
    for levels in product(*(range(top + 1) for top in highest)):
        own, spare = sizes(table, levels), limit
        while len(own) > 1 and own[0] <= spare:
            spare -= own.pop(0)
        found.append(own[0])
    return max(found)


def policy(k: int, highest: tuple[int, ...], limit: int) -> hf.Policy:
    attributes = {
        name: {"role": "quasi", "hierarchy": {"mask": "right"}, "max_level": top}
        for name, top in zip("ab", highest, strict=True)
    }
    return hf.Policy(
        attributes=attributes, requirements=[hf.KAnonymity(k)], suppression={"records": limit}
    )


@settings(max_examples=60)
@given(table=rows, highest=tops, k=st.integers(2, 14), limit=st.integers(0, 3))
def test_the_best_k_and_the_way_out_are_true(table, highest, k, limit, data) -> None:
    data.write_text("a,b\n" + "".join(f"{a},{b}\n" for a, b in table))
    best = best_k(table, highest, min(limit, len(table)))
    if k <= best:
        with hf.anonymize(str(data), policy(k, highest, limit)) as release:
            assert release.verification.holds
        return
    with pytest.raises(hf.PolicyNotReachable) as caught:
        hf.anonymize(str(data), policy(k, highest, limit))
    (flaw,) = caught.value.flaws
    assert f"k-anonymity (k = {k}) cannot be met: the best achievable k is {best}, " in flaw.message
    told = 0
    for names in re.findall(r"max_level of ([ab])\b(?! and)", flaw.hint or ""):
        told += 1
        raised = tuple(
            HEIGHT if own == names else top for own, top in zip("ab", highest, strict=True)
        )
        assert best_k(table, raised, limit) >= k
    if "max_level of a and b" in (flaw.hint or ""):
        told += 1
        assert best_k(table, (HEIGHT, HEIGHT), limit) >= k
    for count in re.findall(r"suppression limit to (\d+)", flaw.hint or ""):
        told += 1
        assert best_k(table, highest, int(count)) >= k > best_k(table, highest, int(count) - 1)
    if not told:
        assert best_k(table, (HEIGHT, HEIGHT), len(table)) < k
