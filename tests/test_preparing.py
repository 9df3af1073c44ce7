"""What counts as missing depends on where a value comes from."""

from __future__ import annotations

import pyarrow as pa
import pytest
from pyarrow import parquet

import hoarfrost as hf
from hoarfrost.errors import Flaw

TEXT = 'age\n31\n""\n33\n31\n33\n""\n'
VALUES = [31, None, 33, 31, 33, None]


def policy(missing=()):
    return hf.Policy(
        data={"missing": list(missing)},
        attributes={"age": {"role": "quasi", "type": "integer", "hierarchy": {"intervals": [5]}}},
        requirements=[hf.KAnonymity(2)],
    )


def released(data, policy):
    with hf.anonymize(data, policy) as release:
        return sorted(map(str, release.to_arrow()["age"].to_pylist()))


def test_an_empty_value_of_a_text_file_is_a_value_like_any_other(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(TEXT)
    with pytest.raises(hf.HoarfrostError) as told:
        released(path, policy())
    assert told.value.flaws == (
        Flaw(
            'hierarchy of "age": intervals need numbers, found the value ""',
            'values that mean "missing" are listed under missing in [data]',
        ),
    )


def test_it_is_missing_where_the_policy_says_so(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(TEXT)
    assert released(path, policy([""])) == ["", "", "31", "31", "33", "33"]


def test_a_null_is_always_missing(tmp_path):
    path = tmp_path / "people.parquet"
    parquet.write_table(pa.table({"age": VALUES}), path)
    assert released(path, policy()) == ["", "", "31", "31", "33", "33"]
    assert released(path, policy(["?"])) == ["31", "31", "33", "33", "?", "?"]
