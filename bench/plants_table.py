#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of truth against measured, from what bench/plants.py saved; bench/truth.md is made so.

  bench/plants_table.py FILE... [--output bench/truth.md]

A plant passes with a compiler when at every size the lines that it names agree with what leaving it
out gains within `agreement` of T_p, every other line moves by less than `others`, the slope of
measured over true is within `slope` (all three in samples/plants.json), and its lines name its
constructs. Status 1 if one does not. Of runs with more threads than cores there is a second table,
of shares only. A later FILE replaces what an earlier one has of the same plant, compiler and p.
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

**True** is what the plain program gains when the plant is left out of it, the median of paired runs, as
a share of T_p. (Of `startup` nothing can be left out: its truth is T_p - T_s/p in paired runs of the
plain programs, made for that.) **Measured** is what the plant's line has more than in the program
without it (of additional computation: than in the one with a plant of size 0). Where the plant is what
cutting the work into pieces costs, that program has its work cut into as many, and true is by how much
the plain runs of the two tables differ: what cores take to reach each other changes twofold here within
minutes. **Largest other** is the line that moved most though nothing of it was planted, with the
half-width of that difference's 95 % band; `unidentified` holds what taking the probes out of the times
has left of them or took too much: **probes** is how much longer the instrumented program took. A plant
passes when measured agrees with true within {agreement:g} % of T_p at every size, no other line moves by
{others:g} %, the slope over all sizes is {low} to {high}, and at most a tenth of its line is at other
constructs than the plant's or has no place. Lines of net work and `unidentified` are differences of
runs that followed one another, and this machine's speed drifts by 1 to 2 %: a plant with a line that
moved by more than {others:g} %, but not by more than {others:g} % and its half-width, passes with the
remark "others within their bands", and is counted apart. Those marked * are compared with the ablation
only.

| plant | compiler | line | true -> measured, % of T_p | slope | largest other, % | probes, % | |
|---|---|---|---|---|---|---|---|
"""

SHARES_HEAD = """## More threads than cores: p = {p} on {cores}

The same programs with as much planted as at p = 2. Their times depend on which thread has a core, and
waits contain time without one, so nothing is left out and nothing is judged. **Planted: share** is
what the plant's lines are of T_p where so much of it was planted at p = 2; **largest other** is the
largest of the other lines.

| plant | compiler | line | planted: share, % of T_p | largest other, % | probes, % | tuples |
|---|---|---|---|---|---|---|
"""
MISPLACED = 0.1


def mean_of(dicts):
    """key -> the mean of numbers; where one lacks a key it is 0."""
    return {key: sum(d.get(key, 0) for d in dicts) / len(dicts)
            for key in {key for d in dicts for key in d}}


def merged_line(values):
    """The mean of figures with independent bands."""
    mean = sum(value for value, _, _ in values) / len(values)
    below = math.hypot(*(value - low for value, low, _ in values)) / len(values)
    above = math.hypot(*(high - value for value, _, high in values)) / len(values)
    return [mean, mean - below, mean + above]


def merged(step):
    """All that was measured of a size as if it were one table."""
    rounds = [step, *step.get("more", [])]
    whole = mean_of([{key: value for key, value in r.items() if key.endswith("_s")
                      and not isinstance(value, list)} for r in rounds])
    whole["lines"] = {name: merged_line([r["lines"].get(name, [0, 0, 0]) for r in rounds])
                      for name in {name for r in rounds for name in r["lines"]}}
    whole["where"] = {name: mean_of([r["where"].get(name, {}) for r in rounds])
                      for name in {name for r in rounds for name in r["where"]}}
    if all("base" in r for r in rounds):
        whole["base"] = merged({**step["base"], "more": [r["base"] for r in rounds[1:]]})
    if all("pairs_s" in r for r in rounds):
        whole["pairs_s"] = [pair for r in rounds for pair in r["pairs_s"]]
    for count in ("accepted", "tuples"):
        whole[count] = sum(r[count] for r in rounds)
    return whole


def line_sum(step, categories):
    return sum(step["lines"].get(category, [0])[0] for category in categories)


def truth_of(step):
    """Share of T_p that the plain program gains. The times of the pairs hold the start of the
    process, T_p does not: so it is their difference that counts. What cutting the work into pieces
    costs is what cores take to reach each other, and on a shared machine that changes twofold within
    minutes: of such a plant the plain runs count among which the table's own were made."""
    if "base" in step:
        return (step["parallel_s"] - step["base"]["parallel_s"]) / step["parallel_s"]
    gain = statistics.median(planted - without for planted, without in step["pairs_s"])
    return gain / step["parallel_s"]


def lines_of(plant, step):
    """The plant's lines; before the instruction level is told apart, the line that holds it."""
    names = list(plant["lines"])
    if "until_told_apart" in plant and not any(name in step["lines"] for name in names):
        names = [plant["until_told_apart"]]
    return names


def compare(plant, base, step):
    """One size: true and measured share, and how far the other lines moved. `base`: the table
    without the plant, or the size's own."""
    whole, names = step["parallel_s"], lines_of(plant, step)
    if plants.is_whole(plant):
        base = {"lines": {}, "parallel_s": whole}  # another length: its lines are no base
    measured = (line_sum(step, names) - line_sum(base, names)) / whole
    nothing = [0, 0, 0]
    moved = {category: difference(step["lines"].get(category, nothing),
                                  base["lines"].get(category, nothing), whole)
             for category in {*step["lines"], *base["lines"]} if category not in names}
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
    """Least squares of measured over true, the program without the plant among them."""
    points = [(0.0, 0.0), *points]
    mean_x = statistics.mean(x for x, _ in points)
    mean_y = statistics.mean(y for _, y in points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else float("nan")


def misplaced(plant, steps):
    """Share of the plant's lines that names another kind of construct, or no place at all, at the
    largest size."""
    step = steps[max(steps, key=int)]
    names = lines_of(plant, step)
    total = line_sum(step, names)
    named = sum(seconds for name in names
                for kind, seconds in step["where"].get(name, {}).items()
                if kind in plant["constructs"])
    return abs(1 - named / total) if total > 0 else 0.0


def judge(said, plant, steps):
    """Rows of one plant and compiler, the slope, what is wrong (empty: it passes), and what the
    noise of the machine leaves open."""
    rows = [compare(plant, step.get("base") or steps["0"], step)
            for size, step in sorted(steps.items(), key=lambda item: int(item[0])) if size != "0"]
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
    if misplaced(plant, steps) > MISPLACED:
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


def why_not_judged(entry):
    """Empty: it can be."""
    if "not_planted" in entry:
        return f"not planted: {entry['not_planted']}"
    sizes = entry["sizes"]
    planted = [step for size, step in sizes.items() if size != "0"]
    if not planted or not ("0" in sizes or all("base" in step for step in planted)):
        return "not measured yet"
    if not all("pairs_s" in step or "base" in step for size, step in sizes.items() if size != "0"):
        return "measured without its ablation: measure it again"
    return ""


def judged_table(said, entries):
    """Text of the table, how many passed, were judged, and passed with a remark."""
    text, passed, judged, doubted = "", 0, 0, 0
    for plant, compiler, entry in entries:
        if reason := why_not_judged(entry):
            text += f"| {plant['name']} | {compiler} | {short(plant['lines'][0])} | | | | | "
            text += reason + " |\n"
            judged += "not_planted" not in entry
            continue
        steps = {size: merged(step) for size, step in entry["sizes"].items()}
        rows, slope, wrong, doubtful = judge(said, plant, steps)
        text += row_text(plant, compiler, rows, slope, wrong, doubtful, accepted_text(steps))
        judged, passed = judged + 1, passed + (not wrong)
        doubted += bool(doubtful) and not wrong
    return text, passed, judged, doubted


def judged_page(said, entries, threads):
    """Text, and whether all pass."""
    text, passed, judged, doubted = judged_table(said, entries)
    page = HEAD.format(p=threads, agreement=100 * said["agreement"], others=100 * said["others"],
                       low=said["slope"][0], high=said["slope"][1])
    return page + text + (f"\n{passed} of {judged} pass, {doubted} of them only by the bands of other "
                          "lines.\n"), passed == judged


def shares_row(plant, compiler, entry):
    steps = {size: merged(step) for size, step in entry["sizes"].items()}
    shares, others, probes = [], {}, []
    for size in sorted(steps, key=int):
        step, names = steps[size], lines_of(plant, steps[size])
        shares.append(f"{size}: {per_cent(line_sum(step, names) / step['parallel_s'])}")
        probes.append(step["own_cost_s"] / step["parallel_s"])
        for name, (value, _, _) in step["lines"].items():
            if name not in names:
                others[name] = max(others.get(name, 0), value / step["parallel_s"], key=abs)
    far = max(others, key=lambda name: abs(others[name]))
    accepted = sum(step["accepted"] for step in steps.values())
    cells = [plant["name"], compiler, " + ".join(map(short, plant["lines"])),
             ", ".join(shares), f"{short(far)} {per_cent(others[far])}",
             per_cent(max(probes)), f"{accepted}/{sum(s['tuples'] for s in steps.values())}"]
    return "| " + " | ".join(cells) + " |\n"


def shares_page(entries, threads):
    text = SHARES_HEAD.format(p=threads, cores=f"{cores_of(entries[0][2])} cores")
    for plant, compiler, entry in entries:
        if entry["sizes"]:
            text += shares_row(plant, compiler, entry)
        else:
            reason = entry.get("not_planted", "not measured yet")
            text += f"| {plant['name']} | {compiler} | | {reason} | | | |\n"
    return text


def cores_of(entry):
    return entry.get("cores", 2)  # a file that does not say was made on two


def chosen_entries(said, entries, threads, oversubscribed):
    """[(plant, compiler, entry)] in the order of the plants."""
    found = []
    for plant in said["plants"]:
        for key in sorted(entries):
            name, compiler, p = key.split()
            if (name == plant["name"] and int(p) == threads
                    and (threads > cores_of(entries[key])) == oversubscribed):
                found.append((plant, compiler, entries[key]))
    return found


def missing(said, entries):
    """A sentence on the plants that are in no table, if there are any."""
    named = {key.split()[0] for key in entries}
    known = {plant["name"] for plant in said["plants"]}
    absent = [plant["name"] for plant in said["plants"] if plant["name"] not in named]
    texts = [f"Not measured: {', '.join(absent)}.\n"] if absent else []
    if named - known:
        texts.append(f"No plants any more: {', '.join(sorted(named - known))}.\n")
    return texts


def pages(said, entries):
    """The whole text, and whether all pass."""
    numbers = sorted({int(key.split()[2]) for key in entries})
    judged = [(p, chosen_entries(said, entries, p, False)) for p in numbers]
    shares = [(p, chosen_entries(said, entries, p, True)) for p in numbers]
    made = [judged_page(said, found, p) for p, found in judged if found]
    texts = [text for text, _ in made]
    texts += [shares_page(found, p) for p, found in shares if found]
    return "\n".join([*texts, *missing(said, entries)]), all(passed for _, passed in made)


def main():
    options = argparse.ArgumentParser(description="planted overheads: truth against measured")
    options.add_argument("files", nargs="+")
    options.add_argument("--output")
    chosen = options.parse_args()
    entries = {}
    for name in chosen.files:
        entries.update(json.loads(pathlib.Path(name).read_text()))
    page, passed = pages(plants.load(), entries)
    if chosen.output:
        pathlib.Path(chosen.output).write_text(page)
    else:
        print(page, end="")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
