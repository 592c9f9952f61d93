#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Slows the probes of an MPI job's ranks, and asks what is left of that after compensation: Figures 5 to 7 of
Sarukkai and Malony on real ranks.

Usage: jobs_slowed.py --build BUILD [--ranks N] [--slow NS,NS] [--steps N] [--regions N] [--only PATTERN] [--json FILE]
Each probe waits NS nanoseconds (TARE_SLOW_PROBES of bench/slow_probes, built with the tests), and the calibration is
made with the same amount. T is the time of the plain job; T_m is that with probes, T_a without them by the
calibration alone, with its optimistic and pessimistic bounds. Goal: T_a within 5 % of T.
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile

BENCH = pathlib.Path(__file__).resolve().parent
PATTERNS = ("barriers", "blocking", "blind")
LAUNCHER = "mpirun.openmpi --allow-run-as-root --oversubscribe --bind-to none -n {ranks}"
GOAL = 0.05


def run(command, folder, status=(0,), **environment):
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, **environment))
    if done.returncode not in status:
        raise SystemExit(f"{command}\n{done.stdout}{done.stderr}")
    return done.stdout


def measured(arguments, folder, pattern, slow_ns):
    """Times of the job, from one table; the slow runtime goes to the runs with probes alone."""
    environment = {}
    if slow_ns:
        library = arguments.build / "lib/libtare-rt-slow.so"
        environment = {"TARE_SLOW_PROBES": f"constant:{slow_ns}", "LD_PRELOAD": str(library)}
    environment["XDG_CACHE_HOME"] = str(folder / f"cache-{slow_ns}")
    run([str(arguments.build / "bin/tare"), "calibrate", "--runtime", "libgomp", "--threads", "1"], folder, **environment)
    run([str(arguments.build / "bin/tare"), "run", "--quiet", "--json", "table.json", "--ranks", str(arguments.ranks),
         "--threads", "1", "--fixed-ranks", "--repeat", "3",
         "--parallel", f"{LAUNCHER} ./slowed {pattern} {arguments.steps} {arguments.regions}"],
        folder, status=(0, 6), **environment)
    table = json.loads((folder / "table.json").read_text())["tables"][-1]
    job = table["job"]
    plain = table["parallel_time_s"]
    return {"pattern": pattern, "slow_ns": slow_ns, "plain_s": plain,
            **{name: job.get(name, plain) for name in ("with_probes_s", "without_probes_s", "optimistic_s", "pessimistic_s")}}


def show(row):
    plain = row["plain_s"]
    shares = [100 * (row[name] / plain - 1)
              for name in ("with_probes_s", "without_probes_s", "optimistic_s", "pessimistic_s")]
    print(f"{row['pattern']:10} {row['slow_ns']:>7} {1e3 * plain:9.1f} " + " ".join(f"{share:+8.1f} %" for share in shares),
          flush=True)
    return abs(shares[1]) / 100


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", required=True, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--slow", default="0,500,2000,8000", help="nanoseconds that each probe waits")
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--regions", type=int, default=200)
    parser.add_argument("--only", choices=PATTERNS)
    parser.add_argument("--json", default="")
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        run(["mpicc.openmpi", "-fopenmp", "-O2", "-g", str(BENCH / "jobs_slowed.c"), "-o", "slowed"], folder,
            OMPI_CC=str(arguments.build / "bin/tare-gcc"))
        print(f"{'pattern':10} {'ns':>7} {'T ms':>9} {'T_m':>10} {'T_a':>10} {'optimistic':>10} {'pessimistic':>10}")
        for pattern in PATTERNS:
            if arguments.only not in (None, pattern):
                continue
            for slow_ns in map(int, arguments.slow.split(",")):
                rows.append(measured(arguments, folder, pattern, slow_ns))
                show(rows[-1])
                if arguments.json:
                    pathlib.Path(arguments.json).write_text(json.dumps(rows, indent=1))
    errors = [abs(row["without_probes_s"] / row["plain_s"] - 1) for row in rows]
    print(f"worst error of T_a {100 * max(errors):.1f} % (goal {100 * GOAL:.0f})")


if __name__ == "__main__":
    main()
