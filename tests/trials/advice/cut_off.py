#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A run that was cut off in its first region: the start of the runtime is called by its name."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from compilers import CLANG  # noqa: E402

TARE = pathlib.Path(os.environ["TARE_PREFIX"], "bin", "tare")
SOURCE = pathlib.Path(__file__).parent / "cut_off.c"
START = "parallelism_management.fork_join.startup"
FORK = "parallelism_management.fork_join"


def table_of(compiler, folder):
    program = pathlib.Path(folder, "cut_off")
    subprocess.run([TARE, "cc", compiler, "-O1", "-fopenmp", SOURCE, "-o", program], check=True)
    settings = dict(os.environ, OMP_NUM_THREADS="2", TARE_OUTPUT_DIR=folder)
    ended = subprocess.run([program], env=settings, cwd=folder, stderr=subprocess.DEVNULL)
    assert ended.returncode < 0, f"it was to be killed: status {ended.returncode}"
    [profile] = pathlib.Path(folder).glob("**/profile.tare")
    told = subprocess.run([TARE, "report", profile, "--format", "json"], check=False,
                          stdout=subprocess.PIPE)
    assert told.returncode in (0, 6), f"status {told.returncode}"  # 6: not reliable
    [table] = json.loads(told.stdout)["tables"]
    return table


class CutOff(unittest.TestCase):
    def check(self, compiler):
        with tempfile.TemporaryDirectory() as folder:
            table = table_of(compiler, folder)
        rows = {row["category"]: row["time_s"] for row in table["overheads"]}
        self.assertTrue(table["cut_off"])
        self.assertGreater(rows[START], 0)
        self.assertEqual(rows[FORK], 0)
        rules = [advice["rule"] for advice in table.get("advice", [])]
        self.assertNotIn("regions-copies", rules)

    def test_clang(self):
        self.check(CLANG)

    def test_gcc(self):
        self.check("gcc")


unittest.main()
