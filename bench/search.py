#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether `tare search` finds what was planted at random, and what that takes beside full tables.

  bench/search.py --results FILE [--trials 20] [--compiler gcc] [--budget 5] [--minutes M]
  bench/search.py --table FILE

Six programs of five phases (bench/search_programs.py); each trial plants one bottleneck of 10 to 20 %
of T_p at random. A trial is right when the search confirms the planted question at the planted construct;
whatever else it confirms is counted apart, as wrong. Beside it stands what the probes of the most expensive
step took (limit: the budget). Runs and seconds are those of the whole command, builds included, against three times those of `tare overheads` for the same
program (made once for each program).
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))

from book import Book, Deadline  # noqa: E402
from search_programs import PROGRAMS, planted  # noqa: E402


def call(command, folder):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("TARE_", "OMP_", "GOMP_", "KMP_"))}
    start = time.perf_counter()
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True,
                          env=env | {"OMP_PROC_BIND": "true"})
    if done.returncode not in (0, 6):
        raise SystemExit(f"{command}: {done.stderr[-2000:]}")
    return time.perf_counter() - start


def runs_below(folder):
    return sum(len(json.loads(path.read_text())["runs"]) for path in folder.rglob("manifest.json"))


def is_at(hypothesis, plant):
    place = hypothesis["construct"]
    return (hypothesis["why"] == plant.why and place["kind"] == plant.kind
            and place["function"].startswith(plant.function))


def source_of(plant, folder, compiler):
    source = folder / "program.c"
    source.write_text(plant.text, encoding="utf-8")
    return ["--source", source, "--compiler", compiler, "--threads", "2",
            "--cflags", f"-O2 -I{ROOT / 'samples'}"]


def trial(chosen, number):
    draw = random.Random(1000 + number)
    plant = planted(number % PROGRAMS, draw.random(), draw.uniform(0.1, 0.2))
    with tempfile.TemporaryDirectory(prefix="tare-search-") as name:
        folder = pathlib.Path(name)
        words = source_of(plant, folder, chosen.compiler)
        took = call([chosen.tare, "search", *words, "--budget", f"{chosen.budget}%", "--json", "found.json"],
                    folder)
        found = json.loads((folder / "found.json").read_text())
        runs = runs_below(folder / "tare-results")
    confirmed = [each for each in found["hypotheses"] if each["verdict"] == "confirmed"]
    right = [each for each in confirmed if is_at(each, plant)]
    return {"program": plant.name, "planted": f"{plant.why} at {plant.phase} ({plant.function})",
            "right": bool(right), "share": right[0]["share"] if right else None,
            "wrong": [f"{each['why']} at {each['construct']['kind']} in {each['construct']['function']}: "
                      f"{100 * each['share']:.1f} %" for each in confirmed if not is_at(each, plant)],
            "steps": len(found["steps"]), "ended": found["ended_because"],
            "most_predicted": max(step["predicted"] for step in found["steps"]),
            "most_observed": max(step["evidence"]["observed"] for step in found["steps"]),
            "runs": runs, "seconds": took}


def full(chosen, number):
    plant = planted(number, 0, 0.15)
    with tempfile.TemporaryDirectory(prefix="tare-search-") as name:
        folder = pathlib.Path(name)
        words = source_of(plant, folder, chosen.compiler)
        took = call([chosen.tare, "overheads", *words], folder)
        return {"runs": runs_below(folder / "tare-results"), "seconds": took}


def report(entries):
    print("| trial | planted | found | share, % | wrong | steps | probes, % | runs (3 tables) | "
          "seconds (3 tables) |\n" + "|---" * 9 + "|")
    trials = {key: entry for key, entry in entries.items() if "planted" in entry}
    for key, entry in sorted(trials.items(), key=lambda item: int(item[0])):
        table = entries[entry["program"]]
        share = "" if entry["share"] is None else f"{100 * entry['share']:.1f}"
        print(f"| {key} | {entry['planted']} | {'yes' if entry['right'] else 'NO: ' + entry['ended']} | {share} | "
              f"{'; '.join(entry['wrong'])} | {entry['steps']} | {100 * entry['most_observed']:.2f} | "
              f"{entry['runs']} ({3 * table['runs']}) | {entry['seconds']:.0f} ({3 * table['seconds']:.0f}) |")
    right = sum(entry["right"] for entry in trials.values())
    wrong = sum(bool(entry["wrong"]) for entry in trials.values())
    fewer = sum(entry["runs"] < 3 * entries[entry["program"]]["runs"] and
                entry["seconds"] < 3 * entries[entry["program"]]["seconds"] for entry in trials.values())
    print(f"\n{right} of {len(trials)} right, {wrong} with a wrong confirmation, {fewer} with fewer runs and "
          "less time than three tables")


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    options.add_argument("--results", default="search.json")
    options.add_argument("--trials", type=int, default=20)
    options.add_argument("--compiler", default="gcc")
    options.add_argument("--budget", type=float, default=5)
    options.add_argument("--minutes", type=float, default=0)
    options.add_argument("--table")
    chosen = options.parse_args()
    if chosen.table:
        report(Book(chosen.table).entries)
        return
    chosen.tare = str(pathlib.Path(chosen.tare).resolve())
    book, deadline = Book(chosen.results), Deadline(chosen.minutes)
    for number in range(chosen.trials):
        if deadline.over():
            break
        name = f"program {number % PROGRAMS}"
        if name not in book.entries:
            book.entries[name] = full(chosen, number % PROGRAMS)
        if str(number) not in book.entries:
            book.entries[str(number)] = trial(chosen, number)
            print(number, book.entries[str(number)], flush=True)
        book.save()
    report(book.entries)


if __name__ == "__main__":
    sys.exit(main())
