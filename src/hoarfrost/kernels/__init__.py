"""Loops over arrays: arrays and scalars in, arrays and scalars out, nothing else.

Every kernel has a plain twin in `tests/naive`. They are compiled once, when the environment is
set up (`python -m hoarfrost.kernels`), and loaded from the cache afterwards.
"""
