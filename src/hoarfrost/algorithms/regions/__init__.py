"""Multidimensional recoding: the combinations are split into regions, again and again."""
