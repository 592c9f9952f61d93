#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the row 'waiting for locks' is what the program would save without the lock.

  bench/lock_rows.py [--tare TARE] [--compilers gcc,clang-19] [--programs 1,2,..,8] [--threads 2]
                     [--pairs 15]

The programs of bench/lock_rows.c are right with the lock and without it (-DWITHOUT_LOCK). Truth is
the difference of both, run in turns, in % of the time with the lock: the median of the pairs, with
its 95 % interval. Prints markdown. A row is right if it is within 3 % of T_p of the truth, or its
band meets the truth's interval. Status 1: less than 90 % are right, or a program failed.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from turns import in_turns, limits

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ROOT / "bench" / "lock_rows.c"
LOCKS = "information_movement.synchronisation.locks"
CLOSE, AIM = 3.0, 0.9  # % of T_p; of the rows


def seconds(program, threads):
    begin = time.perf_counter()
    subprocess.run([program], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "OMP_NUM_THREADS": str(threads)})
    return time.perf_counter() - begin


def truth(folder, compiler, program, threads, pairs):
    """% of the time with the lock: median, low, high; and that time."""
    names = {}
    for name, more in (("with", []), ("without", ["-DWITHOUT_LOCK"])):
        names[name] = str(pathlib.Path(folder) / name)
        subprocess.run([compiler, "-O2", "-falign-functions=64", "-fopenmp", f"-DPROGRAM={program}", *more,
                        str(SOURCE), "-o", names[name]], check=True)
    taken = in_turns(lambda: seconds(names["with"], threads),
                     lambda: seconds(names["without"], threads), pairs)
    shares = [100 * (slow - fast) / slow for slow, fast in taken]
    return statistics.median(shares), *limits(shares), statistics.median(slow for slow, _ in taken)


def measured(tare, folder, compiler, program, threads):
    """The row in % of T_p, its ends, T_p, what is unexplained in %, and the exit status."""
    table = pathlib.Path(folder) / "table.json"
    done = subprocess.run([tare, "overheads", "--source", str(SOURCE), "--compiler", compiler, "--cflags",
                           f"-O2 -DPROGRAM={program}", "--threads", str(threads), "--quiet", "--output",
                           folder, "--json", str(table)], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 6):
        sys.exit(f"lock_rows.py: {compiler}, program {program}: status {done.returncode}\n{done.stderr}")
    last = json.loads(table.read_text())["tables"][-1]
    whole = last["parallel_time_s"]
    rows = {row["category"]: row for row in last["overheads"]}
    share = lambda row, key: 100 * row[key] / whole
    locks, rest = rows[LOCKS], rows["unidentified"]
    return (share(locks, "time_s"), share(locks, "low_s"), share(locks, "high_s"), whole,
            share(rest, "time_s"), done.returncode)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tare", default="tare")
    parser.add_argument("--compilers", default="gcc,clang-19")
    parser.add_argument("--programs", default="1,2,3,4,5,6,7,8")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=15)
    options = parser.parse_args()
    print("| compiler | program | truth, % | row, % | T_p, ms | the pairs', ms | unexplained, % | right |")
    print("|---|---|---|---|---|---|---|---|")
    right = rows = 0
    for compiler in options.compilers.split(","):
        for program in options.programs.split(","):
            with tempfile.TemporaryDirectory() as folder:
                row, low, high, whole, rest, status = measured(options.tare, folder, compiler, program,
                                                               options.threads)
                true, least, most, paired = truth(folder, compiler, program, options.threads, options.pairs)
            is_right = abs(row - true) <= CLOSE or (low <= most and high >= least)
            right, rows = right + is_right, rows + 1
            word = ("yes" if is_right else "no") + (", not reliable" if status else "")
            print(f"| {compiler} | {program} | {true:.1f} ({least:.1f} .. {most:.1f}) | {row:.1f} ({low:.1f} .. "
                  f"{high:.1f}) | {1e3 * whole:.0f} | {1e3 * paired:.0f} | {rest:.1f} | {word} |", flush=True)
    print(f"\n{right} of {rows} rows are right.")
    return 0 if right >= AIM * rows else 1


if __name__ == "__main__":
    sys.exit(main())
