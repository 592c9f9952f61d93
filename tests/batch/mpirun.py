#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Jobs started by mpirun, with each MPI that is installed: all ranks in one table, and its sums.

Usage: mpirun.py.  An MPI that is not installed is skipped, and said.
"""
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from mpi_jobs import ALL, InFolder, PREFIX, TARE, each_mpi  # noqa: E402
from part import run_unittests  # noqa: E402


class Jobs(InFolder):
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
        self.assertIn("2x2", report)
        self.assertIn("Ranks: load balance", report)
        ranks = ledger["tables"][-1]["job"]["ranks"]
        self.assertEqual([rank["rank"] for rank in ranks], [0, 1])
        results = str(next(self.folder.glob("tare-results/*/manifest.json")).parent)
        self.check_whatif(results)
        refused = self.run_in(TARE, "model", results, status=(2,)).stderr
        self.assertIn("1 rank of 2 threads and 2 ranks have as many threads", refused)

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
    def test_a_predicted_job_has_a_table_and_can_be_run(self, mpi):
        done, ledger = self.measure(mpi, "--ranks", "2", "--threads", "1", arguments="2")
        results = str(next(self.folder.glob("tare-results/*/manifest.json")).parent)
        points = [{"bytes": bytes, "transfer_s": 1e-6 + bytes * 1e-10, "send_s": 2e-7, "receive_s": 2e-7}
                  for bytes in (0, 1 << 20)]
        (self.folder / "network.json").write_text(json.dumps(
            {"schema": "tare.network/1", "library": "any", "local": {"points": points}, "remote": {"points": points}}))
        known = "--from-network", "network.json"

        def predicted(network):
            self.run_in(TARE, "whatif", results, "--network", network, *known, "--full", "--table", "then.json",
                        "--json", "forecast.json")
            forecast, = json.loads((self.folder / "forecast.json").read_text())["forecasts"]
            then = json.loads((self.folder / "then.json").read_text())
            self.check_sums(then)
            table, = then["tables"]
            self.assertEqual((table["ranks"], table["threads"]), (2, 2))
            self.assertAlmostEqual(table["parallel_time_s"], forecast["time"]["time_s"], delta=1e-6)
            return {row["category"].split(".")[-1]: row["time_s"] for row in table["overheads"]
                    if row["category"].startswith("message_passing.")}

        measured = {row["category"].split(".")[-1]: row["time_s"] for row in ledger["tables"][-1]["overheads"]
                    if row["category"].startswith("message_passing.")}
        same, slow = predicted("local-latency=x1"), predicted("local-latency=x1000")
        for name, time_s in measured.items():
            self.assertAlmostEqual(same[name], time_s, delta=1e-6, msg=name)
        self.assertGreater(slow["transfer"], same["transfer"])
        forecast, = json.loads(self.run_in(TARE, "whatif", results, "--network", "local-latency=x1000", *known,
                                           "--verify", "--json", "-").stdout)["forecasts"]
        self.assertEqual(forecast["verified"]["runs"], 5)
        self.assertGreater(forecast["verified"]["time"]["time_s"], 0)
        refused = self.run_in(TARE, "whatif", results, "--network", "local-latency=/2", *known, "--verify",
                              status=(2, 4)).stderr
        self.assertIn("not made faster", refused)
        if len(os.sched_getaffinity(0)) > 1:
            refused = self.run_in(TARE, "whatif", results, "--cores", "1", "--full", status=(2,)).stderr
            self.assertIn("no table of ranks that share cores", refused)

    @each_mpi
    def test_ranks_without_openmp_are_ranks_of_one_thread(self, mpi):
        self.run_in(mpi.compiler, "-O2", "-g", "job.c", "-o", "job")
        done, ledger = self.measure(mpi, "--ranks", "1,2", "--threads", "1")
        self.check_sums(ledger)
        self.assertEqual([(table["ranks"], table["threads"]) for table in ledger["tables"]], [(1, 1), (2, 2)])
        table = ledger["tables"][-1]
        self.assertEqual([rank["rank"] for rank in table["job"]["ranks"]], [0, 1])
        said = {row["category"] for row in table["overheads"] if row["time_s"] > 0}
        self.assertTrue(any(name.startswith("message_passing.") for name in said), said)
        self.assertIn("2 ranks", done.stdout)

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

    @each_mpi
    def test_the_launcher_of_another_mpi(self, mpi):
        """Each process is a job of its own then, whatever the launcher's variables say."""
        others = [each for each in ALL if each is not mpi and each.is_there()]
        if not others:
            self.skipTest("one MPI only")
        done, ledger = self.measure(others[0], "--ranks", "2", "--threads", "1", status=(4,))
        self.assertIn("each is a job of 1 rank", done.stderr)
        self.assertIn("of the MPI that it was built with", " ".join(done.stderr.split()))

    @each_mpi
    def test_two_programs_in_one_job(self, mpi):
        text = (self.folder / "job.c").read_text()
        (self.folder / "other.c").write_text(text.replace("double own = 0;", "double own = 0; // other"))
        self.run_in(mpi.compiler, "-fopenmp", "-O2", "-g", "other.c", "-o", "other",
                    **{mpi.variable: str(PREFIX / "bin" / "tare-gcc")})
        command = " ".join((mpi.launcher, *mpi.options, "-n", "1", "./job 1 : -n 1 ./other 1"))
        done, ledger = self.experiment(command, "--ranks", "2", "--fixed-ranks", "--threads", "1")
        self.check_sums(ledger)
        files = {construct["file"] for construct in ledger["tables"][-1]["constructs"]}
        self.assertEqual({pathlib.Path(file).name for file in files if file}, {"job.c", "other.c"})
        self.assertIn("job", ledger["tables"][-1])  # the messages of both

    @each_mpi
    def test_two_jobs_in_one_command(self, mpi):
        job = " ".join((mpi.launcher, *mpi.options, "-n", "{ranks}", "./job 1"))
        done, ledger = self.experiment(f"sh -c '{job} && {job}'", "--ranks", "2", "--threads", "1", status=(4,))
        self.assertIn("rank 0 was there more than once: the command starts several jobs", done.stderr)

    @each_mpi
    def test_ranks_with_different_numbers_of_threads(self, mpi):
        text = (self.folder / "job.c").read_text()
        (self.folder / "job.c").write_text(text.replace(
            "double all = 0;", "double all = 0; omp_set_num_threads(1 + rank);").replace(
            "#include <mpi.h>", "#include <mpi.h>\n#include <omp.h>"))
        self.run_in(mpi.compiler, "-fopenmp", "-O2", "-g", "job.c", "-o", "job",
                    **{mpi.variable: str(PREFIX / "bin" / "tare-gcc")})
        done, ledger = self.measure(mpi, "--ranks", "2", "--threads", "2")
        self.check_sums(ledger)

    @each_mpi
    def test_a_job_without_finalize(self, mpi):
        """A launcher calls that a failure, or it does not."""
        done, ledger = self.measure(mpi, "--ranks", "2", "--threads", "1", arguments="1 0", status=(0, 4, 6))
        if done.returncode == 4:
            self.assertRegex(done.stderr, "2 ranks .* ended with status|of 2 left no data.*without MPI_Finalize")
        else:
            self.check_sums(ledger)

    @each_mpi
    def test_probes_are_taken_out_across_messages(self, mpi):
        """Rank 1 has many regions, and rank 0 waits for its probes, too."""
        text = (self.folder / "job.c").read_text()
        (self.folder / "job.c").write_text(text.replace(
            "    double own = 0;", "    double own = 0;\n    for (int tiny = 0; tiny < 2000 * rank; ++tiny)\n"
            "#pragma omp parallel for\n      for (int i = 0; i < 2; ++i)\n        all += 0 * i;\n"))
        self.run_in(mpi.compiler, "-fopenmp", "-O2", "-g", "job.c", "-o", "job",
                    **{mpi.variable: str(PREFIX / "bin" / "tare-gcc")})
        done, ledger = self.measure(mpi, "--ranks", "2", "--threads", "1", "--no-compare")
        self.check_sums(ledger)
        job = ledger["tables"][-1]["job"]
        self.assertLess(job["without_probes_s"], job["with_probes_s"])
        self.assertLessEqual(job["optimistic_s"], job["without_probes_s"] + 1e-6)
        self.assertGreaterEqual(job["pessimistic_s"], job["without_probes_s"] - 1e-6)
        raw = json.loads(self.run_in(TARE, "report", "--raw", "--format", "json", status=(0, 6)).stdout)
        self.assertNotIn("with_probes_s", raw["tables"][-1]["job"])
        self.check_sums(raw)


if __name__ == "__main__":
    run_unittests()
