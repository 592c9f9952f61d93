#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Slows every probe down until a program takes several times as long, and asks what is left of that
after compensation: the experiment of Sarukkai and Malony (section 4), with the cost of a probe known
from `tare calibrate` alone.

  bench/perturbation.py [LIST.json] --results FILE [--tare build/dev/bin/tare] [--only a,b]
                        [--modes constant,random,thrash] [--slow 1.1,2,4,6] [--tables 5] [--tuples 3]
                        [--null] [--compiler gcc] [--minutes M]
  bench/perturbation.py --table FILE

The programs are those of samples/slowed, and those of LIST.json: {"programs": [{"name",
"kind": "barrier|lock|task", "plain", "instrumented", "env"}]}, commands, built with and without
`tare cc`; folders are relative to the list. For each program, mode and slow-down (TARE_SLOW_PROBES of
bench/slow_probes, which is built with the tests) the amount is searched that makes the instrumented
program so many times as long as the plain one; then plain and instrumented runs in turns. The
calibration is made with the same amount, and kept in FILE.calibrations. Tables are made without what
the plain runs tell of the cost (--calibrated).
Prints and keeps after each: how much longer it ran, the error of the approximated time against the
plain one in % of it, that of the raw time, its half-width from the range of the cost, and by how much
of that time the load imbalance is more than in a table with probes as they are. With --null also by how
much the instrumented program with its probes off differs from the plain one, which no removal of probes
can take back: the compiler has laid out its code otherwise.
"""

import argparse
import itertools
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

from book import Book, Deadline
from window import prefix_of

ROOT = pathlib.Path(__file__).resolve().parent.parent

LEAST_DOUBT = 0.05  # of the cost, as in analyzer/tables/anchor.cpp
KINDS = {"barriers": "barrier", "loops": "barrier", "lock": "lock", "tasks": "task"}


def built(tare, compiler, folder):
    """The programs of samples/slowed, with and without probes."""
    programs = []
    for source in sorted((ROOT / "samples" / "slowed").glob("*.c")):
        commands = {}
        for role, front in (("plain", []), ("instrumented", [tare, "cc"])):
            commands[role] = str(folder / f"{source.stem}.{role}")
            subprocess.run([*front, compiler, "-O2", "-fopenmp", source, "-o", commands[role]], check=True)
        programs.append({"name": source.stem, "kind": KINDS[source.stem], **commands})
    return programs


def listed(path):
    if not path:
        return []
    folder = pathlib.Path(path).resolve().parent
    return [program | {"folder": folder} for program in json.loads(pathlib.Path(path).read_text())["programs"]]


def environment(program, slow, chosen):
    """Costs of probes that are so slow must not be taken for those of others: a cache of their own."""
    threads = chosen.threads
    own = {name: value for name, value in os.environ.items() if not name.startswith("TARE_")}
    own |= {"OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "true", **program.get("env", {})}
    if not slow:
        return own
    library = prefix_of(chosen.tare) / "lib" / "libtare-rt-slow.so"
    if not library.exists():
        raise SystemExit(f"{library} is missing: it is built with Tare's tests")
    cache = pathlib.Path(chosen.results + ".calibrations") / slow.replace(":", "-")
    return own | {"TARE_SLOW_PROBES": slow, "LD_PRELOAD": str(library),
                  "XDG_CACHE_HOME": str(cache.resolve())}


def run_time(command, folder, env):
    with tempfile.TemporaryDirectory() as output:
        start = time.perf_counter()
        subprocess.run(shlex.split(command), cwd=folder, env=env | {"TARE_OUTPUT_DIR": output},
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        return time.perf_counter() - start


def amount_for(program, mode, target, chosen):
    """The amount with which the instrumented program is `target` times as slow, by a few secants."""
    def fastest(role, slow):
        env = environment(program, slow, chosen)
        return min(run_time(program[role], program.get("folder"), env) for _ in range(3))

    amount, tried = (20 if mode == "thrash" else 50), {}
    for _ in range(6):
        if amount not in tried:
            tried[amount] = fastest("instrumented", f"{mode}:{amount}") / fastest("plain", "")
        if abs(tried[amount] - target) < 0.05 * target:
            break
        amount = max(1, round((target - 1) * amount / max(tried[amount] - 1, 0.01)))
    return min(tried, key=lambda one: abs(tried[one] - target))


def table_of(program, slow, chosen):
    """One table of the program whose probes are as slow as that; it is calibrated before, if it was not."""
    tare, threads = chosen.tare, chosen.threads
    runtime = "libomp" if "clang" in chosen.compiler else "libgomp"
    null = ["--null"] if chosen.null else []
    env = environment(program, slow, chosen) | {"PATH": f"{pathlib.Path(tare).parent}:{os.environ['PATH']}"}

    def tare_says(*arguments):
        done = subprocess.run([tare, *arguments], cwd=program.get("folder"), env=env, capture_output=True,
                              text=True)
        if done.returncode not in (0, 6):
            raise SystemExit(f"{program['name']}, probes slowed by {slow or 'nothing'}: {done.stderr[-2000:]}")
        return done.stdout

    tare_says("calibrate", "--threads", f"1,{threads}", "--runtime", runtime)
    with tempfile.TemporaryDirectory() as output:
        tare_says("run", "--threads", str(threads), "--repeat", str(chosen.tuples), *null, "--quiet",
                  "--output", output, "--parallel", program["plain"], "--instrumented",
                  program["instrumented"])
        return json.loads(tare_says("report", output, "--calibrated", "--format", "json"))["tables"][0]


def imbalance(table):
    lines = {line["category"]: line["time_s"] for line in table["overheads"]}
    return lines["critical_path.load_imbalance"] / table["parallel_time_s"]


def weigh(program, slow, undisturbed, chosen):
    rows = []
    for _ in range(chosen.tables):
        table = table_of(program, slow, chosen)
        cost = table["own_cost"]
        plain = table["parallel_time_s"]
        left = cost["measured_s"] - cost["removed_s"]
        # Of the approximated time: by how much the table takes the cost to be unsure. (The line
        # `unidentified` has that of the run on one thread as well, which may make up for it.)
        unsure = (cost["observed_high_s"] - cost["observed_low_s"]) / 2 / cost["observed_direct_s"]
        half = max(unsure, LEAST_DOUBT) * cost["removed_s"]
        row = {"plain_s": plain, "raw": cost["measured_s"] / plain, "error": left / plain,
               "half_width": half / plain, "imbalance": imbalance(table) - undisturbed}
        if chosen.null:
            row["rewriting"] = cost["rewriting_s"] / plain
        rows.append(row)
    return rows


def middle_of(rows, name):
    values = [100 * row[name] for row in rows if name in row]
    return f"{statistics.median(values):.2f}" if values else ""


def tables(results):
    lines = ["| program | kind | slowed by | times | raw error, % | error, % | worst | half-width | "
             "within bar | imbalance, points | rewriting, % |", "|" + "---|" * 11]
    for key, rows in sorted(results.items()):
        name, kind, mode, target = key.split(" ")
        errors = [100 * row["error"] for row in rows]
        raws = [100 * row["raw"] for row in rows]
        halves = [100 * row["half_width"] for row in rows]
        within = sum(abs(error) <= half for error, half in zip(errors, halves))
        lines.append(f"| {name} | {kind} | {mode} | {target} | {statistics.median(raws):.1f} | "
                     f"{statistics.median(errors):.2f} | {max(errors, key=abs):.2f} | "
                     f"{statistics.median(halves):.1f} | {within} of {len(rows)} | "
                     f"{middle_of(rows, 'imbalance')} | {middle_of(rows, 'rewriting')} |")
    return "\n".join(lines)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("list", nargs="?")
    options.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    options.add_argument("--results", default="perturbation.json")
    options.add_argument("--only", default="")
    options.add_argument("--modes", default="constant,random,thrash")
    options.add_argument("--slow", default="1.1,2,4,6")
    options.add_argument("--compiler", default="gcc")
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--tables", type=int, default=5)
    options.add_argument("--tuples", type=int, default=3, help="of runs, a table")
    options.add_argument("--null", action="store_true")
    options.add_argument("--minutes", type=float, default=0)
    options.add_argument("--table")
    chosen = options.parse_args()
    if chosen.table:
        print(tables(Book(chosen.table).entries))
        return
    book, deadline = Book(chosen.results), Deadline(chosen.minutes)
    results, undisturbed = book.entries, {}
    chosen.tare = str(pathlib.Path(chosen.tare).resolve())
    with tempfile.TemporaryDirectory(prefix="tare-slowed-") as folder:
        programs = built(chosen.tare, chosen.compiler, pathlib.Path(folder)) + listed(chosen.list)
        for program, mode, target in itertools.product(programs, chosen.modes.split(","),
                                                       chosen.slow.split(",")):
            key = f"{program['name']} {program['kind']} {mode} {target}"
            if key in results or deadline.over() or (
                    chosen.only and program["name"] not in chosen.only.split(",")):
                continue
            amount = amount_for(program, mode, float(target), chosen)
            if program["name"] not in undisturbed:
                undisturbed[program["name"]] = statistics.median(
                    imbalance(table_of(program, "", chosen)) for _ in range(chosen.tables))
            results[key] = weigh(program, f"{mode}:{amount}", undisturbed[program["name"]], chosen)
            book.save()
            print(key, amount, [round(100 * row["error"], 2) for row in results[key]], flush=True)
    print(tables(results))


if __name__ == "__main__":
    sys.exit(main())
