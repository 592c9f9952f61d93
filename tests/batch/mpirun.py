#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Jobs started by mpirun, with each MPI that is installed: all ranks in one table, and its sums.

Usage: mpirun.py.  An MPI that is not installed is skipped, and said.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from part import run_unittests  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
TARE = str(PREFIX / "bin" / "tare")

# Each step all ranks meet; rank 0 has `extra` times as much to do.
PROGRAM = r"""#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int rank, ranks, extra = argc > 1 ? atoi(argv[1]) : 1, given;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double all = 0;
  for (int step = 0; step < 20; ++step) {
    double own = 0;
    int n = 200 / ranks * (rank == 0 ? extra : 1);
#pragma omp parallel for reduction(+ : own)
    for (int i = 0; i < n; ++i)
      for (int j = 1; j < 2000; ++j)
        own += 1.0 / (i + j);
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  if (argc > 2 && rank == ranks - 1)
    exit(atoi(argv[2]));
  if (rank == 0)
    printf("%.9g\n", all);
  MPI_Finalize();
  return 0;
}
"""


class Mpi:
    def __init__(self, name, compiler, launcher, variable, options=()):
        self.name, self.compiler, self.launcher = name, compiler, launcher
        self.variable, self.options = variable, options

    def is_there(self):
        return bool(shutil.which(self.compiler) and shutil.which(self.launcher))


ALL = (Mpi("Open MPI", "mpicc.openmpi", "mpirun.openmpi", "OMPI_CC",
           ("--allow-run-as-root", "--oversubscribe", "--bind-to", "none")),
       Mpi("MPICH", "mpicc.mpich", "mpirun.mpich", "MPICH_CC"))


def each_mpi(test):
    def wrapped(self):
        there = [mpi for mpi in ALL if mpi.is_there()]
        for mpi in ALL:
            if mpi not in there:
                print(f"skipped: {mpi.name} is not installed")
        if not there:
            self.skipTest("no MPI is installed")
        for mpi in there:
            with self.subTest(mpi=mpi.name), tempfile.TemporaryDirectory(prefix="tare-mpi-") as folder:
                self.folder = pathlib.Path(folder)
                (self.folder / "job.c").write_text(PROGRAM)
                self.run_in(mpi.compiler, "-fopenmp", "-O2", "-g", "job.c", "-o", "job",
                            **{mpi.variable: str(PREFIX / "bin" / "tare-gcc")})
                test(self, mpi)
    return wrapped


class Jobs(unittest.TestCase):
    def run_in(self, *argv, status=(0,), **more):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("TARE_")}
        done = subprocess.run(argv, cwd=self.folder, env=dict(environment, LC_ALL="C", **more),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, errors="replace", timeout=600)
        self.assertIn(done.returncode, status, f"{argv}\n{done.stdout}{done.stderr}")
        return done

    def measure(self, mpi, *options, ranks="{ranks}", arguments="", status=(0, 6)):
        command = " ".join((mpi.launcher, *mpi.options, "-n", ranks, "./job", arguments))
        done = self.run_in(TARE, "run", "--repeat", "1", "--quiet", "--json", "table.json", *options,
                           "--parallel", command, status=status)
        table = self.folder / "table.json"
        return done, json.loads(table.read_text()) if table.exists() else None

    def check_sums(self, ledger):
        for table in ledger["tables"]:
            rows = sum(row["time_s"] for row in table["overheads"])
            self.assertAlmostEqual(table["parallel_time_s"], table["ideal_time_s"] + rows,
                                   delta=1e-6)

    @each_mpi
    def test_all_sizes_in_one_experiment(self, mpi):
        done, ledger = self.measure(mpi, "--ranks", "1,2", "--threads", "1,2")
        sizes = [(table["ranks"], table["threads"]) for table in ledger["tables"]]
        self.assertEqual(sizes, [(1, 1), (1, 2), (2, 2), (2, 4)])
        self.check_sums(ledger)
        self.assertIn("2 ranks x 2 threads", done.stdout)
        manifest = json.loads(next(self.folder.glob("tare-results/*/manifest.json")).read_text())
        ranks = {len(run["of_ranks"]) for run in manifest["runs"]}
        self.assertEqual(ranks, {1, 2})
        self.assertTrue(all(rank["profile"] for run in manifest["runs"] if run["role"] == "instrumented"
                            for rank in run["of_ranks"]))
        report = self.run_in(TARE, "report", "--full", status=(0, 6)).stdout
        self.assertIn("p = 2x2", report)
        self.assertIn("Ranks: load balance", report)
        ranks = ledger["tables"][-1]["job"]["ranks"]
        self.assertEqual([rank["rank"] for rank in ranks], [0, 1])
        results = str(next(self.folder.glob("tare-results/*/manifest.json")).parent)
        self.check_whatif(results)
        refused = self.run_in(TARE, "model", results, status=(2,)).stderr
        self.assertIn("1 rank x 2 threads and 2 ranks have as many threads", refused)

    def check_whatif(self, results):
        points = [{"bytes": bytes, "transfer_s": 1e-6 + bytes * 1e-10, "send_s": 2e-7, "receive_s": 2e-7}
                  for bytes in (0, 1024, 1 << 20)]
        table = {"schema": "tare.network/1", "library": "any", "local": {"points": points}, "remote": {"points": points}}
        (self.folder / "network.json").write_text(json.dumps(table))
        known = "--from-network", "network.json"

        def asked(*options):
            report = json.loads(self.run_in(TARE, "whatif", results, *options, "--json", "-").stdout)
            forecast, = report["forecasts"]
            for figure, column in (("base", "measured_s"), ("time", "predicted_s")):
                self.assertAlmostEqual(forecast[figure]["time_s"],
                                       sum(row[column] for row in forecast["job"]["rows"]), delta=1e-7)
            return forecast

        free = asked("--network", "free")
        self.assertEqual((free["job"]["ranks"], free["threads"]), (2, 4))
        self.assertLessEqual(free["time"]["time_s"], free["base"]["time_s"])
        slower = asked("--network", "local-latency=x1000", *known)
        self.assertGreater(slower["time"]["time_s"], slower["base"]["time_s"])
        self.assertGreater(slower["job"]["latency"]["slope"], 0)
        unchanged = asked("--network", "local-latency=x1", *known)
        self.assertEqual(unchanged["gain"]["time_s"], 0)
        both = asked("--network", "latency=/2", "--placement", "0:a,1:b", "--cores", "2", *known)
        self.assertIn("2 nodes, 1 rank on each", both["scenario"])
        text = self.run_in(TARE, "whatif", results, *known).stdout
        self.assertIn("--network free", text)
        for options, said in ((("--schedule", "job.c:1=static"), "--schedule is for runs of one process"),
                              (("--network", "local-latency=/2"), "what messages took on the measured network is not known"),
                              (("--network", "latency=/2", *known), "all ranks are on one node"),
                              (("--network", "latency"), "there is no such file"), (("--placement", "0:a"), "rank 1")):
            refused = self.run_in(TARE, "whatif", results, *options, status=(2,),
                                  XDG_CACHE_HOME=str(self.folder)).stderr
            self.assertIn(said, refused)

    @each_mpi
    def test_fixed_ranks(self, mpi):
        done, ledger = self.measure(mpi, "--ranks", "2", "--threads", "2", "--fixed-ranks")
        self.assertTrue(ledger["fixed_ranks"])
        self.check_sums(ledger)
        self.assertIn("the same ranks with one thread each", " ".join(done.stdout.split()))

    @each_mpi
    def test_a_job_that_nobody_asked_for(self, mpi):
        done, ledger = self.measure(mpi, "--threads", "1", ranks="2", status=(4,))
        self.assertIn("this is a job of 2 ranks", done.stderr)
        self.assertIn("say --ranks 2", done.stderr)

    @each_mpi
    def test_another_number_of_ranks_than_was_said(self, mpi):
        done, ledger = self.measure(mpi, "--ranks", "3", "--threads", "1", ranks="2", status=(4,))
        self.assertIn("the job has 2 ranks, and --ranks says 3", done.stderr)

    @each_mpi
    def test_a_rank_that_fails_is_told(self, mpi):
        done, ledger = self.measure(mpi, "--ranks", "2", "--threads", "1", arguments="1 3", status=(4,))
        self.assertRegex(done.stderr, r"2 ranks \(.*\), ended with status")


if __name__ == "__main__":
    run_unittests()
