#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The programs of the tutorial: the answer names the planted cause and its line first, is short, and
the change that the page shows removes it.

Usage: tutorial.py. TARE_PREFIX and TARE_SOURCE_DIR are set by ctest. On a machine that is too busy for
a reliable answer the test is skipped: no program is at fault then.
"""
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG  # noqa: E402
sys.dont_write_bytecode = True
from scripts import load  # noqa: E402
from part import run_unittests  # noqa: E402

COMPILERS = [name for name in ("gcc", CLANG) if shutil.which(name)]
NOT_RELIABLE = 6
# program -> plain name, dotted name, text of the planted line
PLANTED = {
    "uneven": ("load imbalance", "critical_path.load_imbalance", "#pragma omp parallel for"),
    "critical": ("waiting for locks", "information_movement.synchronisation.locks",
                 "#pragma omp critical"),
    "serial": ("unparallelised code", "critical_path.insufficient_parallelism.unparallelised",
               "  fill(table, n);"),
}


PAGES = load(ROOT / "scripts/refresh-tutorial")
LESSONS = PAGES.lessons(PAGES.PAGE.read_text(encoding="utf-8"))


class Tutorial(unittest.TestCase):

    def learn(self, program):
        name, category, planted = PLANTED[program]
        text = (PAGES.SAMPLES / f"{program}.c").read_text()
        line = 1 + [each.startswith(planted) for each in text.splitlines()].index(True)
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler), tempfile.TemporaryDirectory() as scratch:
                folder = pathlib.Path(scratch)
                (folder / f"{program}.c").write_text(text)
                printed, before = self.measured(program, compiler, folder, category)
                first = re.search(r"^Where the rest went.*\n(.*)", printed, re.M)[1]
                self.assertRegex(first, rf"^ +[\d.]+ ± [\d.]+ +{name} +{program}\.c:{line} ")
                self.assertIn(f"{program}.c:{line}", printed.split("Try first:")[1])
                (folder / f"{program}.c").write_text(PAGES.changed(text, LESSONS[program]))
                _, after = self.measured(program, compiler, folder, category)
                self.assertGreater(before, 0.15)
                self.assertLess(after, before / 3)

    def measured(self, program, compiler, folder, category):
        """The answer, and the row's share of T_p."""
        status, printed = PAGES.answer(TARE, program, folder, "--threads", "2", "--compiler",
                                       compiler, "--json", "table.json")
        lines = printed.splitlines()
        self.assertLessEqual(len(lines), 24, printed)
        if status == NOT_RELIABLE:
            self.assertTrue(lines[0].startswith("NOT RELIABLE"), printed)
            self.skipTest("other programs use this machine")
        self.assertEqual(status, 0, printed)
        table = json.loads((folder / "table.json").read_text())["tables"][0]
        times = {row["category"]: row["time_s"] for row in table["overheads"]}
        if times["off_cpu"] > 0.05 * table["parallel_time_s"]:
            self.skipTest("other programs use this machine")
        return printed, times[category] / table["parallel_time_s"]

    def test_uneven_loop(self):
        self.learn("uneven")

    def test_critical_in_a_hot_loop(self):
        self.learn("critical")

    def test_serial_part(self):
        self.learn("serial")

    def test_the_page_has_all_programs(self):
        self.assertEqual(set(LESSONS), set(PLANTED))
        self.assertEqual({path.stem for path in PAGES.SAMPLES.glob("*.c")}, set(PLANTED))


if __name__ == "__main__":
    run_unittests()
