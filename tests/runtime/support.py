# SPDX-License-Identifier: Apache-2.0
"""What the tests of the runtime share: building programs with hand-placed probes, running them,
reading their profiles, and the identity of the books in exact ticks."""
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
SOURCE = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
PROGRAMS = SOURCE / "tests" / "runtime" / "programs"
RUNTIME = PREFIX / "lib" / "libtare-rt.so.1"
SLOW_RUNTIME = PREFIX / "lib" / "libtare-rt-slow.so"  # for LD_PRELOAD
ARCHIVE = PREFIX / "lib" / "libtare-rt.a"
WINDOW = PREFIX / "lib" / "libtare-window.so"

CLOSED, DISK_FULL, FOREIGN, TOO_DEEP, TWO_RUNTIMES, UNBALANCED, LATE_CLOSE = (
    1 << bit for bit in range(7))
SERIAL_PROGRAM = 1 << 7
BODY, WAIT, FORK, SCHED, PROBE, NESTED, FETCH = range(7)
AROUND = 9
SERIAL = FORK  # of nodes that are no region
ASLEEP = SCHED  # of regions: instances that the budget left out
SEG_LAST, SEG_MASTER = 1, 2
MOST = 65535  # units, entries of one record; entries: as many or more

C_COMPILERS = [cc for cc in ("gcc", CLANG) if shutil.which(cc)]
KINDS = {  # node kinds of each program, in the order of its node numbers
    "books": "parallel,for,single,master,critical,barrier,parallel,for,parallel,atomic,loop",
    "tasks": "parallel,task,task,taskwait,barrier,critical,parallel,taskgroup,lock,spin,task,"
             "ordered,loop,parallel,task",
    "serial": "parallel,loop,call,call,call,call,call,call",
    "twins": "loop,call",
    "start": "parallel,call",
    "iterations": "parallel,for,for,parallel,for,critical",
    "entries": "parallel,loop,single,critical,barrier,task,parallel,task,taskwait",
    "thinned": "parallel,for,barrier,parallel,for,parallel,task,parallel,critical,parallel,loop",
}


def fail(message):
    print("FAILED:", message, flush=True)
    sys.exit(1)


def expect(condition, message):
    if not condition:
        fail(message)


def skip(reason):
    print("SKIPPED:", reason, flush=True)
    sys.exit(0)


class Workspace:
    """A folder of its own, removed when all went well."""

    def __enter__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="tare-runtime-"))
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            shutil.rmtree(self.path)
        else:
            print("left for inspection:", self.path)

    def stub(self, name, *flags, kinds=None, runtime=RUNTIME, unit=None,
             source=None):
        """The program with its stub, as text for the compiler."""
        unit = unit or name
        suffix = ".cpp" if "c++" in flags else ".c"
        target = self.path / (unit + suffix)
        source = source or PROGRAMS / (name + ".c")
        text = subprocess.run(
            [PREFIX / "bin" / "make_stub", source, unit, kinds or KINDS[name], runtime, *flags],
            check=True, stdout=subprocess.PIPE).stdout
        target.write_bytes(text)
        return target

    def compile(self, compiler, sources, output, *flags):
        target = self.path / output
        command = [compiler, "-w", "-O2", "-fopenmp", *map(str, sources), "-o", str(target), *flags]
        built = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               cwd=self.path)
        expect(built.returncode == 0, f"{' '.join(map(str, command))}\n{built.stdout}")
        return target

    def run(self, program, *arguments, threads=2, timeout=600, wrapper=(), **environment):
        """Runs with results in a new folder; the outcome has .profiles."""
        results = pathlib.Path(tempfile.mkdtemp(prefix="out-", dir=self.path))
        env = {key: value for key, value in os.environ.items() if not key.startswith("TARE_")}
        env.update(OMP_NUM_THREADS=str(threads), TARE_OUTPUT_DIR=str(results / "r"))
        env.update({key: str(value) for key, value in environment.items()})
        done = subprocess.run([*wrapper, str(program), *map(str, arguments)], env=env,
                              cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=timeout)
        done.profiles = sorted(results.glob("r/tare-*/profile.tare"))
        done.results = results / "r"
        return done


def dump(path):
    """The profile as the analyzer's reader sees it; its refusal fails the test."""
    read = subprocess.run([PREFIX / "bin" / "dump_profile", path], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    expect(read.returncode == 0, f"the reader refuses {path}: {read.stderr}")
    return json.loads(read.stdout)


def one_profile(outcome):
    expect(outcome.returncode == 0, f"status {outcome.returncode}: {outcome.stderr}")
    expect(len(outcome.profiles) == 1, f"{len(outcome.profiles)} profiles: {outcome.stderr}")
    return dump(outcome.profiles[0])


def total(profile, key):
    return sum(node[key] for thread in profile["threads"] for node in thread["nodes"])


def states(thread):
    return (thread["serial"] + thread["serial_probe"] + thread["probe"] +
            sum(slot[0] for node in thread["nodes"] for slot in node["slots"]))


def is_serial(thread, node, slot):
    """Cells of serial code: of nodes that are no region."""
    return slot == SERIAL and thread["initial"] and not node["inside"]


def asleep(thread):
    """By node: time and number of the region instances that were left out."""
    return {number: tuple(node["slots"][ASLEEP][:2]) for number, node in enumerate(thread["nodes"])
            if node["inside"] and node["slots"][ASLEEP][1]}


def check_books(profile):
    """BOOKS section 3: every tick of p*T is in exactly one state. No tolerance."""
    window, p = profile["window"], profile["asked"]
    initial = [thread for thread in profile["threads"] if thread["initial"]]
    expect(len(initial) == 1, f"{len(initial)} initial threads")
    expect(states(initial[0]) == window,
           f"initial thread: {states(initial[0])} ticks in a window of {window}")
    serial = initial[0]["serial"] + initial[0]["serial_probe"]
    serial += sum(node["slots"][SERIAL][0] for node in initial[0]["nodes"]
                  if is_serial(initial[0], node, SERIAL))
    area = (sum(states(thread) for thread in profile["threads"]) +
            total(profile, "area") - total(profile, "inside") +
            (p - 1) * serial + total(profile, "missing") - total(profile, "surplus"))
    area += (p - 1) * sum(ticks for ticks, _ in asleep(initial[0]).values())
    expect(area == p * window, f"p*T is {p * window}, the states add up to {area}")


def check_log(profile):
    """Sentences close in themselves, and every thread of a team passes every barrier once."""
    teams = {}
    for thread in profile["threads"]:
        for s in thread["log"]:
            expect(sum(r[0] for r in s["spent"]) == s["arrive"] - s["open"], f"sentence {s}")
            expect(s["leave"] or s["flags"] & SEG_LAST, f"no leave: {s}")
            tasks = sum(r[0] for r in s["in_wait"])
            expect(0 <= tasks <= s["last_task"] - s["arrive"] or not s["in_wait"], f"tasks in {s}")
            teams.setdefault((s["instance"], s["ordinal"]), []).append(s)
    for key, sentences in teams.items():
        sizes = {s["team"] for s in sentences}
        numbers = sorted(s["num"] for s in sentences)
        expect(len(sizes) == 1 and numbers == list(range(sizes.pop())),
               f"barrier {key} was passed by threads {numbers}")


def in_tasks(sentence):
    return sum(ticks for ticks, _, slot, *_ in sentence["in_wait"] if slot != FETCH)


class LoggedSlot:
    """One slot of a node on one thread, as the log alone tells it."""

    def __init__(self):
        self.ticks = self.entries = 0
        self.or_more = False

    def add(self, ticks, entries):
        self.ticks += ticks
        self.entries += entries
        self.or_more |= entries == MOST

    def agrees(self, cell):
        return cell[0] == self.ticks and (
            cell[1] >= self.entries if self.or_more else cell[1] == self.entries)


def check_conservation(profile, counted=()):
    """The cells against what the log alone says; only for complete logs without opaque regions.
    Nodes that are only counted have no time, and the log nothing of their entries."""
    for index, thread in enumerate(profile["threads"]):
        slots, probe = collections.defaultdict(LoggedSlot), 0
        for s in thread["log"]:
            for ticks, node, slot, _, entries in s["spent"] + s["in_wait"]:
                probe += ticks if slot == PROBE else 0
                if slot < 4:
                    slots[node, slot].add(ticks, entries)
            if s["leave"]:
                slots[s["barrier"], WAIT].add(s["leave"] - s["arrive"] - in_tasks(s), 1)
        expect(probe == thread["probe"], f"thread {index}: P {thread['probe']}, log {probe}")
        for number, node in enumerate(thread["nodes"]):
            if number in counted or node["area"] and not node["slots"][FORK][1]:
                continue  # no time, or an opaque region's
            for slot in range(4):
                if is_serial(thread, node, slot) or slot == ASLEEP and number in asleep(thread):
                    continue  # these have no log
                logged = slots[number, slot]
                expect(logged.agrees(node["slots"][slot]),
                       f"thread {index} node {number} slot {slot}: {node['slots'][slot][:2]}, "
                       f"log {logged.ticks}, {logged.entries}")
