"""The library as the contract has it: tables of every kind in, tables and files out."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import hoarfrost as hf

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")
csv = pytest.importorskip("pyarrow.csv")

TEXT = "age,zip,disease,note\n" + "".join(
    f"{30 + n % 20},{1200 + n % 7},{'Flu' if n % 3 else 'Cold'},{n % 5}\n" for n in range(60)
)
POLICY = {
    "attributes": {
        "age": {"role": "quasi", "type": "integer", "hierarchy": {"intervals": [10, 20]}},
        "zip": {"role": "quasi", "hierarchy": {"mask": "right"}},
        "disease": {"role": "sensitive"},
    },
    "requirements": [hf.KAnonymity(5), hf.DistinctLDiversity(2)],
}


@pytest.fixture
def policy() -> hf.Policy:
    return hf.Policy(**POLICY)


@pytest.fixture
def path(tmp_path) -> str:
    (tmp_path / "people.csv").write_text(TEXT)
    return str(tmp_path / "people.csv")


def in_arrow():
    return csv.read_csv(io.BytesIO(TEXT.encode()))


def in_ibis():
    ibis = pytest.importorskip("ibis")
    connection = ibis.sqlite.connect()
    connection.create_table("people", in_arrow())
    return connection.table("people")


TABLES = {
    "pandas": lambda: pandas.read_csv(io.StringIO(TEXT)),
    "pandas, all text": lambda: pandas.read_csv(io.StringIO(TEXT), dtype=str),
    "pandas, categories": lambda: pandas.read_csv(io.StringIO(TEXT)).astype("category"),
    "pandas, another index": lambda: pandas.read_csv(io.StringIO(TEXT)).set_index(
        pandas.Index(range(100, 160))
    ),
    "Polars": lambda: polars.read_csv(io.StringIO(TEXT)),
    "Polars, lazy": lambda: polars.read_csv(io.StringIO(TEXT)).lazy(),
    "PyArrow": in_arrow,
    "PyArrow, a batch": lambda: in_arrow().to_batches()[0],
    "PyArrow, a reader": lambda: in_arrow().to_reader(),
    "Ibis": in_ibis,
}


# Ibis 12 calls pandas in a way that pandas 3 warns of.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("kind", TABLES)
def test_every_kind_of_table_gives_the_release_of_the_file(kind, path, policy, tmp_path) -> None:
    table = TABLES[kind]()
    with hf.anonymize(path, policy) as wanted, hf.anonymize(table, policy) as found:
        columns = ["age", "zip", "disease"]
        assert found.to_arrow().select(columns).equals(wanted.to_arrow().select(columns))
        assert found.figures == wanted.figures
        assert found.report["data"] == {"records": 60, "attributes": 4}
        found.write(tmp_path / "found.csv")
        wanted.write(tmp_path / "wanted.csv")
    assert (tmp_path / "found.csv").read_bytes() == (tmp_path / "wanted.csv").read_bytes()


def test_the_input_is_left_as_it_was(policy) -> None:
    frame = TABLES["pandas"]()
    before = frame.copy(deep=True)
    with hf.anonymize(frame, policy):
        pandas.testing.assert_frame_equal(frame, before)


def test_a_release_is_there_in_every_form(path, policy, tmp_path) -> None:
    with hf.anonymize(path, policy) as release:
        arrow = release.to_arrow()
        assert isinstance(release.to_pandas(), pandas.DataFrame)
        assert isinstance(release.to_polars(), polars.DataFrame)
        assert release.to_polars().to_arrow().to_pylist() == arrow.to_pylist()
        release.write(tmp_path / "out.parquet")
        with pytest.raises(hf.UsageError, match=r"out\.parquet: exists already"):
            release.write(tmp_path / "out.parquet")
        release.write(tmp_path / "out.parquet", force=True)
        assert pyarrow.parquet.read_table(tmp_path / "out.parquet").equals(arrow)


def test_a_release_never_replaces_its_own_input(path, policy) -> None:
    refusal = pytest.raises(hf.UsageError, match=r"people\.csv: is the input itself")
    with hf.anonymize(path, policy) as release, refusal:
        release.write(path, force=True)
    assert Path(path).read_text() == TEXT


def test_a_closed_release_says_so(path, policy, tmp_path) -> None:
    with hf.anonymize(path, policy) as release:
        pass
    for ask in (release.to_pandas, lambda: release.write(tmp_path / "late.csv")):
        with pytest.raises(hf.UsageError, match="the release is closed"):
            ask()
    assert release.figures["loss"] == release.report["figures"]["loss"]


def test_a_release_tells_what_was_done(path, policy) -> None:
    with hf.anonymize(path, policy) as release:
        assert release.figures["loss"] == release.report["figures"]["loss"]
        assert release.report["algorithm"]["optimal"] is True
        assert dict(release.recoding.levels) == release.report["recoding"]["levels"]
        assert release.verification.holds
        assert [step["event"] for step in release.trace.events]
    with hf.anonymize(path, policy, trace=False) as release:
        assert release.trace is None


def test_a_recoding_shows_no_values(path, policy) -> None:
    with hf.anonymize(path, policy) as release:
        levels = release.recoding.levels
        assert repr(release.recoding) == (
            f"<full-domain recoding of age: {levels['age']}, zip: {levels['zip']}>"
        )


def test_a_trace_can_be_as_long_as_it_takes_or_cut() -> None:
    trace = hf.Trace(most=2)
    for node in range(5):
        trace.add("weighed", node=node)
    assert [event["node"] for event in trace.events] == [0, 1]
    assert trace.omitted == 3


def test_check_judges_a_table_as_it_stands(path, policy) -> None:
    assert not hf.check(TABLES["pandas"](), policy).holds
    with hf.anonymize(path, policy) as release:
        assert hf.check(release.to_polars(), policy).holds


def test_apply_releases_new_records_by_the_same_recoding(path, policy) -> None:
    with hf.anonymize(path, policy) as release:
        again = hf.apply(TABLES["pandas"](), release.recoding, policy)
        columns = ["age", "zip", "disease"]
        assert again.to_arrow().select(columns).equals(release.to_arrow().select(columns))
        assert again.report["release"]["records"] == release.report["release"]["records"]


def test_nothing_is_written_when_what_stands_beside_the_release_fails(
    path, policy, tmp_path
) -> None:
    def fail(release: hf.Release) -> None:
        assert release.report["release"]["records"] == 60
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        hf.anonymize(path, policy, out=tmp_path / "out.csv", beside=fail)
    assert [file.name for file in tmp_path.iterdir()] == ["people.csv"]


def test_missing_values_are_one_value(policy) -> None:
    frame = pandas.DataFrame(
        {
            "age": [31, 31, None, None],
            "zip": ["1", None, "1", None],
            "disease": ["a", "b", "c", None],
        }
    )
    asked = policy.changed(data={"missing": ["?"]}, requirements=[hf.KAnonymity(2)])
    with hf.anonymize(frame, asked) as release:
        assert sorted(release.to_pandas()["disease"]) == ["?", "a", "b", "c"]
        assert release.report["reference"] == {"disease": {"?": 1, "a": 1, "b": 1, "c": 1}}


NO_TABLES = {
    "a number": (lambda: 5, "a table of type int cannot be read"),
    "a list": (lambda: [1], "a table of type list cannot be read"),
    "a Series": (
        lambda: TABLES["pandas"]()["age"],
        "a pandas Series cannot be read, expected a DataFrame",
    ),
    "a file that is not there": (lambda: "nope.csv", "nope.csv: there is no such file"),
    "no records": (
        lambda: TABLES["pandas"]().head(0),
        "the table: has no records, expected at least one",
    ),
    "a column twice": (
        lambda: TABLES["pandas"]().rename(columns={"note": "age"}),
        (
            'the table: columns "age" and "age" have the same name but for case, expected names that'
            " differ"
        ),
    ),
    "a name that is no text": (
        lambda: TABLES["pandas"]().rename(columns={"note": 5}),
        "the table: the column name 5 is not text, expected text",
    ),
    "values of several types": (
        lambda: TABLES["pandas"]().assign(note=pandas.Series([1, "x"] * 30, dtype=object)),
        "the table: has a column with values of several types, expected one type in each",
    ),
    "text that is no Unicode": (
        lambda: TABLES["pandas"]().assign(note=pandas.Series(["\ud800"] * 60, dtype=object)),
        "the table: has text that cannot be UTF-8, expected whole characters",
    ),
    "durations": (
        lambda: TABLES["pandas"]().assign(note=pandas.Timedelta(1)),
        (
            'the table: the column "note" has values of type duration[ns], expected text, numbers,'
            " dates or times"
        ),
    ),
}


@pytest.mark.parametrize("case", NO_TABLES)
def test_what_is_no_table_is_told_in_one_sentence(case, policy) -> None:
    make, message = NO_TABLES[case]
    with pytest.raises(hf.HoarfrostError) as caught:
        hf.anonymize(make(), policy)
    assert str(caught.value) == message


def test_an_ibis_table_that_its_backend_cannot_compute(policy) -> None:
    class Broken:
        __module__ = "ibis.expr.types"

        def to_pyarrow(self) -> None:
            raise AttributeError("fetch_arrow_table")

    with pytest.raises(hf.DataError) as caught:
        hf.anonymize(Broken(), policy)
    assert str(caught.value) == (
        "the Ibis table could not be computed by its backend (AttributeError)"
    )
