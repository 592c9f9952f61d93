#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The archive on a server: one of our own on a socket in a temporary folder, which ends with the test.

Usage: postgresql.py TEST_ARCHIVE WRITE_SAMPLES ARCHIVE_LOAD.  Skipped where no server is installed.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
TEST_ARCHIVE, WRITE_SAMPLES, LOAD = sys.argv[1:4]
del sys.argv[1:4]
NOBODY = 65534


def server_programs():
    """The newest installation that has all that a server needs; none: None."""
    folders = [pathlib.Path(found).parent for found in [shutil.which("initdb")] if found]
    folders += sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parts[-2]))
    whole = [each for each in folders if all((each / name).exists() for name in ("initdb", "pg_ctl", "psql"))]
    return whole[-1] if whole else None


PROGRAMS = server_programs()


def as_server(*argv):
    """A server refuses to be root's."""
    if os.geteuid() == 0:
        argv = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *argv)
    subprocess.run(list(map(str, argv)), check=True, stdout=subprocess.DEVNULL, cwd="/")


@unittest.skipUnless(PROGRAMS, "no PostgreSQL server is installed (postgresql)")
class Server(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-pg-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        if os.geteuid() == 0:
            os.chown(cls.folder, NOBODY, NOBODY)
        cls.data = cls.folder / "data"
        as_server(PROGRAMS / "initdb", "-D", cls.data, "-A", "trust", "-U", "postgres", "-E", "UTF8",
                  "--locale=C.UTF-8", "--no-sync")
        as_server(PROGRAMS / "pg_ctl", "-D", cls.data, "-w", "-l", cls.folder / "log", "-o",
                  f"-c listen_addresses='' -c unix_socket_directories={cls.folder}", "start")
        cls.addClassCleanup(as_server, PROGRAMS / "pg_ctl", "-D", cls.data, "-m", "immediate", "stop")
        cls.sql("postgres", "create role anna login", "create role bert login", "create database tests owner anna",
                "create database team owner anna")

    @classmethod
    def sql(cls, base, *statements, user="postgres"):
        """What psql printed; statements are transactions of their own."""
        words = [word for each in statements for word in ("-c", each)]
        done = subprocess.run([PROGRAMS / "psql", "-h", cls.folder, "-U", user, "-Atq", *words, base],
                              capture_output=True, text=True)
        return done.stdout + done.stderr

    def uri(self, user, base):
        return f"postgresql://{user}:secret@/{base}?host={self.folder}"

    def tare(self, user, *words, status=0):
        done = subprocess.run([TARE, "archive", *map(str, words), "--archive", self.uri(user, "team")],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertNotIn("secret", done.stdout + done.stderr)
        return done.stderr if status else done.stdout

    def test_all_that_a_file_does(self):
        environment = dict(os.environ, TARE_TEST_POSTGRESQL=self.uri("anna", "tests"))
        subprocess.run([TEST_ARCHIVE], env=environment, check=True)

    def test_owners(self):
        samples = self.folder / "samples"
        samples.mkdir()
        subprocess.run([WRITE_SAMPLES, samples], check=True)
        sample = samples / "ledger0.json"
        self.assertIn("there is no archive in this data base yet", self.tare("anna", "list", status=2))
        self.assertIn("permission denied", self.tare("bert", "add", sample, status=2))
        self.assertIn("lu2: ledger 1 added", self.tare("anna", "add", sample))
        (samples / "mine.json").write_text(sample.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        mine = samples / "mine.json"
        self.assertIn("belongs to anna, and you are bert", self.tare("bert", "add", mine, status=2))
        self.assertIn("belongs to anna", self.tare("bert", "add", mine, "--as-owner", status=2))
        self.assertIn("added", self.tare("bert", "add", mine, "--application", "other"))
        self.assertEqual(sum(line[0].isdigit() for line in self.tare("bert", "list").splitlines()),
                         2)  # everybody reads everything
        self.assertIn("belongs to bert", self.tare("anna", "forget", "other", status=2))
        self.assertIn("1 of other owners stay", self.tare("anna", "rebuild"))
        count = self.sql("team", "select count(*) from tare.overhead")
        # The server keeps the rule, whatever program asks.
        self.sql("team", "delete from tare.overhead_repetition", "delete from tare.overhead",
                 "update tare.ledger set document = 'x'", "update tare.application set owner = 'bert'", user="bert")
        self.assertEqual(self.sql("team", "select count(*) from tare.ledger where document = 'x'"), "1\n")
        self.assertEqual(self.sql("team", "select name, owner from tare.application order by name"),
                         "lu2|anna\nother|bert\n")
        left = self.sql("team", "select count(*) from tare.overhead")
        self.assertEqual(int(left) * 2, int(count))
        self.assertIn("row-level security",
                      self.sql("team", "insert into tare.application (name, owner) values ('x', 'anna')", user="bert"))
        for statement in ("drop table tare.run", "delete from tare.version", "update tare.machine set host = 'x'"):
            self.assertRegex(self.sql("team", statement, user="bert"), "must be owner|permission denied")
        self.check_newer_version(int(count))

    def check_newer_version(self, rows):
        """The tables are anna's, so she brings them up to date; each makes the index of what is his."""
        self.sql("team", "update tare.ledger set document = (select document from tare.ledger where id = 1) || "
                 "chr(10) where document = 'x'", "update tare.version set number = 1")
        self.assertIn("of an older Tare", self.tare("bert", "list", status=2))
        self.assertIn("whoever made it does that first", self.tare("bert", "rebuild", status=2))
        self.assertIn("1 of other owners stay", self.tare("anna", "rebuild"))
        self.assertIn("again from 1 ledger", self.tare("bert", "rebuild"))
        self.assertEqual(int(self.sql("team", "select count(*) from tare.overhead")), rows)
        self.assertIn("0", self.sql("team", "delete from tare.succession; select count(*) from tare.succession "
                                    "where false", user="bert"))
        self.assertGreater(int(self.sql("team", "select count(*) from tare.succession")), 0)

    def test_serve(self):
        """Answers, and uploads by a token of the role that the server of the data base knows."""
        self.sql("postgres", "create database served owner anna")
        where = ["--archive", self.uri("anna", "served"), "--tokens", self.folder / "tokens"]
        samples = self.folder / "to-serve"
        samples.mkdir()
        subprocess.run([WRITE_SAMPLES, samples], check=True)
        sample = (samples / "ledger0.json").read_bytes()
        subprocess.run([TARE, "archive", "add", samples / "ledger0.json", *where[:2]], check=True, stdout=subprocess.DEVNULL)
        tokens = {owner: subprocess.run([TARE, "archive", "token", "add", owner, *where], check=True, capture_output=True,
                                        text=True).stdout.strip() for owner in ("anna", "bert")}
        server = subprocess.Popen([TARE, "archive", "serve", "--port", "0", *where], stdout=subprocess.PIPE, text=True)
        try:
            url = server.stdout.readline().split()[-1]

            def ask(path, body=None, owner=None):
                headers = {"Authorization": f"Bearer {tokens[owner]}"} if owner else {}
                try:
                    with urllib.request.urlopen(urllib.request.Request(url + path, body, headers)) as answer:
                        return answer.status, answer.read().decode()
                except urllib.error.HTTPError as refused:
                    with refused:
                        return refused.code, refused.read().decode()
            listed = subprocess.run([TARE, "archive", "list", "--json", "-", *where[:2]], check=True, capture_output=True,
                                    text=True).stdout
            self.assertEqual(ask("api/list"), (200, listed))
            self.assertEqual(ask("lu2/index.html")[0], 200)
            self.assertEqual(ask("api/ledgers", sample + b"\n")[0], 401)
            self.assertEqual(ask("api/ledgers", sample + b"\n", "bert")[0], 403)
            self.assertEqual(ask("api/ledgers", sample + b"\n", "anna")[0], 201)
        finally:
            server.terminate()
            server.wait()
            server.stdout.close()

    def test_many_rows(self):
        self.sql("postgres", "create database load owner anna")
        said = subprocess.run([LOAD, self.uri("anna", "load"), "20000"], check=True, capture_output=True,
                              text=True).stdout
        print(said)
        self.assertGreaterEqual(int(said.split()[0]), 20000)


if __name__ == "__main__":
    unittest.main(verbosity=2)
