"""Tree recoding: a release is made step by step, one attribute at a time."""
