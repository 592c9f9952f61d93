#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command from outside: statuses, streams, reports of what is at hand, the doctor."""
import csv
import ctypes
import io
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

TARE = os.path.join(os.environ["TARE_PREFIX"], "bin", "tare")
WRITER = sys.argv.pop(1)
# A manifest of an experiment that made no run yet.
NO_RUNS = {"schema": "tare.manifest/1", "program": "y", "reference": "serial", "runs": [],
           "started_utc": "2026-11-01T10:00:00Z", "command_line": [], "commands": {}, "compile": {},
           "parameters": {}, "environment": {}, "threads": [2], "repeat": 3, "check": False,
           "source_root": "/", "warnings": [], "left_out": [], "sources": {},
           "machine": {"host": "h", "cpu": "c", "clock": "rdtsc", "cores": 2,
                       "ticks_per_second": 1e9}}


def tare(*arguments, **options):
    return subprocess.run([TARE, *arguments], capture_output=True, text=True, timeout=3000,
                          **options)


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        subprocess.run([WRITER, self.folder.name], check=True)
        self.ledger = os.path.join(self.folder.name, "ledger0.json")

    def test_text_of_a_kept_table(self):
        for form, first in ([], "lu2 on 2 CPUs, compared with"), (["--full"], "lu2 on p = 1, 2, 4 threads"):
            got = tare("report", self.ledger, *form)
            self.assertEqual((got.returncode, got.stderr), (0, ""))
            self.assertIn(first, got.stdout)
            self.assertIn("load imbalance", got.stdout)
            self.assertTrue(all(len(line) <= 80 for line in got.stdout.splitlines()
                                if not line.startswith("Results: ")))
            self.assertNotIn("\x1b", got.stdout)
        self.assertLessEqual(len(tare("report", self.ledger).stdout.splitlines()), 24)

    def test_the_latest_results_are_meant_where_none_are_named(self):
        base = pathlib.Path(self.folder.name) / "tare-results"
        for start in "20261127T100000Z", "20261127T120000Z", "20261126T130000Z":
            (base / f"tare-x-{start}-h-1").mkdir(parents=True)
            shutil.copy(self.ledger, base / f"tare-x-{start}-h-1" / "ledger.json")
        got = tare("report", cwd=self.folder.name)
        self.assertEqual(got.returncode, 0, got.stderr)
        self.assertIn("Results: tare-results/tare-x-20261127T120000Z-h-1", got.stdout)
        shutil.rmtree(base)
        got = tare("report", cwd=self.folder.name)
        self.assertEqual((got.returncode, got.stdout), (2, ""))
        self.assertIn("there are no results yet", got.stderr)

    def test_clean_keeps_the_newest_and_what_has_not_ended(self):
        base = pathlib.Path(self.folder.name) / "tare-results"
        names = [f"tare-x-2026112{day}T100000Z-h-1" for day in range(5)]
        for name in names:
            (base / name).mkdir(parents=True)
            shutil.copy(self.ledger, base / name / "ledger.json")
        for name, ended in (("tare-y-20261101T100000Z-h-1", False),
                            ("tare-z-20261102T100000Z-h-1", True)):
            (base / name).mkdir()
            (base / name / "manifest.json").write_text(json.dumps({**NO_RUNS, "ended": ended}))
        (base / "mine").mkdir()
        (base / "tare-notes").mkdir()
        outside = pathlib.Path(self.folder.name) / "outside"
        outside.mkdir()
        (outside / "kept").write_text("")
        (base / names[0] / "link").symlink_to(outside)

        def left():
            return sorted(entry.name for entry in base.iterdir())
        before = left()
        got = tare("clean", "--dry-run", cwd=self.folder.name)
        self.assertEqual((got.returncode, left()), (0, before), got.stderr)
        self.assertIn(f"would remove tare-results/{names[0]} (", got.stdout)
        got = tare("clean", "--keep", "2", cwd=self.folder.name)
        self.assertEqual(got.returncode, 0, got.stderr)
        self.assertEqual(left(), sorted(["mine", "tare-notes", "tare-y-20261101T100000Z-h-1",
                                         *names[3:]]))
        self.assertIn("tare-y-20261101T100000Z-h-1 (it has not ended", got.stdout)
        self.assertTrue((outside / "kept").exists())
        self.assertRegex(got.stdout.splitlines()[-1], "^4 of 7 experiments removed, .* MB; 3 kept$")
        tare("clean", "--keep", "0", "--unfinished", cwd=self.folder.name)
        self.assertEqual(left(), ["mine", "tare-notes"])
        self.assertEqual(tare("clean", str(base / "none")).returncode, 2)
        self.assertEqual(tare("clean", "--keep", "-1", cwd=self.folder.name).returncode, 2)

    def test_ascii_where_the_locale_has_no_more(self):
        got = tare("report", self.ledger, env=dict(os.environ, LC_ALL="C"))
        self.assertTrue(got.stdout.isascii())
        self.assertIn("+-", got.stdout)

    def test_notes_alone(self):
        got = tare("report", self.ledger, "--notes")
        self.assertEqual(got.returncode, 0, got.stderr)
        self.assertTrue(got.stdout.startswith("- "))
        self.assertNotIn("Total overhead", got.stdout)

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
        whole = tare("report", self.ledger, "--full").stdout
        self.assertIn("Where, at p = 4", whole)
        self.assertIn("What to try next, at p = 2", whole)
        self.assertNotIn("Where, at", tare("report", self.ledger, "--by", "program").stdout)
        self.assertIn("main  (lu2.c)", tare("report", self.ledger, "--by", "function").stdout)

    def test_growth_of_parts(self):
        got = tare("report", self.ledger, "--by", "construct")
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        self.assertIn("How they grow, in % of T_p           p = 2   p = 4  change", got.stdout)
        self.assertIn("From p = 2 to 4 the fastest growing construct is lu2.c:31",
                      " ".join(got.stdout.split()))
        self.assertTrue(all(len(line) <= 80 for line in got.stdout.splitlines()))

    def test_top_of_csv(self):
        def scopes(*options):
            got = tare("report", self.ledger, "--format", "csv", *options)
            self.assertEqual(got.returncode, 0, got.stderr)
            rows = list(csv.DictReader(io.StringIO(got.stdout)))
            total = sum(float(row["time_s"]) for row in rows
                        if row["threads"] == "4" and row["scope"] in ("construct", "other", "nowhere"))
            return {row["id"] for row in rows if row["scope"] == "construct"}, total
        every, total = scopes("--by", "construct")
        self.assertEqual(len(every), 2)
        largest, of_one = scopes("--by", "construct", "--top", "1")
        self.assertEqual(largest, {"lu2.c#main#for#0"})
        self.assertAlmostEqual(of_one, total, places=7)
        self.assertEqual(scopes("--by", "construct", "--top", "0")[0], set())

    def test_no_call_path_is_a_message_with_its_reason(self):
        for form in ("text", "markdown", "csv"):
            got = tare("report", self.ledger, "--by", "path", "--format", form)
            self.assertEqual((got.returncode, got.stdout), (2, ""))
            self.assertEqual(got.stderr.count("\n"), 1)
            self.assertIn("these results hold none", got.stderr)

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
            pathlib.Path(self.folder.name, name, "ledger.json").write_text("{}")
        got = tare("report", self.folder.name)
        self.assertEqual(got.returncode, 2)
        self.assertIn("tare-a-2", got.stderr)

    def test_folder_without_a_run_is_no_result(self):
        os.mkdir(os.path.join(self.folder.name, "tare-failed"))
        kept = pathlib.Path(self.folder.name, "tare-good")
        kept.mkdir()
        (kept / "ledger.json").write_text(pathlib.Path(self.ledger).read_text())
        got = tare("report", self.folder.name)
        self.assertEqual(got.returncode, 0, got.stderr)

    def test_folder_of_a_search_is_its_last_step(self):
        for step in ("1", "2"):
            folder = pathlib.Path(self.folder.name, "steps", step)
            folder.mkdir(parents=True)
            (folder / "ledger.json").write_text(pathlib.Path(self.ledger).read_text())
        pathlib.Path(self.folder.name, "search.json").write_text("{}")
        got = tare("report", self.folder.name)
        self.assertEqual(got.returncode, 0, got.stderr)
        self.assertIn("steps/2", got.stderr)

    def test_reader_that_goes_away(self):
        got = subprocess.run(["sh", "-c", f"sleep 0.2; '{TARE}' report '{self.ledger}'; echo $? >&2"],
                             stdout=self.closed_pipe(), stderr=subprocess.PIPE, text=True)
        self.assertEqual(got.stderr, "141\n")

    def closed_pipe(self):
        reader, writer = os.pipe()
        os.close(reader)
        self.addCleanup(os.close, writer)
        return writer

    def test_full_disk_is_not_silent_of_any_verb(self):
        for arguments in (["--help"], ["shim", os.path.join(self.folder.name, "shim")], ["doctor"]):
            with open("/dev/full", "w") as full:
                got = subprocess.run([TARE, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertIn("could not be written", got.stderr)
            self.assertNotEqual(got.returncode, 0)

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

    def test_counters(self):
        """Against a try of our own: user mode, this process, any core."""
        number = {"x86_64": 298, "aarch64": 241}.get(os.uname().machine)
        if number is None:
            self.skipTest("no number of perf_event_open is known for this machine")
        text = " ".join(tare("doctor").stdout.split())

        def counts(event):
            inherit, exclude_kernel, exclude_hv = 1 << 1, 1 << 5, 1 << 6
            wish = struct.pack("=IIQQQQQ", 0, 128, event, 0, 0, 0,
                               inherit | exclude_kernel | exclude_hv).ljust(128, b"\0")
            fd = ctypes.CDLL(None, use_errno=True).syscall(number, wish, 0, -1, -1, 0)
            if fd < 0:
                return False
            sum(range(100000))
            count = struct.unpack("=Q", os.read(fd, 8))[0]
            os.close(fd)
            return count > 0
        cycles, reference = counts(0), counts(9)
        self.assertEqual("ok cycles can be read" in text, cycles)
        self.assertEqual("ok reference cycles can be read" in text, reference)
        self.assertEqual("is a row of its own" in text, cycles and reference)

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
        got = tare("report", "good", "--full", cwd=self.folder.name)
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
        for arguments in ([], ["frob"], ["overheads"], ["diff"], ["cc"]):
            got = tare(*arguments)
            self.assertEqual((got.returncode, got.stdout), (2, ""), arguments)
            self.assertTrue(got.stderr)

    def test_what_only_a_shell_understands(self):
        for command, said in [("/bin/true < in", "sh -c"), ("/bin/true | cat", "no shell runs this"),
                              ("OMP_PROC_BIND=true /bin/true", "env OMP_PROC_BIND=true")]:
            got = tare("run", "--parallel", command)
            self.assertEqual((got.returncode, got.stdout), (2, ""), command)
            self.assertIn(said, got.stderr)

    def test_folder_as_the_table_is_found_before_the_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            got = tare("run", "--parallel", "/bin/true", "--json", folder, cwd=folder)
            self.assertEqual(got.returncode, 2)
            self.assertIn("this is a folder", got.stderr)
            self.assertEqual(os.listdir(folder), [])

    def test_help(self):
        for arguments in (["--help"], ["overheads", "--help"], ["--version"]):
            got = tare(*arguments)
            self.assertEqual((got.returncode, got.stderr), (0, ""), arguments)


unittest.main()
