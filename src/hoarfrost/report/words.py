"""Numbers and lists as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from hoarfrost.figures.wording import percent as in_percent

THOUSAND = 1000
NEARLY_ALL = 0.999


def count(number: int) -> str:
    """A whole number with its thousands set apart.

    >>> count(30162)
    '30,162'
    """
    return f"{number:,}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number and what it counts.

    >>> counted(1, "class", "classes"), counted(812, "class", "classes")
    ('1 class', '812 classes')
    """
    return f"{count(number)} {one if number == 1 else many or f'{one}s'}"


def number(figure: float) -> str:
    """A figure with four significant digits, or as the whole number that it is.

    >>> number(12345678.0), number(0.30958), number(1234.5)
    ('12,345,678', '0.3096', '1,234')
    """
    if float(figure).is_integer() and abs(figure) < THOUSAND**5:
        return count(int(figure))
    return f"{figure:,.0f}" if abs(figure) >= THOUSAND else f"{figure:.4g}"


def percent(share: float) -> str:
    """A share of a whole; what is not all is never shown as all.

    >>> percent(0.3096), percent(0.0), percent(0.00004), percent(0.99999)
    ('31.0 %', '0 %', '0.004 %', 'over 99.9 %')
    """
    if share in {0, 1}:
        return f"{share * 100:.0f} %"
    return f"over {NEARLY_ALL:.1%}".replace("%", " %") if share > NEARLY_ALL else in_percent(share)


def one_in(probability: float) -> str:
    """A probability as one chance in so many.

    >>> one_in(0.2), one_in(0.09), one_in(0.0004)
    ('1 in 5', '1 in 11.1', '1 in 2,500')
    """
    chances = 1 / probability
    return f"1 in {chances:,.0f}" if chances >= THOUSAND else f"1 in {chances:.3g}"


def listed(words: Sequence[str]) -> str:
    """Words in a sentence.

    >>> listed(["age", "sex", "zip"])
    'age, sex and zip'
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
