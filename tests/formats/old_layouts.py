#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables, profiles and archives in the layouts of earlier versions, read by today's verbs: the figures are the same.

Usage: old_layouts.py WRITE_SAMPLES WRITE_OLD_PROFILES [tests]
"""
import csv
import hashlib
import io
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "archive"))
import sample_tables  # noqa: E402
from part import run_unittests  # noqa: E402

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
ARCHIVE_1 = (pathlib.Path(__file__).parent / "archive-1.sql").read_text(encoding="utf-8")
WRITE_SAMPLES, WRITE_OLD_PROFILES = sys.argv[1:3]
del sys.argv[1:3]

# Fields of a table that came later: whoever wrote before did not have them.
SINCE_29_NOVEMBER = {
    "": {"fixed_ranks", "sources", "started_utc"}, "machine": {"memory_rates"},
    "outputs": {"between_ranks"}, "outputs.difference": {"expected_ranks", "ranks"}, "runs": {"ranks"},
    "tables": {"job", "model_half_s", "order", "ranks"},
}
SINCE_26_NOVEMBER = {
    "": {"build", "openmp_runtime", "outputs", "predicted"}, "coverage": {"left_alone_directives"},
    "machine": {"caches", "kernel", "memory_bytes", "register_probe_s"},
    "tables": {"cpu_waits", "reference_further_threads_s"}, "tables.advice": {"gain_s", "predicted"},
    "tables.constructs": {"counts", "cpu_waits", "end_line", "included_at", "iterations_counted", "lack_of_tasks_s",
                          "locking_calls", "time_s"},
    "tables.constructs.overheads": {"calibrated_s", "void", "with_probes_s"},
    "tables.overheads": {"calibrated_s", "void", "with_probes_s"}, "tables.own_cost.budget": {"told_by_pilot_s"},
    "tables.paths.overheads": {"calibrated_s", "void", "with_probes_s"},
}
SINCE_24_NOVEMBER = {
    "": {"idle_s", "source_root"}, "tables": {"asleep_s", "instrumented_counts", "one_counts"},
    "tables.constructs": {"atomics_at", "atomics_called", "atomics_there", "nested_team", "region"},
    "tables.constructs.iterations": {"deviation_s"},
}
LAYOUTS = {"28 November": [SINCE_29_NOVEMBER], "25 November": [SINCE_29_NOVEMBER, SINCE_26_NOVEMBER],
           "23 November": [SINCE_29_NOVEMBER, SINCE_26_NOVEMBER, SINCE_24_NOVEMBER]}


def without(value, later, place=""):
    if isinstance(value, list):
        return [without(each, later, place) for each in value]
    if not isinstance(value, dict):
        return value
    return {key: without(inner, later, f"{place}.{key}".lstrip(".")) for key, inner in value.items()
            if key not in later.get(place, ())}


def as_of(layout, document):
    for later in LAYOUTS[layout]:
        document = without(document, later)
    return document


class Old(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.environment = dict(os.environ, XDG_DATA_HOME=str(self.folder / "data"), TZ="UTC")
        self.environment.pop("TARE_ARCHIVE", None)

    def done(self, *words, status=0):
        done = subprocess.run([TARE, *map(str, words)], env=self.environment, capture_output=True, text=True,
                              check=False, timeout=120)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def tare(self, *words):
        return self.done(*words).stdout

    def written(self, name, document):
        path = self.folder / name
        path.write_text(json.dumps(document, indent=2, sort_keys=True) + "\n", encoding="utf-8")
        return path


class Tables(Old):
    def setUp(self):
        super().setUp()
        self.sample = sample_tables.written_by(WRITE_SAMPLES, self.folder)
        self.now = json.loads(self.sample)

    def rows(self, path):
        table = csv.DictReader(io.StringIO(self.tare("report", path, "--format", "csv")))
        return [(row["threads"], row["scope"], row["id"], row["category"], row["time_s"], row["low_s"], row["high_s"])
                for row in table if row["scope"] in ("summary", "program", "construct")]

    def test_layouts_differ(self):
        self.assertNotIn("build", as_of("23 November", dict(self.now, build={"commit": "a"})))
        sizes = [len(json.dumps(as_of(layout, self.now))) for layout in LAYOUTS]
        self.assertEqual(sizes, sorted(set(sizes), reverse=True))
        self.assertLess(sizes[0], len(json.dumps(self.now)) + 1)

    def test_report_and_diff(self):
        new = self.written("new.json", self.now)
        rows = self.rows(new)
        self.assertGreater(len(rows), 20)
        for layout in LAYOUTS:
            with self.subTest(layout):
                old = self.written("old.json", as_of(layout, self.now))
                self.assertEqual(self.rows(old), rows)
                self.assertTrue(self.tare("report", old))
                self.assertIn("</html>", self.tare("report", old, "--format", "html"))
                diff = json.loads(self.tare("diff", old, new, "--format", "json"))
                self.assertEqual(diff["schema"], "tare.diff/1")
                changes = [row["change_s"] for table in diff["tables"] for row in table["changes"]]
                self.assertGreater(len(changes), 20)
                self.assertEqual(set(changes), {0})

    def test_models_and_choices(self):
        def fitted(layout):
            paths = [self.written(f"{size}.json", layout(sample_tables.sized(self.sample, size, 2)))
                     for size in (100, 200, 400, 800, 1200)]
            model = json.loads(self.tare("model", *paths, "--json", "-"))
            which = json.loads(self.tare("which", *paths, "--param", "N=1600", "--json", "-"))
            forecast = json.loads(self.tare("forecast", *paths, "--param", "N=1600", "--threads", "2", "--json", "-"))
            self.assertEqual([document["schema"] for document in (model, which, forecast)],
                             ["tare.model/1", "tare.which/1", "tare.forecast/1"])
            rows = [(row["name"], row.get("model", {}).get("formula")) for table in model["tables"]
                    for row in table["rows"] if not row.get("construct")]
            return rows, which["choices"], [each["time"] for each in forecast["forecasts"]]
        now = fitted(lambda document: document)
        self.assertTrue(any(formula for _, formula in now[0]))
        for layout in LAYOUTS:
            with self.subTest(layout):
                rows, choices, times = fitted(lambda document, layout=layout: as_of(layout, document))
                self.assertEqual((rows, times), (now[0], now[2]))
                self.assertEqual([each["time_s"] for each in choices], [each["time_s"] for each in now[1]])

    def test_a_newer_version_is_refused_once_and_plainly(self):
        newer = self.written("newer.json", dict(self.now, schema="tare.overheads/2"))
        for words in (("report", newer), ("diff", newer, newer), ("model", newer, newer)):
            said = self.done(*words, status=2).stderr
            self.assertIn("newer.json", said)
            self.assertIn("written by a newer Tare: it has version 2, and this Tare reads version 1", said)
            self.assertIn("read it with the Tare that wrote it", said)
            self.assertEqual(said.count("newer Tare"), 1)


class Profiles(Old):
    def test_report_of_one_run(self):
        subprocess.run([WRITE_OLD_PROFILES, self.folder], check=True)
        def figures(version):
            said = json.loads(self.tare("report", self.folder / f"{version}.tare", "--format", "json"))
            return said["tables"]
        now = figures(9)
        self.assertEqual(now[0]["threads"], 2)
        for version in (7, 8):
            self.assertEqual(figures(version), now)


def old_archive(path, texts):
    """An archive of version 1 in a file, with these tables, and an index in which nothing is right."""
    database = sqlite3.connect(path)
    database.executescript("PRAGMA journal_mode = WAL;" + ARCHIVE_1)
    owner = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
    database.execute("INSERT INTO application (id, name, owner, description) VALUES (1, 'lu2', ?, 'a solver')", (owner,))
    database.execute("INSERT INTO template VALUES ('mine', 'n^2', 'of mine', ?)", (owner,))
    database.execute("INSERT INTO pure_function VALUES (1, 'work', 'mine')")
    database.execute("INSERT INTO accepted (application, category, source_commit, reason, accepted_utc, accepted_by) "
                     "VALUES (1, 'off_cpu', 'abc', 'it is meant', '2026-11-28T10:00:00Z', ?)", (owner,))
    for text in texts:
        database.execute(
            "INSERT INTO ledger (sha256, application, version, measured_utc, added_utc, format, document) VALUES "
            "(?, 1, 'v1', '2026-11-28T10:00:00Z', '2026-11-28T11:00:00Z', 'tare.overheads/1', ?)",
            (hashlib.sha256(text.encode()).hexdigest(), text))
    database.execute("INSERT INTO machine VALUES (1, 'nowhere', 'x', 1, 'x', '', '')")
    database.execute("INSERT INTO executable VALUES (1, 1, 'x', '', '', '', '')")
    database.execute("INSERT INTO run (id, ledger, number, application, executable, machine, threads, measured_utc, "
                     "parameters) VALUES (1, 1, 0, 1, 1, 1, 77, '', '{}')")
    database.commit()
    database.close()
    os.chmod(path, 0o600)


def records(path):
    database = sqlite3.connect(path)
    tables = ("application", "ledger", "template", "pure_function", "primitive", "model", "coupling", "accepted")
    try:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return {table: sorted(database.execute(f"SELECT * FROM {table}").fetchall()) for table in tables}
    finally:
        database.close()


def version_of(path):
    database = sqlite3.connect(path)
    try:
        return database.execute("PRAGMA user_version").fetchone()[0]
    finally:
        database.close()


class OldArchive(Old):
    def setUp(self):
        super().setUp()
        self.sample = sample_tables.written_by(WRITE_SAMPLES, self.folder)
        self.path = self.folder / "old.db"
        self.texts = [json.dumps(as_of(layout, json.loads(self.sample)), indent=1) for layout in LAYOUTS]

    def archive(self, *words, where=None, status=0):
        return self.done("archive", *words, "--archive", where or self.path, status=status)


class Archives(OldArchive):
    def test_read_by_whoever_comes_first(self):
        old_archive(self.path, self.texts)
        before = records(self.path)
        first = self.archive("list", "--json", "-")
        self.assertIn("from version 1 to version 2", first.stderr)
        copy = pathlib.Path(f"{self.path}.version-1")
        self.assertIn(str(copy), first.stderr)
        self.assertEqual((version_of(self.path), version_of(copy)), (2, 1))
        self.assertEqual((records(self.path), records(copy)), (before, before))
        self.assertEqual(copy.stat().st_mode & 0o777, 0o600)
        again = self.archive("list", "--json", "-")
        self.assertEqual((again.stderr, again.stdout), ("", first.stdout))
        self.assertEqual(len(json.loads(again.stdout)["ledgers"]), 3)

    def test_answers_are_those_of_a_new_archive(self):
        old_archive(self.path, self.texts)
        new = self.folder / "new.db"
        for number, text in enumerate(self.texts):
            path = self.folder / f"{number}.json"
            path.write_text(text, encoding="utf-8")
            self.archive("add", path, "--version", "v1", "--date", "2026-11-28T10:00:00Z", where=new)
        for words in (("query", "--row", "any", "--csv"), ("query", "--construct", "lu2.c:31", "--row", "any", "--csv"), ("query", "--threads", "2", "--json", "-"),
                      ("trend", "lu2", "--json", "-"), ("show", "1", "--json", "-"), ("show", "1")):
            old, made = self.archive(*words).stdout, self.archive(*words, where=new).stdout
            if words[-1] == "1":
                old, made = ("".join(text.splitlines(True)[4:]) for text in (old, made))
            self.assertEqual(old, made, words)
            self.assertGreater(len(old), 50, words)

    def test_a_copy_that_is_there_stays(self):
        old_archive(self.path, self.texts[:1])
        copy = pathlib.Path(f"{self.path}.version-1")
        copy.write_text("mine", encoding="utf-8")
        self.archive("list")
        self.assertEqual(copy.read_text(encoding="utf-8"), "mine")
        self.assertEqual(version_of(self.path), 2)

    def test_a_document_that_is_refused_stays(self):
        later = json.dumps(dict(json.loads(self.sample), schema="tare.overheads/9"))
        old_archive(self.path, [*self.texts, later])
        said = self.archive("list").stderr
        self.assertIn("Not in the index: ledger 4: this table was written by a newer Tare", said.replace("\n", " "))
        self.assertEqual(len(records(self.path)["ledger"]), 4)
        self.assertEqual(self.archive("show", "4", "--json", "-").stdout, later)
        self.assertIn("ledger 4:", self.archive("rebuild").stdout)

    def test_a_newer_archive_is_refused_and_not_touched(self):
        old_archive(self.path, self.texts[:1])
        database = sqlite3.connect(self.path)
        database.execute("PRAGMA user_version = 3")
        database.close()
        before = records(self.path)
        for words in (("list",), ("add", self.folder / "samples" / "ledger0.json"), ("rebuild",)):
            said = self.archive(*words, status=2).stderr
            self.assertIn("written by a newer Tare: it has version 3, and this Tare reads versions 1 to 2", said)
            self.assertIn("old.db", said)
        self.assertEqual((records(self.path), version_of(self.path)), (before, 3))


class Killed(OldArchive):
    def test_killed_while_it_is_brought_up_to_date(self):
        old_archive(self.path, [text + " " * number + "\n" for number in range(20) for text in self.texts])
        before, delay, kills = records(self.path), 0.002, 0
        while True:
            process = subprocess.Popen([TARE, "archive", "list", "--archive", self.path], env=self.environment,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            try:
                self.assertEqual(process.wait(delay), 0)
                break
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)  # tare and tare-archive, whichever works
                process.wait()
            kills, delay = kills + 1, delay * 1.5
            time.sleep(0.01)
            self.assertEqual(records(self.path), before)
            self.assertIn(version_of(self.path), (1, 2))
        self.assertEqual((version_of(self.path), records(self.path)), (2, before))
        self.assertGreater(kills, 0)
        copy = pathlib.Path(f"{self.path}.version-1")
        self.assertEqual((version_of(copy), records(copy)), (1, before))
        self.assertEqual(len(json.loads(self.archive("list", "--json", "-").stdout)["ledgers"]), 60)
        self.assertEqual({path.name.removesuffix("-wal").removesuffix("-shm") for path in self.folder.glob("*old.db*")},
                         {"old.db", "old.db.version-1"})  # nothing is left of those that were killed


if __name__ == "__main__":
    run_unittests()
