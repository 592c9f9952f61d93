#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Jobs whose files are staged in a local folder: the table is as in place, nothing local is left, and the data of a
rank that was killed are brought in."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "mpi"))
from message_file import MessageFile  # noqa: E402
from mpi_jobs import InFolder, PROGRAM, TARE, each_mpi  # noqa: E402
import unittest  # noqa: E402

RANKS = 2
# Only while it is measured: a plain run that fails would be the last one.
KILLED = PROGRAM.replace("exit(atoi(argv[2]));", "getenv(\"TARE_THREADS\") ? raise(SIGKILL) : 0;") \
                .replace("#include <stdlib.h>", "#include <signal.h>\n#include <stdlib.h>")


class Staged(InFolder):
    def experiment_of(self, mpi, stage, *words, status=(0, 6)):
        """Its results folder, manifest and table."""
        local = self.folder / "local"
        local.mkdir(exist_ok=True)
        command = " ".join((mpi.launcher, *mpi.options, "-n", "{ranks}", "./job", *words))
        output = self.folder / stage
        done = self.run_in(TARE, "run", "--repeat", "1", "--quiet", "--ranks", str(RANKS), "--threads", "1",
                           "--output", str(output), "--json", f"{stage}.json", "--timeout", "120", "--parallel", command,
                           status=status, TARE_STAGE=stage, TMPDIR=str(local))
        left = [str(path) for path in local.glob("tare-staged-*")]
        self.assertEqual(left, [], done.stderr)
        self.assertEqual([str(path) for path in output.rglob("incoming.*")], [])
        for word in ("tare-staged", "TARE_STAGE", "in place"):
            self.assertNotIn(word, done.stderr)
        manifest = json.loads(next(self.folder.glob(f"{stage}/**/manifest.json")).read_text())
        table = self.folder / f"{stage}.json"
        return next(self.folder.glob(f"{stage}/**/manifest.json")).parent, manifest, \
            json.loads(table.read_text()) if table.exists() else None

    @each_mpi
    def test_as_in_place(self, mpi):
        seen = {}
        for stage in ("always", "never"):
            folder, manifest, ledger = self.experiment_of(mpi, stage)
            self.check_sums(ledger)
            runs = [run for run in manifest["runs"] if run["role"] == "instrumented" and run.get("ranks") == RANKS]
            calls = []
            for rank in (rank for run in runs for rank in run["of_ranks"]):
                messages = MessageFile(folder / rank["messages"])
                self.assertEqual(messages.status, {"CLOSED", "FINALIZED"})
                self.assertTrue((folder / rank["profile"]).read_bytes().startswith(b"TARE"))
                calls.append([call.name for call in messages.calls if not call.polls])
            self.assertEqual({run["window_source"] for run in runs}, {"window"})
            [table] = ledger["tables"]
            self.assertEqual(len(table["job"]["ranks"]), RANKS)
            seen[stage] = (calls[:RANKS], sorted(row["category"] for row in table["overheads"]))
        self.assertEqual(seen["always"], seen["never"])

    @each_mpi
    def test_killed_rank(self, mpi):
        (self.folder / "job.c").write_text(KILLED)
        self.run_in(mpi.compiler, "-fopenmp", "-O2", "-g", "job.c", "-o", "job",
                    **{mpi.variable: str(pathlib.Path(TARE).parent / "tare-gcc")})
        folder, manifest, _ = self.experiment_of(mpi, "always", "1", "9", status=(4,))
        [run] = [run for run in manifest["runs"] if run["role"] == "instrumented" and run.get("ranks") == RANKS]
        self.assertIn("rank 1", run["lost"])
        of_run = folder / "runs" / f"{run['number']:03d}"
        files = [MessageFile(path) for path in of_run.glob("messages.*")]
        self.assertEqual(sorted(file.header.rank for file in files), [0, 1])
        for file in files:  # all steps are there
            self.assertEqual(len([call for call in file.calls if call.name == "MPI_Allreduce"]), 20)
        profiles = list(of_run.rglob("profile.tare"))
        self.assertEqual(len(profiles), RANKS)
        for path in profiles:
            self.assertTrue(path.read_bytes().startswith(b"TARE"), path)
        report = self.run_in(TARE, "report", "--notes", str(folder), status=(0, 6))
        self.assertIn("lost: ", " ".join(report.stdout.split()))


if __name__ == "__main__":
    unittest.main(verbosity=2)
