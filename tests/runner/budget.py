#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`--budget` from the outside: what cannot be paid for has no probes, and everybody is told.

Never asserts on times: machines that run tests are noisy. Probes have typical costs (keep_typical), and
how often they are executed decides: a share of less than 0.0001 % or of 10 % and more.
"""

import json
import os
import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import e2e  # noqa: E402

SAMPLES = pathlib.Path(os.environ["TARE_SOURCE_DIR"]) / "samples"
# The least there is. Forty thousand tasks of the sample exceed 10 % of its time; a machine would have to
# be so busy that it takes a hundred thousand times as long.
TINY = "0.0001%"


class Budget(e2e.Case):
    def plan(self):
        path = self.results()[-1] / "plan.txt"
        return path.read_text().splitlines() if path.exists() else []

    def table(self):
        return json.loads((self.results()[-1] / "ledger.json").read_text())["tables"][0]

    def check_told_by_pilot(self, done):
        """The programs of the table have no probes at tasks, that of the pilot run has."""
        pilots = self.manifest()["pilots"]
        self.assertEqual({run["threads"] for run in pilots}, {2, 1})
        for run in pilots:
            self.assertTrue((self.results()[-1] / run["profile"]).is_file(), run)
        table = self.table()
        budget = table["own_cost"]["budget"]
        self.assertEqual(sum("#task#" in construct["id"] for construct in budget["constructs"]), 2)
        self.assertGreater(budget["told_by_pilot_s"], 0)
        tasks = [construct for construct in table["constructs"] if construct["kind"] == "task"]
        for task in tasks:  # nothing may be left of one once its probes are taken out
            self.assertIn("parallelism_management.task_creation",
                          [line["category"] for line in task["overheads"]])
        text = " ".join(done.stdout.split())
        self.assertIn("Pilot runs with all probes tell", text)
        self.assertIn("what these wait and manage is known from pilot runs", text)

    def test_tasks_that_are_too_short_have_no_probes(self):
        for compiler in e2e.COMPILERS:
            with self.subTest(compiler):
                done = self.overheads("--source", SAMPLES / "cruel" / "tasks.c", "--compiler",
                                      compiler, "--budget", TINY, "--check", "--", "10", "20")
                self.check_status(done, 0)
                self.assertIn("pilot run:", done.stderr)
                left_out = [line for line in self.plan() if line.startswith("leave-out ")]
                self.assertEqual(sum("#task#" in line for line in left_out), 2, self.plan())
                for line in left_out:
                    self.assertIn("of the run's time", line)
                self.assertEqual(self.manifest()["probed_environment"]["TARE_BUDGET"], TINY)
                self.assertIn("left out", done.stdout)
                self.check_told_by_pilot(done)

    def test_what_can_be_paid_for_is_measured_whole(self):
        self.source()
        done = self.overheads("--source", "sum.c", "--budget", "50%", "--", "4000000")
        self.check_status(done, 0)
        self.assertEqual(self.plan(), [])
        self.assertIn("pilot run:", done.stderr)

    def test_a_program_that_is_built_already_is_told_how_to_build_it(self):
        self.build(str(SAMPLES / "cruel" / "tasks.c"), "-fopenmp", "plain")
        self.build(str(SAMPLES / "cruel" / "tasks.c"), "-fopenmp", "probed",
                   wrapper=(e2e.TARE, "cc"))
        done = self.tare("run", "--threads", "2", "--repeat", "1", "--budget", TINY, "--parallel",
                         "./plain 10 20", "--instrumented", "./probed 10 20")
        self.check_status(done, 0)
        self.assertIn("tare cc --plan ", done.stderr)
        self.assertTrue(any("#task#" in line for line in self.plan()))
        first = self.results()[-1]
        self.assertIn("--pilot-from", done.stderr)
        self.build(str(SAMPLES / "cruel" / "tasks.c"), "-fopenmp", "planned",
                   wrapper=(e2e.TARE, "cc", "--plan", str(first / "plan.txt")))
        run = ("run", "--threads", "2", "--repeat", "1", "--parallel", "./plain 10 20",
               "--instrumented", "./planned 10 20")
        done = self.tare(*run, "--pilot-from", str(first))
        self.check_status(done, 0)
        shutil.rmtree(first)
        self.check_told_by_pilot(done)
        self.check_status(self.tare("report", str(self.results()[-1])), 0)

    def test_results_without_a_pilot_run(self):
        self.source()
        self.check_status(self.overheads("--source", "sum.c"), 0)
        results = str(self.results()[-1])
        self.build("sum.c", "-fopenmp", "probed", wrapper=(e2e.TARE, "cc"))
        for named, says in ((results, "no pilot run"), ("nowhere", "nowhere")):
            done = self.tare("run", "--threads", "2", "--repeat", "1", "--parallel", "./probed",
                             "--pilot-from", named)
            self.check_status(done, 2)
            self.assertIn(says, done.stderr)
        self.assertEqual(len(self.results()), 1)

    def test_a_pilot_that_fails(self):
        self.source(after="return 3;")
        done = self.overheads("--source", "sum.c", "--budget", "2%")
        self.check_status(done, 4)
        self.assertIn("pilot run", done.stderr)


if __name__ == "__main__":
    os.environ["XDG_CACHE_HOME"] += "/typical"
    if not e2e.COMPILERS:
        sys.exit("no compiler to test with")
    unittest.main(verbosity=2)
