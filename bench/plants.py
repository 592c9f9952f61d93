#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Weighs the planted overheads of samples/plants.json against what leaving them out gains.

  bench/plants.py --results FILE [--compilers gcc,clang-19] [--plants a,b] [--sizes 10,20,40]
                  [--repeat 3] [--pairs 7] [--rounds 20] [--threads 2] [--merge N]
                  [--build-only | --again] [--minutes M]
  bench/plants_table.py FILE          the table of what is there so far

For every plant and compiler: tables of `tare run` with the plant at 10, 20 and 40 % of T_p at
p = 2 and with the plant left out (0), and the plain program with and without it, run in turns. Everything is saved in FILE
as soon as it is there; what FILE holds is not measured again (unless --again), so it can be
stopped at any time, or told to stop after some minutes. With --merge everything is measured until it
was N times after the first time, in turns; the table is then one of means, with narrower bands.
Programs stay in FILE's folder. --build-only makes them ahead, so that the quiet time is for
measuring. Wants a machine that does nothing else meanwhile.

With more threads than cores nothing is left out: times of such runs say more about who gets a core
than about the plant, and only shares are reported.

Of `startup` nothing can be left out either: a program cannot have threads without starting them. Its
truth is what the plain program takes longer than a p-th of the plain serial one, in paired runs of
its own, over the window that T_p is (the loading of the OpenMP library, before main, is not in it);
runs whose threads waited for a core are made again, as in a table: a new thread often waits behind
the one that made it, for as long as the kernel leaves it there.
The other way to be rid of the process's start, twice a run less one with twice the work, is a
difference of four start-ups' noise.
"""

import argparse
import itertools
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "samples"))

import plants  # noqa: E402
import weigh  # noqa: E402
import window  # noqa: E402
from book import Book, Deadline  # noqa: E402
from corunner import CoRunner  # noqa: E402
from turns import in_turns  # noqa: E402


FEW = 4  # pieces that cost nothing, and are enough to share out
TRIES = 12  # of a run that lasts milliseconds, until its threads had their cores at once
AS_LEFT_OUT = 20  # the share with which a plant that is left out is called: all take the same time


def run_time(plant, program, arguments, threads):
    start = time.perf_counter()
    subprocess.run([str(program), *arguments], env=plants.environment(threads, plant),
                   stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def parallel_and_ideal(plant, programs, size, chosen, pairs):
    """T_p and T_s / p of the plain programs; with more threads than cores, T_s by these."""
    arguments = plants.arguments_of(plant, size, chosen.rounds)
    shares = min(chosen.threads, len(os.sched_getaffinity(0)))

    def of(role):
        return window.undelayed(chosen.tare, [programs[role], *arguments],
                                plants.environment(chosen.threads, plant), TRIES)

    return in_turns(lambda: of("parallel"), lambda: of("serial") / shares, pairs)


def with_and_without(plant, programs, size, chosen, pairs):
    """Times of the plain program with the plant and without it."""
    if plants.is_whole(plant):
        return parallel_and_ideal(plant, programs, size, chosen,
                                  max(pairs, plant.get("repeat", 0)))
    arguments = plants.arguments_of(plant, size, chosen.rounds)
    threads = chosen.threads

    def beside():
        with CoRunner(size if plant.get("corunner") else 0):
            return run_time(plant, programs["parallel"], arguments, threads)

    return in_turns(beside, lambda: run_time(plant, programs["without"], arguments, threads), pairs)


def calibrate(plant, programs, chosen):
    """What one piece costs here, and the time of the work without any; in ns."""
    size = plants.calibrated_size(plant, 20, plant["unit_ns"], chosen.rounds)
    for _ in range(2):  # the second time near the right size
        times = with_and_without(plant, programs, size, chosen, 3)
        even = min(without for _, without in times) * 1e9
        cost = min(planted for planted, _ in times) * 1e9 - even
        unit = max(1.0, cost / (1 if plants.is_whole(plant) else size))
        size = plants.calibrated_size(plant, 30, unit, chosen.rounds)
    return {"unit_ns": unit, "even_ns": even}


def why_not_planted(plant, entry, size, rounds):
    """Empty: it is."""
    least = plant.get("least_unit_ns", 0)
    if least and entry["calibration"]["unit_ns"] < least:
        return f"one costs less than {least} ns here"
    if plants.is_cut(plant) and size == plants.most_pieces(rounds):
        return "one costs so little here that no work would be left between two"
    return ""


def times_measured(step):
    return 1 + len(step.get("more", [])) if step else 0


def digest(table):
    """What the report needs of a table."""
    lines = {line["category"]: [line["time_s"], line["low_s"], line["high_s"]]
             for line in table["overheads"]}
    where = {}
    for construct in table["constructs"]:
        for line in construct["overheads"]:
            kinds = where.setdefault(line["category"], {})
            kinds[construct["kind"]] = kinds.get(construct["kind"], 0) + line["time_s"]
    return {"serial_s": table["serial_time_s"], "parallel_s": table["parallel_time_s"],
            "overhead_s": table["total_overhead_s"], "lines": lines, "where": where,
            "parts": table["unidentified_parts"], "own_cost_s": table["own_cost"]["measured_s"],
            "accepted": table["tuples_accepted"], "tuples": table["tuples_total"]}


class Campaign:
    def __init__(self, chosen, book):
        self.chosen, self.book = chosen, book
        self.folder = book.path.resolve().parent / "plants"
        self.cores = len(os.sched_getaffinity(0))
        self.deadline = Deadline(chosen.minutes)

    def programs(self, plant, compiler):
        folder = self.folder / compiler / plant["name"]
        folder.mkdir(parents=True, exist_ok=True)
        return plants.build(self.chosen.tare, plant, compiler, folder)

    def size_for(self, plant, programs, entry, share):
        if not plants.is_calibrated(plant):
            return share
        if "calibration" not in entry:
            entry["calibration"] = calibrate(plant, programs, self.chosen)
        unit = entry["calibration"]["unit_ns"]
        return plants.calibrated_size(plant, share, unit, self.chosen.rounds) if share else FEW

    def weigh_size(self, plant, programs, size, share):
        if plants.is_whole(plant):
            return self.weigh(plant, programs, size, share)
        left_out = {**programs, "parallel": programs["without"],
                    "instrumented": programs["without_instrumented"]}
        if not share and "ignored" not in programs:  # that one has the plant too, of size 0
            return self.weigh(plant, left_out, AS_LEFT_OUT, 0, check=False)  # other sums
        step = self.weigh(plant, programs, size, share)
        if plants.is_cut(plant):
            step["base"] = self.weigh(plant, left_out, size, share)
        return step

    def weigh(self, plant, programs, size, share, check=True):
        repeat = plant.get("repeat", self.chosen.repeat)
        with tempfile.TemporaryDirectory(prefix="tare-plants-") as folder, \
                CoRunner(share if plant.get("corunner") else 0):
            ledger = plants.weigh_programs(
                self.chosen.tare, plant, programs,
                plants.arguments_of(plant, size, self.chosen.rounds), pathlib.Path(folder),
                [self.chosen.threads], repeat, check)
        table = next(t for t in ledger["tables"] if t["threads"] == self.chosen.threads)
        return {"size": size, **digest(table)}

    def digest_of(self, plant, programs, size, share):
        step = self.weigh_size(plant, programs, size, share)
        if share and self.chosen.threads <= self.cores and not plants.is_cut(plant):
            step["pairs_s"] = with_and_without(plant, programs, size, self.chosen,
                                               self.chosen.pairs)
        return step

    def entry_of(self, key):
        """What is known of a plant with a compiler; rounds of other lengths do not go together."""
        entry = self.book.entries.setdefault(
            key, {"sizes": {}, "cores": self.cores, "rounds": self.chosen.rounds})
        if entry.get("rounds", self.chosen.rounds) != self.chosen.rounds:
            raise weigh.Failure(f"was measured with --rounds {entry['rounds']}")
        return entry

    def measure(self, plant, compiler, share, number):
        """The size's table for the `number`th time, from 0; the first one holds the others."""
        key = f"{plant['name']} {compiler} {self.chosen.threads}"
        entry = self.entry_of(key)
        first = None if self.chosen.again and not number else entry["sizes"].get(str(share))
        if times_measured(first) > number:
            return
        programs = self.programs(plant, compiler)
        size = self.size_for(plant, programs, entry, share)
        if reason := why_not_planted(plant, entry, size, self.chosen.rounds):
            entry["not_planted"] = reason
            self.book.save()
            return
        step = self.digest_of(plant, programs, size, share)
        if first:
            first.setdefault("more", []).append(step)
        else:
            entry["sizes"][str(share)] = step
        self.book.save()
        self.say(key, plant, share, step)

    def say(self, key, plant, share, step):
        whole = step["parallel_s"]
        claimed = sum(step["lines"].get(line, [0])[0] for line in plant["lines"]) / whole
        gained = 0
        if "pairs_s" in step:
            gained = statistics.median(a - b for a, b in step["pairs_s"]) / whole
        elif "base" in step:
            gained = (whole - step["base"]["parallel_s"]) / whole
        gained = f", left out {100 * gained:.1f} %" if gained else ""
        print(f"{key}: {share} %: lines {100 * claimed:.1f} %{gained}, T_p {1e3 * whole:.1f} ms, "
              f"accepted {step['accepted']}/{step['tuples']}", flush=True)

    def measure_all(self, plant, compiler, number):
        """False: the time is over."""
        shares = [int(share) for share in self.chosen.sizes.split(",") if share]
        for share in shares if plants.is_cut(plant) else [0, *shares]:
            if self.deadline.over():
                return False
            self.measure(plant, compiler, share, number)
        return True

    def run(self, wanted):
        """How many failed."""
        failed = set()
        compilers = self.chosen.compilers.split(",")
        for number, plant, compiler in itertools.product(range(1 + self.chosen.merge), wanted,
                                                         compilers):
            if (plant["name"], compiler) in failed or (
                    compiler not in plants.compilers_of(plant, compilers)):
                continue
            try:
                if self.chosen.build_only:
                    self.programs(plant, compiler)
                elif not self.measure_all(plant, compiler, number):
                    print("stopped: the time is over; run again to go on")
                    break
            except (weigh.Failure, subprocess.CalledProcessError) as error:
                failed.add((plant["name"], compiler))
                print(f"{plant['name']} {compiler}: {error}", file=sys.stderr, flush=True)
        return len(failed)


def main():
    options = argparse.ArgumentParser(description="planted overheads against their ablation")
    options.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    options.add_argument("--results", default="plants.json")
    options.add_argument("--compilers", default="gcc,clang-19")
    options.add_argument("--plants", default="")
    options.add_argument("--sizes", default="10,20,40")
    options.add_argument("--repeat", type=int, default=3)
    options.add_argument("--pairs", type=int, default=7)
    options.add_argument("--rounds", type=int, default=20)  # fewer: a rough trial
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--merge", type=int, default=0, metavar="N")
    options.add_argument("--build-only", action="store_true")
    options.add_argument("--again", action="store_true")
    options.add_argument("--minutes", type=float, default=0)
    chosen = options.parse_args()
    names = [name for name in chosen.plants.split(",") if name]
    wanted = [p for p in plants.load()["plants"] if not names or p["name"] in names]
    unknown = set(names) - {plant["name"] for plant in wanted}
    if unknown:
        sys.exit(f"no such plant: {', '.join(sorted(unknown))}")
    return 1 if Campaign(chosen, Book(chosen.results)).run(wanted) else 0


if __name__ == "__main__":
    sys.exit(main())
