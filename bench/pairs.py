#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much longer a program takes with Tare's probes in it: paired runs, plain and instrumented.

  bench/pairs.py [--pairs 100] [--threads 2] [--compiler gcc] [--samples balanced,imbalance,...]

Prints per program the median of the paired ratios of wall-clock time instrumented / plain and its
95 % limits (by order statistics, no assumption about the noise). `balanced_short` is
`balanced` at half its length, `regions_20us` the same cut into regions of 20 microseconds a thread.
`grain_*` are programs whose work lies between constructs that a thread meets every 10 microseconds or
more, on cores of up to 4.5 GHz (`grain_regions`: every 100), for a second. Of several programs the last row is the geometric mean, of
each pair that over the programs.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from turns import in_turns, limits

ROOT = pathlib.Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "samples"
ARGUMENTS = {"balanced": [], "serial_part": [], "imbalance": [], "single": [],
             "balanced_short": [400, 100], "regions_20us": [5, 10000]}
GRAINS = {"grain_barriers": [7500, 60000], "grain_chunks": [1000, 120, 7500],
          "grain_locks": [1200, 100, 7500], "grain_loops": [3750, 60000],
          "grain_regions": [18750, 2700], "grain_tasks": [9, 120, 15000]}
ARGUMENTS.update(GRAINS)
SOURCES = {"balanced_short": "balanced", "regions_20us": "balanced",
           **{name: name.replace("grain_", "cruel/") for name in GRAINS}}


def build(tare, compiler, name, folder):
    source = SAMPLES / f"{SOURCES.get(name, name)}.c"
    programs = {}
    for role, front in (("plain", []), ("instrumented", [tare, "cc"])):
        programs[role] = folder / f"{name}.{role}"
        subprocess.run([*front, compiler, "-O2", "-fopenmp", source, "-o", programs[role], "-lm"],
                       check=True)
    return programs


def seconds(program, arguments, threads, folder):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_PROC_BIND="true",
                       TARE_OUTPUT_DIR=str(folder))
    start = time.perf_counter()
    subprocess.run([program, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL,
                   env=environment)
    return time.perf_counter() - start


def paired_ratios(programs, arguments, threads, pairs, folder):
    def run(role):
        with tempfile.TemporaryDirectory(dir=folder) as results:
            return seconds(programs[role], arguments, threads, results)

    taken = in_turns(lambda: run("plain"), lambda: run("instrumented"), pairs + 1)
    return [instrumented / plain for plain, instrumented in taken[1:]]  # the first pair warms up


def say(name, compiler, ratios):
    low, high = limits(ratios)
    print(f"| {name} | {compiler} | {len(ratios)} | {statistics.median(ratios):.4f} "
          f"| {low:.4f} .. {high:.4f} |", flush=True)


def main():
    options = argparse.ArgumentParser(description="instrumented against plain, pair by pair")
    options.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    options.add_argument("--pairs", type=int, default=100)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--compiler", default="gcc")
    options.add_argument("--samples", default=",".join(ARGUMENTS))
    chosen = options.parse_args()
    print("| program | compiler | pairs | median instrumented / plain | 95 % limits |")
    print("|---|---|---|---|---|")
    of_all = []
    for name in chosen.samples.split(","):
        with tempfile.TemporaryDirectory(prefix="tare-pairs-") as folder:
            folder = pathlib.Path(folder)
            programs = build(chosen.tare, chosen.compiler, name, folder)
            ratios = paired_ratios(programs, ARGUMENTS.get(name, []), chosen.threads, chosen.pairs,
                                   folder)
        say(name, chosen.compiler, ratios)
        of_all.append(ratios)
    if len(of_all) > 1:
        say("geometric mean", chosen.compiler, list(map(statistics.geometric_mean, zip(*of_all))))


if __name__ == "__main__":
    sys.exit(main())
