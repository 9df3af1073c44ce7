from __future__ import annotations

import pytest

from hoarfrost.errors import HierarchyError, HierarchyGap

AGES = "20,young,*\n65,old,*\n30,young,*\n"


@pytest.mark.parametrize(
    "content",
    [
        AGES,
        AGES.replace("\n", "\r\n"),
        AGES.rstrip("\n"),
        AGES.replace(",", ";"),
        AGES + "\n\n",
        "\ufeff" + AGES,
        '"20","young",*\n65,old,*\n30,young,*\n',
    ],
)
def test_files_are_read_with_either_delimiter_bom_crlf_and_quotes(build, write, content):
    hierarchy = build(write(content), ["20"])
    assert hierarchy.labels == (("20", "30", "65"), ("young", "old"), ("*",))


def test_tab_separated_files_end_in_tsv(build, write):
    hierarchy = build(write("a,b\tboth; c\t*\n", "x.tsv"), ["a,b"])
    assert hierarchy.labels == (("a,b",), ("both; c",), ("*",))


@pytest.mark.parametrize(
    "label", ['a "quoted" one', "a, b; c", "two\nlines", "<script>", "\u202ertl", "'; DROP", " x "]
)
def test_any_label_is_plain_data(build, write, label):
    cell = '"' + label.replace('"', '""') + '"'
    hierarchy = build(write(f"a,{cell},*\nb,{cell},*\n"), ["b"])
    assert hierarchy.labels == (("a", "b"), (label,), ("*",))


def test_the_delimiter_that_gives_more_columns_wins(build, write):
    assert build(write("a,b;x;*\nc,d;x;*\n"), ["a,b"]).labels[1] == ("x",)


def test_the_delimiter_that_gives_one_root_wins(build, write):
    assert build(write("a;1,x;2,*\nb;1,x;2,*\nc;2,y;2,*\n"), ["a;1"]).labels[1] == ("x;2", "y;2")


def test_cells_may_be_long(build, write):
    long = "x" * 300_000
    assert build(write(f"{long},*\n"), [long]).leaves == (long,)


@pytest.mark.parametrize(
    ("content", "messages"),
    [
        ("a,x,*\nb,*\nc,x,y,*\n", [
            "x.csv, line 2: 2 columns here but 3 in line 1",
            "x.csv, line 3: 4 columns here but 3 in line 1",
        ]),
        ("40-44,40-49,adult,*\n45-49,40-49,40-59,*\n", [
            'x.csv, line 2: "40-49" has the parent "40-59" here but "adult" in line 1',
        ]),
        ("a,x,*\nb,y,*\na,y,*\n", [
            'x.csv, line 3: "a" has the parent "y" here but "x" in line 1',
        ]),
        ("a,x,*\nb,y,*\na,x,*\n", ['x.csv, line 3: "a" has a row here and another in line 1']),
        ("a,x,*\nb,y,all\n", ['x.csv, line 2: the root is "all" here but "*" in line 1']),
        ("a,b,*\nb,c,*\n", [
            'x.csv, line 1: "b" is a label of level 1 here but an original value in line 2',
        ]),
        ("a,b,*\nb,b,*\n", [
            'x.csv, line 1: "b" is a label of level 1 here but an original value in line 2',
        ]),
        ("a,x,z,*\nb,x,z,*\nc,y,x,*\n", [
            'x.csv, line 3: "x" is a label of level 2 here but a label of level 1 in line 1',
        ]),
        ("", ["x.csv: empty, expected a row for every value"]),
        ("\ufeff \n", ["x.csv: empty, expected a row for every value"]),
        ("a\nb\n", ["x.csv: only one column, expected at least two"]),
        ('a,"x,*\nb,x,*\n', ["x.csv, line 1: a quote is never closed"]),
        ('a,x,*\n"b"c,x,*\n', ["x.csv, line 2: a quote is closed before the cell ends"]),
        (b"a,x,*\nb,\xff,*\n", ["x.csv, line 2: not UTF-8"]),
        ("a,x,*\nb\0,x,*\n", ["x.csv, line 2: a NUL character, expected text"]),
    ],
)  # fmt: skip
def test_a_file_that_is_no_tree_is_told_by_line(build, write, content, messages):
    with pytest.raises(HierarchyError) as error:
        build(write(content), ["a"])
    assert [flaw.message for flaw in error.value.flaws] == messages


def test_lines_are_counted_through_cells_of_several_lines(build, write):
    with pytest.raises(HierarchyError) as error:
        build(write('"a\nb",x,*\n\nc,*\n'), ["a"])
    assert str(error.value) == "x.csv, line 4: 2 columns here but 3 in line 1"


def test_every_problem_is_told_but_at_most_twenty(build, write):
    rows = "".join(f"{number},g,{number}\n" for number in range(60))
    with pytest.raises(HierarchyError) as error:
        build(write(rows), ["0"])
    assert len(error.value.flaws) == 20


def test_a_label_may_stand_on_several_levels_along_one_path(build, write):
    hierarchy = build(write("a,x,x,*\nb,x,x,*\nc,c,y,*\n?,?,?,*\n"), ["a"])
    assert hierarchy.labels[1] == ("x", "c", "?")


def test_a_file_that_is_not_there_is_named(build):
    with pytest.raises(HierarchyError) as error:
        build("hierarchies/age.csv", ["1"])
    assert str(error.value) == "hierarchies/age.csv: cannot be read: No such file or directory"


def test_a_value_without_a_row_is_named_and_the_others_counted(build, write):
    with pytest.raises(HierarchyGap) as error:
        build(write(AGES), ["20", "21", "22"], name="age")
    assert str(error.value) == 'x.csv: no row for the value "21" and 1 other of column "age"'


def test_values_of_a_sensitive_column_without_a_row_are_only_counted(build, write):
    with pytest.raises(HierarchyGap) as error:
        build(write(AGES), ["Flu", "Cold"], name="disease", is_sensitive=True)
    assert str(error.value) == 'x.csv: no row for 2 values of column "disease"'
