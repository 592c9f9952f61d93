# SPDX-License-Identifier: Apache-2.0
"""What the tests of jobs share: a program, and each MPI that is installed."""
import functools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

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
        # Open MPI's mpirun may wait for ever for a rank that was killed in MPI_Init.
        self.ends_when_killed_early = name != "Open MPI"

    def is_there(self):
        return bool(shutil.which(self.compiler) and shutil.which(self.launcher))


ALL = (Mpi("Open MPI", "mpicc.openmpi", "mpirun.openmpi", "OMPI_CC",
           ("--allow-run-as-root", "--oversubscribe", "--bind-to", "none")),
       Mpi("MPICH", "mpicc.mpich", "mpirun.mpich", "MPICH_CC"))


def each_mpi(test):
    @functools.wraps(test)
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


class InFolder(unittest.TestCase):
    """Commands in self.folder, and an experiment of ./job there."""

    def run_in(self, *argv, status=(0,), **more):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("TARE_")}
        done = subprocess.run(argv, cwd=self.folder, env=dict(environment, LC_ALL="C", **more),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, errors="replace", timeout=600)
        self.assertIn(done.returncode, status, f"{argv}\n{done.stdout}{done.stderr}")
        return done

    def experiment(self, command, *options, status=(0, 6)):
        done = self.run_in(TARE, "run", "--repeat", "1", "--quiet", "--json", "table.json", *options,
                           "--parallel", command, status=status)
        table = self.folder / "table.json"
        return done, json.loads(table.read_text()) if table.exists() else None

    def measure(self, mpi, *options, ranks="{ranks}", arguments="", status=(0, 6)):
        command = " ".join((mpi.launcher, *mpi.options, "-n", ranks, "./job", arguments))
        return self.experiment(command, *options, status=status)

    def check_sums(self, ledger):
        for table in ledger["tables"]:
            rows = sum(row["time_s"] for row in table["overheads"])
            self.assertAlmostEqual(table["parallel_time_s"], table["ideal_time_s"] + rows, delta=1e-6)
