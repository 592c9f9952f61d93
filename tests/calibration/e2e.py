#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare calibrate` from the outside: all kinds are there, and a second call measures nothing.

Never asserts on times: machines that run tests are noisy.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
TARE = str(PREFIX / "bin" / "tare")
KEEP_TYPICAL = sys.argv[1]
KINDS = ["work", "barrier", "lock_wait", "lock_held", "wait", "task_wait", "task_creation", "task",
         "loop_start", "count", "serial", "too_short", "iteration", "region_fork", "region_start",
         "region_body", "region_join", "sampled_wait", "sampled_held"]
RUNTIMES = [r for r in ("libgomp", "libomp")
            if (PREFIX / f"libexec/tare/tare-scale-{r}").exists()]


class Calibrate(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def calibrate(self, *arguments, status=0, **variables):
        environment = dict(os.environ, XDG_CACHE_HOME=self.folder.name, **variables)
        done = subprocess.run([TARE, "calibrate", *arguments], capture_output=True, text=True,
                              timeout=3000, env=environment)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def test_a_machine_is_measured_where_it_is_asked_for(self):
        if not RUNTIMES:
            self.skipTest("no runtime")
        environment = dict(os.environ, XDG_CACHE_HOME=self.folder.name)
        command = [TARE, "calibrate", "--machine", "--threads", "2", "--cores", "1", "--runtime",
                   RUNTIMES[0], "--json"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=3000,
                              env=environment)
        if done.returncode == 4:  # tests run side by side: it says so, and keeps nothing
            self.assertIn("other programs used the CPUs", done.stderr)
            return
        self.assertEqual(done.returncode, 0, done.stderr)
        machine = json.loads(done.stdout)[0]["machine"]
        self.assertEqual({(t["threads"], t["cores"]) for t in machine["teams"]}, {(2, 1)})
        self.assertEqual(machine["rates"][0]["clock"], 1)
        for team in machine["teams"]:
            for curve in ("barrier_together", "barrier_alone", "region_together", "region_alone"):
                self.assertGreaterEqual(len(team[curve]), 4)

    def test_cores_that_are_not_there(self):
        done = self.calibrate("--machine", "--cores", "4096", status=2)
        self.assertIn("this machine has", done.stderr)
        self.assertIn("--machine", self.calibrate("--cores", "1", status=2).stderr)

    def check_table(self, text):
        lines = text.splitlines()
        self.assertTrue(all(len(line) <= 80 for line in lines), text)
        rows = {}
        for words in map(str.split, lines):
            if words and words[0] == "kept":  # notes, which name kinds too, follow
                break
            if len(words) == 9:
                rows[words[0]] = words[1:]
        for kind in KINDS:
            self.assertIn(kind, rows, text)
            figures = [float(figure) for figure in rows[kind]]
            for low, warm, dense, cold in (figures[:4], figures[4:]):
                self.assertLessEqual(0, low)
                self.assertLessEqual(low, warm)
                self.assertLessEqual(warm, dense)
                self.assertLessEqual(low, cold)

    def test_all_kinds_then_from_the_store(self):
        self.assertTrue(RUNTIMES, "this build has no calibration program at all")
        for runtime in RUNTIMES:
            with self.subTest(runtime=runtime):
                options = ("--threads", "1", "--runtime", runtime)
                first = self.calibrate(*options)
                self.assertEqual(first.stderr, "")
                self.check_table(first.stdout)
                self.assertIn(f"Probes on {runtime}, p = 1\n", first.stdout)
                self.assertIn("ns of one execution by a team of 1 thread, without probes",
                              first.stdout)
                second = self.calibrate(*options)
                self.check_table(second.stdout)
                self.assertIn(f"Probes on {runtime}, p = 1, measured 20", second.stdout)
                kept = json.loads(self.calibrate(*options, "--json").stdout)
                self.assertEqual(len(kept), 1)
                self.assertEqual(sorted(kept[0]["costs"]["costs"]), sorted(KINDS))
                self.assertIn("barrier", kept[0]["costs"]["primitives"])
                self.assertIn(runtime, kept[0]["key"]["openmp_file"])

    def test_the_speed_of_memory_is_in_tables_where_it_was_measured(self):
        source = pathlib.Path(self.folder.name) / "x.c"
        source.write_text("int main(void) {\n  double s = 0;\n  #pragma omp parallel for reduction(+:s)\n"
                          "  for (int i = 0; i < 1000000; ++i) s += i;\n  return s < 0;\n}\n", encoding="utf-8")
        environment = dict(os.environ, XDG_CACHE_HOME=self.folder.name)
        command = [TARE, "overheads", "--source", source, "--threads", "1,2", "--quick", "--quiet", "--json", "-"]
        for words, rates in ((["rates"], [(1, 1e10), (2, 1.2e10)]), ([], [])):
            shutil.rmtree(pathlib.Path(self.folder.name) / "tare", ignore_errors=True)
            subprocess.run([KEEP_TYPICAL, PREFIX, *words], check=True, env=environment)
            done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=self.folder.name,
                                  check=False)
            self.assertIn(done.returncode, (0, 6), done.stderr)  # 6: a busy machine
            table = json.loads(done.stdout)
            found = [(each["threads"], each["bytes_per_s"]) for each in table["machine"].get("memory_rates", [])]
            self.assertEqual(found, rates)
            self.assertRegex(table["started_utc"], "^20[0-9-]*T[0-9:]*Z$")
            self.assertEqual(table["tables"][1]["order"][0]["exact"], True)

    def test_wrong_usage(self):
        for arguments in (("--threads", "0"), ("--runtime", "libfoo"), ("extra",), ("--", "x")):
            done = self.calibrate(*arguments, status=2)
            self.assertEqual(done.stdout, "")
            self.assertTrue(done.stderr.startswith("tare calibrate: "), done.stderr)

    def test_teams_that_are_smaller(self):
        done = self.calibrate("--threads", "2", "--runtime", RUNTIMES[0], status=4,
                              OMP_THREAD_LIMIT="1")
        self.assertIn("its teams have 1 of 2 threads", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
