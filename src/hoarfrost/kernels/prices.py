"""A lower bound by prices, for tables whose combinations are generalised one by one.

Items choose among options. A candidate is an item in a class that it may join; an option makes its
item join one class of each kind, its candidates are `links[option]`. A class needs a weight that its
members have together, or no member at all. For each candidate there is a price: the option gets
cheaper by it, and the class pays it. Let every item choose what is cheapest for it, and every class
what is cheapest for it: whatever the prices are, no choice on which all agree costs less than that
sum, since prices cancel out where item and class agree.
"""

from __future__ import annotations

import numpy as np

from hoarfrost.kernels.compiling import kernel

NONE = -1
PATIENCE = 5
"""After so many rounds without a better bound, prices change by half as much."""


@kernel("float64(int64[::1], float64[::1], int64[:,::1], float64[::1], boolean[::1], int64[::1])")
def choose(starts, costs, links, prices, allowed, chosen):  # type: ignore[no-untyped-def]
    """For each item, written to `chosen`: its cheapest option that is allowed; returns the sum.

    The options of item `i` are `starts[i]:starts[i + 1]`. Infinite where one has none.
    """
    total = 0.0
    for item in range(len(chosen)):
        least = np.inf
        chosen[item] = NONE
        for option in range(starts[item], starts[item + 1]):
            if allowed[option]:
                cost = costs[option]
                for kind in range(links.shape[1]):
                    cost -= prices[links[option, kind]]
                if cost < least:
                    least = cost
                    chosen[item] = option
        total += least
    return total


@kernel("float64(int64[::1], int64[::1], int64[::1], float64[::1], boolean[::1], boolean[::1])")
def admit(starts, weights, needed, prices, is_open, admitted):  # type: ignore[no-untyped-def]
    """For each class, written to `admitted`: the members that are cheapest for it, or none.

    The candidates of class `c` are `starts[c]:starts[c + 1]`; members weigh `needed[c]` together.
    Returns the sum of what the classes pay, which is never positive.
    """
    room = 0
    longest = 0
    for own in range(len(needed)):
        room = max(room, needed[own] + 1)
        longest = max(longest, starts[own + 1] - starts[own])
    least = np.empty(room)
    takes = np.empty((longest, room), dtype=np.bool_)
    total = 0.0
    for own in range(len(needed)):
        gain = 0.0
        missing = needed[own]
        for candidate in range(starts[own], starts[own + 1]):
            admitted[candidate] = is_open[candidate] and prices[candidate] < 0
            if admitted[candidate]:
                gain += prices[candidate]
                missing -= weights[candidate]
        if gain == 0:
            continue
        # What it takes at least to fill the rest with candidates that the class must pay for.
        missing = max(missing, 0)
        least[0] = 0.0
        least[1 : missing + 1] = np.inf
        for candidate in range(starts[own], starts[own + 1]):
            row = takes[candidate - starts[own]]
            row[: missing + 1] = False
            if is_open[candidate] and not admitted[candidate]:
                for weight in range(missing, 0, -1):
                    filled = least[max(weight - weights[candidate], 0)] + prices[candidate]
                    if filled < least[weight]:
                        least[weight] = filled
                        row[weight] = True
        if gain + least[missing] < 0:
            total += gain + least[missing]
            for candidate in range(starts[own + 1] - 1, starts[own] - 1, -1):
                if missing > 0 and takes[candidate - starts[own], missing]:
                    admitted[candidate] = True
                    missing = max(missing - weights[candidate], 0)
        else:
            admitted[starts[own] : starts[own + 1]] = False
    return total


@kernel(
    "float64(int64[::1], float64[::1], int64[:,::1], int64[::1], int64[::1], int64[::1],"
    " boolean[::1], float64, int64, float64[::1], int64[::1], boolean[::1])"
)
def settle(  # type: ignore[no-untyped-def]
    option_starts,
    costs,
    links,
    class_starts,
    weights,
    needed,
    allowed,
    target,
    rounds,
    prices,
    chosen,
    admitted,
):
    """Change `prices`, in place, towards agreement; returns the best bound that was met.

    `prices`, `chosen` and `admitted` are left as they were then. Ends after so many rounds, when
    all agree, or when the bound reaches `target`, which also sets how far prices move.
    """
    is_open = np.zeros(len(prices), dtype=np.bool_)
    for option in range(len(allowed)):
        if allowed[option]:
            for kind in range(links.shape[1]):
                is_open[links[option, kind]] = True
    trial = prices.copy()
    choice = np.empty(len(chosen), dtype=np.int64)
    members = np.empty(len(prices), dtype=np.bool_)
    joined = np.empty(len(prices), dtype=np.bool_)
    best = -np.inf
    pace = 1.0
    idle = 0
    for _ in range(rounds):
        bound = choose(option_starts, costs, links, trial, allowed, choice)
        if bound == np.inf:
            return bound
        bound += admit(class_starts, weights, needed, trial, is_open, members)
        idle += 1
        if bound > best:
            best = bound
            idle = 0
            prices[:] = trial
            chosen[:] = choice
            admitted[:] = members
        elif idle == PATIENCE:
            pace /= 2
            idle = 0
        joined[:] = False
        for item in range(len(choice)):
            for kind in range(links.shape[1]):
                joined[links[choice[item], kind]] = True
        disputed = np.count_nonzero(joined != members)
        if best >= target or disputed == 0:
            break
        step = pace * (target - bound) / disputed
        for candidate in range(len(trial)):
            if members[candidate] and not joined[candidate]:
                trial[candidate] += step
            elif joined[candidate] and not members[candidate]:
                trial[candidate] -= step
    return best
