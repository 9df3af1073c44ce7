"""Dictionaries and combinations equal those counted in plain Python."""

from __future__ import annotations

import csv
import io
from collections import Counter

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoarfrost.engines import csv_opening
from hoarfrost.engines.protocol import Dialect

VALUES = ["", "?", "a", "B", "b", "é", "😀", "\uffff", "10", "9", "\u202ex", "a,b"]
tables = st.lists(
    st.lists(st.sampled_from(VALUES), min_size=3, max_size=3), min_size=1, max_size=30
)


def as_csv(rows: list[list[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([["x", "y", "z"], *rows])
    return text.getvalue().encode()


def normalised(value: str, missing: tuple[str, ...]) -> str:
    return missing[0] if value in missing else value


@pytest.mark.parametrize("in_memory", [True, False])
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tables, st.sampled_from([(), ("?",), ("?", ""), ("none", "", "a")]))
def test_counts_equal_a_plain_count(engine, file, in_memory, rows, missing) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csv_opening, "MOST_BYTES_IN_MEMORY", 1 << 30 if in_memory else 0)
        table = engine.open(file(as_csv(rows)), Dialect(missing=missing))
        columns = ("z", "x")
        dictionaries = table.dictionaries(columns)
        found = table.combinations(columns, dictionaries)
        table.close()
    wanted = [(normalised(z, missing), normalised(x, missing)) for x, _, z in rows]
    assert dictionaries["z"] == tuple(sorted({z for z, _ in wanted}))
    assert dictionaries["x"] == tuple(sorted({x for _, x in wanted}))
    decoded = [(dictionaries["z"][z], dictionaries["x"][x]) for z, x in found.codes.T.tolist()]
    assert decoded == sorted(set(decoded))
    assert dict(zip(decoded, found.counts.tolist(), strict=True)) == Counter(wanted)
    assert (found.codes.dtype, found.counts.dtype) == ("int32", "int64")


def test_no_columns_are_one_combination(engine, file) -> None:
    table = engine.open(file(b"a,b\n1,2\n3,4\n"), Dialect())
    found = table.combinations((), {})
    assert (found.codes.shape, found.counts.tolist()) == ((0, 1), [2])
    assert table.dictionaries(()) == {}


@pytest.mark.parametrize("count", [256, 257, 70_000])
def test_codes_are_wide_enough(engine, file, count: int) -> None:
    table = engine.open(file(b"a\n" + b"".join(b"%06d\n" % n for n in range(count))), Dialect())
    dictionaries = table.dictionaries(["a"])
    found = table.combinations(["a"], dictionaries)
    assert found.codes[0].tolist() == list(range(count))
    assert dictionaries["a"][-1] == f"{count - 1:06d}"


def test_a_wider_dictionary_may_be_given(engine, file) -> None:
    table = engine.open(file(b"a\ny\nx\ny\n"), Dialect())
    found = table.combinations(["a"], {"a": ("w", "x", "y", "z")})
    assert (found.codes.tolist(), found.counts.tolist()) == ([[1, 2]], [1, 2])


@pytest.mark.parametrize("count", [3, 2000])
def test_values_of_any_characters_are_told_apart(engine, count: int) -> None:
    values = sorted({"\0", "a\0b", "'", *(f"{place:04d}\0" for place in range(count))})
    table = engine.open(pa.table({"a": values[::-1]}), Dialect())
    dictionaries = table.dictionaries(["a"])
    assert dictionaries["a"] == tuple(values)
    assert table.combinations(["a"], dictionaries).codes[0].tolist() == list(range(len(values)))
