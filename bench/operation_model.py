#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Eight kernels at three sizes each: what `tare model --operations` predicts, and what they take.

Usage: operation_model.py --build BUILD [--campaign] [--compiler CC] [--cflags FLAGS] [--kernels a,b]
                          [--seconds S] [--no-run] [--again] [--json FILE]
The model knows the source (operation_kernels.c), the sizes and the primitives of this machine, which
are measured first unless they are kept. Then each kernel is called for some seconds; the lower quartile
counts. --campaign: gcc and clang-19, each with -O2 and with -O3 -march=native, about ten minutes. The
machine has to be quiet. Goal: mean error 10 %, worst 20 %.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile

BENCH = pathlib.Path(__file__).resolve().parent
SOURCE = BENCH / "operation_kernels.c"
CAMPAIGN = [(compiler, flags) for compiler in ("gcc", "clang-19") for flags in ("-O2", "-O3 -march=native")]
GOAL_MEAN, GOAL_WORST = 0.10, 0.20
ROW, BINS = 5, 256  # entries of a row of the sparse matrix, and bins, as operation_kernels_main.c has them
SIZES = {
    "matmul": (100, 300, 700),
    "lu2": (100, 300, 700),
    "jacobi": (60, 300, 2000),
    "triad": (1000, 30000, 4000000),
    "sparse": (1000, 30000, 1000000),
    "butterfly": (400, 20000, 2000000),
    "histogram": (4000, 200000, 10000000),
    "nbody": (100, 400, 1500),
}


def trips_symbol(tare):
    """Of the loop whose iterations only data tell."""
    said = json.loads(run([tare, "nodes", SOURCE.name, "--operations", "--format", "json"], cwd=BENCH))
    return next(symbol["name"] for symbol in said["units"][0]["symbols"] if symbol["kind"] == "measured")


def known_of(tare, kernel, n):
    """What is known of a kernel's data before it runs."""
    if kernel == "sparse":
        return [f"--param={trips_symbol(tare)}={ROW}", f"--bytes=x={8 * n}"]
    return [f"--bytes=bins={4 * BINS}"] if kernel == "histogram" else []


def run(command, **how):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **how)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def predicted(tare, compiler, flags, kernel, n):
    """The function's part of tare.operation-model/1."""
    said = run([tare, "model", "--operations", SOURCE.name, "--function", kernel, f"--param=n={n}",
                "--compiler", compiler, "--cflags", flags, "--format", "json", *known_of(tare, kernel, n)],
               cwd=BENCH)
    return json.loads(said)["points"][0]["nodes"][0]


def decision(node):
    if not node["loops"]:
        return ""
    first = node["loops"][0]
    return first["decides"] + (f", {first['culprit']}" if "culprit" in first else "")


def compare(arguments, compiler, flags):
    """Rows of kernel, size, predicted, measured, and what decides by the model."""
    tare = pathlib.Path(arguments.build).resolve() / "bin/tare"
    run([tare, "calibrate", "--primitives", "--threads", "1", "--compiler", compiler, "--cflags", flags,
         *(["--again"] if arguments.again else [])])
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        objects = [f"{folder}/kernels.o", f"{folder}/main.o"]
        run([compiler, *flags.split(), "-c", SOURCE, "-o", objects[0]])
        run([compiler, "-O2", "-c", BENCH / "operation_kernels_main.c", "-o", objects[1]])
        run([compiler, *objects, "-o", f"{folder}/program", "-lm"])
        for kernel in arguments.kernels.split(",") if arguments.kernels else SIZES:
            for n in SIZES[kernel]:
                node = predicted(tare, compiler, flags, kernel, n)
                took = None if arguments.no_run else float(
                    run([f"{folder}/program", kernel, n, arguments.seconds]))
                rows.append({"compiler": compiler, "flags": flags, "kernel": kernel, "n": n,
                             "predicted_s": node["time"]["time_s"], "measured_s": took,
                             "decides": decision(node), "node": node})
    return rows


def error_of(row):
    return row["predicted_s"] / row["measured_s"] - 1


def show(rows):
    print(f"{'kernel':<10} {'n':>9} {'predicted':>12} {'measured':>12} {'error':>8}  decides")
    for row in rows:
        took = row["measured_s"]
        print(f"{row['kernel']:<10} {row['n']:>9} {row['predicted_s'] * 1e6:>9.2f} us "
              + (f"{took * 1e6:>9.2f} us {100 * error_of(row):>+7.1f}%" if took else f"{'-':>12} {'-':>8}")
              + f"  {row['decides']}", flush=True)
    summary([row for row in rows if row["measured_s"]])


def summary(rows):
    if not rows:
        return
    errors = [abs(error_of(row)) for row in rows]
    worst = max(rows, key=lambda row: abs(error_of(row)))
    print(f"mean error {100 * statistics.mean(errors):.1f} % (goal {100 * GOAL_MEAN:.0f}), worst "
          f"{100 * max(errors):.1f} % (goal {100 * GOAL_WORST:.0f}): {worst['kernel']} at n={worst['n']}; "
          f"{sum(error <= GOAL_WORST for error in errors)} of {len(errors)} within the worst")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", required=True, help="a build of Tare")
    parser.add_argument("--campaign", action="store_true", help="both compilers, two sets of flags each")
    parser.add_argument("--compiler", default="gcc")
    parser.add_argument("--cflags", default="-O2")
    parser.add_argument("--kernels", default="", help="only these")
    parser.add_argument("--seconds", type=float, default=1.0, help="of calls for each kernel and size")
    parser.add_argument("--no-run", action="store_true", help="only predict")
    parser.add_argument("--again", action="store_true", help="measure the primitives again")
    parser.add_argument("--json", default="", help="write all rows to this file")
    arguments = parser.parse_args()
    every = []
    for compiler, flags in CAMPAIGN if arguments.campaign else [(arguments.compiler, arguments.cflags)]:
        print(f"\n{compiler} {flags}")
        rows = compare(arguments, compiler, flags)
        show(rows)
        every += rows
        if arguments.json:
            pathlib.Path(arguments.json).write_text(json.dumps(every, indent=1))
    if arguments.campaign:
        print("\nall")
        summary([row for row in every if row["measured_s"]])


if __name__ == "__main__":
    main()
