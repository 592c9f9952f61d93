#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Planted overheads of MPI jobs: what the table of `tare run --ranks 2` says, and what they cost.

Usage: jobs_planted.py --build BUILD [--mpi openmpi|mpich] [--pairs N] [--steps N] [--units N] [--only PATTERN]
The truth is the plain job with the overhead, less the same work without it, in pairs (median). Goal: each row
within 2 % of T. The machine has to be quiet, with two processors at least.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

BENCH = pathlib.Path(__file__).resolve().parent
ROWS = {"late_sender": "serialisation", "late_receiver": "serialisation", "uneven": "imbalance_of_ranks",
        "rank_0_alone": "imbalance_of_ranks", "transfer": "transfer"}
LAUNCHERS = {"openmpi": ("mpicc.openmpi", "mpirun.openmpi --allow-run-as-root --bind-to core", "OMPI_CC"),
             "mpich": ("mpicc.mpich", "mpirun.mpich -bind-to core", "MPICH_CC")}
GOAL = 0.02


def run(command, folder, status=(0,), **environment):
    done = subprocess.run(command, shell=isinstance(command, str), capture_output=True, text=True, cwd=folder,
                          env=dict(os.environ, **environment), stdin=subprocess.DEVNULL)
    if done.returncode not in status:
        raise SystemExit(f"{command}\n{done.stdout}{done.stderr}")
    return done.stdout


def planted(arguments, folder, pattern):
    """Seconds of the truth, of T, and of the table's row."""
    launcher = LAUNCHERS[arguments.mpi][1]
    words = f"{arguments.steps} {arguments.units}"

    def plain(is_with):
        return float(run(f"{launcher} -n 2 ./plain {pattern} {is_with} {words}", folder).split()[0])

    pairs = [(plain(1), plain(0)) for _ in range(arguments.pairs)]
    run([arguments.tare, "run", "--quiet", "--json", "table.json", "--ranks", "2", "--threads", "1", "--repeat", "3",
         "--parallel", f"{launcher} -n {{ranks}} ./timed {pattern} 1 {words}"], folder, status=(0, 6))
    table = json.loads((folder / "table.json").read_text())["tables"][-1]
    rows = {row["category"].split(".")[-1]: row["time_s"] for row in table["overheads"]
            if row["category"].startswith("message_passing.")}
    return {"pattern": pattern, "row": ROWS[pattern], "truth_s": statistics.median(a - b for a, b in pairs),
            "plain_s": statistics.median(a for a, _ in pairs), "rows_s": rows,
            "table_s": table["parallel_time_s"]}


def show(result):
    took = result["table_s"]
    said = result["rows_s"].get(result["row"], 0)
    others = sum(value for name, value in result["rows_s"].items() if name not in (result["row"], "start_and_end"))
    error = (said - result["truth_s"]) / took
    print(f"{result['pattern']:14} {result['row']:20} {1e3 * took:9.1f} {1e3 * result['truth_s']:9.1f} "
          f"{1e3 * said:9.1f} {100 * error:+7.2f} % {100 * others / took:+7.2f} %", flush=True)
    return error


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", required=True, help="a build of Tare")
    parser.add_argument("--mpi", choices=LAUNCHERS, default="openmpi")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--units", type=int, default=400)
    parser.add_argument("--only", choices=ROWS, help="this pattern alone")
    arguments = parser.parse_args()
    build = pathlib.Path(arguments.build).resolve()
    arguments.tare = str(build / "bin/tare")
    compiler, _, variable = LAUNCHERS[arguments.mpi]
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        source = BENCH / "jobs_planted.c"
        run([compiler, "-O2", "-fopenmp", str(source), "-o", "plain"], folder)
        run([compiler, "-O2", "-fopenmp", "-g", str(source), "-o", "timed"], folder, **{variable: str(build / "bin/tare-gcc")})
        print(f"{'pattern':14} {'row':20} {'T ms':>9} {'truth ms':>9} {'table ms':>9} {'error':>9} {'others':>9}  (of T)")
        errors = [show(planted(arguments, folder, pattern)) for pattern in ROWS
                  if arguments.only in (None, pattern)]
        print(f"worst error {100 * max(map(abs, errors)):.2f} % of T (goal {100 * GOAL:.0f})")


if __name__ == "__main__":
    main()
