#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast the analyzer reads, on one core, and how its memory grows: with the length of a run, and
with the number of threads.

  bench/read_rate.py [--bin build/dev/bin] [--tare ./tare] [--times 5] [--threads 2,64,256]

The first table is of real runs of bench/read_rate_program.c on 2 threads, each four times as long as the
one before; from some length on the log is full and thinned. The second is of profiles that
make_profile writes, with 4 MiB of log a thread, as much as a run leaves. Times are processor time, the
best of --times readings. Binaries: a build with -DTARE_BENCH=ON and the tests (preset dev).
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
HEAD = ("| {} | events | MiB on disk | read, s | million events/s | books, s | MiB, reading "
        "| MiB, with books |\n|---|---|---|---|---|---|---|---|")


def measure(binaries, profile, times):
    done = subprocess.run([binaries / "read_rate", profile, str(times)], check=True, text=True,
                          stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def row(name, m):
    print(f"| {name} | {m['events']} | {m['disk_mib']:.1f} | {m['read_s']:.4f} "
          f"| {m['events_per_s'] / 1e6:.1f} | {m['books_s']:.4f} | {m['peak_read_mib']:.0f} "
          f"| {m['peak_mib']:.0f} |", flush=True)


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


def of_threads(chosen, folder):
    print("\n" + HEAD.format("threads"))
    for threads in chosen.threads.split(","):
        profile = folder / "profile.tare"
        subprocess.run([chosen.bin / "make_profile", profile, threads, "4"], check=True)
        row(threads, measure(chosen.bin, profile, chosen.times))


def main():
    options = argparse.ArgumentParser(description="how fast the analyzer reads, in how much memory")
    options.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/dev/bin")
    options.add_argument("--tare", default=str(ROOT / "tare"))
    options.add_argument("--times", type=int, default=5)
    options.add_argument("--threads", default="2,64,256")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="tare-read-rate-") as folder:
        of_lengths(chosen, pathlib.Path(folder))
        of_threads(chosen, pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
