#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much the tables of ordinary programs leave unexplained, and how wide their bands are.

  bench/ordinary.py --results FILE.jsonl [--tare TARE] [--compilers gcc,clang-19]
                    [--kernels jacobi,bfs] [--threads 1,2] [--repeat N]
  bench/ordinary.py --summary FILE.jsonl [--compilers ...] [--kernels ...]

Measures the programs of samples/ordinary as a user would: `tare overheads` with -O2, threads not
bound. Appends one line to FILE for each program and compiler, and skips what is in it already;
without --results nothing is kept. --summary only prints FILE.

Prints markdown: a row for each table, in % of T_p. Bands are 95 %, +- is half of their width. The
largest row is the one with the largest absolute value, without `unexplained`.
  within       unexplained is at most 2 % of T_p, or at most its own half band
  over 2 %     no, but it is at most 5 % of T_p
  over 5 %     it is more
NOT RELIABLE: T_p or the total has a band that is wider than 25 % of T_p, more than that is
unexplained and more than its band, the run was cut off, results differ, or Tare says so by status 6
for another reason. Void: a row of the table has the key
`void`. Then the same counted, for all tables and for groups of them.
Status 1: less than 90 % of all tables are within, or a program failed. Needs a machine that does
nothing else meanwhile.
"""

import argparse
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERNELS = ROOT / "samples" / "ordinary"
CLOSE, FAR, WIDE, AIM = 0.02, 0.05, 0.25, 0.90  # the first three of T_p, the last of the tables
KEPT = ("threads", "serial_time_s", "parallel_time_s", "parallel_time_low_s",
        "parallel_time_high_s", "total_overhead_s", "total_overhead_low_s",
        "total_overhead_high_s", "unidentified_parts", "own_cost", "cut_off", "tuples_accepted",
        "tuples_total", "notes")


class Failure(Exception):
    """A kernel of which there is no table."""


def front_of(compiler, source):
    """The compiler's command for this language."""
    if source.suffix == ".c":
        return compiler
    return compiler.replace("gcc", "g++").replace("clang", "clang++")


def measure(tare, source, compiler, threads, repeat):
    """What FILE keeps of a kernel: its tables, without constructs and repetitions."""
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("TARE_", "OMP_", "GOMP_", "KMP_"))}
    with tempfile.TemporaryDirectory(prefix="tare-ordinary-") as folder:
        table = pathlib.Path(folder, "table.json")
        command = [tare, "overheads", "--source", str(source), "--compiler",
                   front_of(compiler, source), "--threads", threads, "--quiet", "--output",
                   f"{folder}/results", "--json", str(table)]
        command += ["--repeat", str(repeat)] if repeat else []
        begin = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              check=False, env=environment)
        if done.returncode not in (0, 6) or not table.exists():
            raise Failure(f"{shlex.join(command)}\nstatus {done.returncode}\n{done.stderr}")
        ledger = json.loads(table.read_text(encoding="utf-8"))
    tables = []
    for whole in ledger["tables"]:
        rows = [{key: row[key] for key in row if key != "tuples_s"} for row in whole["overheads"]]
        tables.append({key: whole[key] for key in KEPT if key in whole} | {"overheads": rows})
    return {"kernel": source.stem, "compiler": compiler, "status": done.returncode,
            "seconds": round(time.monotonic() - begin, 1), "tables": tables,
            "outputs": ledger.get("outputs", {}).get("status", "not known"),
            "warnings": ledger["warnings"]}


def half_of(row, whole):
    return (row["high_s"] - row["low_s"]) / 2 / whole


def is_unreliable(table):
    """As docs/reference/overheads.md defines it."""
    whole = table["parallel_time_s"]
    widths = [table[name + "_high_s"] - table[name + "_low_s"]
              for name in ("parallel_time", "total_overhead")]
    rest = next(row for row in table["overheads"] if row["category"] == "unidentified")
    size = abs(rest["time_s"]) / whole
    return (table["cut_off"] or max(widths) > WIDE * whole or
            size > max(WIDE, half_of(rest, whole)))


def judge(entry):
    """A dictionary for each table of a kernel; shares of T_p."""
    found = [is_unreliable(table) for table in entry["tables"]]
    every = entry["outputs"] == "differs" or entry["status"] == 6 and not any(found)
    for table, is_it in zip(entry["tables"], found):
        whole = table["parallel_time_s"]
        rows = {row["category"]: row for row in table["overheads"]}
        rest = rows.pop("unidentified")
        largest = max(rows.values(), key=lambda row: abs(row["time_s"]))
        size, half = abs(rest["time_s"]) / whole, half_of(rest, whole)
        yield {"kernel": entry["kernel"], "compiler": entry["compiler"], "p": table["threads"],
               "time": whole, "total": table["total_overhead_s"] / whole,
               "rest": rest["time_s"] / whole, "half": half, "within": size <= max(CLOSE, half),
               "near": size <= FAR, "unreliable": is_it or every,
               "void": any(row.get("void") for row in table["overheads"]),
               "largest": largest["category"].split(".")[-1],
               "largest_share": largest["time_s"] / whole,
               "largest_half": half_of(largest, whole)}


def verdict(table):
    word = "within" if table["within"] else "over 2 %" if table["near"] else "over 5 %"
    return word + ", NOT RELIABLE" * table["unreliable"] + ", void rows" * table["void"]


def show(table):
    total, rest, half, share, largest_half = (
        f"{100 * table[key]:.1f}"
        for key in ("total", "rest", "half", "largest_share", "largest_half"))
    print(f"| {table['kernel']} | {table['compiler']} | {table['p']} | {1000 * table['time']:.1f} |"
          f" {total} | {rest} ± {half} | {table['largest']} {share} ± {largest_half} |"
          f" {verdict(table)} |", flush=True)


def summarise(tables):
    """Prints the counts; whether the aim is reached."""
    print("\n| tables | number | within, % | at most 5 %, % | over 5 %, not marked | NOT RELIABLE"
          " | median ± of unexplained | median ± of the largest row |\n" + 8 * "|---" + "|")
    groups = {"all": tables}
    for key, word in (("p", "p = "), ("compiler", "")):
        for table in tables:
            groups.setdefault(f"{word}{table[key]}", []).append(table)
    within = {name: sum(table["within"] for table in group) / len(group)
              for name, group in groups.items()}
    for name, group in groups.items():
        near = sum(table["near"] for table in group) / len(group)
        silent = sum(not (table["near"] or table["unreliable"] or table["void"])
                     for table in group)
        print(f"| {name} | {len(group)} | {100 * within[name]:.0f} | {100 * near:.0f} |"
              f" {silent} | {sum(table['unreliable'] for table in group)} |"
              f" {100 * statistics.median(table['half'] for table in group):.2f} |"
              f" {100 * statistics.median(table['largest_half'] for table in group):.2f} |")
    reached = within["all"] >= AIM
    print(f"\nThe aim is that {100 * AIM:.0f} % of all tables are within: "
          + ("reached." if reached else "MISSED."))
    return reached


def main():
    options = argparse.ArgumentParser(description="what ordinary programs' tables do not explain")
    options.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    options.add_argument("--compilers", default="gcc,clang-19")
    options.add_argument("--kernels", default="", help="default: all of samples/ordinary")
    options.add_argument("--threads", default="1,2")
    options.add_argument("--repeat", type=int)
    options.add_argument("--results", type=pathlib.Path, help="append here, skip what is in it")
    options.add_argument("--summary", type=pathlib.Path, help="print this file; measure nothing")
    chosen = options.parse_args()
    sources = {path.stem: path for path in sorted(KERNELS.iterdir())
               if path.suffix in (".c", ".cpp")}
    kernels = [name for name in chosen.kernels.split(",") if name] or list(sources)
    if unknown := set(kernels) - set(sources):
        options.error(f"no such kernel: {', '.join(sorted(unknown))}")
    file, known = chosen.summary or chosen.results, {}
    if file and (chosen.summary or file.exists()):
        for line in file.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            known[entry["kernel"], entry["compiler"]] = entry

    tables, failed = [], 0
    print("| kernel | compiler | p | T_p, ms | total overhead, % | unexplained, % | largest row, %"
          " | verdict |\n|---|---|---|---|---|---|---|---|", flush=True)
    for key in [(kernel, compiler) for kernel in kernels
                for compiler in chosen.compilers.split(",")]:
        if key not in known and not chosen.summary:
            try:
                known[key] = measure(chosen.tare, sources[key[0]], key[1], chosen.threads,
                                     chosen.repeat)
            except Failure as failure:
                print(failure, file=sys.stderr)
                failed += 1
                continue
            if file:
                with file.open("a", encoding="utf-8") as results:
                    results.write(json.dumps(known[key]) + "\n")
        for table in judge(known[key]) if key in known else ():
            show(table)
            tables.append(table)
    if failed:
        print(f"\n{failed} programs could not be measured.")
    return 0 if tables and summarise(tables) and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
