# SPDX-License-Identifier: Apache-2.0
"""kill_test.py [COUNT]: programs that die at random moments, in every way. Whatever was measured is
readable, its books close, and there is a table of it, marked as cut off; the program's own exit
status is untouched."""
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

from support import C_COMPILERS, CLOSED, LATE_CLOSE, PREFIX, Workspace, check_books, dump, expect

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 30
KINDS = "parallel,for,barrier,critical,parallel"
FROM_OUTSIDE = [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM]
FROM_INSIDE = {"abort": -signal.SIGABRT, "_exit": 7, "exit": 7, "segv": -signal.SIGSEGV}


def start(work, program, *arguments, budget=False):
    results = tempfile.mkdtemp(prefix="kill-", dir=work.path)
    env = dict(os.environ, OMP_NUM_THREADS="2", TARE_OUTPUT_DIR=results, TARE_LOG_MIB="1")
    if budget:  # after the first one hardly any region is measured
        env.update(TARE_BUDGET="0.1%", TARE_PROBE_COSTS="1000000,1000000,1000000")
    process = subprocess.Popen([program, *map(str, arguments)], env=env, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    return results, process


def kill_from_outside(work, program, number, random_source, budget):
    results, process = start(work, program, "forever", budget=budget)
    process.stdout.readline()  # the first region is over
    time.sleep(random_source.uniform(0, 0.15))
    process.send_signal(number)
    process.communicate(timeout=600)
    expect(process.returncode == -number, f"{number!r}: status {process.returncode}")
    return results


def end_from_inside(work, program, how, random_source, budget):
    results, process = start(work, program, how, random_source.randrange(2000),
                             random_source.randrange(2), budget=budget)
    errors = process.communicate(timeout=600)[1]
    expect(process.returncode == FROM_INSIDE[how], f"{how}: status {process.returncode} {errors}")
    return results


def check(results, name):
    profiles = sorted(pathlib.Path(results).glob("*/profile.tare"))
    expect(len(profiles) == 1, f"{name}: {len(profiles)} profiles")
    profile = dump(profiles[0])
    expect(profile["cut_off"], f"{name}: not marked as cut off")
    expect(bool(profile["status"] & CLOSED) == (name == "exit"), f"{name}: {profile['status']}")
    expect(name != "exit" or profile["status"] & LATE_CLOSE, "exit inside a region is a late close")
    check_books(profile)
    check_table(profiles[0].parent, name)
    return profile["regions"]


def check_table(folder, name):
    done = subprocess.run([PREFIX / "bin" / "tare", "report", folder], capture_output=True,
                          text=True)
    expect(done.returncode == 0, f"{name}: no table: {done.stderr}")
    expect("cut off" in done.stdout.lower(), f"{name}: the table does not say that it is cut off")


with Workspace() as work:
    seed = random.SystemRandom().randrange(1 << 32)
    print("seed", seed)
    source = random.Random(seed)
    programs = [work.compile(cc, [work.stub("endless", kinds=KINDS)], "endless." + cc)
                for cc in C_COMPILERS]
    ways = FROM_OUTSIDE + list(FROM_INSIDE)
    regions = 0
    for number in range(COUNT):
        way, program = ways[number % len(ways)], programs[number % len(programs)]
        die = end_from_inside if way in FROM_INSIDE else kill_from_outside
        regions += check(die(work, program, way, source, number // len(ways) % 2 == 1), way)
    print(COUNT, "deaths,", regions, "regions, all readable, all books closed, all with a table")
