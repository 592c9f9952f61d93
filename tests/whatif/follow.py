#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare follow` on programs that run: started by it, by number, in a folder; mistakes; a new phase."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from part import run_unittests  # noqa: E402

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")

# Two phases: many executions of one region, then of another; waits for a file before it ends.
SOURCE = r"""#include <stdio.h>
#include <unistd.h>
static double a[4096];
int main(int argc, char **argv) {
  for (int t = 0; t < 300; ++t) {
#pragma omp parallel for
    for (int i = 0; i < 4096; ++i)
      for (int k = 0; k < 30; ++k)
        a[i] += k;
  }
  while (argc > 1 && access(argv[1], F_OK) != 0)
    usleep(10000);
  for (int t = 0; t < 300; ++t) {
#pragma omp parallel for
    for (int i = 0; i < 4096; ++i)
      for (int k = 0; k < 60; ++k)
        a[i] -= k;
  }
  printf("%g\n", a[7]);
  return argc > 2;
}
"""


class Follow(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-follow-test-"))
        (cls.folder / "x.c").write_text(SOURCE)
        subprocess.run([TARE, "cc", "gcc", "-O1", "-fopenmp", "x.c", "-o", "x"], cwd=cls.folder,
                       check=True)
        subprocess.run(["gcc", "-O1", "-fopenmp", "x.c", "-o", "plain"], cwd=cls.folder, check=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, ignore_errors=True)

    def follow(self, *arguments):
        return subprocess.run([TARE, "follow", *map(str, arguments)], cwd=self.folder, text=True,
                              capture_output=True, check=False, timeout=120,
                              stdin=subprocess.DEVNULL,
                              env={**os.environ, "OMP_NUM_THREADS": "2"})

    def test_a_command_is_followed_to_its_end(self):
        done = self.follow("--every", "0.05", "--threads", "1", "--threads", "4", "--cores", "1",
                           "--json", "--", "./x")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        last = lines[-1]
        self.assertTrue(last["ended"])
        self.assertEqual(last["regions"], 600)
        ratios = {f["scenario"]: f.get("ratio") for f in last["forecasts"]}
        self.assertEqual(len(ratios), 3)
        self.assertGreater(ratios["on 1 core"], 1.2)
        self.assertGreater(ratios["1 thread"], ratios["4 threads"])
        self.assertEqual([line["elapsed_s"] for line in lines],
                         sorted(line["elapsed_s"] for line in lines))

    def test_a_process_is_followed_by_its_number_and_a_new_phase_is_told(self):
        go = self.folder / "go"
        go.unlink(missing_ok=True)
        run = subprocess.Popen(["./x", str(go)], cwd=self.folder, stdout=subprocess.DEVNULL,
                               env={**os.environ, "OMP_NUM_THREADS": "2",
                                    "TARE_OUTPUT_DIR": str(self.folder / "live")})
        self.addCleanup(run.kill)
        for _ in range(500):
            if list(self.folder.glob("live/*/profile.tare")):
                break
            time.sleep(0.02)
        follower = subprocess.Popen([TARE, "follow", "--every", "0.1", str(run.pid)], text=True,
                                    cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.5)
        go.touch()
        run.wait(60)
        out, err = follower.communicate(timeout=60)
        self.assertEqual(follower.returncode, 0, out + err)
        self.assertIn("600 regions", out.splitlines()[-1])
        in_folder = self.follow("live")  # it has ended
        self.assertEqual(in_folder.returncode, 0, in_folder.stderr)
        self.assertIn("600 regions", in_folder.stdout)

    def test_mistakes(self):
        for arguments, status, words in (
            ((), 2, "follow what?"),
            (("999999999",), 2, "no process 999999999"),
            (("nowhere",), 2, "no such folder"),
            ((str(os.getpid()),), 2, "writes no profile"),
            (("--threads", "0", "1"), 2, "from 1 to 4096"),
            (("--", "./none"), 4, "127"),
            (("--", "./plain"), 4, "wrote no profile"),
            (("--", "./x", "x.c", "fail"), 4, "status 1"),
        ):
            done = self.follow(*arguments)
            self.assertEqual(done.returncode, status, (arguments, done.stdout, done.stderr))
            self.assertIn(words, done.stderr)
        nine = [word for _ in range(9) for word in ("--threads", "2")]
        self.assertIn("at most eight", self.follow(*nine, "1").stderr)


if __name__ == "__main__":
    run_unittests()
