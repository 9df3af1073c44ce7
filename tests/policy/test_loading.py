"""Policies are loaded from files and saved to files."""

from __future__ import annotations

from decimal import Decimal

import pytest

from hoarfrost.errors import HoarfrostError, PolicyError, UsageError
from hoarfrost.policy import Policy
from hoarfrost.requirements.k_anonymity import KAnonymity
from hoarfrost.requirements.k_map import KMap

SMALL = '[attributes.age]\nrole = "quasi"\nhierarchy = "h/age.csv"\n'


def written(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def refusal(call, *arguments):
    with pytest.raises(HoarfrostError) as caught:
        call(*arguments)
    return str(caught.value)


def test_relative_paths_start_at_the_file(tmp_path):
    policy = Policy.load(written(tmp_path / "p.toml", SMALL))
    assert policy.folder == tmp_path
    assert policy.locate("h/age.csv") == tmp_path / "h" / "age.csv"


def test_a_byte_order_mark_and_windows_line_ends_are_accepted(tmp_path):
    text = b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode()
    assert Policy.load(written(tmp_path / "p.toml", text)) == Policy.loads(SMALL)


def test_a_file_that_is_not_utf_8_is_refused_with_its_line(tmp_path):
    path = written(tmp_path / "p.toml", b'title = "x"\n# caf\xe9\n')
    assert refusal(Policy.load, path) == f"{path}, line 2: not UTF-8, which TOML has to be"


def test_a_missing_file_is_refused(tmp_path):
    path = tmp_path / "p.toml"
    assert refusal(Policy.load, path) == f"{path}: cannot be read: No such file or directory"


def test_a_folder_is_refused(tmp_path):
    assert refusal(Policy.load, tmp_path) == f"{tmp_path}: cannot be read: Is a directory"


def test_deep_nesting_is_refused():
    assert refusal(Policy.loads, "x = " + "[" * 9999) == "policy: nested too deeply for a policy"


def test_a_number_with_too_many_digits_is_refused():
    text = "x = " + "1" * 5000
    assert refusal(Policy.loads, text) == "policy: a whole number has more than 4300 digits"


def test_a_decimal_with_too_many_digits_is_refused():
    message = "policy, suppression.limit: a number of more than 1000 digits"
    text = f"{SMALL}[suppression]\nlimit = 0.{'1' * 5000}\n"
    assert refusal(Policy.loads, text) == message


def test_an_exponent_beyond_all_bounds_is_refused():
    message = "policy, suppression.limit: inf is not a finite number"
    text = f"{SMALL}[suppression]\nlimit = 1e{'9' * 30}\n"
    assert refusal(Policy.loads, text) == message


def test_decimals_stay_as_they_are_written():
    text = f"{SMALL}\n[suppression]\nlimit = 0.020\n"
    policy = Policy.loads(text)
    assert policy.suppression.limit == Decimal("0.02")
    assert "limit = 0.020\n" in policy.to_toml()


@pytest.mark.parametrize(
    ("limit", "records", "allowed"),
    [("0.29", 100, 29), ("0.02", 30162, 603), ("1.0", 7, 7), ("0", 7, 0), ("0.3333", 3, 0)],
)
def test_a_share_of_the_records_is_rounded_down_exactly(limit, records, allowed):
    policy = Policy.loads(f"{SMALL}[suppression]\nlimit = {limit}\n")
    assert policy.suppression.allowed(records) == allowed


def test_a_share_with_many_digits_is_not_rounded_up():
    policy = Policy.loads(f"{SMALL}[suppression]\nlimit = 0.{'9' * 40}\n")
    assert policy.suppression.allowed(1000) == 999


def test_a_count_of_records_is_allowed_as_far_as_there_are_any():
    policy = Policy.loads(f"{SMALL}[suppression]\nrecords = 100\n")
    assert (policy.suppression.allowed(1000), policy.suppression.allowed(10)) == (100, 10)


def test_columns_that_are_not_mentioned_are_plain():
    assert Policy.loads(SMALL).attribute("zip").role == "plain"


def test_engines_get_the_dialect():
    text = SMALL + '[data]\ndelimiter = ";"\nmissing = ["?"]\nheader = false\nnames = ["age"]\n'
    dialect = Policy.loads(text).data.dialect()
    assert (dialect.delimiter, dialect.missing, dialect.names) == (";", ("?",), ("age",))


def test_saving_writes_what_loading_reads(tmp_path):
    policy = Policy.loads(SMALL, tmp_path)
    policy.save(tmp_path / "q.toml")
    assert Policy.load(tmp_path / "q.toml") == policy
    assert [path.name for path in tmp_path.iterdir()] == ["q.toml"]


def test_saving_elsewhere_leads_relative_paths_back(tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    k_map = KMap(2, population="all.csv")
    policy = Policy.loads(SMALL, tmp_path / "here").changed(requirements=[k_map, KAnonymity(2)])
    policy.save(tmp_path / "there" / "q.toml")
    moved = Policy.load(tmp_path / "there" / "q.toml")
    assert moved.attributes["age"].hierarchy == "../here/h/age.csv"
    assert moved.requirements[0].population == "../here/all.csv"


def test_saving_where_nothing_can_be_written_is_refused(tmp_path):
    path = tmp_path / "none" / "q.toml"
    message = f"{path}: cannot be written: No such file or directory"
    with pytest.raises(UsageError) as caught:
        Policy.loads(SMALL).save(path)
    assert str(caught.value) == message


def test_a_table_that_lacks_columns_is_refused():
    policy = Policy.loads(
        SMALL + '[attributes.name]\nrole = "identifier"\n[algorithm]\ntarget = "pay"\n'
    )
    with pytest.raises(PolicyError) as caught:
        policy.check_columns(["Age", "zip"])
    assert [(flaw.message, flaw.hint) for flaw in caught.value.flaws] == [
        ('policy, attributes.age: the table has no column "age"', 'did you mean "Age"?'),
        ('policy, attributes.name: the table has no column "name"', "known: Age, zip"),
        ('policy, algorithm.target: the table has no column "pay"', "known: Age, zip"),
    ]


def test_a_release_needs_no_identifiers():
    policy = Policy.loads(SMALL + '[attributes.name]\nrole = "identifier"\n')
    policy.check_columns(["age"], is_release=True)
    with pytest.raises(PolicyError):
        policy.check_columns(["age"])


def test_doubts_are_warnings():
    text = SMALL + '[attributes.disease]\nrole = "sensitive"\nmax_level = 3\n'
    assert Policy.loads(text, source="p.toml").warnings() == (
        "p.toml, requirements: none, so every release satisfies this policy",
        "p.toml, attributes.disease: sensitive, but no requirement looks at it",
        'p.toml, attributes.disease.max_level: has no effect on an attribute whose role is "sensitive"',
    )


def test_a_policy_without_doubts_has_no_warnings():
    assert Policy.loads(SMALL + '[[requirements]]\ntype = "k-anonymity"\nk = 2\n').warnings() == ()
