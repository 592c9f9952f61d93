#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of truth against measured, from what bench/plants.py saved; docs/truth.md is made so.

  bench/plants_table.py FILE... [--output docs/truth.md]

A plant passes with a compiler when at every size the lines that it names agree with what leaving it
out gains within `agreement` of T_p, every other line moves by less than `others`, and the slope of
measured over true is within `slope` (all three in samples/plants.json). Status 1 if one does not.
"""

import argparse
import json
import math
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "samples"))

import plants  # noqa: E402

HEAD = """# Planted overheads: truth against measured

Made by `bench/plants.py` and `bench/plants_table.py` from the programs of `samples/plants`; p = {p}.

**True** is what the plain program gains when the plant is left out of it, the median of paired runs,
as a share of T_p. (Of `startup` nothing can be left out: its truth is T_p - T_s/p.) **Measured** is
what the plant's line has more than in the same program with a plant of size 0. **Largest other** is
the line that moved most though nothing of it was planted, with the half-width of that difference's
95 % band; `unidentified` holds the probes' own cost, which is not taken out: **probes** is how much
longer the instrumented program took. A plant passes when measured agrees with true within
{agreement:g} % of T_p at every size, no other line moves by {others:g} %, and the slope over all
sizes is {low} to {high}. Lines of net work and `unidentified` are differences of runs that followed
one another, and this machine's speed drifts by 1 to 2 %: a plant with a line that moved by more than
{others:g} %, but not by more than {others:g} % and its half-width, passes with the remark "others
within their bands", and is counted apart. Those marked * are compared with the ablation only.

| plant | compiler | line | true -> measured, % of T_p | slope | largest other, % | probes, % | |
|---|---|---|---|---|---|---|---|
"""


def line_sum(step, categories):
    return sum(step["lines"].get(category, [0])[0] for category in categories)


def truth_of(step):
    """Share of T_p that the plain program gains. The times of the pairs hold the start of the
    process, T_p does not: so it is their difference that counts."""
    gain = step["overhead_s"]
    if "pairs_s" in step:
        gain = statistics.median(planted - without for planted, without in step["pairs_s"])
    return gain / step["parallel_s"]


def lines_of(plant, step):
    """The plant's lines; before the instruction level is told apart, the line that holds it."""
    names = list(plant["lines"])
    if "until_told_apart" in plant and not any(name in step["lines"] for name in names):
        names = [plant["until_told_apart"]]
    return names


def compare(plant, base, step):
    """One size: true and measured share, and the other line that moved most."""
    whole, names = step["parallel_s"], lines_of(plant, step)
    if plant.get("truth") == "total":
        base = {"lines": {}, "parallel_s": whole}  # another length: its lines are no base
    measured = (line_sum(step, names) - line_sum(base, names)) / whole
    moved = {category: difference(value, base["lines"].get(category, [0, 0, 0]), whole)
             for category, value in step["lines"].items() if category not in names}
    return {"true": truth_of(step), "measured": measured, "moved": moved,
            "probes": step["own_cost_s"] / whole}


def difference(value, before, whole):
    """How far a line moved, and the half-width of that difference's band; shares of T_p."""
    half_widths = [(high - low) / 2 for _, low, high in (value, before)]
    return (value[0] - before[0]) / whole, math.hypot(*half_widths) / whole


def farthest(row):
    """The other line that moved most: (category, share, half-width)."""
    category = max(row["moved"], key=lambda name: abs(row["moved"][name][0]))
    return category, *row["moved"][category]


def slope_of(points):
    """Least squares of measured over true, the plant of size 0 among them."""
    points = [(0.0, 0.0), *points]
    mean_x = statistics.mean(x for x, _ in points)
    mean_y = statistics.mean(y for _, y in points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else float("nan")


def misplaced(plant, steps):
    """Share of the plant's lines that names another kind of construct, at the largest size."""
    step = steps[max(steps, key=int)]
    total = named = 0.0
    for category in lines_of(plant, step):
        for kind, seconds in step["where"].get(category, {}).items():
            total += seconds
            named += seconds if kind in plant["constructs"] else 0.0
    return 1 - named / total if plant["constructs"] and total > 0 else 0.0


def judge(said, plant, steps):
    """Rows of one plant and compiler, the slope, what is wrong (empty: it passes), and what the
    noise of the machine leaves open."""
    base = steps["0"]
    rows = [compare(plant, base, steps[size]) for size in sorted(steps, key=int) if size != "0"]
    slope = slope_of([(row["true"], row["measured"]) for row in rows])
    wrong, doubtful = [], []
    if any(abs(row["measured"] - row["true"]) > said["agreement"] for row in rows):
        wrong.append("line")
    if not plant.get("ablation_only"):
        moves = [move for row in rows for move in row["moved"].values()]
        if any(abs(share) > said["others"] + half for share, half in moves):
            wrong.append("others")
        elif any(abs(share) > said["others"] for share, _ in moves):
            doubtful.append("others within their bands")
        if not said["slope"][0] <= slope <= said["slope"][1]:
            wrong.append("slope")
    if misplaced(plant, steps) > 0.1:
        wrong.append("place")
    return rows, slope, wrong, doubtful


def per_cent(share):
    return f"{100 * share:.1f}"


def short(category):
    return category.split(".")[-1]


def row_text(plant, compiler, rows, slope, wrong, doubtful, accepted):
    category, moved, half = max(map(farthest, rows), key=lambda far: abs(far[1]))
    verdict = "no: " + ", ".join(wrong) if wrong else "; ".join(["yes", *doubtful])
    name = plant["name"] + ("*" if plant.get("ablation_only") else "")
    cells = [name, compiler, " + ".join(map(short, plant["lines"])),
             ", ".join(f"{per_cent(r['true'])} -> {per_cent(r['measured'])}" for r in rows),
             f"{slope:.3f}", f"{short(category)} {per_cent(moved)} +- {per_cent(half)}",
             per_cent(max(row["probes"] for row in rows)), verdict + accepted]
    return "| " + " | ".join(cells) + " |\n"


def accepted_text(steps):
    accepted = sum(step["accepted"] for step in steps.values())
    tuples = sum(step["tuples"] for step in steps.values())
    return "" if accepted == tuples else f" ({accepted}/{tuples} tuples)"


def tables(said, entries, threads):
    text, passed, judged, doubted = "", 0, 0, 0
    for plant in said["plants"]:
        for key in sorted(entries):
            name, compiler, p = key.split()
            entry = entries[key]
            if name != plant["name"] or int(p) != threads:
                continue
            if "not_planted" in entry:
                text += f"| {name} | {compiler} | {short(plant['lines'][0])} | | | | | "
                text += f"not planted: {entry['not_planted']} |\n"
            elif "0" in entry["sizes"] and len(entry["sizes"]) > 1:
                rows, slope, wrong, doubtful = judge(said, plant, entry["sizes"])
                text += row_text(plant, compiler, rows, slope, wrong, doubtful,
                                 accepted_text(entry["sizes"]))
                judged, passed = judged + 1, passed + (not wrong)
                doubted += bool(doubtful) and not wrong
    return text, passed, judged, doubted


def main():
    options = argparse.ArgumentParser(description="planted overheads: truth against measured")
    options.add_argument("files", nargs="+")
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--output")
    chosen = options.parse_args()
    said, entries = plants.load(), {}
    for name in chosen.files:
        entries.update(json.loads(pathlib.Path(name).read_text()))
    text, passed, judged, doubted = tables(said, entries, chosen.threads)
    page = HEAD.format(p=chosen.threads, agreement=100 * said["agreement"],
                       others=100 * said["others"], low=said["slope"][0], high=said["slope"][1])
    page += text + f"\n{passed} of {judged} pass, {doubted} of them only by the bands of other lines.\n"
    if chosen.output:
        pathlib.Path(chosen.output).write_text(page)
    else:
        print(page, end="")
    return 0 if passed == judged else 1


if __name__ == "__main__":
    sys.exit(main())
