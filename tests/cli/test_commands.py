"""The commands beside `anonymize`, as the contract has them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import hoarfrost as package
from hoarfrost.algorithms.catalogue import ALGORITHMS
from tests.house.places import ROOT

POLICY = ("--policy", "policy.toml")
T_CLOSENESS = '\n[[requirements]]\ntype = "t-closeness"\nt = 0.5\n'


@pytest.fixture
def released(anonymize, folder) -> Path:
    """A folder with a release, its report and its recoding."""
    with (folder / "policy.toml").open("a") as file:
        file.write(T_CLOSENESS)
    beside = ("--report", "report.json", "--recoding", "recoding.json")
    assert anonymize(*beside).code == 0
    return folder


def test_the_version(hoarfrost) -> None:
    assert hoarfrost("--version").out == f"hoarfrost {package.__version__}\n"


@pytest.mark.parametrize(
    "name",
    ["demo", "init", "anonymize", "compare", "check", "verify", "apply", "algorithms", "explain"],
)
def test_every_command_has_help(name: str, hoarfrost) -> None:
    made = hoarfrost(name, "--help")
    assert (made.code, made.err) == (0, "")
    assert made.out.startswith(f"Usage: hoarfrost {name} [OPTIONS]")
    assert hoarfrost(name, "-h").out == made.out


def test_every_algorithm_is_listed_with_its_parameters(hoarfrost) -> None:
    made = hoarfrost("algorithms")
    assert (made.code, made.err) == (0, "")
    heads = [line.split()[0] for line in made.out.splitlines() if not line.startswith(" ")]
    assert tuple(heads) == ALGORITHMS.names()
    assert "    levels: the level of each quasi attribute; 0 where not named\n" in made.out


def test_check_tells_a_safe_table_from_an_unsafe_one(hoarfrost, released) -> None:
    unsafe = hoarfrost("check", "people.csv", *POLICY)
    assert (unsafe.code, unsafe.err) == (1, "")
    assert unsafe.out.splitlines()[:3] == [
        "Not safe as it stands",
        "  8 records in 8 classes",
        "  ✗ k-anonymity (k = 2) on age, zip: worst 1; 8 classes with 8 records fail",
    ]
    safe = hoarfrost("check", "release.csv", *POLICY)
    assert (safe.code, safe.out.splitlines()[0]) == (0, "Safe as it stands")
    assert hoarfrost("check", "people.csv", *POLICY, "--quiet").out == ""


def test_verify_needs_the_reference_for_what_compares_with_the_table(hoarfrost, released) -> None:
    alone = hoarfrost("verify", "release.csv", *POLICY)
    assert (alone.code, alone.out, alone.err) == (
        2,
        "",
        (
            'error: t-closeness compares with the distribution of "disease" in the input, which a'
            " release does not show\n"
            "hint: --report gives the internal report of the run, which holds it\n"
        ),
    )
    with_report = hoarfrost("verify", "release.csv", *POLICY, "--report", "report.json")
    assert (with_report.code, with_report.err) == (0, "")
    assert with_report.out.splitlines()[0] == "Verified"


def test_verify_derives_the_other_figures_from_the_original(hoarfrost, released) -> None:
    figures = json.loads((released / "report.json").read_text())["figures"]
    more = ("--recoding", "recoding.json", "--original", "people.csv")
    for given in ((), ("--report", "report.json")):
        made = hoarfrost("verify", "release.csv", *POLICY, *given, *more)
        assert made.code == 0
        told = dict(
            line.strip().split(": ")
            for line in made.out.splitlines()
            if line.partition(":")[0].strip() in figures
        )
        assert {"loss", "precision", "discernibility", "class-size"} <= told.keys()
        assert {name: float(value) for name, value in told.items()} == pytest.approx(
            {name: figures[name] for name in told}
        )


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda text: text.replace("Flu", "Cold", 1), "the file's SHA-256 is not the one"),
        (lambda text: "\n".join(text.splitlines()[:-1]) + "\n", "claims release.records = 8"),
        (lambda text: text.replace("12", "19", 1), "k-anonymity (k = 2) on age, zip: worst 1"),
    ],
)
def test_verify_says_no_to_a_changed_release(change, what: str, hoarfrost, released) -> None:
    text = (released / "release.csv").read_text()
    (released / "release.csv").write_text(change(text))
    made = hoarfrost("verify", "release.csv", *POLICY, "--report", "report.json")
    assert (made.code, made.err) == (1, "")
    assert made.out.splitlines()[0] == "Not as claimed"
    assert what in made.out


def test_verify_says_no_to_a_changed_report(hoarfrost, released) -> None:
    report = json.loads((released / "report.json").read_text())
    report["figures"]["discernibility"] += 1
    (released / "report.json").write_text(json.dumps(report))
    made = hoarfrost("verify", "release.csv", *POLICY, "--report", "report.json")
    assert made.code == 1
    assert "  ✗ the report claims figures.discernibility = " in made.out


def test_verify_takes_no_other_file_for_a_report(hoarfrost, released) -> None:
    made = hoarfrost("verify", "release.csv", *POLICY, "--report", "recoding.json")
    assert (made.code, made.out, made.err) == (
        2,
        "",
        'error: recoding.json: expected the key "hoarfrost" of a report, found none\n',
    )


def test_apply_repeats_the_recoding_on_new_records(hoarfrost, released) -> None:
    rest = ("--recoding", "recoding.json", *POLICY)
    made = hoarfrost("apply", "people.csv", *rest, "--out", "again.csv")
    assert (made.code, made.err) == (0, "")
    assert made.out.startswith("Released 8 records, 0 suppressed\n")
    assert (released / "again.csv").read_bytes() == (released / "release.csv").read_bytes()
    existing = hoarfrost("apply", "people.csv", *rest, "--out", "again.csv")
    assert existing.err.startswith("error: again.csv: exists already\n")
    assert hoarfrost("apply", "people.csv", *rest, "--out", "again.csv", "--force").code == 0


def test_apply_refuses_a_value_that_the_recoding_does_not_know(hoarfrost, folder) -> None:
    policy = (folder / "policy.toml").read_text()
    order = '{ order = "value", fanout = [4, 2] }'
    (folder / "policy.toml").write_text(policy.replace('{ mask = "right" }', order))
    assert hoarfrost(
        "anonymize", "people.csv", *POLICY, "--out", "o.csv", "--recoding", "recoding.json"
    ).code == 0  # fmt: skip
    (folder / "new.csv").write_text("age,zip,disease\n31,1234,Flu\n32,9876,Cold\n")
    before = sorted(folder.iterdir())
    made = hoarfrost(
        "apply", "new.csv", "--recoding", "recoding.json", *POLICY, "--out", "new-release.csv"
    )
    assert (made.code, made.out) == (2, "")
    assert '"9876"' in made.err
    assert '"zip"' in made.err
    assert sorted(folder.iterdir()) == before


def test_apply_keeps_to_the_levels_that_the_policy_allows(hoarfrost, folder) -> None:
    levels = ("--algorithm", "fixed", "--set", "levels={age=1, zip=4}")
    made = ("--out", "o.csv", "--recoding", "recoding.json")
    assert hoarfrost("anonymize", "people.csv", *POLICY, *levels, *made).code == 0
    policy = (folder / "policy.toml").read_text()
    finer = policy.replace("[attributes.zip]", "min_level = 2\n[attributes.zip]")
    stricter = finer.replace("[attributes.disease]", "max_level = 3\n[attributes.disease]")
    (folder / "policy.toml").write_text(stricter)
    again = ("--recoding", "recoding.json", *POLICY, "--out", "again.csv")
    made = hoarfrost("apply", "people.csv", *again)
    assert (made.code, made.out, made.err) == (
        2,
        "",
        (
            "error: policy.toml, attributes.age.min_level: 2, but the recoding releases it at"
            " level 1\n"
            "error: policy.toml, attributes.zip.max_level: 3, but the recoding releases it at"
            " level 4\n"
            "hint: anonymise anew, or give the policy that the recoding was made under\n"
        ),
    )
    assert not (folder / "again.csv").exists()


def test_apply_judges_the_new_records_alone(hoarfrost, released) -> None:
    (released / "new.csv").write_text("age,zip,disease\n31,1234,Flu\n55,1299,Cold\n")
    made = hoarfrost(
        "apply", "new.csv", "--recoding", "recoding.json", *POLICY, "--out", "new-release.csv"
    )
    assert (made.code, made.err) == (
        1,
        (
            "error: the new records do not meet the policy by themselves: 2 of 2 would have to be"
            " suppressed, and the limit is 0\nhint: release more records at a time, raise the"
            " suppression limit, or anonymise anew\n"
        ),
    )
    assert not (released / "new-release.csv").exists()


def test_init_writes_a_policy_that_runs_as_it_is(hoarfrost, folder) -> None:
    made = hoarfrost("init", "people.csv", "--out", "first")
    assert (made.code, made.err) == (0, "")
    assert made.out.splitlines()[0].split()[:2] == ["age", "quasi"]
    assert "  wrote first/policy.toml\n" in made.out
    again = hoarfrost("init", "people.csv", "--out", "first")
    assert (again.code, again.err.splitlines()[0]) == (
        2,
        "error: first/policy.toml: exists already",
    )
    assert hoarfrost("init", "people.csv", "--out", "first", "--force", "--quiet").out == ""
    run = ("anonymize", "people.csv", "--policy", "first/policy.toml", "--out", "o.csv")
    assert hoarfrost(*run).code == 0


def test_init_takes_the_names_of_a_file_without_a_header(hoarfrost, folder) -> None:
    body = (folder / "people.csv").read_text().partition("\n")[2]
    (folder / "bare.csv").write_text(body)
    assert hoarfrost("init", "bare.csv", "--names", "age,zip,disease", "--out", "first").code == 0
    policy = package.Policy.load("first/policy.toml")
    assert (policy.data.header, policy.data.names) == (False, ("age", "zip", "disease"))
    run = ("anonymize", "bare.csv", "--policy", "first/policy.toml", "--out", "o.csv")
    assert hoarfrost(*run).code == 0
    assert (folder / "o.csv").read_text().startswith("age,zip,disease\n")


def test_init_reads_standard_input(folder) -> None:
    program = [sys.executable, "-m", "hoarfrost", "init", "-", "--out", "first"]
    table = (folder / "people.csv").read_bytes()
    made = subprocess.run(program, input=table, capture_output=True, check=False)
    assert (made.returncode, made.stderr) == (0, b"")
    assert (
        (folder / "first" / "policy.toml")
        .read_text()
        .startswith('# A first policy for "standard input", 8 records of 3 columns.')
    )


def test_a_summary_that_cannot_be_told_leaves_the_release(folder) -> None:
    program = [sys.executable, "-m", "hoarfrost", "anonymize", "people.csv", *POLICY]
    with Path("/dev/full").open("wb") as full:
        made = subprocess.run(
            [*program, "--out", "o.csv"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert made.returncode == 3
    assert made.stderr.decode() == (
        "error: standard output: cannot be written to: No space left on device\n"
        "hint: only what would be read there is missing; all else was done\n"
    )
    assert (folder / "o.csv").exists()


def test_init_names_standard_input_in_what_it_tells(folder) -> None:
    program = [sys.executable, "-m", "hoarfrost", "init", "-", "--out", "first"]
    made = subprocess.run(program, input=b"a,b\n1\n", capture_output=True, check=False)
    assert (made.returncode, made.stdout) == (2, b"")
    assert made.stderr == (b"error: standard input, line 2: 1 value, expected 2 as in the header\n")
    assert not (folder / "first").exists()


@pytest.mark.parametrize(
    "table", ["a\n1\n", "a,b\n1,x\n", "a,b\n,\n,\n", 'a,"b ""c"",d"\n*,1\n2,1\n']
)
def test_init_s_policy_runs_on_the_smallest_tables(table: str, hoarfrost, folder) -> None:
    (folder / "small.csv").write_text(table)
    assert hoarfrost("init", "small.csv", "--out", "first").code == 0
    run = ("anonymize", "small.csv", "--policy", "first/policy.toml", "--out", "o.csv")
    made = hoarfrost(*run)
    assert (made.code, made.err) == (0, "")


def test_init_s_policy_runs_whatever_the_columns_are_called(hoarfrost, folder) -> None:
    names = ['a"b', "<script>", "'; drop table x; --", "../../etc", "=cmd()", "two\nlines", "\u202ex",
             "日本", "-", "a ,b", "select", "\x1b[31m", "😀"]  # fmt: skip
    header = ",".join('"' + name.replace('"', '""') + '"' for name in names)
    rows = "".join(",".join(f"v{(row * n) % 3}" for n in range(13)) + "\n" for row in range(30))
    (folder / "hostile.csv").write_text(f"{header}\n{rows}")
    made = hoarfrost("init", "hostile.csv", "--out", "first")
    assert (made.code, made.err) == (0, "")
    assert all(line.isprintable() for line in made.out.splitlines())
    assert not (folder.parent / "etc.csv").exists()
    run = ("anonymize", "hostile.csv", "--policy", "first/policy.toml", "--out", "o.csv")
    made = hoarfrost(*run, "--report", "report.html", "--report", "report.json")
    assert (made.code, made.err) == (0, "")
    assert all(line.isprintable() for line in made.out.splitlines())
    assert "<script>" not in (folder / "report.html").read_text().partition("</style>")[2]
    assert json.loads((folder / "report.json").read_text())["columns"][5]["name"] == "two\nlines"


def test_the_demonstration(hoarfrost, tmp_path) -> None:
    made = hoarfrost("demo", "--out", str(tmp_path / "demo"))
    assert (made.code, made.err) == (0, "")
    assert made.out.splitlines()[0] == "Safe under this policy"
    assert sorted(path.name for path in (tmp_path / "demo").iterdir()) == [
        "adult-release.csv", "recoding.json", "report.html", "report.json",
    ]  # fmt: skip
    assert hoarfrost("demo", "--out", str(tmp_path / "demo"), "--quiet").out == ""


def test_the_contract_s_commands_are_those_that_there_are() -> None:
    documented = (ROOT / "docs" / "commands.md").read_text()
    for name in ("demo", "init", "anonymize", "check", "verify", "apply", "algorithms", "explain"):
        assert f"\n## {name}\n" in documented
