#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare model`, `tare forecast` and `tare which` on results of both compilers, as a user has them.

No figure is asserted: only that the answers agree with each other, whatever the machine does.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG  # noqa: E402
from part import run_unittests  # noqa: E402

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
SCHEMAS = pathlib.Path(os.environ["TARE_SOURCE_DIR"], "docs/schema")
ANSWERED, REFUSED = 0, 5
COMPILERS = ("gcc", CLANG)

SOURCE = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 200;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i * 40; ++j)
      sum += 1.0 / (i + j + 1);
  printf("%.6f\\n", sum);
  return 0;
}
"""


@unittest.skipUnless(all(map(shutil.which, COMPILERS)), "one of the compilers is missing")
class Models(unittest.TestCase):
    """One program, three sizes, two compilers."""
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        (cls.folder / "tri.c").write_text(SOURCE, encoding="utf-8")
        for compiler in COMPILERS:
            for size in (120, 200, 280):
                cls.run_tare("overheads", "--source", "tri.c", "--compiler", compiler, "--threads", "1,2",
                             "--repeat", "3", "--quiet", "--param", f"N={size}", "--output", compiler,
                             "--", str(size))

    @classmethod
    def run_tare(cls, *words, statuses=(0, 6)):
        done = subprocess.run([TARE, *words], cwd=cls.folder, capture_output=True, text=True, check=False)
        assert done.returncode in statuses, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
        assert "internal error" not in done.stderr
        return done

    def document(self, name, *words, statuses=(0,)):
        document = json.loads(self.run_tare(*words, "--json", "-", statuses=statuses).stdout)
        schema = json.loads((SCHEMAS / f"tare.{name}-1.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator(schema).validate(document)
        return document

    def test_models_of_each_compiler(self):
        for compiler in COMPILERS:
            model = self.document("model", "model", compiler, "--template", "N^2")
            self.assertEqual(model["sizes"], ["N"])
            self.assertIn(compiler, model["keys"]["compiler"])
            self.assertEqual([table["threads"] for table in model["tables"]], [1, 2])
            rows = [row for table in model["tables"] for row in table["rows"]]
            self.assertTrue(all("model" in row or row["refused"]["reason"] for row in rows))
            counted = [row for row in rows if row.get("iterations") == "N"]
            self.assertTrue(counted, "the loop's iterations are N, exactly")
            text = self.run_tare("model", compiler, "--template", "N^2").stdout
            self.assertRegex(text, r"^tri\S* over N:\n  On 1 thread, the parallel time ")

    def test_a_forecast_adds_up_or_says_why_not(self):
        table = self.folder / "predicted.json"
        done = self.run_tare("forecast", "gcc", "--param", "N=400", "--template", "N^2", "--table",
                             str(table), statuses=(ANSWERED, REFUSED))
        if done.returncode == REFUSED:
            self.assertRegex(done.stderr, "refused, (lack-of-fit|wide-band|reach)")
            return
        ledger = json.loads(table.read_text(encoding="utf-8"))["tables"][0]
        sum_s = ledger["ideal_time"]["time_s"] + sum(row["time"]["time_s"] for row in ledger["overheads"])
        self.assertAlmostEqual(sum_s, ledger["parallel_time"]["time_s"], places=9)
        self.assertNotIn("(0 times)", done.stdout)

    def test_which_compiler_agrees_with_the_bands(self):
        done = self.run_tare("which", *COMPILERS, "--param", "N=300", "--template", "N^2",
                             statuses=(ANSWERED, REFUSED))
        first = " ".join(done.stdout.split("\n  ")[0].split())
        self.assertTrue(first.startswith("At N = 300 "), done.stdout)
        named = [name for name in COMPILERS if name in done.stdout]
        self.assertEqual(named, list(COMPILERS))
        self.assertEqual(done.returncode == REFUSED, "nothing can be predicted" in first)

    def test_growth_of_one_compiler_against_the_other(self):
        document = self.document("model", "model", CLANG, "--against", "gcc", "--template", "N^2")
        growth = document["growth"]
        counts = [row for row in growth["rows"] if row.get("exact")]
        self.assertTrue(counts)
        self.assertEqual({row["verdict"] for row in counts}, {"same"})
        self.assertTrue(any("compiler" in remark for remark in growth["remarks"]))

    def test_mistakes_are_named(self):
        self.assertIn("--caches is about --footprint",
                      self.run_tare("model", "gcc", "--caches", "32K", statuses=(2,)).stderr)
        self.assertIn("other-compiler", self.run_tare("model", *COMPILERS, statuses=(2, 5)).stderr)


if __name__ == "__main__":
    run_unittests()
