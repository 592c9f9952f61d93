#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare whatif` from the outside: answers about a program of closed form, files, mistakes.

Asserts on no time that the machine decides: predicted times follow from the measured ones.
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
from part import run_unittests  # noqa: E402

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
SCHEMA = pathlib.Path(os.environ["TARE_SOURCE_DIR"], "docs/schema/tare.forecast-1.schema.json")

# Line 7: iteration i costs i; line 13: a lock; line 20: serial code.
SOURCE = r"""#include <stdio.h>
#define N 400
static volatile double sink[N + 1];
static void uneven(void) {
  int i;
  double x = 0;
#pragma omp parallel for reduction(+ : x)
  for (i = 0; i < N; ++i)
    for (int j = 0; j < 600 * i; ++j)
      x += j & 3;
  sink[0] = x;
#pragma omp parallel for
  for (i = 0; i < N; ++i) {
#pragma omp critical
    for (int j = 0; j < 3000; ++j)
      sink[i] += 1;
  }
}
static double alone(void) {
  double x = 0;
  for (int j = 0; j < 4000000; ++j)
    x += j & 7;
  return x;
}
int main(void) {
  double x = alone();
  uneven();
  printf("%g %g\n", x, sink[0]);
  return 0;
}
"""


HEADER = """static inline void unused(int *a) {
#pragma omp parallel for
  for (int i = 0; i < 10; ++i)
    a[i] = i;
}
"""


class Whatif(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-whatif-"))
        (cls.folder / "x.c").write_text(SOURCE + '#include "x.h"\n')
        (cls.folder / "x.h").write_text(HEADER)
        done = cls.run_tare("overheads", "--source", "x.c", "--threads", "1,2", "--repeat", "3",
                            "--compiler", "gcc", "--cflags", "-O1")
        assert done.returncode in (0, 6), done.stdout + done.stderr
        cls.results = str(next((cls.folder / "tare-results").glob("tare-*")))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, ignore_errors=True)

    @classmethod
    def run_tare(cls, *arguments):
        return subprocess.run([TARE, *arguments], cwd=cls.folder, text=True, capture_output=True,
                              stdin=subprocess.DEVNULL, check=False)

    def ask(self, *options, status=0):
        done = self.run_tare("whatif", self.results, *options, "--json", "f.json")
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        if status:
            return done
        report = json.loads((self.folder / "f.json").read_text())
        jsonschema.validate(report, json.loads(SCHEMA.read_text()))
        return report["forecasts"][0] if len(report["forecasts"]) == 1 else report

    def test_a_schedule_that_deals_the_rows_out_balances_the_loop(self):
        dealt = self.ask("--schedule", "x.c:7=static,1")
        even = self.ask("--balanced", "x.c:7")
        # Beside other programs single iterations are cut short: their bands say how sure this is.
        self.assertGreater(dealt["gain"]["high_s"], 0.8 * even["gain"]["low_s"])
        self.assertLess(dealt["time"]["low_s"], dealt["base"]["time_s"])
        self.assertFalse(dealt["needs_edit"])
        self.assertTrue(even["needs_edit"])

    def test_twice_as_fast_gains_half_of_what_free_gains(self):
        free = self.ask("--free", "x.c:7")["gain"]["time_s"]
        half = self.ask("--faster", "x.c:7=2")["gain"]["time_s"]
        self.assertAlmostEqual(half / free, 0.5, delta=0.1)

    def test_one_and_the_same_change_nothing(self):
        same = self.ask("--faster", "x.c:7=1", "--threads", "2")
        self.assertAlmostEqual(same["gain"]["time_s"], 0, places=6)

    def test_a_lock_that_is_split_gains_no_more_than_one_that_is_gone(self):
        gone = self.ask("--without-lock", "x.c:14")
        split = self.ask("--split-lock", "x.c:14=2")
        self.assertGreaterEqual(gone["gain"]["time_s"] + 1e-9, split["gain"]["time_s"])
        self.assertIn("need no lock", gone["assumes"][0])

    def test_a_serial_call_that_is_shared_out_gains_half_of_it(self):
        shared = self.ask("--parallel", "x.c:26")
        free = self.ask("--free", "x.c:26")
        self.assertAlmostEqual(shared["gain"]["time_s"] / free["gain"]["time_s"], 0.5, delta=0.02)

    def test_another_number_of_threads(self):
        more = self.ask("--threads", "4")
        self.assertEqual((more["threads"], more["base_threads"]), (4, 2))
        one = self.ask("--from", "2", "--threads", "1")
        self.assertEqual((one["threads"], one["base_threads"]), (1, 2))
        crowded = self.ask("--threads", "4", "--cores", "1")
        self.assertGreater(crowded["time"]["high_s"], more["time"]["low_s"])

    def test_the_table_of_the_predicted_runs(self):
        self.ask("--schedule", "x.c:7=dynamic,1", "--table", "t.json")
        table = json.loads((self.folder / "t.json").read_text())["tables"][0]
        total = sum(line["time_s"] for line in table["overheads"])
        self.assertAlmostEqual(total, table["total_overhead_s"], places=8)
        self.assertGreater(table["model_half_s"], 0)
        held = self.run_tare("diff", "t.json", self.results, "--force")
        self.assertIn("T_p: predicted", held.stdout)
        diff = self.run_tare("diff", self.results, "t.json", "--force")
        self.assertIn(diff.returncode, (0, 6), diff.stdout + diff.stderr)  # 6: wide bands
        full = self.run_tare("whatif", self.results, "--balanced", "x.c:7", "--full")
        self.assertIn("Sum, T_s/p and overheads", full.stdout)

    def test_without_a_change_it_ranks_what_is_worth_trying(self):
        done = self.run_tare("whatif", self.results)
        self.assertEqual(done.returncode, 0, done.stderr)
        # On a busy machine the bands of the measured runs may hold all gains.
        if "nothing that Tare can predict gains more than its band" not in done.stdout:
            self.assertIn("What it would take, predicted:", done.stdout)
            self.assertIn("1. ", done.stdout)
        latest = self.run_tare("whatif")
        self.assertEqual(latest.stdout.splitlines()[0], done.stdout.splitlines()[0])

    def test_a_report_says_what_its_advice_would_gain(self):
        report = json.loads(self.run_tare("report", self.results, "--format", "json").stdout)
        advice = report["tables"][-1].get("advice", [])
        for piece in advice:
            if piece["rule"] == "schedule-triangular":
                asked = self.ask(*piece["predicted"]["options"].split())
                self.assertAlmostEqual(piece["predicted"]["time_s"], asked["time"]["time_s"],
                                       places=6)

    def test_mistakes(self):
        for options, words in (
            (("--schedule", "x.c:7=fair"), "static, dynamic and guided"),
            (("--schedule", "x.c:7"), "P=KIND[,CHUNK]"),
            (("--faster", "x.c:7=0"), "a number from 0.001"),
            (("--faster", "x.c:7"), "P=NUMBER"),
            (("--balanced", "unevn"), "uneven"),
            (("--nowait", "x.c:26"), "wants a loop, sections, single or barrier"),
            (("--schedule", "x.c:7=static", "--schedule", "x.c:7=dynamic"), "contradict"),
            (("--from", "3", "--balanced", "x.c:7"), "no runs with 3 threads"),
            (("--from", "3"), "they have 1, 2"),
            (("--faster", "x.c:7=1e-9"), "a number from 0.001"),
            (("--split-lock", "x.c:14=0.5"), "a number from 1"),
            (("--schedule", "x.c:7=static", "--balanced", "x.c:7"), "contradict"),
            (("--nowait", "x.c:7"), "at the end of a region"),
            (("--full",), "one change"),
            (("--table", "t.json", "--threads", "2,4"), "one change"),
            (("--threads", "4", "--cores", "4096", "--verify"), "cores here, not 4096"),
        ):
            done = self.ask(*options, status=2)
            self.assertIn(words, done.stderr)
        for results, words in (("nowhere", "no such results folder"), ("x.c", "has no runs"),
                               (".", "manifest.json")):
            done = self.run_tare("whatif", results)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)

    def test_it_runs_what_it_predicted(self):
        done = self.run_tare("whatif", self.results, "--schedule", "x.c:7=static,1", "--verify",
                             "--json", "v.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        verified = json.loads((self.folder / "v.json").read_text())["forecasts"][0]["verified"]
        self.assertEqual(verified["runs"], 5)
        self.assertIn("Run 5 times in turns with the program as it is", " ".join(done.stdout.split()))
        by_hand = self.run_tare("whatif", self.results, "--balanced", "x.c:7", "--verify")
        self.assertIn("needs a change of the program by hand", by_hand.stderr)
        self.assertEqual(by_hand.returncode, 2)
        self.assertIn("x.c:7", by_hand.stdout)  # the prediction itself is there
        source = (self.folder / "x.c").read_text()
        (self.folder / "x.c").write_text(source.replace("N 400", "N 100"))
        changed = self.run_tare("whatif", self.results, "--schedule", "x.c:7=static,1", "--verify")
        (self.folder / "x.c").write_text(source)
        self.assertEqual(changed.returncode, 2)
        self.assertIn("its source is not what was measured", changed.stderr)

    def test_several_numbers_of_threads_and_places(self):
        several = self.ask("--threads", "1,2,4")
        self.assertEqual([f["threads"] for f in several["forecasts"]], [1, 2, 4])
        told = self.run_tare("whatif", self.results, "--cores", "1", "--json", "-")
        self.assertEqual(json.loads(told.stdout)["forecasts"][0]["scenario"], "on 1 core")
        by_name = self.ask("--free", "alone")
        self.assertEqual(by_name["time"], self.ask("--free", "x.c:26")["time"])
        below = self.ask("--schedule", "x.c:8=static,1")
        self.assertEqual(below["time"], self.ask("--schedule", "x.c:7=static,1")["time"])
        full = self.run_tare("whatif", self.results, "--cores", "1", "--full").stdout
        self.assertIn("PREDICTED: on 1 core", full)


if __name__ == "__main__":
    run_unittests()
