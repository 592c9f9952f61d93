#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Source probes against OMPT, in the same runs: every time that is at least 10 % of p*T.

  bench/witness.py [--tare build/dev/bin/tare] [--threads 2] [--repeat 3] [--compiler clang-19] [--pairs 20]
                   [--command COMMAND ...]

Programs: those of tests/witness, samples, plants of locks and tasks (samples/plants.json), and COMMANDs
(instrumented with clang). Required: within 5 % of the figure or 0.3 % of p*T, and equal counts; and
barrier waits, lock waits and tasks' time each so in at least five programs in all runs of which they
are that large. The last table is what the tool itself costs: wall-clock time of instrumented programs
with and without it, paired; --pairs 0 leaves it out. Status 1 if something that is required is not so.
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
sys.path.insert(0, str(ROOT / "samples"))

import plants  # noqa: E402
from window import prefix_of  # noqa: E402

TESTS = ("barriers", "loops", "locks", "tasks", "recursion")
SAMPLES = ("imbalance", "critical", "single", "lu2", "barriers")
# name -> size: a share of T_p in per cent, or a number of tasks
PLANTS = {"lock_critical": 40, "lock_simple": 40, "lock_nestable": 40, "ordered": 40,
          "lock_barrier": 40, "task_chain": 40, "task_last": 40, "task_group": 40,
          "task_reduction": 40, "tasks_small": 2000, "tasks_one_creator": 2000}
HEAD = re.compile(r"p\s+=\s+(\d+),\s+T\s+=\s+([\d.]+)\s+s$", re.M)  # a long one is folded
LINE = re.compile(r"^  (\S.*?)\s{2,}([\d.]+)( s)?\s+([\d.]+)( s)?\s+(.*)$")
LARGE = 0.10
REQUIRED = ("barrier waits", "lock waits", "tasks' time")
PROGRAMS = 5  # in which each of these is large


def compile_program(chosen, folder, name, source, flags=("-O2", "-fopenmp")):
    program = folder / name.replace("/", "-")
    subprocess.run([chosen.tare, "cc", chosen.compiler, *flags, source, "-o", program, "-lm"],
                   check=True)
    return str(program)


def name_of(command):
    program, *arguments = shlex.split(command)
    return shlex.join([program.rsplit("/", 1)[-1], *arguments])


def build(chosen, folder):
    """name -> command."""
    sources = {f"tests/{name}": ROOT / f"tests/witness/programs/{name}.c" for name in TESTS}
    sources.update({f"samples/{name}": ROOT / f"samples/{name}.c" for name in SAMPLES})
    programs = {name: compile_program(chosen, folder, name, source)
                for name, source in sources.items()}
    for plant in plants.load()["plants"]:
        if plant["name"] not in PLANTS:
            continue
        program = compile_program(chosen, folder, f"plants/{plant['name']}",
                                  ROOT / "samples" / "plants" / plant["source"],
                                  plants.flags_of(plant, "instrumented", True))
        programs[f"plants/{plant['name']}"] = shlex.join(
            [program, *plants.arguments_of(plant, PLANTS[plant["name"]])])
    return programs


def cross_check(chosen, command):
    """[(figure, probes, ompt, share of p*T, verdict)] of one run."""
    witness = prefix_of(chosen.tare) / "bin" / "tare-witness"
    done = subprocess.run([witness, "--threads", str(chosen.threads), "--", command], text=True,
                          stdout=subprocess.PIPE)
    head, found = HEAD.search(done.stdout), []
    area = int(head.group(1)) * float(head.group(2)) if head else None
    for line in done.stdout.splitlines():
        figure = LINE.match(line)
        if figure and area:
            name, probes, is_time, ompt, _, verdict = figure.groups()
            share = float(probes) / area if is_time else None
            found.append((name, float(probes), float(ompt), share, verdict))
    if not found:
        sys.exit(f"witness.py: no figures of {command}")
    return found


def compare(chosen, name, command, failures):
    """The figures that are large in every run and agree in all of them."""
    agreeing = []
    for number in range(chosen.repeat):
        agreeing.append(set())
        for figure, probes, ompt, share, verdict in cross_check(chosen, command):
            if verdict.startswith("DIFFER"):
                failures.append(f"{name}, run {number + 1}: {figure}: {verdict}")
            if share is not None and share >= LARGE:
                print(f"| {name} | {figure} | {100 * share:.1f} | {probes:.6f} | {ompt:.6f} "
                      f"| {100 * (ompt / probes - 1):+.2f} | {verdict} |", flush=True)
                if verdict == "agree":
                    agreeing[-1].add(figure)
    return set.intersection(*agreeing)


def summary(agreeing):
    """Sentences on program -> figures, and whether there are enough programs."""
    texts, enough = [], True
    for figure in REQUIRED:
        names = [name for name, figures in agreeing.items() if figure in figures]
        enough &= len(names) >= PROGRAMS
        texts.append(f"{figure}: at least {100 * LARGE:.0f} % of p*T and agreeing in {len(names)} "
                     f"programs (at least {PROGRAMS}): {', '.join(names) or 'none'}")
    return texts, enough


def seconds(command, environment):
    start = time.perf_counter()
    subprocess.run(shlex.split(command), check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - start


def cost(chosen, name, command, folder):
    library = prefix_of(chosen.tare) / "lib" / "libtare-ompt.so"
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
    options.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
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
        programs.update({name_of(command): command for command in chosen.command})
        print("| program | figure | % of p*T | probes, s | OMPT, s | difference, % | |\n"
              "|---|---|---|---|---|---|---|")
        agreeing = {name: compare(chosen, name, command, failures)
                    for name, command in programs.items()}
        if chosen.pairs:
            print("\n| program | pairs | with the tool / without | quartiles |\n|---|---|---|---|")
            for name, command in programs.items():
                cost(chosen, name, command, folder)
    texts, enough = summary(agreeing)
    print("\n" + "\n".join(f"- {text}" for text in texts))
    print(f"\n{len(failures)} figures differ" + "".join(f"\n- {text}" for text in failures))
    return 1 if failures or not enough else 0


if __name__ == "__main__":
    sys.exit(main())
