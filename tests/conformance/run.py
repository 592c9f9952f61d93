#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds every small program plain and through `tare cc`, runs both with several numbers of
threads, and holds that they print the same, end the same, leave a profile whose books close, and
that every construct became what the head of the program says.

  run.py [GROUP] [--compiler gcc|clang] [--filter REGEX] [--threads 1,2,4] [--keep] [--jobs N]

TARE_PREFIX is the build tree (default: build/ beside tests/). Format of the programs: README.md.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

from cases import COMPILERS, BadCase, find_cases
from nodes import UnreadableLine, check_treatments, read_nodes
import census
import parts

ROOT = pathlib.Path(__file__).resolve().parents[2]
PREFIX = pathlib.Path(os.environ.get("TARE_PREFIX", ROOT / "build"))
TARE = PREFIX / "bin" / "tare"
CHECK_PROFILE = PREFIX / "bin" / "check_profile"
BUILD_LIMIT, RUN_LIMIT = 120, 40  # seconds; reached only by a program that hangs
OURS = ("TARE_", "OMP_", "KMP_", "GOMP_")


class Failed(Exception):
    """The case is not right; the text says why."""


@dataclasses.dataclass
class Outcome:
    """What became of one program with one compiler."""
    case: object
    compiler: str
    problems: list = dataclasses.field(default_factory=list)
    skipped: str = ""
    plain_right: bool = False
    constructs: list = dataclasses.field(default_factory=list)


def clean_environment():
    return {key: value for key, value in os.environ.items() if not key.startswith(OURS)}


def run(argv, limit, stdin="", **more):
    """(status, stdout, stderr); a negative status is a signal, 124 is the time limit."""
    try:
        done = subprocess.run(list(map(str, argv)), input=stdin.encode(), capture_output=True,
                              timeout=limit, **more)
    except subprocess.TimeoutExpired:
        return 124, "", f"stopped after {limit} s"
    return (done.returncode, done.stdout.decode("utf-8", "replace"),
            done.stderr.decode("utf-8", "replace"))


def sweep_shared_memory():
    """libomp leaves a segment named after the process when that dies; one that is still empty kills
    the next program with that process number by SIGBUS, plain ones too."""
    for segment in pathlib.Path("/dev/shm").glob(f"__KMP_REGISTERED_LIB_*_{os.getuid()}"):
        if not pathlib.Path("/proc", segment.name.split("_")[-2]).exists():
            segment.unlink(missing_ok=True)


class Trial:
    """One program with one compiler, in a folder of its own."""

    def __init__(self, case, compiler, options, folder):
        self.options = options
        threads = options.threads
        self.case, self.compiler, self.folder = case, compiler, folder
        self.threads = [p for p in case.threads if not threads or p in threads]
        self.outcome = Outcome(case, compiler)

    def commands(self, program):
        """(argv, starts the compiler): the parts, then the program."""
        case, compilers = self.case, COMPILERS[self.compiler]
        steps, linked = parts.commands(case.parts, compilers, case.flags)
        return [*steps, ([compilers[case.language], "-O1", "-fopenmp", *case.flags, *case.sources,
                          *linked, "-o", program, "-lm"], True)]

    def build(self, name, *before):
        """Plain and instrumented programs have the same name, in two folders."""
        folder = self.folder / name
        folder.mkdir()
        for argv, compiles in self.commands("program"):
            argv = [*before, *argv] if compiles else argv
            status, out, err = run(argv, BUILD_LIMIT, cwd=folder, env=clean_environment())
            if status != 0:
                raise Failed(f"{name}: {shlex.join(map(str, argv))}\n{out}{err}")
        return folder / "program"

    def start(self, program, threads, results):
        env = clean_environment()
        env.update(OMP_NUM_THREADS=str(threads), OMP_WAIT_POLICY="passive",
                   TARE_OUTPUT_DIR=str(results), **self.case.env)
        return run([program, *self.case.args], RUN_LIMIT, self.case.stdin, env=env,
                   cwd=program.parent)

    def run_plain(self):
        program = self.build("plain")
        self.plain = {p: self.start(program, p, self.folder / "none") for p in self.threads}
        for p, (status, out, err) in self.plain.items():
            if status != self.case.exit:
                raise Failed(f"plain: status {status} on {p} threads, not {self.case.exit}\n"
                             f"{out}{err}")

    def run_instrumented(self):
        program = self.build("instrumented", TARE, "cc")
        self.check_nodes(program)
        for p in self.threads:
            results = self.folder / f"results-{p}"
            got = self.start(program, p, results)
            got = (*got[:2], self.without_what_it_says(p, got[2]))
            for what, plain, ours in zip(("status", "output", "stderr"), self.plain[p], got):
                if plain != ours:
                    self.problem(f"{p} threads: {what} differs\nplain: {plain!r}\nours:  {ours!r}")
            self.check_profiles(p, sorted(results.glob("tare-*/profile.tare")))

    def without_what_it_says(self, threads, text):
        """stderr less the lines of ours that the head of the program expects."""
        lines = text.splitlines(keepends=True)
        for sentence in self.case.says:
            ours = [line for line in lines if line.startswith("tare: ") and sentence in line]
            lines = [line for line in lines if line not in ours]
            if not ours:
                self.problem(f"{threads} threads: nothing on stderr says: {sentence}")
        return "".join(lines)

    def problem(self, text):
        self.outcome.problems.append(text)

    def node_text(self, program):
        """The node tables of the program and of the libraries built with it."""
        shown = [run([TARE, "nodes", file], RUN_LIMIT)
                 for file in [program, *sorted(program.parent.glob("lib*.so"))]]
        if all(status != 0 for status, _, _ in shown):
            raise Failed(f"tare nodes: {shown[0][2]}")
        return "".join(out for status, out, _ in shown if status == 0)

    def check_nodes(self, program):
        out = self.node_text(program)
        try:
            constructs, fallbacks = read_nodes(out)
        except UnreadableLine as error:
            raise Failed(f"tare nodes: {error}") from error
        self.outcome.constructs = constructs
        expected = self.case.fallback.get(self.compiler)
        for reason in fallbacks:
            if not expected or expected not in reason:
                self.problem(f"a unit was compiled as it is: {reason}")
        if expected and not fallbacks:
            self.problem(f"expected a unit that is not measured: {expected}")
        for text in check_treatments(self.case, self.compiler, constructs):
            self.problem(text)
        for construct in constructs:
            if construct.treatment in ("none", "left-alone") and not construct.reason:
                self.problem(f"[{construct.directive}] at {construct.place}: no reason given")
        if not self.options.record:
            for text in census.differences(self.options.census[self.case.name, self.compiler],
                                           census.entries(constructs)):
                self.problem(text)

    def check_profiles(self, threads, profiles):
        if len(profiles) != self.case.profiles:
            self.problem(f"{threads} threads: {len(profiles)} profiles, not {self.case.profiles}")
        for profile in profiles:
            status, out, err = run([CHECK_PROFILE, threads, profile], RUN_LIMIT)
            if status != 0:
                self.problem(f"{threads} threads: {err.strip()}")
                continue
            flags = set(json.loads(out)["status"]) - self.case.status
            if flags:
                self.problem(f"{threads} threads: the profile says {' '.join(sorted(flags))}")

    def try_plain(self):
        """True when there is something to compare with."""
        known = self.case.plain_fails.get(self.compiler)
        try:
            self.run_plain()
        except Failed as error:
            if known:
                self.outcome.skipped = known
            else:
                self.problem(str(error))
            return False
        if known:
            self.problem(f"the plain program is right, though it says: {known}")
        self.outcome.plain_right = True
        return True

    def judge(self):
        if self.compiler in self.case.skip:
            self.outcome.skipped = self.case.skip[self.compiler]
        elif self.try_plain() and not self.options.plain:
            try:
                self.run_instrumented()
            except Failed as error:
                self.problem(str(error))
        return self.outcome


def try_case(case, compiler, options):
    sweep_shared_memory()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-conformance-"))
    outcome = Trial(case, compiler, options, folder).judge()
    if options.keep:
        print(f"{case.name} ({compiler}): {folder}", flush=True)
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return outcome


def show_failure(outcome):
    again = (f"TARE_PREFIX={PREFIX} {sys.executable} {os.path.relpath(__file__)} "
             f"{outcome.case.group} --compiler {outcome.compiler} --keep "
             f"--filter '{outcome.case.name}$'")
    print(f"FAILED {outcome.case.name} ({outcome.compiler}): {again}")
    for text in outcome.problems:
        print("    " + text.strip().replace("\n", "\n    "))
    sys.stdout.flush()


def show_counts(compiler, outcomes):
    treatments = collections.Counter(c.treatment for o in outcomes for c in o.constructs)
    right = sum(not o.problems and not o.skipped for o in outcomes)
    print(f"{compiler}: {len(outcomes)} programs, {sum(bool(o.skipped) for o in outcomes)} skipped, "
          f"{sum(o.plain_right for o in outcomes)} right plain, {right} right instrumented; "
          f"{sum(treatments.values())} constructs seen, {treatments['measured']} measured, "
          f"{treatments['counted']} counted, {treatments['outside']} outside, "
          f"{treatments['left-alone']} left alone")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("group", nargs="?", default="")
    parser.add_argument("--compiler", choices=[*COMPILERS], action="append")
    parser.add_argument("--filter", default="")
    parser.add_argument("--threads", default="", help="only these numbers, as in 1,4")
    parser.add_argument("--keep", action="store_true", help="leave and name the folders")
    parser.add_argument("--plain", action="store_true", help="only the uninstrumented programs")
    parser.add_argument("--record", action="store_true",
                        help=f"write {census.FILE.name} anew for the programs that are tried")
    parser.add_argument("--list", action="store_true", help="only name the programs")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    options.census = census.read()
    options.threads = [int(word) for word in options.threads.split(",") if word]
    return options


def main():
    options = parse_arguments()
    try:
        cases = find_cases(options.group, options.filter)
    except BadCase as error:
        sys.exit(f"FAILED: {error}")
    if options.list:
        print("\n".join(case.name for case in cases))
        return 0
    if not cases:
        sys.exit("FAILED: no program matches")
    compilers = [c for c in options.compiler or COMPILERS if shutil.which(COMPILERS[c]["c"])]
    if not compilers:
        print("SKIPPED: no such compiler here")
        return 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        waiting = [pool.submit(try_case, case, compiler, options)
                   for case in cases for compiler in compilers]
        outcomes = []
        for future in concurrent.futures.as_completed(waiting):
            outcomes.append(future.result())
            if outcomes[-1].problems:
                show_failure(outcomes[-1])
    if options.record:
        census.record({(o.case.name, o.compiler): census.entries(o.constructs)
                       for o in outcomes if o.plain_right})
    for compiler in compilers:
        show_counts(compiler, [o for o in outcomes if o.compiler == compiler])
    return 1 if any(outcome.problems for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
