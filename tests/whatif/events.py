#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs built with --events do what they did before, and their profiles say which task created which
and which lock was taken, with both compilers."""
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG, CLANGXX  # noqa: E402
from part import run_unittests  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
TARE = str(PREFIX / "bin" / "tare")
CASES = pathlib.Path(os.environ["TARE_SOURCE_DIR"], "tests/instrument/cases")
COMPILERS = {"gcc": {".c": "gcc", ".cpp": "g++"}, "clang": {".c": CLANG, ".cpp": CLANGXX}}
CREATED, BEGUN, ENDED, WAITS, GOES_ON, WANTED, GOT, RELEASED = range(8)

SOURCE = r"""#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
static omp_lock_t locks[2];
static long sums[2];
static long fib(int n) {
  long a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a) firstprivate(n)
  a = fib(n - 1);
#pragma omp task shared(b) default(none) firstprivate(n)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 10;
  long r = 0;
  omp_init_lock(&locks[0]), omp_init_lock(&locks[1]);
#pragma omp parallel
  {
#pragma omp single
#pragma omp taskgroup
    { r = fib(n); }
#pragma omp for
    for (int i = 0; i < 100; ++i) {
      omp_set_lock(&locks[i & 1]);
      sums[i & 1] += i;
      omp_unset_lock(&locks[i & 1]);
    }
  }
  if (argc > 2)
    abort();
  printf("%ld %ld %ld\n", r, sums[0], sums[1]);
  return 0;
}
"""
CALLS = 177  # of fib(10); all but the first are tasks
LEAVES = 89  # that wait for nobody


def dump(folder):
    found = sorted(pathlib.Path(folder).glob("tare-*/profile.tare"))
    assert len(found) == 1, found
    read = subprocess.run([PREFIX / "bin" / "dump_profile", found[0]], capture_output=True, text=True,
                          check=False)
    assert read.returncode == 0, read.stderr
    return json.loads(read.stdout)


class Events(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-events-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        (self.folder / "x.c").write_text(SOURCE)

    def build(self, source, kind, *options):
        compiler = COMPILERS[kind][source.suffix]
        words = [compiler, "-w", "-O1", "-fopenmp", str(source), "-lm"]
        subprocess.run([*words, "-o", "plain"], cwd=self.folder, check=True)
        done = subprocess.run([TARE, "cc", "--events", *options, *words, "-o", "probed"],
                              cwd=self.folder, check=False, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("not measured", done.stderr)

    def run_it(self, program, *arguments, **environment):
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        return subprocess.run(["./" + program, *arguments], cwd=self.folder, check=False,
                              capture_output=True, text=True, timeout=600,
                              env={**os.environ, "OMP_NUM_THREADS": "2", "TARE_OUTPUT_DIR": "out",
                                   **environment})

    def test_every_task_has_its_creator_a_begin_and_an_end(self):
        for kind in COMPILERS:
            self.build(self.folder / "x.c", kind)
            self.assertEqual(self.run_it("probed").stdout, "55 2450 2500\n")
            threads = dump(self.folder / "out")["threads"]
            by_kind = collections.defaultdict(list)
            for thread in threads:
                ticks = [event[0] for event in thread["events"]]
                self.assertEqual(ticks, sorted(ticks))
                for event in thread["events"]:
                    by_kind[event[5]].append(event)
            created = {event[2]: event[3] for event in by_kind[CREATED]}
            self.assertEqual(len(created), CALLS - 1)
            self.assertEqual(sorted(e[2] for e in by_kind[BEGUN]), sorted(created))
            self.assertEqual(sorted(e[2] for e in by_kind[ENDED]), sorted(created))
            children = collections.Counter(created.values())
            self.assertEqual(children[0], 2)
            self.assertEqual(set(children.values()), {2})
            waits = collections.Counter(event[2] for event in by_kind[WAITS])
            self.assertEqual(waits, collections.Counter(event[2] for event in by_kind[GOES_ON]))
            self.assertEqual(waits[0], 2)  # its taskwait, and the group's end
            self.assertEqual(len(waits), CALLS - LEAVES)
            groups = [event for event in by_kind[WAITS] if event[6] == 1]
            self.assertEqual(len(groups), 1)

    def test_a_lock_is_known_by_its_address(self):
        for kind in COMPILERS:
            self.build(self.folder / "x.c", kind)
            self.run_it("probed")
            events = [e for thread in dump(self.folder / "out")["threads"] for e in thread["events"]]
            for what in (WANTED, GOT, RELEASED):
                objects = collections.Counter(event[2] for event in events if event[5] == what)
                self.assertEqual(sorted(objects.values()), [50, 50], what)

    def test_room_that_is_used_up_ends_them_and_nothing_else(self):
        self.build(self.folder / "x.c", "gcc")
        whole = self.run_it("probed", "20", TARE_EVENTS_MIB="1")
        self.assertEqual(whole.stdout, "6765 2450 2500\n")
        counts = [len(t["events"]) for t in dump(self.folder / "out")["threads"]]
        self.assertTrue(all(count <= (1 << 20) // 40 for count in counts), counts)
        self.assertEqual(max(counts), (1 << 20) // 40)
        none = self.run_it("probed", TARE_EVENTS_MIB="0")
        self.assertEqual(none.stdout, "55 2450 2500\n")
        self.assertEqual([len(t["events"]) for t in dump(self.folder / "out")["threads"]], [0, 0])

    def test_a_program_that_dies_keeps_what_it_told(self):
        self.build(self.folder / "x.c", "gcc")
        self.assertLess(self.run_it("probed", "10", "die").returncode, 0)
        events = [e for thread in dump(self.folder / "out")["threads"] for e in thread["events"]]
        self.assertEqual(sum(event[5] == ENDED for event in events), CALLS - 1)

    def test_without_them_nothing_is_written(self):
        subprocess.run([TARE, "cc", "gcc", "-O1", "-fopenmp", "x.c", "-o", "probed"],
                       cwd=self.folder, check=True)
        self.run_it("probed")
        self.assertEqual([len(t["events"]) for t in dump(self.folder / "out")["threads"]], [0, 0])

    def test_forms_of_tasks_and_locks_stay_what_they_were(self):
        for name in ("task.c", "task_clauses.c", "untied.c", "cancel_taskgroup.c", "default_none.c",
                     "taskloop.c", "critical.c", "locks.cpp", "exceptions.cpp", "lambda.cpp"):
            for kind in COMPILERS:
                self.build(CASES / name, kind)
                plain, probed = self.run_it("plain"), self.run_it("probed")
                self.assertEqual((plain.returncode, plain.stdout), (probed.returncode, probed.stdout),
                                 f"{name} {kind}")
                for found in (self.folder / "out").glob("tare-*"):
                    self.assertEqual(dump(self.folder / "out")["status"] & 1, 1, f"{name} {found}")


if __name__ == "__main__":
    run_unittests()
