"""`anonymize` as the contract has it: what goes in, what comes out, and what lies beside it."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys

import pytest

import hoarfrost

ENDINGS = (".csv", ".csv.gz", ".csv.zst", ".tsv", ".tsv.gz", ".tsv.zst", ".parquet")
RELEASE = b"""age,zip,disease
"[20,40)",12**,Cold
"[20,40)",12**,Cold
"[20,40)",12**,Flu
"[20,40)",12**,Flu
"[40,60]",12**,Cold
"[40,60]",12**,Cold
"[40,60]",12**,Flu
"[40,60]",12**,Flu
"""
TOPS = ("--algorithm", "fixed", "--set", "levels={age=3, zip=4}")


def process(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    program = [sys.executable, "-m", "hoarfrost", *arguments]
    return subprocess.run(program, input=stdin, capture_output=True, check=False)


def facts(path) -> dict[str, object]:
    """A report without what differs from run to run."""
    report = json.loads(path.read_text())
    return {key: report[key] for key in report.keys() - {"created", "seconds", "provenance"}}


def test_a_table_is_released_and_summed_up(anonymize, folder) -> None:
    made = anonymize()
    assert (made.code, made.err) == (0, "")
    assert made.out.splitlines()[0] == "Safe under this policy"
    assert "released    8 records in 4 classes, the smallest of 2" in made.out
    released = (folder / "release.csv").read_bytes()
    assert released.splitlines()[0] == b"age,zip,disease"
    assert sorted(folder.iterdir()) == sorted(
        folder / name for name in ("people.csv", "policy.toml", "release.csv")
    )


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_kind_of_file_is_written_and_read(ending: str, anonymize, hoarfrost, folder) -> None:
    out = f"release{ending}"
    assert anonymize("--report", "report.json", out=out).code == 0
    report = json.loads((folder / "report.json").read_text())
    assert report["release"]["sha256"] == hashlib.sha256((folder / out).read_bytes()).hexdigest()
    policy = ("--policy", "policy.toml")
    assert hoarfrost("verify", out, *policy, "--report", "report.json").code == 0
    assert hoarfrost("check", out, *policy).code == 0


def test_a_table_of_a_database_is_released_to_another(anonymize, hoarfrost, folder) -> None:
    assert anonymize(out="duckdb://tables.db?table=released").code == 0
    source = "duckdb://tables.db?table=released"
    assert hoarfrost("check", source, "--policy", "policy.toml").code == 0
    again = anonymize(out=source)
    assert (again.code, again.err) == (
        2,
        (
            'error: tables.db: the table "released" exists already\n'
            "hint: --force replaces it, or choose another name\n"
        ),
    )
    assert anonymize("--force", out=source).code == 0
    onto_itself = hoarfrost(
        "anonymize", source, "--policy", "policy.toml", "--out", source, "--force"
    )
    assert onto_itself.err == f"error: {source}: is the input itself, expected another table\n"


def test_standard_input_and_output(folder) -> None:
    data = (folder / "people.csv").read_bytes()
    made = process("anonymize", "-", "--policy", "policy.toml", "--out", "-", stdin=data)
    assert (made.returncode, made.stdout[:16]) == (0, b"age,zip,disease\n")
    assert made.stderr.startswith(b"Safe under this policy\n")
    quiet = process(
        "anonymize", "-", "--policy", "policy.toml", "--out", "-", "--quiet", stdin=data
    )
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, made.stdout, b"")
    assert process("check", "-", "--policy", "policy.toml", stdin=made.stdout).returncode == 0
    assert process("verify", "-", "--policy", "policy.toml", stdin=made.stdout).returncode == 0


def test_a_reader_that_has_gone_is_a_failure_of_the_release(folder) -> None:
    program = f"{sys.executable} -m hoarfrost anonymize people.csv --policy policy.toml --out -"
    for closed in (">/dev/full", ">&-"):
        made = subprocess.run(  # noqa: S602 - the shell is what closes the output
            f"{program} --quiet --report report.json {closed}",
            shell=True,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (made.returncode, made.stderr) == (
            3,
            "error: standard output was closed before all was written\n",
        )
        assert not (folder / "report.json").exists()


def test_a_reader_of_the_summary_that_has_gone_is_none(folder) -> None:
    made = subprocess.run(  # noqa: S602 - the shell is what closes the output
        f"{sys.executable} -m hoarfrost algorithms | true; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.stdout, made.stderr) == ("0\n", "")


def test_the_same_run_gives_the_same_bytes_and_the_same_report(anonymize, folder) -> None:
    for name, threads in (("one", "1"), ("two", "2"), ("again", "2")):
        made = anonymize(
            "--threads", threads, "--report", f"{name}.json", "--recoding", f"{name}.rec",
            "--trace", f"{name}.jsonl", out=f"{name}.csv",
        )  # fmt: skip
        assert made.code == 0
    for ending in (".csv", ".rec", ".jsonl"):
        assert (
            len({(folder / f"{name}{ending}").read_bytes() for name in ("one", "two", "again")})
            == 1
        )
    assert facts(folder / "one.json") == facts(folder / "two.json") == facts(folder / "again.json")


def test_files_beside_the_release_are_private_but_for_the_public_edition(anonymize, folder) -> None:
    beside = ("--report", "report.json", "--report", "report.html", "--recoding", "recoding.json")
    assert anonymize(*beside, "--trace", "trace.jsonl").code == 0
    for name in ("report.json", "report.html", "recoding.json", "trace.jsonl"):
        assert (folder / name).stat().st_mode & 0o777 == 0o600, name
    assert (folder / "release.csv").stat().st_mode & 0o044
    public = ("--edition", "public", "--report", "public.json", "--report", "public.html")
    assert anonymize(*public, out="again.csv").code == 0
    for name in ("public.json", "public.html"):
        assert (folder / name).stat().st_mode & 0o777 == 0o644, name
    text = (folder / "public.json").read_text() + (folder / "public.html").read_text()
    assert not [word for word in ("Flu", "Cold", "1234", "people.csv") if word in text]


def test_existing_files_beside_the_release_are_replaced_by_force(anonymize, folder) -> None:
    for name in ("release.csv", "report.json"):
        (folder / name).write_text("old")
    assert anonymize("--report", "report.json").code == 2
    assert (folder / "report.json").read_text() == "old"
    assert anonymize("--report", "report.json", "--force").code == 0
    assert json.loads((folder / "report.json").read_text())["edition"] == "internal"


def test_a_report_that_cannot_be_written_keeps_the_release_back(
    anonymize, folder, monkeypatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("hoarfrost.report.write_report", fail)
    made = anonymize("--recoding", "recoding.json", "--report", "report.json")
    assert (made.code, made.err) == (
        3,
        "error: the disk is full: nothing was written\nhint: free some space\n",
    )
    assert sorted(path.name for path in folder.iterdir()) == ["people.csv", "policy.toml"]


def test_the_command_line_changes_the_algorithm(anonymize, folder) -> None:
    made = anonymize(*TOPS, "--report", "report.json")
    assert made.code == 0
    report = json.loads((folder / "report.json").read_text())
    assert report["recoding"] == {"kind": "full-domain", "levels": {"age": 3, "zip": 4}}
    assert report["algorithm"]["name"] == "fixed"
    assert report["policy"]["algorithm"]["levels"] == {"age": 3, "zip": 4}
    dotted = ("--algorithm", "fixed", "--set", "levels.age=2", "--set", "levels.zip=2")
    assert anonymize(*dotted, out="dotted.csv").code == 0
    assert (folder / "dotted.csv").read_bytes() == RELEASE


def test_the_command_line_changes_the_objective_and_the_time(anonymize, folder) -> None:
    arguments = ("--objective", "discernibility", "--time-limit", "30", "--seed", "7")
    assert anonymize(*arguments, "--report", "report.json").code == 0
    report = json.loads((folder / "report.json").read_text())
    assert report["algorithm"]["objective"] == "discernibility"
    assert report["algorithm"]["value"] == report["figures"]["discernibility"]
    assert report["algorithm"]["seed"] == 7
    assert report["policy"]["algorithm"]["time_limit"] == 30


def test_a_time_limit_that_ends_the_search_with_a_release_is_success(anonymize, folder) -> None:
    made = anonymize("--time-limit", "1", "--report", "report.json")
    report = json.loads((folder / "report.json").read_text())
    assert made.code == 0
    assert report["algorithm"]["ended"] in {"complete", "time"}


def test_warnings_go_to_standard_error_and_are_kept_in_the_report(anonymize, folder) -> None:
    policy = (folder / "policy.toml").read_text()
    (folder / "policy.toml").write_text(policy.partition('[[requirements]]\ntype = "dist')[0])
    made = anonymize("--report", "report.json")
    sentence = "policy.toml, attributes.disease: sensitive, but no requirement looks at it"
    assert made.err == f"warning: {sentence}\n"
    assert sentence in json.loads((folder / "report.json").read_text())["notes"]
    assert anonymize("--quiet", out="quiet.csv").err == ""


def test_a_target_may_be_quasi_itself(anonymize) -> None:
    assert anonymize("--set", "target=age").code == 0


def test_the_trace_is_one_json_object_for_each_step(anonymize, folder) -> None:
    assert anonymize("--trace", "trace.jsonl").code == 0
    lines = (folder / "trace.jsonl").read_text().splitlines()
    head, *steps = [json.loads(line) for line in lines]
    assert head == {
        "trace": 1, "hoarfrost": hoarfrost.__version__, "algorithm": "optimal",
        "steps": len(steps), "omitted": 0,
    }  # fmt: skip
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    assert {step["event"] for step in steps} <= {"best", "accepted", "refused", "proven"}
    assert steps[-1]["event"] == "proven"


def test_models_are_trained_when_a_report_will_tell_of_them(anonymize, folder) -> None:
    pytest.importorskip("sklearn")
    target = ("--set", "target=disease")
    alone = anonymize(*target)
    assert (alone.code, "predicts" in alone.out) == (0, False)
    made = anonymize(*target, "--report", "report.json", "--report", "report.html", "--force")
    report = json.loads((folder / "report.json").read_text())
    found = report["utility"]["classification"]
    assert found.keys() == {"target", "original", "majority", "naive_bayes", "strong"}
    assert (found["target"], found["majority"]) == ("disease", 0.5)
    assert report["figures"]["accuracy"] == found["strong"]
    assert "What a model can still learn" in (folder / "report.html").read_text()
    assert "  predicts    disease of " in made.out
