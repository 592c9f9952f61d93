#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare calibrate --primitives` from the outside, with a compiler that makes a program which prints
times at once; and the loops themselves, with real compilers, over little data.

Never asserts on times.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
TARE = str(PREFIX / "bin" / "tare")
SOURCES = PREFIX / "share/tare/primitives"
SCHEMA = pathlib.Path(os.environ["TARE_SOURCE_DIR"], "docs/schema/tare.primitives-1.schema.json")
PLACES = 4  # of each loop's code
COMPILERS = [name for name in ("gcc", CLANG) if shutil.which(name)]
# Answers --version; else writes a program that prints a line for each size, and notes its calls.
COMPILER = """#!/bin/sh
[ "$1" = --version ] && { echo "made-up 1.0"; exit 0; }
echo "$@" >>"$0.calls"
case " $* " in *" -fwrong "*) echo "no such flag: -fwrong" >&2; exit 1;; esac
while [ "$1" != -o ]; do shift; done
cat >"$2" <<'PROGRAM'
#!/bin/sh
threads=$1; shift
for bytes; do echo "sum $bytes $threads 0.5 0.4 0.6"; echo "triad $bytes $threads 0.3 0.2 0.4"; done
PROGRAM
chmod +x "$2"
"""


def loop_names():
    """Of the table in the source."""
    text = (SOURCES / "loops.c").read_text()
    for kind, name in re.findall(r"^ +(ROW|STREAM_ROWS|SHORT_ROWS)\((\w+)", text, re.M):
        yield from {"ROW": [name], "STREAM_ROWS": [name, "scalar_" + name],
                    "SHORT_ROWS": ["sums_of_" + name, "streams_of_" + name]}[kind]


class Primitives(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.compiler = self.folder / "made-up"
        self.compiler.write_text(COMPILER)
        self.compiler.chmod(0o755)

    def calibrate(self, *arguments, status=0):
        done = subprocess.run([TARE, "calibrate", *arguments], capture_output=True, text=True,
                              env=dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache")))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stderr

    def primitives(self, *arguments, **how):
        return self.calibrate("--primitives", "--compiler", str(self.compiler), *arguments, **how)

    def compilations(self):
        return len((self.folder / "made-up.calls").read_text().splitlines())

    def test_they_are_measured_once_for_each_compiler_and_flags(self):
        said = json.loads(self.primitives("--threads", "1,2", "--json"))
        jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(said)
        self.assertEqual(said["compiler"], "made-up 1.0")
        self.assertEqual(said["flags"], "-O2")
        self.assertEqual({(t["loop"], t["threads"]) for t in said["times"]},
                         {("sum", 1), ("sum", 2), ("triad", 1), ("triad", 2)})
        self.assertEqual(json.loads(self.primitives("--threads", "1,2", "--json")), said)
        self.assertEqual(self.compilations(), PLACES)
        self.primitives("--threads", "1,2", "--cflags", "-O3 -DNAME='a b'")
        self.assertEqual(self.compilations(), 2 * PLACES)
        self.primitives("--threads", "1,2", "--again")
        self.assertEqual(self.compilations(), 3 * PLACES)

    def test_the_table(self):
        said = self.primitives("--threads", "2")
        self.assertIn("made-up 1.0 -O2, measured ", said)
        self.assertIn("ns of an executed iteration, 2 threads, each on data of its own, by the size", said)
        self.assertRegex(said, r"\n  sum +s \+= a\[i\]\n")
        self.assertRegex(said, r"\n  triad +out\[i\] = a\[i\] \+ 3 \* b\[i\]\n")
        self.assertRegex(said, r"\n  sum +~0\.50 ")  # the median is half as long again as the least
        self.assertRegex(said, r"\n +\d[\d.]* [KM]iB ")
        self.assertLessEqual(max(map(len, said.split("Kept in")[0].splitlines())), 80)
        kept = re.search(r"\nKept in (.*)\n", said)
        self.assertTrue(pathlib.Path(kept[1]).is_file(), said)
        self.assertIn("`tare model --operations FILE`", said)

    def test_each_loop_is_explained_and_strides_are_executed_iterations(self):
        names = sorted(set(loop_names()))
        self.compiler.write_text(COMPILER.replace(
            'echo "sum $bytes $threads 0.5 0.4 0.6"; echo "triad $bytes $threads 0.3 0.2 0.4"',
            f'for name in {" ".join(names)}; do echo "$name $bytes $threads 0.5 0.5 0.5"; done'))
        said = self.primitives("--threads", "1")
        explained, table = said.split("\nns of an executed iteration", 1)
        for name in names:
            line = re.sub(r"^scalar_.*", "scalar_NAME", re.sub(r"_of_\d+$", "_of_N", name))
            self.assertRegex(explained, rf"\n  {line} +\S", name)
            self.assertRegex(table, rf"\n  {name} +{'4.00' if name in ('strided_sum', 'column_sum') else '0.50'}")
        self.assertNotIn("~", said)
        self.assertLessEqual(max(map(len, explained.splitlines() + table.split("Kept in")[0].splitlines())), 80)

    def test_what_is_wrong_is_said(self):
        self.assertIn("could not be compiled: no such flag: -fwrong",
                      self.primitives("--cflags", "-fwrong", status=2))
        missing = self.calibrate("--primitives", "--compiler", "no-such-compiler", status=2)
        self.assertIn("no-such-compiler", missing)
        self.assertIn("belong to --primitives", self.calibrate("--cflags", "-O3", status=2))
        self.assertIn("quote", self.primitives("--cflags", "-D'", status=2))

    def test_the_loops_run(self):
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                program = self.folder / compiler
                subprocess.run([compiler, "-O2", "-fopenmp", "-DPLACE=3", "-Wall", "-Wextra", "-Werror",
                                f"-I{SOURCES}", SOURCES / "loops.c", SOURCES / "primitives_main.c",
                                "-o", program, "-lm"], check=True)
                done = subprocess.run([program, "2", "8192"], capture_output=True, text=True,
                                      check=True)
                lines = [line.split() for line in done.stdout.splitlines()]
                self.assertGreater(len(lines), 20)
                self.assertEqual(len({line[0] for line in lines}), len(lines))
                for line in lines:
                    self.assertEqual(line[1:3], ["8192", "2"])
                    self.assertGreater(float(line[3]), 0, line)
                self.assertEqual({line[0] for line in lines}, set(loop_names()))
                for wrong in (["0", "8192"], ["1"], ["1", "12"]):
                    self.assertEqual(subprocess.run([program, *wrong]).returncode, 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
