"""Mistakes in the arguments: exit code 2, one line each, and nothing done."""

from __future__ import annotations

import pytest

HELP = "hint: --help after a command lists what it takes\n"
EXISTS = "hint: --force replaces it, or choose another name\n"

WITHOUT_A_COMMAND = {
    "": (
        "error: no command is given, expected one of: demo, init, anonymize, compare, check, verify,"
        " apply, algorithms, explain\nhint: hoarfrost --help tells what each does, hoarfrost demo shows it\n"
    ),
    "anonymise": "error: no such command 'anonymise'\nhint: did you mean 'anonymize'?\n",
    "--nope": f"error: no such option: --nope\n{HELP}",
    "anonymize": f"error: missing argument 'DATA'\n{HELP}",
    "anonymize people.csv": f"error: missing option '--policy'\n{HELP}",
    "anonymize people.csv --policy policy.toml": f"error: missing option '--out'\n{HELP}",
    "check people.csv --policy": f"error: option '--policy' requires an argument\n{HELP}",
    "check people.csv --policy policy.toml --quiet=1": (
        f"error: option '--quiet' does not take a value\n{HELP}"
    ),
    "check nope.csv --policy policy.toml": "error: nope.csv: there is no such file\n",
    "check people.csv --policy nope.toml": (
        "error: nope.toml: cannot be read: No such file or directory\n"
    ),
    "verify people.csv --policy policy.toml --report nope.json": (
        "error: nope.json: cannot be read: No such file or directory\n"
    ),
    "verify people.csv --policy policy.toml --report people.csv": (
        "error: people.csv: is not a JSON report\n"
    ),
    "verify people.csv --policy policy.toml --recoding r.json": (
        "error: --recoding and --original are given together or not at all\n"
    ),
    "apply people.csv --policy policy.toml --recoding nope.json --out new.csv": (
        "error: nope.json: cannot be read: No such file or directory\n"
    ),
    "apply people.csv --policy policy.toml --recoding people.csv --out new.csv": (
        "error: people.csv, row 1, column 1: expected JSON, found something else\n"
    ),
    "init nope.csv": "error: nope.csv: cannot be read: No such file or directory\n",
    "init people.csv --names a,,b": (
        "error: --names: expected names separated by commas, found an empty one\n"
    ),
    "init people.csv --names a,b,a": 'error: --names: "a" a second time\n',
    "init people.csv --names a,b": (
        "error: people.csv, line 1: 3 values, expected 2 as `names` of the policy lists\n"
    ),
    "demo --out people.csv": ("error: people.csv: no folder can be made there: File exists\n"),
}
OF_ANONYMIZE = {
    "--reprot r.json": (
        "error: no such option: --reprot\nhint: did you mean --out, --report, --set?\n"
    ),
    "more.csv": f"error: got unexpected extra argument(s) (more.csv)\n{HELP}",
    "--edition secret": (
        'error: --edition: "secret" is not an edition, expected internal or public\n'
    ),
    "--threads 0": 'error: --threads: "0" is not a whole number from 1 to 64\n',
    "--threads two": 'error: --threads: "two" is not a whole number from 1 to 64\n',
    "--seed -1": 'error: --seed: "-1" is not a whole number from 0 to 9223372036854775807\n',
    "--memory lots": 'error: --memory: "lots" is not a size\nhint: as in --memory 4GB\n',
    "--memory 1KB": 'error: --memory: "1KB" is too little, expected at least 100MB\n',
    "--memory nan": 'error: --memory: "nan" is not a size\nhint: as in --memory 4GB\n',
    "--time-limit 0": (
        'error: --time-limit: "0" is not a time, expected seconds above 0\n'
        "hint: as in --time-limit 60\n"
    ),
    "--time-limit nan": (
        'error: --time-limit: "nan" is not a time, expected seconds above 0\n'
        "hint: as in --time-limit 60\n"
    ),
    "--algorithm optimum": (
        'error: there is no algorithm "optimum"\nhint: did you mean "optimal"?\n'
    ),
    "--algorithm fixed": (
        "error: --algorithm fixed, algorithm.levels: missing, expected a table\n"
        "hint: the level of each quasi attribute; 0 where not named\n"
    ),
    "--algorithm fixed --set levels.agee=1": (
        'error: --algorithm fixed, algorithm.levels.agee: there is no attribute "agee", expected a'
        ' quasi attribute\nhint: did you mean "age"?\n'
    ),
    "--algorithm fixed --set levels.age=9": (
        "error: algorithm.levels.age: 9 is not between 0 and 3\n"
    ),
    "--objective los": 'error: there is no figure "los"\nhint: did you mean "loss"?\n',
    "--objective accuracy": (
        'error: policy.toml, algorithm.objective: "accuracy" does not apply to this table, which'
        " has no target\nhint: name one with target in [algorithm]\n"
    ),
    "--set k": 'error: --set k: expected key=value, found no "key="\n',
    "--set levels.age=1": (
        "error: --set, algorithm.levels: unknown key\nhint: it is a parameter of fixed\n"
    ),
    "--report report.txt": (
        "error: report.txt: the name of a report ends in .json or .html\n"
        "hint: the ending says which of the two is written\n"
    ),
    "--report nowhere/report.json": (
        "error: nowhere/report.json: cannot be written: there is no folder nowhere\n"
    ),
    "--report same.json --recoding same.json": (
        "error: same.json: is named twice on the command line\n"
    ),
    "--trace policy.toml --force": "error: policy.toml: is named twice on the command line\n",
    "--recoding taken.json": f"error: taken.json: exists already\n{EXISTS}",
}


@pytest.mark.parametrize("arguments", WITHOUT_A_COMMAND)
def test_a_mistake_is_told_in_one_line(arguments: str, hoarfrost, folder) -> None:
    before = sorted(folder.rglob("*"))
    made = hoarfrost(*arguments.split())
    assert (made.code, made.err, made.out) == (2, WITHOUT_A_COMMAND[arguments], "")
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize("arguments", OF_ANONYMIZE)
def test_a_mistake_in_what_is_asked_of_anonymize(arguments: str, anonymize, folder) -> None:
    (folder / "taken.json").write_text("{}")
    before = sorted(folder.rglob("*"))
    made = anonymize(*arguments.split())
    assert (made.code, made.err, made.out) == (2, OF_ANONYMIZE[arguments], "")
    assert sorted(folder.rglob("*")) == before


DESTINATIONS = {
    "release.xls": (
        "error: release.xls: cannot tell what to write, expected .csv, .tsv (each also with .gz or"
        " .zst), .parquet, duckdb://FILE?table=NAME or -\n"
    ),
    "people.csv": "error: people.csv: is the input itself, expected another file\n",
    "taken.csv": f"error: taken.csv: exists already\n{EXISTS}",
    "folder.csv": "error: folder.csv: is a folder, expected a file\n",
    "postgres://host/db?table=t": (
        "error: postgres://: tables in Postgres cannot be read or written yet\n"
        "hint: expected .csv, .tsv (each also with .gz or .zst), .parquet,"
        " duckdb://FILE?table=NAME or -\n"
    ),
    "duckdb://release.db": ("error: duckdb://release.db: expected duckdb://FILE?table=NAME\n"),
}


@pytest.mark.parametrize("out", DESTINATIONS)
def test_a_release_that_cannot_be_put_there(out: str, anonymize, folder) -> None:
    (folder / "taken.csv").write_text("mine")
    (folder / "folder.csv").mkdir()
    before = sorted(folder.rglob("*"))
    made = anonymize(out=out)
    assert (made.code, made.err, made.out) == (2, DESTINATIONS[out], "")
    assert sorted(folder.rglob("*")) == before
    assert (folder / "taken.csv").read_text() == "mine"


@pytest.mark.parametrize("name", ["ages.csv", "town.csv"])
def test_files_that_the_policy_reads_are_never_replaced(name: str, anonymize, folder) -> None:
    policy = (folder / "policy.toml").read_text()
    policy = policy.replace("{ intervals = [10, 20] }", '"ages.csv"')
    policy += '[[requirements]]\ntype = "k-map"\nk = 2\npopulation = "town.csv"\n'
    (folder / "policy.toml").write_text(policy)
    (folder / "ages.csv").write_text("".join(f"{age},*\n" for age in range(30, 60)))
    (folder / "town.csv").write_text("age,zip\n" + "31,1234\n" * 9)
    before = (folder / name).read_bytes()
    expected = f"error: {name}: is a file that the policy reads, expected another file\n"
    for made in (anonymize("--force", out=name), anonymize("--force", "--trace", name)):
        assert (made.code, made.err, made.out) == (2, expected, "")
        assert (folder / name).read_bytes() == before


def test_at_most_twenty_problems_are_told(hoarfrost, folder) -> None:
    many = "".join(f'[[requirements]]\ntype = "t{n}"\n' for n in range(25))
    (folder / "policy.toml").write_text('[attributes.age]\nrole = "quasi"\n' + many)
    made = hoarfrost("check", "people.csv", "--policy", "policy.toml")
    lines = made.err.splitlines()
    errors = [line for line in lines if line.startswith("error: ")]
    assert len(errors) == 20
    assert errors[19] == (
        'error: policy.toml, requirements[20].type: there is no requirement type "t19"'
    )
    assert lines[20].startswith("hint: known: alpha-k-anonymity, ")
    assert lines[-1].startswith("hint: ")
    assert lines[-1].endswith(" more are not shown")
    assert all(line.startswith(("error: ", "hint: ")) for line in lines)


def test_hostile_text_in_an_argument_stays_on_its_line(hoarfrost, folder) -> None:
    made = hoarfrost("check", "a\nb\x1b[2J\u202e.csv", "--policy", "policy.toml")
    assert made.err == "error: a\\nb\\x1b[2J\\u202e.csv: there is no such file\n"


def test_what_nobody_foresaw_is_one_line_too(hoarfrost, folder, monkeypatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("31,1234,Flu")

    monkeypatch.setattr("hoarfrost.release.check", fail)
    made = hoarfrost("check", "people.csv", "--policy", "policy.toml")
    assert made.code == 3
    assert made.err == (
        "error: something unforeseen happened (ZeroDivisionError); nothing was written\n"
        "hint: --debug shows where; please report it\n"
    )
    shown = hoarfrost("check", "people.csv", "--policy", "policy.toml", "--debug")
    assert shown.code == 3
    assert shown.err.startswith("Traceback (most recent call last):\n")
    assert shown.err.endswith(made.err)


def test_memory_that_runs_out_is_told(hoarfrost, folder, monkeypatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("hoarfrost.release.check", fail)
    made = hoarfrost("check", "people.csv", "--policy", "policy.toml")
    assert (made.code, made.err) == (
        3,
        (
            "error: memory ran out; nothing was written\n"
            "hint: allow less with --memory, or take a larger machine\n"
        ),
    )
