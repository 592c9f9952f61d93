#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`--dry-run` of `tare overheads` and `tare run` from outside: what is predicted, that nothing is
run, statuses. Never asserts on times."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
SCHEMA = pathlib.Path(os.environ["TARE_SOURCE_DIR"], "docs/schema/tare.prediction-1.schema.json")
TARE = str(PREFIX / "bin" / "tare")
COMPILERS = [c for c in ("gcc", CLANG) if shutil.which(c)]

# Every bound is constant and no branch is taken: how often each probe is executed follows from it.
CONSTANT = """
#include <stdio.h>
#define STEPS 12
enum { ROWS = 40 };
static int total;
static void add(int n) {
#pragma omp critical
  total += n;
}
static void sweep(void) {
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int i = 0; i < ROWS; i++)
      for (int j = 0; j < 3; j++)
        add(j);
#pragma omp barrier
#pragma omp single
    {
      for (int t = 0; t < 5; t++) {
#pragma omp task
        add(t);
      }
#pragma omp taskwait
    }
#pragma omp master
    total -= 1;
  }
}
int main(void) {
  FILE *mark = fopen("was_run", "w");
  fclose(mark);
  for (int s = 0; s < STEPS; s++)
    sweep();
  printf("%d\\n", total);
  return 0;
}
"""


def environment():
    unwanted = ("TARE_", "OMP_", "KMP_", "GOMP_")
    clean = {k: v for k, v in os.environ.items()
             if not k.startswith(unwanted) or k == "OMP_WAIT_POLICY"}
    clean.pop("CC", None)
    return clean


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-dry-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        (self.folder / "mine.c").write_text(CONSTANT)
        self.temporary = self.folder / "tmp"
        self.temporary.mkdir()

    def tare(self, *arguments):
        return subprocess.run([TARE, *map(str, arguments)], cwd=self.folder, text=True,
                              capture_output=True, timeout=3000, stdin=subprocess.DEVNULL,
                              env={**environment(), "TMPDIR": str(self.temporary)}, check=False)

    def check(self, done, status, *needles):
        unreliable = 6  # as good, where nobody asks for times
        allowed = (0, unreliable) if status == 0 else (status,)
        self.assertIn(done.returncode, allowed, done.stdout + done.stderr)
        for needle in needles:
            self.assertIn(needle, " ".join((done.stdout + done.stderr).split()))
        if status:
            self.assertEqual(done.stdout, "")

    def overheads(self, *arguments, threads=2):
        return self.tare("overheads", "--source", "mine.c", "--threads", threads, *arguments)

    def prediction(self, *arguments, verb=None):
        done = (verb or self.overheads)("--dry-run", "--json", "out.json", *arguments)
        self.check(done, 0, "Predicted cost of the probes in mine")
        self.assertTrue(all(len(line) <= 80 for line in done.stdout.splitlines()), done.stdout)
        made = json.loads((self.folder / "out.json").read_text())
        jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(made)
        return made

    def nothing_was_run(self):
        self.assertFalse((self.folder / "was_run").exists())
        self.assertFalse((self.folder / "tare-results").exists())
        self.assertEqual(list(self.temporary.iterdir()), [])


def executions(run):
    return {c["id"]: c["probes"] for c in run["constructs"]}


class Predictions(Case):
    def test_what_the_text_tells_is_what_is_counted(self):
        for compiler in COMPILERS:
            with self.subTest(compiler):
                guessed = self.prediction("--compiler", compiler)
                self.nothing_was_run()
                self.check(self.overheads("--repeat", 1, "--compiler", compiler), 0)
                counted = self.prediction("--compiler", compiler, "--from", "tare-results")
                shutil.rmtree(self.folder / "tare-results")
                (self.folder / "was_run").unlink()
                self.assertEqual([r["role"] for r in guessed["runs"]],
                                 ["instrumented", "serial_instrumented"])
                for before, after in zip(guessed["runs"], counted["runs"]):
                    self.assertEqual(before["role"], after["role"])
                    self.assertEqual(executions(before), executions(after))
                    self.assertTrue(all(not c["guesses"] for c in before["constructs"]))
                    self.assertTrue(all(c["counted"] for c in after["constructs"]))
                    self.assertNotIn("share", before)
                    self.assertNotIn("set_up_s", before)
                    self.assertGreater(after["share"], 0)

    def test_the_serial_program_follows_the_calls_of_another_source(self):
        (self.folder / "serial.c").write_text(CONSTANT.replace("#pragma omp", "//"))
        for compiler in COMPILERS:
            with self.subTest(compiler):
                done = self.tare("overheads", "--serial", "serial.c", "--parallel", "mine.c",
                                 "--compiler", compiler, "--threads", 2, "--dry-run", "--json",
                                 "out.json")
                self.check(done, 0)
                serial = json.loads((self.folder / "out.json").read_text())["runs"][1]
                loop = [c for c in serial["constructs"] if c["function"] == "sweep"]
                self.assertTrue(all(c["entries"] >= 12 and not c["guesses"] for c in loop), serial)
                self.assertTrue(loop)

    def test_directives_of_a_serial_program_repeat_nothing(self):
        (self.folder / "serial.c").write_text(CONSTANT + "static int another;\n")
        done = self.tare("overheads", "--serial", "serial.c", "--parallel", "mine.c", "--threads",
                         2, "--dry-run", "--json", "out.json")
        self.check(done, 0)
        serial = json.loads((self.folder / "out.json").read_text())["runs"][1]
        entries = {c["id"]: c["entries"] for c in serial["constructs"]}
        self.assertEqual(entries["serial.c#sweep#loop#0"], 12)  # not 12 times its 40 iterations
        self.assertEqual(entries["serial.c#add#statement#0"], 12 * (40 * 3 + 5))

    def test_a_table_counts_what_its_prediction_adds_up(self):
        self.check(self.overheads("--repeat", 1, "--json", "table.json"), 0)
        table = json.loads((self.folder / "table.json").read_text())["tables"][0]
        run = self.prediction("--from", "tare-results")["runs"][0]
        observed = table["own_cost"]
        for own, predicted in (("observed_low_s", "low_s"), ("observed_direct_s", "time_s")):
            # Each tells for itself how fast the clock ticks.
            self.assertAlmostEqual(observed[own], run["cost"][predicted],
                                   delta=2e-9 + 1e-4 * observed[own])
        # At most what other work displaces in between: in the plain run there is less of it, or more.
        self.assertGreaterEqual(observed["observed_high_s"], observed["observed_direct_s"])
        self.assertGreaterEqual(run["cost"]["high_s"], run["cost"]["time_s"])
        self.assertGreater(run["set_up_s"], 0)
        self.assertGreater(observed["set_up_s"], 0)
        if table["tuples_accepted"] == 1:  # of more it is a mean here, what is typical there
            self.assertAlmostEqual(observed["set_up_s"], run["set_up_s"], delta=2e-9)

    def test_all_threads_of_the_results(self):
        self.check(self.overheads("--repeat", 1, threads="1,2"), 0)
        done = self.tare("overheads", "--source", "mine.c", "--dry-run", "--from", "tare-results",
                         "--json", "out.json")
        self.check(done, 0)
        made = json.loads((self.folder / "out.json").read_text())
        self.assertEqual([r["threads"] for r in made["runs"] if r["role"] == "instrumented"], [1, 2])
        self.check(self.overheads("--dry-run", "--from", "tare-results", threads=3), 2,
                   "no instrumented run with p = 3", "there are runs with p = 1, 2")

    def test_commands(self):
        subprocess.run([TARE, "cc", COMPILERS[0], "-O1", "-fopenmp", "mine.c", "-o", "mine"],
                       cwd=self.folder, check=True, env=environment())

        for command in ("./mine 3", "env MODE=small ./mine 3"):
            def run(*arguments, command=command):
                return self.tare("run", "--parallel", command, "--threads", "2", *arguments)
            made = self.prediction(verb=run)
            self.nothing_was_run()
            self.assertEqual(made["program"], "mine")
            self.assertEqual([r["threads"] for r in made["runs"]], [2])
            region = [c for c in made["runs"][0]["constructs"] if c["kind"] == "parallel"]
            self.assertEqual(region[0]["probes"]["region_fork"], 12)

    def test_a_run_by_hand_tells_frequencies(self):
        subprocess.run([TARE, "cc", COMPILERS[0], "-O1", "-fopenmp", "mine.c", "-o", "mine"],
                       cwd=self.folder, check=True, env=environment())
        subprocess.run(["./mine"], cwd=self.folder, check=True, stdout=subprocess.DEVNULL,
                       env={**environment(), "OMP_NUM_THREADS": "2", "TARE_OUTPUT_DIR": "by-hand"})
        self.check(self.tare("run", "--parallel", "./mine", "--dry-run", "--from", "by-hand"), 0,
                   "frequencies counted in 1 run of by-hand", "T is the time of the instrumented")


class Refusals(Case):
    def test_folders_that_tell_nothing(self):
        (self.folder / "empty").mkdir()
        for folder, words in (("empty", "no instrumented run left a profile"),
                              ("absent", "there is no such folder"),
                              ("mine.c", "mine.c")):
            self.check(self.overheads("--dry-run", "--from", folder), 2, words, folder)
        self.nothing_was_run()

    def test_results_of_another_program(self):
        self.check(self.overheads("--repeat", 1), 0)
        (self.folder / "was_run").unlink()
        other = CONSTANT.replace("sweep", "other").replace("add", "more").replace("main", "Main")
        other += "int main(void) { return Main(); }\n"
        (self.folder / "other.c").write_text(other)
        done = self.tare("overheads", "--source", "other.c", "--dry-run", "--from", "tare-results")
        self.check(done, 2, "these results are of another program")

    def test_sources_that_do_not_compile(self):
        (self.folder / "mine.c").write_text("int main(void) { return x; }\n")
        done = self.overheads("--dry-run")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.nothing_was_run()

    def test_a_program_that_is_not_instrumented(self):
        done = self.tare("run", "--parallel", "true", "--dry-run")
        self.check(done, 2, "it has no probes", "--from")

    def test_from_without_dry_run(self):
        self.check(self.overheads("--from", "x"), 2, "--from belongs to --dry-run")

    def test_full_disk_is_not_silent(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            got = subprocess.run([TARE, "overheads", "--source", "mine.c", "--dry-run"],
                                 cwd=self.folder, stdout=full, stderr=subprocess.PIPE, text=True,
                                 env=environment(), timeout=3000, check=False)
        self.assertNotEqual(got.returncode, 0)
        self.assertIn("could not be written", got.stderr)


unittest.main()
