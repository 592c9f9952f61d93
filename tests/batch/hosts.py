#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A job on two hosts, on one machine: rank 1 moves into namespaces with another host's name and
another clock, 1000 s ahead. So all that depends on hosts is tried with real messages: names, clocks
that only messages align, places in whatif, and what --redact hides. Root only, on Linux.

Usage: hosts.py.  Skipped where namespaces cannot be made, and said.
"""
import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from mpi_jobs import InFolder, TARE, each_mpi  # noqa: E402
from part import run_unittests  # noqa: E402

AHEAD_S = 1000

# Namespaces are entered by starting anew in them, before MPI, Tare's libraries or OpenMP read a clock
# that counts.
PROGRAM = r"""#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void moveToNode2(char **argv) {
  const char *offset = "monotonic AHEAD 0\n", *rank = getenv("OMPI_COMM_WORLD_RANK");
  if (!rank)
    rank = getenv("PMI_RANK");
  if (!rank || strcmp(rank, "1") || getenv("ON_NODE2"))
    return;
  int moved = unshare(CLONE_NEWUTS | CLONE_NEWTIME) == 0 && sethostname("node2", 5) == 0;
  int offsets = open("/proc/self/timens_offsets", O_WRONLY);
  moved = moved && write(offsets, offset, strlen(offset)) > 0;
  close(offsets);
  int space = open("/proc/self/ns/time_for_children", O_RDONLY);
  moved = moved && setns(space, CLONE_NEWTIME) == 0;
  if (!moved)
    exit(77);
  close(space);
  setenv("ON_NODE2", "1", 1);
  execv("/proc/self/exe", argv);
  exit(77);
}
int main(int argc, char **argv) {
  int rank, ranks;
  double sum = 0, got = 0;
  moveToNode2(argv);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int step = 0; step < 30; ++step) {
    for (int i = 0; i < 200000 * (rank == 0 ? 2 : 1); ++i)
      sum += 1.0 / (1 + i + step);
    if (ranks > 1)
      MPI_Sendrecv(&sum, 1, MPI_DOUBLE, 1 - rank, 0, &got, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
  }
  if (rank == 0)
    printf("%.9g\n", sum);
  MPI_Finalize();
  return 0;
}
""".replace("AHEAD", str(AHEAD_S))


def why_not():
    if os.geteuid() != 0:
        return "namespaces want root"
    if not os.path.exists("/proc/self/timens_offsets"):
        return "this kernel has no time namespaces"
    probe = subprocess.run(["unshare", "--uts", "--time", "--monotonic", "1", "--fork", "hostname", "node2"],
                           capture_output=True, text=True)
    return probe.stderr.strip() if probe.returncode else ""


@unittest.skipIf(why_not(), why_not())
class TwoHosts(InFolder):
    @each_mpi
    def test_a_job_on_two_hosts(self, mpi):
        (self.folder / "job.c").write_text(PROGRAM)
        self.run_in(mpi.compiler, "-O2", "-g", "job.c", "-o", "job")
        command = " ".join((mpi.launcher, *mpi.options, "-n {ranks} ./job"))
        self.run_in(TARE, "run", "--quiet", "--repeat", "1", "--ranks", "2", "--threads", "1", "--json", "table.json",
                    "--parallel", command, status=(0, 6), TARE_CLOCK="monotonic", TARE_STAGE="always",
                    OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        results = next(self.folder.glob("tare-results/*/manifest.json")).parent
        self.check_hosts(results)
        self.check_sums(json.loads((self.folder / "table.json").read_text()))
        self.check_places(str(results))
        self.check_redacted(str(results))

    def ranks_of(self, results):
        """Of the run with probes that the timeline is of."""
        timeline = json.loads((results / "timeline.json").read_text())
        runs = json.loads((results / "manifest.json").read_text())["runs"]
        return timeline["job"], next(run for run in runs if run["number"] == timeline["run"])["of_ranks"]

    def check_hosts(self, results):
        job, ranks = self.ranks_of(results)
        hosts = [rank["host"] for rank in ranks]
        self.assertEqual(hosts[1], "node2")
        self.assertNotEqual(hosts[0], "node2")
        self.assertEqual([rank["host"] for rank in job["ranks"]], hosts)
        # What the clocks lie apart is known here, and nowhere else.
        begins = [rank["begin_tick"] * 1e-9 - AHEAD_S * number for number, rank in enumerate(ranks)]
        ends = [begin + rank["window_ticks"] * 1e-9 for begin, rank in zip(begins, ranks)]
        for number, rank in enumerate(job["ranks"]):
            self.assertAlmostEqual(rank["begin_s"], begins[number] - min(begins), delta=0.5)
        self.assertAlmostEqual(job["span_s"], max(ends) - min(begins), delta=0.5)
        late = {call.get("waits_for") for call in job["ranks"][1]["calls"]}
        self.assertIn(0, late)  # it has twice as much to do

    def check_places(self, results):
        points = [{"bytes": bytes, "transfer_s": 1e-6 + bytes * 1e-10, "send_s": 2e-7, "receive_s": 2e-7}
                  for bytes in (0, 1 << 20)]
        (self.folder / "network.json").write_text(json.dumps(
            {"schema": "tare.network/1", "library": "any", "local": {"points": points}, "remote": {"points": points}}))
        known = "--from-network", "network.json"
        slower = self.run_in(TARE, "whatif", results, "--network", "latency=x100", *known).stdout
        self.assertIn("2 nodes, 1 rank on each", slower)
        refused = self.run_in(TARE, "whatif", results, "--network", "local-latency=/2", *known, status=(2,)).stderr
        self.assertIn("each rank has a node of its own", refused)
        refused = self.run_in(TARE, "whatif", results, "--network", "latency=x100", *known, "--verify",
                              status=(2, 4)).stderr
        self.assertIn("several nodes", refused)

    def check_redacted(self, results):
        for form in ("json", "html", "chrome-trace"):
            shown = self.run_in(TARE, "report", results, "--redact", "--format", form, status=(0, 6)).stdout
            self.assertNotIn("node2", shown, form)


if __name__ == "__main__":
    run_unittests()
