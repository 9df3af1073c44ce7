"""What stands after an option, read and checked: each problem names the option."""

from __future__ import annotations

from typing import Literal

from hoarfrost.errors import UsageError

UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
UNITS |= {"KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}
UNITS |= {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
LEAST_MEMORY = 100 * 10**6
MOST_MEMORY = 2**60
MOST_THREADS = 64
LARGEST_SEED = 2**63 - 1
MOST_DIGITS = 19
SECONDS_OF_A_YEAR = 31_536_000


def edition_of(text: str) -> Literal["internal", "public"]:
    """The edition of a report."""
    if text == "public":
        return "public"
    if text == "internal":
        return "internal"
    raise UsageError(f'--edition: "{text}" is not an edition, expected internal or public')


def threads_of(given: str | int) -> int:
    """A number of threads; a default is a number already."""
    return _whole("--threads", str(given), 1, MOST_THREADS)


def seed_of(given: str | int) -> int:
    """A seed."""
    return _whole("--seed", str(given), 0, LARGEST_SEED)


def _whole(option: str, text: str, least: int, most: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else -1
    if not least <= number <= most:
        raise UsageError(f'{option}: "{text}" is not a whole number from {least} to {most}')
    return number


def seconds_of(text: str) -> float:
    """A time limit."""
    return _seconds("--time-limit", text)


def budget_of(given: str | float) -> float:
    """The time for a comparison; a default is a number already."""
    return _seconds("--budget", str(given))


def _seconds(option: str, text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= SECONDS_OF_A_YEAR:
        raise UsageError(
            f'{option}: "{text}" is not a time, expected seconds above 0',
            hint=f"as in {option} 60",
        )
    return seconds


def bytes_of(size: str) -> int:
    """A size in words as bytes.

    >>> bytes_of("1.5GB"), bytes_of("512 MiB")
    (1500000000, 536870912)
    """
    text = size.strip().upper()
    digits = text.rstrip("BKMGTI ")
    unit = text[len(digits) :].strip()
    try:
        amount = float(digits)
    except ValueError:
        amount = -1.0
    if unit not in UNITS or not 0 < amount < float("inf"):
        raise UsageError(f'--memory: "{size}" is not a size', hint="as in --memory 4GB")
    found = int(amount * UNITS[unit])
    if found < LEAST_MEMORY:
        raise UsageError(f'--memory: "{size}" is too little, expected at least 100MB')
    return min(found, MOST_MEMORY)


def names_of(text: str) -> tuple[str, ...]:
    """Names of columns, separated by commas.

    >>> names_of("age, zip")
    ('age', 'zip')
    """
    return _names("--names", text)


def algorithms_of(text: str) -> tuple[str, ...] | str:
    """Names of algorithms, separated by commas, or all of them.

    >>> algorithms_of("optimal,datafly"), algorithms_of(" all ")
    (('optimal', 'datafly'), 'all')
    """
    return "all" if text.strip() == "all" else _names("--algorithms", text)


def _names(option: str, text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    if "" in names:
        raise UsageError(f"{option}: expected names separated by commas, found an empty one")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f'{option}: "{twice}" a second time')
    return names
