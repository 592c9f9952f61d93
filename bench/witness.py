#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Source probes against OMPT, in the same runs: every time that is at least 10 % of p*T.

  bench/witness.py [--tare ./tare] [--threads 2] [--repeat 3] [--compiler clang-19] [--pairs 20]
                   [--command COMMAND ...]

Programs: those of tests/witness, samples, and COMMANDs (instrumented with clang). Required: within
5 % of the figure or 0.3 % of p*T, and equal counts. The last table is what the tool itself costs: wall-
clock time of instrumented programs with and without it, paired.
"""
import argparse
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ("barriers", "loops", "locks", "tasks", "recursion")
SAMPLES = ("imbalance", "critical", "single", "lu2", "barriers")
HEAD = re.compile(r"^(.*), p = (\d+), T = ([\d.]+) s$")
LINE = re.compile(r"^  (\S.*?)\s{2,}([\d.]+)( s)?\s+([\d.]+)( s)?\s+(.*)$")
LARGE = 0.10


def build(chosen, folder):
    programs = {}
    sources = {f"tests/{name}": ROOT / f"tests/witness/programs/{name}.c" for name in TESTS}
    sources.update({f"samples/{name}": ROOT / f"samples/{name}.c" for name in SAMPLES})
    for name, source in sources.items():
        programs[name] = str(folder / name.replace("/", "-"))
        subprocess.run([chosen.tare, "cc", chosen.compiler, "-O2", "-fopenmp", source, "-o",
                        programs[name], "-lm"], check=True)
    return programs


def cross_check(chosen, command):
    """[(figure, probes, ompt, share of p*T, verdict)] of one run."""
    done = subprocess.run([chosen.tare, "doctor", "--cross-check", command, "--threads",
                           str(chosen.threads)], text=True, stdout=subprocess.PIPE)
    found, area = [], None
    for line in done.stdout.splitlines():
        head, figure = HEAD.match(line), LINE.match(line)
        if head:
            area = int(head.group(2)) * float(head.group(3))
        elif figure and area:
            name, probes, is_time, ompt, _, verdict = figure.groups()
            share = float(probes) / area if is_time else None
            found.append((name, float(probes), float(ompt), share, verdict))
    if not found:
        sys.exit(f"witness.py: no figures of {command}")
    return found


def compare(chosen, name, command, failures):
    for number in range(chosen.repeat):
        for figure, probes, ompt, share, verdict in cross_check(chosen, command):
            if verdict.startswith("DIFFER"):
                failures.append(f"{name}, run {number + 1}: {figure}: {verdict}")
            if share is not None and share >= LARGE:
                print(f"| {name} | {figure} | {100 * share:.1f} | {probes:.6f} | {ompt:.6f} "
                      f"| {100 * (ompt / probes - 1):+.2f} | {verdict} |", flush=True)


def seconds(command, environment):
    start = time.perf_counter()
    subprocess.run(shlex.split(command), check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - start


def cost(chosen, name, command, folder):
    library = pathlib.Path(chosen.library).resolve()
    base = dict(os.environ, OMP_NUM_THREADS=str(chosen.threads), TARE_OUTPUT_DIR=str(folder / "r"))
    tool = dict(base, OMP_TOOL_LIBRARIES=str(library), TARE_WITNESS=str(folder / "w"))
    ratios = []
    for pair in range(chosen.pairs):
        took = {key: seconds(command, environment) for key, environment in
                sorted((("with", tool), ("without", base)), reverse=pair % 2 == 0)}
        ratios.append(took["with"] / took["without"])
    ratios.sort()
    print(f"| {name} | {len(ratios)} | {statistics.median(ratios):.4f} "
          f"| {ratios[len(ratios) // 4]:.4f} .. {ratios[3 * len(ratios) // 4]:.4f} |", flush=True)


def main():
    options = argparse.ArgumentParser(description="source probes against OMPT")
    options.add_argument("--tare", default=str(ROOT / "tare"))
    options.add_argument("--library", default=str(ROOT / "build/release/lib/libtare-ompt.so"))
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--repeat", type=int, default=3)
    options.add_argument("--pairs", type=int, default=20)
    options.add_argument("--compiler", default="clang-19")
    options.add_argument("--command", action="append", default=[])
    chosen = options.parse_args()
    failures = []
    with tempfile.TemporaryDirectory(prefix="tare-witness-") as folder:
        folder = pathlib.Path(folder)
        programs = build(chosen, folder)
        programs.update({shlex.split(c)[0].rsplit("/", 1)[-1]: c for c in chosen.command})
        print("| program | figure | % of p*T | probes, s | OMPT, s | difference, % | |\n"
              "|---|---|---|---|---|---|---|")
        for name, command in programs.items():
            compare(chosen, name, command, failures)
        if chosen.pairs:
            print("\n| program | pairs | with the tool / without | quartiles |\n|---|---|---|---|")
            for name, command in programs.items():
                cost(chosen, name, command, folder)
    print(f"\n{len(failures)} figures differ" + "".join(f"\n- {text}" for text in failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
