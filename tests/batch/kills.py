#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One rank of a job is killed at a random moment: what the others measured is kept, the rank is named, and nothing
is half-written.

Usage: kills.py [NUMBER OF KILLS]
"""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "mpi"))
from message_file import MessageFile  # noqa: E402
from mpi_jobs import ALL, InFolder, PREFIX, PROGRAM, TARE  # noqa: E402
from part import run_unittests  # noqa: E402

RANKS = 2
PATIENCE_S = 120
VARIABLES = ("OMPI_COMM_WORLD_RANK", "PMI_RANK")


def ranks_of(folder):
    """Process of each rank of ./job that runs in this folder."""
    ranks = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if (process / "exe").resolve() != folder / "job":
                continue
            pairs = (entry.partition("=") for entry in (process / "environ").read_text().split("\0"))
            found = {name: value for name, _, value in pairs}
        except OSError:
            continue
        for variable in VARIABLES:
            if variable in found:
                ranks[int(found[variable])] = int(process.name)
    return ranks


class Kills(InFolder):
    builds = {}  # folder by MPI

    @classmethod
    def tearDownClass(cls):
        for scratch in cls.builds.values():
            scratch.cleanup()

    def built(self, mpi):
        """The program, built once for all kills."""
        kept = self.folder
        if mpi.name not in self.builds:
            self.builds[mpi.name] = tempfile.TemporaryDirectory(prefix="tare-kill-")
            self.folder = pathlib.Path(self.builds[mpi.name].name)
            (self.folder / "job.c").write_text(PROGRAM)
            self.run_in(mpi.compiler, "-fopenmp", "-O2", "-g", "job.c", "-o", "job",
                        **{mpi.variable: str(PREFIX / "bin" / "tare-gcc")})
            self.folder = kept
        return pathlib.Path(self.builds[mpi.name].name) / "job"

    def has_begun(self, process):
        """Behind MPI_Init."""
        return any(self.folder.glob(f"tare-results/*/runs/*/messages.{process}"))

    def kill_one(self, mpi, seed):
        chance = random.Random(seed)
        rank = chance.randrange(RANKS)
        command = " ".join((mpi.launcher, *mpi.options, "-n", "{ranks}", "./job 150"))
        environment = {key: value for key, value in os.environ.items() if not key.startswith("TARE_")}
        tare = subprocess.Popen(
            [TARE, "run", "--repeat", "1", "--quiet", "--timeout", "60", "--ranks", str(RANKS), "--threads", "1",
             "--parallel", command],
            cwd=self.folder, env=dict(environment, LC_ALL="C"), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="replace")
        try:
            end = time.monotonic() + PATIENCE_S
            ranks = {}
            while rank not in ranks and tare.poll() is None and time.monotonic() < end:
                ranks = {number: process for number, process in ranks_of(self.folder).items()
                         if mpi.ends_when_killed_early or self.has_begun(process)}
                time.sleep(0.01)
            self.assertIn(rank, ranks, "the rank did not start")
            time.sleep(chance.uniform(0, 0.6))
            try:
                os.kill(ranks[rank], signal.SIGKILL)
            except ProcessLookupError:
                pass  # it had ended
            _, stderr = tare.communicate(timeout=PATIENCE_S)
        finally:
            tare.kill()
            tare.wait()
        return rank, ranks[rank], tare.returncode, stderr

    def check(self, mpi, seed):
        rank, process, status, stderr = self.kill_one(mpi, seed)
        folders = [path.parent for path in self.folder.glob("tare-results/*/manifest.json")]
        self.assertEqual(len(folders), 1, stderr)
        manifest = json.loads((folders[0] / "manifest.json").read_text())
        failed = [run for run in manifest["runs"] if run["exit_status"] or run["signal"]]
        if not failed:  # it was killed behind its last line, or had ended
            self.assertIn(status, (0, 6), stderr)
            return
        self.assertEqual(status, 4, stderr)
        self.assertIn("2 ranks", stderr)
        run = folders[0] / "runs" / f"{failed[0]['number']:03d}"
        lost = failed[0].get("lost", "")
        # MPICH names a process. One that has left no file yet has no rank, and may be named by nobody.
        if lost or any(run.glob("messages.*")):
            self.assertRegex(lost, rf"rank {rank}\b|process {process} \(before it measured", f"{failed[0]}\n{stderr}")
            self.assertIn("lost: ", stderr)
        for file in run.glob("messages.*"):  # whoever was killed: what is there can be read
            if any(file.read_bytes()[:8]):
                MessageFile(file)
        left = [path for path in folders[0].rglob("*") if path.name.endswith((".tmp", ".part"))]
        self.assertEqual(left, [])
        if failed[0]["role"] != "instrumented":
            return
        report = self.run_in(TARE, "report", "--notes", str(folders[0]), status=(0, 2, 3, 4, 5, 6))
        if failed[0].get("of_ranks"):  # each had begun to measure
            self.assertEqual([each["rank"] for each in failed[0]["of_ranks"]], list(range(RANKS)))
        text = " ".join((report.stdout + report.stderr).split())
        if report.returncode in (0, 6):
            self.assertIn("lost: ", text)
            self.assertRegex(text, rf"(rank {rank}\b|process {process} )")
        else:
            self.assertIn("measure again", text)


def add_kill(number, mpi):
    def test(self):
        if not mpi.is_there():
            self.skipTest(f"{mpi.name} is not installed")
        with tempfile.TemporaryDirectory(prefix="tare-kill-") as folder:
            self.folder = pathlib.Path(folder).resolve()
            shutil.copy(self.built(mpi), self.folder / "job")
            self.check(mpi, number)
    setattr(Kills, f"test_kill_{number:03d}", test)


KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 30
for each in range(KILLS):
    add_kill(each, ALL[each % len(ALL)])

if __name__ == "__main__":
    run_unittests()
