#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What results tell of arguments, macros, variables, users and hosts, and who may read them."""
import json
import os
import pathlib
import socket
import stat
import subprocess
import tempfile
import unittest

TARE = os.path.join(os.environ["TARE_PREFIX"], "bin", "tare")
SECRETS = ("hunter2", "hunter3", "hunter4")  # argument, macro, variable
SOURCE = """#include <stdio.h>
int main(int argc, char **argv) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 300000; ++i)
    sum += 1.0 / (1 + i);
  printf("%.3f %d\\n", sum, argc);
  return KEY[0] == argv[0][0];
}
"""
BUILT = ("overheads", "--source", "x.c", "--cflags", '-O1 -DKEY="\\"hunter3\\""', "--threads", "2",
         "--repeat", "1")


NOT_RELIABLE = 6  # exit status: how wide bands are is the machine's affair


class Secrets(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "home" / "alice"
        self.folder.mkdir(parents=True)
        (self.folder / "x.c").write_text(SOURCE)

    def tare(self, *words):
        env = {**os.environ, "OMP_TOKEN": "hunter4", "OMP_WAIT_POLICY": "passive"}
        done = subprocess.run([TARE, *words], cwd=self.folder, env=env, capture_output=True, text=True)
        self.assertIn(done.returncode, (0, NOT_RELIABLE), done.stderr)
        return done.stdout

    def results(self):
        return next((self.folder / "tare-results").glob("tare-x-*"))

    def texts(self):
        for name in ("manifest.json", "ledger.json"):
            yield name, (self.results() / name).read_text()

    def test_variables_that_nobody_documents(self):
        shown = self.tare(*BUILT, "--json", "t.json", "--", "hunter2")
        for name, text in [*self.texts(), ("t.json", (self.folder / "t.json").read_text()),
                           ("stdout", shown)]:
            self.assertNotIn("hunter4", text, name)
        manifest = json.loads((self.results() / "manifest.json").read_text())
        self.assertEqual(manifest["environment"]["OMP_TOKEN"], "(value not recorded)")
        self.assertEqual(manifest["environment"]["OMP_WAIT_POLICY"], "passive")
        self.assertIn("hunter2", manifest["commands"]["parallel"])
        self.private()
        self.redacted_report()

    def private(self):
        """Nobody else reads results, or a table beside them that nobody has made for others."""
        for path in [self.folder / "t.json", *self.results().rglob("*")]:
            if path.is_file() and "build" not in path.parts:
                self.assertEqual(stat.S_IMODE(path.stat().st_mode) & 0o077, 0, path)
        (self.folder / "t.json").chmod(0o644)
        source = self.results() / "ledger.json"
        self.tare("run", "--parallel", "/bin/true", "--dry-run", "--from", str(self.results()),
                  "--json", "t.json", "--quiet")
        self.assertEqual(stat.S_IMODE((self.folder / "t.json").stat().st_mode), 0o644)
        self.assertTrue(source.exists())

    def redacted_report(self):
        """Of results that hold everything."""
        for form in ("text", "json", "markdown", "csv"):
            shown = self.tare("report", str(self.results()), "--redact", "--format", form)
            for secret in (*SECRETS, "alice"):
                self.assertNotIn(secret, shown, form)
        table = json.loads(self.tare("report", str(self.results()), "--redact", "--format", "json"))
        self.assertEqual(table["machine"]["host"], "[host]")
        self.assertTrue(all(run["command"].endswith(" [argument]") for run in table["runs"]))
        self.assertTrue(all("-DKEY=[value]" in run["compiler"] for run in table["runs"]))
        plain = json.loads(self.tare("report", str(self.results()), "--format", "json"))
        self.assertEqual(table["tables"], plain["tables"])

    def test_redacted_from_the_start(self):
        shown = self.tare(*BUILT, "--redact", "--json", "t.json", "--", "hunter2")
        for name, text in [*self.texts(), ("t.json", (self.folder / "t.json").read_text()),
                           ("stdout", shown)]:
            for secret in (*SECRETS, "alice"):
                self.assertNotIn(secret, text, name)
        host = socket.gethostname()
        for path in self.results().rglob("*"):
            self.assertNotIn(f"-{host}-", str(path.relative_to(self.folder)))
        self.assertNotIn(f"-{host}-", self.results().name)
        again = self.tare("report", str(self.results()), "--format", "json")
        self.assertEqual(json.loads(again)["tables"],
                         json.loads((self.results() / "ledger.json").read_text())["tables"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
