#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Weighs the samples of known truth and compares every line of their tables with the truth.

  bench/known_truth.py [--repeat 5] [--threads 2] [--compilers gcc,clang-19] [--samples a,b]

Prints markdown, all in % of T_p: per sample and line the share that follows from counting alone;
the same amount as a time: counted units, at the serial program's time for a unit (T_p also holds
what cannot be counted, such as the start of the OpenMP runtime); what was measured, and its 95 %
band; then the lines that ought to be 0 and are off, or the largest of them. OFF: further from the
counted share than the tolerance of truth.json (status 1). In band: the time is. Needs a machine
that does nothing else meanwhile.
"""

import argparse
import os
import pathlib
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "samples"))

import truth  # noqa: E402
import weigh  # noqa: E402


def judge(line, share, true, measured, ok):
    value, low, high = measured
    inside = low <= true <= high
    where = "in band" if inside else "outside band"
    return {"line": line, "share": share, "true": true, "value": value, "low": low, "high": high,
            "ok": ok, "inside": inside, "verdict": where if ok else "OFF, " + where}


def judge_efficiency(sample, table, share, tolerance):
    value, low, high = (table["efficiency" + end] for end in ("", "_low", "_high"))
    ok = abs(value - share) <= tolerance
    width = sample.get("efficiency_half_width")
    if width is not None:
        ok = low <= share <= high and (high - low) / 2 <= width
    return judge("efficiency", share, share, (value, low, high), ok)


def ablation(sample, compiler, folder, threads, pairs=25):
    """Median of what the plain program takes longer than without its overhead, in seconds."""
    if "ablation" not in sample:
        return 0.0
    programs = []
    for name, flags in (("with", []), ("without", [sample["ablation"]["cflags"]])):
        programs.append(folder / name)
        weigh.call([compiler, "-O2", "-fopenmp", *flags,
                    ROOT / "samples" / sample["sources"][0], "-o", programs[-1]])
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_PROC_BIND="true")
    differences = []
    for _ in range(pairs):
        took = []
        for program in programs:
            start = time.perf_counter()
            weigh.call([program, *sample["arguments"]], env=environment)
            took.append(time.perf_counter() - start)
        differences.append(took[0] - took[1])
    return statistics.median(differences)


def compare(sample, table, said, ablated_s):
    """The lines that the sample names, and all others, as shares of T_p with a verdict each."""
    p, whole = table["threads"], table["parallel_time_s"]
    expected = truth.expected(sample, p)
    shares = dict(expected["shares"])
    # T_p as counted, in seconds, against T_p as measured
    counted = table["serial_time_s"] / (p * expected["efficiency"]) / whole
    if "ablation" in sample:
        shares[sample["ablation"]["line"]] = ablated_s / whole
        counted = 1
    named, others = [], []
    for line in table["overheads"]:
        share = shares.get(line["category"], 0.0)
        measured = [line[key] / whole for key in ("time_s", "low_s", "high_s")]
        row = judge(line["category"], share, share * counted, measured,
                    abs(measured[0] - share) <= said["tolerance"])
        (named if line["category"] in shares else others).append(row)
    parts = sum(abs(part) for part in table["unidentified_parts"].values()) / whole
    named.append(judge("parts of unidentified, absolute", 0.0, 0.0, (parts, 0.0, parts),
                       parts <= said["unidentified_at_most"]))
    if "ablation" not in sample:
        named.append(judge_efficiency(sample, table, expected["efficiency"], said["tolerance"]))
    return named, others


def show(sample, compiler, table, named, others):
    """The named lines, then of the others those that are off, or else the largest."""
    others = sorted(others, key=lambda row: -abs(row["value"]))
    rows = named + ([row for row in others if not row["ok"]] or others[:1])
    head = f"{sample['name']} ({table['tuples_accepted']}/{table['tuples_total']})"
    for row in rows:
        keys = ("share", "true", "value", "low", "high")
        share, true, value, low, high = (f"{100 * row[key]:.2f}" for key in keys)
        print(f"| {head} | {compiler} | {row['line'].split('.')[-1]} | {share} | {true} | {value} |"
              f" {low} .. {high} | {row['verdict']} |", flush=True)
        head = ""


def main():
    options = argparse.ArgumentParser(description="compare the samples' tables with their truth")
    options.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    options.add_argument("--repeat", type=int, default=5)
    options.add_argument("--threads", default="2")
    options.add_argument("--compilers", default="gcc,clang-19")
    options.add_argument("--samples", default="")
    chosen = options.parse_args()
    said = truth.load()
    threads = [int(word) for word in chosen.threads.split(",")]
    wanted = [word for word in chosen.samples.split(",") if word]
    off = count = outside = 0
    print("| sample (accepted tuples) | compiler | line | truth | as a time | measured | band | |")
    print("|---|---|---|---|---|---|---|---|")
    for sample in said["samples"]:
        if wanted and sample["name"] not in wanted:
            continue
        for compiler in chosen.compilers.split(","):
            with tempfile.TemporaryDirectory(prefix="tare-truth-") as folder:
                ledger = weigh.weigh(chosen.tare, sample, compiler, folder, threads, chosen.repeat,
                                     bind=True)
                ablated = ablation(sample, compiler, pathlib.Path(folder), threads[0])
            for table in ledger["tables"]:
                if table["threads"] not in threads or table["threads"] not in sample["valid_at"]:
                    continue
                named, others = compare(sample, table, said, ablated)
                show(sample, compiler, table, named, others)
                rows = named + others
                count += len(rows)
                off += sum(not row["ok"] for row in rows)
                outside += sum(not row["inside"] for row in rows)
    print(f"\n{count} lines: {count - off} within the tolerance of {100 * said['tolerance']:.0f} % "
          f"of T_p, {off} off; {count - outside} bands contain the truth.")
    return 1 if off else 0


if __name__ == "__main__":
    sys.exit(main())
