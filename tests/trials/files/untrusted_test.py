#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files in place of Tare's own that are no files, or not what they say: each is refused by a message
that names it, at once and with little memory."""
import os
import pathlib
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

TARE = os.path.join(os.environ["TARE_PREFIX"], "bin", "tare")
WRITER = sys.argv.pop(1)
MIB = 1 << 20
HANGS = 600  # seconds: who waits for a pipe waits for ever
SOURCE = "int main(void) {\n#pragma omp parallel\n  {}\n  return 0;\n}\n"


def make_pipe(path):
    os.mkfifo(path)


def make_socket(path):
    here = os.getcwd()
    os.chdir(path.parent)  # the path of a socket has 107 bytes
    try:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(path.name)
    finally:
        os.chdir(here)


def make_device(path):
    path.symlink_to("/dev/zero")


def make_folder(path):
    path.mkdir()


KINDS = {"pipe": make_pipe, "socket": make_socket, "device": make_device, "folder": make_folder}


class Untrusted(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.results = self.folder / "results"
        subprocess.run([WRITER, self.results], check=True)

    def tare(self, *words, mib=None):
        def limited():
            resource.setrlimit(resource.RLIMIT_AS, (mib * MIB, mib * MIB))
        env = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")}
        return subprocess.run([TARE, *map(str, words)], capture_output=True, text=True, env=env,
                              stdin=subprocess.DEVNULL, cwd=self.folder, timeout=HANGS,
                              preexec_fn=limited if mib else None)

    def refused(self, done, path, message):
        self.assertNotIn(done.returncode, (0, 1), done.stdout)
        self.assertEqual(done.stdout, "")
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertIn(str(path), lines[0])
        self.assertIn(message, lines[0])

    def each_kind(self, path):
        for kind, make in KINDS.items():
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
            make(path)
            yield f"is a {kind}, not a file"

    def test_as_they_should_be(self):
        for path in (self.results, self.results / "table.json",
                     self.results / "runs/001/profile.tare"):
            done = self.tare("report", path)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("load imbalance", done.stdout.lower())

    def test_manifest(self):
        for message in self.each_kind(self.results / "manifest.json"):
            self.refused(self.tare("report", self.results), "manifest.json", message)

    def test_profile_of_a_run(self):
        path = self.results / "runs/001/profile.tare"
        for message in self.each_kind(path):
            if "device" in message:  # a link that leads out of the folder
                self.refused(self.tare("report", self.results), "results", "has no profile in this folder")
                continue
            self.refused(self.tare("report", self.results), "runs/001/profile.tare", message)
            if "folder" not in message:
                self.refused(self.tare("report", path), path, message)
            frequencies = self.tare("run", "--parallel", "/bin/true", "--dry-run", "--from",
                                    self.results)
            self.assertNotEqual(frequencies.returncode, 0)
            self.assertIn(message, frequencies.stderr)

    def test_table(self):
        path = self.results / "table.json"
        for message in self.each_kind(path):
            if "folder" not in message:
                self.refused(self.tare("report", path), path, message)
                self.refused(self.tare("diff", path, path), path, message)

    def test_table_that_was_kept(self):
        (self.results / "manifest.json").unlink()
        for message in self.each_kind(self.results / "ledger.json"):
            self.refused(self.tare("report", self.results), "ledger.json", message)

    def test_what_is_kept_beside_a_manifest(self):
        for name in ("calls.json", "probe_costs.json"):
            for message in self.each_kind(self.results / name):
                done = self.tare("report", "--full", self.results)
                self.assertIn(message, " ".join((done.stdout + done.stderr).split()))
            path = self.results / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def test_plan(self):
        (self.folder / "x.c").write_text(SOURCE)
        for message in self.each_kind(self.folder / "plan"):
            done = self.tare("instrument", "x.c", "--plan", "plan")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("plan", done.stderr)
            self.assertIn(message, done.stderr)

    def test_search_to_go_on_with(self):
        (self.folder / "x.c").write_text(SOURCE)
        (self.folder / "search").mkdir()
        for message in self.each_kind(self.folder / "search/search.json"):
            self.refused(self.tare("search", "--source", "x.c", "--resume", "search"), "search.json",
                         message)

    def test_objects_and_programs(self):
        for message in self.each_kind(self.folder / "p"):
            self.refused(self.tare("nodes", "p"), "p", message)

    def test_brackets_without_end(self):
        path = self.folder / "brackets.json"
        path.write_text("[" * (19 * MIB))
        self.refused(self.tare("report", path, mib=64), path, "it is not a JSON object")
        path.write_text('{"schema":' + "[" * (19 * MIB))
        self.refused(self.tare("report", path, mib=64), path, "it is nested deeper than 100 levels")

    def test_a_key_that_this_version_does_not_know(self):
        path = self.results / "table.json"
        good = path.read_text().rstrip()
        plain = self.tare("report", path, mib=64)
        self.assertEqual(plain.returncode, 0, plain.stderr)
        path.write_text(good[:-1] + ',"unknown":"' + "x" * (42 * MIB) + '"}')
        done = self.tare("report", path, mib=64)
        self.assertEqual((done.returncode, done.stdout), (0, plain.stdout), done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
