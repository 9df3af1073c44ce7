"""A population is counted under released labels, through the policy's own hierarchies."""

from __future__ import annotations

import gzip

import pytest

from hoarfrost.errors import DataError, UsageError
from hoarfrost.policy import Policy
from hoarfrost.verify import verify_release
from tests.verify.tables import ListTable

PEOPLE = [("10115", "F"), ("10117", "F"), ("10115", "M"), ("20095", "M"), ("", "M")]
ROWS = [("1011*", "F"), ("1011*", "M"), ("20095", "M")]


@pytest.fixture
def folder(tmp_path):
    lines = ["zip,sex,note", *(f"{code},{sex},x" for code, sex in PEOPLE)]
    (tmp_path / "people.csv").write_text("\n".join(lines))
    return tmp_path


def policy(folder, **requirement):
    return Policy(
        data={"missing": ["?", ""]},
        attributes={
            "zip": {"role": "quasi", "hierarchy": {"mask": "right", "levels": 5}},
            "sex": {"role": "quasi"},
        },
        requirements=[{"population": "people.csv", **requirement}],
        folder=folder,
    )


def found(folder, rows=ROWS, **requirement):
    table = ListTable(("zip", "sex"), rows)
    return verify_release(table, policy(folder, **requirement)).requirements[0]


def test_k_map_counts_the_people_under_the_labels_of_a_class(folder):
    assert found(folder, type="k-map", k=1)["worst"] == 1
    assert found(folder, type="k-map", k=2)["violating_classes"] == 2
    assert found(folder, type="k-map", k=2, on=["zip"])["violating_records"] == 1


def test_people_without_a_value_lie_under_the_missing_label(folder):
    assert found(folder, [("?", "M")], type="k-map", k=1)["holds"]
    assert found(folder, [("*", "M")], type="k-map", k=3)["holds"]


def test_a_label_that_stands_for_nobody_fails(folder):
    assert not found(folder, [("99999", "M")], type="k-map", k=1)["holds"]


def test_delta_presence_is_the_share_of_those_people(folder):
    assert found(folder, type="delta-presence", dmin=0, dmax=1)["worst"] == 1.0
    assert found(folder, type="delta-presence", dmin=0, dmax=0.9)["violating_records"] == 2


def test_people_under_no_class_are_certainly_absent(folder):
    everybody = [*ROWS, ("?", "M")]
    assert found(folder, everybody, type="delta-presence", dmin=0.1, dmax=1)["holds"]
    assert not found(folder, type="delta-presence", dmin=0.1, dmax=1)["holds"]


def test_an_opened_table_serves_as_well_as_a_file(tmp_path):
    table, people = ListTable(("zip", "sex"), ROWS), ListTable(("zip", "sex"), PEOPLE[:4])
    asked = policy(tmp_path, type="k-map", k=1)
    assert verify_release(table, asked, population={"people.csv": people}).holds


def test_a_compressed_file_is_read(folder):
    content = (folder / "people.csv").read_bytes()
    (folder / "people.csv.gz").write_bytes(gzip.compress(content))
    assert found(folder, type="k-map", k=1, population="people.csv.gz")["holds"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("zip\n1", 'expected the column "sex", found none'),
        ("zip,sex\n1", "expected 2 values in every row, found 1"),
        (None, "cannot be read as a population: No such file or directory"),
    ],
)
def test_a_population_that_cannot_be_used_is_described(tmp_path, content, message):
    if content:
        (tmp_path / "people.csv").write_text(content)
    with pytest.raises(DataError) as caught:
        found(tmp_path, type="k-map", k=1)
    assert str(caught.value) == f"{tmp_path / 'people.csv'}: {message}"


def test_other_kinds_of_files_are_refused_by_name(tmp_path):
    with pytest.raises(UsageError) as caught:
        found(tmp_path, type="k-map", k=1, population="people.xlsx")
    assert (
        str(caught.value)
        == f"{tmp_path / 'people.xlsx'}: expected a population in CSV, found .xlsx"
    )


def test_people_are_counted_under_the_sets_that_hold_them(folder):
    rows = [("{10115, 20095}", "M"), ("10117", "{F, M}")]
    assert found(folder, rows, type="k-map", k=1)["worst"] == 1
    assert found(folder, rows, type="k-map", k=2)["violating_records"] == 1
    assert found(folder, rows[:1], type="k-map", k=2)["holds"]
