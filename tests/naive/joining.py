"""Which region a combination lies in or joins, by looking at every region and every value."""

from __future__ import annotations


def released(recoding, combination):
    """The labels of a combination of leaves."""
    boxes = list(zip(*recoding.boxes.tolist(), strict=True))
    own = [
        [line.row[place] for place in ranges[number]]
        for box in boxes
        for line, ranges, number in zip(recoding.lines, recoding.ranges, box, strict=True)
    ]
    width = len(recoding.lines)
    for box in range(len(boxes)):
        held = own[box * width : (box + 1) * width]
        if all(leaf in leaves for leaf, leaves in zip(combination, held, strict=True)):
            return [blocks[row[box]].label
                    for blocks, row in zip(recoding.blocks, recoding.released, strict=True)]  # fmt: skip
    costs = [sum(costs_of(recoding, box, combination)) for box in range(len(boxes))]
    nearest = costs.index(min(costs))
    labels = []
    rows = zip(recoding.lines, recoding.blocks, recoding.released, combination, strict=True)
    for line, blocks, row, leaf in rows:
        block = blocks[row[nearest]]
        is_inside = leaf in block.leaves
        labels.append(block.label if is_inside else named(line, cover(line, block.leaves, leaf)))
    return labels


def costs_of(recoding, box, combination):
    rows = zip(recoding.lines, recoding.blocks, recoding.released, combination, strict=True)
    for line, blocks, row, leaf in rows:
        before = blocks[row[box]].leaves
        after = cover(line, before, leaf)
        if line.style == "interval" and line.missing not in after:
            before = between(line, before)
        yield line.weight * max(0, len(after) - len(before)) / max(1, len(line.leaves) - 1)


def cover(line, leaves, further):
    """The least set with a name that holds some leaves and a further one."""
    together = {*leaves, further}
    if line.style == "set" or line.missing in together:
        return together
    if line.style == "interval":
        return between(line, together)
    return next(
        {leaf for leaf, node in enumerate(level.of_leaf) if node == level.of_leaf[further]}
        for level in line.levels
        if len({level.of_leaf[leaf] for leaf in together}) == 1
    )


def between(line, leaves):
    places = [list(line.row).index(leaf) for leaf in leaves]
    return set(line.row[min(places) : max(places) + 1].tolist())


def named(line, leaves):
    if len(leaves) == 1:
        return line.leaves[next(iter(leaves))]
    if line.style == "ancestor":
        return next(
            level.labels[node]
            for level in line.levels
            for node in set(level.of_leaf.tolist())
            if {leaf for leaf, own in enumerate(level.of_leaf) if own == node} == set(leaves)
        )
    in_order = [line.leaves[leaf] for leaf in sorted(leaves, key=line.ranks.__getitem__)]
    ranks = sorted(line.ranks[leaf] for leaf in leaves)
    if line.style == "interval" and ranks == list(range(ranks[0], ranks[-1] + 1)):
        return f"[{in_order[0]},{in_order[-1]}]"
    return f"{{{', '.join(in_order)}}}"


def meanings(label, line, blocks):
    """The leaves that a label says a record may have."""
    for block in blocks:
        if block.label == label:
            return set(block.leaves)
    code_of = {text: leaf for leaf, text in enumerate(line.leaves)}
    if label.startswith("{"):
        return {code_of[text] for text in label[1:-1].split(", ")}
    if label.startswith("["):
        low, high = (line.ranks[code_of[text]] for text in label[1:-1].split(","))
        return {leaf for leaf, rank in enumerate(line.ranks) if low <= rank <= high}
    return {
        leaf
        for level in line.levels
        for leaf, node in enumerate(level.of_leaf)
        if level.labels[node] == label
    }
