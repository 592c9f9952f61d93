#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare archive` as a user has it: places, modes, questions, writers that are killed, many rows.

Usage: e2e.py WRITE_SAMPLES ARCHIVE_LOAD [tests]
"""
import csv
import io
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
import unittest

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import sample_tables  # noqa: E402
from part import run_unittests  # noqa: E402

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
SCHEMAS = pathlib.Path(os.environ["TARE_SOURCE_DIR"], "docs/schema")
WRITE_SAMPLES, LOAD = sys.argv[1:3]
del sys.argv[1:3]


def check_schema(document, name):
    schema = json.loads((SCHEMAS / f"tare.{name}-1.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(document)


class Archive(unittest.TestCase):
    """Everything without a server."""
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.environment = dict(os.environ, XDG_DATA_HOME=str(self.folder / "data"))
        self.environment.pop("TARE_ARCHIVE", None)
        samples = self.folder / "samples"
        samples.mkdir()
        subprocess.run([WRITE_SAMPLES, samples], check=True)
        self.sample = samples / "ledger0.json"

    def tare(self, *words, status=0, archive=None):
        """What it printed: standard output where all went well, else the message."""
        where = ["--archive", str(archive)] if archive else []
        done = subprocess.run([TARE, "archive", *map(str, words), *where], env=self.environment,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertNotIn("internal error", done.stderr)
        return done.stderr if status else done.stdout

    def copies(self, count):
        """As many different ledgers with the same contents: blanks at their ends differ."""
        text = self.sample.read_text(encoding="utf-8")
        paths = [self.folder / f"copy{i}.json" for i in range(count)]
        for i, path in enumerate(paths):
            path.write_text(text + " " * (i + 1) + "\n", encoding="utf-8")
        return paths

    def results(self, program):
        """A results folder as an experiment leaves it."""
        folder = self.folder / "tare-results" / f"tare-{program}-20261128T163211Z-vm-1"
        folder.mkdir(parents=True)
        text = self.sample.read_text(encoding="utf-8").replace('"lu2"', f'"{program}"')
        (folder / "ledger.json").write_text(text, encoding="utf-8")
        return folder

    def listed(self):
        return sum(line[0].isdigit() for line in self.tare("list").splitlines())

    def test_usual_place(self):
        self.assertIn("there is no archive yet", self.tare("list", status=2))
        self.assertFalse((self.folder / "data").exists())
        first, second = self.results("one"), self.results("two")
        self.assertIn("one: ledger 1 added", self.tare("add", first))
        said = self.tare("add", first.parent)
        self.assertIn("one: ledger 1 was there already", said)
        self.assertIn("two: ledger 2 added", said)
        place = self.folder / "data" / "tare"
        self.assertEqual(stat.S_IMODE(place.stat().st_mode), 0o700)
        self.assertEqual(stat.S_IMODE((place / "archive.db").stat().st_mode), 0o600)
        self.assertEqual([path.name for path in place.iterdir()], ["archive.db"])
        self.assertEqual(self.tare("show", "2", "--json", "-"),
                         (second / "ledger.json").read_text(encoding="utf-8"))
        self.assertIn("Where the rest went", self.tare("show", "1"))
        self.assertIn("Removed 1 ledger", self.tare("forget", "two"))

    def test_questions(self):
        self.tare("add", self.sample, "--application", "lu2", "--date", "2026-11-28", "--version", "=1+1")
        rows = list(csv.DictReader(io.StringIO(self.tare("query", "--application", "lu2", "--row", "any", "--csv"))))
        self.assertEqual(rows[0]["version"], "'=1+1")  # no formula
        self.assertGreater(len({row["category"] for row in rows}), 5)
        self.assertGreater(len({row["repetition"] for row in rows}), 3)
        answer = json.loads(self.tare("query", "--threads", "2", "--json", "-"))
        check_schema(answer, "query")
        check_schema(json.loads(self.tare("query", "--threads", "2", "--row", "any", "--json", "-")), "query")
        self.assertEqual([row["threads"] for row in answer["rows"]], [2])
        self.assertAlmostEqual(answer["rows"][0]["serial_s"], 0.49)
        self.assertEqual(answer["rows"][0]["parameters"], {"n": "1100"})
        self.assertIn("load imbalance", self.tare("query", "--param", "n=1000..1200", "--row", "load imbalance"))
        self.assertIn("Nothing in the archive fits", self.tare("query", "--machine", "nowhere"))
        self.assertIn("3", self.tare("query", "--sql", "select count(*) as runs from run"))
        with sqlite3.connect(self.folder / "data/tare/archive.db") as base:
            self.assertGreater(base.execute("select count(*) from long").fetchone()[0], 50)
            self.assertEqual(base.execute("select count(*) from latest").fetchone()[0], 3)

    def test_texts_for_people(self):
        self.tare("add", *self.copies(2), "--application", "a", "--commit", "0123456789abcdef")
        listed = self.tare("list", "a").splitlines()
        self.assertEqual(listed[0], "All rows: application a; commit 0123456789; parameters n=1100; machine node7; "
                         "threads 1, 2, 4; compiler clang-19")
        self.assertEqual(listed[1].split(), ["ID", "measured", "(UTC)", "hash"])
        self.assertEqual(self.tare("describe", "a", "of rows"), "Described a.\n")
        self.assertEqual(self.tare("list", "a").splitlines()[0], "a: of rows")
        found = self.tare("query", "--application", "a", "--threads", "2", "--latest")
        self.assertNotIn("All rows", found)  # one row
        self.assertIn("0123456789", found)
        self.assertGreater(len(self.tare("show", "1", "--full")), len(self.tare("show", "1")))
        self.assertIn("Accepted barriers of a, as of commit 0123456789.",
                      self.tare("accept", "a", "--row", "barriers", "--reason", "so it is"))
        self.assertIn("no table of this application has n=7", self.tare("diff", "a", "--param", "n=7", status=2))
        self.assertIn("against ledger 1 of a (commit 0123456789, n=1100)",
                      " ".join(self.tare("diff", "a", "--param", "n=1100").split()))
        self.assertIn("Fewer than 3 tables", self.tare("trend", "a"))

    def test_what_does_not_fit_is_refused(self):
        self.tare("add", self.sample)
        for words, message in ((["lst"], "no action 'lst'"), ([], "which action?"),
                               (["show"], "usage: tare archive show ID"),
                               (["list", "--csv"], "--csv does not belong to list"),
                               (["query"], "nothing is asked for"),
                               (["query", "--sql", "drop table run"], "only read"),
                               (["query", "--sql", "select 1", "--threads", "2"], "cannot stand beside it"),
                               (["add", self.folder / "none"], "no such file or folder"),
                               (["add", self.folder], "there are no results in this folder"),
                               (["add", TARE], "is not UTF-8"),
                               (["add", __file__], "is not a table of Tare"),
                               (["add", self.sample, "--date", "soon"], "--date wants a time"),
                               (["show", "77"], "no ledger 77"), (["pure", "lu2", "f"], "FUNCTION=TEMPLATE"),
                               (["template", "add", "x"], "usage: tare archive template"),
                               (["accept", "lu2"], "accept needs --row and --reason"),
                               (["import", self.sample], "line 1"), (["import", self.folder], "is a folder"),
                               (["list", "--archive", self.sample], "is no archive of Tare"),
                               (["list", "--archive", "mysql://x"], "a file or postgresql://"),
                               (["list", "--archive", "postgresql://u:secret@/x?host=/nowhere"],
                                "cannot be opened")):
            with self.subTest(words=words):
                said = self.tare(*words, status=2)
                self.assertIn(message, said)
                self.assertNotIn("secret", said)
                self.assertEqual(said.count("\n"), 1)

    def version(self, number, share):
        document = sample_tables.version(self.sample.read_text(encoding="utf-8"), number, share)
        path = self.folder / f"version{number}.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    def test_trend(self):
        for number in range(16):
            chance = 0.001 * (number * 7 % 5 - 2)
            self.tare("add", self.version(number, chance + (0.2 if number >= 9 else 0)),
                      "--application", "p", "--date", f"2026-10-{number + 1:02}")
        text = self.tare("trend", "p")
        self.assertRegex(text, "(?m)^  load imbalance .*since 2026-10-10 .0909090909.")
        self.assertRegex(text, "(?m)^  T_p .*since 2026-10-10 ")
        self.assertNotRegex(text, "(?m)^  (T_s|barriers) ")
        document = json.loads(self.tare("trend", "p", "--json", "-"))
        check_schema(document, "trend")
        for setting in document["settings"]:
            self.assertEqual(len(setting["versions"]), 16)
            for row in setting["rows"]:
                if row["row"] == "T_p" and setting["threads"] > 1:
                    self.assertEqual([level["first"] for level in row["levels"]], [0, 9])
        diff = self.tare("diff", "p", "--since", "07" * 4)
        self.assertRegex(diff, r"2026-10-08 .*\n.*2026-10-16 ")
        self.assertIn("2 threads: T_p ", diff)
        self.assertIn("ledger 16 of p (commit 0f0f0f0f0f, n=1100) against ledger 8 of p (commit 0707070707, n=1100)", " ".join(diff.split()))
        self.assertNotIn("/tmp", diff)
        self.assertRegex(self.tare("diff", "p"), r"2026-10-15 .*\n.*2026-10-16 ")
        self.assertRegex(self.tare("diff", "p", "--since", "2026-10-03"), r"2026-10-03 .*\n.*2026-10-16 ")
        self.assertIn("is of 'ffffffff'", self.tare("diff", "p", "--since", "ffffffff", status=2))
        self.assertIn("no application .none.", self.tare("diff", "none", status=2).replace("'", "."))
        self.tare("accept", "p", "--row", "load imbalance", "--commit", "09" * 20, "--reason", "new input")
        self.assertRegex(self.tare("trend", "p"), "(?m)^  load imbalance .*accepted")
        self.assertIn("Nothing in the archive fits", self.tare("trend", "none"))
        for name, words in (("p", "too-few-points"), ("none", "none in the archive")):
            model = subprocess.run([TARE, "model", name], env=self.environment, cwd=self.folder,
                                   capture_output=True, text=True, check=False)
            self.assertIn(words, model.stdout + model.stderr)
        self.assertIn("does not belong to trend", self.tare("trend", "p", "--csv", status=2))

    def sized(self, size, power, version):
        ledger = sample_tables.sized(self.sample.read_text(encoding="utf-8"), size, power)
        path = self.folder / f"{version}-{size}.json"
        path.write_text(json.dumps(ledger), encoding="utf-8")
        return path

    def test_growth_between_versions(self):
        sizes = (2, 3, 4, 6, 8, 12)
        for version, power in (("old", 1), ("new", 2)):
            for size in sizes:
                self.tare("add", self.sized(size, power, version), "--application", "g", "--version", version)
        text = " ".join(self.tare("diff", "g", "--since", "old").split())
        self.assertIn("Growth with N, from 6 tables of BASE's version and 6 of HEAD's:", text)
        self.assertIn("parallel time was N, now N^2, on 2 threads", text)
        self.assertIn("(old, commit cccccccccc, N=12)", text)
        self.tare("add", self.sized(8, 3, "newest"), "--application", "g", "--version", "newest")
        self.assertNotIn("Growth", self.tare("diff", "g"))
        for size in (6, 8):
            self.tare("add", self.sized(size, 4, "next"), "--application", "g", "--version", "next")
        text = " ".join(self.tare("diff", "g", "--since", "newest").split())
        self.assertIn("Growth with size is not compared: the archive has 2 tables of HEAD's version with "
                      "different N, and of BASE's only 1 table.", text)
        text = " ".join(self.tare("diff", "g", "--since", "new").split())
        self.assertIn("Nothing can be said of the parallel time, on 1 thread (HEAD: too-few-points: 2 points", text)

    def test_formats_of_other_tools(self):
        self.tare("add", self.sample, "--application", "p->q")
        question = ("query", "--application", "p->q", "--row", "any", "--format")
        lines = [json.loads(line) for line in self.tare(*question, "extra-p-jsonl").splitlines()]
        self.assertNotIn("p->q", {line["callpath"] for line in lines})
        self.assertEqual({line["params"]["p"] for line in lines}, {1, 2, 4})
        entries = json.loads(self.tare(*question, "github-action-benchmark"))
        self.assertEqual({tuple(sorted(entry)) for entry in entries},
                         {("extra", "name", "range", "unit", "value")})
        for name in ("extra-p-jsonl", "bmf", "google-benchmark"):  # each is read again
            path = self.folder / name
            path.write_text(self.tare(*question, name), encoding="utf-8")
            self.tare("add", path, "--format", name, "--application", name)
            found = self.tare("query", "--sql", f"SELECT sum(value_s) AS s FROM long WHERE application = '{name}'")
            own = self.tare("query", "--sql", "SELECT sum(value_s) AS s FROM long WHERE application = 'p->q' "
                            "AND construct IS NULL AND repetition IS NOT NULL")
            if name == "extra-p-jsonl":  # all repetitions, to the nanosecond
                self.assertAlmostEqual(float(found.split()[1]), float(own.split()[1]), places=6)
            self.assertGreater(float(found.split()[1]), 0)
        self.assertEqual(self.tare("tables", "p->q", self.folder / "tables"), "1 table written.\n")
        written = list((self.folder / "tables").iterdir())
        self.assertEqual([path.read_bytes() for path in written], [self.sample.read_bytes()])
        self.assertIn("query writes", self.tare(*question, "extra-p", status=2))
        self.assertIn("cannot stand beside", self.tare(*question, "bmf", "--csv", status=2))

    def test_exchange(self):
        self.tare("add", *self.copies(3))
        self.tare("template", "add", "mine", "N^2+N*log2(N)", "of my own")
        self.tare("pure", "lu2", "main=mine")
        self.tare("describe", "lu2", "LU decomposition\nof \"two\" matrices")
        self.tare("accept", "lu2", "--row", "load imbalance", "--reason", "so it is", "--commit", "abc")
        first, second, other = (self.folder / name for name in ("1.jsonl", "2.jsonl", "other.db"))
        self.tare("export", first)
        self.assertIn("Imported 3 ledgers and 4 other records", self.tare("import", first, archive=other))
        self.tare("export", second, archive=other)
        self.assertEqual(first.read_bytes(), second.read_bytes())
        self.assertEqual(self.tare("export", "-").encode(), first.read_bytes())
        for line in first.read_text(encoding="utf-8").splitlines():
            check_schema(json.loads(line), "archive")
        self.assertIn("0 ledgers", self.tare("import", first))
        self.assertIn("again from 3 ledgers", self.tare("rebuild", archive=other))
        self.assertEqual(sorted(path.name for path in self.folder.glob("*.part")), [])

    def test_two_writers(self):
        paths = self.copies(40)
        writers = [subprocess.Popen([TARE, "archive", "add", *paths[i::2]], env=self.environment,
                                    stdout=subprocess.DEVNULL) for i in range(2)]
        self.assertEqual([writer.wait() for writer in writers], [0, 0])
        self.assertEqual(self.listed(), 40)

    def test_killed_writers_lose_nothing(self):
        chance, known = random.Random(7), set()
        for turn in range(30):
            paths = self.copies(60)
            writer = subprocess.Popen([TARE, "archive", "add", *chance.sample(paths, 60)],
                                      env=self.environment, stdout=subprocess.PIPE, text=True)
            time.sleep(chance.random() * 0.25)
            writer.send_signal(signal.SIGKILL)
            said = writer.communicate()[0]
            known |= {line.split()[2] for line in said.splitlines() if line.endswith(")")}
            if not (self.folder / "data/tare/archive.db").exists():
                continue  # it was killed before it began
            with sqlite3.connect(self.folder / "data/tare/archive.db") as base:
                self.assertEqual(base.execute("pragma integrity_check").fetchone(), ("ok",))
                ids = {str(row[0]) for row in base.execute("select id from ledger")}
                self.assertLessEqual(known, ids, f"turn {turn}")
                per_ledger = set(base.execute("select count(*) from ledger left join run on run.ledger = "
                                              "ledger.id group by ledger.id"))
                self.assertLessEqual(per_ledger, {(3,)}, f"turn {turn}: half a ledger")
        self.assertTrue(known)
        self.tare("add", *self.copies(60))
        self.assertEqual(self.listed(), 60)

    def test_many_rows(self):
        base = self.folder / "many.db"
        said = subprocess.run([LOAD, base, "100000"], check=True, capture_output=True, text=True).stdout
        print(said)
        rows = int(said.split()[0])
        self.assertGreaterEqual(rows, 100000)
        self.assertIn(f"{rows} rows", self.tare("rebuild", archive=base).replace(" from", ""))


if __name__ == "__main__":
    run_unittests()
