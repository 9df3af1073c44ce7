from __future__ import annotations

import pytest

COUNT = 100
CYCLE = [str(number % 7) for number in range(COUNT)]
UNIQUE = [f"u{number}" for number in range(COUNT)]
HALVES = ["a", "b"] * (COUNT // 2)


@pytest.mark.parametrize(
    "name",
    ["email", "E-Mail", "phone", "SSN", "firstName", "last_name", "passport no", "street", "ip"],
)
def test_what_reaches_a_person_is_an_identifier(roles, name):
    found = roles(**{name: HALVES, "sex": HALVES})
    assert found[name] == ("identifier", "by its name it names or reaches a person directly")


def test_names_are_identifiers_unless_few_share_them(roles):
    found = roles(name=UNIQUE, class_name=HALVES, sex=HALVES)
    assert found["name"] == (
        "identifier",
        "by its name it is a name, with 100 different values in 100 records",
    )
    assert found["class_name"][0] != "identifier"


def test_numbers_of_records_are_identifiers_but_codes_are_not(roles):
    found = roles(patient_id=UNIQUE, admission_type_id=CYCLE, sex=HALVES)
    assert found["patient_id"] == (
        "identifier",
        "by its name it numbers the records, with 100 different values in 100 records",
    )
    assert found["admission_type_id"] == (
        "plain",
        "7 different values, and its name says nothing",
    )


def test_nearly_unique_values_are_as_good_as_a_key(roles):
    assert roles(token=UNIQUE, sex=HALVES)["token"] == (
        "identifier",
        "100 different values in 100 records are as good as a key to whoever has the original",
    )


def test_sampling_weights_that_are_nearly_unique_are_dropped_with_a_word_about_them(roles):
    many = [f"{number}.5" for number in range(2000)]
    role, reason = roles(fnlwgt=many, sex=["a", "b"] * 1000)["fnlwgt"]
    assert role == "identifier"
    assert reason == (
        "by its name it is a sampling weight, but with 2,000 different values in 2,000 records "
        "it is as good as a key; make it plain only for those who may recognise records"
    )


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("age", "age"),
        ("Gender", "sex"),
        ("zipCode", "postal code"),
        ("native-country", "country"),
        ("country of birth self", "country"),
        ("marital stat", "marital status"),
        ("workclass", "kind of work"),
        ("EDUCATION", "education"),
        ("detailed occupation recode", "occupation"),
    ],
)
def test_what_others_may_know_is_quasi(roles, name, meaning):
    role, reason = roles(**{name: HALVES})[name]
    assert role == "quasi"
    assert reason == f"it tells the {meaning}, which others may know; 2 different values"


def test_dates_are_quasi_whatever_they_are_called(roles):
    days = [f"2021-01-{1 + number % 28:02}" for number in range(COUNT)]
    role, reason = roles(admitted=days)["admitted"]
    assert role == "quasi"
    assert reason == "its values are dates, which others may know; 28 different values"


def test_of_columns_that_tell_the_same_one_is_kept_and_the_others_dropped(roles):
    found = roles(**{"education": CYCLE, "education-num": CYCLE, "sex": HALVES})
    assert found["education"][0] == "quasi"
    assert found["education-num"] == (
        "identifier",
        (
            'it tells the education like "education"; '
            "released as it is, it would undo what is done there"
        ),
    )


@pytest.mark.parametrize(
    ("columns", "kept"),
    [
        (["country of birth father", "country of birth self"], "country of birth self"),
        (["detailed industry recode", "major industry code"], "major industry code"),
        (["region", "state"], "region"),
    ],
)
def test_the_own_and_the_coarser_column_is_kept(roles, columns, kept):
    found = roles(**dict.fromkeys(columns, HALVES))
    assert [name for name, (role, _) in found.items() if role == "quasi"] == [kept]


def test_at_most_twelve_attributes_are_quasi(roles):
    names = [
        "age", "sex", "zip", "race", "hispanic", "country", "citizenship", "marital",
        "education", "occupation", "workclass", "region", "language", "union", "veteran",
    ]  # fmt: skip
    found = roles(**dict.fromkeys(reversed(names), HALVES))
    assert {name for name, (role, _) in found.items() if role == "quasi"} == set(names[:12])
    assert found["union"] == (
        "identifier",
        (
            "it tells the union membership, but there are 12 quasi attributes already; "
            "make it quasi and another one identifier if it matters more"
        ),
    )


def test_what_is_nobody_elses_business_is_sensitive(roles):
    found = roles(diagnosis=HALVES, salary=CYCLE, sex=HALVES)
    assert found["diagnosis"] == ("sensitive", "by its name it is nobody else's business")
    assert found["salary"] == (
        "sensitive",
        "by its name it tells how much money somebody has",
    )


def test_money_that_hardly_anybody_has_stays_plain_with_a_word_about_it(roles):
    rare = ["0"] * 90 + CYCLE[:10]
    role, reason = roles(capital_gain=rare, sex=HALVES)["capital_gain"]
    assert role == "plain"
    assert reason == (
        "by its name it tells how much money somebody has, but 92% of the records have the "
        "same value; make it sensitive if the others must not be learned"
    )


def test_a_class_is_the_target(roles):
    found = roles(income_class=["low"] * 95 + ["high"] * 5, class_of_worker=HALVES)
    assert found["income_class"] == ("target", "by its name it is what a model predicts")
    assert found["class_of_worker"][0] == "quasi"


def test_a_column_of_one_value_tells_nothing(roles):
    assert roles(sex=["f"] * COUNT, age=CYCLE)["sex"] == (
        "plain",
        "it tells nothing: all records have the same value",
    )


def test_without_telling_names_categories_are_quasi(roles):
    found = roles(column1=CYCLE, column2=UNIQUE, column3=HALVES)
    assert [role for role, _ in found.values()] == ["quasi", "identifier", "quasi"]
    assert found["column1"][1] == (
        "no name in this table says what it tells; others may know this one"
    )


@pytest.mark.parametrize("columns", [{"name": UNIQUE}, {"x": ["1"]}, {"diagnosis": HALVES}])
def test_there_is_always_something_to_generalise(roles, columns):
    assert [role for role, _ in roles(**columns).values()] == ["quasi"]
