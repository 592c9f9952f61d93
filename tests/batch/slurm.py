#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Jobs of a batch system: a Slurm of our own runs the scripts of docs/how-to/batch.md.

Usage: slurm.py.  Skipped where Slurm is not installed, or for others than root.
"""
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import slurm_cluster  # noqa: E402
from part import run_unittests  # noqa: E402

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
SOURCE = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
HOW_TO = SOURCE / "docs" / "how-to" / "batch.md"

# No MPI: Slurm's own variables say which rank it is.
PROGRAM = r"""#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 20000; ++j)
      sum += 1.0 / (1 + i + j);
  fprintf(stderr, "%g\n", sum);
  return 0;
}
"""


MPI_PROGRAM = r"""#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, ranks;
  double sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int step = 0; step < 5; ++step) {
    for (int i = 0; i < 1000000 / ranks; ++i)
      sum += 1.0 / (1 + i + step);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  fprintf(stderr, "%d of %d: %g\n", rank, ranks, sum);
  MPI_Finalize();
  return 0;
}
"""


def scripts_of_the_how_to():
    """The complete scripts, in their order."""
    return [block for block in re.findall(r"^```\n(.*?)^```", HOW_TO.read_text(), re.S | re.M)
            if block.startswith("#!")]


@unittest.skipIf(slurm_cluster.why_not(), slurm_cluster.why_not())
class Slurm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = slurm_cluster.Cluster().__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.cluster.__exit__()

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="tare-batch-")
        self.folder = pathlib.Path(self.scratch.name)
        self.addCleanup(self.scratch.cleanup)
        (self.folder / "heat.c").write_text(PROGRAM)
        self.run_in(str(PREFIX / "bin" / "tare"), "cc", "gcc", "-fopenmp", "-O2", "heat.c", "-o", "heat")

    def run_in(self, *argv, **more):
        variables = {"PATH": f"{PREFIX / 'bin'}:{os.environ['PATH']}", "LC_ALL": "C", "TARE_DOCTOR": "",
                     "HOME": str(self.folder)}
        return self.cluster.run(*argv, cwd=self.folder, env=variables, **more)

    def submit(self, script, *options, check=True):
        (self.folder / "job.sh").write_text(script)
        done = self.run_in("sbatch", "--wait", "--output=job.out", *options, "job.sh", check=False)
        output = (self.folder / "job.out")
        text = output.read_text() if output.exists() else ""
        if check:
            self.assertIn(done.returncode, (0, 6), done.stderr + text)
        return done, text

    def smaller(self, script):
        """The same with fewer runs, for one CPU a rank."""
        for old, new in (("tare run ", "tare run --repeat 1 --quiet "), ("--cpus-per-task=2", "--cpus-per-task=1"),
                         ("--threads 1,2", "--threads 1"), ("--array=0-3", "--array=0-1")):
            script = script.replace(old, new)
        return script

    def test_the_job_script(self):
        done, text = self.submit(self.smaller(scripts_of_the_how_to()[0]))
        self.assertIn("Slurm", text)  # tare doctor
        table = json.loads((self.folder / "heat.json").read_text())["tables"][-1]
        self.assertEqual((table["threads"], table["ranks"]), (2, 2))
        folders = [path.name for path in (self.folder / "tare-results").iterdir() if path.is_dir()]
        self.assertRegex(folders[0], r"-job\d+$")
        total = sum(row["time_s"] for row in table["overheads"])
        self.assertAlmostEqual(table["parallel_time_s"],
                               table["ideal_time_s"] + total, delta=1e-6)

    def test_the_array_lands_in_one_archive(self):
        self.submit(self.smaller(scripts_of_the_how_to()[1]))
        tables = sorted(path.name for path in self.folder.glob("heat-*.json"))
        self.assertEqual(tables, ["heat-200.json", "heat-400.json"])
        self.run_in("tare", "archive", "add", "--archive", "heat.db", *tables)
        listed = self.run_in("tare", "archive", "list", "--archive", "heat.db").stdout
        self.assertIn("n=200", listed)
        self.assertIn("n=400", listed)

    def test_the_time_limit_keeps_what_was_measured(self):
        script = "\n".join(("#!/bin/sh", "#SBATCH --ntasks=1", "exec tare run --repeat 50 --quiet --threads 1 "
                            "--parallel './heat 20000'", ""))
        (self.folder / "job.sh").write_text(script)
        job = self.run_in("sbatch", "--parsable", "--output=job.out", "job.sh").stdout.strip()
        manifests = lambda: list(self.folder.glob("tare-results/*/manifest.json"))
        self.cluster.wait_for(lambda: manifests() and json.loads(manifests()[0].read_text())["runs"], "a run")
        self.run_in("scancel", "--batch", "--signal=TERM", job)
        self.cluster.wait_for(lambda: not self.run_in("squeue", "-h", "-j", job, check=False).stdout, "the end")
        self.assertTrue(json.loads(manifests()[0].read_text())["runs"])
        self.assertIn("what was measured so far is kept", (self.folder / "job.out").read_text())

    def test_doctor_names_the_trap_and_tells_of_every_rank(self):
        done, text = self.submit("#!/bin/sh\n#SBATCH --ntasks=1 --cpus-per-task=2\nunset SRUN_CPUS_PER_TASK\n"
                                 "tare doctor\nOMP_NUM_THREADS=2 srun -n 1 -c 1 tare doctor\n", check=False)
        if "Requested node configuration is not available" in done.stderr:
            self.skipTest("one CPU")
        self.assertIn("it does not inherit --cpus-per-task", text)
        self.assertRegex(text, r"rank 0 on \S+: \d CPUs? for 2 threads")

    def build_with(self, compiler):
        if not shutil.which(compiler):
            self.skipTest(f"no {compiler}")
        (self.folder / "job.c").write_text(MPI_PROGRAM)
        self.run_in(compiler, "-O2", "job.c", "-o", "job")

    def measure_by(self, *srun):
        return self.run_in("tare", "run", "--quiet", "--repeat", "1", "--ranks", "2", "--threads", "1", "--json",
                           "job.json", "--parallel", " ".join(("srun", *srun, "--overcommit -n {ranks} ./job")),
                           check=False)

    def test_a_way_that_the_mpi_does_not_know(self):
        """MPICH starts each rank as a job of its own then, and Open MPI refuses to start."""
        offered = self.run_in("srun", "--mpi=list").stdout
        for compiler, way in (("mpicc.mpich", "pmi2"), ("mpicc.openmpi", "pmix")):
            if way not in offered:
                self.skipTest(f"srun --mpi={way} is not offered")
            with self.subTest(compiler):
                self.build_with(compiler)
                wrong = self.measure_by("--mpi=none")
                self.assertEqual(wrong.returncode, 4, wrong.stdout)
                told = " ".join(wrong.stderr.split())
                self.assertIn(f"srun --mpi={way}", told)
                self.assertRegex(told, r"this Slurm offers [^;]*" + way)
                self.assertFalse((self.folder / "job.json").exists())
                right = self.measure_by(f"--mpi={way}")
                self.assertIn(right.returncode, (0, 6), right.stderr)
                table = json.loads((self.folder / "job.json").read_text())["tables"][-1]
                self.assertEqual((table["threads"], table["ranks"]), (2, 2))
                self.assertEqual([rank["rank"] for rank in table["job"]["ranks"]], [0, 1])
                (self.folder / "job.json").unlink()

    def test_ranks_that_nobody_asked_for_are_an_error(self):
        done = self.run_in("tare", "run", "--threads", "1", "--repeat", "1", "--parallel",
                           "srun --overcommit -n 2 ./heat", check=False)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("this is a job of 2 ranks", done.stderr)


if __name__ == "__main__":
    run_unittests()
