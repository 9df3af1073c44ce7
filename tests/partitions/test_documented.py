"""What docs/architecture.md shows of partitions on their own is what comes out."""

from __future__ import annotations

import doctest
import re

from tests.house.places import DOCS


def test_the_examples_of_the_page_run():
    text = (DOCS / "architecture.md").read_text()
    code = "".join(re.findall(r"^```python\n(>>>.*?)^```$", text, re.MULTILINE | re.DOTALL))
    example = doctest.DocTestParser().get_doctest(code, {}, "architecture.md", None, None)
    failed, attempted = doctest.DocTestRunner().run(example)
    assert (failed, attempted > 5) == (0, True)
