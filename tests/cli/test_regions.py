"""Mondrian's regions on the command line: what they are released as, and new records in none."""

from __future__ import annotations

from pathlib import Path

import pytest

POLICY = """title = "Wards"

[attributes.age]
role = "quasi"
type = "integer"

[attributes.ward]
role = "quasi"
hierarchy = {{ groups = {{ North = ["a", "b"], South = ["c", "d"] }} }}

[[requirements]]
type = "k-anonymity"
k = {k}

[suppression]
limit = {limit}

[algorithm]
name = "median-mondrian"

[release]
labels = "{labels}"
outside = "{outside}"
"""
TABLE = ["20,a", "20,a", "23,b", "25,b", "40,c", "41,c", "45,d", "49,d"]
TO_NEW = (
    "new.csv",
    "--policy",
    "policy.toml",
    "--recoding",
    "recoding.json",
    "--out",
    "new-out.csv",
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table of ages and wards."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "table.csv", TABLE)
    return tmp_path


def write(path: Path, rows) -> None:
    path.write_text("age,ward\n" + "".join(f"{row}\n" for row in rows))


def policy(place, labels="interval", outside="nearest", k=2, limit=0.0) -> None:
    made = POLICY.format(labels=labels, outside=outside, k=k, limit=limit)
    (place / "policy.toml").write_text(made)


def rows_of(path: Path) -> list[str]:
    return path.read_text().splitlines()[1:]


def made(hoarfrost, place, *new, **changes):
    """Anonymise the table, then apply the recoding to new rows under a policy with k = 1."""
    policy(place, labels=changes.get("labels", "interval"))
    done = hoarfrost(
        "anonymize", "table.csv", "--policy", "policy.toml", "--out", "out.csv",
        "--recoding", "recoding.json", "--force",
    )  # fmt: skip
    assert (done.code, done.err) == (0, "")
    policy(place, **{"k": 1, **changes})
    write(place / "new.csv", new)
    return hoarfrost("apply", *TO_NEW)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("interval", ['"[23,25]",b', '"[40,41]",c', '"[45,49]",d', "20,a"]),
        ("set", ['"{23, 25}",b', '"{40, 41}",c', '"{45, 49}",d', "20,a"]),
    ],
)
def test_regions_are_released_as_the_policy_asks(hoarfrost, place, labels, expected) -> None:
    assert made(hoarfrost, place, "20,a", labels=labels).code == 0
    assert sorted(set(rows_of(place / "out.csv"))) == expected
    assert hoarfrost(
        "verify", "out.csv", "--policy", "policy.toml", "--recoding", "recoding.json",
        "--original", "table.csv",
    ).code == 0  # fmt: skip


def test_a_new_record_in_no_region_joins_the_nearest_under_a_label_that_is_true(
    hoarfrost, place
) -> None:
    done = made(hoarfrost, place, "20,a", "25,a", "47,d", "49,c", "49,c")
    assert (done.code, done.err) == (0, "")
    assert rows_of(place / "new-out.csv") == [
        "20,a", '"[20,25]",a', '"[40,49]",c', '"[40,49]",c', '"[45,49]",d',
    ]  # fmt: skip
    assert hoarfrost(
        "verify", "new-out.csv", "--policy", "policy.toml", "--recoding", "recoding.json",
        "--original", "new.csv",
    ).code == 0  # fmt: skip


def test_too_few_under_a_wider_label_are_suppressed_or_nothing_is_released(
    hoarfrost, place
) -> None:
    new = ["20,a", "20,a", "25,a"]
    done = made(hoarfrost, place, *new, k=2, limit=0.5)
    assert done.out.startswith("Released 2 records, 1 suppressed\n")
    assert rows_of(place / "new-out.csv") == ["20,a", "20,a"]
    (place / "new-out.csv").unlink()
    refused = made(hoarfrost, place, *new, k=2)
    assert refused.code == 1
    assert not (place / "new-out.csv").exists()


def test_records_in_no_region_are_refused_where_the_policy_says_so(hoarfrost, place) -> None:
    done = made(hoarfrost, place, "20,a", "25,a", outside="error")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(
        'error: the combination age "25", ward "a" is unknown to the recoding'
    )
    assert not (place / "new-out.csv").exists()
    assert made(hoarfrost, place, "20,a", "23,b", outside="error").code == 0
