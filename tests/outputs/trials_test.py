#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What programs print is compared, as a user sees it: a forgotten reduction is caught without any
option, and nothing is said against a right program."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
TRIALS = pathlib.Path(os.environ["TARE_SOURCE_DIR"], "tests/trials")
TARE = PREFIX / "bin/tare"

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG  # noqa: E402
from part import run_unittests  # noqa: E402

COMPILERS = [name for name in ("gcc", CLANG) if shutil.which(name)]

# Sums that do not depend on the order by more than rounding, a time, and the number of threads.
RIGHT = r"""
#include <stdio.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#endif
int main(void) {
  double sum = 0;
  struct timespec now;
#ifdef _OPENMP
  printf("OpenMP with %d threads\n", omp_get_max_threads());
#endif
#pragma omp parallel for reduction(+ : sum)
  for (int i = 1; i < 3000000; i++)
    sum += 1.0 / i;
  clock_gettime(CLOCK_REALTIME, &now);
  printf("sum %.17g\nwritten at %ld.%09ld\n", sum, (long)now.tv_sec, now.tv_nsec);
  return 0;
}
"""


def environment():
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("TARE_", "OMP_", "KMP_", "GOMP_"))}
    clean.pop("CC", None)
    return clean


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-outputs-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def tare(self, *arguments, status=0):
        done = subprocess.run([TARE, *map(str, arguments)], cwd=self.folder, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, env=environment(),
                              timeout=3000, check=False)
        unreliable = 6  # as good, where nobody asks for times
        allowed = (0, unreliable) if status == 0 else (status,)
        self.assertIn(done.returncode, allowed, done.stdout + done.stderr)
        return done

    def overheads(self, source, compiler, *more, status=0):
        shutil.rmtree(self.folder / "tare-results", ignore_errors=True)
        return self.tare("overheads", "--source", source, "--compiler", compiler, "--threads", "2",
                         "--repeat", "1", "--quiet", *more, status=status)

    def results(self):
        return next((self.folder / "tare-results").glob("tare-*"))

    def outputs(self):
        return json.loads((self.results() / "ledger.json").read_text())["outputs"]

    def check_forgotten(self, compiler):
        done = self.overheads(TRIALS / "forgotten_reduction.c", compiler)
        first = " ".join(done.stdout.split())
        self.assertTrue(first.startswith("RESULTS DIFFER: the parallel program with 2 threads prints"),
                        done.stdout[:400])
        self.assertIn("where the serial program prints 'sum 15.779021' (line 1 of its output",
                      first)
        outputs = self.outputs()
        self.assertEqual(outputs["status"], "differs")
        self.assertEqual(outputs["difference"]["expected"], "sum 15.779021")
        self.assertIn(outputs["difference"]["found"], ("sum 15.085874", "sum 0.693147"))
        self.assertEqual(outputs["difference"]["runs"], outputs["difference"]["of_runs"])
        return done


class Smoke(Case):
    def test_a_forgotten_reduction_is_caught_without_any_option(self):
        self.check_forgotten(COMPILERS[0])


class Trials(Case):
    def test_a_forgotten_reduction(self):
        for compiler in COMPILERS:
            with self.subTest(compiler):
                done = self.check_forgotten(compiler)
                for kept in self.results().glob("runs/*/stdout"):
                    kept.unlink()  # the manifest knows
                again = self.tare("report", self.results())
                self.assertEqual(again.stdout.splitlines()[0], done.stdout.splitlines()[0])
                markdown = self.tare("report", self.results(), "--format", "markdown").stdout
                self.assertIn("**RESULTS DIFFER", markdown.split("\n")[2])

    def test_check_ends_at_the_difference(self):
        done = self.overheads(TRIALS / "forgotten_reduction.c", COMPILERS[0], "--check", status=4)
        self.assertIn("differs from the serial program's in line 1", done.stderr)
        manifest = json.loads((self.results() / "manifest.json").read_text())
        self.assertFalse(manifest["ended"])
        self.assertEqual(manifest["outputs"]["status"], "differs")

    def test_no_compare(self):
        done = self.overheads(TRIALS / "forgotten_reduction.c", COMPILERS[0], "--no-compare",
                              "--full")
        self.assertNotIn("RESULTS DIFFER", done.stdout)
        self.assertIn("Output: not compared: --no-compare.", done.stdout)

    def test_nothing_is_said_against_a_right_program(self):
        (self.folder / "right.c").write_text(RIGHT)
        for compiler in COMPILERS:
            with self.subTest(compiler):
                done = self.overheads("right.c", compiler, "--check")
                self.assertNotIn("RESULTS DIFFER", done.stdout)
                outputs = self.outputs()
                self.assertIn(outputs["status"], ("same", "same_within"))
                self.assertEqual(outputs["numbers_compared"], 1)
                self.assertEqual(outputs["numbers_varying"], 1)
                self.assertEqual(outputs["extra_lines"], 1)
                self.assertLess(outputs["largest_difference"], 1e-9)

    def test_without_a_serial_program_one_thread_is_the_reference(self):
        subprocess.run([TARE, "cc", COMPILERS[0], "-O1", "-fopenmp",
                        TRIALS / "forgotten_reduction.c", "-o", "forgotten"],
                       cwd=self.folder, check=True, env=environment())
        done = self.tare("run", "--parallel", "./forgotten", "--threads", "2", "--repeat", "1",
                         "--quiet")
        text = " ".join(done.stdout.split())
        self.assertTrue(text.startswith("RESULTS DIFFER: the parallel program with 2 threads"), text[:300])
        self.assertIn("where the parallel program with 1 thread prints 'sum 15.779021'", text)


if __name__ == "__main__":
    if not COMPILERS:
        sys.exit("no compiler to test with")
    run_unittests()
