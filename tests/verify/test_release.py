"""A released table is believed for what it holds, and for nothing else."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hoarfrost.engines.protocol import Combinations
from hoarfrost.errors import DataError, UsageError
from hoarfrost.policy import Policy
from hoarfrost.verify import Expected, check_report, expected_of, reference_of, verify_release
from tests.verify.tables import ListTable

NAMES = ("age", "sex", "disease", "note")
ROWS = [
    ("[20,30)", "F", "Flu", "a"),
    ("[20,30)", "F", "Cold", "b"),
    ("[30,40)", "*", "Flu", "c"),
    ("[30,40)", "*", "Cold", "d"),
    ("[30,40)", "*", "Cold", "e"),
]
ATTRIBUTES = {
    "name": {"role": "identifier"},
    "age": {"role": "quasi"},
    "sex": {"role": "quasi"},
    "disease": {"role": "sensitive"},
}


def policy(*requirements, **more):
    asked = requirements or ({"type": "k-anonymity", "k": 2},)
    return Policy(attributes=ATTRIBUTES, requirements=asked, **more)


def report(**release):
    """What an honest run says of ROWS, one record being suppressed."""
    return {
        "data": {"records": 6},
        "release": {"records": 5, "suppressed": 1, "classes": 2, **release},
        "requirements": [{"type": "k-anonymity", "k": 2, "on": ["age", "sex"], "holds": True,
                          "worst": 2}],
        "figures": {"loss": 0.5, "discernibility": 19, "class-size": 3.0},
    }  # fmt: skip


def verified(rows=ROWS, names=NAMES, asked=None, **known):
    return verify_release(ListTable(names, rows), asked or policy(), **known)


def test_classes_and_figures_are_counted_from_the_rows():
    found = verified()
    assert (found.records, found.classes, found.holds) == (5, 2, True)
    assert found.figures == {"discernibility": 4 + 9, "class-size": 2.5}


def test_with_the_size_of_the_input_suppressed_records_count_as_lost():
    found = verified(expected=expected_of(report()))
    assert found.figures == {"discernibility": 4 + 9 + 6, "class-size": 3.0}
    assert found.problems() == []
    assert check_report(found, report()) == []


def test_a_failing_requirement_is_described():
    found = verified(asked=policy({"type": "k-anonymity", "k": 3}))
    assert found.requirements == [
        {
            "type": "k-anonymity",
            "params": {"k": 3},
            "on": ["age", "sex"],
            "sensitive": None,
            "holds": False,
            "worst": 2,
            "violating_classes": 1,
            "violating_records": 2,
        }
    ]
    assert found.problems() == [
        (
            "k-anonymity (k = 3) on age, sex does not hold in 1 class with 2 records;"
            " the worst achieves 2"
        )
    ]


def test_a_requirement_on_the_whole_table_is_described():
    found = verified(asked=policy({"type": "average-risk", "threshold": 0.3}))
    assert found.problems() == [
        (
            "average-risk (threshold = 0.3) on age, sex does not hold for the table as a whole,"
            " which achieves 0.4"
        )
    ]


def test_the_verifier_names_the_reference_that_it_needs():
    asked = policy({"type": "t-closeness", "t": 0.2})
    with pytest.raises(UsageError) as caught:
        verified(asked=asked)
    assert str(caught.value) == (
        't-closeness compares with the distribution of "disease" in the input,'
        " which a release does not show"
    )
    assert verified(asked=asked, reference={"disease": {"Flu": 3, "Cold": 3}}).holds


def test_a_release_cannot_hold_more_than_its_reference():
    found = verified(reference={"disease": {"Flu": 2, "Cold": 2}})
    assert found.problems() == ['"disease": the release has more records of 1 value than the input']


def test_a_dropped_row_is_noticed():
    rows = ROWS[:-1]
    found = verified(rows, expected=expected_of(report()))
    assert found.problems() == [
        "the released table has 4 records, expected 5",
        "2 records are suppressed, expected 1",
    ]
    assert check_report(found, report()) == [
        "the report claims release.records = 5, the released table has 4",
        "the report claims figures.discernibility = 19, the released table has 20",
    ]


def test_a_changed_cell_makes_a_class_too_small():
    rows = [*ROWS[:-1], ("[30,40)", "F", "Cold", "e")]
    found = verified(rows, expected=expected_of(report()))
    assert found.problems() == [
        (
            "k-anonymity (k = 2) on age, sex does not hold in 1 class with 1 record;"
            " the worst achieves 1"
        )
    ]
    assert "the report claims requirements[0].worst = 2, the released table has 1" in check_report(
        found, report()
    )


def test_swapped_sensitive_values_are_noticed_where_a_class_lacks_them():
    rows = [ROWS[0], (*ROWS[1][:2], "Flu", "b"), (*ROWS[2][:2], "Cold", "c"), *ROWS[3:]]
    asked = policy({"type": "distinct-l-diversity", "l": 2})
    assert verified(asked=asked).holds
    assert verified(rows, asked=asked).problems() == [
        (
            "distinct-l-diversity (l = 2) on age, sex does not hold in 2 classes with 5 records;"
            " the worst achieves 1"
        )
    ]


def test_any_other_change_shows_in_the_checksums():
    table = ListTable(NAMES, ROWS)
    known = Expected(
        sha256=table.sha256,
        untouched=table.untouched_checksum(("note",)),
        untouched_columns=("note",),
    )
    assert verified(expected=known).problems() == []
    assert verified([*ROWS[:-1], (*ROWS[-1][:-1], "f")], expected=known).problems() == [
        "the file's SHA-256 is not the one that was reported",
        "the values of the columns note are not those of the input",
    ]


def test_identifiers_must_not_be_released():
    found = verified([(*row, "Jo") for row in ROWS], (*NAMES, "name"))
    assert found.problems() == ["the released table has identifier columns: name"]


def test_more_suppressed_records_than_allowed_are_noticed():
    asked = policy(suppression={"limit": 0.1})
    found = verified(asked=asked, expected=Expected(input_records=6))
    assert found.problems() == ["1 record is suppressed, of 0 allowed"]


def test_a_missing_column_and_an_empty_table_are_errors():
    with pytest.raises(DataError, match=r'^the released table has no column "sex", which'):
        verified([(row[0],) for row in ROWS], ("age",))
    with pytest.raises(DataError, match=r"^the released table has no records$"):
        verified([])


def test_the_class_of_starred_records_counts_as_suppressed():
    rows = [*ROWS, ("*", "*", "Flu", "f"), ("*", "*", "Cold", "g")]
    claims = {
        **report(records=7, classes=3, suppressed=2, starred=2),
        "data": {"records": 7},
        "figures": {"discernibility": 4 + 9 + 2 * 7, "class-size": 3.5},
    }
    asked = policy(release={"suppressed": "star"})
    found = verified(rows, asked=asked, expected=expected_of(claims))
    assert (found.classes, found.problems(), check_report(found, claims)) == (3, [], [])


def test_spreadsheet_prefixes_are_no_part_of_a_value():
    rows = [("'-x", "F", "Flu", "a"), ("'-x", "F", "'=Cold", "b")]
    asked = policy({"type": "t-closeness", "t": 0.0}, release={"spreadsheet_safe": True})
    assert verified(rows, asked=asked, reference={"disease": {"Flu": 1, "=Cold": 1}}).holds
    assert not verified(
        rows,
        asked=policy({"type": "t-closeness", "t": 0.0}),
        reference={"disease": {"Flu": 1, "=Cold": 1}},
    ).holds


@pytest.mark.parametrize(
    ("claims", "message"),
    [
        ({"release": 5}, "the report, release: expected an object"),
        (
            {"release": {"records": -1}},
            "the report, release.records: expected a number of at least 0",
        ),
    ],
)
def test_a_malformed_report_is_described(claims, message):
    with pytest.raises(UsageError) as caught:
        expected_of(claims)
    assert str(caught.value) == message


def test_a_malformed_reference_is_described():
    with pytest.raises(UsageError) as caught:
        reference_of({"reference": {"disease": {"Flu": "two"}}})
    assert str(caught.value) == "the report, reference.disease: expected counts of at least 0"


LABELS = st.tuples(*[st.sampled_from("ab")] * 3, st.just("note"))


@given(st.lists(LABELS, min_size=2, max_size=20), st.data())
@settings(deadline=None)
def test_dropping_or_changing_any_row_is_noticed(rows, data):
    table = ListTable(NAMES, rows)
    honest = verify_release(table, policy(), reference={"disease": {"a": 20, "b": 20}})
    claims = {
        "data": {"records": len(rows)},
        "release": {"records": len(rows), "suppressed": 0, "classes": honest.classes,
                    "sha256": table.sha256},
        "figures": honest.figures,
    }  # fmt: skip
    position = data.draw(st.integers(0, len(rows) - 1))
    other = data.draw(st.none() | LABELS)
    assume(other != rows[position])
    changed = [*rows[:position], *([other] if other else []), *rows[position + 1 :]]
    found = verify_release(ListTable(NAMES, changed), policy(), expected=expected_of(claims))
    assert not found.holds


class ManyClasses:
    """A table of so many classes of two records."""

    names = ("age", "sex", "disease")
    sha256 = None

    def __init__(self, count):
        self.count, self.record_count = count, 2 * count

    def dictionaries(self, columns):
        return {name: tuple(map(str, range(1000))) for name in columns}

    def combinations(self, columns, dictionaries):
        rows = np.arange(self.count)
        codes = np.stack([rows % 1000, rows // 1000, rows % 7])[: len(columns)]
        return Combinations(columns, codes.astype(np.int32), np.full(self.count, 2))


def test_four_thousand_classes_take_no_time():
    verify_release(ManyClasses(10), policy())
    start = time.process_time()
    assert verify_release(ManyClasses(4000), policy()).classes == 4000
    assert time.process_time() - start < 0.1
