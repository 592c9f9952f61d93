#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command from outside: statuses, streams, reports of what is at hand, the doctor."""
import csv
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARE = os.path.join(os.environ["TARE_PREFIX"], "bin", "tare")
WRITER = sys.argv.pop(1)


def tare(*arguments, **options):
    return subprocess.run([TARE, *arguments], capture_output=True, text=True, timeout=120,
                          **options)


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        subprocess.run([WRITER, self.folder.name], check=True)
        self.ledger = os.path.join(self.folder.name, "ledger0.json")

    def test_text_of_a_kept_table(self):
        got = tare("report", self.ledger)
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        self.assertIn("lu2 on p = 1, 2, 4 threads", got.stdout)
        self.assertIn("load imbalance", got.stdout)
        self.assertTrue(all(len(line) <= 80 for line in got.stdout.splitlines()))
        self.assertNotIn("\x1b", got.stdout)

    def test_json_is_the_same_text_again(self):
        got = tare("report", self.ledger, "--format", "json")
        self.assertEqual(got.returncode, 0)
        self.assertEqual(got.stdout, pathlib.Path(self.ledger).read_text())

    def test_markdown_and_csv(self):
        got = tare("report", self.ledger, "--format", "markdown")
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        self.assertIn("| &emsp;load imbalance |", got.stdout)
        got = tare("report", self.ledger, "--format", "csv", "--by", "program")
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        rows = list(csv.DictReader(io.StringIO(got.stdout)))
        shares = sum(float(row["share"]) for row in rows
                     if row["threads"] == "2" and (row["scope"], row["category"]) in
                     [("summary", "ideal_time")] + [("program", row["category"])])
        self.assertAlmostEqual(shares, 1, places=4)

    def test_views(self):
        whole = tare("report", self.ledger).stdout
        self.assertIn("Where, at p = 4", whole)
        self.assertIn("What to try next, at p = 2", whole)
        self.assertNotIn("Where, at", tare("report", self.ledger, "--by", "program").stdout)
        self.assertIn("main  (lu2.c)", tare("report", self.ledger, "--by", "function").stdout)

    def test_broken_tables_are_one_message_and_nothing_on_stdout(self):
        text = pathlib.Path(self.ledger).read_text()
        table = json.loads(text)
        table["tables"][0]["overheads"][0]["time_s"] += 1
        for name, content in [("half.json", text[: len(text) // 2]), ("empty.json", ""),
                              ("binary.json", "\x00\x01"), ("sum.json", json.dumps(table)),
                              ("none.json", json.dumps(dict(table, tables=[])))]:
            path = os.path.join(self.folder.name, name)
            pathlib.Path(path).write_text(content)
            got = tare("report", path)
            self.assertEqual((got.returncode, got.stdout), (2, ""), name)
            self.assertEqual(got.stderr.count("\n"), 1, got.stderr)
            self.assertIn(name, got.stderr)

    def test_nothing_there(self):
        for place in ("/nowhere/at/all", self.folder.name):
            got = tare("report", place)
            self.assertEqual((got.returncode, got.stdout), (2, ""))
            self.assertIn(place, got.stderr)

    def test_folder_of_several_results_names_one(self):
        for name in ("tare-a-1", "tare-a-2"):
            os.mkdir(os.path.join(self.folder.name, name))
        got = tare("report", self.folder.name)
        self.assertEqual(got.returncode, 2)
        self.assertIn("tare-a-2", got.stderr)

    def test_full_disk_is_not_silent(self):
        with open("/dev/full", "w") as full:
            got = subprocess.run([TARE, "report", self.ledger], stdout=full,
                                 stderr=subprocess.PIPE, text=True)
        self.assertNotEqual(got.returncode, 0)
        self.assertIn("could not be written", got.stderr)


class Doctor(unittest.TestCase):
    def test_machine(self):
        got = tare("doctor")
        self.assertIn(got.returncode, (0, 3), got.stderr)
        for subject in ("gcc", "clock", "cores", "schedstat", "tare-instrument", "results folder"):
            self.assertIn(subject, got.stdout)
        self.assertEqual(got.returncode == 3, "MISSING" in got.stdout)
        self.assertTrue(all(len(line) <= 80 for line in got.stdout.splitlines()))

    def test_no_compiler_is_missing(self):
        with tempfile.TemporaryDirectory() as empty:
            got = tare("doctor", env={"PATH": empty})
        self.assertEqual(got.returncode, 3)
        self.assertIn("MISSING  a compiler", got.stdout)

    def test_results_folder_that_cannot_be_made(self):
        got = tare("doctor", env=dict(os.environ, TARE_OUTPUT_DIR="/proc/tare"))
        self.assertEqual(got.returncode, 3)
        self.assertIn("/proc/tare cannot be written", " ".join(got.stdout.split()))

    def test_folder_without_anything_of_tare(self):
        with tempfile.TemporaryDirectory() as empty:
            got = tare("doctor", empty)
            self.assertEqual(got.returncode, 3)
            self.assertIn("nothing here was built by Tare", got.stderr)
            got = tare("doctor", empty + "/absent")
            self.assertEqual(got.returncode, 2)


PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100000; i++)
    sum += 1.0 / (i + 1);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
#pragma omp atomic
    sum += 1;
  }
  if (argc > 1)
    abort();
  printf("%g\\n", sum);
  return 0;
}
"""


class ByHand(unittest.TestCase):
    """A program built by tare cc and started without tare."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        pathlib.Path(cls.folder.name, "mine.c").write_text(PROGRAM)
        built = tare("cc", "gcc", "-fopenmp", "-O1", "mine.c", "-o", "mine", cwd=cls.folder.name)
        assert built.returncode == 0, built.stderr

    def run_program(self, results, *arguments):
        environment = dict(os.environ, OMP_NUM_THREADS="2", TARE_OUTPUT_DIR=results)
        return subprocess.run(["./mine", *arguments], cwd=self.folder.name, env=environment,
                              capture_output=True)

    def test_report_of_one_run_has_no_reference(self):
        self.assertEqual(self.run_program("good").returncode, 0)
        got = tare("report", "good", cwd=self.folder.name)
        self.assertEqual(got.returncode, 0, got.stderr)
        self.assertIn("reference: none", " ".join(got.stdout.split()))
        self.assertIn("Own work T_s", got.stdout)
        self.assertNotIn("CUT OFF", got.stdout)
        self.assertNotIn("cheaper", got.stdout)

    def test_report_of_a_run_that_aborted(self):
        self.assertNotEqual(self.run_program("aborted", "now").returncode, 0)
        got = tare("report", "aborted", cwd=self.folder.name)
        self.assertEqual(got.returncode, 0, got.stderr)
        self.assertTrue(got.stdout.startswith("CUT OFF at p = 2"), got.stdout)

    def test_profile_that_is_none(self):
        path = os.path.join(self.folder.name, "profile.tare")
        pathlib.Path(path).write_bytes(b"TAREPROF" + bytes(5000))
        got = tare("report", path)
        self.assertEqual((got.returncode, got.stdout), (2, ""))
        self.assertEqual(got.stderr.count("\n"), 1, got.stderr)

    def test_doctor_says_what_became_of_each_construct(self):
        got = tare("doctor", self.folder.name)
        self.assertEqual(got.returncode, 0, got.stderr)
        text = " ".join(got.stdout.split())
        self.assertIn("mine.c (gcc)", text)
        self.assertIn("5 constructs seen: 4 measured, 1 counted", text)


class Statuses(unittest.TestCase):
    def test_usage(self):
        for arguments in ([], ["frob"], ["overheads"], ["report"], ["cc"]):
            got = tare(*arguments)
            self.assertEqual((got.returncode, got.stdout), (2, ""), arguments)
            self.assertTrue(got.stderr)

    def test_help(self):
        for arguments in (["--help"], ["overheads", "--help"], ["--version"]):
            got = tare(*arguments)
            self.assertEqual((got.returncode, got.stderr), (0, ""), arguments)


unittest.main()
