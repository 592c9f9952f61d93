#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Is LU2's imbalance what one gains by removing it?

  bench/lu2_ablation.py [--repeat 10] [--threads 2] [--compilers gcc,clang-19]

LU2's rows are not of equal cost, so there is no closed form of its load imbalance. This compares
  what became faster:   T_p(static) - T_p(static, 1) of plain programs, run in turns by this script
  what the tables say:  load imbalance, and all lines together, of the one minus those of the other
with bands (95 %; bootstrap here, Tare's own bands there).
"""

import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "samples"))

import weigh  # noqa: E402

IMBALANCE = "critical_path.load_imbalance"
VARIANTS = (("static", ""), ("static,1", "-DLU2_BALANCED"))


def build(compiler, flags, folder):
    program = folder / f"lu2_{'balanced' if flags else 'static'}"
    source = ROOT / "samples" / "lu2.c"
    weigh.call([compiler, "-O2", "-fopenmp", *flags.split(), source, "-o", program])
    return program


def run_time(program, threads):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_PROC_BIND="true")
    start = time.perf_counter()
    subprocess.run([str(program)], env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def trimmed_mean(values):
    cut = len(values) // 5
    kept = sorted(values)[cut:len(values) - cut]
    return sum(kept) / len(kept)


def bootstrap(values, rounds=2000):
    draw = random.Random(1)
    means = sorted(trimmed_mean(draw.choices(values, k=len(values))) for _ in range(rounds))
    return trimmed_mean(values), means[rounds // 40], means[-(rounds // 40)]


def plain_gain(compiler, threads, repeat, folder):
    """T_p(static) - T_p(static, 1), runs made in turns."""
    programs = [build(compiler, flags, folder) for _, flags in VARIANTS]
    gains = []
    for _ in range(repeat):
        static, balanced = (run_time(program, threads) for program in programs)
        gains.append(static - balanced)
    return bootstrap(gains)


def line_of(table, category):
    line = next(line for line in table["overheads"] if line["category"] == category)
    return line["time_s"], line["low_s"], line["high_s"]


def table_of(tare, compiler, flags, threads, repeat, folder):
    sample = {"sources": ["lu2.c"], "cflags": flags, "arguments": []}
    ledger = weigh.weigh(tare, sample, compiler, folder, [threads], repeat, bind=True)
    return next(table for table in ledger["tables"] if table["threads"] == threads)


def minus(a, b):
    """Difference of two estimates; their errors are independent."""
    value = a[0] - b[0]
    low = ((a[0] - a[1]) ** 2 + (b[2] - b[0]) ** 2) ** 0.5
    high = ((a[2] - a[0]) ** 2 + (b[0] - b[1]) ** 2) ** 0.5
    return value, value - low, value + high


def main():
    options = argparse.ArgumentParser(description="LU2's imbalance against what its removal gains")
    options.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    options.add_argument("--repeat", type=int, default=10)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--compilers", default="gcc,clang-19")
    chosen = options.parse_args()
    disagreed = False
    print("| compiler | T_p(static) - T_p(static,1), plain, ms | difference of load imbalance | "
          "difference of all lines but T_s/p | |")
    print("|---|---|---|---|---|")
    for compiler in chosen.compilers.split(","):
        with tempfile.TemporaryDirectory(prefix="tare-lu2-") as name:
            folder = pathlib.Path(name)
            gain = plain_gain(compiler, chosen.threads, chosen.repeat, folder)
            tables = [table_of(chosen.tare, compiler, flags, chosen.threads, chosen.repeat, folder)
                      for _, flags in VARIANTS]
        imbalance = minus(*(line_of(table, IMBALANCE) for table in tables))
        lines = minus(*([table["total_overhead" + end] for end in ("_s", "_low_s", "_high_s")]
                        for table in tables))
        overlap = lines[1] <= gain[2] and gain[1] <= lines[2]
        disagreed |= not overlap
        cells = [f"{1e3 * v:.1f} ({1e3 * low:.1f} .. {1e3 * high:.1f})"
                 for v, low, high in (gain, imbalance, lines)]
        print(f"| {compiler} | {cells[0]} | {cells[1]} | {cells[2]} | "
              f"{'bands overlap' if overlap else 'DISAGREE'} |", flush=True)
    return 1 if disagreed else 0


if __name__ == "__main__":
    sys.exit(main())
