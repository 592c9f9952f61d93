# SPDX-License-Identifier: Apache-2.0
"""Messages that take longer (TARE_MPI_LATENCY_US and so on): no call ends before its message may be there. The
program checks that itself, of each call; a machine under load only makes them longer."""
from support import OnEachMpi, each_mpi, main


class Delays(OnEachMpi):
    @each_mpi
    def test_no_message_is_early(self, mpi):
        program = mpi.compile(self.folder, "delays")
        for latency, bandwidth, eager in ((20000, 0, 1e9), (0, 10, 1e9), (5000, 20, 50000)):
            with self.subTest(latency=latency, bandwidth=bandwidth):
                variables = {"TARE_MPI_LATENCY_US": str(latency), "TARE_MPI_EAGER_BYTES": f"{eager:.0f}"}
                if bandwidth:
                    variables["TARE_MPI_BANDWIDTH_MB_S"] = str(bandwidth)
                printed, files = self.run_ranks(mpi, 2, program, latency, bandwidth, f"{eager:.0f}", **variables)
                of_long_sends = 4 * (eager < 200000)
                self.assertEqual([line.split()[0] for line in printed], ["0", "1"])
                self.assertEqual(printed[0], f"0 {9 + of_long_sends}")
                self.assertEqual(printed[1], "1 33")
                self.assertTrue(all("FINALIZED" in file.status for file in files.values()))

    @each_mpi
    def test_what_cannot_be_ends_the_job(self, mpi):
        program = mpi.compile(self.folder, "delays")
        for name, value in (("LATENCY_US", "fast"), ("LATENCY_US", "-1"), ("BANDWIDTH_MB_S", "0"),
                            ("BANDWIDTH_MB_S", "nan"), ("EAGER_BYTES", "4k")):
            name = "TARE_MPI_" + name
            with self.subTest(name=name, value=value):
                done = mpi.launch(mpi.command(2, program, 0, 0, 0), self.folder, **{name: value})
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(f"tare: no delays of messages: {name} is no number, or out of its range", done.stderr)


main()
