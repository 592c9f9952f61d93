#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Real programs: measured at small sizes, predicted at larger ones before these are run.

Usage: models_real.py TARE FOLDER [--programs matmul_naive,jacobi] [--compiler CC] [--repeat N]
Matrix multiplication (naive and in tiles) is measured at N = 100 to 800 and predicted at 900 and
1000. Each further program is measured at a quarter of its largest size to that size, and predicted
at twice of it. The threads are 1 and 2.
Prints each T_p (predicted, measured, error, whether the band had it) and counts the rows of the
tables that err by at most 2 % of T_p or are inside their band. Results in FOLDER are used again.
About a minute a program.
"""
import argparse
import json
import pathlib
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
CLOSE = 0.02  # of T_p, that a row may err by
CUBIC = "N^3+N^2+N+1"
MATMUL = (tuple(range(100, 801, 100)), (900, 1000), CUBIC, " 2")


def doubled(largest, template=""):
    """Sizes from a quarter of the largest on, and twice the largest."""
    return tuple(largest * part // 8 for part in (2, 3, 4, 5, 6, 8)), (2 * largest,), template, ""


# name: (source, flags, (sizes measured, sizes predicted, terms that are known, further arguments))
PROGRAMS = {
    "matmul_naive": ("bench/models_matmul.c", "-O2", MATMUL),
    "matmul_tiled": ("bench/models_matmul.c", "-O2 -DTILED", MATMUL),
    "floyd_warshall": ("samples/ordinary/floyd_warshall.c", "-O2", doubled(480)),
    "histogram_critical": ("samples/ordinary/histogram_critical.c", "-O2", doubled(800000)),
    "jacobi": ("samples/ordinary/jacobi.c", "-O2", doubled(480)),
    "lu": ("samples/ordinary/lu.c", "-O2", doubled(640)),
    "mandelbrot": ("samples/ordinary/mandelbrot.cpp", "-O2", doubled(480)),
    "monte_carlo": ("samples/ordinary/monte_carlo.cpp", "-O2", doubled(240)),
    "nbody": ("samples/ordinary/nbody.c", "-O2", doubled(1600)),
    "quicksort_tasks": ("samples/ordinary/quicksort_tasks.cpp", "-O2", doubled(1600000)),
    "scan": ("samples/ordinary/scan.cpp", "-O2", doubled(4000000)),
    "spmv": ("samples/ordinary/spmv.c", "-O2", doubled(80000)),
}


def measure(arguments, name, size):
    """The file that holds the table of one size; run unless it is there."""
    source, flags, (_, _, _, further) = PROGRAMS[name]
    folder = pathlib.Path(arguments.folder) / name
    table = folder / f"{size}.json"
    if not table.exists():
        folder.mkdir(parents=True, exist_ok=True)
        compiler = arguments.compiler
        if source.endswith(".cpp"):
            compiler = compiler.replace("gcc", "g++").replace("clang", "clang++")
        for _ in range(3):  # again where other programs disturbed the runs, which status 6 says
            run = subprocess.run(
                [arguments.tare, "overheads", "--source", str(ROOT / source), "--cflags", flags,
                 "--compiler", compiler, "--threads", "1,2", "--repeat", str(arguments.repeat),
                 "--param", f"N={size}", "--output", str(folder / "results"), "--json", str(table),
                 "--quiet", "--", str(size), *further.split()],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if run.returncode != 6:
                break
        if run.returncode not in (0, 6):
            raise SystemExit(f"tare overheads of {name} at N={size}: status {run.returncode}")
    return str(table)


def forecast(arguments, name, tables, size, threads):
    """The predicted table, or the reason why there is none."""
    file = pathlib.Path(arguments.folder) / name / f"predicted-{size}-{threads}.json"
    template = PROGRAMS[name][2][2]
    run = subprocess.run(
        [arguments.tare, "forecast", *tables, "--param", f"N={size}", "--threads", str(threads),
         *(["--template", template] if template else []), "--table", str(file), "--json", "-"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if not run.stdout:
        raise SystemExit(f"tare forecast of {name}: {run.stderr.strip()}")
    said = json.loads(run.stdout)
    if not said["forecasts"]:
        return said["refused"][0]["reason"]
    return json.loads(file.read_text())["tables"][0]


def rows_of(table):
    """{category: (value, low, high)} of a table, without what has no value."""
    return {row["category"]: (row["time_s"], row["low_s"], row["high_s"])
            for row in table["overheads"] if row.get("time_s") is not None}


def compare(name, size, predicted, measured, seen):
    """Prints one T_p and counts it, and its rows, in seen."""
    threads, truth = measured["threads"], measured["parallel_time_s"]
    place = f"{name:18} {size:8} {threads:2}"
    if isinstance(predicted, str):
        seen["refused"] += 1
        print(f"{place}  refused: {predicted}")
        return
    time, low, high = (predicted[f"parallel_time{end}_s"] for end in ("", "_low", "_high"))
    inside = low <= truth <= high
    seen["errors"].append(abs(time / truth - 1))
    seen["inside"] += inside
    believed = rows_of(predicted)
    for category, (value, _, _) in rows_of(measured).items():
        said, least, most = believed.get(category, (0.0, 0.0, 0.0))
        held = abs(said - value) <= CLOSE * truth or least <= value <= most
        seen["rows"].append(held)
        if not held:
            seen["wrong"].append(f"{place} {category}: {said:.4f} ({least:.4f} to {most:.4f}), "
                                 f"measured {value:.4f} s")
    print(f"{place} {time:11.4f} ± {(high - low) / 2:7.4f} {truth:10.4f} {time / truth - 1:7.1%}  "
          f"{'inside' if inside else 'OUTSIDE'}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tare")
    parser.add_argument("folder")
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    parser.add_argument("--compiler", default="gcc")
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    seen = {"errors": [], "inside": 0, "refused": 0, "rows": [], "wrong": []}
    print(f"{'program':18} {'N':>8} {'p':>2} {'predicted':>21} {'measured':>10} {'error':>7}  band")
    for name in arguments.programs.split(","):
        sizes, asked, _, _ = PROGRAMS[name][2]
        tables = [measure(arguments, name, size) for size in sizes]
        predicted = {(size, threads): forecast(arguments, name, tables, size, threads)
                     for size in asked for threads in (1, 2)}
        for size in asked:
            for table in json.loads(pathlib.Path(measure(arguments, name, size)).read_text())["tables"]:
                compare(name, size, predicted[size, table["threads"]], table, seen)
    if seen["errors"]:
        errors, rows = seen["errors"], seen["rows"]
        print(f"T_p: error median {statistics.median(errors):.1%}, most {max(errors):.1%}; within 10 %: "
              f"{sum(e <= 0.1 for e in errors)} of {len(errors)}; inside the band: {seen['inside']}; "
              f"refused: {seen['refused']}")
        print(f"rows within 2 % of T_p or inside their band: {sum(rows)} of {len(rows)}; not:")
        print("\n".join(seen["wrong"]))


if __name__ == "__main__":
    main()
