# SPDX-License-Identifier: Apache-2.0
"""Two programs in turns, so that what a machine does meanwhile happens to both; and the limits of a
median without any assumption about the noise."""


def in_turns(first, second, turns):
    """[(first(), second())], each of them first in every other turn."""
    taken = []
    for number in range(turns):
        if number % 2:
            late = second()
            taken.append((first(), late))
        else:
            early = first()
            taken.append((early, second()))
    return taken


def limits(values):
    """95 % limits of the median: the order statistics at n/2 +- 0.98 sqrt(n)."""
    ordered = sorted(values)
    half = 0.98 * len(ordered) ** 0.5
    low = max(0, int(len(ordered) / 2 - half))
    high = min(len(ordered) - 1, int(len(ordered) / 2 + half + 1))
    return ordered[low], ordered[high]
