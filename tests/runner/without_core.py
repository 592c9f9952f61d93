#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that share one CPU: what their threads waited for it is no work of theirs. The kernel says how much
work it was: the CPU time of the process. Holds on a busy machine, too."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from compilers import CLANG  # noqa: E402

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
COMPILERS = [name for name in ("gcc", CLANG) if shutil.which(name)]
MOST = 1.25  # of the CPU time; half of the delay booked as work would be 1.5

WORK = r"""#include <stdio.h>
static double work(int n) {
  volatile double x = 1;
  for (int i = 0; i < n; ++i)
    x = x * 1.0000001 + 1e-9;
  return x;
}
static double cells[2000];
"""
# Workers run their tasks at the end of the region.
TASKS = WORK + r"""int main(void) {
#pragma omp parallel
#pragma omp master
  {
    for (int i = 0; i < 2000; ++i)
#pragma omp task firstprivate(i) shared(cells)
      cells[i] = work(30000);
#pragma omp taskwait
  }
  printf("%.6f\n", cells[17]);
  return 0;
}
"""
# Nothing but serial code behind the only region.
SERIAL = WORK + r"""int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 2; ++i)
    cells[i] = work(1000);
  for (int i = 0; i < 400; ++i)
    cells[i] += work(100000);
  printf("%.6f\n", cells[17]);
  return 0;
}
"""


class WithoutCore(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-without-core-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.cpu = {min(os.sched_getaffinity(0))}

    def build(self, compiler, text):
        (self.folder / "x.c").write_text(text)
        subprocess.run([TARE, "cc", compiler, "-O1", "-fopenmp", "x.c", "-o", "x"], cwd=self.folder, check=True)

    def start(self, name):
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("TARE_", "OMP_", "KMP_", "GOMP_"))}
        return subprocess.Popen(["./x"], cwd=self.folder, stdout=subprocess.DEVNULL,
                                env={**kept, "OMP_NUM_THREADS": "2", "TARE_OUTPUT_DIR": str(self.folder / name)},
                                preexec_fn=lambda: os.sched_setaffinity(0, self.cpu))

    def cpu_time(self, process):
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return used.ru_utime + used.ru_stime

    def check_work(self, name, cpu_s, least):
        profile, = (self.folder / name).rglob("*.tare")
        shown = subprocess.run([TARE, "report", profile, "--format", "json"], check=True, capture_output=True, text=True)
        table = json.loads(shown.stdout)["tables"][0]
        self.assertLess(table["serial_time_s"], MOST * cpu_s, shown.stderr)
        waiting, = (line["time_s"] for line in table["overheads"] if line["category"].endswith("off_cpu"))
        self.assertGreater(waiting, least * table["parallel_time_s"])

    def test_tasks_that_workers_run_at_the_end_of_their_region(self):
        for compiler in COMPILERS:
            with self.subTest(compiler):
                self.build(compiler, TASKS)
                self.check_work(compiler, self.cpu_time(self.start(compiler)), 0.35)  # two threads on it: a half

    def test_serial_code_behind_the_last_region(self):
        self.build(COMPILERS[0], SERIAL)
        both = {name: self.start(name) for name in ("one", "other")}
        for name, process in both.items():
            self.check_work(name, self.cpu_time(process), 0.02)


if __name__ == "__main__":
    unittest.main(verbosity=2)
