#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast the analyzer reads, on one core, and how its memory grows: with the length of a run, with
the number of threads, and with the number of call paths.

  bench/read_rate.py [--bin build/dev/bin] [--tare ./tare] [--times 5] [--threads 2,64,256]
                     [--paths 1,1000]

The first table is of real runs of bench/read_rate_program.c on 2 threads, each four times as long as the
one before; from some length on the log is full and thinned. The second is of profiles that
make_profile writes, with 4 MiB of log a thread, as much as a run leaves; so is the third, on 2 threads,
whose regions are reached through so many call paths. Reading, the books, and their division by call
path are what a table takes of every run. Times are processor time, the best of --times readings.
Binaries: a build with -DTARE_BENCH=ON and the tests (preset dev).
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LENGTHS = (250, 1000, 4000, 16000)
HEAD = ("| {} | events | MiB on disk | read, s | million events/s | books, s | paths, s "
        "| million events/s in all | MiB, reading | MiB, with books | MiB, with paths |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|")


def measure(binaries, profile, times):
    done = subprocess.run([binaries / "read_rate", profile, str(times)], check=True, text=True,
                          stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def row(name, m):
    print(f"| {name} | {m['events']} | {m['disk_mib']:.1f} | {m['read_s']:.4f} "
          f"| {m['events_per_s'] / 1e6:.1f} | {m['books_s']:.4f} | {m['paths_s']:.4f} "
          f"| {m['events_per_s_in_all'] / 1e6:.1f} | {m['peak_read_mib']:.0f} "
          f"| {m['peak_books_mib']:.0f} | {m['peak_mib']:.0f} |", flush=True)


def of_lengths(chosen, folder):
    program = folder / "events"
    subprocess.run([chosen.tare, "cc", "gcc", "-O2", "-fopenmp", ROOT / "bench/read_rate_program.c",
                    "-o", program], check=True)
    print(HEAD.format("regions in the run"))
    for length in LENGTHS:
        results = folder / str(length)
        subprocess.run([program, str(length)], check=True, stdout=subprocess.DEVNULL,
                       env=dict(os.environ, OMP_NUM_THREADS="2", TARE_OUTPUT_DIR=str(results)))
        profile, = results.glob("tare-*/profile.tare")
        row(length, measure(chosen.bin, profile, chosen.times))
        profile.unlink()


def of_made(chosen, folder, threads, paths):
    profile = folder / "profile.tare"
    subprocess.run([chosen.bin / "make_profile", profile, threads, "4", paths], check=True)
    return measure(chosen.bin, profile, chosen.times)


def of_threads(chosen, folder):
    print("\n" + HEAD.format("threads"))
    for threads in chosen.threads.split(","):
        row(threads, of_made(chosen, folder, threads, "0"))


def of_paths(chosen, folder):
    print("\n" + HEAD.format("call paths"))
    for paths in chosen.paths.split(","):
        measured = of_made(chosen, folder, "2", paths)
        if measured["paths"] != int(paths):
            sys.exit(f"read_rate.py: {measured['paths']} call paths were found, not {paths}")
        row(paths, measured)


def main():
    options = argparse.ArgumentParser(description="how fast the analyzer reads, in how much memory")
    options.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/dev/bin")
    options.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    options.add_argument("--times", type=int, default=5)
    options.add_argument("--threads", default="2,64,256")
    options.add_argument("--paths", default="1,1000")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="tare-read-rate-") as folder:
        of_lengths(chosen, pathlib.Path(folder))
        of_threads(chosen, pathlib.Path(folder))
        of_paths(chosen, pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
