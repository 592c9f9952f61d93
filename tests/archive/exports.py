#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `tare archive query` writes for other tools, read as these tools read it: by the tools themselves
where they are installed, else by their rules.

Usage: exports.py WRITE_SAMPLES [tests]
"""
import csv
import io
import json
import os
import pathlib
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import unittest

import hatchet_rules

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
COMPARE = pathlib.Path("/usr/share/benchmark/compare.py")
WRITE_SAMPLES = sys.argv.pop(1)


def python_with(module):
    """An interpreter that has it: this one, or the system's, for which Debian has packages."""
    for python in (sys.executable, "/usr/bin/python3"):
        if pathlib.Path(python).exists() and not subprocess.run(
                [python, "-c", f"import {module}"], capture_output=True, check=False).returncode:
            return python
    return None


PANDAS = """
import io, json, pandas, sqlite3, sys
table = pandas.read_csv(sys.argv[1], keep_default_na=False)
with sqlite3.connect(sys.argv[2]) as base:
    view = pandas.read_sql("select * from long where construct is null and path is null", base)
print(json.dumps([len(table), len(view), pandas.to_numeric(table["value_s"]).sum(), view["value_s"].sum(),
                  sorted(int(p) for p in set(view["threads"]))]))
"""


class Exports(unittest.TestCase):
    """One archive with one table, of 1, 2 and 4 threads."""
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.archive = self.folder / "a.db"
        subprocess.run([WRITE_SAMPLES, self.folder], check=True)
        self.tare("add", self.folder / "ledger0.json", "--application", "a/b", "--version", "1.0",
                  "--commit", "4eb5337")

    def tare(self, *words, status=0):
        done = subprocess.run([TARE, "archive", *map(str, words), "--archive", str(self.archive)],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stderr if status else done.stdout

    def rows(self, *words):
        return list(csv.DictReader(io.StringIO(self.tare("query", *words, "--csv"))))

    def caliper(self):
        files = self.folder / "files"
        said = self.tare("query", "--application", "a/b", "--format", "caliper-json-split", "--output", files)
        paths = sorted(files.iterdir())
        self.assertEqual(said, f"{len(paths)} files written.\n")
        self.assertEqual({stat.S_IMODE(path.stat().st_mode) for path in paths}, {0o600})
        return [hatchet_rules.read(path.read_text(encoding="utf-8")) for path in paths]

    def test_hatchet_reads_a_file_for_each_repetition(self):
        times = {(row["threads"], row["repetition"]): float(row["repetition_parallel_s"])
                 for row in self.rows("--application", "a/b")}
        values = {(row["threads"], row["repetition"], row["category"]): float(row["value_s"])
                  for row in self.rows("--application", "a/b", "--row", "any") if row["is_void"] == "0"}
        runs = self.caliper()
        self.assertEqual({(about["p"], about["repetition"]) for _, about in runs}, set(times))
        for root, about in runs:
            key = (about["p"], about["repetition"])
            self.assertEqual((root.name, about["commit"], about["version"], about["n"], about["cluster"]),
                             ("a/b", "4eb5337", "1.0", "1100", "node7"))
            self.assertAlmostEqual(root.metrics["time (inc)"], times[key], places=12)
            everywhere = list(hatchet_rules.walk(root))
            self.assertAlmostEqual(sum(node.metrics["time"] or 0 for node in everywhere), times[key], places=12)
            categories = {name for _, _, name in values if (*key, name) in values}
            self.assertTrue(categories)
            for category in categories:
                total = sum(node.metrics[category] for node in everywhere)
                self.assertAlmostEqual(total, values[(*key, category)], places=12)

    def test_constructs_lie_where_they_were_entered(self):
        root = next(root for root, about in self.caliper() if about["p"] == "4")
        self.assertEqual([node.name for node in root.children], ["lu2.c:31 for"])
        self.assertEqual([node.name for node in root.children[0].children], ["lu2.c:40 critical"])

    def test_the_rules_refuse_what_hatchet_cannot_read(self):
        self.caliper()
        text = sorted((self.folder / "files").iterdir())[-1].read_text(encoding="utf-8")

        def changed(change):
            document = json.loads(text)
            change(document)
            return json.dumps(document)
        hatchet_rules.read(changed(lambda d: None))
        for change in (lambda d: d["nodes"].reverse(), lambda d: d["nodes"][1].pop("column"),
                       lambda d: d["columns"].remove("path"), lambda d: d["data"][0].pop(),
                       lambda d: d["column_metadata"].pop(), lambda d: d.pop("nodes"),
                       lambda d: d["nodes"][1].pop("parent"), lambda d: d["data"].append(d["data"][0]),
                       lambda d: d["columns"].__setitem__(0, "line"), lambda d: d.update(p=[1])):
            with self.assertRaises((ValueError, KeyError)):
                hatchet_rules.read(changed(change))

    def test_options_that_do_not_fit(self):
        question = ("query", "--application", "a/b", "--format", "caliper-json-split")
        self.assertIn("name a folder with --output", self.tare(*question, status=2))
        self.assertIn("leave out --row", self.tare(*question, "--output", self.folder, "--row", "any", status=2))
        self.assertIn("belongs to --format", self.tare("query", "--threads", "2", "--output", self.folder, status=2))
        self.assertIn("add does not read", self.tare("add", self.archive, "--format", "caliper-json-split", status=2))

    def test_pandas_reads_csv_and_the_view(self):
        python = python_with("pandas")
        if not python:
            self.skipTest("python3-pandas is not installed")
        path = self.folder / "rows.csv"
        path.write_text(self.tare("query", "--application", "a/b", "--row", "any", "--csv"), encoding="utf-8")
        said = subprocess.run([python, "-c", PANDAS, path, self.archive], capture_output=True, text=True, check=True)
        of_csv, of_view, sum_of_csv, sum_of_view, threads = json.loads(said.stdout)
        self.assertEqual(of_csv, len(self.rows("--application", "a/b", "--row", "any")))
        self.assertEqual(of_view, of_csv)
        self.assertAlmostEqual(sum_of_view, sum_of_csv, places=9)
        self.assertEqual(threads, [1, 2, 4])

    def test_google_benchmark_compares(self):
        python = python_with("scipy.stats") if COMPARE.exists() else None
        if not python:
            self.skipTest("libbenchmark-tools, or python3-scipy for it, is not installed")
        for name in ("old", "new"):
            text = self.tare("query", "--application", "a/b", "--format", "google-benchmark")
            (self.folder / f"{name}.json").write_text(text, encoding="utf-8")
        said = subprocess.run([python, COMPARE, "--no-color", "benchmarks", self.folder / "old.json",
                               self.folder / "new.json"], capture_output=True, text=True, check=False)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("a/b/n=1100/p=4/T_p", said.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
