from __future__ import annotations

import pytest

from hoarfrost.errors import HierarchyError, PolicyError


def test_one_character_more_is_masked_on_each_level_and_the_last_is_the_root(path_of):
    spec = {"mask": "right", "levels": 5}
    assert path_of(spec, "12345") == ["12345", "1234*", "123**", "12***", "1****", "*"]


def test_a_mask_has_a_level_for_each_character_unless_told_otherwise(path_of):
    assert path_of({"mask": "right"}, "abc") == ["abc", "ab*", "a**", "*"]
    assert path_of({"mask": "right", "levels": 2}, "abc") == ["abc", "ab*", "*"]


def test_a_left_mask_begins_at_the_left(path_of):
    assert path_of({"mask": "left"}, "abc") == ["abc", "*bc", "**c", "*"]


def test_shorter_values_are_padded_with_blanks_on_the_right(path_of):
    assert path_of({"mask": "right"}, "12", ["1234"]) == ["12", "12 *", "12**", "1***", "*"]
    assert path_of({"mask": "left"}, "12", ["1234"]) == ["12", "*2  ", "**  ", "*** ", "*"]


def test_levels_beyond_the_longest_value_mask_no_more(path_of):
    assert path_of({"mask": "right", "levels": 3}, "a") == ["a", "*", "*", "*"]
    assert path_of({"mask": "right", "levels": 4}, "ab") == ["ab", "a*", "**", "**", "*"]


def test_an_empty_column_of_missing_values_can_be_masked(build):
    hierarchy = build({"mask": "right", "levels": 2}, [""], missing=("",), has_missing=True)
    assert hierarchy.labels == (("",), ("",), ("*",))


def test_a_value_that_looks_like_the_mask_of_another_is_told(build):
    with pytest.raises(HierarchyError) as error:
        build({"mask": "right"}, ["1*", "12"])
    assert str(error.value) == (
        'hierarchy of "x": "1*" is a label of level 1 here but an original value for "1*"'
    )


def test_long_values_need_a_number_of_levels(build):
    with pytest.raises(HierarchyError) as error:
        build({"mask": "right"}, ["x" * 201])
    assert str(error.value) == (
        'hierarchy of "x": the longest value has 201 characters, '
        "expected at most 200 where the mask has no levels"
    )


def test_an_unknown_side_gets_the_nearest(build):
    with pytest.raises(PolicyError) as error:
        build({"mask": "rigth"}, ["1"])
    assert error.value.flaws[0].message == 'attributes.x.hierarchy.mask: unknown mask "rigth"'
    assert error.value.flaws[0].hint == 'did you mean "right"?'
