"""From a table and a policy to the released file: what it holds is what trying everything gives."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.errors import PolicyNotReachable
from hoarfrost.release import anonymize, check
from tests.effort import examples
from tests.files import bytewise, read, save
from tests.naive.lattice import best_of, every_accepted
from tests.naive.released import is_safe, rows_of
from tests.strategies import cases

EXAMPLES = examples(60)
REMARKS = st.text(st.sampled_from(list("ab,;\"'\n\r\t é→😀0-=")), max_size=5)


@st.composite
def situations(draw, **restrictions):
    """A case with a remark on every record."""
    case = draw(cases(least_height=1, **restrictions))
    count = len(case.records)
    return case, draw(st.lists(REMARKS, min_size=count, max_size=count))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A new folder whenever it is asked for."""
    return lambda: tmp_path_factory.mktemp("case")


def best(case):
    nodes = every_accepted(case)
    return best_of(nodes, larger_is_better=case.larger_is_better) if nodes else None


def tables(columns, rows):
    """The sensitive values of a released file, and its labels."""
    places = [place for place, name in enumerate(columns) if name.startswith("attribute")]
    labels = [tuple(row[place] for place in places) for row in rows]
    values = {name: [row[columns.index(name)] for row in rows] for name in ("first", "second")}
    return labels, values


class TestTheReleasedFile:
    @settings(max_examples=EXAMPLES)
    @given(situations(), st.sampled_from(["sorted", "input"]), st.sampled_from(["drop", "star"]))
    def test_holds_what_the_best_recoding_gives(self, folder, situation, order, suppressed):
        saved = save(*situation, folder(), release={"order": order, "suppressed": suppressed})
        case, out = saved.case, saved.data.with_name("out.csv")
        before = saved.data.read_bytes()
        node = best(case)
        if node is None:
            with pytest.raises(PolicyNotReachable):
                anonymize(saved.data, saved.policy, out=out)
            assert not out.exists()
        else:
            with anonymize(saved.data, saved.policy, out=out) as release:
                assert tuple(release.report["recoding"]["levels"].values()) == node.levels
                assert release.report["release"]["suppressed"] == node.suppressed
                assert release.report["algorithm"]["value"] == pytest.approx(node.value)
            columns, rows = saved.released(rows_of(case, node, star=suppressed == "star"))
            found_columns, found = read(out)
            assert found_columns == columns
            assert found == (rows if order == "input" else bytewise(rows))
            assert is_safe(case, *tables(columns, found))
        assert saved.data.read_bytes() == before


class TestTheTableAsItStands:
    @settings(max_examples=EXAMPLES)
    @given(situations())
    def test_is_called_safe_exactly_when_it_is(self, folder, situation):
        saved = save(*situation, folder())
        case = saved.case
        found = check(saved.data, saved.policy)
        expected = is_safe(case, case.records, case.sensitive)
        assert all(own["holds"] for own in found.requirements) == expected
        # It has a column that names people.
        assert not found.holds
