#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much longer a program takes to build through `tare cc`: full builds, plain and wrapped in turns.

  bench/build_times.py LIST.json [--pairs 5] [--compiler gcc] [--only TEXT]

LIST.json is a list file of scripts/try-programs (docs/how-to/try-programs.md). Per program: the median of
the paired ratios, of processor time (user and system, of all processes of the build; it suffers
less from neighbours) and of wall-clock time with --jobs 1; below, their geometric means.
"""
import argparse
import os
import pathlib
import resource
import shutil
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from trying.list_file import read_list, replaced  # noqa: E402
from trying.running import run_command  # noqa: E402

COMPILERS = {"gcc": ("gcc", "g++"), "clang": ("clang-19", "clang++-19")}


def copy(program, target):
    if not program.copy:
        shutil.copytree(program.folder, target, symlinks=True)
        return
    for glob in program.copy:
        for path in program.folder.glob(glob):
            to = target / path.relative_to(program.folder)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(path, to, symlinks=True) if path.is_dir() else shutil.copy2(path, to)


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def build(program, compiler, launcher, folder):
    """(processor time, wall-clock time) of one full build."""
    copy(program, folder)
    cc, cxx = (launcher + name for name in COMPILERS[compiler])
    words = {"cc": cc, "cxx": cxx, "compiler": compiler, "jobs": 1}
    wall, used = time.perf_counter(), processor_time()
    done = run_command(replaced(program.build, words), folder, replaced(program.env, words), 900)
    figures = processor_time() - used, time.perf_counter() - wall
    shutil.rmtree(folder)
    if done.status != 0:
        sys.exit(f"{program.name}: the build fails with {cc}\n{done.stderr[-2000:]}")
    return figures


def ratios(program, compiler, launcher, pairs):
    """Median ratios (processor, wall) and the plain build's processor time."""
    found, plain_times = [], []
    with tempfile.TemporaryDirectory(prefix="tare-build-times-") as scratch:
        folder = pathlib.Path(scratch) / "tree"
        for number in range(pairs):
            sides = ["", launcher] if number % 2 else [launcher, ""]
            took = {side: build(program, compiler, side, folder) for side in sides}
            found.append([took[launcher][i] / took[""][i] for i in (0, 1)])
            plain_times.append(took[""][0])
    middle = [statistics.median(column) for column in zip(*found)]
    return (*middle, min(column[0] for column in found), max(column[0] for column in found),
            statistics.median(plain_times))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("lists", nargs="+")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--compiler", choices=COMPILERS, default="gcc")
    parser.add_argument("--only", default="")
    parser.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    options = parser.parse_args()
    results = []
    print("| program | plain, s | processor time (range) | wall-clock time |\n|---|---|---|---|")
    for program in (one for path in options.lists for one in read_list(path)):
        if options.only not in program.name or options.compiler not in program.compilers:
            continue
        cpu, wall, low, high, plain = ratios(program, options.compiler, options.tare + " cc ",
                                             options.pairs)
        results.append((cpu, wall))
        print(f"| {program.name} | {plain:.2f} | {cpu:.3f} ({low:.3f}..{high:.3f}) | {wall:.3f} |",
              flush=True)
    if results:
        means = [statistics.geometric_mean(column) for column in zip(*results)]
        print(f"| geometric mean | | {means[0]:.3f} | {means[1]:.3f} |")


if __name__ == "__main__":
    main()
