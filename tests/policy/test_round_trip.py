"""What is written is read again as the same."""

from __future__ import annotations

import json
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.policy import Policy
from hoarfrost.policy.parsing import parsed
from hoarfrost.policy.writing import toml_of

WORDS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=8
)
NAMES = st.one_of(st.sampled_from(["age", "zip", "marital status", 'a"b', "a.b", "é"]), WORDS)
SHARES = st.decimals(0, 1, allow_nan=False, allow_infinity=False, places=3)
DECIMALS = st.decimals("-1e9", "1e9", allow_nan=False, allow_infinity=False)
PLAIN = st.recursive(
    st.one_of(WORDS, st.booleans(), st.integers(-(2**63) + 1, 2**63 - 1), DECIMALS, st.dates()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(NAMES, inner, max_size=4)),
    max_leaves=12,
)
HIERARCHIES = st.one_of(
    WORDS.filter(str.strip),
    st.fixed_dictionaries(
        {"mask": st.sampled_from(["left", "right"]), "levels": st.integers(1, 9)}
    ),
    st.fixed_dictionaries(
        {"groups": st.dictionaries(WORDS, st.lists(WORDS, min_size=1), min_size=1, max_size=9)}
    ),
)
ATTRIBUTES = st.fixed_dictionaries(
    {"role": st.sampled_from(["quasi", "plain", "identifier"])},
    optional={
        "type": st.sampled_from(["text", "integer", "decimal", "date"]),
        "hierarchy": HIERARCHIES,
        "min_level": st.integers(0, 3),
        "max_level": st.integers(3, 9),
        "priority": st.integers(1, 100),
        "weight": st.floats(0.001, 1000),
        "identifying": st.sampled_from(["most", "more", "identifying", "no"]),
        "order": st.lists(WORDS, unique=True, max_size=20),
    },
)
DATA = st.fixed_dictionaries(
    {},
    optional={
        "delimiter": st.sampled_from([";", "\t", "|"]),
        "missing": st.lists(st.one_of(st.just(""), WORDS), unique=True, max_size=3),
        "skip": st.integers(0, 9),
        "trim": st.booleans(),
        "encoding": st.sampled_from(["utf-8", "latin-1"]),
    },
)


@st.composite
def policies(draw):
    attributes = draw(st.dictionaries(NAMES, ATTRIBUTES, max_size=5))
    attributes["the quasi one"] = {"role": "quasi"}
    attributes["the sensitive one"] = {"role": "sensitive"}
    quasi = [name for name, one in attributes.items() if one["role"] == "quasi"]
    shields = st.lists(st.sampled_from(quasi), unique=True, min_size=1)
    k_anonymity = st.fixed_dictionaries(
        {"type": st.just("k-anonymity"), "k": st.integers(1, 10**6)}, optional={"on": shields}
    )
    t_closeness = st.fixed_dictionaries({"type": st.just("t-closeness"), "t": SHARES})
    suppression = st.one_of(
        st.none(),
        st.fixed_dictionaries({"limit": SHARES}),
        st.fixed_dictionaries({"records": st.integers(0, 10**9)}),
    )
    levels = st.dictionaries(st.sampled_from(quasi), st.integers(0, 9))
    return Policy(
        title=draw(st.one_of(st.just(""), WORDS)),
        data=draw(DATA),
        attributes=attributes,
        requirements=draw(st.lists(st.one_of(k_anonymity, t_closeness), max_size=3)),
        suppression=draw(suppression),
        algorithm=draw(
            st.one_of(
                st.none(), st.fixed_dictionaries({"name": st.just("fixed"), "levels": levels})
            )
        ),
        release=draw(st.sampled_from([None, {"order": "input"}, {"spreadsheet_safe": True}])),
    )


@given(policies())
def test_a_policy_written_is_the_policy_read(policy):
    text = policy.to_toml()
    again = Policy.loads(text)
    assert again == policy
    assert list(again.attributes) == list(policy.attributes)
    assert again.to_toml() == text


@given(policies())
def test_the_report_of_a_policy_is_json(policy):
    facts = policy.to_dict()
    assert json.loads(json.dumps(facts)) == facts


@given(st.dictionaries(NAMES, PLAIN, max_size=5))
def test_any_table_written_is_the_table_read(table):
    again = parsed(toml_of(table), "p.toml")
    assert in_order(again) == in_order(table)


def in_order(value):
    if isinstance(value, dict):
        return [(key, in_order(entry)) for key, entry in value.items()]
    return [in_order(entry) for entry in value] if isinstance(value, list) else value


def test_the_order_of_groups_survives():
    groups = {
        "long": {"inner " * 9: ["a" * 99]},
        "short": {"y": ["b"]},
        "longer": {"x" * 99: ["c"]},
    }
    attributes = {"age": {"role": "quasi", "max_level": 2, "hierarchy": {"groups": groups}}}
    again = Policy.loads(Policy(attributes=attributes).to_toml())
    assert list(again.attributes["age"].hierarchy["groups"]) == ["long", "short", "longer"]


def test_long_lists_and_tables_are_broken_into_lines():
    table = {
        "title": "x",
        "attributes": {
            "zip": {"order": ["a" * 50, "b" * 50], "hierarchy": {"groups": {"c": ["d" * 90]}}}
        },
        "algorithm": {"t": Decimal("0.20"), "levels": {"age": 2}},
    }
    assert toml_of(table) == "\n".join(
        [
            'title = "x"',
            "",
            "[attributes.zip]",
            "order = [",
            f'    "{"a" * 50}",',
            f'    "{"b" * 50}",',
            "]",
            "",
            "[attributes.zip.hierarchy.groups]",
            f'c = ["{"d" * 90}"]',
            "",
            "[algorithm]",
            "t = 0.20",
            "levels = { age = 2 }",
            "",
        ]
    )
