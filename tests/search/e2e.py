#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare search` from the outside: what it asks of a program with one hidden lock, what it leaves
behind, and that it goes on where it was interrupted. Never asserts on times: only the plant, which
is most of the program, must be found.
"""

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

SOURCE = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
TARE = str(PREFIX / "bin" / "tare")
COMPILER = next(c for c in ("gcc", CLANG) if shutil.which(c))

# Two threads, nearly all of whose work is in a critical section, in a function that the region calls.
LOCKED = r"""
#include <stdio.h>
#define APART __attribute__((noinline))
static double sum;
APART static double work(int n) {
  double x = 1;
  for (int i = 0; i < n; ++i)
    x = x * 0.999999 + 1e-7;
  return x;
}
APART static void add(int n) {
#pragma omp critical
  sum += work(n);
}
int main(void) {
  double quiet = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 40; ++i)
      add(600000);
  }
#pragma omp parallel for reduction(+ : quiet)
  for (int i = 0; i < 1000; ++i)
    quiet += i;
  printf("%.6f\n", sum + quiet);
  return 0;
}
"""


def environment():
    unwanted = ("TARE_", "OMP_", "KMP_", "GOMP_")
    clean = {k: v for k, v in os.environ.items()
             if not k.startswith(unwanted) or k == "OMP_WAIT_POLICY"}
    clean.pop("CC", None)
    return clean


class Search(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-search-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        (self.folder / "locked.c").write_text(LOCKED)

    def search(self, *arguments):
        return subprocess.run([TARE, "search", "--source", "locked.c", "--threads", "2", "--repeat",
                               "2", "--compiler", COMPILER, *map(str, arguments)], cwd=self.folder,
                              text=True, capture_output=True, timeout=3000,
                              stdin=subprocess.DEVNULL, env=environment(), check=False)

    def results(self):
        return sorted((self.folder / "tare-results").glob("tare-*"))

    def found(self, folder):
        return json.loads((folder / "search.json").read_text())

    def test_a_hidden_lock(self):
        done = self.search("--json", "out.json")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("it ended: nothing is left to ask", done.stdout)
        for line in (done.stderr + done.stdout).splitlines():
            if not line.startswith("results: "):  # a path is not broken
                self.assertLessEqual(len(line), 80, line)
        folder = self.results()[0]
        found = self.found(folder)
        self.assertEqual(json.loads((self.folder / "out.json").read_text()), found)
        schema = (SOURCE / "docs/schema/tare.search-1.schema.json").read_text()
        jsonschema.validate(found, json.loads(schema))
        self.check_steps(folder, found)
        self.check_lock(found)
        self.resume(folder, found)

    def check_steps(self, folder, found):
        steps = found["steps"]
        self.assertGreaterEqual(len(steps), 2)
        self.assertEqual(steps[0]["kind"], "coarse")
        self.assertEqual(steps[0]["on"], [])
        for step in steps:
            self.assertLessEqual(step["predicted"], found["budget"])
            own = folder / "steps" / str(step["number"])
            self.assertTrue((own / "ledger.json").is_file())
            plan = (own / "plan.txt").read_text()
            for name in step["on"]:
                self.assertNotIn(name, plan)
            ledger = json.loads((own / "ledger.json").read_text())
            kinds = {each["kind"] for each in ledger["tables"][0]["constructs"]}
            self.assertEqual("critical" in kinds, any("#critical#" in n for n in step["on"]))

    def check_lock(self, found):
        verdicts = {(each["construct"]["kind"], each["why"]): each
                    for each in found["hypotheses"]}
        self.assertIn(("critical", "locks"), verdicts, found["not_answered"])
        # A busy machine makes wide bands; but nothing hides inside of it, and it is not nothing.
        self.assertIn(verdicts["critical", "locks"]["verdict"], ("confirmed", "not decided"))
        self.assertFalse(verdicts["critical", "locks"]["or_inside"])
        for each in found["hypotheses"]:
            self.assertNotEqual(each["verdict"], "open")

    def resume(self, folder, found):
        """As if it had been interrupted after its first step."""
        cut = dict(found, steps=found["steps"][:1])
        (folder / "search.json").write_text(json.dumps(cut))
        kept = (folder / "steps" / "1" / "ledger.json").stat().st_mtime_ns
        other = self.search("--resume", folder, "--least", "3%")
        self.assertEqual(other.returncode, 2, other.stderr)
        self.assertIn("other least", other.stderr)
        done = self.search("--resume", folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual((folder / "steps" / "1" / "ledger.json").stat().st_mtime_ns, kept)
        again = self.found(folder)
        self.assertEqual(again["steps"][0], found["steps"][0])
        self.check_lock(again)
        self.assertEqual(self.results(), [folder])

    def test_bad_command_lines(self):
        for arguments in (["--budget", "2"], ["--budget", "0%"], ["--least", "x"],
                          ["--threads", "1,2"], ["--resume", "nowhere"]):
            with self.subTest(arguments):
                done = self.search(*arguments)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertEqual(done.stdout, "")
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertFalse((self.folder / "tare-results").exists())


if __name__ == "__main__":
    unittest.main()
