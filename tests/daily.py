#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of a day, or all of them, with ctest: what scripts/test does once all is built.

  daily.py BUILD [--share N | --full] [--list] [arguments of ctest]

Each day: all tests with the labels unit and smoke; of those with the label full one of SHARES shares,
by the day, and what belongs to the rooms that were changed last, as far as that is cheap. Says what
is left to the full run; ctest's summary is the last. With other arguments only, ctest has them all.
"""
import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SHARES = 7
# In the full run only: programs without Tare against what is recorded of them, which tests our tests;
# the tutorial, which waits for answers that only a quiet machine gives; packages and distributions, built
# anew; another processor, whose compilers are installed for that run.
ONLY_FULL = ("conformance.plain.", "conformance.arm64.", "docs.tutorial", "package.debian", "package.distributions.")
MOST_OF_CHANGED = 20  # seconds of processor time, for tests of the rooms that were changed

# What lies below the first, by the longest that fits, is tried by the tests whose names begin so.
BELONGS = {
    "analyzer": ("samples.", "runner."),
    "analyzer/archive": ("archive.",),
    "base": ("runner.", "driver."),
    "base/formats": ("formats.",),
    "cmake/packaging": ("package.ci", "package.completion"),
    "cmake/package": ("package.cmake", "package.installed", "package.serial_programs"),
    "docs": ("docs.",),
    "driver": ("driver.", "runner.", "search."),
    "driver/archive": ("archive.",),
    "driver/building": ("package.serial_", "package.inputs", "runner."),
    "driver/calibration": ("calibration.", "driver.dry_run"),
    "driver/mpi": ("mpi.",),
    "driver/outputs": ("outputs.", "runner."),
    "driver/search": ("search.",),
    "instrumenter": ("instrument.", "conformance."),
    "instrumenter/counting": ("unit.loop_nests", "operations."),
    "instrumenter/nodes": ("nodes.", "instrument.verbs", "package.debug_info"),
    "instrumenter/plan": ("package.plans", "runner.budget"),
    "instrumenter/wrapper": ("package.", "trials.builds"),
    "runtime": ("runtime.", "conformance.", "witness."),
    "runtime/mpi": ("mpi.",),
    "samples": ("samples.",),
    "scripts": ("scripts.",),
}


def tests_of(build):
    """name -> {"label", "cost", "setup"} of what ctest knows."""
    shown = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, check=True,
                           capture_output=True, text=True).stdout
    tests = {}
    for test in json.loads(shown)["tests"]:
        properties = {each["name"]: each["value"] for each in test["properties"]}
        tests[test["name"]] = {"label": properties.get("LABELS", ["full"])[0],
                               "cost": float(properties.get("COST", 1)),
                               "setup": "FIXTURES_SETUP" in properties}
    return tests


def dealt(tests):
    """The tests with the label full, in shares that take about as long: the dearest first, each to
    the share that has least. What sets up another test comes with it (ctest's fixtures)."""
    shares, sums = [[] for _ in range(SHARES)], [0.0] * SHARES
    full = [(-test["cost"], name) for name, test in tests.items()
            if test["label"] == "full" and not test["setup"] and not name.startswith(ONLY_FULL)]
    for cost, name in sorted(full):
        least = sums.index(min(sums))
        shares[least].append(name)
        sums[least] -= cost
    return shares


def git(*words):
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []


def changed_files():
    """Since this branch left main; on main, by the last commit. And what is not committed."""
    here = git("rev-parse", "HEAD")
    for main in ("origin/main", "main"):
        base = git("merge-base", main, "HEAD")
        if base and base != here:
            break
    else:
        base = git("rev-parse", "--verify", "--quiet", "HEAD^")
    return git("diff", "--name-only", *(base or ["HEAD"]), "--") if here else []


def beginnings(files):
    """Of the names of the tests that belong to these files, a room's own first."""
    found = {}
    for file in files:
        parts = pathlib.PurePath(file).parts
        if parts[0] == "tests" and len(parts) > 2:
            found[parts[1] + "."] = True
        for length in range(len(parts) - 1, 0, -1):
            if "/".join(parts[:length]) in BELONGS:
                found.update(dict.fromkeys(BELONGS["/".join(parts[:length])]))
                break
    return tuple(found)


def of_changed(tests, shares, share, files):
    """What belongs to them, as the next days would try it, up to MOST_OF_CHANGED."""
    chosen, spent = [], 0.0
    coming = [name for day in range(1, SHARES) for name in shares[(share + day) % SHARES]]
    for begin in beginnings(files):
        for name in coming:
            cost = tests[name]["cost"]
            if name.startswith(begin) and name not in chosen and spent + cost <= MOST_OF_CHANGED:
                chosen.append(name)
                spent += cost
    return chosen


def left_text(tests, left):
    """One or two lines: how many tests of which kinds, and how long they take."""
    kinds = {}
    for name in left:
        kind = name.split(".")[0]
        kinds[kind] = kinds.get(kind, 0) + 1
    minutes = sum(tests[name]["cost"] for name in left) / 60
    named = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
    return (f"== left to the full run: {len(left)} of {len(tests)} tests, about {minutes:.0f} processor "
            f"minutes ({named});\n   all of them, and the sanitizers: ./scripts/test --full")


def run_ctest(build, arguments, before_summary, environment):
    """ctest's status; its summary, which is the last that it says, comes behind ours."""
    process = subprocess.Popen(["ctest", "--test-dir", build, "--output-on-failure", "--parallel",
                                str(os.cpu_count()), *arguments], env=environment,
                               stdout=subprocess.PIPE, text=True, errors="replace")
    for line in process.stdout:
        if re.match(r"\d+% tests passed", line):
            print(before_summary)
            before_summary = ""
        print(line, end="", flush=True)
    return process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--share", type=int, choices=range(SHARES), metavar=f"0..{SHARES - 1}")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--list", action="store_true", help="only name the tests, with their cost")
    options, others = parser.parse_known_args()
    tests = tests_of(options.build)
    today = datetime.datetime.now(datetime.timezone.utc).toordinal() % SHARES
    share = today if options.share is None else options.share
    shares = dealt(tests)
    chosen = [name for name, test in tests.items() if test["label"] != "full"]
    daily = chosen + shares[share] + of_changed(tests, shares, share, changed_files())
    chosen = list(tests) if options.full else daily
    if options.list:
        print("\n".join(f"{tests[name]['cost']:6.1f} {tests[name]['label']:5} {name}"
                        for name in sorted(chosen)))
        return 0
    environment = dict(os.environ)
    if options.full:
        environment["TARE_TESTS_FULL"] = "1"
    else:  # waiting threads leave the cores to the tests beside them
        environment.setdefault("OMP_WAIT_POLICY", "passive")
    print(f"== running {len(chosen)} tests" + ("" if options.full else f", share {share} of 0 to "
                                               f"{SHARES - 1} (--share {share})"), flush=True)
    left = sorted(set(tests) - set(chosen))
    return run_ctest(options.build, ["-R", f"^({'|'.join(map(re.escape, chosen))})$", *others],
                     left_text(tests, left) if left else "== nothing is left out", environment)


if __name__ == "__main__":
    sys.exit(main())
