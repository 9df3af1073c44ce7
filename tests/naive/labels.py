"""What a released label says, read by trying every way in which it can be made."""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation


def meaning(label, paths, order=()):
    """The values that a label stands for; `paths` are rows of a hierarchy: value, level 1, …, root."""
    nodes = {own: {path[0] for path in paths if own in path} for path in paths for own in path}
    if label in nodes:
        return nodes[label]
    if label.startswith("{"):
        texts = split(label[1:-1])
        return set().union(*(meaning(text, paths, order) for text in texts))
    if " except {" in label:
        node, _, gone = label.partition(" except {")
        return nodes[node] - meaning("{" + gone, paths, order)
    for low, high in [] if not order else pairs(label):
        if {low, high} <= set(order):
            return {*order[order.index(low) : order.index(high) + 1]}
    return {path[0] for path in paths if lies_in(number(path[0]), label)}


def split(text):
    """The members of a set: what follows a comma and a blank, outside of quotes."""
    found = [""]
    is_open = False
    while text:
        is_mark = text.startswith('"')
        if text.startswith(", ") and not is_open:
            found.append("")
            text = text[2:]
            continue
        width = 2 if is_open and text.startswith("\\") else 1
        found[-1] += text[:width]
        is_open ^= is_mark
        text = text[width:]
    return [json.loads(member) if member.startswith('"') else member for member in found]


def pairs(label):
    """The ways to read [a,b]."""
    parts = label[1:-1].split(",")
    return [
        (",".join(parts[:cut]), ",".join(parts[cut:]))
        for cut in range(1, len(parts))
        if label.startswith("[") and label.endswith("]")
    ]


def lies_in(value, label):
    if value is None:
        return False
    if label.startswith(">="):
        return value >= number(label[2:])
    if label.startswith("<"):
        return value < number(label[1:])
    low, high = map(number, label[1:-1].split(","))
    return low <= value < high or (label.endswith("]") and value == high)


def number(text):
    try:
        return Decimal(text)
    except InvalidOperation:
        return None
