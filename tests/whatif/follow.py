#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare follow` on programs that run: started by it, by number, in a folder; signals; a new phase; memory."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from part import run_unittests  # noqa: E402

SCHEMA = pathlib.Path(os.environ["TARE_SOURCE_DIR"], "docs/schema/tare.follow-1.schema.json")
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

# Small regions, then as its arguments say: stay | crash | open (stay inside of a region).
STEPS = r"""#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static double a[512];
static void stay(const char *pids) {
  FILE *f = fopen(pids, "w");
  fprintf(f, "%d\n", (int)getpid());
  fclose(f);
  for (;;)
    usleep(10000);
}
int main(int argc, char **argv) {
  const char *end = argv[1];
  for (int t = 0; t < atoi(argv[3]); ++t) {
#pragma omp parallel for
    for (int i = 0; i < 512; ++i)
      a[i] += i;
#pragma omp parallel for schedule(dynamic, 16)
    for (int i = 0; i < 512; ++i)
      a[i] *= 2;
  }
  if (!strcmp(end, "open")) {
#pragma omp parallel
    {
#pragma omp master
      stay(argv[2]);
    }
  }
  if (!strcmp(end, "deaf"))
    signal(SIGINT, SIG_IGN);
  if (!strcmp(end, "stay") || !strcmp(end, "deaf"))
    stay(argv[2]);
  if (!strcmp(end, "crash"))
    raise(SIGSEGV);
  return 0;
}
"""

# A log of 1 KiB a region and thread.
LONG = ("#include <stdlib.h>\nstatic double a[64];\nint main(int argc, char **argv) {\n"
        "for (int t = 0; t < atoi(argv[1]); ++t) {\n#pragma omp parallel\n{\n" +
        "#pragma omp for nowait\nfor (int i = 0; i < 256; ++i) a[i % 64] += i;\n" * 32 +
        "}}\nreturn argc > 2;\n}\n")


def listen():
    """To signals that whoever runs this test ignores, as by nohup."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Follow(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-follow-test-"))
        cls.temporary = cls.folder / "tmp"
        cls.temporary.mkdir()
        for name, source in (("x", SOURCE), ("steps", STEPS), ("long", LONG)):
            (cls.folder / f"{name}.c").write_text(source)
            subprocess.run([TARE, "cc", "gcc", "-O1", "-fopenmp", f"{name}.c", "-o", name],
                           cwd=cls.folder, check=True)
        subprocess.run(["gcc", "-O1", "-fopenmp", "x.c", "-o", "plain"], cwd=cls.folder, check=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, ignore_errors=True)

    def environment(self, **more):
        return {**os.environ, "OMP_NUM_THREADS": "2", "TMPDIR": str(self.temporary), **more}

    def follow(self, *arguments):
        return subprocess.run([TARE, "follow", *map(str, arguments)], cwd=self.folder, text=True,
                              capture_output=True, check=False, timeout=120,
                              stdin=subprocess.DEVNULL, env=self.environment())

    def begin(self, *arguments):
        """Of `tare follow`, with what it prints."""
        follower = subprocess.Popen([TARE, "follow", *map(str, arguments)], cwd=self.folder,
                                    text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE, env=self.environment(),
                                    preexec_fn=listen)
        self.addCleanup(follower.kill)
        self.addCleanup(follower.stdout.close)
        self.addCleanup(follower.stderr.close)
        return follower

    def steps(self, end, count=50):
        """The arguments of a program that stays, and the file that it then writes its number to."""
        pid = self.folder / f"pid-{self.id()}-{end}-{count}"
        pid.unlink(missing_ok=True)
        return ["./steps", end, pid, count], pid

    @staticmethod
    def wait_for(what):
        for _ in range(6000):
            if found := what():
                return found
            time.sleep(0.01)
        raise AssertionError("it did not come")

    def number_in(self, file):
        return int(self.wait_for(lambda: file.exists() and file.read_text().endswith("\n") and
                                 file.read_text()))

    def live(self, end, count=50):
        """A program that stays, not started by Tare."""
        command, pid = self.steps(end, count)
        run = subprocess.Popen(list(map(str, command)), cwd=self.folder,
                               env=self.environment(TARE_OUTPUT_DIR=str(self.folder / f"live-{self.id()}")))
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        self.number_in(pid)
        return run

    @staticmethod
    def is_running(pid):
        try:
            return ") Z " not in pathlib.Path(f"/proc/{pid}/stat").read_text()
        except OSError:
            return False

    def test_a_command_is_followed_to_its_end(self):
        done = self.follow("--every", "0.05", "--threads", "1", "--threads", "4", "--cores", "1",
                           "--json", "--", "./x")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("\n\n", done.stdout)
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        self.assertEqual([line["ended"] for line in lines], [False] * (len(lines) - 1) + [True])
        last = lines[-1]
        self.assertEqual(last["regions"], 600)
        self.assertIn("lost", last)
        ratios = {f["scenario"]: f.get("ratio") for f in last["forecasts"]}
        self.assertEqual(len(ratios), 3)
        self.assertGreater(min(ratios.values()), 0)
        self.assertEqual([line["elapsed_s"] for line in lines],
                         sorted(line["elapsed_s"] for line in lines))
        for line in lines:
            jsonschema.validate(line, json.loads(SCHEMA.read_text()))
        self.assertEqual(list(self.temporary.iterdir()), [])

    def test_ranks_of_a_job_are_told_one_by_one(self):
        job = " & ".join(f"OMPI_COMM_WORLD_RANK={rank} OMPI_COMM_WORLD_SIZE=2 ./steps end x {50 + rank}"
                         for rank in range(2))
        command = ("--every", "0.05", "--", "sh", "-c", job + "; wait")
        lines = self.follow(*command).stdout.splitlines()
        self.assertEqual(sum("Messages are not followed" in line for line in lines), 1)
        for rank in range(2):
            self.assertTrue(any(line.startswith(f"rank {rank}: ended after ") and
                                f", {100 + 2 * rank} regions" in line for line in lines), lines)
        lines = [json.loads(line) for line in self.follow("--json", *command).stdout.splitlines()]
        self.assertEqual(sorted(line["rank"] for line in lines if line["ended"]), [0, 1])
        for line in lines:
            jsonschema.validate(line, json.loads(SCHEMA.read_text()))

    def test_a_signal_ends_the_command_too(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            command, file = self.steps("stay")
            follower = self.begin("--every", "0.05", "--", *command)
            pid = self.number_in(file)
            follower.send_signal(number)
            out, err = follower.communicate(timeout=60)
            self.assertEqual(follower.returncode, 128 + number, err)
            self.assertIn("interrupted", err)
            self.assertRegex(out.splitlines()[-1], "^ended after .*, 100 regions; lost: ")
            self.assertFalse(self.is_running(pid))
            self.assertEqual(list(self.temporary.iterdir()), [])

    def test_a_command_that_ignores_the_signal_is_killed(self):
        command, file = self.steps("deaf")
        follower = self.begin("--", *command)
        pid = self.number_in(file)
        follower.send_signal(signal.SIGINT)
        _, err = follower.communicate(timeout=60)
        self.assertEqual(follower.returncode, 128 + signal.SIGINT, err)
        self.assertFalse(self.is_running(pid))
        self.assertEqual(list(self.temporary.iterdir()), [])

    def test_a_signal_leaves_a_process_alone(self):
        run = self.live("stay")
        follower = self.begin("--every", "0.05", run.pid)
        first = follower.stdout.readline()
        follower.send_signal(signal.SIGTERM)
        out, err = follower.communicate(timeout=60)
        self.assertEqual(follower.returncode, 128 + signal.SIGTERM, err)
        self.assertIn("100 regions; lost: ", first)
        self.assertIn("100 regions; lost: ", out.splitlines()[-1])
        self.assertNotIn("ended", out)
        self.assertTrue(self.is_running(run.pid))

    def test_a_process_that_is_killed_has_ended(self):
        run = self.live("stay")
        follower = self.begin("--every", "0.05", "--json", run.pid)
        self.assertFalse(json.loads(follower.stdout.readline())["ended"])
        run.kill()  # nobody waits for it: a zombie
        out, err = follower.communicate(timeout=60)
        self.assertEqual(follower.returncode, 0, err)
        self.assertEqual([json.loads(line)["ended"] for line in out.splitlines()][-1:], [True])
        text = self.follow(f"live-{self.id()}").stdout
        self.assertRegex(text, r"^ended after .* \(the program was killed, .*\), 100 regions; lost: ")

    def test_the_signal_that_ended_it_is_named(self):
        command, _ = self.steps("crash")
        done = self.follow("--", *command)
        self.assertEqual(done.returncode, 4)
        self.assertIn("was ended by signal 11 (SIGSEGV)", done.stderr)

    def test_before_a_region_has_ended_nothing_is_known(self):
        run = self.live("open", 0)
        for options in ((), ("--json",)):
            follower = self.begin("--every", "0.05", "--threads", "4", *options, run.pid)
            first = follower.stdout.readline()
            follower.kill()
            follower.communicate()
            if options:
                line = json.loads(first)
                jsonschema.validate(line, json.loads(SCHEMA.read_text()))
                self.assertEqual(line["reason"], "not known yet: no region has ended")
                self.assertEqual(line["forecasts"], [{"scenario": "4 threads",
                                                      "reason": line["reason"]}])
            else:
                self.assertIn("; 4 threads: not known yet: no region has ended", first)
                self.assertRegex(first, r"[01] regions?; lost: not known yet")
                self.assertNotIn("1 regions", first)

    def test_inside_of_an_open_region_what_has_ended_is_told(self):
        run = self.live("open")
        follower = self.begin("--every", "0.05", "--threads", "4", run.pid)
        first = follower.stdout.readline()
        follower.kill()
        follower.communicate()
        self.assertRegex(first, "; lost: [a-z]")
        self.assertNotIn("not known", first)
        self.assertNotIn("unexplained", first)

    def test_every_line_has_losses_once_a_region_has_ended(self):
        command, _ = self.steps("end", 2000)
        done = self.follow("--every", "0.05", "--threads", "4", "--json", "--", *command)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(lines[-1]["regions"], 4000, done.stderr)
        for line in lines:
            if line["regions"] > 4:
                self.assertIn("lost", line)
                self.assertIn("ratio", line["forecasts"][0])
                self.assertLess(line["lost"].get("unexplained", 0), 0.01)

    def test_memory_is_bounded(self):
        most = {}
        for threads, regions in ((32, 100), (128, 300)):
            folder = self.folder / f"long-{threads}"
            subprocess.run(["./long", str(regions)], cwd=self.folder, check=True,
                           env=self.environment(OMP_NUM_THREADS=str(threads), OMP_WAIT_POLICY="passive",
                                                TARE_OUTPUT_DIR=str(folder)))
            log = sum(file.stat().st_blocks * 512 for file in folder.glob("*/profile.tare"))
            for asked in (4, 256):
                follower = self.begin("--threads", "2", "--threads", asked, "--cores", "1", folder)
                out = follower.stdout.read()
                _, status, used = os.wait4(follower.pid, 0)
                follower.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(follower.returncode, 0, out + follower.stderr.read())
                self.assertNotIn("not known", out)
                most[threads, asked] = (log >> 20, used.ru_maxrss >> 10)
        print("MiB of profile and of memory:", most)
        if b"__asan_" not in pathlib.Path(TARE).read_bytes():
            for _, memory in most.values():
                self.assertLess(memory, 64)

    def test_a_process_is_followed_by_its_number_and_a_new_phase_is_told(self):
        go = self.folder / "go"
        go.unlink(missing_ok=True)
        run = subprocess.Popen(["./x", str(go)], cwd=self.folder, stdout=subprocess.DEVNULL,
                               env=self.environment(TARE_OUTPUT_DIR=str(self.folder / "live")))
        self.addCleanup(run.kill)
        self.wait_for(lambda: list(self.folder.glob("live/*/profile.tare")))
        follower = self.begin("--every", "0.1", run.pid)
        first = follower.stdout.readline()
        while "300 regions" not in first:  # the phases are apart
            first = follower.stdout.readline()
        go.touch()
        run.wait(60)
        out, err = follower.communicate(timeout=60)
        self.assertEqual(follower.returncode, 0, out + err)
        self.assertEqual(out.count("a new phase"), 1, out)
        self.assertRegex(out.splitlines()[-1], "^ended after .*, 600 regions")
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
            (("--", "./none"), 4, "cannot start ./none"),
            (("--", "./plain"), 4, "wrote no profile"),
            (("--", "./x", "x.c", "fail"), 4, "status 1"),
            (("1",), 2, "process 1 "),
        ):
            done = self.follow(*arguments)
            self.assertEqual(done.returncode, status, (arguments, done.stdout, done.stderr))
            self.assertIn(words, done.stderr)
        if os.geteuid() == 0:
            self.assertNotIn("another user", self.follow("1").stderr)
        nine = [word for _ in range(9) for word in ("--threads", "2")]
        self.assertIn("at most eight", self.follow(*nine, "1").stderr)


if __name__ == "__main__":
    run_unittests()
