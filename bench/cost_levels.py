#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Observed and predicted cost of the probes against the time that they really take, at several
levels of instrumentation: the experiment of Hollingsworth and Miller (figures 1 to 3).

  bench/cost_levels.py --results FILE [--pairs 20] [--threads 2] [--compiler gcc] [--scale 1]
                       [--only "NAME;NAME"] [--again]

Six programs, those of bench/levels with sizes written into their text: three parallel ones, and
three serial ones with probes at the twins of the parallel program's constructs. Four levels: plans
leave out all kinds of constructs but the first one, two, three of a program's, and none. Sizes are
such that the levels cost about 2, 5, 15 and 40 % on a machine where a pair of probes takes 25 ns.

C_observed  median over the pairs of (probes on - TARE_ENABLE=0), the same program, in turns; with its
            95 % limits (order statistics). Times are windows, as T_p is: writing the profile's file
            after the program's end is not in them
C_low .. C_high  from the calls that the last of these runs counted (`tare run --dry-run --from` it)
C_pred      from the counts of one run at level `all`, made before
C_static    from the program's text alone

Setting up the profile takes its time once a process, however many probes there are; a run counts it
exactly. It is in C_low, C_direct, C_high and C_pred, and in C_observed of course, not in C_static.

Percentages are of the time with TARE_ENABLE=0, differences in points of these. Results are kept in
FILE after every level. --scale 0.01 only shows that it works.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "samples"
SOURCES = ROOT / "bench" / "levels"
sys.path.insert(0, str(ROOT / "samples"))

import weigh  # noqa: E402
import window  # noqa: E402
from book import Book  # noqa: E402
from turns import in_turns, limits  # noqa: E402

# The kinds of constructs that each level adds; the last level leaves nothing out.
SERIAL = (("parallel",), ("loop",), ("for",))
LOCKS = (("parallel",), ("for", "loop"), ("lock",))
TASKS = (("parallel",), ("for", "loop"), ("taskwait",))
BARRIERS = (("parallel",), ("barrier",), ("for", "loop"))
# name -> (source, sizes, kinds, whether it is the serial program); the last size is how often: scaled
PROGRAMS = {
    "serial, locks": ("locks", (8, 3, 0, 4, 600000), SERIAL, True),
    "serial, tasks": ("tasks", (8, 3, 1, 4, 600000), SERIAL, True),
    "serial, barriers": ("barriers", (8, 3, 2, 2, 600000), SERIAL, True),
    "parallel, locks": ("locks", (72, 3, 1, 30, 8000), LOCKS, False),
    "parallel, tasks": ("tasks", (72, 2, 2, 30, 8000), TASKS, False),
    "parallel, barriers": ("barriers", (76, 2, 5, 8, 8000), BARRIERS, False),
}
LEVELS = ("1", "2", "3", "all")
NOTHING = {"cost": {"time_s": 0.0, "low_s": 0.0, "high_s": 0.0}, "set_up_s": 0.0}
SIZE = re.compile(r"uint64_t (\w+) = chain_argument\(argc, argv, (\d+), \d+\);")


def stays(kind, kinds, level):
    """Whether a level keeps the probes of a construct."""
    return level == "all" or any(kind in added for added in kinds[:int(level)])


def environment(threads, **more):
    clean = {k: v for k, v in os.environ.items()
             if not k.startswith(("TARE_", "OMP_", "KMP_", "GOMP_"))}
    return {**clean, "OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "true", **more}


class Program:
    """One program, its builds below a folder."""

    def __init__(self, name, folder, chosen):
        self.sample, self.sizes, self.kinds, self.serial = PROGRAMS[name]
        self.folder, self.chosen = folder, chosen
        self.threads = 1 if self.serial else chosen.threads
        self.source = folder / f"{self.sample}.c"
        self.source.write_text(self.with_constants(), encoding="utf-8")

    def with_constants(self):
        sizes = [*self.sizes[:-1], max(1, int(self.sizes[-1] * self.chosen.scale))]
        text = (SOURCES / f"{self.sample}.c").read_text(encoding="utf-8")
        text, count = SIZE.subn(
            lambda found: f"const uint64_t {found[1]} = {sizes[int(found[2]) - 1]};", text)
        if count != len(sizes):
            raise weigh.Failure(f"{self.sample}.c: {count} sizes found, not {len(sizes)}")
        return text

    def build(self, level, plan):
        """The instrumented program of a level: of a serial one, through the parallel one."""
        folder = self.folder / level
        folder.mkdir(exist_ok=True)
        options = ["--plan", plan] if plan else []
        flags = [self.chosen.compiler, "-O2", "-I", SAMPLES, "-I", SOURCES, self.source]
        parallel = folder / "parallel"
        weigh.call([self.chosen.tare, "cc", *options, *flags, SOURCES / "apart.c", "-fopenmp", "-o",
                    parallel])
        if not self.serial:
            return {"instrumented": parallel}
        serial, plain = folder / "serial", folder / "plain"
        weigh.call([self.chosen.tare, "cc", "--role", "serial", "--parallel", parallel, *flags,
                    "-o", serial])
        weigh.call([*flags, "-o", plain])
        return {"instrumented": parallel, "serial_instrumented": serial, "serial": plain}

    def predict(self, programs, results=None):
        """The dry run's answer for this program."""
        out = self.folder / "prediction.json"
        words = ["--parallel", programs["instrumented"]]
        if self.serial:
            words += ["--serial", programs["serial"],
                      "--serial-instrumented", programs["serial_instrumented"]]
        words += ["--from", results] if results else ["--threads", self.threads]
        weigh.call([self.chosen.tare, "run", *words, "--dry-run", "--quiet", "--json", out],
                   env=environment(self.threads))
        role = "serial_instrumented" if self.serial else "instrumented"
        runs = json.loads(out.read_text(encoding="utf-8"))["runs"]
        return next(run for run in runs if run["role"] == role and run["threads"] == self.threads)

    def plan(self, level, constructs):
        path = self.folder / f"{level}.plan"
        lines = ["tare-plan 1"]
        for construct in constructs:
            if not stays(construct["kind"], self.kinds, level):
                lines.append(f"leave-out {construct['id']} not of the level {level}")
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    def run(self, programs, results, on=True):
        program = programs["serial_instrumented" if self.serial else "instrumented"]
        if on:
            shutil.rmtree(results, ignore_errors=True)
        more = {"TARE_OUTPUT_DIR": str(results)} if on else {"TARE_ENABLE": "0"}
        return window.seconds(self.chosen.tare, [program], environment(self.threads, **more))

    def pairs(self, programs, results):
        """[(on, off)], after one pair to warm up."""
        taken = in_turns(lambda: self.run(programs, results),
                         lambda: self.run(programs, results, on=False), self.chosen.pairs + 1)
        return taken[1:]


def constructs_of(program, full):
    """Of the parallel program, whose constructs plans name."""
    if not program.serial:
        return program.predict(full)["constructs"]
    twin = Program.__new__(Program)
    twin.__dict__.update(program.__dict__, serial=False, threads=1)
    return twin.predict(full)["constructs"]


def measure(name, folder, chosen, book):
    program = Program(name, folder, chosen)
    full = program.build("all", None)
    pilot = folder / "pilot"
    program.run(full, pilot)
    constructs = constructs_of(program, full)
    for level in LEVELS:
        programs = full if level == "all" else program.build(level, program.plan(level, constructs))
        results = folder / "results"
        pairs = program.pairs(programs, results)
        # A program in which a plan leaves no probe writes no profile.
        counted = program.predict(programs, results) if results.exists() else NOTHING
        before = program.predict(programs, pilot)
        observed, set_up = counted["cost"], counted.get("set_up_s", 0)
        costs = sorted(on - off for on, off in pairs)
        low, high = limits(costs)
        book.entries.setdefault(name, {})[level] = {
            "off_s": statistics.median(off for _, off in pairs), "pairs": len(pairs),
            "observed_s": statistics.median(costs), "observed_low_s": low, "observed_high_s": high,
            "low_s": observed["low_s"] + set_up, "direct_s": observed["time_s"] + set_up,
            "high_s": observed["high_s"] + set_up, "set_up_s": set_up,
            "predicted_s": before["cost"]["time_s"] + before["set_up_s"],
            "static_s": program.predict(programs)["cost"]["time_s"]}
        book.save()
        print(f"{name}, {level}: done", file=sys.stderr, flush=True)


def row(name, level, entry):
    base = entry["off_s"]

    def per_cent(value):
        return f"{100 * value / base:.2f}"
    inside = entry["low_s"] <= entry["observed_s"] <= entry["high_s"]
    near = entry["observed_low_s"] <= entry["high_s"] and entry["low_s"] <= entry["observed_high_s"]
    return "| " + " | ".join([
        name, level, f"{1e3 * base:.1f}", f"{1e3 * entry['observed_s']:.2f}",
        per_cent(entry["observed_s"]),
        f"{per_cent(entry['observed_low_s'])} .. {per_cent(entry['observed_high_s'])}",
        per_cent(entry["low_s"]), per_cent(entry["direct_s"]), per_cent(entry["high_s"]),
        "yes" if inside else "within its limits" if near else "NO",
        per_cent(entry["predicted_s"]), f"{100 * (entry['observed_s'] - entry['predicted_s']) / base:+.2f}",
        per_cent(entry["static_s"]), f"{100 * (entry['observed_s'] - entry['static_s']) / base:+.2f}",
    ]) + " |"


def report(entries):
    print("| program | level | T, ms | C_observed, ms | % | 95 % | C_low | C_direct | C_high "
          "| inside | C_pred | off by | C_static | off by |")
    print("|" + "---|" * 14)
    for name in PROGRAMS:
        for level in LEVELS:
            if level in entries.get(name, {}):
                print(row(name, level, entries[name][level]))


def main():
    options = argparse.ArgumentParser(description="cost of probes: observed, predicted, timed")
    options.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    options.add_argument("--results", default="cost_levels.json")
    options.add_argument("--pairs", type=int, default=20)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--compiler", default="gcc")
    options.add_argument("--scale", type=float, default=1)
    options.add_argument("--only", default="")
    options.add_argument("--again", action="store_true")
    chosen = options.parse_args()
    chosen.tare = str(pathlib.Path(shutil.which(chosen.tare) or chosen.tare).resolve())
    book = Book(chosen.results)
    wanted = [name for name in PROGRAMS if not chosen.only or name in chosen.only.split(";")]
    for name in wanted:
        if len(book.entries.get(name, {})) == len(LEVELS) and not chosen.again:
            continue
        with tempfile.TemporaryDirectory(prefix="tare-levels-") as folder:
            measure(name, pathlib.Path(folder), chosen, book)
    report(book.entries)
    return 0


if __name__ == "__main__":
    sys.exit(main())
