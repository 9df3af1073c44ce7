"""What is written: a policy that loads, whose hierarchies fit the table."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoarfrost.engines.protocol import Dialect
from hoarfrost.errors import DataError, UsageError
from hoarfrost.hierarchy.build import build_hierarchy
from hoarfrost.policy import Policy
from hoarfrost.proposal import write

PEOPLE = {
    "name": ["Ada", "Bob", "Cid", "Dan", "Eve", "Fay"],
    "age": ["20", "20", "28", "30", "23", "23"],
    "marital status": ["single", "married", "?", "single", "single", "married"],
    "disease": ["Flu", "Flu", "Diabetes", "Cancer", "Cancer", "Cancer"],
}

POLICY = """\
# A first policy for "people.csv", 6 records of 4 columns. The roles are guesses from names and
# counts; the reason stands above each. What a column means only you know: read them before you
# publish anything.
title = "people.csv, anonymised"

[data]
delimiter = ";"
missing = ["?"]

# identifier: by its name it is a name, with 6 different values in 6 records
[attributes.name]
role = "identifier"

# quasi: it tells the age, which others may know; 4 different values
[attributes.age]
role = "quasi"
type = "integer"
hierarchy = { order = "value", fanout = [2] }

# quasi: it tells the marital status, which others may know; 2 different values
[attributes."marital status"]
role = "quasi"
hierarchy = "hierarchies/marital-status.csv"

# sensitive: by its name it is nobody else's business
[attributes.disease]
role = "sensitive"

# Every combination of quasi values that is released is shared by 5 records.
[[requirements]]
type = "k-anonymity"
k = 5

# Those who share a combination do not all share the same "disease".
[[requirements]]
type = "distinct-l-diversity"
sensitive = "disease"
l = 2

# The share of the records that may be left out, so that a few rare ones do not coarsen all
# others.
[suppression]
limit = 0.02

[algorithm]
name = "optimal"
objective = "loss"
"""


def test_the_policy_gives_the_reason_for_each_role(proposed, tmp_path):
    proposal = proposed(PEOPLE, Dialect(delimiter=";"))
    paths = write(proposal, tmp_path / "new")
    assert [str(path.relative_to(tmp_path / "new")) for path in paths] == [
        "policy.toml",
        "hierarchies/marital-status.csv",
    ]
    assert paths[0].read_text() == POLICY
    assert paths[1].read_text() == "single,*\nmarried,*\n"


def test_the_policy_loads_and_its_dialect_is_the_one_of_the_file(proposed, tmp_path):
    dialect = Dialect(delimiter="\t", header=False, names=tuple(PEOPLE), skip=2, trim=True)
    (path, *_) = write(proposed(PEOPLE, dialect), tmp_path)
    policy = Policy.load(path)
    assert (policy.data.delimiter, policy.data.skip, policy.data.trim) == ("\t", 2, True)
    assert (policy.data.header, policy.data.names) == (False, tuple(PEOPLE))
    assert policy.quasi == ("age", "marital status")
    assert policy.sensitive == ("disease",)


def test_what_is_there_is_replaced_only_by_force(proposed, tmp_path):
    proposal = proposed(PEOPLE)
    (path, hierarchy) = write(proposal, tmp_path)
    path.write_text("mine")
    with pytest.raises(UsageError) as error:
        write(proposal, tmp_path)
    assert [flaw.message for flaw in error.value.flaws] == [
        f"{path}: exists already",
        f"{hierarchy}: exists already",
    ]
    assert path.read_text() == "mine"
    write(proposal, tmp_path, force=True)
    assert path.read_text() != "mine"


def test_a_folder_that_cannot_be_made_is_told(proposed, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError) as error:
        write(proposed(PEOPLE), tmp_path / "file" / "new")
    assert str(error.value) == f"{tmp_path}/file/new: cannot be written: Not a directory"


def test_file_names_stay_in_their_folder_and_apart(proposed, tmp_path):
    values = ["a", "b", "c", "c"]
    names = ["../../sex", "sex/..", "SEX", "sex\n<script>"]
    proposal = proposed({"country": values} | {f"{name} race": values for name in ["../x"]})
    paths = write(proposal, tmp_path)
    assert all(path.resolve().is_relative_to(tmp_path.resolve()) for path in paths)
    proposal = proposed(dict.fromkeys(names, values))
    paths = write(proposal, tmp_path / "more")
    assert len(set(paths)) == len(paths)


def test_a_small_table_asks_for_no_more_than_it_has(proposed):
    assert proposed({"sex": ["m", "f"]}).k == 2
    assert proposed({"sex": ["m"]}).k == 1


def test_a_large_space_gets_a_time_limit(proposed):
    names = [
        "age",
        "zip",
        "country",
        "marital",
        "education",
        "occupation",
        "workclass",
        "region",
        "language",
    ]
    columns = {name: [number % 40 for number in range(400)] for name in names}
    proposal = proposed(columns)
    assert proposal.space > 1_000_000
    assert proposal.time_limit == 60


def test_a_table_that_cannot_be_generalised_is_told(proposed):
    with pytest.raises(DataError) as error:
        proposed({"sex": ["*", "m"], "age": ["*", "3"]})
    assert str(error.value) == (
        'people.csv: no column can be generalised: each has the value "*", '
        'which releases use for "anything"'
    )


def test_a_column_with_the_root_among_its_values_is_dropped(proposed):
    found = {one.name: one for one in proposed({"sex": ["*", "m"], "age": ["1", "3"]}).attributes}
    assert found["sex"].role == "identifier"
    assert found["sex"].reason == (
        'one of its values is "*", which releases use for "anything"; dropped'
    )
    assert found["age"].role == "quasi"


def test_usual_signs_of_missing_values_in_quasi_columns_are_recorded(proposed):
    proposal = proposed({"sex": ["m", "f", ""], "race": ["a", "?", "b"], "note": ["", "x", "y"]})
    assert proposal.dialect.missing == ("?", "")


NAMES = st.sampled_from(
    ["age", "sex", "zip", "dob", "country", "income", "diagnosis", "id", "name", "x", "y z", 'q"\n']
)
CELLS = st.one_of(
    st.sampled_from(
        [
            "",
            "?",
            "\r",
            "\n",
            ";",
            "\ufeffx",
            "1",
            "2",
            "30",
            "2021-01-05",
            "male",
            "{a, b}",
            "a",
            "b",
            "*",
        ]
    ),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_every_proposal_loads_and_its_hierarchies_know_every_value(proposed, tmp_path, data):
    names = data.draw(st.lists(NAMES, min_size=1, max_size=5, unique=True))
    count = data.draw(st.integers(1, 12))
    column = st.lists(CELLS, min_size=count, max_size=count)
    columns = {name: data.draw(column) for name in names}
    if all("*" in column for column in columns.values()) and count > 1:
        return
    proposal = proposed(columns)
    (path, *_) = write(proposal, tmp_path, force=True)
    policy = Policy.load(path)
    missing = policy.data.missing
    for name in policy.quasi:
        counts = Counter(missing[0] if one in missing else one for one in columns[name])
        attribute = policy.attribute(name)
        hierarchy = build_hierarchy(
            attribute.hierarchy,
            name=name,
            values=sorted(counts),
            counts=counts,
            type=attribute.type,
            missing=missing,
            has_missing=bool(missing) and missing[0] in counts,
            order=attribute.order,
            folder=tmp_path,
        )
        assert set(counts) <= set(hierarchy.leaves)
