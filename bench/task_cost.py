#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the probes of tasks cost, where tasks are as short as tasks can be (about 28 ns of work).

  bench/task_cost.py [--tare BUILD/bin/tare] [--threads 1,2] [--repeat 15] [--steps 20]

Plain and instrumented runs of task_cost.c in turns; for each shape (one creator; a binary tree with
a taskwait at each node) the medians in ns a task and of the ratios of neighbouring runs.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SHAPES = ("one creator", "binary tree")


def run(program, arguments, threads, folder):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), TARE_OUTPUT_DIR=str(folder))
    done = subprocess.run([program, *map(str, arguments)], env=environment, check=True,
                          stdout=subprocess.PIPE, text=True)
    return [float(word) for word in done.stdout.split()[:len(SHAPES)]]


def measure(tare, compiler, options, folder):
    plain, probed = folder / "plain", folder / "probed"
    build = [compiler, "-O2", "-fopenmp", str(HERE / "task_cost.c"), "-o"]
    subprocess.run([*build, plain], check=True)
    subprocess.run([tare, "cc", *build, probed], check=True)
    for threads in options.threads:
        pairs = [(run(plain, options.arguments, threads, folder),
                  run(probed, options.arguments, threads, folder)) for _ in range(options.repeat)]
        for i, shape in enumerate(SHAPES):
            bare = statistics.median(pair[0][i] for pair in pairs)
            with_probes = statistics.median(pair[1][i] for pair in pairs)
            ratio = statistics.median(pair[1][i] / pair[0][i] for pair in pairs)
            print(f"{compiler:9} {threads} threads  {shape:12} plain {bare:7.1f} ns a task, "
                  f"with probes {with_probes:7.1f}, ratio {ratio:.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tare", default=HERE.parent / "build" / "bin" / "tare")
    parser.add_argument("--compilers", default="gcc,clang-19")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--tasks", type=int, default=1000000)
    parser.add_argument("--steps", type=int, default=20, help="of each task, about 1.4 ns each")
    options = parser.parse_args()
    options.threads = [int(number) for number in options.threads.split(",")]
    options.arguments = [options.tasks, options.steps]
    for compiler in options.compilers.split(","):
        with tempfile.TemporaryDirectory(prefix="tare-bench-") as folder:
            measure(options.tare, compiler, options, pathlib.Path(folder))


if __name__ == "__main__":
    main()
