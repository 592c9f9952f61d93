#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What probes and events take of the processor's time: ordinary programs with tasks and locks, plain, with
probes, and with events, in turns.

usage: bench/events_cost.py [--tare PROGRAM] [--repeat N]
"""
import argparse
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import tempfile

SOURCES = pathlib.Path(__file__).resolve().parents[1] / "samples" / "ordinary"
PROGRAMS = ["quicksort_tasks.cpp", "fibonacci.c", "histogram_critical.c", "hash_map.cpp"]
COMPILERS = {"gcc": ("gcc", "g++"), "clang": ("clang-19", "clang++-19")}


def build(folder, source, compiler, tare):
    plain = [compiler, "-O2", "-fopenmp", str(SOURCES / source), "-lm", "-o"]
    ways = {"plain": [], "probes": [tare, "cc"], "events": [tare, "cc", "--events"]}
    for way, wrapper in ways.items():
        subprocess.run([*wrapper, *plain, way], cwd=folder, check=True)
    return list(ways)


def processor_time(folder, program):
    environment = dict(os.environ, OMP_NUM_THREADS="2", OMP_WAIT_POLICY="passive",
                       TARE_OUTPUT_DIR=str(folder / "out"))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(folder / program)], env=environment, check=True,
                   stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    shutil.rmtree(folder / "out", ignore_errors=True)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tare", default="tare")
    parser.add_argument("--repeat", type=int, default=7)
    options = parser.parse_args()
    tare = str(pathlib.Path(shutil.which(options.tare) or options.tare).resolve())
    for source in PROGRAMS:
        for name, compilers in COMPILERS.items():
            with tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder)
                ways = build(folder, source, compilers[source.endswith(".cpp")], tare)
                times = {way: [] for way in ways}
                for _ in range(options.repeat):
                    for way in ways:
                        times[way].append(processor_time(folder, way))
            plain, probes, events = (statistics.median(times[way]) for way in ways)
            print(f"{source:22} {name:6} plain {plain:.3f} s, probes x {probes / plain:.2f}, "
                  f"events x {events / plain:.2f}", flush=True)


if __name__ == "__main__":
    main()
