#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands of docs/tutorial/forecast.md, run one after the other: three results, a forecast that
adds up, and a comparison with the truth. No figure is asserted: a machine may be busy.

Usage: forecast_page.py. TARE_PREFIX and TARE_SOURCE_DIR are set by ctest.
"""
import json
import os
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
sys.dont_write_bytecode = True
from scripts import load  # noqa: E402

DECIDED, NOT_DECIDED, NOT_RELIABLE = (0, 1), 5, 6
PAGES = load(ROOT / "scripts/refresh-tutorial")


class ForecastPage(unittest.TestCase):

    def check_forecast(self, folder, status, printed):
        if status == NOT_DECIDED:
            self.assertRegex(printed, r"lack-of-fit|wide-band", printed)
            self.skipTest("other programs use this machine: " + printed.splitlines()[0])
        self.assertEqual(status, 0, printed)
        self.assertIn("N = 3000", printed.splitlines()[0])
        table = json.loads((folder / "predicted.json").read_text())["tables"][0]
        rows = sum(row["time_s"] for row in table["overheads"])
        self.assertAlmostEqual(table["ideal_time_s"] + rows, table["parallel_time_s"], delta=1e-9)

    def test_the_commands_of_the_page(self):
        text = PAGES.FORECAST.read_text(encoding="utf-8")
        verbs = [words[1] for words in PAGES.steps(text)]
        self.assertEqual(verbs, ["overheads"] * 3 + ["forecast", "overheads", "diff"])
        self.assertEqual(len(PAGES.ANSWER.findall(text)), 2)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for words, status, printed in PAGES.follow_steps(TARE, text, folder):
                if words[1] == "overheads":
                    self.assertIn(status, (0, NOT_RELIABLE), printed)
                elif words[1] == "forecast":
                    self.assertEqual(len(list((folder / "sizes").glob("tare-*"))), 3)
                    self.check_forecast(folder, status, printed)
                else:
                    self.assertIn(status, (*DECIDED, NOT_DECIDED, NOT_RELIABLE), printed)
                    self.assertIn("predicted", printed)


if __name__ == "__main__":
    unittest.main(verbosity=2)
