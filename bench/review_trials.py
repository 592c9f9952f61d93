#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How often `tare diff` is right: pairs of experiments with equal programs, and with planted changes.

  bench/review_trials.py --results FILE [--pairs 50] [--plant-trials 5] [--programs a,b,c,d]
                         [--compiler gcc] [--threads 2] [--repeat 5] [--minutes M] [--summary]

Programs are plants of samples/plants.json, with a tenth of T_p in their overhead. For each of them: so
many pairs of experiments with the same program (A/A), and pairs whose second has 5 % and 10 % of T_p
more in it. Every experiment is measured anew, BASE before HEAD, as in a review. Each pair is judged by
`tare diff --fail-on 'any > 5%'`. What was measured is in FILE after every pair, and is not measured
again. --summary only counts what FILE holds. Wants a machine that does nothing else meanwhile.
"""

import argparse
import os
import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "samples"))

import plants  # noqa: E402
import weigh  # noqa: E402

PROGRAMS = "imbalance_loop,lock_critical,serial_loop,single_part"
BEFORE = 10  # % of T_p that the overhead has in BASE
GROWTHS = (0, 5, 10)  # of T_p, in %
GATE = "any > 5%"
NARROW = 0.02  # half-width of the bands up to which a plant has to be seen


class Trials:
    """The pairs that were made, on disk after each."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.done = json.loads(self.path.read_text()) if self.path.exists() else []

    def count(self, program, growth):
        return sum(t["program"] == program and t["growth"] == growth for t in self.done)

    def add(self, trial):
        self.done.append(trial)
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps(self.done, indent=1, sort_keys=True) + "\n")
        new.replace(self.path)


def half_width(ledger, threads, categories):
    """Half of the widest band among T_p's and those of these lines, in parts of T_p."""
    table = next(t for t in ledger["tables"] if t["threads"] == threads)
    widths = [line["high_s"] - line["low_s"] for line in table["overheads"]
              if line["category"] in categories]
    widths.append(table["parallel_time_high_s"] - table["parallel_time_low_s"])
    return max(widths) / 2 / table["parallel_time_s"]


def reviewed(tare, base, head, folder):
    """Exit status and tare.diff/1 of two ledgers. Arguments differ by the size of the plant."""
    paths = [folder / "base.json", folder / "head.json"]
    for path, ledger in zip(paths, (base, head)):
        path.write_text(json.dumps(ledger))
    done = subprocess.run([str(tare), "diff", *map(str, paths), "--force", "--format", "json",
                           "--fail-on", GATE], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 5, 6):
        raise weigh.Failure(done.stdout + done.stderr)
    return done.returncode, json.loads(done.stdout)


def said_of(change):
    """What of a reported change is kept."""
    site = change.get("construct", {})
    site = site.get("head") or site.get("base") or {}
    return {"category": change["category"], "kind": site.get("kind", ""), "share": change["share"],
            "rate": change["false_discovery_rate"]}


def make_trial(options, plant, programs, growth, folder):
    ledgers = []
    for size in (BEFORE, BEFORE + growth):
        arguments = plants.arguments_of(plant, size)
        ledgers.append(plants.weigh_programs(options.tare, plant, programs, arguments, folder,
                                             [options.threads], options.repeat))
    status, review = reviewed(options.tare, *ledgers, folder)
    changes = [change for table in review["tables"] for change in table["changes"]]
    return {"program": plant["name"], "growth": growth, "status": status,
            "reported": [said_of(change) for change in changes if change["reported"]],
            "gate": review["gates"][0],
            "half_width": max(half_width(ledger, options.threads, plant["lines"])
                              for ledger in ledgers),
            "accepted": [[t["tuples_accepted"], t["tuples_total"]]
                         for ledger in ledgers for t in ledger["tables"]]}


def is_planted(change, plant):
    """In its line, at a construct of its kind."""
    return (change["category"] in plant["lines"] and change["share"] > 0
            and change["kind"] in plant["constructs"])


def summary(trials, known):
    """Counts, as text; the numbers that the project asks for are beside them."""
    same = [t for t in trials if t["growth"] == 0]
    lines = [f"equal programs: {len(same)} pairs, {sum(bool(t['reported']) for t in same)} report a "
             f"change (at most 3 %), {sum(t['status'] == 1 for t in same)} gates fail (none), "
             f"{sum(t['status'] == 5 for t in same)} open"]
    for growth in GROWTHS[1:]:
        chosen = [t for t in trials if t["growth"] == growth]
        narrow = [t for t in chosen if t["half_width"] <= NARROW]
        seen = [t for t in narrow if any(is_planted(c, known[t["program"]]) for c in t["reported"])]
        gated = [t for t in seen if t["status"] == 1]
        wide = [t for t in chosen if t["half_width"] > NARROW]
        elsewhere = [t for t in chosen
                     if any(c["category"] not in known[t["program"]]["lines"] for c in t["reported"])]
        lines.append(
            f"{growth} % planted: {len(chosen)} pairs, {len(narrow)} with half-widths of at most "
            f"{100 * NARROW:.0f} %: {len(seen)} seen at the construct, {len(gated)} gated; "
            f"{len(wide)} wider, {sum(t['status'] == 5 for t in wide)} of them open; "
            f"{sum(t['status'] == 5 for t in chosen)} open in all; "
            f"{len(elsewhere)} report another overhead too")
    return "\n".join(lines)


def work_of(options, known, trials):
    """(plant, growth) of what is still to be made, kinds in turns so that a stop leaves some of each."""
    wanted = {growth: options.plant_trials if growth else options.pairs for growth in GROWTHS}
    names = options.programs.split(",")
    for number in range(max(wanted.values())):
        for name in names:
            for growth in GROWTHS:
                if number < wanted[growth] and trials.count(name, growth) <= number:
                    yield known[name], growth


def main():
    parser = argparse.ArgumentParser(description="how often `tare diff` is right")
    parser.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    parser.add_argument("--results", required=True)
    parser.add_argument("--pairs", type=int, default=50, help="equal pairs of each program")
    parser.add_argument("--plant-trials", type=int, default=5, help="of each program and size")
    parser.add_argument("--programs", default=PROGRAMS)
    parser.add_argument("--compiler", default="gcc")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--summary", action="store_true")
    options = parser.parse_args()
    known = {plant["name"]: plant for plant in plants.load()["plants"]}
    trials = Trials(options.results)
    end = time.monotonic() + 60 * options.minutes
    with tempfile.TemporaryDirectory(prefix="tare-review-") as scratch:
        built = {}
        for plant, growth in [] if options.summary else work_of(options, known, trials):
            if time.monotonic() > end:
                break
            name = plant["name"]
            if name not in built:
                folder = pathlib.Path(scratch, name)
                folder.mkdir()
                built[name] = plants.build(options.tare, plant, options.compiler, folder)
            with tempfile.TemporaryDirectory(dir=scratch) as pair:
                trial = make_trial(options, plant, built[name], growth, pathlib.Path(pair))
            trials.add(trial)
            said = ", ".join(f"{change['category'].split('.')[-1]} {change['kind']} "
                             f"{100 * change['share']:+.1f} %" for change in trial["reported"])
            print(f"{name} +{growth} %: status {trial['status']}, half-width "
                  f"{100 * trial['half_width']:.1f} %, reported: {said or 'nothing'}", flush=True)
    print(summary(trials.done, known))


if __name__ == "__main__":
    sys.exit(main())
