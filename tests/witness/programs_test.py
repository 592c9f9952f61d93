#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Five programs run once each with source probes and OMPT in one process: what both count is equal,
and what both time is the same time. (How closely is for bench/witness.py, on a quiet machine.)"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
PROGRAMS = pathlib.Path(os.environ["TARE_SOURCE_DIR"]) / "tests" / "witness" / "programs"
TARE = PREFIX / "bin" / "tare"
WITNESS = PREFIX / "bin" / "tare-witness"

# Counts that the sources fix for two threads, and the times that must be there.
EXPECTED = {
    "barriers": ({"regions": 4, "barriers inside regions": 24}, ["barrier waits", "forks after the first"]),
    "loops": ({"regions": 10, "iterations of loops": 950, "barriers inside regions": 30},
              ["barrier waits", "loops' time"]),
    "locks": ({"regions": 1, "acquisitions of locks": 200, "iterations of loops": 40},
              ["lock waits"]),
    "tasks": ({"regions": 5, "tasks": 155}, ["tasks' time"]),
    "recursion": ({"regions": 10, "tasks": 464, "threads started in regions": 14},
                  ["tasks' time", "waits for tasks"]),
}
RUNS = 10
LINE = re.compile(r"^  (\S.*?)\s{2,}([\d.]+)( s)?\s+([\d.]+)( s)?\s+(.*)$")


def fail(message):
    print("FAILED:", message)
    sys.exit(1)


def cross_check(*arguments):
    return subprocess.run([WITNESS, "--", *map(str, arguments)], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=3000)


def figures_of(text):
    found = {}
    for line in text.splitlines():
        match = LINE.match(line)
        if match:
            name, probes, is_time, ompt, _, verdict = match.groups()
            found[name] = float(probes), float(ompt), bool(is_time), verdict
    return found


def check_counts(name, figures):
    for figure, (probes, ompt, is_time, verdict) in figures.items():
        if not is_time and not verdict.startswith("not compared") and probes != ompt:
            fail(f"{name}: {figure}: {probes} by the probes, {ompt} by OMPT")
    for figure, count in EXPECTED[name][0].items():
        if figure not in figures or figures[figure][:2] != (count, count):
            fail(f"{name}: {figure} should be {count}: {figures.get(figure)}")


def apart(name, figures):
    """The times on which both do not agree."""
    found = []
    for figure in EXPECTED[name][1]:
        probes, ompt = figures.get(figure, (0, 0))[:2]
        if not (probes > 0 and 0.67 < ompt / probes < 1.5):
            found.append(f"{name}: {figure}: {probes} s by the probes, {ompt} s by OMPT")
    return found


def check_program(program):
    """A thread that loses its core between one's event and the other's sets a run's times apart;
    a time that one of them does not see, all runs'."""
    for _ in range(RUNS):
        done = cross_check(program)
        if done.returncode not in (0, 1) or done.stderr:
            fail(f"{program.name}: status {done.returncode}: {done.stdout}{done.stderr}")
        figures = figures_of(done.stdout)
        check_counts(program.name, figures)
        differences = apart(program.name, figures)
        if not differences:
            return
    fail("; ".join(differences))


def check_libgomp(folder):
    """A runtime without OMPT is named, and nothing is said to agree."""
    if not shutil.which("gcc"):
        return
    program = folder / "gomp"
    subprocess.run([TARE, "cc", "gcc", "-O2", "-fopenmp", PROGRAMS / "barriers.c", "-o", program],
                   check=True)
    done = cross_check(program)
    if done.returncode != 4 or "libgomp" not in done.stderr or "agree" in done.stdout:
        fail(f"libgomp: status {done.returncode}: {done.stdout}{done.stderr}")


def check_uninstrumented(folder):
    program = folder / "plain"
    subprocess.run([CLANG, "-O2", "-fopenmp", PROGRAMS / "barriers.c", "-o", program], check=True)
    done = cross_check(program)
    if done.returncode != 4 or "no profile" not in done.stderr:
        fail(f"a plain program: status {done.returncode}: {done.stdout}{done.stderr}")


def main():
    if not shutil.which(CLANG) or not (PREFIX / "lib" / "libtare-ompt.so").exists():
        print("SKIPPED: no clang, or no omp-tools.h when Tare was built")
        return
    with tempfile.TemporaryDirectory(prefix="tare-witness-") as path:
        folder = pathlib.Path(path)
        for name in EXPECTED:
            subprocess.run([TARE, "cc", CLANG, "-O2", "-fopenmp", PROGRAMS / f"{name}.c", "-o",
                            folder / name], check=True)
            check_program(folder / name)
        check_libgomp(folder)
        check_uninstrumented(folder)


if __name__ == "__main__":
    main()
