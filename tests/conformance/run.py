#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds every small program through `tare cc`, runs it with several numbers of threads, and holds
that it prints and ends as without Tare, leaves a profile whose books close, and that every
construct became what the head of the program says. What it prints without Tare is recorded;
--plain builds and runs the programs so and holds the record against them.

  run.py [GROUP] [--compiler gcc|clang] [--filter REGEX] [--threads 1,2,4] [--keep] [--jobs N]

TARE_PREFIX is the build tree (default: build/ beside tests/). Format of the programs: README.md.
TARE_TEST_EMULATOR runs the programs, where TARE_TEST_CROSS builds them for another processor;
TARE_TEST_LINK_FLAGS are for whatever is linked.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import itertools
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from part import part_of  # noqa: E402
from cases import COMPILERS, BadCase, find_cases
from expected import FILE, Expected
from nodes import UnreadableLine, check_treatments, read_nodes
import census
import parts

ROOT = pathlib.Path(__file__).resolve().parents[2]
PREFIX = pathlib.Path(os.environ.get("TARE_PREFIX", ROOT / "build"))
TARE = PREFIX / "bin" / "tare"
CHECK_PROFILE = PREFIX / "bin" / "check_profile"
EMULATOR = os.environ.get("TARE_TEST_EMULATOR", "").split()
LINK_FLAGS = os.environ.get("TARE_TEST_LINK_FLAGS", "").split()
BUILD_LIMIT, RUN_LIMIT = 600, 300  # seconds; reached only by a program that hangs
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
    said: dict = dataclasses.field(default_factory=dict)  # threads -> (stdout, stderr), plain
    variants: set = dataclasses.field(default_factory=set)  # all of them, more runs' as well
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
    out, err = (text.decode("utf-8", "replace").replace(f"{ROOT}/", "")
                for text in (done.stdout, done.stderr))
    return done.returncode, out, err


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
        steps, linked = parts.commands(case.parts, compilers, case.flags, LINK_FLAGS)
        return [*steps, ([compilers[case.language], "-O1", "-fopenmp", *case.flags, *case.sources,
                          *linked, *LINK_FLAGS, "-o", program, "-lm"], True)]

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

    def start(self, program, threads, results, *before):
        env = clean_environment()
        env.update(OMP_NUM_THREADS=str(threads), OMP_WAIT_POLICY="passive",
                   TARE_OUTPUT_DIR=str(results), **self.case.env)
        return run([*before, *EMULATOR, program, *self.case.args], RUN_LIMIT, self.case.stdin, env=env,
                   cwd=program.parent)

    def run_plain(self):
        """What the program prints without Tare, on every number of threads."""
        program = self.build("plain")
        for p in self.threads:
            status, *said = self.start(program, p, self.folder / "none")
            if status != self.case.exit:
                raise Failed(f"plain: status {status} on {p} threads, not {self.case.exit}\n"
                             f"{''.join(said)}")
            self.outcome.said[p] = tuple(said)
        self.outcome.variants.update(self.outcome.said.values())
        if self.options.record:
            self.run_again(program)

    def run_again(self, program):
        """Whether it prints the same on all cores and on one."""
        core = ("taskset", "-c", str(min(os.sched_getaffinity(0))))
        for p, before in itertools.product(self.threads, ((), core, core)):
            self.outcome.variants.add(self.start(program, p, self.folder / "none", *before)[1:])

    def check_record(self):
        recorded = self.options.expected.of(self.case.name)
        for p, said in self.outcome.said.items():
            if recorded not in (None, said):
                self.problem(f"plain: on {p} threads it says {said}, and in {FILE.name} stands "
                             f"{recorded}; --record writes it anew")

    def said_plainly(self, threads, said):
        """What the plain program prints: that, if it is recorded so, else it is built and asked."""
        if self.options.expected.of(self.case.name) != said and not self.outcome.said:
            self.run_plain()
        return self.outcome.said.get(threads, said)

    def run_instrumented(self):
        program = self.build("instrumented", TARE, "cc")
        self.check_nodes(program)
        for p in self.threads:
            results = self.folder / f"results-{p}"
            got = self.start(program, p, results)
            got = (*got[:2], self.without_what_it_says(p, got[2]))
            plainly = (self.case.exit, *self.said_plainly(p, got[1:]))
            for what, plain, ours in zip(("status", "output", "stderr"), plainly, got):
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
        known = self.case.plain_fails.get(self.compiler)
        try:
            self.run_plain()
        except Failed:
            if not known:
                raise
        else:
            if known:
                raise Failed(f"the plain program is right, though it says: {known}")
            if not self.options.record:
                self.check_record()

    def try_all(self):
        if self.options.plain or self.options.record:
            self.try_plain()
        self.outcome.skipped = self.case.plain_fails.get(self.compiler, "")
        if not self.outcome.skipped and not self.options.plain:
            self.run_instrumented()

    def judge(self):
        self.outcome.skipped = self.case.skip.get(self.compiler, "")
        try:
            if not self.outcome.skipped:
                self.try_all()
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


def record(outcomes, options):
    said = collections.defaultdict(set)
    for outcome in outcomes:
        said[outcome.case.name].update(outcome.variants if not outcome.skipped else ())
    options.expected.record(said)
    if not options.plain:
        census.record({(o.case.name, o.compiler): census.entries(o.constructs)
                       for o in outcomes if o.said and not o.skipped})


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
          f"{right} right; "
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
    parser.add_argument("--plain", action="store_true",
                        help=f"only the programs without Tare, held against {FILE.name}")
    parser.add_argument("--record", action="store_true", help=f"write {FILE.name} and "
                        f"{census.FILE.name} anew for the programs that are tried")
    parser.add_argument("--smoke", action="store_true", help="only the first program of each group, with one compiler")
    parser.add_argument("--part", metavar="K/N", help="every Nth program only, from the Kth on")
    parser.add_argument("--list", action="store_true", help="only name the programs")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    options.census, options.expected = census.read(), Expected()
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
    if options.record and (compilers != [*COMPILERS] or options.threads):
        sys.exit("FAILED: --record wants all compilers and numbers of threads")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        chosen = [(case, compiler) for case in cases for compiler in compilers]
        if options.smoke:
            firsts = {case.group: case for case in reversed(cases)}.values()
            chosen = list(zip(firsts, itertools.cycle(compilers)))
        waiting = [pool.submit(try_case, *each, options) for each in part_of(chosen)]
        outcomes = []
        for future in concurrent.futures.as_completed(waiting):
            outcomes.append(future.result())
            if outcomes[-1].problems:
                show_failure(outcomes[-1])
    if options.record:
        record(outcomes, options)
    for compiler in compilers:
        show_counts(compiler, [o for o in outcomes if o.compiler == compiler])
    return 1 if any(outcome.problems for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
