"""Bad input: the whole message, the exit code, and nothing left behind.

Each case changes one thing of a table, a hierarchy and a policy that are sound together.
"""

from __future__ import annotations

import gzip
import re
import tempfile
from pathlib import Path

import pytest

TABLE = b"age,zip,disease\n31,123,Flu\n32,124,Cold\n41,123,Flu\n42,123,Cold\n"
HIERARCHY = b"31,30s,*\n32,30s,*\n41,40s,*\n42,40s,*\n"
POPULATIONS = {
    "register.csv": b"age,zip\n31,123\n32,124\n41,123\n42,123\n99,123\n",
    "others.csv": b"age,zip\n31,123\n32,124\n41,123\n41,123\n",
}
POLICY = """
[data]
missing = []

[attributes.age]
role = "quasi"
type = "integer"
hierarchy = "age.csv"

[attributes.zip]
role = "quasi"
hierarchy = { mask = "right" }

[attributes.disease]
role = "sensitive"

[[requirements]]
type = "k-anonymity"
k = 2

[[requirements]]
type = "distinct-l-diversity"
l = 2

[suppression]
limit = 0

[algorithm]
name = "optimal"
"""
MISSING = (
    'hint: every value needs one; those that mean "missing" are listed under missing in [data]'
)
MISSING_NUMBERS = 'hint: values that mean "missing" are listed under missing in [data]'
ONE_PATH = (
    "hint: a label may stand on several levels only along one path, with the same values under it"
)

TABLES = {
    "not UTF-8": (
        b"age,zip,disease\n31,123,Fl\xfcx\n32,124,Cold\n",
        (
            'error: data.csv, line 2, column "disease": bytes that are not UTF-8 text\n'
            'hint: name the file\'s encoding, for example encoding = "latin-1"'
        ),
    ),
    "a header that is not UTF-8": (
        b"age,zip,dis\xffease\n31,123,Flu\n",
        (
            "error: data.csv, line 1: bytes that are not UTF-8 text\n"
            'hint: name the file\'s encoding, for example encoding = "latin-1"'
        ),
    ),
    "a short row": (
        b"age,zip,disease\n31,123,Flu\n32,124\n41,1,Cold\n",
        "error: data.csv, line 3: 2 values, expected 3 as in the header",
    ),
    "a long row": (
        b"age,zip,disease\n31,123,Flu\n32,124,Cold,x\n41,1,Cold\n",
        "error: data.csv, line 3: 4 values, expected 3 as in the header",
    ),
    "two columns of one name": (
        b"age,zip,zip\n31,123,Flu\n",
        'error: data.csv, line 1: columns 2 and 3 are both named "zip", expected each name once',
    ),
    "a column without a name": (
        b"age,,disease\n31,123,Flu\n",
        "error: data.csv, line 1: column 2 has no name, expected one for each column",
    ),
    "a quote that is never closed": (
        b'age,zip,disease\n31,123,"Flu\n32,124,Cold\n',
        'error: data.csv, line 2, column "disease": the quoted value that begins here is never closed',
    ),
    "text after a quoted value": (
        b'age,zip,disease\n31,123,"Flu"x\n32,124,Cold\n',
        (
            'error: data.csv, line 2, column "disease": the quoted value that begins here is not closed'
            " before a delimiter or the end of a line\n"
            "hint: a quote sign inside a quoted value must be doubled"
        ),
    ),
    "a NUL byte": (
        b"age,zip,disease\n31,12\x003,Flu\n32,124,Cold\n",
        'error: data.csv, line 2, column "zip": a NUL byte, expected text',
    ),
    "no records": (
        b"age,zip,disease\n",
        "error: data.csv: has no records, expected at least one",
    ),
    "nothing at all": (b"", "error: data.csv: is empty, expected a table"),
    "a blank header": (b"\n\n", "error: data.csv, line 1: is empty, expected the header"),
    "a blank line between records": (
        b"age,zip,disease\n31,123,Flu\n\n32,124,Cold\n",
        "error: data.csv, line 3: an empty line between records, expected none",
    ),
    "two kinds of line ends": (
        b"age,zip,disease\r\n31,123,Flu\n32,124,Cold\r\n",
        (
            "error: data.csv, line 2: ends in LF where the lines before end in CR LF, expected one kind"
            " throughout\nhint: a line end inside a value must be quoted"
        ),
    ),
    "a column that the policy names and the table lacks": (
        b"age,zip\n31,123\n",
        (
            'error: policy.toml, attributes.disease: the table has no column "disease"\n'
            "hint: known: age, zip"
        ),
    ),
    "values that the hierarchy does not know": (
        b"age,zip,disease\n31,123,Flu\n99,124,Cold\n98,1,Flu\n97,1,Flu\n",
        f'error: age.csv: no row for the value "97" and 2 others of column "age"\n{MISSING}',
    ),
}

HIERARCHIES = {
    "rows of unequal length": (
        b"31,30s,*\n32,*\n41,40s,*\n42,40s,*\n",
        (
            "error: age.csv, line 2: 2 columns here but 3 in line 1\n"
            "hint: every row needs a label for each level"
        ),
    ),
    "two parents": (
        b"31,30s,a,*\n32,30s,b,*\n41,40s,a,*\n42,40s,a,*\n",
        (
            'error: age.csv, line 2: "30s" has the parent "b" here but "a" in line 1\n'
            "hint: every label needs exactly one parent"
        ),
    ),
    "several roots": (
        b"31,30s,*\n32,30s,*\n41,40s,all\n42,40s,all\n",
        (
            'error: age.csv, line 3: the root is "all" here but "*" in line 1\n'
            "hint: a hierarchy has one root"
        ),
    ),
    "a value with two rows": (
        b"31,30s,*\n31,30s,*\n32,30s,*\n41,40s,*\n42,40s,*\n",
        (
            'error: age.csv, line 2: "31" has a row here and another in line 1\n'
            "hint: every value needs one row"
        ),
    ),
    "a label on several levels that is not one path": (
        b"31,30s,x,*\n32,x,30s,*\n41,40s,y,*\n42,40s,y,*\n",
        (
            'error: age.csv, line 1: "x" is a label of level 2 here but a label of level 1 in line 2\n'
            'error: age.csv, line 2: "30s" is a label of level 2 here but a label of level 1 in line 1\n'
            f"{ONE_PATH}"
        ),
    ),
    "a label that equals an unrelated leaf": (
        b"31,30s,*\n32,30s,*\n41,31,*\n42,31,*\n",
        (
            'error: age.csv, line 3: "31" is a label of level 1 here but an original value in line 1\n'
            f"{ONE_PATH}"
        ),
    ),
    "nothing": (
        b"",
        (
            "error: age.csv: empty, expected a row for every value\n"
            'hint: a row is: leaf, level 1, …, root, separated by "," or ";"'
        ),
    ),
    "one column": (
        b"31\n32\n41\n42\n",
        (
            "error: age.csv: only one column, expected at least two\n"
            'hint: a row is: leaf, level 1, …, root, separated by "," or ";"'
        ),
    ),
    "not UTF-8": (b"31,\xff,*\n32,30s,*\n", "error: age.csv, line 1: not UTF-8"),
    "a quote that is never closed": (
        b'31,"30s,*\n32,30s,*\n',
        "error: age.csv, line 1: a quote is never closed",
    ),
    "a NUL": (
        b"31,3\x000s,*\n32,30s,*\n",
        "error: age.csv, line 1: a NUL character, expected text",
    ),
}

AGE = 'type = "integer"\nhierarchy = "age.csv"'
L_DIVERSITY = 'type = "distinct-l-diversity"\nl = 2'
POLICIES = {
    "min_level above max_level": (
        (AGE, f"min_level = 2\nmax_level = 1\n{AGE}"),
        "error: policy.toml, attributes.age.min_level: 2 is above max_level = 1",
    ),
    "a max_level above the root": (
        (AGE, f"max_level = 9\n{AGE}"),
        'error: column "age": max_level is 9, expected 0 to 2, the levels of its hierarchy',
    ),
    "a min_level above the root": (
        (AGE, f"min_level = 9\n{AGE}"),
        'error: column "age": min_level is 9, expected 0 to 2, the levels of its hierarchy',
    ),
    "a negative level": (
        (AGE, f"min_level = -1\n{AGE}"),
        "error: policy.toml, attributes.age.min_level: -1 is too small, expected at least 0",
    ),
    "an unknown key": (
        ("k = 2", "kk = 2"),
        'error: policy.toml, requirements[1].kk: unknown key\nhint: did you mean "k"?',
    ),
    "an unknown key of an attribute": (
        ('role = "sensitive"', 'rolle = "sensitive"'),
        'error: policy.toml, attributes.disease.rolle: unknown key\nhint: did you mean "role"?',
    ),
    "an unknown table": (
        ("[suppression]", "[supression]"),
        'error: policy.toml, supression: unknown key\nhint: did you mean "suppression"?',
    ),
    "an unknown requirement": (
        ("k-anonymity", "k-anonimity"),
        (
            'error: policy.toml, requirements[1].type: there is no requirement type "k-anonimity"\n'
            'hint: did you mean "k-anonymity"?'
        ),
    ),
    "an unknown algorithm": (
        ('"optimal"', '"optimum"'),
        (
            'error: policy.toml, algorithm.name: there is no algorithm "optimum"\n'
            'hint: did you mean "optimal"?'
        ),
    ),
    "an unknown objective": (
        ('name = "optimal"', 'objective = "lss"'),
        (
            'error: policy.toml, algorithm.objective: there is no figure "lss"\n'
            'hint: did you mean "loss"?'
        ),
    ),
    "text where a number is due": (
        ("k = 2", 'k = "2"'),
        'error: policy.toml, requirements[1].k: expected a whole number, found the text "2"',
    ),
    "a number where text is due": (
        ('role = "sensitive"', "role = 5"),
        "error: policy.toml, attributes.disease.role: expected text, found the number 5",
    ),
    "half a number": (
        ("k = 2", "k = 2.5"),
        "error: policy.toml, requirements[1].k: expected a whole number, found the number 2.5",
    ),
    "a switch where a number is due": (
        ("k = 2", "k = true"),
        "error: policy.toml, requirements[1].k: expected a whole number, found true",
    ),
    "nan": (
        ("limit = 0", "limit = nan"),
        "error: policy.toml, suppression.limit: nan is not a finite number",
    ),
    "infinity": (
        ("k = 2", "k = inf"),
        "error: policy.toml, requirements[1].k: inf is not a finite number",
    ),
    "a negative k": (
        ("k = 2", "k = -2"),
        "error: policy.toml, requirements[1].k: -2 is too small, expected at least 1",
    ),
    "a huge k": (
        ("k = 2", "k = 99999999999999999999999"),
        "error: policy.toml, requirements[1].k: too large, expected at most 9223372036854775807",
    ),
    "a share above 1": (
        ("limit = 0", "limit = 1.5"),
        "error: policy.toml, suppression.limit: 1.5 is too large, expected at most 1",
    ),
    "a negative share": (
        ("limit = 0", "limit = -0.1"),
        "error: policy.toml, suppression.limit: -0.1 is too small, expected at least 0",
    ),
    "two limits": (
        ("limit = 0", "limit = 0.1\nrecords = 5"),
        "error: policy.toml, suppression.records: given beside limit, expected one of the two",
    ),
    "a time limit of nothing": (
        ('name = "optimal"', "time_limit = 0"),
        "error: policy.toml, algorithm.time_limit: 0 is too small, expected more than 0",
    ),
    "a negative weight": (
        ('role = "sensitive"', 'role = "sensitive"\nweight = -1'),
        "error: policy.toml, attributes.disease.weight: -1 is too small, expected at least 0",
    ),
    "a sensitive attribute that is also quasi": (
        ("l = 2", 'l = 2\nsensitive = "age"'),
        (
            'error: policy.toml, requirements[2].sensitive: "age" is a quasi attribute, expected a'
            " sensitive attribute"
        ),
    ),
    "no sensitive attribute": (
        ('role = "sensitive"', 'role = "plain"'),
        (
            "error: policy.toml, requirements[2].sensitive: missing, and no attribute has role ="
            ' "sensitive"'
        ),
    ),
    "a shield with an attribute that is not quasi": (
        ("k = 2", 'k = 2\non = ["age", "disease"]'),
        (
            'error: policy.toml, requirements[1].on[2]: "disease" is a sensitive attribute, expected a'
            " quasi attribute"
        ),
    ),
    "a shield with an attribute that is not there": (
        ("k = 2", 'k = 2\non = ["agee"]'),
        (
            'error: policy.toml, requirements[1].on[1]: there is no attribute "agee", expected a quasi'
            ' attribute\nhint: did you mean "age"?'
        ),
    ),
    "an empty shield": (
        ("k = 2", "k = 2\non = []"),
        "error: policy.toml, requirements[1].on: expected at least one quasi attribute, found none",
    ),
    "no quasi attribute": (
        ('"quasi"', '"plain"'),
        (
            "error: policy.toml, attributes: no attribute is quasi, expected at least one\n"
            'hint: role = "quasi" marks what others may know of a person'
        ),
    ),
    "no TOML": (("k = 2", "k = = 2"), "error: policy.toml, line 19: not TOML: invalid value"),
    "a key given twice": (
        ("k = 2", "k = 2\nk = 3"),
        "error: policy.toml, line 20: not TOML: cannot overwrite a value",
    ),
    "widths that do not divide each other": (
        ('"age.csv"', "{ intervals = [10, 25] }"),
        (
            "error: policy.toml, attributes.age.hierarchy.intervals: expected widths that grow and"
            " divide each other, found 25 after 10"
        ),
    ),
    "a width of nothing": (
        ('"age.csv"', "{ intervals = [0] }"),
        (
            "error: policy.toml, attributes.age.hierarchy.intervals[1]: 0 is too small, expected more"
            " than 0"
        ),
    ),
    "coded ends the wrong way round": (
        ('"age.csv"', "{ intervals = [10], bottom = 90, top = 10 }"),
        'error: hierarchy of "age": expected bottom below top, found 90 and 10',
    ),
    "dates that are none": (
        ('{ mask = "right" }', '{ dates = ["month"] }'),
        (
            'error: hierarchy of "zip": dates are expected in a known format, found the value "123" and'
            " 1 other"
        ),
    ),
    "an unknown mask": (
        ('{ mask = "right" }', '{ mask = "up" }'),
        (
            'error: policy.toml, attributes.zip.hierarchy.mask: unknown mask "up"\n'
            "hint: known: left, right"
        ),
    ),
    "groups that overlap": (
        ('{ mask = "right" }', '{ groups = { a = ["123"], b = ["123"] } }'),
        (
            'error: hierarchy of "zip": "123" has the parent "b" here but "a" for "123"\n'
            "hint: every label needs exactly one parent"
        ),
    ),
    "groups that leave a value out": (
        ('{ mask = "right" }', '{ groups = { a = ["123"] } }'),
        f'error: hierarchy of "zip": no place for the value "124"\n{MISSING}',
    ),
    "two kinds of hierarchy": (
        ('{ mask = "right" }', '{ mask = "right", order = "value" }'),
        (
            "error: policy.toml, attributes.zip.hierarchy: expected one kind of hierarchy, found mask"
            " and order"
        ),
    ),
    "a hierarchy file that is not there": (
        ('"age.csv"', '"nope.csv"'),
        "error: nope.csv: cannot be read: No such file or directory",
    ),
    "a distance along a hierarchy that is not there": (
        (L_DIVERSITY, 'type = "t-closeness"\nt = 0.2\ndistance = "hierarchical"'),
        (
            'error: policy.toml, requirements[2]: needs a hierarchy on "disease", which has none\n'
            "hint: expected attributes.disease.hierarchy"
        ),
    ),
    "numbers that are none in a sensitive column, which are not named": (
        ('role = "sensitive"', 'role = "sensitive"\ntype = "integer"'),
        (
            'error: column "disease": 2 of its 2 values are not numbers, which type = "integer"'
            f" expects\n{MISSING_NUMBERS}"
        ),
    ),
    "sensitive values without a place, which are not named": (
        ('role = "sensitive"', 'role = "sensitive"\nhierarchy = { groups = { a = ["Flu"] } }'),
        f'error: hierarchy of "disease": no place for 1 value\n{MISSING}',
    ),
    "a population that is not there": (
        (L_DIVERSITY, 'type = "k-map"\nk = 2\npopulation = "nope.csv"'),
        "error: nope.csv: there is no such file",
    ),
    "a population with a value that the hierarchy lacks": (
        (L_DIVERSITY, 'type = "k-map"\nk = 2\npopulation = "register.csv"'),
        (
            'error: age.csv: no row for the value "99" of column "age", found in the population'
            f" register.csv\n{MISSING}"
        ),
    ),
    "a population that the table is no part of": (
        (L_DIVERSITY, 'type = "delta-presence"\ndmin = 0\ndmax = 1\npopulation = "others.csv"'),
        (
            "error: the population table others.csv does not cover the data:"
            " 1 combination has more records than population rows"
        ),
    ),
    "an unknown encoding": (
        ("missing = []", 'encoding = "utf-99"'),
        (
            'error: policy.toml, data.encoding: there is no encoding "utf-99"\n'
            'hint: did you mean "utf-8"?'
        ),
    ),
    "a delimiter of two characters": (
        ("missing = []", 'delimiter = ",,"'),
        'error: policy.toml, data.delimiter: expected one ASCII character, found ",,"',
    ),
    "no header and no names": (
        ("missing = []", "header = false"),
        "error: policy.toml, data.names: missing, expected a list of names as header = false",
    ),
    "too many names": (
        ("missing = []", 'header = false\nnames = ["age", "zip", "disease", "more"]'),
        "error: data.csv, line 1: 3 values, expected 4 as `names` of the policy lists",
    ),
}
VALUES = {
    "nan": '"nan"', "inf": '"inf"', "0x10": '"0x10"', "1_0": '"1_0"', "１２": '"１２"',
}  # fmt: skip


@pytest.fixture
def private(tmp_path_factory, monkeypatch) -> Path:
    """Where temporary files go."""
    place = tmp_path_factory.mktemp("private")
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


@pytest.fixture
def refused(hoarfrost, tmp_path, private, monkeypatch):
    """Runs `anonymize` on files that are refused; returns what was said."""
    monkeypatch.chdir(tmp_path)

    def run(*, name="data.csv", table=TABLE, hierarchy=HIERARCHY, policy=POLICY) -> str:
        files = {name: table, "age.csv": hierarchy, "policy.toml": policy.encode(), **POPULATIONS}
        for file, content in files.items():
            (tmp_path / file).write_bytes(content)
        made = hoarfrost(
            "anonymize", name, "--policy", "policy.toml", "--out", "out.csv", "--quiet"
        )
        assert (made.code, made.out) == (2, "")
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files
        assert list(private.iterdir()) == []
        return made.err.removesuffix("\n")

    return run


def test_the_table_the_hierarchy_and_the_policy_are_sound_together(
    hoarfrost, tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv").write_bytes(TABLE)
    (tmp_path / "age.csv").write_bytes(HIERARCHY)
    (tmp_path / "policy.toml").write_text(POLICY)
    made = hoarfrost("anonymize", "data.csv", "--policy", "policy.toml", "--out", "out.csv")
    assert (made.code, made.err) == (0, "")


@pytest.mark.parametrize("case", TABLES)
def test_a_bad_table(case: str, refused) -> None:
    table, message = TABLES[case]
    assert refused(table=table) == message


@pytest.mark.parametrize("case", HIERARCHIES)
def test_a_bad_hierarchy(case: str, refused) -> None:
    hierarchy, message = HIERARCHIES[case]
    assert refused(hierarchy=hierarchy) == message


@pytest.mark.parametrize("case", POLICIES)
def test_a_bad_policy(case: str, refused) -> None:
    (old, new), message = POLICIES[case]
    assert old in POLICY
    assert refused(policy=POLICY.replace(old, new)) == message


@pytest.mark.parametrize("value", VALUES)
def test_a_value_that_is_no_number(value: str, refused) -> None:
    table = f"age,zip,disease\n31,123,Flu\n{value},123,Cold\n".encode()
    policy = POLICY.replace('"age.csv"', "{ intervals = [10] }")
    assert refused(table=table, policy=policy) == (
        f'error: hierarchy of "age": intervals need numbers, found the value {VALUES[value]}\n'
        f"{MISSING_NUMBERS}"
    )


@pytest.mark.parametrize("ending", ["gz", "zst"])
def test_a_file_that_is_not_compressed(ending: str, refused) -> None:
    message = f"error: data.csv.{ending}: damaged or not compressed, expected a .{ending} file"
    assert refused(name=f"data.csv.{ending}", table=TABLE) == message
    assert refused(name=f"data.csv.{ending}", table=b"(\xb5/\xfdxxxx") == message


def test_a_compressed_file_that_is_cut_off(refused) -> None:
    table = gzip.compress(TABLE * 1000)[:-20]
    message = "error: data.csv.gz: ends too early, expected a whole .gz file"
    assert refused(name="data.csv.gz", table=table) == message


def test_a_file_that_is_not_parquet(refused) -> None:
    message = "error: data.parquet: damaged or not Parquet, expected a Parquet file"
    assert refused(name="data.parquet") == message


def test_every_problem_of_a_policy_is_told_at_once(refused) -> None:
    policy = re.sub(r"\b2\b", "-2", POLICY).replace('"right"', '"up"').replace("limit", "limt")
    assert refused(policy=policy).splitlines() == [
        'error: policy.toml, attributes.zip.hierarchy.mask: unknown mask "up"',
        "error: policy.toml, requirements[1].k: -2 is too small, expected at least 1",
        "error: policy.toml, requirements[2].l: -2 is too small, expected at least 1",
        "error: policy.toml, suppression.limt: unknown key",
        "hint: known: left, right",
        'hint: did you mean "limit"?',
    ]


def test_every_hierarchy_that_lacks_values_is_told_at_once(refused) -> None:
    table = b"age,zip,disease\n31,123,Flu\n99,124,Cold\n"
    policy = POLICY.replace('{ mask = "right" }', '{ groups = { a = ["123"] } }')
    assert refused(table=table, policy=policy).splitlines() == [
        'error: age.csv: no row for the value "99" of column "age"',
        'error: hierarchy of "zip": no place for the value "124"',
        MISSING,
    ]
