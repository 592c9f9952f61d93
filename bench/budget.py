#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether a budget is held: what the instruments of a program take under it, and what is left of the
table.

  bench/budget.py --results FILE [--budgets 1,2,5,10] [--compilers gcc,clang-19] [--pairs 15]
                  [--threads 2] [--only a,b] [--minutes M] [--again] [SOURCE ..]
  bench/budget.py --table FILE

SOURCE: single-source programs, else all of samples/cruel and six of samples. For each and each budget:
one table by `tare overheads --budget`, then the programs that it has built, plain and instrumented, in
turns, with the settings of the table's runs. The cruel ones get sizes with which they take about half a second: a
process pays a millisecond or two once, whatever its budget. Prints C_obs_direct in % of T_p (limit: the budget), the
median of the paired ratios with its 95 % interval (limit: 1 + budget + 0.5 % at its upper end), how
many lines above 2 % of T_p have a half-width of at most 2 %, and how many of the figures lie within
their bands of the full table's (100: without a budget).
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

from book import Book, Deadline
from turns import in_turns, limits

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ["balanced", "barriers", "critical", "single", "lu2", "nested"]
ARGUMENTS = {"cruel/barriers": [350, 500000], "cruel/chunks": [4000, 2000, 50],
             "cruel/locks": [8000, 1000, 40], "cruel/loops": [250, 600000],
             "cruel/regions": [300, 100000], "cruel/tasks": [12, 300, 14]}


def paired(folder, settings, arguments, threads, pairs):
    env = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "true", "OMP_DYNAMIC": "false"}

    def seconds(program, more):
        with tempfile.TemporaryDirectory() as output:
            begin = time.perf_counter()
            subprocess.run([str(folder / "build" / program), *arguments], env=env | more | {"TARE_OUTPUT_DIR": output},
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            return time.perf_counter() - begin

    taken = in_turns(lambda: seconds("parallel", {}), lambda: seconds("instrumented", settings), pairs)
    return [probed / plain for plain, probed in taken]


def weigh(tare, source, compiler, budget, threads, pairs):
    arguments = [str(size) for size in ARGUMENTS.get(f"{source.parent.name}/{source.stem}", [])]
    with tempfile.TemporaryDirectory() as output:
        words = [] if budget == "100" else ["--budget", f"{budget}%"]
        done = subprocess.run(
            [tare, "overheads", "--source", str(source), "--compiler", compiler, "--threads",
             str(threads), *words, "--output", output, "--json", output + "/table.json",
             *(["--", *arguments] if arguments else [])],
            env={**os.environ, "OMP_PROC_BIND": "true"}, capture_output=True, text=True)
        if done.returncode not in (0, 6):
            raise SystemExit(f"{source} {compiler} {budget}: {done.stderr[-2000:]}")
        table = json.loads(pathlib.Path(output, "table.json").read_text())["tables"][0]
        folder = next(path for path in pathlib.Path(output).iterdir() if (path / "manifest.json").exists())
        manifest = json.loads((folder / "manifest.json").read_text())
        ratios = paired(folder, manifest.get("probed_environment", {}), arguments, threads, pairs)
    plain = table["parallel_time_s"]
    lines = {line["category"]: [line["time_s"] / plain, line["low_s"] / plain, line["high_s"] / plain]
             for line in table["overheads"]}
    return {"direct": table["own_cost"]["observed_direct_s"] / plain, "ratios": ratios, "lines": lines,
            "budget": table["own_cost"].get("budget")}


def row(key, entry, full):
    name, compiler, budget = key.split(" ")
    low, high = limits(entry["ratios"])
    limit = 1 + float(budget) / 100 + 0.005
    large = [line for line in entry["lines"].values() if abs(line[0]) > 0.02]
    narrow = sum((line[2] - line[1]) / 2 <= 0.02 for line in large)
    told = ""
    if full:
        shared = [name for name in entry["lines"] if name in full["lines"]]
        near = 0
        for name_of in shared:
            a, b = entry["lines"][name_of], full["lines"][name_of]
            near += a[1] <= b[2] and b[1] <= a[2]
        told = f"{near} of {len(shared)}"
    held = entry["direct"] <= float(budget) / 100 and high <= limit
    return (f"| {name} | {compiler} | {budget} | {100 * entry['direct']:.2f} | "
            f"{statistics.median(entry['ratios']):.4f} ({low:.4f}..{high:.4f}) | {narrow} of {len(large)} | "
            f"{told} | {'yes' if held else 'NO'} |")


def tables(results):
    lines = ["| program | compiler | budget, % | C_obs_direct, % | instrumented/plain | narrow lines | "
             "as in full | held |", "|" + "---|" * 8]
    for key, entry in sorted(results.items()):
        name, compiler, budget = key.split(" ")
        if budget != "100":
            lines.append(row(key, entry, results.get(f"{name} {compiler} 100")))
    return "\n".join(lines)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("sources", nargs="*")
    options.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    options.add_argument("--results", default="budget.json")
    options.add_argument("--budgets", default="1,2,5,10,100")
    options.add_argument("--compilers", default="gcc,clang-19")
    options.add_argument("--pairs", type=int, default=15)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--only", default="")
    options.add_argument("--minutes", type=float, default=0)
    options.add_argument("--again", action="store_true")
    options.add_argument("--table")
    chosen = options.parse_args()
    if chosen.table:
        print(tables(Book(chosen.table).entries))
        return
    sources = [pathlib.Path(name) for name in chosen.sources] or sorted(
        (ROOT / "samples" / "cruel").glob("*.c")) + [ROOT / "samples" / f"{name}.c" for name in SOURCES]
    book, deadline = Book(chosen.results), Deadline(chosen.minutes)
    if chosen.again:
        book.entries = {}
    results = book.entries
    for source in sources:
        label = f"{source.parent.name}/{source.stem}"
        if chosen.only and label not in chosen.only.split(","):
            continue
        for compiler in chosen.compilers.split(","):
            for budget in chosen.budgets.split(","):
                key = f"{label} {compiler} {budget}"
                if key in results or deadline.over():
                    continue
                results[key] = weigh(chosen.tare, source, compiler, budget, chosen.threads, chosen.pairs)
                book.save()
                print(row(key, results[key], results.get(f"{label} {compiler} 100")), flush=True)
    print(tables(results))


if __name__ == "__main__":
    sys.exit(main())
