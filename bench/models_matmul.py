#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Matrix multiplication: measured at N = 100 to 800, predicted at 900 and 1000 before these are run.

Usage: models_matmul.py TARE FOLDER [--form naive|tiled] [--compiler CC] [--repeat N]
Prints predicted, measured, error, and whether the band had the measured time. Results in FOLDER
are used again. About five minutes a form.
"""
import argparse
import json
import pathlib
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
MEASURED, ASKED, THREADS = range(100, 801, 100), (900, 1000), (1, 2)


def measure(arguments, size):
    """The table of one size; run unless it is there."""
    folder = pathlib.Path(arguments.folder) / arguments.form
    table = folder / f"{size}.json"
    if not table.exists():
        folder.mkdir(parents=True, exist_ok=True)
        flags = "-O2" + (" -DTILED" if arguments.form == "tiled" else "")
        for _ in range(3):  # again where other programs disturbed the runs, which status 6 says
            run = subprocess.run(
                [arguments.tare, "overheads", "--source", str(ROOT / "bench/models_matmul.c"),
                 "--cflags", flags, "--compiler", arguments.compiler, "--threads", "1,2",
                 "--repeat", str(arguments.repeat), "--param", f"N={size}",
                 "--output", str(folder / "results"), "--json", str(table), "--quiet",
                 "--", str(size), "2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if run.returncode != 6:
                break
        if run.returncode not in (0, 6):
            raise SystemExit(f"tare overheads at N={size}: status {run.returncode}")
    return str(table)


def forecast(arguments, tables, size, threads):
    """(time, low, high), or the reason why there is none."""
    run = subprocess.run(
        [arguments.tare, "forecast", *tables, "--param", f"N={size}", "--threads", str(threads),
         "--template", "N^3+N^2+N+1", "--json", "-"], stdout=subprocess.PIPE, text=True)
    said = json.loads(run.stdout)
    if not said["forecasts"]:
        return said["refused"][0]["reason"]
    time = said["forecasts"][0]["time"]
    return time["time_s"], time["low_s"], time["high_s"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tare")
    parser.add_argument("folder")
    parser.add_argument("--form", default="naive")
    parser.add_argument("--compiler", default="gcc")
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    tables = [measure(arguments, size) for size in MEASURED]
    said = {(n, p): forecast(arguments, tables, n, p) for n in ASKED for p in THREADS}
    errors, inside = [], 0
    print(f"{'form':6} {'N':>5} {'p':>2} {'predicted':>20} {'measured':>10} {'error':>7}  band")
    for n in ASKED:
        ledger = json.loads(pathlib.Path(measure(arguments, n)).read_text())
        for table in ledger["tables"]:
            predicted, p = said[n, table["threads"]], table["threads"]
            if isinstance(predicted, str):
                print(f"{arguments.form:6} {n:5} {p:2} refused, {predicted}")
                continue
            time, low, high = predicted
            measured = table["parallel_time_s"]
            errors.append(abs(time / measured - 1))
            inside += low <= measured <= high
            print(f"{arguments.form:6} {n:5} {p:2} {time:11.4f} ± {high - time:6.4f} {measured:10.4f} "
                  f"{time / measured - 1:7.1%}  {'inside' if low <= measured <= high else 'OUTSIDE'}")
    if errors:
        print(f"error: median {statistics.median(errors):.1%}, most {max(errors):.1%}; "
              f"{inside} of {len(errors)} inside the band")


if __name__ == "__main__":
    main()
