from __future__ import annotations

import pytest

from hoarfrost.errors import HierarchyError, PolicyError

ALL = {"dates": ["month", "quarter", "year", "decade"]}


@pytest.mark.parametrize(
    "value",
    [
        "2021-03-05", "2021/3/5", "2021.03.05", "20210305", "5.3.2021", "25.03.2021",
        "25/03/2021", "03/25/2021", "25-3-2021", "3-25-2021", "05 Mar 2021", "5-march-2021",
        "March 5, 2021", "2021-03", "2021/03", "03/2021", "03.2021", "202103", "Mar 2021",
        "2021-03-05T23:59:59.123Z", "2021-03-05 10:00", "25/03/2021 1:05 PM",
        "2021-03-05 10:00:00+02:00", " 2021-03-05 ",
    ],
)  # fmt: skip
def test_common_formats_are_read(path_of, value):
    assert path_of(ALL, value) == [value, "2021-03", "2021-Q1", "2021", "2020s", "*"]


@pytest.mark.parametrize(
    ("unit", "label"),
    [
        ("day", "2020-12-31"),
        ("week", "2020-W53"),
        ("month", "2020-12"),
        ("quarter", "2020-Q4"),
        ("year", "2020"),
        ("decade", "2020s"),
    ],
)
def test_each_unit_has_its_label(path_of, unit, label):
    assert path_of({"dates": [unit]}, "31.12.2020") == ["31.12.2020", label, "*"]


def test_years_can_be_leaves_and_labels_at_once(path_of):
    assert path_of({"dates": ["year", "decade"]}, "1999") == ["1999", "1999", "1990s", "*"]


def test_leaves_stand_in_the_order_of_their_dates(build):
    dates = ["01.02.2020", "02.01.2020", "31.12.1999"]
    assert build({"dates": ["year"]}, dates).leaves == ("31.12.1999", "02.01.2020", "01.02.2020")


def test_other_values_decide_whether_day_or_month_comes_first(path_of):
    assert path_of({"dates": ["month"]}, "03/04/2021", ["05/13/2021"])[1] == "2021-03"
    assert path_of({"dates": ["month"]}, "03/04/2021", ["13/05/2021"])[1] == "2021-04"


def test_dates_that_nothing_decides_about_are_an_error_until_the_policy_does(build, path_of):
    with pytest.raises(HierarchyError) as error:
        build({"dates": ["month"]}, ["03/04/2021"], name="born")
    assert error.value.flaws[0].message == (
        'hierarchy of "born": the dates may be dd/mm/yyyy or mm/dd/yyyy; expected one of them'
    )
    assert error.value.flaws[0].hint == "say day_first = true or false in the inline table"
    assert path_of({"dates": ["month"], "day_first": True}, "03/04/2021")[1] == "2021-04"
    assert path_of({"dates": ["month"], "day_first": False}, "03/04/2021")[1] == "2021-03"


def test_dates_that_read_the_same_either_way_are_no_error(path_of):
    assert path_of({"dates": ["month"]}, "04/04/2021")[1] == "2021-04"


@pytest.mark.parametrize(
    ("spec", "values", "message"),
    [
        (
            {"dates": ["year"]},
            ["2021-01-01", "2021-02-30", "1.1.2021"],
            (
                'hierarchy of "x": dates are expected in one format, most are yyyy-mm-dd; '
                'found the value "2021-02-30" and 1 other'
            ),
        ),
        (
            {"dates": ["year"]},
            ["soon"],
            'hierarchy of "x": dates are expected in a known format, found the value "soon"',
        ),
        (
            {"dates": ["month"]},
            ["1999"],
            'hierarchy of "x": the dates (yyyy) tell no month; expected units from "year" on',
        ),
        (
            {"dates": ["month"], "day_first": True},
            ["03/25/2021"],
            'hierarchy of "x": day_first = true contradicts the dates, which are mm/dd/yyyy',
        ),
    ],
)
def test_values_that_are_no_dates_are_told(build, spec, values, message):
    with pytest.raises(HierarchyError) as error:
        build(spec, values)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("units", "message"),
    [
        (
            ["year", "month"],
            (
                "attributes.x.hierarchy.dates: expected units from fine to coarse, "
                'found "month" after "year"'
            ),
        ),
        (
            ["week", "year"],
            (
                'attributes.x.hierarchy.dates: expected "week" last, found "year" after it: '
                "weeks cross its end"
            ),
        ),
        (["moth"], 'attributes.x.hierarchy.dates[1]: unknown value "moth"'),
    ],
)
def test_units_that_do_not_nest_are_told(build, units, message):
    with pytest.raises(PolicyError) as error:
        build({"dates": units}, ["2021-01-01"])
    assert str(error.value) == message
