#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare diff`: its exit statuses, what it refuses, and the run that confirms a failed gate."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARE = os.path.join(os.environ["TARE_PREFIX"], "bin", "tare")
WRITER = sys.argv.pop(1)


class Diff(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="tare diff ")
        self.addCleanup(self.scratch.cleanup)
        self.folder = pathlib.Path(self.scratch.name)
        subprocess.run([WRITER, self.folder], check=True)

    def diff(self, name, *options, status=0, head=None):
        got = subprocess.run([TARE, "diff", f"{name}.base.json", head or f"{name}.head.json",
                              *options], capture_output=True, text=True, timeout=3000,
                             cwd=self.folder)
        self.assertEqual(got.returncode, status, got.stdout + got.stderr)
        return got

    def change(self, name, **changes):
        ledger = json.loads((self.folder / f"{name}.head.json").read_text())
        for key, value in changes.items():
            ledger["machine"][key] = value
        (self.folder / "other.json").write_text(json.dumps(ledger))
        return "other.json"

    def test_a_change_alone_is_no_failure(self):
        got = self.diff("grown")
        self.assertIn("waiting for locks", got.stdout)
        self.assertEqual(got.stderr, "")

    def test_gates_give_the_status(self):
        self.diff("grown", "--fail-on", "any > 5%", status=1)
        self.diff("grown", "--fail-on", "locks@second > 5%", status=1)
        self.diff("grown", "--fail-on", "load_imbalance > 5%", status=0)
        self.diff("grown", "--fail-on", "load_imbalance > 5%", "--fail-on", "locks>5", status=1)
        self.diff("grown", "--fail-on", "any > 5%", "--min-effect", "30", status=0)
        self.diff("same", "--fail-on", "any > 5%", status=0)
        self.diff("shrunk", "--fail-on", "any > 0%", status=0)
        self.diff("few", "--fail-on", "any > 5%", status=5)
        self.diff("few", status=0)

    def test_a_prediction_and_what_was_measured(self):
        got = self.diff("forecast", "--fail-on", "any > 5%")
        self.assertIn("inside the band", " ".join(got.stdout.split()))
        self.assertNotIn("too few repetitions", got.stdout)
        self.diff("missed", status=0)
        got = self.diff("missed", "--fail-on", "locks > 5%", status=1)
        self.assertIn("outside", got.stdout)
        back = self.diff("missed", head="missed.base.json", status=0)
        self.assertEqual(back.stderr, "")

    def test_a_gate_may_ask_for_less_than_what_is_listed(self):
        self.diff("slightly", "--fail-on", "locks > 0.5%", status=0)
        got = self.diff("slightly", "--fail-on", "locks > 0.5%", "--min-effect", "1", status=1)
        self.assertIn("at least 1.0 % of T_p", " ".join(got.stdout.split()))

    def test_other_names_are_said(self):
        ledger = json.loads((self.folder / "same.head.json").read_text())
        ledger["program"] = "else"
        (self.folder / "other.json").write_text(json.dumps(ledger))
        got = self.diff("same", head="other.json")
        self.assertIn("the programs have different names", " ".join(got.stdout.split()))

    def test_every_form(self):
        for form in ("text", "markdown", "json", "sarif", "gitlab"):
            got = self.diff("grown", "--fail-on", "any > 5%", "--format", form, status=1)
            self.assertTrue(got.stdout.endswith("\n"), form)
            if form in ("json", "sarif", "gitlab"):
                json.loads(got.stdout)

    def test_another_machine_is_refused_without_force(self):
        for key, value in (("host", "elsewhere"), ("cpu", "slower"), ("cores", 64)):
            other = self.change("grown", **{key: value})
            got = self.diff("grown", head=other, status=2)
            self.assertIn("not alike", got.stderr)
            self.assertEqual(got.stdout, "")
            got = self.diff("grown", "--force", head=other)
            self.assertIn("compared by force", " ".join(got.stdout.split()))

    def test_wrong_gates_and_files_are_usage(self):
        for gate in ("nonsense", "nonsense > 5%", "any > x", "time@a.c > 5%"):
            self.assertIn("gate", self.diff("grown", "--fail-on", gate, status=2).stderr)
        self.diff("grown", head="absent.json", status=2)
        (self.folder / "broken.json").write_text("{")
        self.diff("grown", head="broken.json", status=2)

    def test_a_gate_that_looks_at_nothing_is_usage(self):
        for place in ("typo.c", "x.c:999", "for"):
            got = self.diff("grown", "--fail-on", "load_imbalance > 5%",
                            "--fail-on", f"locks@{place} > 5%", status=2)
            self.assertEqual(got.stdout, "")
            self.assertEqual(got.stderr.count("\n"), 1)
            self.assertIn(f"neither side has a construct at '{place}'", got.stderr)
            self.assertIn("the nearest are", got.stderr)

    def test_what_cannot_be_told_is_open(self):
        got = self.diff("same", "--fail-on", "data_access > 5%", status=5)
        self.assertIn("cannot be known: neither side was measured with hardware counters",
                      " ".join(got.stdout.split()))

    def test_options_of_gates_need_a_gate(self):
        for options in (["--rerun", "x {side} {output}"], ["--min-effect", "3"]):
            got = self.diff("same", *options, status=2)
            self.assertIn(f"{options[0]} is about gates", got.stderr)
            self.assertEqual(got.stdout, "")
        for command in ("measure {side}", "measure {output}", "", "'{side} {output}"):
            got = self.diff("same", "--fail-on", "any > 5%", "--rerun", command, status=2)
            self.assertIn("--rerun", got.stderr)

    def rerun(self, name):
        """A command that `measures` again by copying a ledger."""
        script = self.folder / "measure again.py"
        script.write_text("import shutil, sys\n"
                          "shutil.copy(sys.argv[1], sys.argv[2] + '/ledger.json')\n"
                          "print('noise of the program')\n")
        return f"{sys.executable} '{script}' '{self.folder}/{name}.{{side}}.json' {{output}}"

    def said(self, name, *options, status=0):
        return " ".join(self.diff(name, "--fail-on", "any > 5%", *options,
                                  status=status).stdout.split())

    def test_without_a_second_pair_a_gate_fails_and_says_so(self):
        self.assertIn("not confirmed by a second measurement (--rerun)",
                      self.said("grown", status=1))
        gate = json.loads(self.diff("grown", "--fail-on", "any > 5%", "--format", "json",
                                    status=1).stdout)["gates"][0]
        self.assertEqual((gate["verdict"], gate["confirmation"]), ("failed", "none"))

    def test_a_second_pair_confirms_or_leaves_open(self):
        said = self.said("grown", "--rerun", self.rerun("again"), status=1)
        self.assertIn("both sides measured again confirm it", said)
        self.assertNotIn("noise of the program", said)
        self.assertIn("did not confirm", self.said("grown", "--rerun", self.rerun("nothing"), status=5))
        self.assertIn("failed with status 1",
                      self.said("grown", "--rerun", "false {side} {output}", status=5))

    def test_the_same_runs_confirm_nothing(self):
        said = self.said("grown", "--rerun", self.rerun("grown"), status=5)
        self.assertIn("are the runs of the first measurement", said)

    def test_head_alone_measured_again_is_said(self):
        kept = json.loads((self.folder / "grown.base.json").read_text())
        (self.folder / "mixed.base.json").write_text(json.dumps(kept))
        head = (self.folder / "again.head.json").read_text()
        (self.folder / "mixed.head.json").write_text(head)
        said = self.said("grown", "--rerun", self.rerun("mixed"), status=1)
        self.assertIn("HEAD measured again, against the same BASE, confirms it", said)

    def test_what_passed_is_not_measured_again(self):
        self.diff("same", "--fail-on", "any > 5%", "--rerun", "false {side} {output}", status=0)

    def test_full_disk_is_not_silent(self):
        with open("/dev/full", "w") as full:
            got = subprocess.run([TARE, "diff", "same.base.json", "same.head.json"], stdout=full,
                                 stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.assertEqual(got.returncode, 2)
        self.assertIn("could not be written", got.stderr)


unittest.main()
